/* Finds moves with one card that lead to equal positions: `Duplicates` in C. */
#include <stdlib.h>

#include "solver.h"

enum { TAKINGS = 3 * PROVINCES };

/* Begin anew with a card that has so many actions; return 0 if there is no memory. */
int begin_seen(Context *context, size_t most)
{
    SeenSet *set = &context->seen;
    size_t wanted = 64;
    while (wanted < 2 * TAKINGS * most)
        wanted *= 2;
    if (wanted > set->size) {
        Seen *slots = calloc(wanted, sizeof(Seen));
        if (!slots) {
            context->out_of_memory = 1;
            return 0;
        }
        free(set->slots);
        set->slots = slots;
        set->size = wanted;
        set->round = 0;
    }
    set->mask = wanted - 1;
    if (!++set->round) {
        for (size_t slot = 0; slot < set->size; slot++)
            set->slots[slot].round = 0;
        set->round = 1;
    }
    return 1;
}

/* Return whether no move before led to this position once a follower is taken from a stack. */
int is_new(Context *context, const State *after, unsigned stack, uint32_t extra)
{
    SeenSet *set = &context->seen;
    uint64_t counts[2] = {after->counts[0], after->counts[1]};
    counts[stack / 12] -= stack_unit(stack);
    counts[0] |= (uint64_t)(stack % 3) << 60;
    uint64_t mixed = counts[0] * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 32 ^ counts[1]) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 29 ^ extra) * 0x94D049BB133111EBu;
    size_t slot = (size_t)(mixed >> 32) & set->mask;
    for (;; slot = (slot + 1) & set->mask) {
        Seen *seen = &set->slots[slot];
        if (seen->round != set->round) {
            seen->low = counts[0];
            seen->high = counts[1];
            seen->extra = extra;
            seen->round = set->round;
            return 1;
        }
        if (seen->low == counts[0] && seen->high == counts[1] && seen->extra == extra)
            return 0;
    }
}

/* Return whether the exchange banned after a card can matter: another seat has the same card. */
uint32_t tells_apart(const Layout *layout, const State *state, uint32_t card)
{
    if (card == ONE_FOR_ONE || card == TWO_FOR_ONE)
        for (int seat = 0; seat < layout->seats; seat++)
            if (seat != state->turn && hand_of(state, seat) & HAND_BITS[card])
                return 1;
    return 0;
}
