/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What ctsar.h promises of errors, call by call, where no other test is about it
 * (docs/promises.md). */
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"

enum { N = 100, PERSISTS = CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST };

static double x[N], y[N];

static void open_on(const char *devices, const char *emu)
{
    units(devices, emu, "virtual");
    assert_int_equal(ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
}

/* Adds 1 to all of x, which persists. */
static void pass(void)
{
    do {
        double *v = ctsar_reg_mem(s, x, sizeof *x, N, PERSISTS);
        ctsar_next(s, N);
        for (long i = CSTART(s); i < CEND(s); ++i)
            v[i] += 1;
    } while (ctsar_loop(s));
}

/* ---- While a pass runs ------------------------------------------------------------------- */

static double work(const void *data, long lo, long hi)
{
    (void)data;
    return (double)(hi - lo);
}

static void noop(const ctsar_call *c)
{
    (void)c;
}

static void every_call_between_passes_is_refused_while_one_runs(void **state)
{
    (void)state;
    static const ctsar_kernel kernel = {.name = "noop", .host = noop};
    const double weight = 1;
    open_on("cpu:1", NULL);
    ctsar_reg_mem(s, x, sizeof *x, N, PERSISTS);
    ctsar_next(s, N);
    assert_error(ctsar_set_name(s, "x"), CTSAR_ESTATE, "a pass is running");
    assert_error(ctsar_set_nowait(s, true), CTSAR_ESTATE, "a pass is running");
    assert_error(ctsar_set_policy(s, CTSAR_AUTO), CTSAR_ESTATE, "ctsar_set_policy");
    assert_error(ctsar_set_div(s, 7), CTSAR_ESTATE, "ctsar_set_div");
    assert_error(ctsar_set_chunk(s, 7), CTSAR_ESTATE, "ctsar_set_chunk");
    assert_error(ctsar_set_ratio(s, .5), CTSAR_ESTATE, "ctsar_set_ratio");
    assert_error(ctsar_set_backoff(s, CTSAR_BACKOFF_NEVER, 0), CTSAR_ESTATE, "ctsar_set_backoff");
    assert_error(ctsar_set_cost(s, work, NULL), CTSAR_ESTATE, "ctsar_set_cost");
    assert_error(ctsar_set_cost_weights(s, &weight, 1), CTSAR_ESTATE, "ctsar_set_cost_weights");
    assert_error(ctsar_set_kernel(s, &kernel), CTSAR_ESTATE, "ctsar_set_kernel");
    assert_error(ctsar_unreg_mem(s, x), CTSAR_ESTATE, "ctsar_unreg_mem");
    assert_error(ctsar_retarget_mem(s, x, y), CTSAR_ESTATE, "ctsar_retarget_mem");
    assert_error(ctsar_sync_mem(s, x), CTSAR_ESTATE, "ctsar_sync_mem");
    assert_error(ctsar_host_modified(s, x), CTSAR_ESTATE, "ctsar_host_modified");
    ctsar *same = s;
    ctsar_free(&s);
    assert_ptr_equal(s, same);
    assert_says("ctsar_free");
    ctsar_loop(s);
}

static void what_asks_for_the_turns_unit_has_the_errors_of_next(void **state)
{
    (void)state;
    ctsar *inner = NULL;
    open_on("cpu:1", NULL);
    assert_int_equal(ctsar_init(&inner, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    assert_int_equal(ctsar_get_type(NULL), 0);
    assert_int_equal(ctsar_get_backend(NULL), CTSAR_BACKEND_NONE);
    assert_true(ctsar_get_unit(NULL) < 0);
    ctsar_next(s, N);
    assert_int_equal(ctsar_get_type(inner), 0);
    assert_non_null(strstr(ctsar_last_error(inner), "inside a turn of region"));
    assert_int_equal(ctsar_get_backend(inner), CTSAR_BACKEND_NONE);
    assert_int_equal(ctsar_get_unit(inner), CTSAR_ESTATE);
    long lo = 1, hi = 2;
    assert_int_equal(ctsar_get_range(inner, &lo, &hi), CTSAR_ESTATE);
    assert_true(lo == 0 && hi == 0);
    assert_int_equal(ctsar_get_range(NULL, &lo, &hi), CTSAR_EINVAL);
    assert_null(ctsar_reg_mem(inner, x, sizeof *x, N, PERSISTS));
    assert_null(ctsar_cuda_stream(NULL));
    ctsar_loop(inner);
    ctsar_loop(s);
    ctsar_free(&inner);
}

/* ---- Arguments --------------------------------------------------------------------------- */

static void settings_outside_their_range_are_refused(void **state)
{
    (void)state;
    static const double bad[] = {-1, NAN, INFINITY, -INFINITY, 1.0000001};
    const double weights[] = {1, -1};
    open_on("cpu:1", NULL);
    for (int i = 0; i < 5; ++i)
        assert_error(ctsar_set_ratio(s, bad[i]), CTSAR_EINVAL, "from 0 to 1");
    assert_error(ctsar_set_policy(s, (ctsar_policy)77), CTSAR_EINVAL, "77");
    assert_error(ctsar_set_div(s, -1), CTSAR_EINVAL, "-1");
    assert_error(ctsar_set_chunk(s, (size_t)LONG_MAX + 1), CTSAR_EINVAL, "ctsar_set_chunk");
    assert_error(ctsar_set_backoff(s, (ctsar_backoff)9, 0), CTSAR_EINVAL, "9");
    assert_error(ctsar_set_backoff(s, CTSAR_BACKOFF_FILL, -2), CTSAR_EINVAL, "-2");
    assert_error(ctsar_set_cost_weights(s, NULL, 2), CTSAR_EINVAL, "NULL");
    assert_error(ctsar_set_cost_weights(s, weights, 2), CTSAR_EINVAL, "ctsar_set_cost_weights");
}

static void maps_that_are_none_are_refused(void **state)
{
    (void)state;
    const ctsar_dim one[] = {{N, true, 0, 0}}, none[] = {{N, false, 0, 0}},
                    both[] = {{10, true, 0, 0}, {10, true, 0, 0}};
    const struct {
        const ctsar_dim *dims;
        int ndim;
        ctsar_map map;
    } bad[] = {{one, 1, {0, 0, 1}},
               {one, 1, {1, 0, 0}},
               {one, 1, {1, 0, N + 1}},
               {none, 1, {1, 0, 1}},
               {both, 2, {1, 0, 1}}};
    open_on("cpu:1", NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_null(ctsar_reg_mem_map(s, x, sizeof *x, bad[i].ndim, bad[i].dims, &bad[i].map,
                                      CTSAR_MEM_INPUT, NULL));
        assert_says("ctsar_reg_mem_map: an argument is outside its documented range");
        ctsar_next(s, 10);
        assert_false(ctsar_loop(s));
    }
    /* Two iterations would write one element. */
    assert_non_null(
        ctsar_reg_mem_map(s, x, sizeof *x, 1, one, &(ctsar_map){1, 0, 2}, CTSAR_MEM_INOUT, NULL));
    assert_int_equal(ctsar_next(s, 10), CTSAR_EINVAL);
    assert_false(ctsar_loop(s));
}

/* ---- What cannot be brought home ------------------------------------------------------------ */

static int unregister(void)
{
    return ctsar_unreg_mem(s, x);
}

static int retarget(void)
{
    return ctsar_retarget_mem(s, x, y);
}

static int sync_it(void)
{
    return ctsar_sync_mem(NULL, x);
}

static int use_it(void)
{
    return ctsar_host_uses(x + 1, sizeof *x, true);
}

static int depersist(void)
{
    return ctsar_depersist(x);
}

static int free_it(void)
{
    ctsar_free(&s);
    return s ? CTSAR_OK : CTSAR_EDEVICE; /* it is gone all the same, and the last error tells */
}

static void data_that_a_device_does_not_give_back_are_an_error_of_whoever_lets_go(void **state)
{
    (void)state;
    int (*const calls[])(void) = {unregister, retarget, sync_it, use_it, depersist, free_it};
    for (int i = 0; i < 6; ++i) {
        open_on("emu:1", "fail=copy_out:1");
        pass();
        int status = calls[i]();
        if (status != CTSAR_EDEVICE)
            fail_msg("call %d returned %d", i, status);
        assert_non_null(strstr(ctsar_last_error(NULL), "a device failed"));
        assert_non_null(strstr(ctsar_last_error(NULL), "copy_out number 1"));
        ctsar_free(&s);
    }
}

static void after_the_host_has_written_all_units_have_its_values(void **state)
{
    (void)state;
    open_on("cpu:1,emu:1", "speed=3");
    pass();
    for (int i = 0; i < N; ++i)
        x[i] = i;
    assert_int_equal(ctsar_host_modified(s, x), CTSAR_OK);
    pass();
    assert_int_equal(ctsar_depersist(x), CTSAR_OK);
    for (int i = 0; i < N; ++i)
        assert_true(x[i] == i + 1);
}

/* The body may have read its bounds by then, and its range cannot be cut any more. */
static void an_array_registered_late_that_does_not_fit_may_be_an_error(void **state)
{
    (void)state;
    static double large[8192];
    for (int inout = 0; inout < 2; ++inout) {
        bool refused = false;
        open_on("emu:1", "memory=16KiB");
        do {
            ctsar_next(s, 8192);
            unsigned flags = CTSAR_MEM_PARTIAL | (inout ? CTSAR_MEM_INOUT : CTSAR_MEM_INPUT);
            refused = !ctsar_reg_mem(s, large, sizeof *large, 8192, flags) || refused;
        } while (ctsar_loop(s));
        assert_int_equal(refused, inout);
        assert_int_equal(*ctsar_last_error(s) != '\0', inout);
        ctsar_free(&s);
    }
}

/* ---- Errors --------------------------------------------------------------------------------- */

static void *ask(void *text)
{
    strcpy(text, ctsar_last_error(s));
    return *ctsar_last_error(NULL) ? NULL : text; /* that is this thread's own */
}

static void a_regions_last_error_is_told_to_every_thread(void **state)
{
    (void)state;
    static char text[600];
    pthread_t thread;
    void *own;
    open_on("cpu:1", NULL);
    assert_string_equal(ctsar_last_error(s), "");
    ctsar_set_div(s, -1);
    pthread_create(&thread, NULL, ask, text);
    pthread_join(thread, &own);
    assert_string_equal(text, ctsar_last_error(s));
    assert_non_null(strstr(text, "ctsar_set_div"));
    assert_ptr_equal(own, text);
}

static void a_region_that_cannot_be_opened_is_null_and_says_why(void **state)
{
    (void)state;
    const struct {
        const char *devices;
        ctsar_policy policy;
        unsigned of;
        double time;
        int div, status;
    } bad[] = {
        {"cpu:1", (ctsar_policy)77, CTSAR_DEV_ALL, 1, 1, CTSAR_EINVAL},
        {"cpu:1", CTSAR_AUTO, 0, 1, 1, CTSAR_EINVAL},
        {"cpu:1", CTSAR_AUTO, 64, 1, 1, CTSAR_EINVAL},
        {"cpu:1", CTSAR_AUTO, CTSAR_DEV_ALL, NAN, 1, CTSAR_EINVAL},
        {"cpu:1", CTSAR_AUTO, CTSAR_DEV_ALL, 0, 1, CTSAR_EINVAL},
        {"cpu:1", CTSAR_AUTO, CTSAR_DEV_ALL, 1, 0, CTSAR_EINVAL},
        {"cpu:many", CTSAR_AUTO, CTSAR_DEV_ALL, 1, 1, CTSAR_ECONFIG},
        {"nothing", CTSAR_AUTO, CTSAR_DEV_ALL, 1, 1, CTSAR_ENODEV},
    };
    assert_int_equal(ctsar_init(NULL, N, CTSAR_AUTO, CTSAR_DEV_ALL, NULL, NULL), CTSAR_EINVAL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        units_default();
        setenv("CTSAR_DEVICES", bad[i].devices, 1);
        int status = ctsar_init(&s, N, bad[i].policy, bad[i].of, &bad[i].time, &bad[i].div);
        if (status != bad[i].status)
            fail_msg("case %zu: %d: %s", i, status, ctsar_last_error(NULL));
        assert_null(s);
        assert_non_null(strstr(ctsar_last_error(NULL), "ctsar_init"));
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup_region, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_call_between_passes_is_refused_while_one_runs),
        TEST(what_asks_for_the_turns_unit_has_the_errors_of_next),
        TEST(settings_outside_their_range_are_refused),
        TEST(maps_that_are_none_are_refused),
        TEST(data_that_a_device_does_not_give_back_are_an_error_of_whoever_lets_go),
        TEST(an_array_registered_late_that_does_not_fit_may_be_an_error),
        TEST(after_the_host_has_written_all_units_have_its_values),
        TEST(a_regions_last_error_is_told_to_every_thread),
        TEST(a_region_that_cannot_be_opened_is_null_and_says_why),
    };
    return cmocka_run_group_tests_name("promises", tests, NULL, NULL);
}
