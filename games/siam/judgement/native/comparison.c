#include "comparison.h"

#include "layers.h"

#include <stdlib.h>
#include <string.h>

#define NO_FACTION 3
#define TRIED_TAKES 2

/* What all moves of one position have in common. */
typedef struct {
    const Network *network;
    const Position *position;
    int side, next, resolved, ending, alone;
    int reach[FACTIONS], supply[FACTIONS];
    Sums board;
    Sums seats[CARD_KINDS][FACTIONS + 1];
    Sums rankings[FACTIONS + 1][RANKINGS];
    uint8_t seats_known[CARD_KINDS][FACTIONS + 1];
    uint8_t rankings_known[FACTIONS + 1][RANKINGS];
    Position after[FACTIONS + 1]; /* once a card was played, by the faction taken */
} Comparison;

/* The board after an action. */
typedef struct {
    uint8_t stacks[STACKS];
    uint8_t slot[PROVINCES];
    Sums sums;
    int ending;
} Board;

static void add_tile(const Comparison *all, int wait, int province, int marked, Sums *sums)
{
    Features found = {0};
    Position tile;
    tile.marked[province] = (uint8_t)marked;
    tile_features(&all->network->layout, &tile, wait, province, all->reach, &found);
    add_features(all->network, &found, sums);
}

static void add_supply(const Comparison *all, const int *supply, Sums *sums)
{
    Features found = {0};
    supply_features(&all->network->layout, supply, &found);
    add_features(all->network, &found, sums);
}

static void begin(Comparison *all, const Network *network, const Position *position)
{
    Features found = {0};
    memset(all->seats_known, 0, sizeof all->seats_known);
    memset(all->rankings_known, 0, sizeof all->rankings_known);
    all->network = network;
    all->position = position;
    all->side = side_of(position, position->turn);
    all->next = (position->turn + 1) % position->seats;
    all->resolved = resolved(position);
    all->ending = ending_of(position);
    for (int faction = 0; faction < FACTIONS; faction++) {
        all->reach[faction] = reach_of(position, faction);
        all->supply[faction] = supply_of(position, faction);
    }
    memcpy(all->board.unit, network->first_bias, sizeof all->board.unit);
    resolved_features(&network->layout, position, &found);
    add_features(network, &found, &all->board);
    for (int slot = all->resolved; slot < PROVINCES; slot++) {
        int province = position->queue[slot], wait = slot - all->resolved;
        add_row(&all->board, trio_row(network, wait, position->stacks + 3 * province));
        add_tile(all, wait, province, position->marked[province], &all->board);
    }
    all->alone = cards_left(position) == 2; /* after a card, one is left: the rules decide */
}

/* Return the position as the next seat sees it, apart from the board. */
static void take_turn(const Comparison *all, int card, int faction, Position *after)
{
    Move move = {(uint8_t)card, NO_ACTION, 0, {0}, NOBODY, 0};
    *after = *all->position;
    play(after, &move);
    if (faction != NO_FACTION)
        after->followers[all->position->turn][faction]++;
}

static const Sums *seat_sums(Comparison *all, int card, int faction)
{
    Sums *sums = &all->seats[card][faction];
    if (!all->seats_known[card][faction]) {
        Features found = {0};
        take_turn(all, card, faction, &all->after[faction]);
        seat_features(&all->network->layout, &all->after[faction], &found);
        memset(sums, 0, sizeof *sums);
        add_features(all->network, &found, sums);
        all->seats_known[card][faction] = 1;
    }
    return sums;
}

/* Only the number of cards counts here, so any card played will do. */
static const Sums *ranking_sums(Comparison *all, int faction, int ranking)
{
    Sums *sums = &all->rankings[faction][ranking];
    if (!all->rankings_known[faction][ranking]) {
        Features found = {0};
        ranking_features(&all->network->layout, &all->after[faction], ranking, &found);
        memset(sums, 0, sizeof *sums);
        add_features(all->network, &found, sums);
        all->rankings_known[faction][ranking] = 1;
    }
    return sums;
}

