/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Passes as a user sees them, on random machines: every iteration exactly once,
 * every result that of a serial run, and balance after the first pass. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/bodies.h"
#include "support/environment.h"
#include "support/random.h"

/* Any of the registry. */
static ctsar_policy random_policy(random_state *r)
{
    int policies = 0;
    while (ctsar__policies[policies])
        policies++;
    return ctsar__policies[random_long(r, 0, policies - 1)]->policy;
}

/* Random units; *cores says whether there are any. */
static void random_units(random_state *r, const char *clock)
{
    char devices[40], emu[200] = "";
    int accs = (int)random_long(r, 0, 4);
    int kind = accs ? (int)random_long(r, 0, 3) : 0;
    if (kind == 0)
        snprintf(devices, sizeof devices, "cpu");
    else if (kind == 1)
        snprintf(devices, sizeof devices, "emu:%d", accs);
    else if (kind == 2)
        snprintf(devices, sizeof devices, "cpu,emu:%d", accs);
    else
        snprintf(devices, sizeof devices, "emu:%d, cpu:%ld", accs, random_long(r, 1, 3));
    for (int i = 0, used = 0; i < 3; ++i)
        used += snprintf(emu + used, sizeof emu - (size_t)used,
                         "%sspeed=%.6g,latency=%.3gus,bandwidth=%.3gGB/s,simd=%ld", i ? ";" : "",
                         random_log(r, 1, 1e3), random_log(r, 1e-3, 1), random_log(r, 10, 1e3),
                         random_long(r, 1, 64));
    units(devices, emu, clock);
    setenv("CTSAR_INFLIGHT", (const char *[]){"1", "2", "3", "8"}[random_long(r, 0, 3)], 1);
}

static long random_iterations(random_state *r)
{
    long kind = random_long(r, 0, 5);
    return kind == 0   ? random_long(r, 0, 3)
           : kind == 1 ? random_long(r, 0, 12)
                       : random_long(r, 0, 700);
}

/* Iterations that accelerators have executed, in all tests. */
static long on_accelerators;

static void count(const ctsar *s)
{
    for (int a = 0; a < s->stats.accs; ++a)
        on_accelerators += s->stats.unit[s->stats.cores + a].iterations;
}

/* A region through several passes; sometimes with another n or team. */
static void run_region(random_state *r, const char *clock)
{
    random_units(r, clock);
    ctsar_policy policy = random_policy(r);
    const test_body *b = &test_bodies[random_long(r, 0, test_body_count - 1)];
    test_form form = random_long(r, 0, 1) || !is_emulated() ? LAUNCHED : INLINE;
    long n = random_iterations(r);
    int threads = (int)random_long(r, 1, 5);
    ctsar *s = NULL;
    ctsar_init(&s, (size_t)n, policy, CTSAR_DEV_ALL, NULL, NULL);
    s->pass.reporting = true; /* keeps statistics, prints nothing */
    if (form == LAUNCHED && (random_long(r, 0, 2) || !is_emulated()))
        assert_int_equal(ctsar_set_kernel(s, &b->kernel), CTSAR_OK);
    for (int pass = 0; pass < 5; ++pass) {
        if (random_long(r, 0, 3) == 0)
            n = random_iterations(r);
        if (random_long(r, 0, 3) == 0)
            threads = (int)random_long(r, 1, 5);
        problem p;
        problem_prepare(&p, b, n, random_bits(r));
        problem_run(&p, b, form, s, threads);
        if (!problem_right(&p))
            fail_msg("%s %s, %s: pass %d of %ld iterations on %d threads with %s gave another "
                     "result",
                     b->name, form == LAUNCHED ? "launched" : "inline",
                     ctsar__policy((int)policy)->name, pass, n, threads, getenv("CTSAR_DEVICES"));
        problem_free(&p);
    }
    count(s);
    ctsar_free(&s);
}

/* Opening a real device takes its time; checkers take more, and set TEST_RUNS. */
static int runs(void)
{
    const char *number = getenv("TEST_RUNS");
    return number ? atoi(number) : is_emulated() ? 150 : 40;
}

static void every_result_equals_the_serial_one_under_the_virtual_clock(void **state)
{
    (void)state;
    random_state r = {1};
    on_accelerators = 0;
    for (int i = 0; i < runs(); ++i)
        run_region(&r, "virtual");
    assert_true(on_accelerators > 0);
}

static void every_result_equals_the_serial_one_under_the_real_clock(void **state)
{
    (void)state;
    random_state r = {2};
    on_accelerators = 0;
    for (int i = 0; i < runs(); ++i)
        run_region(&r, "real");
    assert_true(on_accelerators > 0);
}

/* One pass of `n` empty iterations; what each unit executed is in the statistics. */
static void empty_pass(ctsar *s, long n, int threads)
{
#pragma omp parallel num_threads(threads)
    do
        ctsar_next(s, (size_t)n);
    while (ctsar_loop(s));
    (void)threads;
}

/* Seconds that unit u takes for k iterations under the virtual clock. */
static double model_seconds(const ctsar *s, int cores, int u, long k)
{
    const ctsar__config *c = &s->machine->config;
    if (k == 0)
        return 0;
    if (u < cores)
        return c->virtual_iter * (double)k;
    const ctsar__emu_spec *e =
        &c->devices.emu[u - cores < c->devices.nemu ? u - cores : c->devices.nemu - 1];
    return e->latency + c->virtual_iter * (double)k / e->speed;
}

