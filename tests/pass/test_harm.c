/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What accelerators cost a program of several regions, or of many passes, on the virtual clock:
 * against the same program on the core alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"

enum { MOST = 4096, ROW = 64, MOST_REGIONS = 100 };

static char data[MOST][ROW], sums[MOST][ROW];

static void adding_host(const ctsar_call *c)
{
    char(*row)[ROW] = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        row[i][0]++;
}
static void writing_host(const ctsar_call *c)
{
    char(*row)[ROW] = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        row[i][0] = (char)i;
}
static void reading_host(const ctsar_call *c)
{
    char(*sum)[ROW] = c->arg[0], (*row)[ROW] = c->arg[1];
    for (long i = c->start; i < c->end; ++i)
        sum[i][0] = (char)(row[i][0] + 1);
}
#define BODY(title, function)                                                                      \
    {                                                                                              \
        .name = title, .host = function                                                            \
    }
/* CTSAR_VIRTUAL_VERSIONS gives the versions their times. */
static const ctsar_kernel suits = BODY("suits", adding_host), not_so = BODY("not_so", adding_host),
                          writes = BODY("suits", writing_host),
                          reads = BODY("not_so", reading_host);
static const ctsar_kernel *const suits_alone[] = {&suits, NULL},
                                 *const not_so_alone[] = {&not_so, NULL},
                                 *const writes_alone[] = {&writes, NULL},
                                 *const reads_alone[] = {&reads, NULL};
static const ctsar_kernel suiting = {.name = "suiting", .versions = suits_alone},
                          unsuitable = {.name = "unsuitable", .versions = not_so_alone},
                          writing = {.name = "writing", .versions = writes_alone},
                          reading = {.name = "reading", .versions = reads_alone};

/* A program: `regions` take turns over the same rows.  Every second one has a kernel that
 * accelerators take 80 times as long for. */
typedef struct program {
    const char *what;
    const char *emu; /* of each accelerator */
    int accs, regions;
    bool inlined;
    unsigned flags;
    const char *iteration; /* seconds */
    long n[4];             /* of passes in turn; 0: as those before */
    int passes;            /* of each region */
    ctsar_policy policy;
    double most, later; /* times as long as on the core alone: all passes; the second half */
    double first;       /* the first pass; 0: any number */
    bool ends;          /* the rows' persisting, after each pass */
    bool handed_on;     /* the first region writes the rows, the second one but reads them */
} program;

static ctsar *region[MOST_REGIONS];

static const ctsar_kernel *kernel_of(const program *p, int r)
{
    if (p->handed_on)
        return r % 2 ? &reading : &writing;
    return r % 2 ? &unsuitable : &suiting;
}

static void open_regions(const program *p, bool alone)
{
    char devices[40];
    snprintf(devices, sizeof devices, "cpu:1,emu:%d", p->accs);
    units(alone ? "cpu:1" : devices, p->emu, "virtual");
    setenv("CTSAR_VIRTUAL_ITER", p->iteration, 1);
    setenv("CTSAR_VIRTUAL_VERSIONS", "emu/not_so=80", 1);
    for (int r = 0; r < p->regions; ++r) {
        region[r] = NULL;
        ctsar_init(&region[r], (size_t)p->n[0], p->policy, CTSAR_DEV_ALL, NULL, NULL);
        region[r]->pass.reporting = true;
        if (!p->inlined)
            assert_int_equal(ctsar_set_kernel(region[r], kernel_of(p, r)), CTSAR_OK);
    }
}

static void pass_that_hands_on(const program *p, int r, long n)
{
    ctsar *of = region[r];
    bool second = r % 2;
    ctsar_arg args[] = {CTSAR_ARG_MEM(second ? sums : data), CTSAR_ARG_MEM(data)};
    do {
        if (second)
            ctsar_reg_mem(of, sums, ROW, MOST, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT | p->flags);
        ctsar_reg_mem(of, data, ROW, MOST,
                      CTSAR_MEM_PARTIAL | (second ? CTSAR_MEM_INPUT : CTSAR_MEM_OUTPUT) | p->flags);
        ctsar_next(of, (size_t)n);
        ctsar_launch(of, kernel_of(p, r), args, second ? 2 : 1);
    } while (ctsar_loop(of));
}

