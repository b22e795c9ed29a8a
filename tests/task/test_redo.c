/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What only an accelerator had that has failed is computed again, or said to be lost; it is never
 * something else.  All but threads_compute_again are the same in each run, by the virtual clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/task_set.h"
#include "task/data.h"
#include "task/state.h"

enum { PARTS = 6, LENGTH = 64, ROUNDS = 8, TRIES = 200 };

static double x[PARTS][LENGTH], right[PARTS][LENGTH], constant[PARTS][LENGTH];

/* ---- Tasks ----------------------------------------------------------------------------------- */

/* Of no two tasks the order can be changed. */
static void step(const ctsar_call *c)
{
    const double *in = c->arg[0];
    double *out = c->arg[1];
    for (int i = 0; i < LENGTH; ++i)
        out[i] = 0.75 * out[i] + in[LENGTH - 1 - i] + i;
}

static const ctsar_kernel step_kernel = {.name = "step", .host = step};

static void fill(void)
{
    for (int p = 0; p < PARTS; ++p)
        for (int i = 0; i < LENGTH; ++i) {
            x[p][i] = right[p][i] = p + 0.25 * i;
            constant[p][i] = p - 0.5 * i;
        }
}

/* Each part many times, by what never changes, or by its neighbour, which is written in turn. */
static int submit(bool neighbours)
{
    int status = CTSAR_OK;
    for (int k = 0; k < ROUNDS * PARTS && !status; ++k) {
        int p = k % PARTS, q = (p + 1) % PARTS;
        double *in = neighbours ? x[q] : constant[q];
        const ctsar_access access[] = {CTSAR_IN(in, sizeof *x), CTSAR_INOUT(x[p], sizeof *x)};
        void *serial[] = {neighbours ? right[q] : constant[q], right[p]};
        status = ctsar_task(t, &step_kernel, 0, LENGTH, access, 2, 0);
        step(&(ctsar_call){.arg = serial});
    }
    return status;
}

/* ---- Failures -------------------------------------------------------------------------------- */

/* What came of one of each number of calls. */
typedef struct outcome {
    int right, lost;
    unsigned long again; /* tasks executed again */
} outcome;

static void look(const char *what, int number, int status, outcome *o)
{
    if (status == CTSAR_EDEVICE) {
        o->lost++;
        assert_non_null(strstr(ctsar_last_error(NULL), "existed only on emu0, which has failed"));
    } else if (status)
        fail_msg("%s:%d: %s", what, number, ctsar_last_error(NULL));
    else if (memcmp(x, right, sizeof x) != 0)
        fail_msg("%s:%d: another result", what, number);
    else
        o->right++;
    assert_int_equal(t->redo.logged, 0);
}

/* What comes home at the first flush has come for nothing, so later it comes at the wait. */
static int execute(bool neighbours)
{
    fill();
    int status = submit(neighbours);
    if (!status)
        status = ctsar_tasks_flush(t, false);
    if (!status)
        status = submit(neighbours);
    int waited = ctsar_tasks_wait(t, NULL);
    return status ? status : waited;
}

/* After an error the set goes on. */
static void let_fail(const char *what, int number, const char *clock, bool neighbours, outcome *o)
{
    char emu[60];
    snprintf(emu, sizeof emu, "speed=4,fail=%s:%d;speed=4", what, number);
    units("cpu:1,emu:2", emu, clock);
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    for (int i = 0; i < 2; ++i)
        look(what, number, execute(neighbours), o);
    o->again += (unsigned long)t->stats.redone;
    ctsar_tasks_free(&t);
}

static outcome let_all_fail(const char *what, const char *clock, bool neighbours)
{
    outcome o = {0};
    for (int number = 1; number <= TRIES; number += 1 + number / 20)
        let_fail(what, number, clock, neighbours, &o);
    return o;
}

static void what_can_be_is_computed_again(void **state)
{
    static const char *const calls[] = {"launch", "copy_in", "copy_peer", "copy_out", "commit"};
    unsigned long again = 0;
    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
        const outcome o = let_all_fail(calls[i], "virtual", false);
        assert_int_equal(o.lost, 0);
        again += o.again;
    }
    assert_in_range(again, 20, 100000);
}

