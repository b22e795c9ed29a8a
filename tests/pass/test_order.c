/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Under the virtual clock a run is the same each time, whichever thread comes when: also where rows
 * of persisted arrays travel, which whoever comes first brings for others too. */
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/environment.h"
#include "support/region.h"

enum { N = 240, ROW = 16, PASSES = 6, RUNS = 4, UNITS = 5, THREADS = 3, LONGEST = 200 };

static double grid[2][N][ROW];

/* What is compared of a run. */
typedef struct account {
    double seconds;
    struct {
        long turns, iterations;
        double busy, copying;
        size_t bytes_in, bytes_out, bytes_between;
    } unit[UNITS];
} account;

/* Other ones with each seed. */
static void pause_somewhere(unsigned *state)
{
    if (rand_r(state) % 2)
        usleep((useconds_t)rand_r(state) % LONGEST);
}

static void mirror_host(const ctsar_call *c)
{
    double(*to)[ROW] = c->arg[0];
    double(*from)[ROW] = c->arg[1];
    for (long i = c->start; i < c->end; ++i)
        for (int k = 0; k < ROW; ++k)
            to[i][k] = (from[N - 1 - i][k] + from[i][k]) / 2;
}

static const ctsar_kernel mirror = {.name = "mirror", .host = mirror_host};

static void pass(int number, bool launched, unsigned seed)
{
    double(*a)[ROW] = grid[number % 2], (*b)[ROW] = grid[1 - number % 2];
    const ctsar_dim all[] = {{.extent = N}, {.extent = ROW}};
    const ctsar_dim rows[] = {{N, true, 0, 0}, {.extent = ROW}};
#pragma omp parallel num_threads(THREADS)
    {
        unsigned state = seed * 1000 + (unsigned)number * THREADS + (unsigned)omp_get_thread_num();
        pause_somewhere(&state);
        do {
            void *from = ctsar_reg_mem_nd(s, a, sizeof(double), 2, all,
                                          CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST, NULL);
            void *to = ctsar_reg_mem_nd(s, b, sizeof(double), 2, rows,
                                        CTSAR_MEM_OUTPUT | CTSAR_MEM_PERSIST, NULL);
            ctsar_next(s, N);
            pause_somewhere(&state);
            if (launched)
                ctsar_launch(s, &mirror, (ctsar_arg[]){CTSAR_ARG_MEM(b), CTSAR_ARG_MEM(a)}, 2);
            else
                mirror_host(
                    &(ctsar_call){.start = CSTART(s), .end = CEND(s), .arg = (void *[]){to, from}});
            pause_somewhere(&state);
        } while (ctsar_loop(s));
    }
}

static account run(ctsar_policy policy, bool launched, unsigned seed)
{
    account of;
    memset(&of, 0, sizeof of);
    for (int i = 0; i < N * ROW; ++i)
        grid[0][i / ROW][i % ROW] = grid[1][i / ROW][i % ROW] = i % 97;
    units("cpu:3,emu:2",
          "speed=3,latency=5us,bandwidth=1GB/s;speed=1.5,latency=20us,bandwidth=.5GB/s", "virtual");
    assert_int_equal(ctsar_init(&s, N, policy, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    s->pass.reporting = true; /* keeps statistics, prints nothing */
    for (int number = 0; number < PASSES; ++number)
        pass(number, launched, seed);
    of.seconds = s->stats.seconds;
    for (int u = 0; u < s->stats.cores + s->stats.accs; ++u) {
        const ctsar__unit_stats *from = &s->stats.unit[u];
        of.unit[u].turns = from->turns;
        of.unit[u].iterations = from->iterations;
        of.unit[u].busy = from->busy;
        of.unit[u].copying = from->copying;
        of.unit[u].bytes_in = from->bytes_in;
        of.unit[u].bytes_out = from->bytes_out;
        of.unit[u].bytes_between = from->bytes_between;
    }
    ctsar_free(&s);
    return of;
}

static void assert_same(const account *one, const account *other, int policy, bool launched)
{
    if (one->seconds != other->seconds)
        fail_msg("policy %d, launched %d: %.9g s and %.9g s", policy, launched, one->seconds,
                 other->seconds);
    for (int u = 0; u < UNITS; ++u)
        if (memcmp(&one->unit[u], &other->unit[u], sizeof one->unit[u]) != 0)
            fail_msg("policy %d, launched %d, unit %d: %.9g s, %.9g s copying, %zu in, and %.9g, "
                     "%.9g, %zu",
                     policy, launched, u, one->unit[u].busy, one->unit[u].copying,
                     one->unit[u].bytes_in, other->unit[u].busy, other->unit[u].copying,
                     other->unit[u].bytes_in);
}

static void a_run_is_the_same_each_time(void **state)
{
    (void)state;
    if (!is_emulated())
        skip();
    for (int policy = CTSAR_STATIC; policy <= CTSAR_AUTO; ++policy)
        for (int launched = 0; launched < 2; ++launched) {
            account first = run((ctsar_policy)policy, launched, 0);
            for (unsigned seed = 1; seed < RUNS; ++seed) {
                account other = run((ctsar_policy)policy, launched, seed);
                assert_same(&first, &other, policy, launched);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_run_is_the_same_each_time, setup_region, end_region),
    };
    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
