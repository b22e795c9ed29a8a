/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Families of versions in tasks: what differs from the first version never counts, and units of one
 * model learn together. */
#include <math.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/said.h"
#include "support/task_set.h"
#include "task/state.h"

enum { SIZE = 64, TILE = 16, TILES = SIZE / TILE, TURNS = 3, KINDS = 7 };

static double m[SIZE][SIZE], x[SIZE * SIZE], sum;
static _Atomic long by[KINDS]; /* tasks of each version's host form */

/* What is wrong with a version. */
enum { FIRST, NEAR, WRONG_TILE, WRONG_STRETCH, WRONG_SUM, UNWRITTEN, NEAR_STRETCH };

/* Adds to a tile, writes a stretch, and sums. */
static void compute(const ctsar_call *c, int kind)
{
    double *tile = c->arg[0], *stretch = c->arg[1], *total = c->arg[2];
    const size_t row = c->strides[0][0];
    for (long i = c->start; i < c->end; ++i) {
        for (long j = 0; j < TILE; ++j)
            tile[i * (long)row + j] = (tile[i * (long)row + j] + (double)(i + 1)) *
                                      (kind == NEAR                             ? 1 + 1e-9
                                       : kind == WRONG_TILE && i == 3 && j == 5 ? 2
                                                                                : 1);
        for (long j = 0; j < TILE && (kind != UNWRITTEN || i != 7); ++j)
            stretch[i * TILE + j] = (double)(i * j) * (kind == NEAR_STRETCH ? 1 + 1e-9 : 1) +
                                    (kind == WRONG_STRETCH && i == 2 && j == 9);
        *total += (double)(i + 1) * (kind == WRONG_SUM ? 1.1 : 1);
    }
    by[kind]++;
}

#define VERSION(title, kind)                                                                       \
    static void title##_host(const ctsar_call *c)                                                  \
    {                                                                                              \
        compute(c, kind);                                                                          \
    }
#define PARAMETERS                                                                                 \
    "__global double *tile, long tile_bias, long row, __global double *stretch, long "             \
    "stretch_bias, __global double *partial"
#define BODY(tile, last, stretch, weight)                                                          \
    "for (long j = 0; j < 16; ++j) {\n"                                                            \
    "    __global double *at = &tile[i * row + j - tile_bias];\n"                                  \
    "    *at = (*at + (double)(i + 1)) * (" tile ");\n"                                            \
    "    if (" last ")\n"                                                                          \
    "        stretch[i * 16 + j - stretch_bias] = (double)(i * j) + (" stretch ");\n"              \
    "}\n"                                                                                          \
    "partial[group] += (double)(i + 1) * " weight ";"
VERSION(first, FIRST)
VERSION(near, NEAR)
VERSION(wrong_tile, WRONG_TILE)
VERSION(wrong_stretch, WRONG_STRETCH)
VERSION(wrong_sum, WRONG_SUM)
VERSION(unwritten, UNWRITTEN)
KERNEL_BY_GROUPS(first, PARAMETERS, BODY("1", "1", "0", "1"));
KERNEL_BY_GROUPS(near, PARAMETERS, BODY("1 + 1e-9", "1", "0", "1"));
KERNEL_BY_GROUPS(wrong_tile, PARAMETERS, BODY("i == 3 && j == 5 ? 2 : 1", "1", "0", "1"));
KERNEL_BY_GROUPS(wrong_stretch, PARAMETERS, BODY("1", "1", "i == 2 && j == 9", "1"));
KERNEL_BY_GROUPS(wrong_sum, PARAMETERS, BODY("1", "1", "0", "1.1"));
KERNEL_BY_GROUPS(unwritten, PARAMETERS, BODY("1", "i != 7", "0", "1"));

static void add(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

/* Is it in the last error? */
static void assert_says(const char *text)
{
    if (!strstr(ctsar_last_error(NULL), text))
        fail_msg("'%s' does not say '%s'", ctsar_last_error(NULL), text);
}

/* ---- A program ------------------------------------------------------------------------------ */

static void make(void)
{
    if (ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT))
        fail_msg("%s", ctsar_last_error(NULL));
}

/* Version `other` is by far the fastest where the clock is virtual. */
static void machine(const char *devices, const char *emu, const char *clock)
{
    units(devices, emu, clock);
    setenv("CTSAR_VIRTUAL_VERSIONS",
           "first=5,near=1,wrong_tile=1,wrong_stretch=1,wrong_sum=1,unwritten=1", 1);
}

