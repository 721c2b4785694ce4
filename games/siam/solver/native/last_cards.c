/* Who wins with at most two cards left: `last_cards.py` in C (S15). */
#include "solver.h"

/* Looks for a card that wins at once for the seat to move, or for those against the goal. */
typedef struct {
    const State *state;
    uint32_t wins[4];
    uint32_t card;
    int mine, holder, alone, bans;
} LastTwo;

static int holder_of_last(uint32_t hands)
{
    int seat = 0;
    while (!(hands >> 8 * seat & 255))
        seat++;
    return seat;
}

void wins_by_taking(Context *context, const State *state, int seat, int side, uint32_t *found)
{
    uint32_t order = newest(state->order, (uint32_t)seat);
    for (int faction = 0; faction < 3; faction++) {
        uint64_t taken = state->taken + ((uint64_t)UNIT[faction] << COUNT_BITS * seat);
        found[faction] = wins_of(context, taken, order)[side];
    }
    found[3] = wins_of(context, state->taken, order)[side];
}

static int some_taking_wins(const Layout *layout, const State *after, const uint32_t *wins)
{
    uint32_t ending = end_of(layout, after), queue = after->queue;
    int shift = 2 * after->resolved, nobody = 1;
    for (uint32_t open = after->free; open; open &= open - 1, queue >>= 3, shift += 2) {
        uint32_t count = count_in(after, queue & 7);
        if (!count)
            continue;
        nobody = 0;
        uint32_t rest = ending & ~(3u << shift), taking = layout->taking[count];
        for (int faction = 0; faction < 3; faction++, taking >>= 3)
            if (taking & 7 && wins[faction] & layout->outcome[rest | (taking & 3) << shift])
                return 1;
    }
    return nobody && wins[3] & layout->outcome[ending];
}

static int wins_now(Context *context, const State *state, uint32_t card, const uint32_t *wins)
{
    uint32_t codes[MOST_ACTIONS];
    const Layout *layout = &context->layout;
    uint32_t size = (uint32_t)list_actions(layout, state, card, codes);
    /* The action that won last time comes first: positions asked in a row are much alike. */
    uint32_t index = context->lucky[card] % size;
    for (uint32_t number = 0; number < size; number++, index = (index + 1) % size) {
        State after = *state;
        if (!spend(context))
            return 0;
        act(&after, codes[index]);
        if (some_taking_wins(layout, &after, wins)) {
            context->lucky[card] = index;
            return 1;
        }
    }
    return 0;
}

/* Return whether the holder of the last card can play it, now or later (S15). */
static int can_win(Context *context, const State *state, int holder)
{
    const Layout *layout = &context->layout;
    uint32_t hand = hand_of(state, holder), card = KHON_THAI, wins[4];
    if (!(hand & 6))
        for (card = 1; HAND_BITS[card] != hand;)
            card++;
    wins_by_taking(context, state, holder, layout->side[holder], wins);
    uint32_t hope = wins[0] | wins[1] | wins[2] | wins[3];
    State now = *state;
    while (!is_over(&now)) {
        if (!spend(context))
            return 0;
        if (!(hope & possible_outcomes(context, now.ending, now.resolved)))
            return 0;
        if (now.turn == holder && wins_now(context, &now, card, wins))
            return 1;
        if (context->broken)
            return 0;
        pass_turn(layout, &now);
    }
    return 0;
}

/* Return whether the goal's side wins for sure with one card left in the game. */
static int goal_wins_last(Context *context, const State *state)
{
    const Layout *layout = &context->layout;
    int holder = holder_of_last(state->hands);
    int passed = goal_wins_if_all_pass(context, state);
    int mine = layout->side[holder] == layout->goal;
    if (passed == mine)
        return passed;
    return can_win(context, state, holder) ? mine : passed;
}

/* Return whether a move wins, from whether it does if everybody passes after it. */
static int wins_after(Context *context, const LastTwo *last, uint32_t code, int good)
{
    if (good == last->alone)
        return good;
    State after = *last->state;
    play(&context->layout, &after, code);
    return can_win(context, &after, last->holder) == last->alone;
}

