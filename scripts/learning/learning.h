#ifndef SIAM_LEARNING_H
#define SIAM_LEARNING_H

#include "comparison.h"
#include "exact.h"

/* A position and what it is taken to be worth for each side. */
typedef struct {
    Position position;
    float values[3];
} Record;

typedef struct {
    int32_t width; /* for how many actions the followers to take are compared */
    int32_t looked; /* of so many moves the best answer is looked at; 0 for none */
    int32_t opening; /* at most so many random moves at first */
    int32_t proven; /* with so many cards left the solver is asked who wins */
    int32_t steps; /* how many steps it may take for a position */
    float heat; /* how much less a move may be worth and still be played now and then */
    float astray; /* how often a move is random */
    float slip; /* a move worth so much less than the best one counts as random */
    float mix; /* the part of the best worth in what a position is taken to be worth */
} Settings;

#endif
