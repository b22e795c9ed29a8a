/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The public calls: a region's life, turns, registrations, and what each says to
 * bad input. */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "device/registry.h"
#include "region/state.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"

#define INPUT (CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT)
#define INOUT (CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT)

static int open_on(const char *devices)
{
    units(devices, NULL, "virtual");
    int status = ctsar_init(&s, 100, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    if (!status)
        declare(s, &nothing);
    return status;
}

/* A body that does nothing, on any unit. */
static void body(void)
{
    execute(s, &nothing, 1, 0, NULL);
}

/* The rest of a pass in which something has failed: empty, and over. */
static void assert_pass_ends(void)
{
    ctsar_next(s, 100);
    assert_int_equal(CSTART(s), CEND(s));
    assert_false(ctsar_loop(s));
}

/* ---- A region's life -------------------------------------------------------- */

static void init_leaves_an_open_region_as_it_is(void **state)
{
    (void)state;
    assert_int_equal(open_on("cpu"), CTSAR_OK);
    ctsar *before = s;
    assert_int_equal(ctsar_init(&s, 5, CTSAR_STATIC, CTSAR_DEV_CPU, NULL, NULL), CTSAR_OK);
    assert_ptr_equal(s, before);
}

static void free_sets_the_region_to_null_and_may_be_repeated(void **state)
{
    (void)state;
    assert_int_equal(open_on("cpu"), CTSAR_OK);
    ctsar_free(&s);
    assert_null(s);
    ctsar_free(&s);
    ctsar_free(NULL);
}

static void init_says_what_is_wrong_with_an_argument(void **state)
{
    (void)state;
    int zero = 0;
    double times[] = {1, NAN};
    units("emu", NULL, NULL);
    assert_error(ctsar_init(NULL, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_EINVAL,
                 "NULL");
    assert_error(ctsar_init(&s, 1, (ctsar_policy)99, CTSAR_DEV_ALL, NULL, NULL), CTSAR_EINVAL,
                 "adaptive");
    assert_error(ctsar_init(&s, 1, CTSAR_STATIC, 0, NULL, NULL), CTSAR_EINVAL, "CTSAR_DEV_CPU");
    assert_error(ctsar_init(&s, 1, CTSAR_STATIC, 64, NULL, NULL), CTSAR_EINVAL, "0x40");
    assert_error(ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, &zero), CTSAR_EINVAL,
                 "div is 0");
    assert_error(ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, times, NULL), CTSAR_EINVAL, "nan");
    times[1] = 0;
    assert_error(ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, times, NULL), CTSAR_EINVAL, "0");
    assert_null(s);
}

static void init_refuses_an_environment_that_it_does_not_understand(void **state)
{
    (void)state;
    static const struct {
        const char *name, *value, *says;
        int status;
    } bad[] = {
        {"CTSAR_DEVISES", "cpu", "CTSAR_DEVICES", CTSAR_ECONFIG},
        {"CTSAR_DEVICES", "gpus", "emu", CTSAR_ENODEV},
        {"CTSAR_DEVICES", "cpu:0", "cpu:0", CTSAR_ENODEV},
        {"CTSAR_DEVICES", "cuda:99", "cuda", CTSAR_ENODEV},
        {"CTSAR_POLICY", "fastest", "static", CTSAR_ECONFIG},
        {"CTSAR_CLOCK", "sundial", "virtual", CTSAR_ECONFIG},
        {"CTSAR_EMU", "sped=3", "speed", CTSAR_ECONFIG},
        {"CTSAR_TIMEOUT", "soon", "soon", CTSAR_ECONFIG},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        units_default();
        setenv(bad[i].name, bad[i].value, 1);
        assert_error(ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), bad[i].status,
                     bad[i].says);
        assert_null(s);
        unsetenv(bad[i].name);
    }
    units_default();
    assert_int_equal(ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
}

static void a_region_is_called_by_its_source_position_or_its_name(void **state)
{
    (void)state;
    open_on("cpu");
    assert_error(ctsar_set_name(s, ""), CTSAR_EINVAL, "test_region.c:");
    assert_int_equal(ctsar_set_name(s, "heat"), CTSAR_OK);
    assert_error(ctsar_set_name(s, NULL), CTSAR_EINVAL, "heat: ctsar_set_name");
}