static void submit(const ctsar_kernel *family, size_t i, size_t j)
{
    static const double zero = 0;
    const ctsar_access access[] = {
        CTSAR_INOUT_BOX(m, sizeof **m, {SIZE, i * TILE, TILE}, {SIZE, j * TILE, TILE}),
        CTSAR_OUT(x + (i * TILES + j) * TILE * TILE, TILE * TILE * sizeof *x),
        CTSAR_REDUCTION(&sum, sizeof sum, &zero, add)};
    if (ctsar_task(t, family, 0, TILE, access, 3, 0))
        fail_msg("%s", ctsar_last_error(NULL));
}

static void prepare(void)
{
    for (int i = 0; i < SIZE * SIZE; ++i) {
        m[i / SIZE][i % SIZE] = i % 7;
        x[i] = -1;
    }
    sum = 0;
    for (int k = 0; k < KINDS; ++k)
        by[k] = 0;
}

/* Every tile but those of the last column of tiles, which stay as they were. */
static void submit_all(const ctsar_kernel *family)
{
    for (int turn = 0; turn < TURNS; ++turn)
        for (size_t i = 0; i < TILES; ++i)
            for (size_t j = 0; j + 1 < TILES; ++j)
                submit(family, i, j);
}

/* As the first version computes it, but for what a tolerance of 1e-6 allows. */
static void assert_right(const char *where)
{
    for (int i = 0; i < SIZE; ++i)
        for (int j = 0; j < SIZE; ++j) {
            bool has = j < SIZE - TILE;
            double right = (i * SIZE + j) % 7 + (has ? TURNS * (i % TILE + 1) : 0);
            if (!(fabs(m[i][j] - right) <= 1e-6))
                fail_msg("%s: m[%d][%d] is %.12g, not %g", where, i, j, m[i][j], right);
            int tile = i / TILE * TILES + j / TILE;
            double *at = &x[tile * TILE * TILE + i % TILE * TILE + j % TILE];
            if (*at != (has ? i % TILE * (j % TILE) : -1))
                fail_msg("%s: x of tile %d is %g at %d, %d", where, tile, *at, i, j);
        }
    double right = TURNS * TILES * (TILES - 1) * TILE * (TILE + 1) / 2.0;
    if (!(fabs(sum - right) <= 1e-6))
        fail_msg("%s: the sum is %.12g, not %g", where, sum, right);
}

static ctsar_kernel family_of(const ctsar_kernel *const *ways)
{
    return (ctsar_kernel){
        .name = "verified", .versions = ways, .tolerance = 1e-6, .number = CTSAR_NUMBER_DOUBLE};
}

static void run(const ctsar_kernel *other, const char *where)
{
    const ctsar_kernel *const ways[] = {&first, other, NULL};
    const ctsar_kernel family = family_of(ways);
    prepare();
    make();
    submit_all(&family);
    done();
    ctsar_tasks_free(&t);
    assert_right(where);
}

/* ---- Verifying ------------------------------------------------------------------------------- */

static const char *const devices[] = {"cpu:1", "cpu:4", "cpu:2,emu:2", "emu:1", "emu:2"};
enum { DEVICES = sizeof devices / sizeof *devices };
static const int units_of[] = {1, 1, 3, 1, 2}; /* all cores are one */

static void a_version_that_differs_never_counts(void **state)
{
    (void)state;
    static const ctsar_kernel *const wrong[] = {&wrong_tile, &wrong_stretch, &wrong_sum,
                                                &unwritten};
    for (int run_of = 0; run_of < 4 * 2 * DEVICES; ++run_of) {
        int d = run_of / 8;
        machine(devices[d], "speed=4,latency=2us", run_of / 4 % 2 ? "virtual" : "real");
        if (run_of % 3 == 0)
            setenv("CTSAR_VERSIONS", wrong[run_of % 4]->name, 1);
        if (run_of % 5 == 0)
            setenv("CTSAR_CACHE", "writethrough", 1);
        listen();
        run(wrong[run_of % 4], devices[d]);
        stop_listening();
        /* It was executed, and found out, once on each unit at most. */
        char line[100];
        snprintf(line, sizeof line, "version %s of kernel verified is not used on ",
                 wrong[run_of % 4]->name);
        assert_in_range(lines(said, line), 1, units_of[d]);
        assert_int_equal(lines(said, line), lines(said, "any more: element "));
        assert_true(!is_emulated() || by[WRONG_TILE + run_of % 4] >= lines(said, line));
    }
}