static void change_stack(const Comparison *all, Board *board, int stack, int by)
{
    int province = stack / 3, slot = board->slot[province], wait = slot - all->resolved;
    uint8_t *trio = board->stacks + 3 * province;
    take_row(&board->sums, trio_row(all->network, wait, trio));
    board->ending -= majority(trio) << (2 * slot);
    board->stacks[stack] = (uint8_t)(board->stacks[stack] + by);
    add_row(&board->sums, trio_row(all->network, wait, trio));
    board->ending += majority(trio) << (2 * slot);
}

static void remove_province(const Comparison *all, Board *board, int province)
{
    int slot = board->slot[province];
    const uint8_t *trio = board->stacks + 3 * province;
    take_row(&board->sums, trio_row(all->network, slot - all->resolved, trio));
    board->ending -= majority(trio) << (2 * slot);
}

static void put_province(const Comparison *all, Board *board, int province)
{
    int slot = board->slot[province];
    const uint8_t *trio = board->stacks + 3 * province;
    add_row(&board->sums, trio_row(all->network, slot - all->resolved, trio));
    board->ending += majority(trio) << (2 * slot);
}

static void swap_tiles(const Comparison *all, Board *board, const Move *move)
{
    for (int each = 0; each < 2; each++) {
        int province = move->part[each], wait = board->slot[province] - all->resolved;
        Sums tile = {{0}};
        add_tile(all, wait, province, all->position->marked[province], &tile);
        take_row(&board->sums, tile.unit);
        remove_province(all, board, province);
    }
    uint8_t slot = board->slot[move->part[0]];
    board->slot[move->part[0]] = board->slot[move->part[1]];
    board->slot[move->part[1]] = slot;
    for (int each = 0; each < 2; each++) {
        int province = move->part[each], wait = board->slot[province] - all->resolved;
        int marked = all->position->marked[province] || move->part[2] == province;
        add_tile(all, wait, province, marked, &board->sums);
        put_province(all, board, province);
    }
}

/* Put followers of the supply on the board; where nothing is placed, the supply stays. */
static void place(const Comparison *all, Board *board, const Move *move)
{
    int supply[FACTIONS];
    memcpy(supply, all->supply, sizeof supply);
    for (int each = 0; each < move->count; each++) {
        int again = each && move->part[each] / 3 == move->part[each - 1] / 3;
        if (!again)
            remove_province(all, board, move->part[each] / 3);
        board->stacks[move->part[each]]++;
        int more = each + 1 < move->count && move->part[each + 1] / 3 == move->part[each] / 3;
        if (!more)
            put_province(all, board, move->part[each] / 3);
        supply[move->part[each] % 3]--;
    }
    add_supply(all, supply, &board->sums);
}

static void after_action(const Comparison *all, const Move *move, Board *board)
{
    memcpy(board->stacks, all->position->stacks, STACKS);
    memcpy(board->slot, all->position->slot, PROVINCES);
    board->sums = all->board;
    board->ending = all->ending;
    if (move->kind == PLACEMENT) {
        place(all, board, move);
        return;
    }
    add_supply(all, all->supply, &board->sums);
    if (move->kind == SWAP) {
        swap_tiles(all, board, move);
    } else if (move->kind == EXCHANGE) {
        remove_province(all, board, move->part[2]);
        remove_province(all, board, move->part[4]);
        apply_action(move, board->stacks);
        put_province(all, board, move->part[2]);
        put_province(all, board, move->part[4]);
    }
}

static float worth_by_rules(const Comparison *all, const Move *move)
{
    float values[3];
    Position then = *all->position;
    play(&then, move);
    judge(all->network, &then, values);
    return values[all->side];
}

/* Return what a move is worth for the side to move, once its action has been done on a board. */
static float worth_of(Comparison *all, const Board *before, const Move *move)
{
    float values[3];
    if (all->alone)
        return worth_by_rules(all, move);
    Board board = *before;
    int faction = NO_FACTION;
    if (move->taken != NOBODY) {
        faction = move->taken % 3;
        change_stack(all, &board, move->taken, -1);
    }
    Features found = {0};
    projected_features(&all->network->layout, board.ending, &found);
    add_features(all->network, &found, &board.sums);
    add_row(&board.sums, seat_sums(all, move->card, faction)->unit);
    add_row(&board.sums, ranking_sums(all, faction, ranking_of(board.ending))->unit);
    run_layers(all->network, &board.sums, all->next, values);
    return values[all->side];
}