static void a_null_region_is_an_error_everywhere(void **state)
{
    (void)state;
    int x = 0;
    assert_int_equal(ctsar_next(NULL, 1), CTSAR_EINVAL);
    assert_int_equal(ctsar_next_range(NULL, 0, 1, 1), CTSAR_EINVAL);
    assert_null(ctsar_reg_mem(NULL, &x, 4, 1, CTSAR_MEM_INPUT));
    assert_null(ctsar_reg_mem_2d(NULL, &x, 4, 1, 1, 0, 0, CTSAR_MEM_INPUT, NULL));
    assert_null(ctsar_reg_reduc(NULL, &x, &x, 4, NULL));
    assert_int_equal(ctsar_unreg_mem(NULL, &x), CTSAR_EINVAL);
    assert_int_equal(ctsar_set_name(NULL, "x"), CTSAR_EINVAL);
    assert_int_equal(ctsar_get_type(NULL), 0);
    assert_int_equal(ctsar_get_unit(NULL), CTSAR_EINVAL);
    assert_int_equal(ctsar_get_backend(NULL), CTSAR_BACKEND_NONE);
    assert_false(ctsar_loop(NULL));
    assert_non_null(strstr(ctsar_last_error(NULL), "ctsar_loop"));
}

static void a_region_for_gpu_without_accelerators_runs_on_the_cores(void **state)
{
    (void)state;
    units("cpu", NULL, NULL);
    assert_int_equal(ctsar_init(&s, 3, CTSAR_STATIC, CTSAR_DEV_GPU, NULL, NULL), CTSAR_OK);
    long executed = 0;
    do {
        assert_int_equal(ctsar_get_type(s), CTSAR_DEV_CPU);
        ctsar_next(s, 3);
        executed += CEND(s) - CSTART(s);
    } while (ctsar_loop(s));
    assert_int_equal(executed, 3);
}

/* ---- Turns ------------------------------------------------------------------- */

static void a_turn_knows_its_unit_before_next(void **state)
{
    (void)state;
    open_on("cpu,emu:2");
    bool seen[3] = {false};
    ctsar_backend there = ctsar__backend_named(is_emulated() ? "emu" : test_accelerator())->kind;
    do {
        int unit = ctsar_get_unit(s);
        assert_in_range(unit, 0, 2);
        assert_false(seen[unit]);
        seen[unit] = true;
        assert_int_equal(ctsar_get_type(s), unit == 0 ? CTSAR_DEV_CPU : CTSAR_DEV_GPU);
        assert_int_equal(ctsar_get_backend(s), unit == 0 ? CTSAR_BACKEND_HOST : there);
        ctsar_next(s, 300);
        body();
        assert_int_equal(ctsar_get_unit(s), unit);
    } while (ctsar_loop(s));
    assert_true(seen[0] && seen[1] && seen[2]);
}

static void a_turn_knows_its_range_by_a_call(void **state)
{
    (void)state;
    open_on("cpu,emu:2");
    bool any = false;
    do {
        long lo = -1, hi = -1;
        ctsar_next_range(s, 7, 307, 3);
        assert_int_equal(ctsar_get_range(s, &lo, &hi), CTSAR_OK);
        assert_true(lo == CSTART(s) && hi == CEND(s));
        any |= lo < hi;
        body();
    } while (ctsar_loop(s));
    assert_true(any);
    do {
        assert_error(ctsar_get_range(s, NULL, NULL), CTSAR_EINVAL, "start and end");
        ctsar_next(s, 300);
    } while (ctsar_loop(s));
}

static void more_threads_than_cores_are_allowed_to_have_an_empty_turn(void **state)
{
    (void)state;
    open_on("cpu:1");
    int without = 0;
    long executed = 0;
#pragma omp parallel num_threads(3) reduction(+ : without, executed)
    do {
        without += ctsar_get_unit(s) == -1;
        ctsar_next(s, 50);
        executed += CEND(s) - CSTART(s);
    } while (ctsar_loop(s));
    assert_int_equal(executed, 50);
#ifdef _OPENMP
    assert_int_equal(without, 2);
#endif
}

