/* Moves of an ending, played. */
#include "state.h"

uint32_t newest(uint32_t order, uint32_t seat)
{
    uint32_t found = seat + 1;
    int at = 3;
    for (; order; order >>= 3) {
        uint32_t each = order & 7;
        if (each != seat + 1) {
            found |= each << at;
            at += 3;
        }
    }
    return found;
}

/* Return the code of the exchange that undoes the one of a move, or 0 (S13). */
uint32_t undoing(uint32_t code)
{
    uint32_t card = code & 7, count = code >> 3 & 3;
    uint32_t one = code >> 5 & 31, other = code >> 10 & 31, third = code >> 15 & 31;
    if ((card != ONE_FOR_ONE && card != TWO_FOR_ONE) || !count)
        return 0;
    if (count == 2)
        return exchange_code(card, 3 * (one / 3) + other % 3, 3 * (other / 3) + one % 3);
    uint32_t there = 3 * (third / 3), here = 3 * (one / 3);
    return action_code(card, 3, there + one % 3, there + other % 3, here + third % 3);
}

static void place_follower(State *state, uint32_t stack)
{
    state->counts[stack / 12] += stack_unit(stack);
    state->supply -= (uint16_t)UNIT[stack % 3];
}

static void move_follower(State *state, uint32_t stack, uint32_t goal)
{
    state->counts[stack / 12] -= stack_unit(stack);
    state->counts[goal / 12] += stack_unit(goal);
}

static uint32_t swapped(uint32_t queue, uint32_t one, uint32_t other, uint32_t free)
{
    uint32_t found = 0;
    for (int at = 0; free; free &= free - 1, at += 3) {
        uint32_t place = queue >> at & 7;
        place = place == one ? other : place == other ? one : place;
        found |= place << at;
    }
    return found;
}

/* Do what the action of a code does to board, tiles and supply. */
void act(State *state, uint32_t code)
{
    uint32_t card = code & 7, count = code >> 3 & 3;
    uint32_t one = code >> 5 & 31, other = code >> 10 & 31, third = code >> 15 & 31;
    if (!count)
        return;
    if (card == MAHARACHA) {
        state->queue = swapped(state->queue, one, other, state->free);
        state->marked |= (uint8_t)(1u << one);
    } else if (card == KHON_THAI || card >= FIRST_FACTION) {
        place_follower(state, one);
        if (count > 1)
            place_follower(state, other);
        if (count > 2)
            place_follower(state, third);
    } else if (count == 2) {
        move_follower(state, one, 3 * (other / 3) + one % 3);
        move_follower(state, other, 3 * (one / 3) + other % 3);
    } else {
        uint32_t here = 3 * (one / 3), there = 3 * (third / 3);
        move_follower(state, one, there + one % 3);
        move_follower(state, other, there + other % 3);
        move_follower(state, third, here + third % 3);
    }
}

static void resolve(const Layout *layout, State *state)
{
    uint32_t place = state->queue & 7, count = count_in(state, place);
    uint32_t control = layout->majority[count];
    state->counts[place >> 2] -= (uint64_t)count << COUNT_BITS * (place & 3);
    state->supply += (uint16_t)count;
    state->queue >>= 3;
    state->free ^= (uint8_t)(1u << place);
    state->marked &= state->free;
    state->ending |= (uint16_t)(control << 2 * state->resolved);
    state->resolved++;
    if (control == BRITISH)
        state->british++;
    else
        state->reach |= layout->neighbours[place] << 8 * control;
    int32_t native = layout->native[place];
    if (native >= 0 && (uint32_t)native != control)
        state->home_reach &= ~(255u << 8 * native);
}

/* Let the seat to move pass; the last pass in a row ends the struggle (S16). */
void pass_turn(const Layout *layout, State *state)
{
    state->passes++;
    state->turn = (uint8_t)((state->turn + 1) % layout->seats);
    if (state->passes == layout->seats) {
        state->passes = 0;
        resolve(layout, state);
    }
}

void play(const Layout *layout, State *state, uint32_t code)
{
    if (!code) {
        pass_turn(layout, state);
        return;
    }
    uint32_t turn = state->turn, stack = code >> TAKE_AT & 31;
    act(state, code);
    if (stack != NOBODY) {
        state->counts[stack / 12] -= stack_unit(stack);
        state->taken += (uint64_t)UNIT[stack % 3] << COUNT_BITS * turn;
    }
    state->hands -= HAND_BITS[code & 7] << 8 * turn;
    state->left--;
    state->passes = 0;
    state->order = (uint16_t)newest(state->order, turn);
    state->ban = undoing(code);
    state->turn = (uint8_t)((turn + 1) % layout->seats);
}
