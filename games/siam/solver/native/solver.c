/* Depth-first proof-number search, step by step as `games/search/solver.py` does it. */
#include <stdlib.h>

#include "solver.h"

#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

/* A position under search, seen by the side to move. */
typedef struct {
    int64_t *own, *other;
    int64_t total, least, second;
    size_t chosen, size;
} Open;

typedef struct {
    int64_t proof, disproof;
} Numbers;

static Numbers visit(Context *context, const State *state, Numbers limits);

/* Choose the move that takes this side the least work. */
static void choose(Open *node)
{
    int64_t least = INFINITE + 1, second = INFINITE + 1;
    size_t chosen = 0;
    for (size_t index = 0; index < node->size; index++) {
        int64_t number = node->own[index];
        if (number < least) {
            chosen = index;
            second = least;
            least = number;
        } else if (number < second)
            second = number;
    }
    node->chosen = chosen;
    node->least = least;
    node->second = second;
    if (!least)
        node->total = INFINITE;
}

/* Look at one move after the other until a number reaches its limit. */
static void search(
    Context *context,
    const State *state,
    const uint32_t *moves,
    Open *node,
    int mine,
    int64_t own_limit,
    int64_t other_limit)
{
    for (;;) {
        choose(node);
        if (!node->least || node->least >= own_limit || node->total >= other_limit)
            return;
        if (!node->total || context->effort.used_up)
            return;
        State child = *state;
        play(&context->layout, &child, moves[node->chosen]);
        /* A quarter more than the next best, so that the search does not jump to and fro. */
        int64_t least = node->second + 1 + node->second / 4;
        if (least > own_limit)
            least = own_limit;
        int64_t most = other_limit - node->total + node->other[node->chosen];
        Numbers limits = {mine ? least : most, mine ? most : least};
        Numbers found = visit(context, &child, limits);
        int64_t own = mine ? found.proof : found.disproof;
        int64_t other = mine ? found.disproof : found.proof;
        if (context->effort.used_up && own && other)
            return; /* It was broken off, so the first guess is better. */
        node->total += other - node->other[node->chosen];
        node->own[node->chosen] = own;
        node->other[node->chosen] = other;
    }
}

/* Take the numbers of the positions after the moves from what is known. */
static void recall(Context *context, const State *state, Expansion *expansion)
{
    for (size_t index = 0; index < expansion->size; index++) {
        uint64_t key[2];
        if (!spend(context))
            return;
        if (!expansion->proof[index] || !expansion->disproof[index])
            continue;
        State child = *state;
        play(&context->layout, &child, expansion->moves[index]);
        make_key(&context->layout, &child, key);
        const Entry *entry = find_entry(&context->table, key);
        if (entry) {
            expansion->proof[index] = entry->proof;
            expansion->disproof[index] = entry->disproof;
        }
    }
}

static Numbers visit_moves(
    Context *context,
    const State *state,
    const uint64_t *key,
    int known,
    Numbers limits,
    Expansion *expansion)
{
    Numbers refused = {1, 1};
    const Layout *layout = &context->layout;
    int mine = layout->side[state->turn] == layout->goal;
    uint64_t before = context->visited;
    expand(context, state, expansion);
    if (known && !context->broken)
        recall(context, state, expansion);
    if (context->broken || context->out_of_memory)
        return refused;
    Open node = {
        mine ? expansion->proof : expansion->disproof,
        mine ? expansion->disproof : expansion->proof,
        0, 0, 0, 0, expansion->size};
    for (size_t index = 0; index < node.size; index++)
        node.total += node.other[index];
    search(
        context, state, expansion->moves, &node, mine,
        mine ? limits.proof : limits.disproof, mine ? limits.disproof : limits.proof);
    int64_t total = node.total < INFINITE ? node.total : INFINITE;
    int64_t least = !total || node.least > INFINITE ? INFINITE : node.least;
    Entry *entry = add_entry(context, key);
    if (!entry)
        return refused;
    entry->proof = mine ? least : total;
    entry->disproof = mine ? total : least;
    uint64_t work = entry->work + (context->visited - before) + 1;
    entry->work = work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
    if (mine && !least)
        entry->winning = (int32_t)expansion->moves[node.chosen];
    return (Numbers){entry->proof, entry->disproof};
}