static void a_version_that_agrees_is_used(void **state)
{
    (void)state;
    for (int d = 0; d < DEVICES; ++d) {
        machine(devices[d], "speed=4,latency=2us", "virtual");
        setenv("CTSAR_VERSIONS", "near", 1);
        run(&near, devices[d]);
        long all = TURNS * TILES * (TILES - 1);
        if (is_emulated() && by[NEAR] != all)
            fail_msg("%s: %ld tasks of %ld by the version that agrees", devices[d], by[NEAR], all);
        if (is_emulated() && by[FIRST] > units_of[d] * (d == 1 ? 4 : 2))
            fail_msg("%s: %ld tasks were verified", devices[d], by[FIRST]);
        assert_true(!is_emulated() || by[FIRST] > 0);
    }
}

static void near_stretch_host(const ctsar_call *c)
{
    compute(c, NEAR_STRETCH);
}

static size_t compared[2]; /* sizes of elements: the least and the largest */

static bool all_agree(const void *a, const void *b, size_t size)
{
    (void)a, (void)b;
    compared[0] = size < compared[0] ? size : compared[0];
    compared[1] = size > compared[1] ? size : compared[1];
    return true;
}

/* A box's elements have a size; a stretch's bytes are compared unless the family says more. */
static void what_a_stretch_is_made_of_the_family_says(void **state)
{
    (void)state;
    static const ctsar_kernel near_stretch = {.name = "near_stretch", .host = near_stretch_host};
    const ctsar_kernel *const ways[] = {&first, &near_stretch, NULL};
    for (int k = 0; k < 3; ++k) {
        ctsar_kernel family = family_of(ways);
        family.number = k == 1 ? CTSAR_NUMBER_DOUBLE : CTSAR_NUMBER_BY_SIZE;
        family.agrees = k == 2 ? all_agree : NULL;
        compared[0] = SIZE_MAX;
        machine("cpu:1", NULL, "virtual");
        setenv("CTSAR_VERSIONS", "near_stretch", 1);
        prepare();
        listen();
        make();
        submit(&family, 0, 0);
        submit(&family, 0, 0);
        done();
        ctsar_tasks_free(&t);
        stop_listening();
        assert_int_equal(by[NEAR_STRETCH], k ? 2 : 1);
        assert_int_equal(lines(said, "unless the family has `number` or `agrees`"), !k);
    }
    assert_int_equal(compared[0], sizeof **m);
    assert_int_equal(compared[1], TILE * TILE * sizeof *x);
}

static void one_line_names_the_element(void **state)
{
    (void)state;
    const ctsar_kernel *const ways[] = {&first, &wrong_tile, NULL};
    const ctsar_kernel family = family_of(ways);
    machine("cpu:1", NULL, "virtual");
    setenv("CTSAR_VERSIONS", "wrong_tile", 1);
    listen();
    prepare();
    make();
    submit(&family, 1, 2);
    done();
    stop_listening();
    char expected[300];
    snprintf(expected, sizeof expected,
             "ctsar: warning: version wrong_tile of kernel verified is not used on cpu any more: "
             "element %d of what is at %p is %d by it and %d by version first\n",
             3 * SIZE + 5, (void *)&m[TILE][2 * TILE],
             2 * (((TILE + 3) * SIZE + 2 * TILE + 5) % 7 + 4),
             ((TILE + 3) * SIZE + 2 * TILE + 5) % 7 + 4);
    assert_string_equal(said, expected);
}

/* A task that only reads says nothing of a version. */
static void set_one_host(const ctsar_call *c)
{
    if (c->end > 1)
        *(double *)c->arg[0] = 1;
}
static void set_two_host(const ctsar_call *c)
{
    if (c->end > 1)
        *(double *)c->arg[0] = 2;
}

static void a_task_without_results_verifies_nothing(void **state)
{
    (void)state;
    static const ctsar_kernel set_one = {.name = "one", .host = set_one_host};
    static const ctsar_kernel set_two = {.name = "two", .host = set_two_host};
    const ctsar_kernel *const ways[] = {&set_one, &set_two, NULL};
    const ctsar_kernel family = family_of(ways);
    double value = 0;
    machine("cpu:1", NULL, "virtual");
    setenv("CTSAR_VERSIONS", "two", 1);
    make();
    const ctsar_access in[] = {CTSAR_IN(&value, sizeof value)};
    const ctsar_access out[] = {CTSAR_OUT(&value, sizeof value)};
    assert_int_equal(ctsar_task(t, &family, 0, 1, in, 1, 0), CTSAR_OK);
    assert_int_equal(ctsar_task(t, &family, 0, 2, out, 1, 0), CTSAR_OK);
    done();
    assert_true(value == 1);
}