/* The shortest pass of n divisible iterations on the units that executed one in `seen`. */
static double best_seconds(const ctsar *s, int cores, int accs, long n, const long *seen)
{
    double lo = 0, hi = 1e9;
    for (int step = 0; step < 200; ++step) {
        double t = (lo + hi) / 2, done = 0;
        for (int u = 0; u < cores + accs; ++u) {
            double one = model_seconds(s, cores, u, 1), two = model_seconds(s, cores, u, 2);
            double fixed = 2 * one - two;
            done += seen[u] > 0 && t > fixed ? (t - fixed) / (two - one) : 0;
        }
        *(done < (double)n ? &lo : &hi) = t;
    }
    return hi;
}

static void adaptive_balances_all_units_after_the_first_pass(void **state)
{
    (void)state;
    random_state r = {3};
    for (int run = 0; run < 200; ++run) {
        char emu[200];
        int accs = (int)random_long(&r, 1, 5), cores = (int)random_long(&r, 1, 4);
        char devices[20];
        snprintf(devices, sizeof devices, "cpu,emu:%d", accs);
        snprintf(emu, sizeof emu,
                 "speed=%.17g,latency=%.3gus;speed=%.17g,latency=%.3gus;speed=%.17g",
                 random_log(&r, 1e-3, 1e3), random_log(&r, 1e-3, 1e3), random_log(&r, 1e-3, 1e3),
                 random_log(&r, 1e-3, 1e3), random_log(&r, 1e-3, 1e3));
        units(devices, emu, "virtual");
        setenv("CTSAR_REPORT", "1", 1); /* keeps the passes */
        long n = random_long(&r, 1, 100000);
        ctsar *s = NULL;
        ctsar_init(&s, (size_t)n, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
        empty_pass(s, n, cores);
        empty_pass(s, n, cores);
        assert_int_equal(s->stats.recorded, 2);
        const long *first = s->stats.pass[0].iterations, *k = s->stats.pass[1].iterations;
        double least = INFINITY, most = 0, slowest = 0;
        for (int u = 0; u < cores + accs; ++u) {
            if (first[u] == 0 || k[u] == 0)
                continue;
            double t = model_seconds(s, cores, u, k[u]);
            double one = model_seconds(s, cores, u, k[u] + 1) - t;
            least = fmin(least, t);
            most = fmax(most, t);
            slowest = fmax(slowest, one);
        }
        /* Where the boundaries were kept, new ones would have gained next to nothing. */
        bool even = most - least <= slowest * (1 + 1e-9);
        double gain = most - best_seconds(s, cores, accs, n, first);
        if (!even && gain > fmax(.01 * most, 20e-6))
            fail_msg("run %d: units end %g s apart, the pass could be %g s shorter, and one "
                     "iteration of the slowest is %g s",
                     run, most - least, gain, slowest);
        ctsar_free(&s);
    }
}

static void a_pass_without_iterations_is_over_at_once(void **state)
{
    (void)state;
    units("cpu,emu:2", NULL, "virtual");
    ctsar *s = NULL;
    setenv("CTSAR_REPORT", "1", 1);
    ctsar_init(&s, 0, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    for (int pass = 0; pass < 3; ++pass)
        empty_pass(s, 0, 3);
    assert_int_equal(s->stats.passes, 3);
    assert_int_equal(s->stats.iterations, 0);
    ctsar_free(&s);
}

static void an_accelerator_holds_no_more_than_its_share_and_halo(void **state)
{
    (void)state;
    enum { ROWS = 4096, COLS = 100, PAGE = 4096 };
    units("cpu,emu:2", "speed=3;speed=1", "virtual");
    ctsar *s = NULL;
    problem p;
    const test_body *stencil = &test_bodies[2];
    ctsar_init(&s, ROWS, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    for (int pass = 0; pass < 4; ++pass) {
        problem_prepare(&p, stencil, ROWS, (unsigned long)pass);
        problem_run(&p, stencil, INLINE, s, 2);
        assert_true(problem_right(&p));
        for (int a = 0; a < 2; ++a) {
            for (ctsar__entry *e = s->arrays.list.first; e; e = e->next) {
                ctsar__array *x = (ctsar__array *)e;
                ctsar__window *w = &x->window[a * x->slots];
                size_t row = (size_t)p.cols * sizeof(double);
                size_t rows = (w->space.hi - w->space.lo) / row;
                assert_true(w->space.committed <= (rows * row / PAGE + 2) * PAGE);
                assert_true(rows < ROWS * 3 / 4 + 2);
            }
        }
        problem_free(&p);
    }
    ctsar_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_result_equals_the_serial_one_under_the_virtual_clock),
        cmocka_unit_test(every_result_equals_the_serial_one_under_the_real_clock),
        cmocka_unit_test(adaptive_balances_all_units_after_the_first_pass),
        cmocka_unit_test(a_pass_without_iterations_is_over_at_once),
        cmocka_unit_test(an_accelerator_holds_no_more_than_its_share_and_halo),
    };
    /* What the others assert is the emulation's model. */
    const struct CMUnitTest everywhere[] = {tests[0], tests[1]};
    return is_emulated() ? cmocka_run_group_tests_name("pass", tests, NULL, NULL)
                         : cmocka_run_group_tests_name("pass", everywhere, NULL, NULL);
}
