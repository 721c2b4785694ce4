#include "layers.h"

#include <stdlib.h>
#include <string.h>

static int outputs_of(int seats) { return seats == 3 ? 3 : 1; }

/* Return how many numbers a network has. */
int network_size(int seats)
{
    int outputs = outputs_of(seats);
    return (layout_of(seats).total + 1) * FIRST + SECOND * FIRST + SECOND + outputs * (SECOND + 1);
}

/* Add up what the followers of a province bring, for every number of them. */
static void fill_trios(Network *network)
{
    for (int wait = 0; wait < PROVINCES; wait++)
        for (int trio = 0; trio < TRIOS; trio++) {
            Features found = {0};
            Sums sums = {{0}};
            trio_features(&network->layout, wait, trio, &found);
            add_features(network, &found, &sums);
            memcpy(network->trios[wait * TRIOS + trio], sums.unit, sizeof sums.unit);
        }
}

/* Return a network of the numbers of a file, layer by layer, each with its biases at its end. */
Network *make_network(int seats, const int16_t *numbers)
{
    Network *network = calloc(1, sizeof *network);
    if (!network)
        return NULL;
    network->layout = layout_of(seats);
    int outputs = network->outputs = outputs_of(seats), total = network->layout.total;
    network->first = malloc((size_t)total * sizeof *network->first);
    network->trios = malloc((size_t)PROVINCES * TRIOS * sizeof *network->trios);
    if (!network->first || !network->trios) {
        free_network(network);
        return NULL;
    }
    memcpy(network->first, numbers, (size_t)total * sizeof *network->first);
    numbers += total * FIRST;
    memcpy(network->first_bias, numbers, sizeof network->first_bias);
    numbers += FIRST;
    memcpy(network->second, numbers, sizeof network->second);
    numbers += SECOND * FIRST;
    for (int unit = 0; unit < SECOND; unit++)
        network->second_bias[unit] = *numbers++ * UNIT;
    memcpy(network->third, numbers, (size_t)outputs * sizeof network->third[0]);
    numbers += outputs * SECOND;
    for (int unit = 0; unit < outputs; unit++)
        network->third_bias[unit] = *numbers++ * UNIT;
    fill_trios(network);
    return network;
}

void free_network(Network *network)
{
    if (!network)
        return;
    free(network->first);
    free(network->trios);
    free(network);
}

/* Write how likely each side wins in a position. */
void judge(const Network *network, const Position *position, float *values)
{
    Features found;
    Sums sums;
    if (certain(position, values))
        return;
    all_features(&network->layout, position, &found);
    memcpy(sums.unit, network->first_bias, sizeof sums.unit);
    add_features(network, &found, &sums);
    run_layers(network, &sums, position->turn, values);
}
