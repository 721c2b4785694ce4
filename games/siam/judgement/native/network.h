/* A small network that says how likely each side wins, in whole numbers. */
#ifndef SIAM_NETWORK_H
#define SIAM_NETWORK_H

#include "feature_list.h"

#define FIRST 64 /* units of the first layer */
#define SECOND 32
#define UNIT 1024 /* the whole number for 1 in sums and outputs of a layer */
#define WEIGHT 1024 /* the whole number for 1 in weights of the second and third layer */

typedef struct {
    Layout layout;
    int outputs;
    int16_t second[SECOND][FIRST];
    int32_t second_bias[SECOND];
    int16_t third[3][SECOND];
    int32_t third_bias[3];
    int16_t first_bias[FIRST];
    int16_t (*first)[FIRST]; /* of each feature */
    int16_t (*trios)[FIRST]; /* of each wait and trio */
} Network;

typedef struct {
    _Alignas(32) int16_t unit[FIRST];
} Sums;

int network_size(int seats);
Network *make_network(int seats, const int16_t *numbers);
void free_network(Network *network);
void judge(const Network *network, const Position *position, float *values);

#endif
