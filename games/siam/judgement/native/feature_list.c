#include "feature_list.h"

#include <string.h>

/* Of a province: counts, differences, who wins and by how much, and which two are level. */
#define COUNTS (FACTIONS * 8)
#define DIFFERENCES (FACTIONS * 11)
#define TRIO_SIZE (COUNTS + DIFFERENCES + 16 + 4)
#define FOLLOWER_COUNTS 11
#define SEAT_SIZE (FACTIONS * FOLLOWER_COUNTS + 5 + 8 + 9 + 5)
#define LEADS 15
#define CARD_PAIRS 81
#define OTHER_SIZE (FACTIONS * LEADS + CARD_PAIRS)

Layout layout_of(int seats)
{
    Layout at = {.seats = seats, .sides = seats == 3 ? 3 : 2};
    int next = 0;
    at.trio = next;
    next += TRIO_SIZE;
    at.waiting_trio = next;
    next += PROVINCES * TRIO_SIZE;
    at.reach = next;
    next += PROVINCES * FACTIONS;
    at.mark = next;
    next += PROVINCES;
    at.resolved = next;
    next += 4 * 6 + 9;
    at.projected = next;
    next += 4 * 9;
    at.supply = next;
    next += FACTIONS * 8;
    at.seat = next;
    next += seats * SEAT_SIZE;
    at.other = next;
    next += (seats - 1) * OTHER_SIZE;
    at.struggle = next;
    next += 9 * MOST_SEATS;
    at.ranking = next;
    next += RANKINGS;
    at.lead = next;
    next += 3 * RANKINGS * LEADS;
    at.second = next;
    next += 3 * RANKINGS * LEADS;
    at.winner = next;
    next += 3 * CARD_PAIRS;
    at.total = next;
    return at;
}

static void add(Features *found, int number) { found->number[found->count++] = (uint16_t)number; }

static int within(int number, int most)
{
    return number < -most ? -most : number > most ? most : number;
}

static void trio_group(int start, const uint8_t *trio, Features *found)
{
    int winner = majority(trio);
    for (int one = 0; one < FACTIONS; one++) {
        int other = (one + 1) % FACTIONS;
        add(found, start + 8 * one + trio[one]);
        add(found, start + COUNTS + 11 * one + 5 + within(trio[one] - trio[other], 5));
    }
    start += COUNTS + DIFFERENCES;
    if (winner != BRITISH) {
        int next = trio[(winner + 1) % 3], last = trio[(winner + 2) % 3];
        add(found, start + 4 * winner + least(trio[winner] - (next > last ? next : last), 4) - 1);
    } else {
        add(found, start + 12 + ((trio[0] == trio[1]) + 2 * (trio[1] == trio[2])));
    }
    int second = 3;
    for (int one = 0; one < FACTIONS; one++) {
        int higher = 0, level = 0;
        for (int other = 0; other < FACTIONS; other++) {
            higher += trio[other] > trio[one];
            level += trio[other] == trio[one];
        }
        if (higher == 1 && level == 1)
            second = one;
    }
    add(found, start + 16 + second);
}

/* The followers of a province whose struggle comes after so many others. */
void trio_features(const Layout *layout, int wait, int trio, Features *found)
{
    uint8_t counts[FACTIONS] = {trio & 7, trio >> 3 & 7, trio >> 6 & 7};
    trio_group(layout->trio, counts, found);
    trio_group(layout->waiting_trio + wait * TRIO_SIZE, counts, found);
}

/* What else there is to a province that is open. */
void tile_features(const Layout *layout, const Position *position, int wait, int province,
                   const int *reach, Features *found)
{
    for (int faction = 0; faction < FACTIONS; faction++)
        if (reach[faction] >> province & 1)
            add(found, layout->reach + FACTIONS * wait + faction);
    if (position->marked[province])
        add(found, layout->mark + wait);
}

void resolved_features(const Layout *layout, const Position *position, Features *found)
{
    int count[BRITISH + 1] = {0}, last[FACTIONS] = {-1, -1, -1};
    for (int slot = 0; slot < PROVINCES; slot++) {
        int control = position->control[position->queue[slot]];
        if (control == OPEN)
            break;
        count[control]++;
        if (control != BRITISH)
            last[control] = slot;
    }
    for (int control = 0; control <= BRITISH; control++)
        add(found, layout->resolved + 6 * control + least(count[control], 5));
    for (int one = 0; one < FACTIONS; one++) {
        int other = (one + 1) % FACTIONS;
        int order = last[one] > last[other] ? 2 : last[one] < last[other];
        add(found, layout->resolved + 24 + 3 * one + order);
    }
}

/* How many provinces each would control if everybody passed. */
void projected_features(const Layout *layout, int ending, Features *found)
{
    int count[BRITISH + 1] = {0};
    for (int slot = 0; slot < PROVINCES; slot++)
        count[ending >> (2 * slot) & 3]++;
    for (int control = 0; control <= BRITISH; control++)
        add(found, layout->projected + 9 * control + count[control]);
}