static void next_range_gives_the_values_of_the_loops_variable(void **state)
{
    (void)state;
    open_on("cpu,emu:2");
    int times[60] = {0};
    do {
        ctsar_next_range(s, -7, 52, 4);
        for (long i = CSTART(s); i < CEND(s); i += 4)
            times[i + 7]++;
        body();
    } while (ctsar_loop(s));
    for (int i = 0; i < 60; ++i)
        assert_int_equal(times[i], i % 4 == 0 && i < 59);
}

static void next_range_reaches_the_ends_of_long(void **state)
{
    (void)state;
    open_on("cpu,emu");
    long executed = 0;
    do {
        ctsar_next_range(s, LONG_MAX - 10, LONG_MAX, 4);
        for (long i = CSTART(s); i < CEND(s); i += 4) {
            executed++;
            if (i > LONG_MAX - 4)
                break;
        }
        body();
    } while (ctsar_loop(s));
    assert_int_equal(executed, 3);
    assert_error(ctsar_next_range(s, LONG_MIN, LONG_MAX, 1), CTSAR_EINVAL, "iterations");
    assert_pass_ends();
    assert_error(ctsar_next_range(s, 0, 9, 0), CTSAR_EINVAL, "step is 0");
    assert_pass_ends();
    assert_error(ctsar_next(s, SIZE_MAX), CTSAR_EINVAL, "iterations");
    assert_pass_ends();
}

static void calls_in_the_wrong_order_are_errors(void **state)
{
    (void)state;
    open_on("cpu");
    assert_false(ctsar_loop(s));
    assert_error(CTSAR_ESTATE, CTSAR_ESTATE, "no ctsar_next");
    ctsar_next(s, 5);
    assert_error(ctsar_next(s, 5), CTSAR_ESTATE, "twice");
    assert_error(ctsar_set_name(s, "x"), CTSAR_ESTATE, "running");
    assert_error(ctsar_unreg_mem(s, &state), CTSAR_ESTATE, "running");
    ctsar *same = s;
    ctsar_free(&s);
    assert_ptr_equal(s, same);
    assert_false(ctsar_loop(s));
}

/* With CTSAR_ERRORS_ABORT it may be the one whose line the user sees. */
static void who_meets_another_threads_error_knows_its_particulars(void **state)
{
    (void)state;
    open_on("cpu:2");
    _Atomic bool failed = false;
    char heard[2][200] = {""};
#pragma omp parallel num_threads(2)
    do {
        int me = ctsar_get_unit(s);
        while (me == 1 && !failed)
            usleep(100);
        ctsar_next(s, 5);
        if (me == 0)
            ctsar_next(s, 5);
        snprintf(heard[me], sizeof *heard, "%s", ctsar_last_error(NULL));
        failed = true;
    } while (ctsar_loop(s));
    assert_non_null(strstr(heard[0], "called twice"));
    assert_non_null(strstr(heard[1], "called twice"));
}

static void a_pass_inside_another_regions_turn_is_an_error(void **state)
{
    (void)state;
    open_on("cpu");
    ctsar *inner = NULL;
    ctsar_init(&inner, 5, CTSAR_STATIC, CTSAR_DEV_CPU, NULL, NULL);
    ctsar_set_name(s, "outer");
    ctsar_next(s, 5);
    assert_int_equal(ctsar_next(inner, 5), CTSAR_ESTATE);
    assert_non_null(strstr(ctsar_last_error(inner), "inside a turn of region outer"));
    assert_false(ctsar_loop(inner));
    assert_int_equal(CEND(s), 5);
    assert_false(ctsar_loop(s));
    ctsar_free(&inner);
}

static void increment_host(const ctsar_call *c)
{
    double *x = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        x[i] += 1;
}
KERNEL(increment, "__global double *x, long bias", "x[i - bias] += 1;");