static void pass(const program *p, int r, long n)
{
    ctsar *of = region[r];
    do {
        void *rows =
            ctsar_reg_mem(of, data, ROW, MOST, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | p->flags);
        ctsar_next(of, (size_t)n);
        if (p->inlined)
            adding_host(&(ctsar_call){.start = CSTART(of), .end = CEND(of), .arg = &rows});
        else
            ctsar_launch(of, kernel_of(p, r), (ctsar_arg[]){CTSAR_ARG_MEM(data)}, 1);
    } while (ctsar_loop(of));
}

static double lived(const program *p)
{
    double sum = 0;
    for (int r = 0; r < p->regions; ++r)
        sum += region[r]->stats.seconds;
    return sum;
}

/* Seconds of all passes, of their second half and of the first ones. */
typedef struct took {
    double all, later, first;
} took;

static took execute_program(const program *p, bool alone)
{
    long sizes = 0, expected = 0;
    double half = 0, first = 0;
    int passes = p->passes >= 100000 ? rounds_of(p->passes) : p->passes;
    while (sizes < 4 && p->n[sizes])
        sizes++;
    memset(data, 0, sizeof data);
    open_regions(p, alone);
    for (int i = 0; i < passes; ++i) {
        if (i == passes / 2)
            half = lived(p);
        for (int r = 0; r < p->regions; ++r, ++expected) {
            (p->handed_on ? pass_that_hands_on : pass)(p, r, p->n[i % sizes]);
            if (p->ends)
                assert_int_equal(ctsar_depersist(data), CTSAR_OK);
        }
        if (i == 0)
            first = lived(p);
    }
    took t = {lived(p), lived(p) - half, first};
    for (int r = 0; r < p->regions; ++r) {
        assert_string_equal(ctsar_last_error(region[r]), "");
        ctsar_free(&region[r]);
    }
    assert_int_equal(p->handed_on ? sums[7][0] : data[0][0], p->handed_on ? 8 : (char)expected);
    return t;
}

static void costs_little(const program *p)
{
    took beside = execute_program(p, false), alone = execute_program(p, true);
    double all = beside.all / alone.all, later = beside.later / alone.later;
    double first = beside.first / alone.first;
    printf("%s: %.3f (at most %g), later %.3f (at most %g), the first pass %.3f (at most %g)\n",
           p->what, all, p->most, later, p->later, first, p->first);
    if (all > p->most || later > p->later || (p->first > 0 && first > p->first))
        fail_msg("%s: %.3f, not %g; later %.3f, not %g; the first pass %.3f, not %g", p->what, all,
                 p->most, later, p->later, first, p->first);
}

#define KEPT CTSAR_MEM_PERSIST
#define FAST "speed=8,latency=20us,bandwidth=10GB/s"
#define NARROW "speed=8,latency=20us,bandwidth=30MB/s"
#define THREE "speed=0.1,latency=20us,bandwidth=1GB/s;speed=1,latency=200us;speed=8,latency=20us"

#define SLOW "speed=0.1,latency=50us"
#define AS_A_CORE "speed=1,latency=20us"

/* To fetch a row takes 0.6, 2 and 20 times what a core takes for it. */
#define LINK_100 "speed=8,latency=20us,bandwidth=100MB/s"
#define LINK_30 NARROW
#define LINK_3 "speed=8,latency=20us,bandwidth=3MB/s"
#define TWO_LINKS "speed=8,latency=20us,bandwidth=3MB/s;speed=8,latency=20us,bandwidth=30MB/s"

#define INLINE true
#define KERNELS false

/* Two regions in turn over the same 4096 iterations, 50 times. */
#define ALTERNATING(what, emu, accs, body, flags, policy, all, later)                              \
    {                                                                                              \
        what, emu, accs, 2, body, flags, "1us", {4096}, 50, policy, all, later, 0, false, false    \
    }
