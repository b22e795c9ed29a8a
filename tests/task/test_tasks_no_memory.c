/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every allocation of a program with tasks is refused once, each in a run of its own.  A task that
 * is refused is not submitted, and nothing else is lost: submitted again it gives the right
 * results. What is refused later an error of a wait tells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/refuse.h"

enum { N = 16, TILE = 4, MOST = 5000 };

static ctsar_tasks *t;
static int m[N][N];
static long total;
static char error[600]; /* the first one of a wait, or one that stays */
static long refused_tasks;

static void note(int status)
{
    if (status && !*error)
        snprintf(error, sizeof error, "%s", ctsar_last_error(NULL));
}

/* ---- Tasks ---------------------------------------------------------------------------------- */

static void add_body(const ctsar_call *c)
{
    int *tile = c->arg[0];
    for (long i = 0; i < TILE; ++i)
        for (long j = 0; j < TILE; ++j)
            tile[i * (long)c->strides[0][0] + j] =
                tile[i * (long)c->strides[0][0] + j] * 3 + *(const int *)c->arg[1];
}
static void row_body(const ctsar_call *c)
{
    const int *row = c->arg[0];
    for (long j = 0; j < N; ++j)
        *(long *)c->arg[1] += row[j];
}
static void combine(void *into, void *from)
{
    *(long *)into += *(long *)from;
}
static const ctsar_kernel add = {.name = "add", .host = add_body};
static const ctsar_kernel other = {.name = "other", .host = add_body};
static const ctsar_kernel *const ways[] = {&add, &other, NULL};
static const ctsar_kernel family = {.name = "family", .versions = ways, .tolerance = 1e-6};
static const ctsar_kernel row = {.name = "row", .host = row_body};

/* Again, should it have been refused. */
static void submit(const ctsar_kernel *k, const ctsar_access *a, int n)
{
    int status = ctsar_task(t, k, 0, 1, a, n, 0);
    if (status == CTSAR_ENOMEM) {
        refused_tasks++;
        status = ctsar_task(t, k, 0, 1, a, n, 0);
    }
    note(status);
}

static void submit_all(void)
{
    static const long zero;
    for (int k = 0; k < 3; ++k)
        for (size_t i = 0; i < N; i += TILE)
            for (size_t j = 0; j < N; j += TILE) {
                const ctsar_access a[] = {
                    CTSAR_INOUT_BOX(m, sizeof **m, {N, i, TILE}, {N, j, TILE}),
                    CTSAR_VALUE(&k, sizeof k)};
                submit(k == 1 ? &family : &add, a, 2);
            }
    for (size_t i = 0; i < N; ++i) {
        const ctsar_access a[] = {CTSAR_IN(m[i], sizeof m[i]),
                                  CTSAR_REDUCTION(&total, sizeof total, &zero, combine)};
        submit(&row, a, 2);
    }
}

static bool right(void)
{
    bool same = total == 27L * N * N + (1 * 3 + 2) * N * N;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            same = same && m[i][j] == ((1 * 3 + 0) * 3 + 1) * 3 + 2;
    return same;
}

static bool run(void)
{
    total = 0;
    *error = '\0';
    for (int i = 0; i < N * N; ++i)
        m[i / N][i % N] = 1;
    if (ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT))
        note(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT));
    if (t) {
        submit_all();
        note(ctsar_tasks_wait(t, NULL));
    }
    ctsar_tasks_free(&t);
    return right();
}

/* ---- Refusing ------------------------------------------------------------------------------- */

static bool refuse(long nth)
{
    refuse_allocation(nth);
    bool fine = run(), reached = refuse_no_more();
    if (!fine && !*error)
        fail_msg("allocation %ld: wrong results without a word", nth);
    if (*error && !strstr(error, "memory"))
        fail_msg("allocation %ld: '%s' is not about memory", nth, error);
    if (*error && !reached)
        fail_msg("nothing was refused, and '%s'", error);
    return reached;
}

static void assert_survives(void)
{
    long n = 0;
    refused_tasks = 0;
    while (refuse(n)) {
        assert_in_range(++n, 1, MOST);
        if (n % 8 == 0 && (!run() || *error))
            fail_msg("after refusal %ld: '%s'", n, error);
    }
    assert_true(n > 20);
    assert_true(refused_tasks > 3); /* it was submitting that failed, among others */
}

static int setup(void **state)
{
    (void)state;
    json_set_alloc_funcs(refusing_malloc, free);
    return ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
}

static void on_cores_and_accelerators(void **state)
{
    (void)state;
    units("cpu:2,emu:2", "speed=2", "virtual");
    assert_survives();
}

static void on_a_core(void **state)
{
    (void)state;
    units("cpu:1", NULL, "real");
    assert_survives();
}

static void in_check_mode(void **state)
{
    (void)state;
    units("cpu:1", NULL, "real");
    setenv("CTSAR_CHECK", "1", 1);
    assert_survives();
}

static char folder[] = "/tmp/ctsar-memory-XXXXXX";
static char report[sizeof folder + 10], history[sizeof folder + 10];

static void with_a_report_and_a_history(void **state)
{
    (void)state;
    units("cpu:2,emu:1", "speed=2", "virtual");
    setenv("CTSAR_REPORT", report, 1);
    setenv("CTSAR_HISTORY", history, 1);
    assert_survives();
}

/* After the library has written what is in it. */
static void remove_folder(void)
{
    char lock[sizeof history + 10];
    snprintf(lock, sizeof lock, "%s.lock", history);
    unlink(report);
    unlink(history);
    unlink(lock);
    rmdir(folder);
}

int main(void)
{
    if (!is_emulated())
        return 77;
    if (!mkdtemp(folder) || atexit(remove_folder))
        return 1;
    snprintf(report, sizeof report, "%s/r.json", folder);
    snprintf(history, sizeof history, "%s/h.json", folder);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(on_cores_and_accelerators, setup),
        cmocka_unit_test_setup(on_a_core, setup),
        cmocka_unit_test_setup(in_check_mode, setup),
        cmocka_unit_test_setup(with_a_report_and_a_history, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
