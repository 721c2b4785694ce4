/* What a program outside sees: a shared library without anything of Python. */
#include "comparison.h"

#include <stdlib.h>

#define SEEN __attribute__((visibility("default")))

SEEN int siam_position_bytes(void) { return PACKED_BYTES; }

SEEN int siam_candidate_bytes(void) { return (int)sizeof(Candidate); }

/* Return how many numbers a network for so many players has. */
SEEN int siam_network_size(int seats)
{
    return seats < 2 || seats > MOST_SEATS ? 0 : network_size(seats);
}

/* Return a network, or NULL; it lasts until it is freed. */
SEEN void *siam_make_network(int seats, const int16_t *numbers)
{
    if (seats < 2 || seats > MOST_SEATS)
        return NULL;
    return make_network(seats, numbers);
}

SEEN void siam_free_network(void *network) { free_network(network); }

/* Write how likely each side wins; return how many sides there are, or 0 for no position. */
SEEN int siam_judge(const void *network, const uint8_t *bytes, float *values)
{
    Position position;
    const Network *told = network;
    if (!unpack(&position, bytes) || position.seats != told->layout.seats)
        return 0;
    judge(told, &position, values);
    return sides_of(&position);
}

/* Write the moves that look best, best first (see compare_moves); return how many. */
SEEN int siam_compare(const void *network, const uint8_t *bytes, int width, Candidate *found,
                      int most)
{
    Position position;
    const Network *told = network;
    if (!unpack(&position, bytes) || position.seats != told->layout.seats || is_over(&position))
        return 0;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        return compare_moves_avx2(told, &position, width, found, most);
#endif
    return compare_moves(told, &position, width, found, most);
}

/* Write the numbers of the features of a position, for training and checks; return how many. */
SEEN int siam_features(const uint8_t *bytes, uint16_t *numbers)
{
    Position position;
    Features found;
    if (!unpack(&position, bytes))
        return 0;
    Layout layout = layout_of(position.seats);
    all_features(&layout, &position, &found);
    for (int each = 0; each < found.count; each++)
        numbers[each] = found.number[each];
    return found.count;
}