static void what_is_not_written_is_found_even_if_it_is_right(void **state)
{
    (void)state;
    static const char *const one_unit[] = {"cpu:1", "emu:1"};
    const ctsar_kernel *const ways[] = {&first, &unwritten, NULL};
    const ctsar_kernel plain = family_of(&ways[0]), family = family_of(ways);
    for (int k = 0; k < 2; ++k) {
        machine(one_unit[k], NULL, "virtual");
        setenv("CTSAR_VERSIONS", "plain:first,verified:unwritten", 1);
        listen();
        prepare();
        make();
        ctsar_kernel before = plain;
        before.name = "plain";
        submit(&before, 0, 0);
        submit(&family, 0, 0);
        done();
        ctsar_tasks_free(&t);
        stop_listening();
        assert_int_equal(lines(said, "version unwritten of kernel verified is not used"), 1);
    }
}

/* A body of which several tasks are verified at once: none goes on before another one is there. */
static _Atomic int inside;

static void slow_host(const ctsar_call *c)
{
    inside++;
    for (long look = 0; inside < 2 && look < 10000000; ++look)
        sched_yield();
    compute(c, FIRST);
}
static void slow_wrong_host(const ctsar_call *c)
{
    compute(c, WRONG_SUM);
}

static void several_at_once_say_one_line(void **state)
{
    (void)state;
    static const ctsar_kernel slow = {.name = "slow", .host = slow_host};
    static const ctsar_kernel slow_wrong = {.name = "slow_wrong", .host = slow_wrong_host};
    const ctsar_kernel *const ways[] = {&slow, &slow_wrong, NULL};
    const ctsar_kernel family = family_of(ways);
    machine("cpu:4", NULL, "real");
    setenv("CTSAR_VERSIONS", "slow_wrong", 1);
    listen();
    prepare();
    inside = 0;
    make();
    submit_all(&family);
    done();
    ctsar_tasks_free(&t);
    stop_listening();
    assert_right("cpu:4");
    assert_in_range(by[WRONG_SUM], 2, 4); /* after the first comparison it is not executed again */
    assert_int_equal(lines(said, "is not used on cpu any more"), 1);
}

/* In the virtual time of a core: 1 us an iteration, 5 for the first version. */
static void verifying_takes_time_that_is_not_the_tasks(void **state)
{
    (void)state;
    static const ctsar_kernel *const other[] = {&near, &wrong_sum};
    for (int k = 0; k < 2; ++k) {
        const ctsar_kernel *const ways[] = {&first, other[k], NULL};
        const ctsar_kernel family = family_of(ways);
        machine("cpu:1", NULL, "virtual");
        setenv("CTSAR_VIRTUAL_ITER", "1us", 1);
        setenv("CTSAR_VERSIONS", other[k]->name, 1);
        setenv("CTSAR_REPORT", "1", 1);
        prepare();
        make();
        submit(&family, 0, 0);
        done();
        double took = k ? 5 : 1; /* by whom it counts */
        assert_true(fabs(t->now - 6 * TILE * 1e-6) < 1e-12);
        const ctsar__unit_stats *u = &t->stats.unit[0];
        assert_true(fabs(u->busy - 6 * TILE * 1e-6) < 1e-12);
        submit(&family, 0, 1);
        done();
        assert_true(fabs(t->now - (6 + took) * TILE * 1e-6) < 1e-12);
        const ctsar__version_stats *v = u->version;
        assert_int_equal(u->versions, k ? 2 : 1);
        assert_string_equal(v->version, k ? "first" : "near");
        assert_int_equal(v->launches, 2);
        assert_true(fabs(v->seconds - 2 * took * TILE * 1e-6) < 1e-12);
        assert_false(v->out);
        if (k) {
            assert_string_equal(v[1].version, "wrong_sum");
            assert_int_equal(v[1].launches, 0);
            assert_true(v[1].out);
        }
        ctsar_tasks_free(&t);
    }
}

/* ---- Bodies that submit -----------------------------------------------------------------------
 */

static void one_host(const ctsar_call *c)
{
    *(double *)c->arg[0] += 1;
}
static const ctsar_kernel one = {.name = "one", .host = one_host};
static double ones, inner_ones;