static int by_worth(const void *one, const void *other)
{
    float a = ((const Candidate *)one)->worth, b = ((const Candidate *)other)->worth;
    return (a < b) - (a > b);
}

/* Write the moves with one action. */
static int with_takings(Comparison *all, const Move *action, Candidate *found, int most)
{
    Board board;
    int count = 0;
    after_action(all, action, &board);
    for (int stack = 0; stack <= STACKS && count < most; stack++) {
        if (stack < STACKS ? !board.stacks[stack] : count)
            continue;
        found[count].move = *action;
        found[count].move.taken = stack < STACKS ? (uint8_t)stack : NOBODY;
        found[count].worth = worth_of(all, &board, &found[count].move);
        count++;
    }
    return count;
}

/* Write the best followers to take if a card does nothing, each of another faction. */
static int best_takes(Comparison *all, int card, uint8_t *takes)
{
    Candidate found[STACKS];
    Move nothing = {(uint8_t)card, NO_ACTION, 0, {0}, NOBODY, 0};
    int count = with_takings(all, &nothing, found, STACKS), chosen = 0;
    qsort(found, (size_t)count, sizeof *found, by_worth);
    for (int each = 0; each < count && chosen < TRIED_TAKES; each++) {
        uint8_t stack = found[each].move.taken;
        if (stack == NOBODY || (chosen && takes[0] % 3 == stack % 3))
            continue;
        takes[chosen++] = stack;
    }
    return chosen;
}

/* Return what an action is worth with one of a few followers taken. */
static float promise_of(Comparison *all, const Move *action, const uint8_t *takes, int count)
{
    Board board;
    float best = -1;
    after_action(all, action, &board);
    Move move = *action;
    for (int each = 0; each < count; each++) {
        if (!board.stacks[takes[each]])
            continue;
        move.taken = takes[each];
        float worth = worth_of(all, &board, &move);
        best = worth > best ? worth : best;
    }
    if (best >= 0)
        return best;
    for (move.taken = 0; move.taken < STACKS && !board.stacks[move.taken]; move.taken++)
        ;
    if (move.taken == STACKS)
        move.taken = NOBODY;
    return worth_of(all, &board, &move);
}

static Candidate pass_of(const Comparison *all)
{
    Candidate pass = {0, {NOBODY, NO_ACTION, 0, {0}, NOBODY, 0}};
    pass.worth = worth_by_rules(all, &pass.move);
    return pass;
}

/*
 * Write the moves that look best, best first, and return how many.
 *
 * Of the best actions only, as many as the width, all followers to take are compared. A width of 0
 * compares all legal moves, at most so many as there is room for.
 */
int compare_moves(const Network *network, const Position *position, int width, Candidate *found,
                  int most)
{
    static _Thread_local Comparison all;
    static _Thread_local Candidate actions[CARD_KINDS * MOST_ACTIONS];
    static _Thread_local Move moves[MOST_ACTIONS];
    int many = 0, count = 0;
    uint8_t takes[TRIED_TAKES];
    begin(&all, network, position);
    if (most < 1)
        return 0;
    found[count++] = pass_of(&all);
    for (int card = 0; card < CARD_KINDS; card++) {
        if (!position->hand[position->turn][card])
            continue;
        int listed = actions_of(position, card, moves);
        int tried = width ? best_takes(&all, card, takes) : 0;
        for (int each = 0; each < listed; each++) {
            actions[many].move = moves[each];
            actions[many++].worth = width ? promise_of(&all, moves + each, takes, tried) : 0;
        }
    }
    if (width && many > width) {
        qsort(actions, (size_t)many, sizeof *actions, by_worth);
        many = width;
    }
    for (int each = 0; each < many; each++)
        count += with_takings(&all, &actions[each].move, found + count, most - count);
    qsort(found, (size_t)count, sizeof *found, by_worth);
    return count;
}