/* A task reads what has been written since. */
static void what_was_read_may_be_gone(void **state)
{
    (void)state;
    const outcome o = let_all_fail("launch", "virtual", true);
    assert_in_range(o.lost, 1, TRIES);
    assert_in_range(o.right, 1, TRIES);
}

/* Of a copy that was not over some may have come, and what the host had before is needed. */
static void what_came_in_part_is_lost(void **state)
{
    (void)state;
    const outcome o = let_all_fail("wait", "virtual", false);
    assert_in_range(o.lost, 1, TRIES);
    assert_in_range(o.again, 1, 100000);
}

static void threads_compute_again(void **state)
{
    (void)state;
    (void)let_all_fail("launch", "real", true);
    const outcome o = let_all_fail("launch", "real", false);
    assert_int_equal(o.lost, 0);
}

/* ---- Reductions ------------------------------------------------------------------------------ */

static const double zero[LENGTH];

static void add(void *into, void *from)
{
    double *to = into;
    const double *more = from;
    for (int i = 0; i < LENGTH; ++i)
        to[i] += more[i];
}

static void take(const ctsar_call *c)
{
    const double *in = c->arg[0];
    double *out = c->arg[1];
    for (int i = 0; i < LENGTH; ++i)
        out[i] += 0.5 * in[i];
}

static const ctsar_kernel take_kernel = {.name = "take", .host = take};

/* Half of `in` into part p. */
static int submit_reduction(int p, double *in)
{
    const ctsar_access access[] = {CTSAR_IN(in, sizeof *x),
                                   CTSAR_REDUCTION(x[p], sizeof *x, zero, add)};
    void *serial[] = {in, right[p]};
    take(&(ctsar_call){.arg = serial});
    return ctsar_task(t, &take_kernel, 0, LENGTH, access, 2, 0);
}

/* Between steps, into parts that these have left somewhere. */
static int submit_with_reductions(void)
{
    int status = CTSAR_OK;
    for (int k = 0; k < 2 * ROUNDS && !status; ++k) {
        if (k % 2 == 0)
            status = submit(false);
        for (int p = 0; p < PARTS && !status; ++p)
            status = submit_reduction(p, constant[(p + k) % PARTS]);
    }
    return status;
}

static void open_failing(const char *devices, const char *emu, const char *clock)
{
    units(devices, emu, clock);
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    fill();
}

static void reductions_wait_for_what_they_are_added_to(void **state)
{
    (void)state;
    unsigned long again = 0;
    for (int number = 1; number < TRIES; number += 1 + number / 40) {
        char emu[60];
        snprintf(emu, sizeof emu, "speed=4,fail=launch:%d;speed=4", number);
        open_failing("cpu:1,emu:2", emu, number % 2 ? "virtual" : "real");
        assert_int_equal(submit_with_reductions(), CTSAR_OK);
        done();
        assert_memory_equal(x, right, sizeof x);
        again += (unsigned long)t->stats.redone;
        ctsar_tasks_free(&t);
    }
    assert_in_range(again, 20, 100000);
}

static int submit_what_is_lost(void)
{
    int status = submit(true);
    for (int p = 0; p < PARTS && !status; ++p)
        status = submit_reduction(p, constant[p]);
    return status ? status : submit(true);
}

/* They end, as all that follows them, where that does not come back. */
static void reductions_into_what_is_lost_end(void **state)
{
    (void)state;
    int lost = 0;
    for (int number = 1; number < TRIES / 4; ++number) {
        char emu[60];
        snprintf(emu, sizeof emu, "speed=4,fail=copy_out:%d;speed=4", number);
        open_failing("cpu:1,emu:2", emu, "virtual");
        int status = submit_what_is_lost(), waited = ctsar_tasks_wait(t, NULL);
        if (waited)
            assert_int_equal(waited, CTSAR_EDEVICE);
        else if (!status)
            assert_memory_equal(x, right, sizeof x);
        lost += waited != CTSAR_OK;
        ctsar_tasks_free(&t);
    }
    assert_in_range(lost, 1, TRIES);
}

/* ---- Several devices --------------------------------------------------------------------------
 */

static double y[PARTS][LENGTH], right_y[PARTS][LENGTH];

static int submit_step(double *in, double *right_in, double *out, double *right_out)
{
    const ctsar_access access[] = {CTSAR_IN(in, sizeof *x), CTSAR_INOUT(out, sizeof *x)};
    void *serial[] = {right_in, right_out};
    step(&(ctsar_call){.arg = serial});
    return ctsar_task(t, &step_kernel, 0, LENGTH, access, 2, 0);
}