/* To the set of its own task, and to one that it makes itself. */
static void submits_host(const ctsar_call *c)
{
    double mine = 0;
    const ctsar_access count[] = {CTSAR_INOUT(&ones, sizeof ones)};
    const ctsar_access own[] = {CTSAR_INOUT(&mine, sizeof mine)};
    ctsar_tasks *inner = NULL;
    ctsar_task(t, &one, 0, 1, count, 1, 0);
    ctsar_tasks_init(&inner, CTSAR_DEV_CPU, CTSAR_PLACEMENT_DEFAULT);
    ctsar_task(inner, &one, 0, 1, own, 1, 0);
    ctsar_tasks_wait(inner, NULL);
    ctsar_tasks_free(&inner);
    *(double *)c->arg[0] = mine;
}

static double deep, outer_ones;

static void counts_host(const ctsar_call *c)
{
    const ctsar_access count[] = {CTSAR_INOUT(&outer_ones, sizeof outer_ones)};
    ctsar_task(t, &one, 0, 1, count, 1, 0);
    *(double *)c->arg[0] = 1;
}

static ctsar_tasks *middle;

static void submits_deeper_host(const ctsar_call *c)
{
    const ctsar_access count[] = {CTSAR_INOUT(&deep, sizeof deep)};
    ctsar_task(middle, &one, 0, 1, count, 1, 0);
    counts_host(c);
}

static const ctsar_kernel deeper_a = {.name = "deeper a", .host = submits_deeper_host};
static const ctsar_kernel deeper_b = {.name = "deeper b", .host = submits_deeper_host};
static const ctsar_kernel *const deeper_ways[] = {&deeper_a, &deeper_b, NULL};

/* Makes a set, whose task is verified too, and submits to that one and to the set of this task. */
static void nests_host(const ctsar_call *c)
{
    const ctsar_kernel family = family_of(deeper_ways);
    double mine = 0;
    const ctsar_access out[] = {CTSAR_OUT(&mine, sizeof mine)};
    deep = 0;
    ctsar_tasks_init(&middle, CTSAR_DEV_CPU, CTSAR_PLACEMENT_DEFAULT);
    ctsar_task(middle, &family, 0, 1, out, 1, 0);
    ctsar_tasks_wait(middle, NULL);
    ctsar_tasks_free(&middle);
    *(double *)c->arg[0] = mine + deep;
}

static void bodies_of_bodies_submit_once(void **state)
{
    (void)state;
    static const ctsar_kernel a = {.name = "a", .host = nests_host};
    static const ctsar_kernel b = {.name = "b", .host = nests_host};
    static const ctsar_kernel *const ways[] = {&a, &b, NULL};
    const ctsar_kernel family = family_of(ways);
    machine("cpu:2", NULL, "real");
    setenv("CTSAR_VERSIONS", "b,deeper b", 1);
    outer_ones = inner_ones = 0;
    make();
    const ctsar_access out[] = {CTSAR_OUT(&inner_ones, sizeof inner_ones)};
    assert_int_equal(ctsar_task(t, &family, 0, 1, out, 1, 0), CTSAR_OK);
    done();
    assert_true(inner_ones == 2); /* one of the body, one of the set that it made */
    assert_true(outer_ones == 1);
}

static void a_body_submits_once(void **state)
{
    (void)state;
    static const ctsar_kernel a = {.name = "a", .host = submits_host};
    static const ctsar_kernel b = {.name = "b", .host = submits_host};
    static const ctsar_kernel *const ways[] = {&a, &b, NULL};
    const ctsar_kernel family = family_of(ways);
    static const char *const clocks[] = {"real", "virtual"};
    for (int k = 0; k < 2; ++k) {
        machine("cpu:2", NULL, clocks[k]);
        setenv("CTSAR_VERSIONS", "b", 1);
        listen();
        ones = inner_ones = 0;
        make();
        const ctsar_access out[] = {CTSAR_OUT(&inner_ones, sizeof inner_ones)};
        assert_int_equal(ctsar_task(t, &family, 0, 1, out, 1, 0), CTSAR_OK);
        done();
        ctsar_tasks_free(&t);
        stop_listening();
        assert_string_equal(said, ""); /* both have seen what the inner set's task did */
        assert_true(ones == 1);
        assert_true(inner_ones == 1);
    }
}

enum { MANY_GUARDED = 40 };