static void a_failed_pass_is_over_and_the_next_one_works(void **state)
{
    (void)state;
    open_on("cpu,emu");
    declare(s, &increment);
    double x[10] = {0};
    assert_null(ctsar_reg_mem(s, NULL, 8, 10, INOUT));
    assert_pass_ends();
    long executed = 0;
    do {
        double *p = ctsar_reg_mem(s, x, sizeof *x, 10, INOUT);
        assert_non_null(p);
        assert_int_equal(ctsar_next(s, 10), CTSAR_OK);
        execute(s, &increment, 1, 1, (operand[]){{.host = x, .unit = p}});
        executed += CEND(s) - CSTART(s);
    } while (ctsar_loop(s));
    assert_int_equal(executed, 10);
    for (int i = 0; i < 10; ++i)
        assert_true(x[i] == 1);
}

/* ---- Registrations ---------------------------------------------------------------- */

static void registrations_say_what_is_wrong(void **state)
{
    (void)state;
    static double x[100];
    const unsigned ok = CTSAR_MEM_INPUT;
    struct {
        void *host;
        size_t size, rows, cols, row_halo, col_halo;
        unsigned flags;
        int status;
        const char *says;
    } bad[] = {
        {NULL, 8, 100, 1, 0, 0, ok, CTSAR_EINVAL, "NULL"},
        {x, 0, 100, 1, 0, 0, ok, CTSAR_EINVAL, "0"},
        {x, 8, 0, 1, 0, 0, ok, CTSAR_EINVAL, "0"},
        {x, 8, 100, 0, 0, 0, ok, CTSAR_EINVAL, "0"},
        {x, 8, 100, 1, 0, 0, 0, CTSAR_EINVAL, "CTSAR_MEM_INPUT"},
        {x, 8, 100, 1, 0, 0, ok | 0x4000, CTSAR_EINVAL, "0x4000"},
        {x, 8, 100, 1, 0, 0, CTSAR_MEM_OUTPUT, CTSAR_EINVAL, "CTSAR_MEM_PARTIAL"},
        {x, 8, 100, 1, 1, 0, ok, CTSAR_EINVAL, "halo"},
        {x, 8, SIZE_MAX / 8, 2, 0, 0, ok, CTSAR_EOVERFLOW, "size_t"},
        {x, 8, 10, 10, 0, 2, ok, CTSAR_EINVAL, "halo"},
        {x, 8, 10, 10, 0, 0, ok | CTSAR_MEM_PAD, CTSAR_EINVAL, "pitch"},
        {x, 8, 10, 10, 0, 0, INOUT | CTSAR_MEM_PARTIAL_COL, CTSAR_EINVAL, "2 dimensions"},
    };
    open_on("cpu,emu");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_null(ctsar_reg_mem_2d(s, bad[i].host, bad[i].size, bad[i].rows, bad[i].cols,
                                     bad[i].row_halo, bad[i].col_halo, bad[i].flags, NULL));
        assert_error(bad[i].status, bad[i].status, bad[i].says);
        assert_pass_ends();
    }
    assert_null(ctsar_reg_mem(s, x, SIZE_MAX / 2, 3, ok));
    assert_error(0, 0, "size_t");
    assert_pass_ends();
}

static void an_array_is_registered_once_a_turn(void **state)
{
    (void)state;
    double x[10];
    open_on("cpu,emu");
    assert_non_null(ctsar_reg_mem(s, x, 8, 10, INPUT));
    assert_null(ctsar_reg_mem(s, x, 8, 10, INPUT));
    assert_error(0, 0, "twice in one turn");
    assert_pass_ends();
}

static void an_array_is_registered_alike_all_through_a_pass(void **state)
{
    (void)state;
    static double x[10];
    const struct {
        size_t size, items;
        unsigned flags;
    } other[] = {{8, 9, INPUT}, {4, 10, INPUT}, {8, 10, INOUT}, {8, 10, CTSAR_MEM_INPUT}};
    open_on("cpu,emu");
    for (int i = 0; i < 4; ++i) {
        ctsar_reg_mem(s, x, 8, 10, INPUT);
        ctsar_next(s, 9);
        body();
        assert_true(ctsar_loop(s));
        assert_null(ctsar_reg_mem(s, x, other[i].size, other[i].items, other[i].flags));
        assert_error(0, 0, "registered");
        ctsar_next(s, 9);
        assert_false(ctsar_loop(s));
    }
    /* In another pass, another size is fine. */
    do {
        assert_non_null(ctsar_reg_mem(s, x, 4, 20, INPUT));
        ctsar_next(s, 20);
        body();
    } while (ctsar_loop(s));
}