static int some_taking_decides(
    Context *context, const LastTwo *last, const State *after, uint32_t code)
{
    const Layout *layout = &context->layout;
    uint32_t ending = end_of(layout, after), queue = after->queue, extra = 0;
    int shift = 2 * after->resolved, nobody = 1;
    if (last->card == MAHARACHA)
        extra = after->queue | (uint32_t)after->marked << 24;
    else if (last->bans)
        extra = undoing(code);
    for (uint32_t open = after->free; open; open &= open - 1, queue >>= 3, shift += 2) {
        uint32_t place = queue & 7, taking = layout->taking[count_in(after, place)];
        uint32_t rest = ending & ~(3u << shift);
        for (uint32_t faction = 0; faction < 3; faction++, taking >>= 3) {
            if (!(taking & 7))
                continue;
            nobody = 0;
            int won = (last->wins[faction] & layout->outcome[rest | (taking & 3) << shift]) != 0;
            int good = won == last->mine;
            uint32_t stack = 3 * place + faction;
            if ((good || last->alone) && is_new(context, after, stack, extra)
                && wins_after(context, last, code | stack << TAKE_AT, good))
                return 1;
            if (context->broken)
                return 0;
        }
    }
    if (!nobody)
        return 0;
    int won = (last->wins[3] & layout->outcome[ending]) != 0;
    return wins_after(context, last, code | (uint32_t)NOBODY << TAKE_AT, won == last->mine);
}

static int some_card_decides(Context *context, const State *state)
{
    uint32_t codes[MOST_ACTIONS], hand = hand_of(state, state->turn);
    const Layout *layout = &context->layout;
    LastTwo last = {.state = state};
    last.mine = layout->side[state->turn] == layout->goal;
    wins_by_taking(context, state, state->turn, layout->goal, last.wins);
    for (uint32_t card = 1; card < KINDS; card++) {
        if (!(hand & (card == KHON_THAI ? 6 : HAND_BITS[card])))
            continue;
        last.card = card;
        last.bans = (int)tells_apart(layout, state, card);
        last.holder = holder_of_last(state->hands - (HAND_BITS[card] << 8 * state->turn));
        last.alone = (layout->side[last.holder] == layout->goal) == last.mine;
        int size = list_actions(layout, state, card, codes);
        if (!begin_seen(context, (size_t)size))
            return 0;
        for (int number = 0; number < size; number++) {
            State after = *state;
            if (!spend(context))
                return 0;
            act(&after, codes[number]);
            if (some_taking_decides(context, &last, &after, codes[number]))
                return 1;
            if (context->broken)
                return 0;
        }
    }
    return 0;
}

/* Return whether the goal wins for sure with two cards left in the game. */
static int goal_wins_with_two(Context *context, const State *state)
{
    const Layout *layout = &context->layout;
    State now = *state;
    while (!is_over(&now)) {
        if (!spend(context))
            return 0;
        if (hand_of(&now, now.turn) && some_card_decides(context, &now))
            return layout->side[now.turn] == layout->goal;
        if (context->broken)
            return 0;
        pass_turn(layout, &now);
    }
    return goal_wins_if_all_pass(context, &now);
}

/* Return 1 if the goal has won, 0 if it cannot win any more, else `UNKNOWN`. */
int settled(Context *context, const State *state)
{
    const Layout *layout = &context->layout;
    if (is_over(state) || !state->left)
        return goal_wins_if_all_pass(context, state);
    if (state->left == 1)
        return goal_wins_last(context, state);
    if (state->left == 2)
        return goal_wins_with_two(context, state);
    uint32_t holders = 0;
    for (int seat = 0; seat < layout->seats; seat++)
        if (hand_of(state, seat))
            holders |= 1u << layout->side[seat];
    if (holders & (holders - 1))
        return UNKNOWN;
    /* Only one side has cards. It passes if that wins. */
    int wins = goal_wins_if_all_pass(context, state);
    return wins == (holders == 1u << layout->goal) ? wins : UNKNOWN;
}