/* ---- Failures ---------------------------------------------------------------------------------
 */

/* A unit that fails while a version is verified leaves what the task works on as it was. */
static void a_device_that_fails_leaves_the_result_right(void **state)
{
    (void)state;
    static const char *const calls[] = {"launch", "copy_in", "copy_out", "wait", "commit"};
    if (!is_emulated())
        skip();
    for (int k = 0; k < 5 * 12; ++k) {
        char emu[100];
        snprintf(emu, sizeof emu, "speed=4,fail=%s:%d;speed=2", calls[k / 12], 1 + k % 12);
        machine("cpu:1,emu:2", emu, k % 2 ? "virtual" : "real");
        setenv("CTSAR_VERSIONS", k % 3 ? "wrong_stretch" : "near", 1);
        setenv("CTSAR_CACHE", "writethrough", 1);
        run(k % 3 ? &wrong_stretch : &near, emu);
    }
}

/* The version that verifies may fail there, too: then nothing counts that it has not verified, and
 * the accelerator takes no part. */
static void a_version_that_cannot_be_launched_verifies_nothing(void **state)
{
    (void)state;
    if (!is_emulated())
        skip();
    for (int k = 0; k < 4; ++k) {
        const ctsar_kernel *const ways[] = {&first, &near, &wrong_sum, NULL};
        const ctsar_kernel family = family_of(ways);
        machine("cpu:1,emu:1", NULL, k % 2 ? "virtual" : "real");
        setenv("CTSAR_VIRTUAL_VERSIONS", "emu/first=fails", 1);
        if (k / 2)
            setenv("CTSAR_VERSIONS", "wrong_sum", 1);
        listen();
        prepare();
        make();
        submit_all(&family);
        done();
        bool gone = t->unit[1].gone;
        ctsar_tasks_free(&t);
        stop_listening();
        assert_right("without the first version");
        assert_true(k % 2 == 0 || gone);
        assert_int_equal(lines(said, "no version of kernel verified is left on emu0: first: "),
                         gone);
        assert_int_equal(lines(said, "not used on emu0"), 0);
    }
}

static bool is_long(const ctsar_call *c)
{
    return c->count >= TILE;
}
static void one_way_host(const ctsar_call *c)
{
    *(double *)c->arg[0] += 1;
}

static void a_task_needs_a_version_without_a_guard(void **state)
{
    (void)state;
    static const ctsar_kernel guarded = {.name = "long", .host = one_way_host, .fits = is_long};
    static const ctsar_kernel *const ways[] = {&guarded, NULL};
    static const ctsar_kernel family = {.name = "guarding", .versions = ways};
    units("cpu:2", NULL, "real");
    make();
    assert_int_equal(ctsar_task(t, &family, 0, TILE, NULL, 0, 0), CTSAR_ENODEV);
    assert_says("no unit of the tasks can execute kernel guarding; all versions for the cores have "
                "a guard: long; give it a version without a guard");
    ctsar_tasks_free(&t);
}

/* What is left is for other tasks: those that it may not be used for go elsewhere. */
static void a_task_that_guards_exclude_goes_elsewhere(void **state)
{
    (void)state;
    static const ctsar_kernel guarded = {.name = "long", .host = one_way_host, .fits = is_long};
    static const ctsar_kernel all = {.name = "all", .host = one_way_host};
    static const ctsar_kernel *const ways[] = {&guarded, &all, NULL};
    static const ctsar_kernel family = {.name = "guarding", .versions = ways};
    static double values[MANY_GUARDED];
    if (!is_emulated())
        skip();
    for (int k = 0; k < 4; ++k) {
        bool alone = k / 2;
        units(alone ? "emu:1" : "cpu:1,emu:1", NULL, k % 2 ? "virtual" : "real");
        setenv("CTSAR_VIRTUAL_VERSIONS", "emu/all=fails", 1);
        listen();
        make();
        memset(values, 0, sizeof values);
        for (int i = 0; i < MANY_GUARDED; ++i) {
            const ctsar_access access[] = {CTSAR_INOUT(&values[i], sizeof *values)};
            bool is_short = alone ? i == MANY_GUARDED - 1 : i % 2;
            assert_int_equal(ctsar_task(t, &family, 0, is_short ? 1 : TILE, access, 1, 0),
                             CTSAR_OK);
        }
        int status = ctsar_tasks_wait(t, NULL);
        bool gone = t->unit[1].gone;
        assert_int_equal(status, alone ? CTSAR_ENODEV : CTSAR_OK);
        if (alone)
            assert_says(
                "; no version of kernel guarding may be used on emu0 for 1 iterations; give "
                "it another one without a guard: long does not fit");
        ctsar_tasks_free(&t);
        stop_listening();
        assert_false(gone);
        assert_int_equal(lines(said, "takes no part any more"), 0);
        assert_in_range(lines(said, "version all of kernel guarding is not used on emu0 any more"),
                        alone, 1);
        for (int i = 0; i < MANY_GUARDED - 1; ++i)
            assert_true(values[i] == 1);
    }
}

