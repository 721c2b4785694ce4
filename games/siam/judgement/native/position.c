#include "position.h"

#include <string.h>

static uint8_t rankings[1 << (2 * PROVINCES)];

/* Number the ranking of each ending: 0-5 who is first and second, COLONY, 7-9 one faction alone. */
__attribute__((constructor)) static void build_rankings(void)
{
    for (int ending = 0; ending < 1 << (2 * PROVINCES); ending++) {
        int score[BRITISH + 1] = {0};
        for (int slot = 0; slot < PROVINCES; slot++) {
            int control = ending >> (2 * slot) & 3;
            score[control] = (score[control] | 7) + 1 + slot;
        }
        if (score[BRITISH] >> 3 >= BRITISH_TO_COLONY) {
            rankings[ending] = COLONY;
            continue;
        }
        int first = 0;
        for (int faction = 1; faction < FACTIONS; faction++)
            if (score[faction] > score[first])
                first = faction;
        int low = first == 0 ? 1 : 0, high = first == 2 ? 1 : 2;
        if (!score[low] && !score[high])
            rankings[ending] = (uint8_t)(COLONY + 1 + first);
        else
            rankings[ending] = (uint8_t)(2 * first + (score[high] > score[low]));
    }
}

int ranking_of(int ending) { return rankings[ending]; }

/* Return 0 if the bytes are no position. */
int unpack(Position *position, const uint8_t *bytes)
{
    memcpy(position, bytes, (size_t)PACKED_BYTES);
    int seen = 0;
    for (int slot = 0; slot < PROVINCES; slot++) {
        int province = position->queue[slot];
        if (province >= PROVINCES || position->control[slot] > OPEN)
            return 0;
        position->slot[province] = (uint8_t)slot;
        seen |= 1 << province;
    }
    for (int faction = 0; faction < FACTIONS; faction++)
        if (position->homes[faction] >= PROVINCES)
            return 0;
    int seats = position->seats;
    if (seats < 2 || seats > MOST_SEATS || position->turn >= seats || position->passes >= seats)
        return 0;
    for (int stack = 0; stack < STACKS; stack++)
        if (position->stacks[stack] > 18)
            return 0;
    for (int seat = 0; seat < MOST_SEATS; seat++) {
        if (position->age[seat] > MOST_SEATS)
            return 0;
        for (int kind = 0; kind < CARD_KINDS; kind++)
            if (position->hand[seat][kind] > (kind == THAI ? 2 : 1))
                return 0;
        for (int faction = 0; faction < FACTIONS; faction++)
            if (position->followers[seat][faction] > 18)
                return 0;
    }
    return seen == 255;
}

int resolved(const Position *position)
{
    int count = 0;
    for (int province = 0; province < PROVINCES; province++)
        count += position->control[province] != OPEN;
    return count;
}

int is_over(const Position *position)
{
    int british = 0, open = 0;
    for (int province = 0; province < PROVINCES; province++) {
        british += position->control[province] == BRITISH;
        open += position->control[province] == OPEN;
    }
    return !open || british >= BRITISH_TO_COLONY;
}

int cards_of(const Position *position, int seat)
{
    int count = 0;
    for (int kind = 0; kind < CARD_KINDS; kind++)
        count += position->hand[seat][kind];
    return count;
}

int cards_left(const Position *position)
{
    int count = 0;
    for (int seat = 0; seat < position->seats; seat++)
        count += cards_of(position, seat);
    return count;
}

int majority(const uint8_t *trio)
{
    int rama = trio[0], lao = trio[1], malay = trio[2];
    if (rama > lao && rama > malay)
        return 0;
    if (lao > rama && lao > malay)
        return 1;
    return malay > rama && malay > lao ? 2 : BRITISH;
}

int supply_of(const Position *position, int faction)
{
    int supply = position->seats == 2 ? 16 : 18;
    for (int stack = faction; stack < STACKS; stack += FACTIONS)
        supply -= position->stacks[stack];
    for (int seat = 0; seat < position->seats; seat++)
        supply -= position->followers[seat][faction];
    return supply;
}

/* Return the provinces, as bits, where the card of a faction may place followers. */
int reach_of(const Position *position, int faction)
{
    int reached = 0, open = 0, home = position->homes[faction];
    if (position->control[home] == OPEN)
        reached = position->borders[home];
    for (int province = 0; province < PROVINCES; province++) {
        if (position->control[province] == faction)
            reached |= position->borders[province];
        open |= (position->control[province] == OPEN) << province;
    }
    return reached & open;
}

/* Return who controls the province of each slot if everybody passes, two bits a slot. */
int ending_of(const Position *position)
{
    int ending = 0;
    for (int province = 0; province < PROVINCES; province++) {
        int control = position->control[province];
        if (control == OPEN)
            control = majority(position->stacks + 3 * province);
        ending |= control << (2 * position->slot[province]);
    }
    return ending;
}

int sides_of(const Position *position) { return position->seats == 3 ? 3 : 2; }

int side_of(const Position *position, int seat) { return position->seats == 4 ? seat % 2 : seat; }

int sets_of(const Position *position, int side)
{
    int pooled[FACTIONS] = {0};
    for (int seat = 0; seat < position->seats; seat++)
        for (int faction = 0; faction < FACTIONS; faction++)
            if (side_of(position, seat) == side)
                pooled[faction] += position->followers[seat][faction];
    int least = pooled[0] < pooled[1] ? pooled[0] : pooled[1];
    return least < pooled[2] ? least : pooled[2];
}