/* One region, whose passes change their length, 100 times. */
#define CHANGING(what, accs, body, policy, all, later)                                             \
    {                                                                                              \
        what, SLOW, accs, 1, body, 0, "1us", {64, 4096, 8, 1000}, 100, policy, all, later, 0,      \
            false, false                                                                           \
    }
/* One region, 50 times, whose rows stay where they are. */
#define FETCHING(what, emu, accs, policy, passes, all, later, first)                               \
    {                                                                                              \
        what, emu, accs, 1, KERNELS, KEPT, "1us", {4096}, passes, policy, all, later, first,       \
            false, false                                                                           \
    }
/* The same, but their persisting ends after each pass. */
#define FETCHING_AGAIN(what, emu, policy, all, later)                                              \
    {                                                                                              \
        what, emu, 1, 1, KERNELS, KEPT, "1us", {4096}, 50, policy, all, later, 0, true, false      \
    }
/* Two regions in turn, 50 times: what the first one writes the second one reads. */
#define HANDED_ON(what, emu, policy, all, later)                                                   \
    {                                                                                              \
        what, emu, 1, 2, KERNELS, KEPT, "1us", {4096}, 50, policy, all, later, 0, false, true      \
    }
/* 100 regions of 5 us in turn. */
#define MANY(what, emu, accs, body, flags, passes, policy, all)                                    \
    {                                                                                              \
        what, emu, accs, 100, body, flags, "100ns", {50}, passes, policy, all, 1.05, 0, false,     \
            false                                                                                  \
    }
/* One region of 3 us. */
#define OFTEN(what, passes, policy)                                                                \
    {                                                                                              \
        what, AS_A_CORE, 1, 1, INLINE, 0, "1us", {3}, passes, policy, 1.02, 1.02, 0, false, false  \
    }

