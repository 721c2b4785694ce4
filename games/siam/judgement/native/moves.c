/* What a card can do: every legal action of it, each once (S9-S14). The last card (S15) is apart. */
#include "position.h"

#include <string.h>

static Move action(int card, int kind, int count)
{
    Move move = {(uint8_t)card, (uint8_t)kind, (uint8_t)count, {0}, NOBODY, 0};
    return move;
}

static int is_banned(const Position *position, const Move *move)
{
    const uint8_t *ban = position->banned, *part = move->part;
    if (position->banned_card != move->card || position->banned_count != move->count)
        return 0;
    return ban[0] == part[0] && (move->count == 1 || ban[1] == part[1]) && ban[2] == part[2] &&
           ban[3] == part[3] && ban[4] == part[4];
}

static int swaps(const Position *position, Move *moves)
{
    int found = 0;
    for (int first = 0; first < PROVINCES; first++)
        for (int second = first + 1; second < PROVINCES; second++) {
            if (position->control[first] != OPEN || position->marked[first] ||
                position->control[second] != OPEN || position->marked[second])
                continue;
            for (int which = 0; which < 2; which++) {
                Move *move = moves + found++;
                *move = action(KING, SWAP, 0);
                move->part[0] = (uint8_t)first;
                move->part[1] = (uint8_t)second;
                move->part[2] = (uint8_t)(which ? second : first);
            }
        }
    return found;
}

static int khon_thai(const Position *position, Move *moves)
{
    int factions[FACTIONS], many = 0, open[PROVINCES], places = 0, all = 1;
    for (int faction = 0; faction < FACTIONS; faction++)
        if (supply_of(position, faction) > 0)
            factions[many++] = faction;
    for (int province = 0; province < PROVINCES; province++)
        if (position->control[province] == OPEN)
            open[places++] = province;
    if (!many)
        return 0;
    for (int each = 0; each < many; each++)
        all *= places;
    for (int number = 0; number < all; number++) {
        moves[number] = action(THAI, PLACEMENT, many);
        for (int each = many - 1, rest = number; each >= 0; each--, rest /= places)
            moves[number].part[each] = (uint8_t)(3 * open[rest % places] + factions[each]);
    }
    return all;
}

static int reinforcements(const Position *position, int card, Move *moves)
{
    int faction = card - REINFORCE, supply = supply_of(position, faction), found = 0;
    int reach = reach_of(position, faction);
    if (supply <= 0)
        return 0;
    for (int one = 0; one < PROVINCES; one++) {
        for (int other = one; other < PROVINCES && reach >> one & 1; other++) {
            if (!(reach >> other & 1) || (supply == 1 && other != one))
                continue;
            Move *move = moves + found++;
            *move = action(card, PLACEMENT, supply == 1 ? 1 : 2);
            move->part[0] = (uint8_t)(3 * one + faction);
            move->part[1] = (uint8_t)(3 * other + faction);
        }
    }
    return found;
}

static int one_for_one(const Position *position, int card, Move *moves)
{
    int found = 0;
    for (int first = 0; first < PROVINCES; first++)
        for (int second = first + 1; second < PROVINCES; second++) {
            if (card == TWO && !(position->borders[first] >> second & 1))
                continue;
            for (int given = 0; given < FACTIONS; given++)
                for (int taken = 0; taken < FACTIONS; taken++) {
                    if (!position->stacks[3 * first + given] || !position->stacks[3 * second + taken])
                        continue;
                    Move *move = moves + found;
                    *move = action(card, EXCHANGE, 1);
                    move->part[0] = (uint8_t)given;
                    move->part[2] = (uint8_t)first;
                    move->part[3] = (uint8_t)taken;
                    move->part[4] = (uint8_t)second;
                    found += !is_banned(position, move);
                }
        }
    return found;
}

static int two_for_one(const Position *position, Move *moves)
{
    int found = 0;
    for (int source = 0; source < PROVINCES; source++) {
        const uint8_t *here = position->stacks + 3 * source;
        for (int target = 0; target < PROVINCES; target++) {
            if (!(position->borders[source] >> target & 1))
                continue;
            for (int one = 0; one < FACTIONS; one++)
                for (int other = one; other < FACTIONS; other++) {
                    if (!here[one] || !here[other] || (one == other && here[one] < 2))
                        continue;
                    for (int taken = 0; taken < FACTIONS; taken++) {
                        if (!position->stacks[3 * target + taken])
                            continue;
                        Move *move = moves + found;
                        *move = action(TWO, EXCHANGE, 2);
                        move->part[0] = (uint8_t)one;
                        move->part[1] = (uint8_t)other;
                        move->part[2] = (uint8_t)source;
                        move->part[3] = (uint8_t)taken;
                        move->part[4] = (uint8_t)target;
                        found += !is_banned(position, move);
                    }
                }
        }
    }
    return found;
}

/* Write every legal action of a card; one without action if it can do nothing. */
int actions_of(const Position *position, int card, Move *moves)
{
    int found;
    if (card == KING)
        found = swaps(position, moves);
    else if (card == THAI)
        found = khon_thai(position, moves);
    else if (card == ONE)
        found = one_for_one(position, card, moves);
    else if (card == TWO)
        found = two_for_one(position, moves);
    else
        found = reinforcements(position, card, moves);
    if (!found && card == TWO)
        found = one_for_one(position, card, moves);
    if (!found) {
        moves[0] = action(card, NO_ACTION, 0);
        found = 1;
    }
    return found;
}
