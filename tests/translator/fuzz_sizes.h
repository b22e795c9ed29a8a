/* What random loops over arrays of unknown sizes run with. RECORDED: no memory is touched; each access says which
 * element it would be, and one that is not there ends the look. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const struct {
    int n, m, w;
} sizes[] = {{0, 0, 0}, {1, 1, 1}, {2, 3, 1}, {5, 5, 1}, {7, 4, 2}, {4, 7, 0}, {6, 1, 1}, {12, 9, 3}, {9, 9, 2}, {17, 20, 1}};

#ifdef RECORDED
#include <setjmp.h>

enum { MOST_STEPS = 4000, ELEMENTS = 1024 };
static struct place {
    int pass, iteration, several, written;
} places[3][ELEMENTS];
static int pass, iteration, steps, depends;
static jmp_buf over;

static void step(int outer)
{
    iteration += outer;
    if (++steps > MOST_STEPS)
        longjmp(over, 1);
}

/* `inside`: subscripts stay in their rows, as C has it. */
static int touch(int array, int written, int inside, long columns, long count, long row, long column)
{
    long at = row * columns + column;
    if (at < 0 || at >= count || count > ELEMENTS || (inside && (column < 0 || column >= columns)))
        longjmp(over, 1);
    struct place *p = &places[array][at];
    if (p->pass != pass)
        *p = (struct place){pass, iteration, 0, 0};
    p->several |= p->iteration != iteration;
    p->written |= written;
    depends |= p->several && p->written;
    return 3;
}

#define STEP(outer) step(outer)

/* Of each look: 0 independent, 1 dependent, 2 an access is not there; and how many iterations it has. */
static int look(unsigned long (*run)(int), int v)
{
    iteration = steps = depends = 0;
    pass++;
    if (setjmp(over))
        return 2;
    run(v);
    return depends;
}

#define MAIN(...)                                                                 \
    static const struct {                                                         \
        const char *name;                                                         \
        unsigned long (*run)(int);                                                \
    } nests[] = {__VA_ARGS__};                                                    \
    int main(void)                                                                \
    {                                                                             \
        for (unsigned k = 0; k < sizeof nests / sizeof *nests; k++) {             \
            printf("%s", nests[k].name);                                          \
            for (int v = 0; v < (int)(sizeof sizes / sizeof *sizes); v++) {       \
                int bit = look(nests[k].run, v);                                  \
                printf(" %d %d", bit, iteration);                                 \
            }                                                                     \
            printf("\n");                                                         \
        }                                                                         \
        return 0;                                                                 \
    }
#else
/* Memory of so many bytes that nothing can be read behind, or, in every second look, before. */
static void *room(int array, unsigned long bytes, int v)
{
    enum { ROOM = 1 << 16 };
    static char *rooms[3];
    if (!rooms[array]) {
        rooms[array] = mmap(NULL, 3 * ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        mprotect(rooms[array] + ROOM, ROOM, PROT_READ | PROT_WRITE);
    }
    return rooms[array] + ROOM + (v % 2 ? 0 : ROOM - bytes);
}

#define ROOM(type, name, array, count)                                            \
    type *name = room(array, (unsigned long)(count) * sizeof(type), v);           \
    for (long k_ = 0; k_ < (count); k_++)                                         \
    name[k_] = (type)((k_ * 7 + v * 5 + array) % 11)

#define MAIN(...) RUN_LOOKS(__VA_ARGS__)
#endif
