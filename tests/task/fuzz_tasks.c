/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random graphs of tasks against executing them one after the other: accesses of overlapping boxes
 * of arrays that share memory, reductions, bodies of all lengths, on random units, with random
 * failures, by all placements.
 *
 *     fuzz_tasks [GRAPHS [FIRST]]
 *
 * Graph number k is the same on every machine; what threads do is not.  With TEST_CHECK all is so
 * in check mode, which has nothing to say. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/random.h"

enum { MEMORY = 6000, SUMS = 4, ACCESSES = 4, GRAPHS_BY_UNITS = 10 };

static random_state numbers;
static long failed; /* graphs with an error that a device's failure may bring about */

static size_t below(size_t n)
{
    return (size_t)random_long(&numbers, 0, (long)n - 1);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* What a body needs to know of its accesses. */
typedef struct plan {
    int n;
    struct {
        int kind, ndim;
        size_t size, count[CTSAR_BOX_DIMS];
    } access[ACCESSES];
    uint32_t seed;
    int spin;
} plan;

static uint32_t mix(uint32_t h, uint32_t x)
{
    h = (h ^ x) * 0x9E3779B1u;
    return h ^ h >> 15;
}

/* Lines, composed: not commutative, so their order shows. */
typedef struct line {
    uint32_t slope, offset;
} line;

static void append(void *into, void *from)
{
    line *x = into, *y = from;
    *x = (line){x->slope * y->slope, x->offset * y->slope + y->offset};
}

/* Where item number n of an access lies. */
static unsigned char *item(const plan *p, int a, void *base, const size_t *strides, size_t n)
{
    size_t at = 0;
    for (int k = p->access[a].ndim - 1; k >= 0; --k) {
        size_t stride = k == p->access[a].ndim - 1 ? 1 : strides[k];
        at += n % p->access[a].count[k] * stride;
        n /= p->access[a].count[k];
    }
    return (unsigned char *)base + at * p->access[a].size;
}

static size_t items(const plan *p, int a)
{
    size_t n = 1;
    for (int k = 0; k < p->access[a].ndim; ++k)
        n *= p->access[a].count[k];
    return n;
}

static uint32_t read_all(const plan *p, int a, void *base, const size_t *strides, uint32_t h)
{
    for (size_t n = 0; n < items(p, a); ++n)
        for (size_t b = 0; b < p->access[a].size; ++b)
            h = mix(h, item(p, a, base, strides, n)[b]);
    return h;
}

static void write_all(const plan *p, int a, void *base, const size_t *strides, uint32_t h)
{
    for (size_t n = 0; n < items(p, a); ++n)
        for (size_t b = 0; b < p->access[a].size; ++b)
            item(p, a, base, strides, n)[b] = (unsigned char)(h = mix(h, (uint32_t)n));
}

/* Outputs depend on every byte of every input, and on the task. */
static void compute(const plan *p, void *const *base, const size_t *const *strides)
{
    uint32_t h = p->seed;
    for (int a = 0; a < p->n; ++a)
        if (p->access[a].kind == CTSAR_ACCESS_IN || p->access[a].kind == CTSAR_ACCESS_INOUT)
            h = read_all(p, a, base[a], strides[a], h);
    for (volatile int s = 0; s < p->spin; ++s)
        ;
    for (int a = 0; a < p->n; ++a)
        if (p->access[a].kind == CTSAR_ACCESS_REDUCTION && base[a])
            append(base[a], &(line){2 * h + 1, h + (uint32_t)a});
        else if (p->access[a].kind != CTSAR_ACCESS_IN)
            write_all(p, a, base[a], strides[a], mix(h, (uint32_t)a));
}

static void body(const ctsar_call *c)
{
    const plan *p = c->arg[0];
    compute(p, c->arg + 1, c->strides + 1);
}

/* Writes what it should not: it must not count. */
static void wrong_body(const ctsar_call *c)
{
    plan p = *(const plan *)c->arg[0];
    p.seed++;
    compute(&p, c->arg + 1, c->strides + 1);
}

static bool same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static const ctsar_kernel plain = {.name = "plain", .host = body};
static const ctsar_kernel first = {.name = "first", .host = body};
static const ctsar_kernel second = {.name = "second", .host = body};
static const ctsar_kernel *const ways[] = {&first, &second, NULL};
static const ctsar_kernel family = {.name = "family", .versions = ways};
static const ctsar_kernel third = {.name = "third", .host = wrong_body};
static const ctsar_kernel *const odd_ways[] = {&first, &third, &second, NULL};
static const ctsar_kernel verified = {
    .name = "verified", .versions = odd_ways, .tolerance = 1e-6, .agrees = same};
static const ctsar_kernel *const kernels[] = {&plain, &plain, &plain, &plain, &family, &verified};

/* Check mode executes versions in turn, and compares none. */
static const ctsar_kernel *random_kernel(void)
{
    bool checks = is_checked();
    return kernels[below(sizeof kernels / sizeof *kernels - checks)];
}

/* ---- Graphs
 * -------------------------------------------------------------------------------------- */

/* Reductions are into the last bytes of it. */
static _Alignas(64) char memory[MEMORY], serial[MEMORY], start[MEMORY];
static const line identity = {1, 0};

static bool apart; /* these units' parts do not overlap, and stay where they were computed */

static char *random_sum(void)
{
    return memory + MEMORY - (1 + below(SUMS)) * sizeof(line);
}

static ctsar_access random_tile(int kind)
{
    enum { TILE = 10, ALL = 3 * TILE };
    return (ctsar_access){.kind = kind,
                          .sides = 2,
                          .host = memory,
                          .size = 4,
                          .side = {{ALL, TILE * below(3), TILE}, {ALL, TILE * below(3), TILE}}};
}

static ctsar_access random_box(int kind)
{
    static const size_t extents[][CTSAR_BOX_DIMS] = {{900, 0, 0, 0}, {30, 30, 0, 0},
                                                     {20, 45, 0, 0}, {9, 10, 10, 0},
                                                     {3, 5, 6, 10},  {60, 15, 0, 0}};
    ctsar_access a = {.kind = kind, .host = memory + 16 * below(3), .size = 1 + below(4)};
    if (below(10) == 0)
        return (ctsar_access){.kind = kind, .host = random_sum(), .size = sizeof(line)};
    if (apart)
        return random_tile(kind);
    if (below(3) == 0) {
        a.host = memory + below(MEMORY - 64);
        a.size = 1 + below(64);
        return a;
    }
    size_t which = below(sizeof extents / sizeof *extents);
    for (int k = 0; k < CTSAR_BOX_DIMS && extents[which][k]; ++k, ++a.sides) {
        ctsar_side *s = &a.side[k];
        s->extent = extents[which][k];
        /* Tiles mostly, so that parts come again. */
        size_t tiles = 1 + below(3), tile = s->extent / tiles;
        *s = (ctsar_side){s->extent, tile * below(tiles), tile};
        if (below(6) == 0) {
            s->lo = below(s->extent);
            s->count = 1 + below(s->extent - s->lo);
        }
    }
    return a;
}

static void note(plan *p, const ctsar_access *a)
{
    int n = p->n++, ndim = a->sides;
    for (int k = 0; k < ndim; ++k)
        p->access[n].count[k] = a->side[k].count;
    p->access[n].kind = a->kind;
    p->access[n].size = ndim ? a->size : 1;
    p->access[n].ndim = ndim ? ndim : 1;
    if (!ndim)
        p->access[n].count[0] = a->size;
    if (a->kind == CTSAR_ACCESS_REDUCTION)
        p->access[n].size = 0;
}

/* The task as the host would execute it, on memory of its own. */
static void execute(const plan *p, const ctsar_access *access)
{
    void *base[ACCESSES] = {NULL};
    size_t strides[ACCESSES][CTSAR_BOX_DIMS];
    const size_t *stride[ACCESSES] = {NULL};
    line copy[ACCESSES];
    for (int a = 0; a < p->n; ++a) {
        size_t at = 0, apart = 1;
        for (int k = 0; k < access[a].sides; ++k)
            at = at * access[a].side[k].extent + access[a].side[k].lo;
        for (int k = p->access[a].ndim - 1; k > 0; --k)
            strides[a][k - 1] = apart *= access[a].side[k].extent;
        stride[a] = strides[a];
        copy[a] = identity;
        base[a] = access[a].kind == CTSAR_ACCESS_REDUCTION
                      ? (void *)&copy[a]
                      : serial + ((char *)access[a].host - memory) + at * p->access[a].size;
    }
    compute(p, base, stride);
    for (int a = 0; a < p->n; ++a)
        if (access[a].kind == CTSAR_ACCESS_REDUCTION)
            append(serial + ((char *)access[a].host - memory), &copy[a]);
}

static ctsar_access random_reduction(void)
{
    return CTSAR_REDUCTION(random_sum(), sizeof(line), &identity, append);
}

/* What this graph's tasks have written, of which a byte may be waited for. */
static struct {
    plan p;
    ctsar_access access[ACCESSES];
} written[60];
static int tasks_written;

/* Submits a random task; one that is refused, for its accesses overlap, is none. */
static int submit(ctsar_tasks *t)
{
    plan p = {.seed = (uint32_t)random_bits(&numbers), .spin = below(4) ? 0 : (int)below(3000)};
    ctsar_access access[ACCESSES + 1];
    int n = 1 + (int)below(ACCESSES);
    for (int a = 0; a < n; ++a) {
        access[a + 1] =
            below(8) == 0 ? random_reduction() : random_box((int)below(3) + CTSAR_ACCESS_IN);
        if (a > 0 && access[a].kind == CTSAR_ACCESS_IN && below(4) == 0)
            access[a + 1] = access[a]; /* the same once more */
        note(&p, &access[a + 1]);
    }
    access[0] = CTSAR_VALUE(&p, sizeof p);
    int status =
        ctsar_task(t, random_kernel(), 0, 1 + (long)below(50), access, n + 1, (int)below(3) - 1);
    if (!status) {
        execute(&p, access + 1);
        written[tasks_written].p = p;
        memcpy(written[tasks_written++].access, access + 1, sizeof written->access);
    }
    return status == CTSAR_EINVAL ? CTSAR_OK : status;
}

/* Is all that the access wrote on the host, as later tasks have left it?  If it has not the byte
 * nobody has waited for it, and others may write there. */
static bool current(const plan *p, int a, const ctsar_access *access, size_t byte)
{
    size_t strides[CTSAR_BOX_DIMS], at = 0, apart = 1;
    bool has = false, same = true;
    for (int k = 0; k < access->sides; ++k)
        at = at * access->side[k].extent + access->side[k].lo;
    for (int k = p->access[a].ndim - 1; k > 0; --k)
        strides[k - 1] = apart *= access->side[k].extent;
    size_t offset = (size_t)((char *)access->host - memory) + at * p->access[a].size;
    for (int pass = 0; pass < 2; ++pass)
        for (size_t n = 0; n < items(p, a) && (pass == 0 || has); ++n) {
            size_t x = (size_t)(item(p, a, memory + offset, strides, n) - (unsigned char *)memory);
            has = has || (x <= byte && byte < x + p->access[a].size);
            same = same && (!pass || memcmp(memory + x, serial + x, p->access[a].size) == 0);
        }
    return same;
}

static bool waited_is_current(size_t byte)
{
    for (int k = 0; k < tasks_written; ++k)
        for (int a = 0; a < written[k].p.n; ++a) {
            const ctsar_access *access = &written[k].access[a];
            if (access->kind != CTSAR_ACCESS_OUT && access->kind != CTSAR_ACCESS_INOUT)
                continue;
            if (!current(&written[k].p, a, access, byte))
                return false;
        }
    return true;
}

static bool stale; /* a part that was waited for */

static int wait_for_byte(ctsar_tasks *t)
{
    size_t byte = below(MEMORY);
    int status = ctsar_tasks_wait(t, memory + byte);
    stale = stale || (!status && !waited_is_current(byte));
    return status;
}

static int settle(ctsar_tasks *t)
{
    switch (below(3)) {
    case 0:
        return wait_for_byte(t);
    case 1:
        return ctsar_tasks_flush(t, below(2));
    }
    return ctsar_tasks_wait(t, NULL);
}

static int graph(ctsar_tasks *t)
{
    int tasks = 1 + (int)below(60), status = CTSAR_OK;
    memcpy(memory, start, MEMORY);
    memcpy(serial, start, MEMORY);
    tasks_written = 0;
    stale = false;
    for (int i = 0; i < tasks && !status; ++i)
        status = below(25) ? submit(t) : settle(t);
    int waited = ctsar_tasks_wait(t, NULL);
    return status ? status : waited;
}

/* ---- Units
 * --------------------------------------------------------------------------------------- */

/* Whether a failing device may lose data. */
static bool random_units(void)
{
    static const char *const devices[] = {"cpu:1",       "cpu:2",       "emu:1",
                                          "cpu:2,emu:1", "cpu:1,emu:2", "cpu:2,emu:3"};
    static const char *const calls[] = {"launch", "copy_in", "copy_out", "copy_peer",
                                        "wait",   "commit",  "reserve"};
    char emu[200] = "";
    bool fails = below(3) == 0, through = below(2), narrow = below(3) == 0;
    snprintf(emu, sizeof emu, "speed=%zu,bandwidth=20GB/s%s", 1 + below(4),
             narrow ? ",memory=160KiB" : "");
    if (fails) {
        size_t used = strlen(emu);
        snprintf(emu + used, sizeof emu - used, ",fail=%s:%zu;speed=2",
                 calls[below(sizeof calls / sizeof *calls)], 1 + below(40));
    }
    units(devices[below(sizeof devices / sizeof *devices)], emu, below(2) ? "real" : "virtual");
    setenv("CTSAR_CACHE", through ? "writethrough" : "writeback", 1);
    setenv("CTSAR_INFLIGHT", below(2) ? "3" : "2", 1);
    if (below(4) == 0) /* verified while several are at it, and again and again */
        setenv("CTSAR_VERSIONS", below(2) ? "verified:third" : "verified:second", 1);
    if (below(4) == 0)
        setenv("CTSAR_PREFETCH", below(2) ? "7" : "0", 1);
    apart = below(2);
    return fails;
}

static const ctsar_placement placements[] = {
#define PLACEMENT(name, constant, number, what) constant,
    CTSAR_PLACEMENT_LIST(PLACEMENT)
#undef PLACEMENT
};

static int wrong(long k, const char *what)
{
    printf("graph %ld: %s; CTSAR_DEVICES=%s CTSAR_EMU=\"%s\" CTSAR_CLOCK=%s CTSAR_CACHE=%s\n", k,
           what, getenv("CTSAR_DEVICES"), getenv("CTSAR_EMU"), getenv("CTSAR_CLOCK"),
           getenv("CTSAR_CACHE"));
    return 1;
}

/* Graphs k to k + GRAPHS_BY_UNITS - 1, on the same units, one after the other in one set. */
static int some_graphs(long k)
{
    numbers.x = (uint64_t)k;
    for (int i = 0; i < MEMORY; ++i)
        start[i] = (char)random_bits(&numbers);
    bool fails = random_units();
    ctsar_tasks *t = NULL;
    int found = 0;
    size_t how = below(sizeof placements / sizeof *placements);
    if (ctsar_tasks_init(&t, below(4) ? CTSAR_DEV_ALL : CTSAR_DEV_GPU, placements[how]))
        return wrong(k, ctsar_last_error(NULL));
    for (int g = 0; g < GRAPHS_BY_UNITS; ++g) {
        int status = graph(t);
        bool allowed = fails && (status == CTSAR_EDEVICE || status == CTSAR_ENODEV);
        failed += allowed;
        if (status && !allowed)
            found += wrong(k + g, ctsar_last_error(NULL));
        else if (!status && memcmp(memory, serial, MEMORY) != 0)
            found += wrong(k + g, "another result");
        else if (stale)
            found += wrong(k + g, "a part that was waited for is not current");
    }
    ctsar_tasks_free(&t);
    return found;
}

int main(int argc, char **argv)
{
    long graphs = argc > 1 ? atol(argv[1]) : 1000, begin = argc > 2 ? atol(argv[2]) : 0;
    int found = 0;
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    for (long k = begin; k < begin + graphs && found < 20; k += GRAPHS_BY_UNITS)
        found += some_graphs(k);
    printf("%ld graphs, %d wrong, %ld that a device's failure has ended\n", graphs, found, failed);
    return found > 0;
}
