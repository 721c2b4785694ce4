/* What struggles lead to: outcomes as bits, and who wins with which (S18 to S21). */
#include "solver.h"

/* The first faction of each outcome, and the second or -1; the last outcome is a colony. */
static const int TOP_TWO[COLONY][2] = {
    {0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}, {0, -1}, {1, -1}, {2, -1}};

static int followers(uint64_t taken, int seat, int faction)
{
    return (int)(taken >> (COUNT_BITS * seat + 10 - 5 * faction) & 31);
}

/* Return the sides, as a set, that win a reign. */
static uint32_t winners_of_reign(
    const Layout *layout, uint64_t taken, const int *ages, int first, int second)
{
    int best = -1;
    uint32_t won = 0;
    for (int seat = 0; seat < layout->seats; seat++) {
        int score = followers(taken, seat, first) << 16 | ages[seat];
        if (second >= 0)
            score |= followers(taken, seat, second) << 8;
        if (score > best) {
            best = score;
            won = 0;
        }
        if (score == best)
            won |= 1u << layout->side[seat];
    }
    return won;
}

static uint32_t winners_of_colony(const Layout *layout, uint64_t taken, uint32_t order)
{
    int sets[SEATS], best = -1;
    uint32_t tied = 0;
    for (int side = 0; side < SEATS; side++) {
        int sums[3] = {0, 0, 0}, there = 0;
        for (int seat = 0; seat < layout->seats; seat++)
            if (layout->side[seat] == side) {
                there = 1;
                for (int faction = 0; faction < 3; faction++)
                    sums[faction] += followers(taken, seat, faction);
            }
        int least = sums[0] < sums[1] ? sums[0] : sums[1];
        sets[side] = !there ? -1 : least < sums[2] ? least : sums[2];
        if (sets[side] > best)
            best = sets[side];
    }
    for (int side = 0; side < SEATS; side++)
        if (sets[side] == best)
            tied |= 1u << side;
    for (; order; order >>= 3) {
        uint32_t side = 1u << layout->side[(order & 7) - 1];
        if (tied & side)
            return side;
    }
    return tied;
}

static void note_alone(Wins *found, uint32_t winners, int outcome)
{
    for (int side = 0; side < SEATS; side++)
        if (winners == 1u << side)
            found->won[side] |= (uint16_t)(1u << outcome);
}

static void fill_wins(const Layout *layout, Wins *found)
{
    int ages[SEATS], age = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        ages[seat] = layout->seats;
        found->won[seat] = 0;
    }
    for (uint32_t order = found->order; order; order >>= 3)
        ages[(order & 7) - 1] = age++;
    for (int outcome = 0; outcome < COLONY; outcome++) {
        const int *top = TOP_TWO[outcome];
        note_alone(
            found, winners_of_reign(layout, found->taken, ages, top[0], top[1]), outcome);
    }
    note_alone(found, winners_of_colony(layout, found->taken, found->order), COLONY);
}

/* Return for each side with which outcomes it wins alone. */
const uint16_t *wins_of(Context *context, uint64_t taken, uint32_t order)
{
    uint64_t mixed = (taken ^ (uint64_t)order << 40) * 0x9E3779B97F4A7C15u;
    Wins *found = &context->wins[mixed >> 32 & (WINS_KEPT - 1)];
    if (found->taken != taken || found->order != order) {
        found->taken = taken;
        found->order = order;
        fill_wins(&context->layout, found);
    }
    return found->won;
}

/* Return with which outcomes a game may still end after these struggles. */
uint32_t possible_outcomes(Context *context, uint32_t ending, int resolved)
{
    const Layout *layout = &context->layout;
    if (resolved == PROVINCES)
        return layout->outcome[ending];
    size_t at = 0;
    for (int slot = layout->first_slot; slot < resolved; slot++)
        at += (size_t)1 << 2 * (slot - layout->first_slot);
    uint16_t *found = &context->possible[at + (ending >> 2 * layout->first_slot)];
    if (!*found) {
        uint32_t all = 0;
        for (uint32_t control = 0; control <= BRITISH; control++)
            all |= possible_outcomes(context, ending | control << 2 * resolved, resolved + 1);
        *found = (uint16_t)all;
    }
    return *found;
}

/* Return a number that is equal for struggles that rank alike whatever comes. */
uint32_t standing(uint32_t ending, int resolved)
{
    uint32_t counts[4] = {0, 0, 0, 0}, latest = 0, seen = 1u << BRITISH;
    for (int slot = resolved - 1; slot >= 0; slot--) {
        uint32_t control = ending >> 2 * slot & 3;
        counts[control]++;
        if (!(seen >> control & 1)) {
            seen |= 1u << control;
            latest = latest << 2 | (control + 1);
        }
    }
    return ((counts[BRITISH] << 4 | counts[0]) << 4 | counts[1]) << 10 | counts[2] << 6 | latest;
}

/* Return the ending if everybody passes from here on. */
uint32_t end_of(const Layout *layout, const State *state)
{
    uint32_t found = state->ending, queue = state->queue;
    int shift = 2 * state->resolved;
    for (uint32_t open = state->free; open; open &= open - 1, queue >>= 3, shift += 2)
        found |= (uint32_t)layout->majority[count_in(state, queue & 7)] << shift;
    return found;
}

/* Return whether the goal's side wins alone if everybody passes from here on. */
int goal_wins_if_all_pass(Context *context, const State *state)
{
    const Layout *layout = &context->layout;
    uint32_t wins = wins_of(context, state->taken, state->order)[layout->goal];
    return (wins & layout->outcome[end_of(layout, state)]) != 0;
}
