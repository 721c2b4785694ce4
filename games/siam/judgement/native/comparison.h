/* Compares the moves of a position by what the network says of the positions after them. */
#ifndef SIAM_COMPARISON_H
#define SIAM_COMPARISON_H

#include "network.h"

typedef struct {
    float worth;
    Move move;
} Candidate;

int compare_moves(const Network *network, const Position *position, int width, Candidate *found,
                  int most);
int compare_moves_avx2(const Network *network, const Position *position, int width,
                       Candidate *found, int most); /* on x86-64 */

#endif