static int reign_winners(const Position *position, int ranking)
{
    int first = ranking > COLONY ? ranking - COLONY - 1 : ranking / 2, second = -1;
    if (ranking < COLONY)
        second = ranking % 2 ? (first == 2 ? 1 : 2) : (first == 0 ? 1 : 0);
    int best = -1, winners = 0;
    for (int seat = 0; seat < position->seats; seat++) {
        const uint8_t *trio = position->followers[seat];
        int score = trio[first] << 10 | (second < 0 ? 0 : trio[second] << 4) | position->age[seat];
        if (score > best) {
            best = score;
            winners = 0;
        }
        if (score == best)
            winners |= 1 << side_of(position, seat);
    }
    return winners;
}

static int colony_winners(const Position *position)
{
    int best = -1, tied = 0;
    for (int side = 0; side < sides_of(position); side++) {
        int sets = sets_of(position, side);
        if (sets > best) {
            best = sets;
            tied = 0;
        }
        if (sets == best)
            tied |= 1 << side;
    }
    int newest = position->seats, winner = -1;
    for (int seat = 0; seat < position->seats; seat++)
        if (position->age[seat] < newest && tied >> side_of(position, seat) & 1) {
            newest = position->age[seat];
            winner = side_of(position, seat);
        }
    return winner < 0 ? tied : 1 << winner;
}

/* Write what each side gets if the factions end up ranked so. */
void payoff(const Position *position, int ranking, float *values)
{
    int winners = ranking == COLONY ? colony_winners(position) : reign_winners(position, ranking);
    int count = 0, sides = sides_of(position);
    for (int side = 0; side < sides; side++)
        count += winners >> side & 1;
    for (int side = 0; side < sides; side++)
        values[side] = (float)(winners >> side & 1) / (float)count;
}

static void play_pass(Position *position)
{
    if (++position->passes == position->seats) {
        position->passes = 0;
        int province = position->queue[resolved(position)];
        uint8_t *trio = position->stacks + 3 * province;
        position->control[province] = (uint8_t)majority(trio);
        memset(trio, 0, FACTIONS);
    }
    position->turn = (uint8_t)((position->turn + 1) % position->seats);
}

/* Return whether the only card left can win now (S15). */
static int last_card_wins(const Position *position)
{
    static _Thread_local Move moves[MOST_ACTIONS];
    int me = side_of(position, position->turn);
    float values[3];
    for (int card = 0; card < CARD_KINDS; card++) {
        if (!position->hand[position->turn][card])
            continue;
        int count = actions_of(position, card, moves);
        for (int each = 0; each < count; each++) {
            uint8_t after[STACKS];
            memcpy(after, position->stacks, STACKS);
            apply_action(moves + each, after);
            int some = 0;
            for (int stack = 0; stack <= STACKS; stack++) {
                if (stack < STACKS ? !after[stack] : some)
                    continue;
                some = 1;
                Move move = moves[each];
                move.taken = stack < STACKS ? (uint8_t)stack : NOBODY;
                Position then = *position;
                play(&then, &move);
                payoff(&then, ranking_of(ending_of(&then)), values);
                if (values[me] == 1)
                    return 1;
            }
        }
    }
    return 0;
}

/* Write the values if at most one card is left; return whether they are certain. */
int certain(const Position *position, float *values)
{
    int left = cards_left(position), over = is_over(position);
    if (left > 1 && !over)
        return 0;
    payoff(position, ranking_of(ending_of(position)), values);
    if (over || !left)
        return 1;
    int holder = 0;
    while (!cards_of(position, holder))
        holder++;
    int side = side_of(position, holder);
    if (values[side] == 1)
        return 1;
    Position then = *position;
    while (!is_over(&then)) {
        if (then.turn == holder && last_card_wins(&then)) {
            for (int each = 0; each < sides_of(position); each++)
                values[each] = (float)(each == side);
            return 1;
        }
        play_pass(&then);
    }
    return 1;
}

void apply_action(const Move *move, uint8_t *stacks)
{
    const uint8_t *part = move->part;
    if (move->kind == PLACEMENT) {
        for (int each = 0; each < move->count; each++)
            stacks[part[each]]++;
    } else if (move->kind == EXCHANGE) {
        int source = 3 * part[2], target = 3 * part[4];
        for (int each = 0; each < move->count; each++) {
            stacks[source + part[each]]--;
            stacks[target + part[each]]++;
        }
        stacks[source + part[3]]++;
        stacks[target + part[3]]--;
    }
}

static void ban_reverse(Position *position, const Move *move)
{
    position->banned_card = NOBODY;
    if (move->kind != EXCHANGE)
        return;
    const uint8_t *part = move->part;
    uint8_t *ban = position->banned;
    position->banned_card = move->card;
    position->banned_count = move->count;
    memcpy(ban, part, 5);
    if (move->count == 1) {
        ban[0] = part[3];
        ban[3] = part[0];
    } else {
        ban[2] = part[4];
        ban[4] = part[2];
    }
}

void play(Position *position, const Move *move)
{
    if (move->card == NOBODY) {
        play_pass(position);
        return;
    }
    int turn = position->turn;
    apply_action(move, position->stacks);
    if (move->kind == SWAP) {
        int first = move->part[0], second = move->part[1];
        uint8_t slot = position->slot[first];
        position->slot[first] = position->slot[second];
        position->slot[second] = slot;
        position->queue[position->slot[first]] = (uint8_t)first;
        position->queue[position->slot[second]] = (uint8_t)second;
        position->marked[move->part[2]] = 1;
    }
    if (move->taken != NOBODY) {
        position->stacks[move->taken]--;
        position->followers[turn][move->taken % FACTIONS]++;
    }
    position->hand[turn][move->card]--;
    for (int seat = 0; seat < position->seats; seat++)
        if (position->age[seat] < position->age[turn])
            position->age[seat]++;
    position->age[turn] = 0;
    ban_reverse(position, move);
    position->passes = 0;
    position->turn = (uint8_t)((turn + 1) % position->seats);
}
