/* Carters (benchmarks/games/carters.regel) written by hand in C: packed structs, bit masks for hands and options.

   carters_map.h holds the cards and the map: CARDS, PLACES, STEPS[], ROADS[][WAYS], GOOD[], TOLL[].
   With -DTRACE every decision is folded into a hash together with the whole table. */
#include <stdint.h>
#include <string.h>

#include "carters_map.h"

enum { PLAYERS = 3, TURNS = 60, GOODS = 4, CHESTS = 5, FULL = 3, ROOM = 9, DEAREST = 9, NONE = -1 };
enum { WALK, WORK, GATHER, BUY, SELL, LOAD, CLAIM, FEAST, UNDERCUT, REST };

typedef struct {
    uint64_t word, step;
} Stream;

typedef struct {
    uint32_t hand;
    int16_t at, coins, points;
    uint8_t stock[GOODS];
    int8_t chest[CHESTS];
    uint8_t loads[CHESTS];
} Carter;

typedef struct {
    Carter carters[PLAYERS];
    int8_t owner[PLACES];
    uint8_t price[GOODS];
    uint8_t steps;
    int32_t decisions;
    Stream start, die, agent;
#ifdef TRACE
    uint64_t trace;
#endif
} Game;

typedef struct {
    uint64_t trace;
    int32_t decisions, points[PLAYERS], coins[PLAYERS];
} Outcome;

static inline uint32_t next_word(Stream *s) {
    uint64_t old = s->word;
    s->word = old * 6364136223846793005u + s->step;
    uint32_t shifted = (uint32_t)((old >> 18 ^ old) >> 27), turn = (uint32_t)(old >> 59);
    return shifted >> turn | shifted << (-turn & 31);
}

static inline uint32_t below(Stream *s, uint32_t bound) {
    uint64_t product = (uint64_t)next_word(s) * bound;
    if ((uint32_t)product < bound) {
        uint32_t surplus = -bound % bound;
        while ((uint32_t)product < surplus) product = (uint64_t)next_word(s) * bound;
    }
    return (uint32_t)(product >> 32);
}

static inline uint64_t mixed(uint64_t v) {
    v += 0x9E3779B97F4A7C15u;
    v = (v ^ v >> 30) * 0xBF58476D1CE4E5B9u;
    v = (v ^ v >> 27) * 0x94D049BB133111EBu;
    return v ^ v >> 31;
}

#ifdef TRACE
static void fold(Game *g, int64_t value) { g->trace = (g->trace ^ (uint64_t)value) * 0x100000001B3u; }

static void fold_table(Game *g) {
    for (int n = 0; n < PLACES; n++) fold(g, g->owner[n]);
    for (int n = 0; n < GOODS; n++) fold(g, g->price[n]);
    fold(g, g->steps);
    for (int p = 0; p < PLAYERS; p++) {
        Carter *c = &g->carters[p];
        fold(g, c->at), fold(g, c->hand), fold(g, c->coins), fold(g, c->points);
        for (int n = 0; n < GOODS; n++) fold(g, c->stock[n]);
        for (int n = 0; n < CHESTS; n++) fold(g, c->chest[n]);
        for (int n = 0; n < CHESTS; n++) fold(g, c->loads[n]);
    }
}
#endif

static inline int chosen(Game *g, int count) {
    int index = (int)((uint64_t)next_word(&g->agent) * (uint32_t)count >> 32);
    g->decisions++;
#ifdef TRACE
    fold(g, count), fold(g, index), fold_table(g);
#endif
    return index;
}

/* The number of one bit of a mask; a single one is taken without asking. */
static inline int one_of(Game *g, uint32_t mask, int ask_always) {
    int count = __builtin_popcount(mask);
    for (int skip = count == 1 && !ask_always ? 0 : chosen(g, count); skip; skip--) mask &= mask - 1;
    return __builtin_ctz(mask);
}

static inline uint32_t affordable(const Game *g, const Carter *me) {
    uint32_t mask = 0;
    for (int n = 0; n < GOODS; n++) mask |= (uint32_t)(g->price[n] <= me->coins && me->stock[n] < ROOM) << n;
    return mask;
}

static inline uint32_t held(const Carter *me) {
    uint32_t mask = 0;
    for (int n = 0; n < GOODS; n++) mask |= (uint32_t)(me->stock[n] > 0) << n;
    return mask;
}

static inline uint32_t open_chests(const Carter *me, uint32_t goods) {
    uint32_t mask = 0;
    if (goods)
        for (int n = 0; n < CHESTS; n++)
            mask |= (uint32_t)(me->loads[n] < FULL && (me->chest[n] == NONE || goods >> me->chest[n] & 1)) << n;
    return mask;
}

