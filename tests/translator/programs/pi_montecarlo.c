/* Pi by dice and what else dice tell: every iteration has a generator of its own, of one of three
   kinds; a walk in the plane, the price of an option, a hand of cards, and how even the dice are. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { CARDS = 52, HAND = 5, SIDES = 6 };

typedef struct {
    uint32_t key, counter;
} stream;

struct tally {
    long long hits, tries;
    double sum, square;
};

static inline uint64_t next(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

/* A number from a counter alone: nothing is kept from one to the next. */
static uint32_t hashed(uint32_t key, uint32_t counter)
{
    uint32_t x = counter * 0x9E3779B9u ^ key;
    x = (x ^ x >> 16) * 0x85EBCA6Bu;
    x = (x ^ x >> 13) * 0xC2B2AE35u;
    return x ^ x >> 16;
}

static uint32_t draw(stream *s, uint32_t below)
{
    return (uint32_t)((uint64_t)hashed(s->key, s->counter++) * below >> 32);
}

static void pi(long batches, long tries)
{
    long i, inside = 0;
#pragma omp parallel for reduction(+ : inside) hetero(1)
    for (i = 0; i < batches; i++) {
        uint64_t state = 88172645463325252ULL + (uint64_t)i * 2654435761ULL;
        long k;
        for (k = 0; k < tries; k++) {
            double x = (double)(next(&state) >> 11) / 9007199254740992.0;
            double y = (double)(next(&state) >> 11) / 9007199254740992.0;
            if (x * x + y * y <= 1.0)
                inside++;
        }
    }
    printf("pi: %ld, %.4f\n", inside, 4.0 * inside / (batches * tries));
}

/* Where walkers are after so many steps, and how many came back in between. */
static void walk(int walkers, int steps, int (*place)[2], unsigned char *home)
{
    int returned = 0, far = 0;
#pragma omp parallel for reduction(+ : returned) reduction(max : far) hetero(1)
    for (int i = 0; i < walkers; i++) {
        stream s = {(uint32_t)i * 77, 1};
        int x = 0, y = 0, distance;
        bool back = false;
        for (int t = 0; t < steps; t++) {
            switch (draw(&s, 4)) {
            case 0: x++; break;
            case 1: x--; break;
            case 2: y++; break;
            default: y--;
            }
            if (x == 0 && y == 0)
                back = true;
        }
        place[i][0] = x;
        place[i][1] = y;
        home[i] = back;
        returned += back;
        distance = abs(x) + abs(y);
        if (distance > far)
            far = distance;
    }
    printf("walk: %d back, farthest %d\n", returned, far);
}

/* A call whose price is the mean of its paths; pairs of opposite paths. */
static void option(int paths, int steps, double *payoff)
{
    const double s0 = 100, strike = 103, rate = 0.03, sigma = 0.2, dt = 1.0 / steps;
    double sum = 0, square = 0;
    int i, k;
    double up, down, g;
#pragma omp parallel for private(k, up, down, g) hetero(1)
    for (i = 0; i < paths; i++) {
        uint32_t lcg = 12345u + 7919u * i;
        up = down = s0;
        for (k = 0; k < steps; k++) {
            g = -6;
            for (int d = 0; d < 12; d++) {
                lcg = lcg * 1664525u + 1013904223u;
                g += (lcg >> 8) / 16777216.0;
            }
            up *= exp((rate - sigma * sigma / 2) * dt + sigma * sqrt(dt) * g);
            down *= exp((rate - sigma * sigma / 2) * dt - sigma * sqrt(dt) * g);
        }
        payoff[i] = (fmax(up - strike, 0) + fmax(down - strike, 0)) / 2;
    }
#pragma omp parallel for reduction(+ : sum, square) hetero(1)
    for (i = 0; i < paths; i++) {
        sum += payoff[i];
        square += payoff[i] * payoff[i];
    }
    sum /= paths;
    printf("option: %.4f +- %.4f\n", sum * exp(-rate), sqrt((square / paths - sum * sum) / paths));
}

/* Is there a pair in the hand? A pack a deal, of which the first few are shuffled. */
static struct tally deal(uint32_t deals)
{
    struct tally t = {0, deals, 0, 0};
    long long pairs = 0;
#pragma omp parallel for reduction(+ : pairs) schedule(static) hetero(1)
    for (uint32_t i = 0; i < deals; i++) {
        unsigned char pack[CARDS];
        unsigned seen = 0, twice = 0;
        stream s = {i ^ 0xABCD, 0};
        for (int c = 0; c < CARDS; c++)
            pack[c] = (unsigned char)c;
        for (int c = 0; c < HAND; c++) {
            int at = c + (int)draw(&s, (uint32_t)(CARDS - c));
            unsigned char card = pack[at];
            pack[at] = pack[c];
            pack[c] = card;
            twice |= seen & 1u << card % 13;
            seen |= 1u << card % 13;
        }
        if (twice)
            pairs++;
    }
    t.hits = pairs;
    return t;
}

/* Chi squared of dice. */
static double evenness(int throws)
{
    int count[SIDES] = {0};
    double chi = 0, expected = (double)throws / SIDES;
    int i;
#pragma omp parallel for reduction(+ : count) hetero(1)
    for (i = 0; i < throws; i++)
        count[hashed(99, (uint32_t)i) % SIDES]++;
    for (i = 0; i < SIDES; i++)
        chi += (count[i] - expected) * (count[i] - expected) / expected;
    return chi;
}

int main(void)
{
    enum { WALKERS = 120, PATHS = 100 };
    int place[WALKERS][2], i;
    unsigned char home[WALKERS];
    double payoff[PATHS];
    long sum = 0;
    struct tally t;
    pi(300, 50);
    walk(WALKERS, 100, place, home);
    for (i = 0; i < WALKERS; i++)
        sum += place[i][0] * 3 + place[i][1] * i + home[i];
    printf("places: %ld\n", sum);
    option(PATHS, 16, payoff);
    t = deal(2000);
    printf("pairs: %lld of %lld\n", t.hits, t.tries);
    printf("dice: %.4f\n", evenness(6000));
    return 0;
}
