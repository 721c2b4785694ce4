/* What was found out about positions, in bounded room. */
#include <stdlib.h>
#include <string.h>

#include "solver.h"

enum { FIRST_SLOTS = 1 << 12, MIDDLE = 16 };

static int cards_in(uint32_t hand)
{
    int found = (int)(hand & 1) + (int)(hand >> 1 & 3);
    for (hand >>= 3; hand; hand &= hand - 1)
        found++;
    return found;
}

static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

/* Return what of the followers taken can still matter; see `SiamEndgame._taken`. */
static uint64_t taken_key(const Layout *layout, const State *state)
{
    uint64_t taken = state->taken, found = (uint64_t)1 << 2 * COUNT_BITS;
    int possible = state->british;
    for (uint32_t open = state->free; open; open &= open - 1)
        possible++;
    if (layout->seats != 2 || possible >= BRITISH_TO_COLONY)
        return taken;
    int ours = cards_in(hand_of(state, 0)), theirs = cards_in(hand_of(state, 1));
    for (int shift = 0; shift <= 10; shift += 5) {
        int lead = (int)(taken >> shift & 31) - (int)(taken >> (COUNT_BITS + shift) & 31);
        if (lead > theirs)
            lead = theirs + 1;
        else if (lead < -ours)
            lead = -ours - 1;
        found |= (uint64_t)(lead + MIDDLE) << 2 * shift;
    }
    return found;
}

/* Write a key of 128 bits; equal positions, as `SiamEndgame.key` has them, have equal keys. */
void make_key(const Layout *layout, const State *state, uint64_t *key)
{
    uint32_t held = 0, supply = 0, reach = 0, usable[3] = {0, 0, 0};
    for (int seat = 0; seat < layout->seats; seat++) {
        uint32_t hand = hand_of(state, seat);
        held |= hand;
        for (int faction = 0; faction < 3; faction++)
            usable[faction] += (hand >> 1 & 3) + 2 * (hand >> (FIRST_FACTION + faction) & 1);
    }
    for (int faction = 0; faction < 3; faction++) {
        uint32_t there = (state->supply & FACTION_MASK[faction]) / UNIT[faction];
        supply |= (there < usable[faction] ? there : usable[faction]) * UNIT[faction];
        if (held & HAND_BITS[FIRST_FACTION + faction])
            reach |= targets(state, faction) << 8 * faction;
    }
    uint32_t marked = held & 1 ? state->marked : 0;
    uint32_t ban = held & HAND_BITS[state->ban & 7] ? state->ban : 0;
    uint64_t words[6] = {
        state->counts[0] | (uint64_t)state->turn << 60,
        state->counts[1] | (uint64_t)state->passes << 60,
        (uint64_t)state->queue | (uint64_t)state->free << 24 | (uint64_t)marked << 32
            | (uint64_t)ban << 40,
        (uint64_t)supply | (uint64_t)state->order << 16 | (uint64_t)state->hands << 32,
        (uint64_t)reach << 32 | standing(state->ending, state->resolved),
        taken_key(layout, state)};
    uint64_t one = 0x9E3779B97F4A7C15u, other = 0xD1B54A32D192ED03u;
    for (int word = 0; word < 6; word++) {
        one = mix(one ^ words[word]);
        other = mix((other + words[word]) * 0xAEF17502108EF2D9u);
    }
    key[0] = one;
    key[1] = other;
}

static Entry *slot_of(const Table *table, const uint64_t *key)
{
    size_t mask = table->size - 1, slot = (size_t)key[0] & mask;
    for (;; slot = (slot + 1) & mask) {
        Entry *entry = &table->slots[slot];
        if (!entry->work || (entry->key[0] == key[0] && entry->key[1] == key[1]))
            return entry;
    }
}

Entry *find_entry(const Table *table, const uint64_t *key)
{
    if (!table->size)
        return NULL;
    Entry *found = slot_of(table, key);
    return found->work ? found : NULL;
}

static int resize(Table *table, size_t size)
{
    Table larger = {calloc(size, sizeof(Entry)), size, table->used, table->room};
    if (!larger.slots)
        return 0;
    for (size_t slot = 0; slot < table->size; slot++)
        if (table->slots[slot].work)
            *slot_of(&larger, table->slots[slot].key) = table->slots[slot];
    free(table->slots);
    *table = larger;
    return 1;
}

static int compare(const void *one, const void *other)
{
    uint32_t left = *(const uint32_t *)one, right = *(const uint32_t *)other;
    return (left > right) - (left < right);
}

/* Forget the half that took least work. */
static int forget(Table *table)
{
    uint32_t *works = malloc(table->used * sizeof *works);
    if (!works)
        return 0;
    size_t size = 0;
    for (size_t slot = 0; slot < table->size; slot++)
        if (table->slots[slot].work)
            works[size++] = table->slots[slot].work;
    qsort(works, size, sizeof *works, compare);
    uint32_t least = works[size / 2];
    free(works);
    table->used = 0;
    for (size_t slot = 0; slot < table->size; slot++) {
        Entry *entry = &table->slots[slot];
        if (entry->work <= least)
            entry->work = 0;
        else
            table->used++;
    }
    return resize(table, table->size);
}

/* Return the entry of a position, a new one if it is not known; NULL if there is no memory. */
Entry *add_entry(Context *context, const uint64_t *key)
{
    Table *table = &context->table;
    Entry *found = find_entry(table, key);
    if (found)
        return found;
    int done = 1;
    if (table->used >= table->room)
        done = forget(table);
    else if (3 * table->size <= 4 * (table->used + 1))
        done = resize(table, table->size ? 2 * table->size : FIRST_SLOTS);
    if (!done) {
        context->out_of_memory = 1;
        return NULL;
    }
    found = slot_of(table, key);
    found->key[0] = key[0];
    found->key[1] = key[1];
    found->proof = found->disproof = 1;
    found->winning = UNKNOWN;
    table->used++;
    return found;
}