void supply_features(const Layout *layout, const int *supply, Features *found)
{
    for (int faction = 0; faction < FACTIONS; faction++) {
        int count = supply[faction] < 0 ? 0 : least(supply[faction], 7);
        add(found, layout->supply + 8 * faction + count);
    }
}

static void own_features(int start, const Position *position, int seat, Features *found)
{
    const uint8_t *trio = position->followers[seat], *hand = position->hand[seat];
    for (int faction = 0; faction < FACTIONS; faction++)
        add(found, start + FOLLOWER_COUNTS * faction + least(trio[faction], FOLLOWER_COUNTS - 1));
    start += FACTIONS * FOLLOWER_COUNTS;
    add(found, start + least(least(trio[0], trio[1]), least(trio[2], 4)));
    start += 5;
    for (int kind = 0; kind < CARD_KINDS; kind++)
        if (hand[kind])
            add(found, start + (hand[kind] == 2 ? CARD_KINDS : kind));
    add(found, start + 8 + least(cards_of(position, seat), 8));
    add(found, start + 17 + least(position->age[seat], 4));
}

/* The seats, from the one to move on; and how many struggles and passes there are. */
void seat_features(const Layout *layout, const Position *position, Features *found)
{
    int turn = position->turn, mine = least(cards_of(position, turn), 8);
    for (int each = 0; each < layout->seats; each++) {
        int seat = (turn + each) % layout->seats;
        own_features(layout->seat + each * SEAT_SIZE, position, seat, found);
        if (!each)
            continue;
        int start = layout->other + (each - 1) * OTHER_SIZE;
        for (int faction = 0; faction < FACTIONS; faction++) {
            int lead = position->followers[turn][faction] - position->followers[seat][faction];
            add(found, start + LEADS * faction + 7 + within(lead, 7));
        }
        int theirs = least(cards_of(position, seat), 8);
        add(found, start + FACTIONS * LEADS + 9 * mine + theirs);
    }
    int open = PROVINCES - resolved(position);
    add(found, layout->struggle + MOST_SEATS * open + position->passes);
}

static int strength(const Position *position, int side, int faction)
{
    int most = 0;
    for (int seat = 0; seat < position->seats; seat++)
        if (side_of(position, seat) == side && position->followers[seat][faction] > most)
            most = position->followers[seat][faction];
    return most;
}

/* Return how far a side is ahead of all others; in complete sets where there is no faction. */
static int lead_of(const Position *position, int side, int faction)
{
    int best = 0, mine = 0;
    for (int each = 0; each < sides_of(position); each++) {
        int here = faction < 0 ? sets_of(position, each) : strength(position, each, faction);
        if (each == side)
            mine = here;
        else if (here > best)
            best = here;
    }
    return within(mine - best, 7);
}

/* Who would win if everybody passed, and by how much. */
void ranking_features(const Layout *layout, const Position *position, int ranking, Features *found)
{
    float values[3];
    int turn = position->turn, sides = layout->sides, first = -1, second = -1;
    if (ranking > COLONY) {
        first = ranking - COLONY - 1;
    } else if (ranking < COLONY) {
        first = ranking / 2;
        second = ranking % 2 ? (first == 2 ? 1 : 2) : (first == 0 ? 1 : 0);
    }
    add(found, layout->ranking + ranking);
    payoff(position, ranking, values);
    int mine = least(cards_of(position, turn), 8), theirs = 0;
    for (int each = 1; each < layout->seats; each++) {
        int count = cards_of(position, (turn + each) % layout->seats);
        theirs = count > theirs ? count : theirs;
    }
    for (int each = 0; each < sides; each++) {
        int side = side_of(position, (turn + each) % layout->seats);
        if (values[side] > 0)
            add(found, layout->winner + CARD_PAIRS * each + 9 * mine + least(theirs, 8));
        if (each && sides == 2)
            continue;
        int start = LEADS * (RANKINGS * each + ranking) + 7;
        add(found, layout->lead + start + lead_of(position, side, first));
        if (second >= 0)
            add(found, layout->second + start + lead_of(position, side, second));
    }
}

void all_features(const Layout *layout, const Position *position, Features *found)
{
    int reach[FACTIONS], supply[FACTIONS], done = resolved(position);
    for (int faction = 0; faction < FACTIONS; faction++) {
        reach[faction] = reach_of(position, faction);
        supply[faction] = supply_of(position, faction);
    }
    found->count = 0;
    for (int slot = done; slot < PROVINCES; slot++) {
        int province = position->queue[slot];
        trio_features(layout, slot - done, trio_number(position->stacks + 3 * province), found);
        tile_features(layout, position, slot - done, province, reach, found);
    }
    resolved_features(layout, position, found);
    int ending = ending_of(position);
    projected_features(layout, ending, found);
    supply_features(layout, supply, found);
    seat_features(layout, position, found);
    ranking_features(layout, position, ranking_of(ending), found);
}
