/* The parts of the solver that share one context. See `games/search/solver.py` for the method. */
#ifndef SIAM_SOLVER_H
#define SIAM_SOLVER_H

#include <stddef.h>

#include "state.h"

#define INFINITE ((int64_t)1 << 40)

enum {
    MOST_ACTIONS = 1024,
    UNKNOWN = -1,
    GIVEN_UP = -2,
    OUTCOMES = 10,
    COLONY = 9,
    WINS_KEPT = 1 << 13
};

/* Asked now and then whether to stop. */
typedef int (*Stop)(void);

/* How much work is allowed; `games/search/effort.py` in C. */
typedef struct {
    int64_t spent, limit;
    int32_t used_up;
    Stop stop;
} Effort;

/* With which outcomes each side wins alone. */
typedef struct {
    uint64_t taken;
    uint32_t order;
    uint16_t won[SEATS];
} Wins;

/* The positions that moves with one card have led to. */
typedef struct {
    uint64_t low, high;
    uint32_t extra, round;
} Seen;

typedef struct {
    Seen *slots;
    size_t size, mask;
    uint32_t round;
} SeenSet;

/* What is known of a position; a slot without work is empty. */
typedef struct {
    uint64_t key[2];
    int64_t proof, disproof;
    uint32_t work;
    int32_t winning;
} Entry;

typedef struct {
    Entry *slots;
    size_t size, used, room;
} Table;

typedef struct {
    uint32_t *moves;
    int64_t *proof, *disproof;
    size_t size, room;
} Expansion;

typedef struct {
    Layout layout;
    Effort effort;
    int64_t check;
    double asked;
    int broken; /* the step just asked for was refused */
    int out_of_memory;
    uint64_t visited;
    uint32_t lucky[KINDS];
    Wins *wins;
    uint16_t *possible;
    SeenSet seen;
    Table table;
} Context;

/* actions.c */
int list_actions(const Layout *layout, const State *state, uint32_t card, uint32_t *found);

/* effort.c */
int ask(Context *context);
void begin_effort(Context *context, const Effort *allowed);

/* Take a step; return 0 if none is allowed any more, which `broken` tells, too. */
static inline int spend(Context *context)
{
    return ++context->effort.spent < context->check || ask(context);
}

/* outcomes.c */
const uint16_t *wins_of(Context *context, uint64_t taken, uint32_t order);
uint32_t possible_outcomes(Context *context, uint32_t ending, int resolved);
uint32_t standing(uint32_t ending, int resolved);
uint32_t end_of(const Layout *layout, const State *state);
int goal_wins_if_all_pass(Context *context, const State *state);

/* seen.c */
int begin_seen(Context *context, size_t most);
int is_new(Context *context, const State *after, unsigned stack, uint32_t extra);
uint32_t tells_apart(const Layout *layout, const State *state, uint32_t card);

/* last_cards.c */
void wins_by_taking(Context *context, const State *state, int seat, int side, uint32_t *found);
int settled(Context *context, const State *state);

/* expansion.c */
void expand(Context *context, const State *state, Expansion *found);
void free_expansion(Expansion *expansion);

/* table.c */
void make_key(const Layout *layout, const State *state, uint64_t *key);
Entry *find_entry(const Table *table, const uint64_t *key);
Entry *add_entry(Context *context, const uint64_t *key);

#endif
