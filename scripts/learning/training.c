/* Trains a network in floating point: cross entropy, Adam. */
#include "learning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LAYER_RATE 0.1f
#define NAMINGS 6 /* of three factions */

typedef struct {
    float *first, *first_bias, *second, *second_bias, *third, *third_bias;
} Parts;

static Parts parts_of(float *numbers, int total, int outputs)
{
    Parts at;
    at.first = numbers;
    at.first_bias = at.first + total * FIRST;
    at.second = at.first_bias + FIRST;
    at.second_bias = at.second + SECOND * FIRST;
    at.third = at.second_bias + SECOND;
    at.third_bias = at.third + outputs * SECOND;
    return at;
}

typedef struct {
    float first[FIRST], one[FIRST], second[SECOND], two[SECOND], share[3];
} Layers;

static float clip(float sum) { return sum < 0 ? 0 : sum > 1 ? 1 : sum; }

static void forward(const Parts *w, const Features *found, int outputs, Layers *at)
{
    memcpy(at->first, w->first_bias, sizeof at->first);
    for (int each = 0; each < found->count; each++) {
        const float *row = w->first + found->number[each] * FIRST;
        for (int unit = 0; unit < FIRST; unit++)
            at->first[unit] += row[unit];
    }
    for (int unit = 0; unit < FIRST; unit++)
        at->one[unit] = clip(at->first[unit]);
    for (int unit = 0; unit < SECOND; unit++) {
        float sum = w->second_bias[unit];
        for (int each = 0; each < FIRST; each++)
            sum += at->one[each] * w->second[unit * FIRST + each];
        at->second[unit] = sum;
        at->two[unit] = clip(sum);
    }
    float out[3], most = -1e9f, total = 0;
    for (int unit = 0; unit < outputs; unit++) {
        out[unit] = w->third_bias[unit];
        for (int each = 0; each < SECOND; each++)
            out[unit] += at->two[each] * w->third[unit * SECOND + each];
        most = fmaxf(most, out[unit]);
    }
    if (outputs == 1) {
        at->share[0] = 1 / (1 + expf(-out[0]));
        return;
    }
    for (int unit = 0; unit < outputs; unit++)
        total += at->share[unit] = expf(out[unit] - most);
    for (int unit = 0; unit < outputs; unit++)
        at->share[unit] /= total;
}

/* Let a little pass where a unit is at its bound, so that it may come back. */
static float slope(float sum) { return sum > 0 && sum < 1 ? 1 : 0.01f; }

static double backward(const Parts *w, const Parts *g, const Features *found, int outputs,
                       const float *goal, const Layers *at)
{
    float two[SECOND] = {0}, one[FIRST] = {0};
    double loss = 0;
    for (int unit = 0; unit < outputs; unit++) {
        float error = at->share[unit] - goal[unit];
        loss -= goal[unit] * logf(at->share[unit] + 1e-9f);
        if (outputs == 1)
            loss -= (1 - goal[unit]) * logf(1 - at->share[unit] + 1e-9f);
        g->third_bias[unit] += error;
        for (int each = 0; each < SECOND; each++) {
            g->third[unit * SECOND + each] += error * at->two[each];
            two[each] += error * w->third[unit * SECOND + each];
        }
    }
    for (int unit = 0; unit < SECOND; unit++) {
        float error = two[unit] * slope(at->second[unit]);
        g->second_bias[unit] += error;
        for (int each = 0; each < FIRST; each++) {
            g->second[unit * FIRST + each] += error * at->one[each];
            one[each] += error * w->second[unit * FIRST + each];
        }
    }
    for (int unit = 0; unit < FIRST; unit++) {
        one[unit] *= slope(at->first[unit]);
        g->first_bias[unit] += one[unit];
    }
    for (int each = 0; each < found->count; each++) {
        float *row = g->first + found->number[each] * FIRST;
        for (int unit = 0; unit < FIRST; unit++)
            row[unit] += one[unit];
    }
    return loss;
}

static void adam(float *numbers, float *mean, float *square, float *slopes, int size, int batch,
                 float rate, int step, int bounded)
{
    float one = 1 - powf(0.9f, (float)step), two = 1 - powf(0.999f, (float)step);
    for (int each = 0; each < size; each++) {
        float found = slopes[each] / (float)batch;
        slopes[each] = 0;
        mean[each] += 0.1f * (found - mean[each]);
        square[each] += 0.001f * (found * found - square[each]);
        float root = sqrtf(square[each] / two) + 1e-8f, most = each < bounded ? 2 : 4;
        /* Some 180 features are there at once, so each must move less. */
        float step_size = each < bounded ? rate * FIRST_LAYER_RATE : rate;
        numbers[each] -= step_size * mean[each] / one / root;
        numbers[each] = fmaxf(-most, fminf(most, numbers[each]));
    }
}

/* The game stays the same under other names of the factions: each home moves with its faction. */
static void rename_factions(const Position *from, int naming, Position *to)
{
    int first = naming % FACTIONS, next = naming < FACTIONS ? 1 : 2;
    *to = *from;
    for (int one = 0; one < FACTIONS; one++) {
        int other = (first + next * one) % FACTIONS;
        to->homes[other] = from->homes[one];
        for (int province = 0; province < PROVINCES; province++) {
            to->stacks[FACTIONS * province + other] = from->stacks[FACTIONS * province + one];
            if (from->control[province] == one)
                to->control[province] = (uint8_t)other;
        }
        for (int seat = 0; seat < from->seats; seat++) {
            to->hand[seat][REINFORCE + other] = from->hand[seat][REINFORCE + one];
            to->followers[seat][other] = from->followers[seat][one];
        }
    }
}

/*
 * Go once through records in a given order; return the mean loss.
 *
 * Rates of 0 only measure. Else a record is learned with its factions under one of their namings,
 * another one each time. The memory has the means and the squares of Adam.
 */
double train(int seats, float *numbers, float *memory, const Record *records, const int32_t *order,
             int count, int batch, float rate, int32_t *steps)
{
    Layout layout = layout_of(seats);
    int outputs = seats == 3 ? 3 : 1, size = network_size(seats), filled = 0;
    float *slopes = calloc((size_t)size, sizeof *slopes);
    double loss = 0;
    Parts w = parts_of(numbers, layout.total, outputs), g = parts_of(slopes, layout.total, outputs);
    for (int each = 0; each < count; each++) {
        const Record *record = records + order[each];
        Position position = record->position;
        Features found;
        Layers at;
        float goal[3];
        for (int unit = 0; unit < outputs; unit++) {
            int seat = (record->position.turn + unit) % seats;
            goal[unit] = record->values[side_of(&record->position, seat)];
        }
        if (rate > 0)
            rename_factions(&record->position, (each + *steps) % NAMINGS, &position);
        all_features(&layout, &position, &found);
        forward(&w, &found, outputs, &at);
        loss += backward(&w, &g, &found, outputs, goal, &at);
        if (++filled == batch && rate > 0) {
            adam(numbers, memory, memory + size, slopes, size, batch, rate, ++*steps,
                 layout.total * FIRST);
            filled = 0;
        }
    }
    free(slopes);
    return loss / count;
}

int record_bytes(void) { return (int)sizeof(Record); }
