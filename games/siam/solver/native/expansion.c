/* The moves of a position, those to equal positions once: `expansion.py` in C. */
#include <stdlib.h>

#include "solver.h"

/* About how much work a position takes, by the cards left; ten times that for the opposite. */
static const int64_t WORK[] = {1, 1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049, 177147};

typedef struct {
    Context *context;
    const State *state;
    Expansion *found;
    uint32_t wins[4];
    uint32_t card;
    int left, last_is_mine, bans;
} Listing;

void free_expansion(Expansion *expansion)
{
    free(expansion->moves);
    free(expansion->proof);
    free(expansion->disproof);
}

static int grow(Expansion *found)
{
    size_t room = found->room ? 4 * found->room : 64;
    uint32_t *moves = realloc(found->moves, room * sizeof *moves);
    if (moves)
        found->moves = moves;
    int64_t *proof = realloc(found->proof, room * sizeof *proof);
    if (proof)
        found->proof = proof;
    int64_t *disproof = realloc(found->disproof, room * sizeof *disproof);
    if (disproof)
        found->disproof = disproof;
    if (!moves || !proof || !disproof)
        return 0;
    found->room = room;
    return 1;
}

static void add(Context *context, Expansion *found, uint32_t move, int64_t proof, int64_t disproof)
{
    if (found->size == found->room && !grow(found)) {
        context->out_of_memory = 1;
        return;
    }
    found->moves[found->size] = move;
    found->proof[found->size] = proof;
    found->disproof[found->size++] = disproof;
}

/* Add a move by who wins if everybody passes after it. */
static void guess(Context *context, Expansion *found, uint32_t move, int left, int won)
{
    int64_t work = WORK[left];
    add(context, found, move, won ? work : 10 * work, won ? 10 * work : work);
}

static void add_taking(Listing *listing, uint32_t code, int won)
{
    /* With one card left, its holder passes if that wins, and others cannot change it. */
    if (!listing->left || (listing->left == 1 && won == listing->last_is_mine))
        add(listing->context, listing->found, code, won ? 0 : INFINITE, won ? INFINITE : 0);
    else
        guess(listing->context, listing->found, code, listing->left, won);
}

static void list_takings(Listing *listing, const State *after, uint32_t code)
{
    Context *context = listing->context;
    const Layout *layout = &context->layout;
    uint32_t ending = end_of(layout, after), queue = after->queue, extra = 0;
    int shift = 2 * after->resolved, nobody = 1;
    if (listing->card == MAHARACHA)
        extra = after->queue | (uint32_t)after->marked << 24;
    else if (listing->bans)
        extra = undoing(code);
    for (uint32_t open = after->free; open; open &= open - 1, queue >>= 3, shift += 2) {
        uint32_t place = queue & 7, taking = layout->taking[count_in(after, place)];
        uint32_t rest = ending & ~(3u << shift);
        for (uint32_t faction = 0; faction < 3; faction++, taking >>= 3) {
            uint32_t stack = 3 * place + faction;
            if (!(taking & 7))
                continue;
            nobody = 0;
            if (is_new(context, after, stack, extra)) {
                uint32_t outcome = layout->outcome[rest | (taking & 3) << shift];
                add_taking(
                    listing, code | stack << TAKE_AT, (listing->wins[faction] & outcome) != 0);
            }
        }
    }
    if (nobody) {
        int won = (listing->wins[3] & layout->outcome[ending]) != 0;
        add_taking(listing, code | (uint32_t)NOBODY << TAKE_AT, won);
    }
}

static int holds_last(const Layout *layout, const State *state, uint32_t card)
{
    uint32_t hands = state->hands - (HAND_BITS[card] << 8 * state->turn);
    int seat = 0;
    while (!(hands >> 8 * seat & 255))
        seat++;
    return layout->side[seat] == layout->goal;
}

/* List all moves, those to equal positions only once; `broken` tells that steps ran out. */
void expand(Context *context, const State *state, Expansion *found)
{
    uint32_t codes[MOST_ACTIONS], hand = hand_of(state, state->turn);
    const Layout *layout = &context->layout;
    Listing listing = {.context = context, .state = state, .found = found};
    State after = *state;
    pass_turn(layout, &after);
    guess(context, found, 0, after.left, goal_wins_if_all_pass(context, &after));
    if (!hand)
        return;
    listing.left = state->left - 1;
    wins_by_taking(context, state, state->turn, layout->goal, listing.wins);
    for (uint32_t card = 1; card < KINDS; card++) {
        if (!(hand & (card == KHON_THAI ? 6 : HAND_BITS[card])))
            continue;
        listing.card = card;
        listing.bans = (int)tells_apart(layout, state, card);
        listing.last_is_mine = listing.left == 1 && holds_last(layout, state, card);
        int size = list_actions(layout, state, card, codes);
        if (!begin_seen(context, (size_t)size))
            return;
        for (int number = 0; number < size; number++) {
            if (!spend(context))
                return;
            after = *state;
            act(&after, codes[number]);
            list_takings(&listing, &after, codes[number]);
        }
    }
}