static void iterations_beyond_an_array_are_an_error_on_every_unit(void **state)
{
    (void)state;
    static double x[10];
    static const char *const devices[] = {"cpu", "emu"};
    for (int i = 0; i < 2; ++i) {
        open_on(devices[i]);
        bool later = launches() && i == 1; /* who fetches the data is told */
        ctsar_reg_mem(s, x, 8, 10, INPUT);
        assert_int_equal(ctsar_next(s, 11), later ? CTSAR_OK : CTSAR_EINVAL);
        body();
        assert_false(ctsar_loop(s));
        assert_error(0, 0, "10 items");
        ctsar_next_range(s, -1, 5, 1);
        assert_true(later == (ctsar_reg_mem(s, x, 8, 10, INPUT) != NULL));
        body();
        assert_false(ctsar_loop(s));
        assert_error(0, 0, "-1 to 4");
        ctsar_free(&s);
    }
}

static void an_accelerator_that_a_whole_input_does_not_fit_takes_no_part(void **state)
{
    (void)state;
    static char x[1 << 16];
    double y[100] = {0};
    units("emu", "memory=16KiB", "virtual");
    setenv("CTSAR_MEMORY", "16KiB", 1); /* of those that are not emulated */
    ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    declare(s, &increment);
    for (int pass = 1; pass <= 2; ++pass) {
        long executed = 0;
        do {
            double *p = ctsar_reg_mem(s, y, sizeof *y, 100, INOUT);
            if (!ctsar_reg_mem(s, x, 1, sizeof x, CTSAR_MEM_INPUT))
                fail_msg("%s", ctsar_last_error(s));
            assert_int_equal(ctsar_next(s, 100), CTSAR_OK);
            /* What is launched finds out when its turn is over. */
            if (CEND(s) > CSTART(s) && (!launches() || pass > 1))
                assert_int_equal(ctsar_get_type(s), CTSAR_DEV_CPU);
            if (ctsar_get_type(s) == CTSAR_DEV_CPU)
                executed += CEND(s) - CSTART(s);
            execute(s, &increment, 1, 1, (operand[]){{.host = y, .unit = p}});
        } while (ctsar_loop(s));
        assert_int_equal(executed, 100);
        for (int i = 0; i < 100; ++i)
            assert_true(y[i] == pass);
    }
}

static void unregistering_ends_a_registration_once(void **state)
{
    (void)state;
    static double x[10];
    open_on("cpu,emu");
    assert_error(ctsar_unreg_mem(s, x), CTSAR_ENOTREG, "not registered");
    do {
        ctsar_reg_mem(s, x, 8, 10, INPUT);
        ctsar_next(s, 10);
        body();
    } while (ctsar_loop(s));
    assert_int_equal(ctsar_unreg_mem(s, x), CTSAR_OK);
    assert_error(ctsar_unreg_mem(s, x), CTSAR_ENOTREG, "not registered");
}

static void a_registration_ends_with_the_pass_that_does_not_renew_it(void **state)
{
    (void)state;
    static double x[10];
    open_on("cpu,emu");
    for (int pass = 0; pass < 2; ++pass)
        do {
            if (pass == 0)
                ctsar_reg_mem(s, x, 8, 10, INPUT);
            ctsar_next(s, 10);
            body();
        } while (ctsar_loop(s));
    assert_int_equal(ctsar_unreg_mem(s, x), CTSAR_ENOTREG);
}