static Numbers visit_open(Context *context, const State *state, Numbers limits)
{
    uint64_t key[2];
    make_key(&context->layout, state, key);
    const Entry *entry = find_entry(&context->table, key);
    if (entry) {
        Numbers found = {entry->proof, entry->disproof};
        if (found.proof >= limits.proof || found.disproof >= limits.disproof || !found.proof
            || !found.disproof)
            return found;
    }
    if (!spend(context))
        return (Numbers){1, 1};
    context->visited++;
    Expansion expansion = {NULL, NULL, NULL, 0, 0};
    Numbers found = visit_moves(context, state, key, entry != NULL, limits, &expansion);
    free_expansion(&expansion);
    return found;
}

/* Search below a position until a number reaches its limit; return its numbers. */
static Numbers visit(Context *context, const State *state, Numbers limits)
{
    Numbers found;
    int result = settled(context, state);
    if (!context->broken && result != UNKNOWN)
        return (Numbers){result ? 0 : INFINITE, result ? INFINITE : 0};
    if (context->broken)
        found = (Numbers){1, 1};
    else
        found = visit_open(context, state, limits);
    context->broken = 0;
    if (context->out_of_memory)
        context->effort.used_up = 1;
    return found;
}

static Numbers visit_fully(Context *context, const State *state)
{
    return visit(context, state, (Numbers){INFINITE, INFINITE});
}

EXPORTED void siam_close(Context *context)
{
    if (context) {
        free(context->wins);
        free(context->possible);
        free(context->seen.slots);
        free(context->table.slots);
        free(context);
    }
}

/* Return a solver of one ending that remembers so many positions; NULL without memory. */
EXPORTED Context *siam_open(const Layout *layout, size_t room)
{
    Context *context = calloc(1, sizeof *context);
    if (!context)
        return NULL;
    size_t endings = 0;
    for (int slot = layout->first_slot; slot < PROVINCES; slot++)
        endings += (size_t)1 << 2 * (slot - layout->first_slot);
    context->layout = *layout;
    context->table.room = room;
    context->wins = malloc(WINS_KEPT * sizeof *context->wins);
    context->possible = calloc(endings + 1, sizeof *context->possible);
    if (!context->wins || !context->possible) {
        siam_close(context);
        return NULL;
    }
    for (int slot = 0; slot < WINS_KEPT; slot++)
        context->wins[slot].order = UINT32_MAX;
    return context;
}

/* Return 1 if the goal can force its win, 0 if not, `UNKNOWN` if that took too long. */
EXPORTED int siam_solve(Context *context, const State *state, Effort *effort)
{
    begin_effort(context, effort);
    Numbers found = visit_fully(context, state);
    *effort = context->effort;
    return !found.proof ? 1 : !found.disproof ? 0 : UNKNOWN;
}

static int winning_move(Context *context, const State *state, Expansion *expansion)
{
    uint64_t key[2];
    make_key(&context->layout, state, key);
    const Entry *entry = find_entry(&context->table, key);
    if (entry && entry->winning != UNKNOWN)
        return entry->winning;
    expand(context, state, expansion);
    if (context->broken || context->out_of_memory)
        return GIVEN_UP;
    for (size_t index = 0; index < expansion->size; index++)
        if (!expansion->proof[index])
            return (int)expansion->moves[index];
    for (size_t index = 0; index < expansion->size; index++) {
        State child = *state;
        play(&context->layout, &child, expansion->moves[index]);
        if (!visit_fully(context, &child).proof)
            return (int)expansion->moves[index];
    }
    return UNKNOWN;
}

/* Return a move by which the goal keeps its proven win, `UNKNOWN` or `GIVEN_UP`. */
EXPORTED int siam_winning_move(Context *context, const State *state, Effort *effort)
{
    Expansion expansion = {NULL, NULL, NULL, 0, 0};
    begin_effort(context, effort);
    int found = winning_move(context, state, &expansion);
    free_expansion(&expansion);
    *effort = context->effort;
    return found;
}

/* Return the move of the others that took most work to answer, or `GIVEN_UP`. */
EXPORTED int siam_hardest_move(Context *context, const State *state, Effort *effort)
{
    Expansion expansion = {NULL, NULL, NULL, 0, 0};
    int64_t most = -1;
    int best = 0;
    begin_effort(context, effort);
    expand(context, state, &expansion);
    for (size_t index = 0; index < expansion.size && spend(context); index++) {
        uint64_t key[2];
        State child = *state;
        play(&context->layout, &child, expansion.moves[index]);
        make_key(&context->layout, &child, key);
        const Entry *entry = find_entry(&context->table, key);
        int64_t work = entry ? entry->work : 0;
        if (work > most) {
            most = work;
            best = (int)expansion.moves[index];
        }
    }
    if (context->broken || context->out_of_memory)
        best = GIVEN_UP;
    free_expansion(&expansion);
    *effort = context->effort;
    return best;
}
