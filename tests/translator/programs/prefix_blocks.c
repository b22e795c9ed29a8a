/* Running sums in two levels, and what is made of them: sums of blocks, their running sum, then the
   blocks; values that are kept close up; a sort by digits. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 64
#define DIGITS 16
#define COUNT(n) (((n) + BLOCK - 1) / BLOCK)

typedef struct pair {
    uint32_t key;
    int value;
} pair;

typedef int (*test)(long);

static void *get(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (p)
        return p;
    perror("malloc");
    exit(1);
}

static void running_sum(const long *in, long *out, int n)
{
    int blocks = COUNT(n), b, i, end;
    long *offset = get((blocks + 1) * sizeof(long)), s;
#pragma omp parallel for private(b, i, s, end) hetero(1)
    for (b = 0; b < blocks; b++) {
        s = 0;
        end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
        for (i = b * BLOCK; i < end; i++)
            s += in[i];
        offset[b + 1] = s;
    }
    offset[0] = 0;
    for (b = 0; b < blocks; b++)
        offset[b + 1] += offset[b];
#pragma omp parallel for private(b, i, s, end) hetero(1)
    for (b = 0; b < blocks; b++) {
        s = offset[b];
        end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
        for (i = b * BLOCK; i < end; i++) {
            s += in[i];
            out[i] = s;
        }
    }
    free(offset);
}

/* In log n rounds, as on machines with very many processors. */
static void doubling(long *a, long *tmp, int n)
{
    int step, i;
    for (step = 1; step < n; step *= 2) {
#pragma omp parallel for firstprivate(step) hetero(1)
        for (i = 0; i < n; i++)
            tmp[i] = i >= step ? a[i] + a[i - step] : a[i];
#pragma omp parallel for hetero(1)
        for (i = 0; i < n; i++)
            a[i] = tmp[i];
    }
}

/* What is positive, in order, without gaps: flags, their running sum, and each goes to its place. */
static int keep(const long *in, long *out, int n)
{
    long *flag = get(n * sizeof *flag), *place = get(n * sizeof *place);
    int i, kept;
#pragma omp parallel for hetero(1)
    for (i = 0; i < n; i++)
        flag[i] = in[i] > 0;
    running_sum(flag, place, n);
#pragma omp parallel for hetero(1)
    for (i = 0; i < n; i++)
        if (flag[i])
            out[place[i] - 1] = in[i];
    kept = (int)place[n - 1];
    free(flag);
    free(place);
    return kept;
}

/* One digit: each block counts its own, tables of counts become places, each block moves its own. */
static void by_digit(const pair *from, pair *to, int n, int shift)
{
    int blocks = COUNT(n), total = 0;
    int (*count)[DIGITS] = get(blocks * sizeof *count);
#pragma omp parallel for schedule(static) hetero(1)
    for (int b = 0; b < blocks; b++) {
        memset(count[b], 0, sizeof count[b]);
        for (int i = b * BLOCK; i < (b + 1) * BLOCK && i < n; i++)
            count[b][from[i].key >> shift & (DIGITS - 1)]++;
    }
    for (int d = 0; d < DIGITS; d++)
        for (int b = 0; b < blocks; b++) {
            int here = count[b][d];
            count[b][d] = total;
            total += here;
        }
#pragma omp parallel for schedule(static) hetero(1)
    for (int b = 0; b < blocks; b++) {
        int *place = count[b];
        for (int i = b * BLOCK; i < (b + 1) * BLOCK && i < n; i++)
            to[place[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
    }
    free(count);
}

static void sort(pair *a, int n, int bits)
{
    pair *b = get(n * sizeof *b), *t, *own = a;
    for (int shift = 0; shift < bits; shift += 4) {
        by_digit(a, b, n, shift);
        t = a, a = b, b = t;
    }
    if (a != own) {
        memcpy(own, a, n * sizeof *a);
        b = a;
    }
    free(b);
}

static int unsorted(const pair *a, int n)
{
    int bad = 0, i;
#pragma omp parallel for reduction(+ : bad) hetero(1)
    for (i = 1; i < n; i++)
        bad += a[i - 1].key > a[i].key || (a[i - 1].key == a[i].key && a[i - 1].value > a[i].value);
    return bad;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000, i, kept;
    long *in = get(n * sizeof(long)), *out = get(n * sizeof(long)), *other = get(n * sizeof(long));
    pair *pairs = get(n * sizeof *pairs);
    unsigned long hash = 0;
    for (i = 0; i < n; i++) {
        in[i] = i * 17 % 23 - 5;
        pairs[i].key = (uint32_t)i * 2654435761u >> 20;
        pairs[i].value = i;
    }
    running_sum(in, out, n);
    for (i = 0; i < n; i++)
        hash = hash * 3 + (unsigned long)out[i];
    printf("%ld %lu\n", out[n - 1], hash);
    memcpy(other, in, n * sizeof *in);
    doubling(other, out, n);
    for (hash = 0, i = 0; i < n; i++)
        hash = hash * 3 + (unsigned long)other[i];
    printf("%ld %lu\n", other[n - 1], hash);
    kept = keep(in, out, n);
    for (hash = 0, i = 0; i < kept; i++)
        hash = hash * 5 + (unsigned long)out[i];
    printf("%d kept, %lu\n", kept, hash);
    sort(pairs, n, 12);
    for (hash = 0, i = 0; i < n; i++)
        hash = hash * 7 + pairs[i].key * 3 + pairs[i].value;
    printf("%d unsorted, %lu\n", unsorted(pairs, n), hash);
    return 0;
}
