/* How much work a proof may take: `games/search/effort.py` in C. */
#include <time.h>

#include "solver.h"

enum { CHECKED_AFTER = 64 };
/* Who asks is Python, and that takes a microsecond: not more often than so many seconds. */
static const double ASKED_AFTER = 0.0002;

static double now(void)
{
    struct timespec found;
    timespec_get(&found, TIME_UTC);
    return (double)found.tv_sec + 1e-9 * (double)found.tv_nsec;
}

static int is_stopped(Context *context)
{
    if (!context->effort.stop)
        return 0;
    double time = now();
    if (time >= context->asked && time < context->asked + ASKED_AFTER)
        return 0;
    int stopped = context->effort.stop();
    context->asked = now();
    return stopped;
}

int ask(Context *context)
{
    Effort *effort = &context->effort;
    if (effort->used_up || context->out_of_memory || effort->spent > effort->limit
        || is_stopped(context)) {
        effort->used_up = 1;
        context->check = 0;
        context->broken = 1;
        return 0;
    }
    int64_t next = effort->spent + CHECKED_AFTER;
    context->check = next <= effort->limit ? next : effort->limit + 1;
    return 1;
}

void begin_effort(Context *context, const Effort *allowed)
{
    context->effort = *allowed;
    context->check = allowed->spent;
    context->asked = 0;
    context->broken = 0;
    context->out_of_memory = 0;
}
