/* What the network is told of a position: numbers of features that are present. */
#ifndef SIAM_FEATURES_H
#define SIAM_FEATURES_H

#include "position.h"

#define MOST_FEATURES 256
#define TRIOS 512

typedef struct {
    int seats, sides;
    int trio, waiting_trio, reach, mark; /* first numbers of each group */
    int resolved, projected, supply;
    int seat, other, struggle;
    int ranking, lead, second, winner;
    int total;
} Layout;

typedef struct {
    int count;
    uint16_t number[MOST_FEATURES];
} Features;

Layout layout_of(int seats);
void trio_features(const Layout *layout, int wait, int trio, Features *found);
void tile_features(const Layout *layout, const Position *position, int wait, int province,
                   const int *reach, Features *found);
void resolved_features(const Layout *layout, const Position *position, Features *found);
void projected_features(const Layout *layout, int ending, Features *found);
void supply_features(const Layout *layout, const int *supply, Features *found);
void seat_features(const Layout *layout, const Position *position, Features *found);
void ranking_features(const Layout *layout, const Position *position, int ranking, Features *found);
void all_features(const Layout *layout, const Position *position, Features *found);

static inline int least(int one, int other) { return one < other ? one : other; }

/* Return followers of three factions as one number below TRIOS. */
static inline int trio_number(const uint8_t *trio)
{
    return least(trio[0], 7) | least(trio[1], 7) << 3 | least(trio[2], 7) << 6;
}

#endif