/* ---- Units of one model ------------------------------------------------------------------------
 */

enum { EMULATED = 4, MANY = 60 }; /* fewer than bring another trial */

static void nothing_much_host(const ctsar_call *c)
{
    *(double *)c->arg[0] += 1;
}

/* Of three versions that take 30 us, 20 us and 10 us on a device. */
static const ctsar_kernel slow_way = {.name = "slow", .host = nothing_much_host};
static const ctsar_kernel plain_way = {.name = "plain", .host = nothing_much_host};
static const ctsar_kernel fast_way = {.name = "fast", .host = nothing_much_host};
static const ctsar_kernel *const three_ways[] = {&slow_way, &plain_way, &fast_way, NULL};
static const ctsar_kernel three = {.name = "three", .versions = three_ways};
static long launched[EMULATED][3], trials;

/* Counts the launches of each version on each device. */
static void count_launches(const char *costs)
{
    static double values[MANY];
    setenv("CTSAR_VIRTUAL_VERSIONS", costs, 1);
    setenv("CTSAR_REPORT", "1", 1);
    memset(launched, 0, sizeof launched);
    trials = 0;
    make();
    for (int k = 0; k < MANY; ++k) {
        const ctsar_access access[] = {CTSAR_INOUT(&values[k], sizeof *values)};
        assert_int_equal(ctsar_task(t, &three, 0, 1, access, 1, 0), CTSAR_OK);
    }
    done();
    for (int u = 0; u < t->stats.accs; ++u)
        for (int k = 0; k < t->stats.unit[u].versions; ++k) {
            const ctsar__version_stats *v = &t->stats.unit[u].version[k];
            for (int w = 0; w < 3; ++w)
                launched[u][w] += strcmp(v->version, three_ways[w]->name) ? 0 : v->launches;
            trials += v->trials;
        }
    ctsar_tasks_free(&t);
}

static long of_version(int v)
{
    long all = 0;
    for (int u = 0; u < EMULATED; ++u)
        all += launched[u][v];
    return all;
}

static const char costs[] = "slow=30,plain=20,fast=10";

static void units_of_one_model_learn_together(void **state)
{
    (void)state;
    if (!is_emulated())
        skip();
    units("emu:1", "speed=1,latency=1us", "virtual");
    count_launches(costs);
    long slow_alone = of_version(0), trials_alone = trials;
    assert_true(slow_alone > 0 && trials_alone >= 3);
    units("emu:4", "speed=1,latency=1us", "virtual");
    count_launches(costs);
    if (of_version(0) > slow_alone + 1 || trials > trials_alone + 1)
        fail_msg("one unit had %ld slow launches and %ld trials, four of its model %ld and %ld",
                 slow_alone, trials_alone, of_version(0), trials);
    for (int u = 0; u < EMULATED; ++u)
        assert_in_range(launched[u][2], MANY / EMULATED / 2, MANY);
    assert_int_equal(of_version(0) + of_version(1) + of_version(2), MANY);
}

static void units_of_other_models_learn_for_themselves(void **state)
{
    (void)state;
    if (!is_emulated())
        skip();
    units("emu:2", "speed=1,latency=1us;speed=1.5,latency=1us", "virtual");
    count_launches(costs);
    for (int u = 0; u < 2; ++u)
        for (int v = 0; v < 3; ++v)
            assert_true(launched[u][v] > 0);
    /* What the virtual clock is told of one device is not true of the other. */
    units("emu:2", "speed=1,latency=1us", "virtual");
    count_launches("slow=30,plain=20,fast=10,emu1/plain=10,emu1/fast=30");
    assert_in_range(launched[0][2], MANY / 4, MANY);
    assert_in_range(launched[1][1], MANY / 4, MANY);
    assert_in_range(launched[0][1] + launched[1][2], 2, MANY / 8);
}

