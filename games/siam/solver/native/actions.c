/* The actions of a card, each once, in the order of `games/siam/solver/actions.py` (S9 to S14). */
#include "solver.h"

static int add_swaps(const State *state, uint32_t *found)
{
    uint32_t places = state->free & ~state->marked & 255u;
    int size = 0;
    for (uint32_t one = 0; one < PROVINCES; one++)
        for (uint32_t other = 0; other < PROVINCES; other++)
            if (one != other && places >> one & 1 && places >> other & 1)
                found[size++] = action_code(MAHARACHA, 2, one, other, 0);
    return size;
}

static int members(uint32_t places, uint32_t *found)
{
    int size = 0;
    for (uint32_t place = 0; place < PROVINCES; place++)
        if (places >> place & 1)
            found[size++] = place;
    return size;
}

static int add_khon_thai(const State *state, uint32_t *found)
{
    uint32_t factions[3], places[PROVINCES];
    int kinds = 0, size = 0, open = members(state->free, places);
    for (uint32_t faction = 0; faction < 3; faction++)
        if (state->supply & FACTION_MASK[faction])
            factions[kinds++] = faction;
    if (!kinds)
        return 0;
    for (int i = 0; i < open; i++) {
        uint32_t first = 3 * places[i] + factions[0];
        if (kinds == 1) {
            found[size++] = action_code(KHON_THAI, 1, first, 0, 0);
            continue;
        }
        for (int j = 0; j < open; j++) {
            uint32_t second = 3 * places[j] + factions[1];
            if (kinds == 2) {
                found[size++] = action_code(KHON_THAI, 2, first, second, 0);
                continue;
            }
            for (int k = 0; k < open; k++)
                found[size++] =
                    action_code(KHON_THAI, 3, first, second, 3 * places[k] + factions[2]);
        }
    }
    return size;
}

static int add_reinforcements(const State *state, uint32_t card, uint32_t *found)
{
    uint32_t faction = card - FIRST_FACTION, places[PROVINCES];
    uint32_t supply = (state->supply & FACTION_MASK[faction]) / UNIT[faction];
    int size = 0, open;
    if (!supply)
        return 0;
    open = members(targets(state, (int)faction), places);
    for (int i = 0; i < open; i++) {
        uint32_t first = 3 * places[i] + faction;
        if (supply == 1) {
            found[size++] = action_code(card, 1, first, 0, 0);
            continue;
        }
        for (int j = i; j < open; j++)
            found[size++] = action_code(card, 2, first, 3 * places[j] + faction, 0);
    }
    return size;
}

static int add_one_for_one(
    const Layout *layout, const State *state, uint32_t card, int border, uint32_t *found)
{
    uint32_t places[PROVINCES];
    int size = 0, open = members(state->free, places);
    for (int i = 0; i < open; i++) {
        uint32_t one = places[i], here = count_in(state, one);
        if (!here)
            continue;
        for (int j = i + 1; j < open; j++) {
            uint32_t other = places[j], there = count_in(state, other);
            if (border && !(layout->neighbours[one] >> other & 1))
                continue;
            for (uint32_t given = 0; given < 3; given++) {
                if (!(here & FACTION_MASK[given]))
                    continue;
                for (uint32_t taken = 0; taken < 3; taken++) {
                    uint32_t code = exchange_code(card, 3 * one + given, 3 * other + taken);
                    if (there & FACTION_MASK[taken] && code != state->ban)
                        found[size++] = code;
                }
            }
        }
    }
    return size;
}

static int pairs_of(uint32_t count, uint32_t *found)
{
    int size = 0;
    for (uint32_t one = 0; one < 3; one++)
        if (count & FACTION_MASK[one])
            for (uint32_t other = one; other < 3; other++)
                if ((count - UNIT[one]) & FACTION_MASK[other])
                    found[size++] = 4 * one + other;
    return size;
}

static int add_two_for_one(const Layout *layout, const State *state, uint32_t *found)
{
    uint32_t places[PROVINCES], pairs[6];
    int size = 0, open = members(state->free, places);
    for (int i = 0; i < open; i++) {
        uint32_t source = places[i];
        int many = pairs_of(count_in(state, source), pairs);
        for (int j = 0; many && j < open; j++) {
            uint32_t target = places[j], there = count_in(state, target);
            if (!(layout->neighbours[source] >> target & 1))
                continue;
            for (uint32_t taken = 0; taken < 3; taken++) {
                if (!(there & FACTION_MASK[taken]))
                    continue;
                for (int pair = 0; pair < many; pair++) {
                    uint32_t first = 3 * source + pairs[pair] / 4;
                    uint32_t second = 3 * source + pairs[pair] % 4;
                    uint32_t code =
                        action_code(TWO_FOR_ONE, 3, first, second, 3 * target + taken);
                    if (code != state->ban)
                        found[size++] = code;
                }
            }
        }
    }
    return size;
}

/* Write the codes of a card's actions, without takings; that of none if it can do nothing. */
int list_actions(const Layout *layout, const State *state, uint32_t card, uint32_t *found)
{
    int size;
    if (card == MAHARACHA)
        size = add_swaps(state, found);
    else if (card == KHON_THAI)
        size = add_khon_thai(state, found);
    else if (card == ONE_FOR_ONE)
        size = add_one_for_one(layout, state, card, 0, found);
    else if (card == TWO_FOR_ONE) {
        size = add_two_for_one(layout, state, found);
        if (!size)
            size = add_one_for_one(layout, state, card, 1, found);
    } else
        size = add_reinforcements(state, card, found);
    if (!size)
        found[size++] = card;
    return size;
}
