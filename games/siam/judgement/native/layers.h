/* The sums of a network: in a header, so that the compiler fits them into what is around them. */
#ifndef SIAM_LAYERS_H
#define SIAM_LAYERS_H

#include "network.h"

#include <math.h>

static inline void add_row(Sums *sums, const int16_t *row)
{
    for (int unit = 0; unit < FIRST; unit++)
        sums->unit[unit] += row[unit];
}

static inline void take_row(Sums *sums, const int16_t *row)
{
    for (int unit = 0; unit < FIRST; unit++)
        sums->unit[unit] -= row[unit];
}

static inline const int16_t *trio_row(const Network *network, int wait, const uint8_t *trio)
{
    return network->trios[wait * TRIOS + trio_number(trio)];
}

static inline void add_features(const Network *network, const Features *features, Sums *sums)
{
    for (int each = 0; each < features->count; each++)
        add_row(sums, network->first[features->number[each]]);
}

static inline int16_t clipped(int sum)
{
    return (int16_t)(sum < 0 ? 0 : sum > UNIT ? UNIT : sum);
}

/* Write how likely each side wins, by the sums of the first layer and the seat to move. */
static inline void run_layers(const Network *network, const Sums *sums, int turn, float *values)
{
    _Alignas(32) int16_t first[FIRST];
    int32_t second[SECOND];
    float out[3];
    for (int unit = 0; unit < FIRST; unit++)
        first[unit] = clipped(sums->unit[unit]);
    for (int unit = 0; unit < SECOND; unit++) {
        int32_t sum = network->second_bias[unit];
        for (int each = 0; each < FIRST; each++)
            sum += (int32_t)first[each] * network->second[unit][each];
        second[unit] = clipped(sum / WEIGHT);
    }
    for (int unit = 0; unit < network->outputs; unit++) {
        int32_t sum = network->third_bias[unit];
        for (int each = 0; each < SECOND; each++)
            sum += second[each] * network->third[unit][each];
        out[unit] = (float)sum / (UNIT * WEIGHT);
    }
    if (network->outputs == 1) {
        values[turn % 2] = 1 / (1 + expf(-out[0]));
        values[1 - turn % 2] = 1 - values[turn % 2];
        return;
    }
    float total = 0, most = fmaxf(out[0], fmaxf(out[1], out[2]));
    for (int unit = 0; unit < 3; unit++)
        total += out[unit] = expf(out[unit] - most);
    for (int unit = 0; unit < 3; unit++)
        values[(turn + unit) % 3] = out[unit] / total;
}

#endif
