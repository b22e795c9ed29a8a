/* What random loop nests work on, and how they are run: once as they are, once with every access recorded. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int orders[2][48]; /* a permutation, and one with repeats */

#ifdef RECORDED
/* For each address the first iteration that touched it, whether others did, and whether it was written. */
static struct place {
    const void *at;
    int pass, iteration, several, written;
} places[1 << 14];
static int pass, iteration, depends;
static int scalar_set, scalar_written, scalar_exposed;

static void *touch(void *at, int writes)
{
    unsigned k = (unsigned)((unsigned long)at * 11400714819323198485UL >> 50);
    while (places[k].pass == pass && places[k].at != at)
        k = (k + 1) & ((1 << 14) - 1);
    if (places[k].pass != pass)
        places[k] = (struct place){at, pass, iteration, 0, 0};
    places[k].several |= places[k].iteration != iteration;
    places[k].written |= writes;
    depends |= places[k].several && places[k].written;
    return at;
}
#define ITERATION (iteration++, scalar_set = 0)
#define RD(x) (*(__typeof__(x) *)touch(&(x), 0))
#define WR(x) (*(__typeof__(x) *)touch(&(x), 1))
#define RW WR
/* A scalar may be each iteration's own unless one is read that this iteration has not set. */
#define SW(x) (*(scalar_set = scalar_written = 1, &(x)))
#define SR(x) (scalar_exposed |= !scalar_set, x)
/* What a condition asks of data may be so for other data: in the later looks it is. */
static int forced;
#define DATA(x) ((x) | forced)
#define BEGIN (pass++, forced = v >= 6, iteration = depends = scalar_set = scalar_written = scalar_exposed = 0)
#define RESULT(x) ((void)(x), printf(" %d", depends || (scalar_exposed && scalar_written)))
#else
#define BEGIN (void)0
#define RESULT(x) printf(" %lx", x)
#endif

#define MAIN(runs, ...)                                                           \
    static const struct {                                                         \
        const char *name;                                                         \
        unsigned long (*run)(int);                                                \
    } nests[] = {__VA_ARGS__};                                                    \
    int main(int count, char **words)                                             \
    {                                                                             \
        for (int k = 0; k < 48; k++) {                                            \
            orders[0][k] = k * 29 % 48;                                           \
            orders[1][k] = k * k % 48;                                            \
        }                                                                         \
        for (unsigned k = count > 1 ? (unsigned)atoi(words[1]) : 0; k < sizeof nests / sizeof *nests; k++) { \
            printf("%s", nests[k].name);                                          \
            fflush(stdout);                                                       \
            for (int v = 0; v < runs; v++) {                                      \
                BEGIN;                                                            \
                unsigned long h = nests[k].run(v);                                \
                RESULT(h);                                                        \
            }                                                                     \
            printf("\n");                                                         \
        }                                                                         \
        return 0;                                                                 \
    }
