/* A position of an ending, and what a move does to it: `games/siam/solver/state.py` in C. */
#ifndef SIAM_STATE_H
#define SIAM_STATE_H

#include <stdint.h>

enum {
    COUNT_BITS = 15,
    COUNT_MASK = (1 << COUNT_BITS) - 1,
    HALF = 4,
    PROVINCES = 8,
    SEATS = 4,
    STACKS = 24,
    KINDS = 8,
    BRITISH = 3,
    BRITISH_TO_COLONY = 4,
    MAHARACHA = 1,
    KHON_THAI = 2,
    ONE_FOR_ONE = 3,
    TWO_FOR_ONE = 4,
    FIRST_FACTION = 5,
    NOBODY = 31,
    TAKE_AT = 20
};

/* The same fields as the class in Python; `native_solver.py` lists them in this order. */
typedef struct {
    uint64_t counts[2];
    uint64_t taken;
    uint32_t queue, hands, reach, home_reach, ban;
    uint16_t ending, supply, order;
    uint8_t free, marked, resolved, british, left, turn, passes, unused;
} State;

/* What stays the same in one ending. */
typedef struct {
    int32_t seats, goal, first_slot;
    int32_t side[SEATS];
    int32_t native[PROVINCES];
    uint32_t neighbours[PROVINCES];
    const uint8_t *majority;
    const uint16_t *taking;
    const uint16_t *outcome;
} Layout;

static const uint32_t UNIT[3] = {1u << 10, 1u << 5, 1u};
static const uint32_t FACTION_MASK[3] = {31u << 10, 31u << 5, 31u};
static const uint32_t HAND_BITS[KINDS] = {0, 1, 2, 8, 16, 32, 64, 128};

static inline uint64_t stack_unit(unsigned stack)
{
    return (uint64_t)UNIT[stack % 3] << COUNT_BITS * (stack / 3 & 3);
}

static inline uint32_t count_in(const State *state, unsigned place)
{
    return (uint32_t)(state->counts[place >> 2] >> COUNT_BITS * (place & 3)) & COUNT_MASK;
}

static inline uint32_t hand_of(const State *state, int seat)
{
    return state->hands >> 8 * seat & 255;
}

static inline int is_over(const State *state)
{
    return !state->free || state->british >= BRITISH_TO_COLONY;
}

static inline uint32_t targets(const State *state, int faction)
{
    return (state->reach | state->home_reach) >> 8 * faction & state->free;
}

static inline uint32_t action_code(
    uint32_t card, uint32_t count, uint32_t one, uint32_t other, uint32_t third)
{
    return card | count << 3 | one << 5 | other << 10 | third << 15;
}

static inline uint32_t exchange_code(uint32_t card, uint32_t one, uint32_t other)
{
    return one < other ? action_code(card, 2, one, other, 0) : action_code(card, 2, other, one, 0);
}

uint32_t newest(uint32_t order, uint32_t seat);
uint32_t undoing(uint32_t code);
void act(State *state, uint32_t code);
void pass_turn(const Layout *layout, State *state);
void play(const Layout *layout, State *state, uint32_t code);

#endif
