/* A position of King of Siam in whole numbers, and what the rules say of it (S2-S21). */
#ifndef SIAM_POSITION_H
#define SIAM_POSITION_H

#include <stdint.h>

#define FACTIONS 3
#define PROVINCES 8
#define STACKS 24
#define MOST_SEATS 4
#define BRITISH 3
#define OPEN 4
#define CARD_KINDS 7
#define RANKINGS 10
#define COLONY 6
#define BRITISH_TO_COLONY 4
#define NOBODY 255

/* The order of the cards: Maharacha, Khon Thai, 1 vs 1, 2 vs 1, Rama, Lao, Malay. */
enum { KING, THAI, ONE, TWO, REINFORCE };
enum { NO_ACTION, SWAP, PLACEMENT, EXCHANGE };

typedef struct {
    uint8_t card; /* NOBODY for a pass */
    uint8_t kind;
    uint8_t count; /* followers placed, or given */
    uint8_t part[5]; /* first, second, marked; or stacks; or given, given, source, taken, target */
    uint8_t taken; /* the stack a follower is taken from, or NOBODY */
    uint8_t unused;
} Move;

/* As the caller packs it, byte by byte; the rest is derived. */
typedef struct {
    uint8_t stacks[STACKS]; /* followers of faction f in province p: 3 * p + f */
    uint8_t control[PROVINCES]; /* a faction, BRITISH or OPEN */
    uint8_t queue[PROVINCES];
    uint8_t marked[PROVINCES];
    uint8_t hand[MOST_SEATS][CARD_KINDS];
    uint8_t followers[MOST_SEATS][FACTIONS];
    uint8_t age[MOST_SEATS]; /* of its last card; the number of seats if it never played one */
    uint8_t borders[PROVINCES]; /* bits */
    uint8_t homes[FACTIONS];
    uint8_t seats, turn, passes;
    uint8_t banned_card; /* of the exchange that may not be made, or NOBODY (S13) */
    uint8_t banned_count;
    uint8_t banned[5]; /* as the parts of a move */
    uint8_t slot[PROVINCES]; /* derived from the queue */
} Position;

#define PACKED_BYTES ((int)(sizeof(Position) - PROVINCES))
#define MOST_ACTIONS 2048

int unpack(Position *position, const uint8_t *bytes);
int is_over(const Position *position);
int resolved(const Position *position);
int cards_of(const Position *position, int seat);
int cards_left(const Position *position);
int majority(const uint8_t *trio);
int supply_of(const Position *position, int faction);
int reach_of(const Position *position, int faction);
int ending_of(const Position *position);
int ranking_of(int ending);
int sides_of(const Position *position);
int side_of(const Position *position, int seat);
int sets_of(const Position *position, int side);
void payoff(const Position *position, int ranking, float *values);
int certain(const Position *position, float *values);
int actions_of(const Position *position, int card, Move *moves);
void apply_action(const Move *move, uint8_t *stacks);
void play(Position *position, const Move *move);

#endif
