/* SPDX-License-Identifier: BSD-3-Clause
 * What the loops of the corpus work on, and how they are run: each on fresh data, after which all of the data are hashed.
 * Values are small integers, so that sums are exact in any order. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { N = 240, M = 20 };

struct point {
    double x, y, z;
};
struct cell {
    int tag, count;
    double v[4];
};
struct series {
    double *from, *to;
    long n;
};

/* Arrays of their own for the compiler, all of them in one list for the driver. */
static double a[N + 16], b[N + 16], c[N + 16], d[N + 16], e[N + 16], flat[M * M * 2], dense[M * M], result[16];
static float u[N + 16], v[N + 16];
static double aa[M][M], bb[M][M], cc[M][M], cube[M][M][M], edge[M][M][M];
static int ip[N + 16], iq[N + 16], ordered[N + 16], counts[N + 16], flag[N + 16];
static unsigned char image[M * M], picture[M * M];
static long wide[N + 16];
static struct point pt[N + 16], qt[N + 16];
static struct cell cells[N + 16];

/* Values that the compiler cannot know. */
static int one = 1, two = 2, five = 5, none = 0, many = N, half = N / 2, pitch = M;

static const struct {
    void *at;
    size_t size;
    char kind;
} all[] = {{a, sizeof a, 'd'}, {b, sizeof b, 'd'}, {c, sizeof c, 'd'}, {d, sizeof d, 'd'},
           {e, sizeof e, 'd'}, {flat, sizeof flat, 'd'}, {dense, sizeof dense, 'd'}, {result, sizeof result, 'd'},
           {u, sizeof u, 'f'}, {v, sizeof v, 'f'}, {aa, sizeof aa, 'd'}, {bb, sizeof bb, 'd'}, {cc, sizeof cc, 'd'},
           {cube, sizeof cube, 'd'}, {edge, sizeof edge, 'd'}, {counts, sizeof counts, 'i'}, {flag, sizeof flag, 'i'},
           {image, sizeof image, 'b'}, {picture, sizeof picture, 'b'}, {wide, sizeof wide, 'l'}, {pt, sizeof pt, 'd'},
           {qt, sizeof qt, 'd'}, {cells, sizeof cells, 'c'}, {ip, sizeof ip, 'p'}, {iq, sizeof iq, 'q'},
           {ordered, sizeof ordered, 'o'}};

static void fill(void)
{
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++) {
        char *at = all[k].at;
        for (size_t i = 0; i < all[k].size / sizeof(double); i++)
            if (all[k].kind == 'd')
                ((double *)at)[i] = (double)((i * 7 + k * 5) % 23) - 7;
        for (size_t i = 0; i < all[k].size / sizeof(float); i++)
            if (all[k].kind == 'f')
                ((float *)at)[i] = (float)((i * 5 + k) % 19) - 5;
        for (size_t i = 0; i < all[k].size / sizeof(int); i++)
            if (strchr("ipqo", all[k].kind))
                ((int *)at)[i] = all[k].kind == 'p' ? (i < N ? (int)(i * 77 % N) : (int)i) : all[k].kind == 'q' ? (int)(i * i % 31) :
                    all[k].kind == 'o' ? (int)(i * 2) : (int)((i * 3 + k) % 11) - 4;
        for (size_t i = 0; i < all[k].size; i++)
            if (all[k].kind == 'b')
                at[i] = (char)(i * 37 + k);
        for (size_t i = 0; i < all[k].size / sizeof(long); i++)
            if (all[k].kind == 'l')
                ((long *)at)[i] = (long)(i * 11 % 29);
    }
    for (int i = 0; i < N + 16; i++) {
        struct cell *s = &cells[i];
        s->tag = i % 7;
        s->count = i % 5;
        for (int k = 0; k < 4; k++)
            s->v[k] = i % 13 + k;
    }
}

static unsigned long hash(void)
{
    unsigned long sum = 14695981039346656037UL;
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
        for (size_t i = 0; i < all[k].size; i++)
            sum = (sum ^ ((unsigned char *)all[k].at)[i]) * 1099511628211UL;
    return sum;
}

/* LOOP(name) begins a loop, USES(name) stands in the list of them that the driver makes. */
#define LOOP(name) static void name(void)
#define USES(name) {#name, name},
#define MAIN(list)                                                              \
    static const struct {                                                       \
        const char *name;                                                       \
        void (*run)(void);                                                      \
    } loops[] = {list};                                                         \
    int main(int count, char **words)                                           \
    {                                                                           \
        unsigned k = count > 1 ? (unsigned)atoi(words[1]) : 0;                  \
        unsigned end = count > 2 ? (unsigned)atoi(words[2]) : sizeof loops / sizeof *loops; \
        for (; k < end; k++) {                                                  \
            fill();                                                             \
            printf("%s ", loops[k].name);                                       \
            fflush(stdout);                                                     \
            loops[k].run();                                                     \
            printf("%016lx\n", hash());                                         \
        }                                                                       \
        return 0;                                                               \
    }

/* What sums are compared with: their digits are exact. */
static void keep(int place, double value)
{
    result[place] = value;
}