/* The last time it stays where it is computed. */
static int submit_y_thrice(void)
{
    int status = CTSAR_OK;
    memset(y, 0, sizeof y);
    memset(right_y, 0, sizeof right_y);
    for (int k = 0; k < 3 * PARTS && !status; ++k) {
        int p = k % PARTS;
        status = submit_step(constant[p], constant[p], y[p], right_y[p]);
        if (p == PARTS - 1 && !status)
            status = ctsar_tasks_flush(t, false);
    }
    return status;
}

static int submit_by_y(void)
{
    int status = submit_y_thrice();
    for (int k = 0; k < ROUNDS * PARTS && !status; ++k) {
        int p = k % PARTS, q = (p + k / PARTS) % PARTS;
        status = submit_step(y[q], right_y[q], x[p], right[p]);
    }
    return status;
}

static void let_two_fail(int launch, int copy)
{
    char emu[80];
    snprintf(emu, sizeof emu, "speed=4,fail=launch:%d;speed=4,fail=copy_out:%d", launch, copy);
    open_failing("cpu:1,emu:2", emu, "virtual");
}

/* What one of them had is computed again by what the other one has, which fails then. */
static void what_two_had_is_computed_again(void **state)
{
    (void)state;
    for (int launch = 10; launch <= 40; launch += 2)
        for (int copy = 1; copy <= 12; ++copy) {
            let_two_fail(launch, copy);
            assert_int_equal(submit_by_y(), CTSAR_OK);
            done();
            assert_memory_equal(x, right, sizeof x);
            assert_memory_equal(y, right_y, sizeof y);
            ctsar_tasks_free(&t);
        }
}

/* All of x, which is lost, to each part of y. */
static void submit_in_vain(void)
{
    for (int p = 0; p < PARTS; ++p) {
        const ctsar_access access[] = {CTSAR_IN(x, sizeof x),
                                       CTSAR_REDUCTION(y[p], sizeof *y, zero, add)};
        (void)ctsar_task(t, &take_kernel, 0, LENGTH, access, 2, 0);
    }
}

/* What was to be added after an error is not, and leaves what is on a device as it is. */
static void what_was_not_added_changes_nothing(void **state)
{
    (void)state;
    int compared = 0;
    for (int launch = 20; launch <= 60; launch += 2)
        for (int copy = 1; copy <= 12; ++copy) {
            let_two_fail(launch, copy);
            int status = submit_y_thrice();
            if (!status)
                status = submit(true);
            submit_in_vain();
            if (!status && ctsar_tasks_flush(t, false) == CTSAR_EDEVICE) {
                for (int p = 0; p < PARTS && !status; ++p)
                    status = submit_step(constant[p], constant[p], y[p], right_y[p]);
                (void)ctsar_tasks_wait(t, NULL); /* more of x may be lost */
                assert_memory_equal(y, right_y, sizeof y);
                compared++;
            }
            ctsar_tasks_free(&t);
        }
    assert_in_range(compared, 5, 1000);
}

/* ---- How much is kept -------------------------------------------------------------------------
 */

static void a_long_chain_comes_home_now_and_then(void **state)
{
    (void)state;
    units("emu:1", NULL, "virtual");
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    fill();
    for (int i = 0; i < 20; ++i) {
        assert_int_equal(submit(false), CTSAR_OK);
        if (i % 10 == 9)
            assert_int_equal(ctsar_tasks_flush(t, false), CTSAR_OK);
    }
    assert_in_range(t->redo.logged, 1, PARTS * CTSAR__REDO_LONGEST);
    done();
    assert_int_equal(t->redo.logged, 0);
    assert_memory_equal(x, right, sizeof x);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup_tasks, end_tasks)
    const struct CMUnitTest tests[] = {
        TEST(what_can_be_is_computed_again),
        TEST(what_was_read_may_be_gone),
        TEST(what_came_in_part_is_lost),
        TEST(threads_compute_again),
        TEST(reductions_wait_for_what_they_are_added_to),
        TEST(reductions_into_what_is_lost_end),
        TEST(what_two_had_is_computed_again),
        TEST(what_was_not_added_changes_nothing),
        TEST(a_long_chain_comes_home_now_and_then),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