static void act(Game *g, Carter *me) {
    uint32_t goods = held(me), buys = affordable(g, me), chests = open_chests(me, goods);
    uint32_t can = 1 << WALK | 1 << WORK | 1 << REST;
    can |= (uint32_t)(me->stock[GOOD[me->at]] < ROOM) << GATHER;
    can |= (uint32_t)(buys != 0) << BUY | (uint32_t)(goods != 0) << SELL | (uint32_t)(chests != 0) << LOAD;
    can |= (uint32_t)(g->owner[me->at] == NONE && me->coins >= 3) << CLAIM;
    can |= (uint32_t)(goods == (1 << GOODS) - 1) << FEAST | (uint32_t)(me->coins >= 2) << UNDERCUT;
    int action = one_of(g, can, 1);
    if (action == REST) {
        g->steps = 0;
        return;
    }
    g->steps--;
    switch (action) {
    case WALK: {
        me->at = ROADS[me->at][chosen(g, WAYS)];
        int host = g->owner[me->at], toll = TOLL[me->at];
        if (host != NONE && &g->carters[host] != me && me->coins >= toll) {
            me->coins -= toll;
            g->carters[host].coins += toll;
        }
        break;
    }
    case WORK: me->coins += 1 + below(&g->die, 6); break;
    case GATHER: me->stock[GOOD[me->at]]++; break;
    case BUY: {
        int good = one_of(g, buys, 0);
        me->coins -= g->price[good];
        me->stock[good]++;
        if (g->price[good] < DEAREST) g->price[good]++;
        break;
    }
    case SELL: {
        int good = one_of(g, goods, 0);
        me->coins += g->price[good];
        me->stock[good]--;
        if (g->price[good] > 1) g->price[good]--;
        break;
    }
    case LOAD: {
        int chest = one_of(g, chests, 0);
        int good = me->chest[chest] == NONE ? one_of(g, goods, 0) : me->chest[chest];
        me->stock[good]--;
        me->chest[chest] = good;
        if (++me->loads[chest] == FULL) me->points += 5;
        break;
    }
    case CLAIM:
        me->coins -= 3;
        g->owner[me->at] = me - g->carters;
        break;
    case FEAST:
        for (int n = 0; n < GOODS; n++) me->stock[n]--;
        me->points += 6;
        break;
    case UNDERCUT:
        me->coins -= 2;
        for (int n = 0; n < GOODS; n++)
            if (g->price[n] > 1) g->price[n]--;
        break;
    }
}

static void play(Game *g) {
    for (int t = 0; t < TURNS; t++) {
        Carter *me = &g->carters[t % PLAYERS];
        if (!me->hand) me->hand = (1u << CARDS) - 1;
        int card = one_of(g, me->hand, 0);
        me->hand ^= 1u << card;
        g->steps = STEPS[card];
        while (g->steps) act(g, me);
    }
    int roads[PLAYERS] = {0};
    for (int n = 0; n < PLACES; n++) {
        int host = g->owner[n];
        if (host == NONE) continue;
        g->carters[host].points++;
        for (int w = 0; w < WAYS; w++) roads[host] += g->owner[ROADS[n][w]] == host;
    }
    for (int p = 0; p < PLAYERS; p++) {
        Carter *me = &g->carters[p];
        me->points += roads[p] / 2 + me->coins / 10;
        for (int n = 0; n < CHESTS; n++) me->points += me->loads[n];
    }
}

/* Names and constants of the streams as the engine has them: hashes of the sites, then the steps. */
void carters_playouts(const uint64_t *seeds, int count, const uint64_t names[2], const uint64_t steps[3], Outcome *out) {
    for (int n = 0; n < count; n++, out++) {
        Game g;
        uint64_t base = mixed(seeds[n]);
        g.start = (Stream){mixed(base ^ names[0]), steps[0]};
        g.die = (Stream){mixed(base ^ names[1]), steps[1]};
        g.agent = (Stream){mixed(base ^ steps[2]), steps[2]};
        g.decisions = 0;
#ifdef TRACE
        g.trace = 0;
#endif
        memset(g.owner, NONE, sizeof g.owner);
        memset(g.price, 4, sizeof g.price);
        g.steps = 0;
        memset(g.carters, 0, sizeof g.carters);
        for (int p = 0; p < PLAYERS; p++) {
            Carter *me = &g.carters[p];
            me->at = below(&g.start, PLACES);
            me->hand = (1u << CARDS) - 1;
            me->coins = 10;
            memset(me->chest, NONE, sizeof me->chest);
        }
        play(&g);
        out->trace = 0;
#ifdef TRACE
        fold_table(&g);
        out->trace = g.trace;
#endif
        out->decisions = g.decisions;
        for (int p = 0; p < PLAYERS; p++) out->points[p] = g.carters[p].points, out->coins[p] = g.carters[p].coins;
    }
}
