/* Games of a network against itself, from which the next one learns. */
#include "learning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TURNS 256
#define MOST_MOVES 4096

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static double part(uint64_t *state) { return (double)(next_random(state) >> 11) / 9007199254740992.0; }

static int below(uint64_t *state, int count) { return (int)(part(state) * count); }

/* Return any legal move; each kind of card as likely as a pass. */
static Move random_move(const Position *position, uint64_t *state)
{
    static _Thread_local Move moves[MOST_ACTIONS];
    Move pass = {NOBODY, NO_ACTION, 0, {0}, NOBODY, 0};
    int kinds[CARD_KINDS], count = 0;
    for (int card = 0; card < CARD_KINDS; card++)
        if (position->hand[position->turn][card])
            kinds[count++] = card;
    int chosen = below(state, count + 1);
    if (chosen == count)
        return pass;
    int listed = actions_of(position, kinds[chosen], moves);
    Move move = moves[below(state, listed)];
    uint8_t after[STACKS], full[STACKS];
    int many = 0;
    memcpy(after, position->stacks, STACKS);
    apply_action(&move, after);
    for (int stack = 0; stack < STACKS; stack++)
        if (after[stack])
            full[many++] = (uint8_t)stack;
    move.taken = many ? full[below(state, many)] : NOBODY;
    return move;
}

static int by_worth(const void *one, const void *other)
{
    float a = ((const Candidate *)one)->worth, b = ((const Candidate *)other)->worth;
    return (a < b) - (a > b);
}

/* Write the values of a position after the best answer that is seen at once. */
static void look(const Network *network, const Position *position, float *values)
{
    static _Thread_local Candidate answers[MOST_MOVES];
    if (certain(position, values))
        return;
    compare_moves(network, position, 3, answers, MOST_MOVES);
    Position then = *position;
    play(&then, &answers[0].move);
    judge(network, &then, values);
}

/* Write the candidates of a position, and the values with the best one. */
static int candidates(const Network *network, const Position *position, const Settings *settings,
                      Candidate *found, float *best)
{
    int side = side_of(position, position->turn);
    int count = compare_moves(network, position, settings->width, found, MOST_MOVES);
    int looked = count < settings->looked ? count : settings->looked;
    float most = -1, values[3] = {0};
    for (int each = 0; each < looked; each++) {
        Position then = *position;
        play(&then, &found[each].move);
        look(network, &then, values);
        found[each].worth = values[side];
        if (values[side] > most) {
            most = values[side];
            memcpy(best, values, sizeof values);
        }
    }
    if (looked) {
        qsort(found, (size_t)looked, sizeof *found, by_worth);
        return looked;
    }
    Position then = *position;
    play(&then, &found[0].move);
    judge(network, &then, best);
    return count;
}

static int chosen_of(const Candidate *found, int count, double heat, uint64_t *state)
{
    double powers[MOST_MOVES], total = 0;
    for (int each = 0; each < count; each++)
        total += powers[each] = exp((found[each].worth - found[0].worth) / heat);
    double left = part(state) * total;
    for (int each = 0; each < count; each++)
        if ((left -= powers[each]) <= 0)
            return each;
    return 0;
}

/* Write who wins if the solver finds that out; it begins with the first position asked about. */
static int proven(const Solver *solver, const Settings *settings, const Position *position,
                  Ending **ending, float *values)
{
    int cards = cards_left(position);
    if (cards > settings->proven || cards < 2)
        return 0;
    if (!*ending)
        *ending = begin_ending(solver, position);
    return *ending && solve(*ending, position, settings->steps, values);
}

/*
 * Play one game on from a position; write a record of each position and return how many.
 *
 * What a position is taken to be worth: the end of the game, mixed with the best worth seen on the
 * way. What follows a random or bad move does not count for the positions before it, unless only
 * the end of the game counts. What the solver proves is certain.
 */
int self_play(const Network *network, const Solver *solver, const uint8_t *start, uint64_t seed,
              const Settings *settings, Record *records)
{
    static _Thread_local Candidate found[MOST_MOVES];
    float values[3] = {0}, bests[MOST_TURNS][3];
    int astray[MOST_TURNS], sure[MOST_TURNS], count = 0, played = 0;
    Ending *ending = NULL;
    uint64_t state = seed;
    Position position;
    if (!unpack(&position, start))
        return -1;
    int opening = below(&state, settings->opening + 1);
    while (!certain(&position, values) && count < MOST_TURNS) {
        Move move;
        if (played++ < opening) {
            move = random_move(&position, &state);
            play(&position, &move);
            continue;
        }
        records[count].position = position;
        sure[count] = proven(solver, settings, &position, &ending, records[count].values);
        int many = candidates(network, &position, settings, found, bests[count]);
        int random = part(&state) < settings->astray;
        int chosen = random ? 0 : chosen_of(found, many, settings->heat, &state);
        move = random ? random_move(&position, &state) : found[chosen].move;
        astray[count] = random || found[chosen].worth < found[0].worth - settings->slip;
        play(&position, &move);
        count++;
    }
    end_ending(ending);
    for (int each = count - 1; each >= 0; each--) {
        if (sure[each]) {
            memcpy(values, records[each].values, sizeof values);
            continue;
        }
        double mix = astray[each] && settings->mix > 0 ? 1 : settings->mix;
        for (int side = 0; side < 3; side++) {
            values[side] = (float)(mix * bests[each][side] + (1 - mix) * values[side]);
            records[each].values[side] = values[side];
        }
    }
    return count;
}