static void an_accelerator_gives_the_same_address_in_every_turn(void **state)
{
    (void)state;
    static double x[1000];
    open_on("cpu,emu:2");
    double *address[3] = {NULL};
    for (int pass = 0; pass < 4; ++pass)
        do {
            int unit = ctsar_get_unit(s);
            size_t pitch = 0;
            double *p = ctsar_reg_mem_2d(s, x, 8, 100, 10, 1, 0, INOUT, &pitch);
            if (pass == 0)
                address[unit] = p;
            assert_ptr_equal(p, address[unit]);
            assert_true((p == x) == (unit == 0));
            ctsar_next(s, 100);
            body();
            assert_int_equal(pitch, 10);
        } while (ctsar_loop(s));
}

static void count(void *into, void *from)
{
    *(int *)into += *(int *)from;
}

static void reductions_say_what_is_wrong(void **state)
{
    (void)state;
    int sum = 0, zero = 0;
    open_on("cpu,emu");
    assert_null(ctsar_reg_reduc(s, NULL, &zero, sizeof sum, count));
    assert_error(0, 0, "NULL");
    assert_pass_ends();
    assert_null(ctsar_reg_reduc(s, &sum, &zero, 0, count));
    assert_pass_ends();
    assert_null(ctsar_reg_reduc(s, &sum, &zero, sizeof sum, NULL));
    assert_pass_ends();
    assert_non_null(ctsar_reg_reduc(s, &sum, &zero, sizeof sum, count));
    assert_null(ctsar_reg_reduc(s, &sum, &zero, sizeof sum, count));
    assert_error(0, 0, "twice");
    assert_pass_ends();
}

static void append_order(void *into, void *from)
{
    /* Not commutative: digits in the order of folding. */
    long *a = into, *b = from;
    while (*b) {
        long power = 1;
        while (power * 10 <= *b)
            power *= 10;
        *a = *a * 10 + *b / power;
        *b %= power;
    }
}

static void append_unit_host(const ctsar_call *c)
{
    long *digits = c->arg[0];
    if (c->count > 0)
        *digits = *digits * 10 + *(const int *)c->arg[1] + 1;
}
KERNEL(
    append_unit, "__global long *digits, int unit",
    "if (k == 0)\n            digits[get_group_id(0)] = digits[get_group_id(0)] * 10 + unit + 1;");

