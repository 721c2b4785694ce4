/* Positions of the judgement as the solver has them, and what it proves of them. */
#include "exact.h"

#include <stdlib.h>
#include <string.h>

/* Both texts name some things alike; those of the solver come first. */
#define play solver_play
#define is_over solver_is_over
#include "solver.h"
#undef play
#undef is_over
#include "position.h"

enum { ROOM = 200000, MOST_SIDES = 3, ALL_SEATS_ALONE = 3 };

struct Ending {
    const Solver *solver;
    void *contexts[MOST_SIDES]; /* of each side whose win is to be proven, if it was asked for */
    Layout layout;
    int place[PROVINCES]; /* of each province; -1 if its struggle was over before */
};

static uint32_t places_of(const Ending *ending, int provinces)
{
    uint32_t found = 0;
    for (int province = 0; province < PROVINCES; province++)
        if (provinces >> province & 1 && ending->place[province] >= 0)
            found |= 1u << ending->place[province];
    return found;
}

static void describe(Ending *ending, const Position *position)
{
    Layout *layout = &ending->layout;
    int open = 0;
    for (int province = 0; province < PROVINCES; province++)
        ending->place[province] = position->control[province] == OPEN ? open++ : -1;
    layout->seats = position->seats;
    layout->first_slot = PROVINCES - open;
    for (int seat = 0; seat < position->seats; seat++)
        layout->side[seat] = side_of(position, seat);
    for (int province = 0; province < PROVINCES; province++) {
        int place = ending->place[province];
        if (place < 0)
            continue;
        layout->neighbours[place] = places_of(ending, position->borders[province]);
        layout->native[place] = -1;
        for (int faction = 0; faction < FACTIONS; faction++)
            if (position->homes[faction] == province)
                layout->native[place] = faction;
    }
}

/* Return what is known of the question whether a side wins; NULL if there is no memory. */
static void *context_of(Ending *ending, int goal)
{
    if (!ending->contexts[goal]) {
        Layout layout = ending->layout;
        layout.goal = goal;
        ending->contexts[goal] = ending->solver->open(&layout, ROOM);
    }
    return ending->contexts[goal];
}

/* Return the ending that begins with a position, or NULL if there is no memory. */
Ending *begin_ending(const Solver *solver, const void *bytes)
{
    Ending *ending = calloc(1, sizeof *ending);
    if (!ending)
        return NULL;
    ending->solver = solver;
    ending->layout.majority = solver->majority;
    ending->layout.taking = solver->taking;
    ending->layout.outcome = solver->outcome;
    describe(ending, bytes);
    return ending;
}

void end_ending(Ending *ending)
{
    if (!ending)
        return;
    for (int side = 0; side < MOST_SIDES; side++)
        ending->solver->close(ending->contexts[side]);
    free(ending);
}

static void set_board(const Ending *ending, const Position *position, State *state)
{
    for (int province = 0; province < PROVINCES; province++) {
        int place = ending->place[province];
        if (place < 0 || position->control[province] != OPEN)
            continue;
        for (int faction = 0; faction < FACTIONS; faction++)
            state->counts[place / HALF] +=
                position->stacks[3 * province + faction] * stack_unit((unsigned)(3 * place + faction));
        state->free |= (uint8_t)(1 << place);
        state->marked |= (uint8_t)(position->marked[province] << place);
    }
    for (int faction = 0; faction < FACTIONS; faction++)
        state->supply += (uint16_t)((uint32_t)supply_of(position, faction) * UNIT[faction]);
}

static void set_struggles(const Ending *ending, const Position *position, State *state)
{
    state->resolved = (uint8_t)resolved(position);
    for (int slot = 0; slot < PROVINCES; slot++) {
        int province = position->queue[slot], control = position->control[province];
        if (control == OPEN) {
            state->queue |= (uint32_t)ending->place[province] << 3 * (slot - state->resolved);
            continue;
        }
        state->ending |= (uint16_t)(control << 2 * slot);
        if (control == BRITISH)
            state->british++;
        else
            state->reach |= places_of(ending, position->borders[province]) << 8 * control;
    }
    for (int faction = 0; faction < FACTIONS; faction++) {
        int home = position->homes[faction], control = position->control[home];
        if (control == OPEN || control == faction)
            state->home_reach |= places_of(ending, position->borders[home]) << 8 * faction;
    }
}

static void set_seats(const Position *position, State *state)
{
    for (int seat = 0; seat < position->seats; seat++) {
        for (int kind = 0; kind < CARD_KINDS; kind++)
            state->hands += position->hand[seat][kind] * HAND_BITS[kind + 1] << 8 * seat;
        for (int faction = 0; faction < FACTIONS; faction++)
            state->taken += (uint64_t)position->followers[seat][faction] * UNIT[faction]
                            << COUNT_BITS * seat;
        if (position->age[seat] < position->seats)
            state->order |= (uint16_t)((seat + 1) << 3 * position->age[seat]);
    }
    state->left = (uint8_t)cards_left(position);
    state->turn = position->turn;
    state->passes = position->passes;
}

static uint32_t ban_of(const Ending *ending, const Position *position)
{
    const uint8_t *ban = position->banned;
    if (position->banned_card >= CARD_KINDS)
        return 0;
    int source = ending->place[ban[2]], target = ending->place[ban[4]];
    if (source < 0 || target < 0)
        return 0;
    uint32_t card = position->banned_card + 1u, here = 3u * (uint32_t)source;
    uint32_t there = 3u * (uint32_t)target + ban[3];
    if (position->banned_count == 1)
        return exchange_code(card, here + ban[0], there);
    return action_code(card, 3, here + ban[0], here + ban[1], there);
}

/* Return whether both sides have seats that never played: they could share a win (S18). */
static int may_share(const Position *position)
{
    int fresh = 0;
    for (int seat = 0; seat < position->seats; seat++)
        if (position->age[seat] >= position->seats)
            fresh |= 1 << side_of(position, seat);
    return (fresh & (fresh - 1)) != 0;
}

static State state_of(const Ending *ending, const Position *position)
{
    State state = {0};
    set_board(ending, position, &state);
    set_struggles(ending, position, &state);
    set_seats(position, &state);
    state.ban = ban_of(ending, position);
    return state;
}

/* Return 1 if a side can force its win, 0 if not, another number if that takes more steps. */
static int forces_win(Ending *ending, int goal, const State *state, int64_t steps)
{
    Effort effort = {0, steps, 0, NULL};
    void *context = context_of(ending, goal);
    return context ? ending->solver->solve(context, state, &effort) : -1;
}

static void set_winner(float *values, int winner)
{
    for (int side = 0; side < MOST_SIDES; side++)
        values[side] = (float)(side == winner);
}

/*
 * Write who wins a position of an ending; return 0 if that is not proven within so many steps.
 *
 * Of three sides, only a win against any play of the others is proven; each side has as many steps.
 */
int solve(Ending *ending, const void *bytes, int64_t steps, float *values)
{
    const Position *position = bytes;
    if (may_share(position))
        return 0;
    State state = state_of(ending, position);
    if (position->seats != ALL_SEATS_ALONE) {
        int found = forces_win(ending, 0, &state, steps);
        if (found != 0 && found != 1)
            return 0;
        set_winner(values, found ? 0 : 1);
        return 1;
    }
    for (int each = 0; each < position->seats; each++) {
        int goal = (position->turn + each) % position->seats;
        if (forces_win(ending, goal, &state, steps) == 1) {
            set_winner(values, goal);
            return 1;
        }
    }
    return 0;
}