/* What one of them cannot execute, others can: it was the device that failed. */
static void a_unit_that_fails_takes_no_version_from_others(void **state)
{
    (void)state;
    if (!is_emulated())
        skip();
    for (int at = 1; at < 9; ++at) {
        char emu[100];
        snprintf(emu, sizeof emu, "speed=1,latency=1us,fail=%s:%d;speed=1,latency=1us",
                 at % 2 ? "launch" : "wait", at);
        units("emu:2", emu, "virtual");
        setenv("CTSAR_CACHE", "writethrough", 1);
        count_launches(costs);
        assert_in_range(launched[1][2], MANY / 2, MANY);
        assert_int_equal(of_version(0) + of_version(1) + of_version(2), MANY);
    }
}

/* A run of its own; returns the trials, and the slow launches on the second device. */
static int trials_in_a_run(const char *emu, const char *history)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        units("emu:2", emu, "virtual");
        setenv("CTSAR_HISTORY", history, 1);
        count_launches(costs);
        exit((int)(trials < 15 ? trials : 15) * 16 +
             (launched[1][0] < 15 ? (int)launched[1][0] : 15));
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* The second device is known, too, by its own name. */
static void what_a_model_knows_is_kept_under_each_unit(void **state)
{
    (void)state;
    if (!is_emulated() || !FORKS_BESIDE_THREADS)
        skip();
    char folder[] = "/tmp/ctsar-versions-XXXXXX", history[sizeof folder + 10];
    char lock[sizeof history + 10];
    assert_non_null(mkdtemp(folder));
    snprintf(history, sizeof history, "%s/h.json", folder);
    snprintf(lock, sizeof lock, "%s.lock", history);
    int first_run = trials_in_a_run("speed=1,latency=1us", history);
    int again = trials_in_a_run("speed=1,latency=1us", history);
    int alone = trials_in_a_run("speed=2,latency=1us;speed=1,latency=1us", history);
    unlink(history);
    unlink(lock);
    rmdir(folder);
    assert_int_equal(first_run / 16, 3); /* each version once, on whichever */
    assert_int_equal(again, 0);
    assert_int_equal(alone / 16, 3); /* on the first device, which is another model now */
    assert_int_equal(alone % 16, 0);
}

/* Each unit compares for itself: its results are its own. */
static void units_of_one_model_are_verified_each(void **state)
{
    (void)state;
    if (!is_emulated())
        skip();
    for (int wrong = 0; wrong < 2; ++wrong) {
        machine("emu:2", "speed=1,latency=1us", "virtual");
        listen();
        run(wrong ? &wrong_sum : &near, "emu:2");
        stop_listening();
        assert_int_equal(lines(said, "wrong_sum of kernel verified is not used on emu0"), wrong);
        assert_int_equal(lines(said, "wrong_sum of kernel verified is not used on emu1"), wrong);
        long all = TURNS * TILES * (TILES - 1);
        assert_int_equal(by[FIRST] + by[NEAR] + by[WRONG_SUM], all + 2); /* each once by both */
        if (wrong)
            assert_int_equal(by[FIRST], all);
        else /* to verify, and on trial */
            assert_in_range(by[FIRST], 2, 2 + CTSAR__TRIALS);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_tasks, end_tasks)
    const struct CMUnitTest tests[] = {
        TEST(a_version_that_differs_never_counts),
        TEST(a_version_that_agrees_is_used),
        TEST(what_a_stretch_is_made_of_the_family_says),
        TEST(one_line_names_the_element),
        TEST(a_task_without_results_verifies_nothing),
        TEST(what_is_not_written_is_found_even_if_it_is_right),
        TEST(several_at_once_say_one_line),
        TEST(verifying_takes_time_that_is_not_the_tasks),
        TEST(a_body_submits_once),
        TEST(bodies_of_bodies_submit_once),
        TEST(a_device_that_fails_leaves_the_result_right),
        TEST(a_version_that_cannot_be_launched_verifies_nothing),
        TEST(a_task_needs_a_version_without_a_guard),
        TEST(a_task_that_guards_exclude_goes_elsewhere),
        TEST(units_of_one_model_learn_together),
        TEST(units_of_other_models_learn_for_themselves),
        TEST(a_unit_that_fails_takes_no_version_from_others),
        TEST(what_a_model_knows_is_kept_under_each_unit),
        TEST(units_of_one_model_are_verified_each),
    };
    return cmocka_run_group_tests_name("versions of tasks", tests, NULL, NULL);
}