static void a_reduction_folds_in_unit_order_after_the_first_value(void **state)
{
    (void)state;
    units("cpu,emu:3", "speed=1", "virtual");
    assert_int_equal(ctsar_init(&s, 8, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    declare(s, &append_unit);
    for (int pass = 0; pass < 3; ++pass) {
        long digits = 9;
        static const long none = 0;
#pragma omp parallel num_threads(2)
        do {
            long *mine = ctsar_reg_reduc(s, &digits, &none, sizeof none, append_order);
            int unit = ctsar_get_unit(s);
            ctsar_next(s, 50);
            execute(s, &append_unit, 1, 2,
                    (operand[]){{.host = &digits, .unit = mine, .reduces = true},
                                {.unit = &unit, .bytes = sizeof unit}});
        } while (ctsar_loop(s));
#ifdef _OPENMP
        assert_int_equal(digits, 912345);
#endif
    }
}

/* ---- The default error mode ----------------------------------------------------- */

/* Runs `action` in a child; its stderr goes to `text`.  Returns its wait status. */
static int run_child(void (*action)(void), char *text, size_t room)
{
    int fd[2];
    assert_int_equal(pipe(fd), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(fd[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        action();
        _exit(0);
    }
    close(fd[1]);
    size_t used = 0;
    for (ssize_t got; (got = read(fd[0], text + used, room - 1 - used)) > 0;)
        used += (size_t)got;
    text[used] = '\0';
    close(fd[0]);
    int status;
    waitpid(child, &status, 0);
    return status;
}

static void forget_the_loop(void)
{
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
    ctsar_init(&s, 5, CTSAR_STATIC, CTSAR_DEV_CPU, NULL, NULL);
    ctsar_next(s, 5);
    ctsar_next(s, 5);
}

static void an_error_aborts_with_one_line(void **state)
{
    (void)state;
    char text[1000];
    int status = run_child(forget_the_loop, text, sizeof text);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_non_null(strstr(text, "ctsar: test_region.c:"));
    assert_non_null(strstr(text, "ctsar_next"));
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
}

static void mistake_the_error_mode(void)
{
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
    ctsar_set_error_mode((ctsar_error_mode)7);
}

static void an_unknown_error_mode_aborts_where_errors_do(void **state)
{
    (void)state;
    char text[1000];
    int status = run_child(mistake_the_error_mode, text, sizeof text);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_non_null(strstr(text, "ctsar: errors: ctsar_set_error_mode"));
    assert_non_null(strstr(text, "mode 7 is unknown; use CTSAR_ERRORS_ABORT or"));
}

/* Names and numbers appear in messages, which are one line. */
static void messages_are_plain_and_exact(void **state)
{
    (void)state;
    assert_int_equal(open_on("cpu"), CTSAR_OK);
    assert_int_equal(ctsar_set_name(s, "a\nctsar: \033[31mforged"), CTSAR_OK);
    assert_error(ctsar_set_ratio(s, 1.0000001), CTSAR_EINVAL, "the ratio is 1.00000010");
    assert_ptr_equal(strstr(ctsar_last_error(s), "a?ctsar: ?[31mforged: ctsar_set_ratio"),
                     ctsar_last_error(s));
    assert_string_equal(s->stats.name, "a?ctsar: ?[31mforged");
    ctsar *other = NULL;
    assert_int_equal(
        ctsar_init_at(&other, 1, CTSAR_AUTO, CTSAR_DEV_ALL, NULL, NULL, "dir/b\tc.c:7"), CTSAR_OK);
    assert_string_equal(other->name, "b?c.c:7");
    ctsar_free(&other);
    assert_int_equal(ctsar_init_at(&other, 1, (ctsar_policy)77, CTSAR_DEV_ALL, NULL, NULL, "\a"),
                     CTSAR_EINVAL);
    assert_null(strchr(ctsar_last_error(NULL), '\a'));
}

static void an_unknown_error_mode_is_an_error(void **state)
{
    (void)state;
    assert_int_equal(ctsar_set_error_mode((ctsar_error_mode)7), CTSAR_EINVAL);
    assert_non_null(strstr(ctsar_last_error(NULL), "mode 7"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup_region, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(init_leaves_an_open_region_as_it_is),
        TEST(free_sets_the_region_to_null_and_may_be_repeated),
        TEST(init_says_what_is_wrong_with_an_argument),
        TEST(init_refuses_an_environment_that_it_does_not_understand),
        TEST(a_region_is_called_by_its_source_position_or_its_name),
        TEST(a_null_region_is_an_error_everywhere),
        TEST(a_region_for_gpu_without_accelerators_runs_on_the_cores),
        TEST(a_turn_knows_its_unit_before_next),
        TEST(a_turn_knows_its_range_by_a_call),
        TEST(more_threads_than_cores_are_allowed_to_have_an_empty_turn),
        TEST(next_range_gives_the_values_of_the_loops_variable),
        TEST(next_range_reaches_the_ends_of_long),
        TEST(calls_in_the_wrong_order_are_errors),
        TEST(who_meets_another_threads_error_knows_its_particulars),
        TEST(a_pass_inside_another_regions_turn_is_an_error),
        TEST(a_failed_pass_is_over_and_the_next_one_works),
        TEST(registrations_say_what_is_wrong),
        TEST(an_array_is_registered_once_a_turn),
        TEST(an_array_is_registered_alike_all_through_a_pass),
        TEST(iterations_beyond_an_array_are_an_error_on_every_unit),
        TEST(an_accelerator_that_a_whole_input_does_not_fit_takes_no_part),
        TEST(unregistering_ends_a_registration_once),
        TEST(a_registration_ends_with_the_pass_that_does_not_renew_it),
        TEST(an_accelerator_gives_the_same_address_in_every_turn),
        TEST(reductions_say_what_is_wrong),
        TEST(a_reduction_folds_in_unit_order_after_the_first_value),
        TEST(an_error_aborts_with_one_line),
        TEST(messages_are_plain_and_exact),
        TEST(an_unknown_error_mode_is_an_error),
        TEST(an_unknown_error_mode_aborts_where_errors_do),
    };
    return cmocka_run_group_tests_name("region", tests, NULL, NULL);
}
