/* Who wins near the end of a game, by the solver (`games/siam/solver/native`). */
#ifndef SIAM_EXACT_H
#define SIAM_EXACT_H

#include <stddef.h>
#include <stdint.h>

/* The functions and the tables of the solver, which is a library of its own. */
typedef struct {
    void *(*open)(const void *layout, size_t room);
    void (*close)(void *context);
    int (*solve)(void *context, const void *state, void *effort);
    const void *majority, *taking, *outcome;
} Solver;

typedef struct Ending Ending;

/* `bytes` are a position as the judgement has it. */
Ending *begin_ending(const Solver *solver, const void *bytes);
void end_ending(Ending *ending);
int solve(Ending *ending, const void *bytes, int64_t steps, float *values);

#endif