static void regions_that_alternate(void **state)
{
    (void)state;
    static const program all[] = {
        ALTERNATING("alternating, kept, kernels", FAST, 1, KERNELS, KEPT, CTSAR_AUTO, 1.0, 1.0),
        ALTERNATING("alternating, copied, kernels", FAST, 1, KERNELS, 0, CTSAR_AUTO, 1.0, 1.0),
        ALTERNATING("alternating, kept, kernels, slow copies", NARROW, 1, KERNELS, KEPT, CTSAR_AUTO,
                    1.15, 1.02),
        ALTERNATING("alternating, copied, kernels, slow copies", NARROW, 1, KERNELS, 0, CTSAR_AUTO,
                    1.05, 1.02),
        ALTERNATING("alternating, kept, three", THREE, 3, KERNELS, KEPT, CTSAR_AUTO, 1.05, 1.02),
        ALTERNATING("alternating, kept, three, inline", THREE, 3, INLINE, KEPT, CTSAR_AUTO, 1.05,
                    1.02),
        ALTERNATING("alternating, kept, adaptive, slow copies", NARROW, 1, KERNELS, KEPT,
                    CTSAR_ADAPTIVE, 1.15, 1.02),
        ALTERNATING("alternating, kept, hybrid, slow copies", NARROW, 1, KERNELS, KEPT,
                    CTSAR_HYBRID, 1.15, 1.02),
        ALTERNATING("alternating, kept, split, slow copies", NARROW, 1, KERNELS, KEPT, CTSAR_SPLIT,
                    1.15, 1.02),
        ALTERNATING("alternating, kept, quick, slow copies", NARROW, 1, KERNELS, KEPT, CTSAR_QUICK,
                    1.15, 1.02),
        ALTERNATING("alternating, kept, dynamic", FAST, 1, KERNELS, KEPT, CTSAR_CHUNK_DYNAMIC, 1.0,
                    1.0),
        ALTERNATING("alternating, kept, dynamic, slow copies", NARROW, 1, KERNELS, KEPT,
                    CTSAR_CHUNK_DYNAMIC, 1.15, 1.02),
        ALTERNATING("alternating, copied, dynamic, slow copies", NARROW, 1, KERNELS, 0,
                    CTSAR_CHUNK_DYNAMIC, 1.05, 1.02),
        ALTERNATING("alternating, kept, chunk, slow copies", NARROW, 1, KERNELS, KEPT, CTSAR_CHUNK,
                    1.15, 1.02),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        costs_little(&all[i]);
}

/* A pass fetches all if it takes at most twice as long by that, else so much that it takes a
 * quarter longer; later passes fetch the rest. */
static void persisted_data_that_move_slowly(void **state)
{
    (void)state;
    static const program all[] = {
        FETCHING("100 MB/s, auto", LINK_100, 1, CTSAR_AUTO, 50, 0.2, 0.2, 1),
        FETCHING("30 MB/s, auto", LINK_30, 1, CTSAR_AUTO, 50, 0.2, 0.2, 2),
        FETCHING("3 MB/s, auto", LINK_3, 1, CTSAR_AUTO, 50, 0.6, 0.4, 1.3),
        FETCHING("two links, auto", TWO_LINKS, 2, CTSAR_AUTO, 50, 0.4, 0.2, 2),
        FETCHING("3 MB/s, auto, five passes", LINK_3, 1, CTSAR_AUTO, 5, 1.1, 1, 1.3),
        FETCHING("3 MB/s, hybrid", LINK_3, 1, CTSAR_HYBRID, 50, 0.6, 0.4, 1.3),
        /* Their first pass is split by times that are known under this clock. */
        FETCHING("30 MB/s, adaptive", LINK_30, 1, CTSAR_ADAPTIVE, 50, 0.2, 0.2, 0),
        FETCHING("3 MB/s, adaptive", LINK_3, 1, CTSAR_ADAPTIVE, 50, 0.6, 0.4, 0),
        FETCHING("3 MB/s, quick", LINK_3, 1, CTSAR_QUICK, 50, 0.6, 0.4, 0),
        FETCHING("3 MB/s, split", LINK_3, 1, CTSAR_SPLIT, 50, 0.6, 0.4, 0),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        costs_little(&all[i]);
}

/* What is fetched in each pass is a cost of each. */
static void data_that_persist_for_one_pass(void **state)
{
    (void)state;
    static const program all[] = {
        FETCHING_AGAIN("again, 100 MB/s, auto", LINK_100, CTSAR_AUTO, 0.6, 0.6),
        FETCHING_AGAIN("again, 30 MB/s, auto", LINK_30, CTSAR_AUTO, 1.05, 1.02),
        FETCHING_AGAIN("again, 3 MB/s, auto", LINK_3, CTSAR_AUTO, 1.1, 1.02),
        FETCHING_AGAIN("again, 30 MB/s, adaptive", LINK_30, CTSAR_ADAPTIVE, 1.05, 1.02),
        FETCHING_AGAIN("again, 3 MB/s, adaptive", LINK_3, CTSAR_ADAPTIVE, 1.7, 1.02),
        FETCHING_AGAIN("again, 30 MB/s, hybrid", LINK_30, CTSAR_HYBRID, 1.05, 1.02),
        FETCHING_AGAIN("again, 3 MB/s, hybrid", LINK_3, CTSAR_HYBRID, 1.05, 1.02),
        FETCHING_AGAIN("again, 3 MB/s, quick", LINK_3, CTSAR_QUICK, 1.15, 1.02),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        costs_little(&all[i]);
}

/* Who writes on an accelerator what cores read makes these fetch it. */
static void outputs_that_others_read(void **state)
{
    (void)state;
    static const program all[] = {
        HANDED_ON("handed on, auto", FAST, CTSAR_AUTO, 0.8, 0.8),
        HANDED_ON("handed on, slow copies, auto", NARROW, CTSAR_AUTO, 1.15, 1.02),
        HANDED_ON("handed on, slow copies, adaptive", NARROW, CTSAR_ADAPTIVE, 1.15, 1.02),
        HANDED_ON("handed on, slow copies, hybrid", NARROW, CTSAR_HYBRID, 1.15, 1.02),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        costs_little(&all[i]);
}

static void lengths_that_change(void **state)
{
    (void)state;
    static const program all[] = {
        CHANGING("lengths, inline", 1, INLINE, CTSAR_AUTO, 1.05, 1.02),
        CHANGING("lengths, kernels", 1, KERNELS, CTSAR_AUTO, 1.05, 1.02),
        CHANGING("lengths, three", 3, KERNELS, CTSAR_AUTO, 1.05, 1.02),
        CHANGING("lengths, adaptive", 1, KERNELS, CTSAR_ADAPTIVE, 1.25, 1.05),
        CHANGING("lengths, split", 1, KERNELS, CTSAR_SPLIT, 1.05, 1.02),
        CHANGING("lengths, quick", 1, KERNELS, CTSAR_QUICK, 1.05, 1.02),
        CHANGING("lengths, hybrid", 1, KERNELS, CTSAR_HYBRID, 1.05, 1.02),
        /* All pieces of a pass are as long, so the last one of a slow accelerator is late.  Rates
         * do not say so; comparisons of passes do (compare.h), but not on a clock on which nobody
         * disturbs anybody. */
        CHANGING("lengths, chunk", 1, KERNELS, CTSAR_CHUNK, 1.1, 1.1),
        CHANGING("lengths, chunk_static", 1, KERNELS, CTSAR_CHUNK_STATIC, 1.05, 1.02),
        CHANGING("lengths, chunk_dynamic", 1, KERNELS, CTSAR_CHUNK_DYNAMIC, 1.05, 1.02),
        CHANGING("lengths, chunk_dynamic, three", 3, KERNELS, CTSAR_CHUNK_DYNAMIC, 1.05, 1.02),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        costs_little(&all[i]);
}

static void many_short_regions(void **state)
{
    (void)state;
    static const program all[] = {
        MANY("many, inline", AS_A_CORE, 1, INLINE, 0, 300, CTSAR_AUTO, 1.25),
        MANY("many, kernels", AS_A_CORE, 1, KERNELS, 0, 300, CTSAR_AUTO, 1.25),
        MANY("many, kept", FAST, 1, KERNELS, KEPT, 300, CTSAR_AUTO, 1.25),
        MANY("many, three", THREE, 3, KERNELS, 0, 200, CTSAR_AUTO, 1.25),
        MANY("many, adaptive", AS_A_CORE, 1, KERNELS, 0, 300, CTSAR_ADAPTIVE, 1.25),
        MANY("many, hybrid", AS_A_CORE, 1, KERNELS, 0, 200, CTSAR_HYBRID, 1.25),
        MANY("many, dynamic", AS_A_CORE, 1, KERNELS, 0, 100, CTSAR_CHUNK_DYNAMIC, 1.25),
    };
    for (int i = 0; i < rounds_of(sizeof all / sizeof *all); ++i)
        costs_little(&all[i]);
}

static void one_region_a_million_times(void **state)
{
    (void)state;
    static const program all[] = {
        OFTEN("a million, auto", 1000000, CTSAR_AUTO),
        OFTEN("a quarter of a million, adaptive", 250000, CTSAR_ADAPTIVE),
        OFTEN("a quarter of a million, hybrid", 250000, CTSAR_HYBRID),
        OFTEN("a tenth of a million, dynamic", 100000, CTSAR_CHUNK_DYNAMIC),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        costs_little(&all[i]);
}

#define TEST(name) cmocka_unit_test_setup(name, setup_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(regions_that_alternate),
        TEST(persisted_data_that_move_slowly),
        TEST(data_that_persist_for_one_pass),
        TEST(outputs_that_others_read),
        TEST(lengths_that_change),
        TEST(many_short_regions),
        TEST(one_region_a_million_times),
    };
    return cmocka_run_group_tests_name("harm", tests, NULL, NULL);
}
