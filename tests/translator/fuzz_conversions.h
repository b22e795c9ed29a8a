/* What random loops with conversions run with. RECORDED: no memory is touched; each access says where it would be,
 * and what C leaves undefined is noticed. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ELEMENTS 1024
#define COLUMNS 64

typedef unsigned char uchar;
typedef signed char schar;
typedef unsigned short ushort_;
typedef unsigned long ulong_;

#ifdef RECORDED
#include <setjmp.h>

enum { MOST_STEPS = 1500, MOST = 1 << 15, GROUPS = 16 };
static struct touched {
    int array, group, written, iteration;
    long at[2];
} touches[MOST];
static int touched, steps, iteration, bad;
static jmp_buf over;

/* gcc and clang call these of -fsanitize=signed-integer-overflow,shift. */
#define UNDEFINED(name)                                                           \
    void __ubsan_handle_##name(void *, unsigned long, unsigned long);             \
    void __ubsan_handle_##name(void *d, unsigned long l, unsigned long r)         \
    {                                                                             \
        (void)d, (void)l, (void)r;                                                \
        bad = 1;                                                                  \
    }
UNDEFINED(add_overflow)
UNDEFINED(sub_overflow)
UNDEFINED(mul_overflow)
UNDEFINED(negate_overflow)
UNDEFINED(divrem_overflow)
UNDEFINED(shift_out_of_bounds)

static void step(int outer)
{
    iteration += outer;
    if (++steps > MOST_STEPS || bad)
        longjmp(over, 1);
}

static int touch(int array, int group, int written, long first, long second)
{
    if (touched == MOST)
        longjmp(over, 1);
    touches[touched++] = (struct touched){array, group, written, iteration, {first, second}};
    return 3;
}

#define STEP(outer) step(outer)
#define READ(array, group, first, second) touch(array, group, 0, first, second)
#define WRITE(array, group, first, second, value) ((void)touch(array, group, 1, first, second), (void)(value))

/* Bounds of each group in each look; or, with shifts on standard input, which looks are dependent. */
static long least[GROUPS][2], greatest[GROUPS][2];

static void measured(void)
{
    memset(least, 0, sizeof least), memset(greatest, 0, sizeof greatest);
    int known[GROUPS] = {0};
    for (int k = 0; k < touched; k++) {
        struct touched *t = &touches[k];
        for (int d = 0; d < 2; d++) {
            if (!known[t->group] || t->at[d] < least[t->group][d])
                least[t->group][d] = t->at[d];
            if (!known[t->group] || t->at[d] > greatest[t->group][d])
                greatest[t->group][d] = t->at[d];
        }
        known[t->group] = 1;
    }
}

static int depends(long shifts[GROUPS][2])
{
    static struct place {
        int pass, iteration, several, written;
    } places[3][ELEMENTS * COLUMNS];
    static int pass;
    int found = 0;
    pass++;
    for (int k = 0; k < touched; k++) {
        struct touched *t = &touches[k];
        unsigned long first = (unsigned long)t->at[0] - (unsigned long)shifts[t->group][0];
        unsigned long second = (unsigned long)t->at[1] - (unsigned long)shifts[t->group][1];
        if (first >= ELEMENTS || second >= COLUMNS)
            return 2;
        struct place *p = &places[t->array][first * COLUMNS + second];
        if (p->pass != pass)
            *p = (struct place){pass, t->iteration, 0, 0};
        p->several |= p->iteration != t->iteration;
        p->written |= t->written;
        found |= p->several && p->written;
    }
    return found;
}

static int look(void (*run)(int), int v)
{
    touched = steps = iteration = bad = 0;
    if (setjmp(over))
        return 0;
    run(v);
    return !bad;
}

#define MAIN(looks, ...)                                                          \
    static const struct {                                                         \
        const char *name;                                                         \
        void (*run)(int);                                                         \
        int groups;                                                               \
    } nests[] = {__VA_ARGS__};                                                    \
    int main(int count, char **words)                                             \
    {                                                                             \
        (void)words;                                                              \
        for (unsigned k = 0; k < sizeof nests / sizeof *nests; k++) {             \
            printf("%s", nests[k].name);                                          \
            for (int v = 0; v < looks; v++) {                                     \
                long shifts[GROUPS][2];                                           \
                for (int g = 0; count > 1 && g < nests[k].groups; g++)            \
                    if (scanf("%ld %ld", &shifts[g][0], &shifts[g][1]) != 2)      \
                        return 1;                                                 \
                int right = look(nests[k].run, v);                                \
                if (count > 1) {                                                  \
                    printf(" %d", right ? depends(shifts) : 3);                   \
                    continue;                                                     \
                }                                                                 \
                measured();                                                       \
                printf(" | %d", right ? iteration : -1);                          \
                for (int g = 0; g < nests[k].groups; g++)                         \
                    printf(" %ld %ld %ld %ld", least[g][0], greatest[g][0], least[g][1], greatest[g][1]); \
            }                                                                     \
            printf("\n");                                                         \
        }                                                                         \
        return 0;                                                                 \
    }
#else
#define MAIN(...) RUN_LOOKS(__VA_ARGS__)
#endif
