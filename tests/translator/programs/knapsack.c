/* Knapsack problems by rows: one of each, many of each, two limits, and which sums can be reached at all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITEMS 20
#define CAPACITY 700
#define VOLUME 60
#define WORDS ((CAPACITY + 64) / 64)

struct item {
    int weight, volume, value, copies;
};

static struct item items[ITEMS];
static unsigned char taken[ITEMS][CAPACITY + 1];

static void *zeroed(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return p;
}

static void make_items(int seed)
{
    int i;
    for (i = 0; i < ITEMS; i++) {
        items[i].weight = 10 + i * 37 % 90;
        items[i].volume = 1 + (i * seed) % 17;
        items[i].value = 5 + i * 53 % 70;
        items[i].copies = 1 + i % 4;
    }
}

/* Each item's row from the row before; what was taken is kept for going back. */
static int one_of_each(long *sum)
{
    int *prev = zeroed(CAPACITY + 1, sizeof(int)), *cur = zeroed(CAPACITY + 1, sizeof(int)), *swap;
    int i, w, take, best;
    for (i = 0; i < ITEMS; i++) {
        int wi = items[i].weight, vi = items[i].value;
#pragma omp parallel for private(w, take) hetero(1)
        for (w = 0; w <= CAPACITY; w++) {
            cur[w] = prev[w];
            taken[i][w] = 0;
            if (w >= wi) {
                take = prev[w - wi] + vi;
                if (take > cur[w]) {
                    cur[w] = take;
                    taken[i][w] = 1;
                }
            }
        }
        swap = prev;
        prev = cur;
        cur = swap;
    }
    *sum = 0;
    for (w = 0; w <= CAPACITY; w++)
        *sum += prev[w];
    best = prev[CAPACITY];
    free(prev);
    free(cur);
    return best;
}

static unsigned chosen(void)
{
    int i, w = CAPACITY;
    unsigned set = 0;
    for (i = ITEMS - 1; i >= 0; i--)
        if (taken[i][w]) {
            set |= 1u << i;
            w -= items[i].weight;
        }
    return set;
}

/* Up to `copies` of each item. */
static int some_of_each(void)
{
    int row[2][CAPACITY + 1];
    int i, w, k, from = 0;
    memset(row, 0, sizeof row);
    for (i = 0; i < ITEMS; i++) {
        const struct item *it = &items[i];
        int to = 1 - from;
#pragma omp parallel for private(k) schedule(static) hetero(1)
        for (w = 0; w <= CAPACITY; w++) {
            int best = row[from][w];
            for (k = 1; k <= it->copies; k++) {
                int rest = w - k * it->weight;
                if (rest < 0)
                    break;
                if (row[from][rest] + k * it->value > best)
                    best = row[from][rest] + k * it->value;
            }
            row[to][w] = best;
        }
        from = to;
    }
    return row[from][CAPACITY];
}

/* Weight and volume are both limited. */
static int two_limits(int weight, int volume)
{
    int (*a)[VOLUME + 1] = zeroed(weight + 1, sizeof *a), (*b)[VOLUME + 1] = zeroed(weight + 1, sizeof *b), (*t)[VOLUME + 1];
    int i, w, v, best;
    for (i = 0; i < ITEMS; i++) {
        const int iw = items[i].weight, iv = items[i].volume, worth = items[i].value;
#pragma omp parallel for collapse(2) private(w, v) hetero(1)
        for (w = 0; w <= weight; w++)
            for (v = 0; v <= volume; v++) {
                int leave = a[w][v], take = w >= iw && v >= iv ? a[w - iw][v - iv] + worth : -1;
                b[w][v] = take > leave ? take : leave;
            }
        t = a, a = b, b = t;
    }
    best = a[weight][volume];
    free(a);
    free(b);
    return best;
}

/* Bit s of a row of words: some items weigh s together. */
static int sums_reached(void)
{
    unsigned long long bits[WORDS] = {1}, next[WORDS];
    int i, k, count = 0;
    for (i = 0; i < ITEMS; i++) {
        int words = items[i].weight / 64, shift = items[i].weight % 64;
#pragma omp parallel for hetero(1)
        for (k = 0; k < WORDS; k++) {
            unsigned long long moved = 0;
            if (k >= words)
                moved = bits[k - words] << shift;
            if (shift && k > words)
                moved |= bits[k - words - 1] >> (64 - shift);
            next[k] = bits[k] | moved;
        }
        memcpy(bits, next, sizeof bits);
    }
#pragma omp parallel for reduction(+ : count) hetero(1)
    for (i = 0; i <= CAPACITY; i++)
        count += (int)(bits[i / 64] >> i % 64 & 1);
    return count;
}

int main(int argc, char **argv)
{
    long sum;
    int best;
    make_items(argc > 1 ? atoi(argv[1]) : 7);
    best = one_of_each(&sum);
    printf("one of each: %d (%x), all rows %ld\n", best, chosen(), sum);
    printf("some of each: %d\n", some_of_each());
    printf("two limits: %d %d\n", two_limits(300, VOLUME), two_limits(120, 40));
    printf("sums: %d of %d\n", sums_reached(), CAPACITY + 1);
    return 0;
}
