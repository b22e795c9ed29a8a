/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions on CUDA devices, on the driver that the tests bring: inline bodies that launch on the
 * turn's stream, several units on one device, devices that fail. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/bodies.h"
#include "support/environment.h"
#include "support/fake_cuda.h"
#include "support/region.h"

enum { N = 1000, THREADS = 2 };

static double x[N], y[N];

static void fill(void)
{
    for (int i = 0; i < N; ++i) {
        x[i] = i;
        y[i] = 1;
    }
}

static void assert_right(int passes)
{
    for (int i = 0; i < N; ++i)
        assert_true(y[i] == 1 + 2.0 * i * passes);
}

/* What a kernel would be called with. */
typedef struct axpy {
    const double *x;
    double *y;
    long start, end;
} axpy;

static void axpy_in_stream(void *data)
{
    axpy *a = data;
    for (long i = a->start; i < a->end; ++i)
        a->y[i] += 2 * a->x[i];
    free(a);
}

/* Enqueues the turn's range on the stream; free()s its arguments there. */
static void launch_axpy(void *stream, axpy values)
{
    axpy *a = malloc(sizeof *a);
    assert_non_null(a);
    *a = values;
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): axpy_in_stream frees it */
    assert_int_equal(fake_cuda_launch(stream, axpy_in_stream, (const ctsar_call *)a), 0);
}

static void axpy_pass(ctsar *s, long *on_cuda)
{
#pragma omp parallel num_threads(THREADS)
    do {
        double *from = ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
        double *to = ctsar_reg_mem(s, y, sizeof *y, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
        ctsar_next(s, N);
        void *stream = ctsar_cuda_stream(s);
        bool on_it = ctsar_get_backend(s) == CTSAR_BACKEND_CUDA && CSTART(s) < CEND(s);
        assert_true(on_it == (stream != NULL));
        if (stream) {
#pragma omp atomic
            *on_cuda += CEND(s) - CSTART(s);
            launch_axpy(stream, (axpy){from, to, CSTART(s), CEND(s)});
        } else
            for (long i = CSTART(s); i < CEND(s); ++i)
                to[i] += 2 * from[i];
    } while (ctsar_loop(s));
}

static void devices_that_are_not_there_are_refused_by_name_and_number(void **state)
{
    (void)state;
    static const refused_devices wrong[] = {
        {"cuda:7", CTSAR_ENODEV, "there is no cuda device 7: there are 2, numbered from 0"},
        {"cuda:gpu", CTSAR_ECONFIG, "cuda:gpu: that is neither a device's number"},
        {"cuda:0/2", CTSAR_ENODEV, "cannot be divided"},
        {"cuda:0,cuda", CTSAR_ECONFIG, "listed twice"},
    };
    assert_devices_are_refused(wrong, sizeof wrong / sizeof *wrong);
}

static void an_inline_body_launches_on_the_turns_stream(void **state)
{
    (void)state;
    static const char *const devices[] = {"cpu,cuda:0", "cuda", "cpu,cuda:0*2,emu:1"};
    for (size_t d = 0; d < 3; ++d) {
        long on_cuda = 0;
        ctsar *s = NULL;
        units(devices[d], NULL, "real");
        fill();
        assert_int_equal(
            ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL | CTSAR_DEV_CUDA, NULL, NULL),
            CTSAR_OK);
        for (int pass = 1; pass <= 4; ++pass) {
            axpy_pass(s, &on_cuda);
            assert_right(pass);
        }
        assert_true(on_cuda > 0);
        ctsar_free(&s);
    }
}

/* On the cores, where there are none but for that, too. */
static void a_body_that_does_not_launch_stays_off_cuda_devices(void **state)
{
    (void)state;
    static const char *const devices[] = {"cpu,cuda:0", "cuda:0", "cuda:0,cuda:1"};
    static const char *const clocks[] = {"real", "virtual"};
    for (int policy = 0; policy <= CTSAR_HYBRID; ++policy)
        for (int i = 0; i < 6; ++i) {
            long on_cuda = 0;
            ctsar *s = NULL;
            units(devices[i % 3], NULL, clocks[i / 3]);
            fill();
            assert_int_equal(ctsar_init(&s, N, (ctsar_policy)policy, CTSAR_DEV_ALL, NULL, NULL),
                             CTSAR_OK);
            for (int times = 1; times < 3; ++times) {
                axpy_pass(s, &on_cuda);
                assert_right(times);
            }
            assert_int_equal(on_cuda, 0);
            ctsar_free(&s);
        }
}

static void several_units_may_share_a_device(void **state)
{
    (void)state;
    ctsar *s = NULL;
    problem p;
    const test_body *stencil = &test_bodies[2];
    units("cuda:1*3", NULL, "virtual");
    assert_int_equal(ctsar_init(&s, 300, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    s->pass.reporting = true;
    assert_int_equal(ctsar_set_kernel(s, &stencil->kernel), CTSAR_OK);
    for (int pass = 0; pass < 3; ++pass) {
        problem_prepare(&p, stencil, 300, (unsigned long)pass);
        problem_run(&p, stencil, LAUNCHED, s, 2);
        assert_true(problem_right(&p));
        problem_free(&p);
    }
    static const char *const names[] = {"cuda1", "cuda1*1", "cuda1*2"};
    for (int a = 0; a < 3; ++a) {
        assert_string_equal(s->device[a]->name, names[a]);
        assert_true(s->stats.unit[s->stats.cores + a].iterations > 0);
    }
    ctsar_free(&s);
}

static void a_grid_has_a_thread_for_each_iteration_up_to_the_groups(void **state)
{
    (void)state;
    ctsar_call call = {.count = 1000, .groups = 32};
    assert_int_equal(ctsar_cuda_grid(&call, 128), 8);
    call.count = 1025;
    assert_int_equal(ctsar_cuda_grid(&call, 128), 9);
    call.count = 100000;
    assert_int_equal(ctsar_cuda_grid(&call, 128), 32);
    call.count = 0;
    assert_int_equal(ctsar_cuda_grid(&call, 128), 1);
}

/* ---- Libraries that set themselves up --------------------------------------------------- */

#define SETTING_UP 0.06      /* seconds, in each thread's first launch */
#define ON_A_CORE 2e-6       /* seconds an iteration; on the device a tenth */
enum { ITERATIONS = 10000 }; /* 20 ms on a core */

static _Atomic long by_device;

static void slow_host(const ctsar_call *c)
{
    ctsar__wait_until(ctsar__now() + ON_A_CORE * (double)c->count);
}

static void on_device(void *data)
{
    const ctsar_call *c = data;
    ctsar__wait_until(ctsar__now() + .1 * ON_A_CORE * (double)c->count);
    by_device += c->count;
}

static int form_that_sets_up(const ctsar_call *c, void *stream)
{
    static _Thread_local bool ready;
    if (!ready)
        ctsar__wait_until(ctsar__now() + SETTING_UP);
    ready = true;
    return fake_cuda_launch(stream, on_device, c);
}

/* Each of the device's workers has a first launch. */
static void a_device_is_not_left_out_for_what_is_set_up_once(void **state)
{
    (void)state;
    static double x[ITERATIONS];
    const ctsar_kernel k = {.name = "k", .host = slow_host, .cuda = form_that_sets_up};
    const ctsar_policy policies[] = {CTSAR_ADAPTIVE, CTSAR_HYBRID, CTSAR_AUTO};
    for (int i = 0; i < 3; ++i) {
        ctsar *s = NULL;
        units("cpu:1,cuda:0", NULL, "real");
        assert_int_equal(ctsar_init(&s, ITERATIONS, policies[i], CTSAR_DEV_ALL, NULL, NULL),
                         CTSAR_OK);
        assert_int_equal(ctsar_set_kernel(s, &k), CTSAR_OK);
        for (int pass = 0; pass < 25; ++pass) {
            by_device = 0;
#pragma omp parallel num_threads(1)
            do {
                ctsar_reg_mem(s, x, sizeof *x, ITERATIONS, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
                ctsar_next(s, ITERATIONS);
                const ctsar_arg args[] = {CTSAR_ARG_MEM(x)};
                ctsar_launch(s, &k, args, 1);
            } while (ctsar_loop(s));
        }
        assert_true(by_device > ITERATIONS / 4); /* nine tenths where nothing disturbs */
        ctsar_free(&s);
    }
}

/* ---- Devices that fail ---------------------------------------------------------------- */

/* Has a call of the tests' driver fail, which is open already. */
static void has_a_call_fail(const char *what)
{
    void (*driver_fail)(const char *what) = NULL;
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    void *address = driver ? dlsym(driver, "fake_cuda_fail") : NULL;
    memcpy(&driver_fail, &address, sizeof address);
    if (driver_fail)
        driver_fail(what);
}

/* Passes on cores and a device of which one call fails sooner or later; 0: all is right, 1: a
 * result is wrong, 2: the device has not failed. */
static int survive(const char *failure)
{
    ctsar *s = NULL;
    problem p;
    int wrong = 0;
    const test_body *sum = &test_bodies[4];
    units("cpu,cuda:0", NULL, "real");
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    if (ctsar_init(&s, 3000, CTSAR_CHUNK, CTSAR_DEV_ALL, NULL, NULL) ||
        ctsar_set_kernel(s, &sum->kernel))
        return 3 + !fprintf(stderr, "%s\n", ctsar_last_error(NULL));
    ctsar_set_backoff(s, CTSAR_BACKOFF_NEVER, 0); /* else it may never come to the failing call */
    has_a_call_fail(failure);
    int more = 2; /* passes after the device is gone */
    for (int pass = 0; pass < 1000 && more > 0; ++pass) {
        more -= s->device[0]->failed;
        problem_prepare(&p, sum, 3000, (unsigned long)pass);
        problem_run(&p, sum, LAUNCHED, s, 2);
        wrong += !problem_right(&p);
        problem_free(&p);
    }
    bool retired = s->device[0]->failed;
    ctsar_free(&s);
    return wrong ? 1 : retired ? 0 : 2;
}

static void a_device_that_fails_in_a_pass_does_not_change_the_result(void **state)
{
    (void)state;
    static const char *const failures[] = {"cuMemcpyHtoDAsync:30", "cuEventQuery:200",
                                           "cuEventRecord:100", "cuMemMap:3"};
    for (size_t i = 0; i < sizeof failures / sizeof *failures; ++i) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            _exit(survive(failures[i]));
        int status;
        assert_true(waitpid(child, &status, 0) == child && WIFEXITED(status));
        if (WEXITSTATUS(status))
            fail_msg("%s: %d", failures[i], WEXITSTATUS(status));
    }
}

/* Devices that nobody asked for; the first one cannot be opened. */
static int leave_out(void)
{
    ctsar *s = NULL;
    units_default();
    unsetenv("CTSAR_DEVICES");
    unsetenv("CTSAR_CLOCK");
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    if (ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL | CTSAR_DEV_CUDA, NULL, NULL))
        return 1;
    for (int i = 0; i < s->accs; ++i)
        if (!strcmp(s->device[i]->name, "cuda0"))
            return 2;
    int left = s->accs;
    ctsar_free(&s);
    return left > 0 ? 0 : 3;
}

static void a_device_that_nobody_asked_for_may_be_missing(void **state)
{
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setenv("FAKE_CUDA_FAIL", "cuDevicePrimaryCtxRetain:1", 1);
        _exit(leave_out());
    }
    int status;
    assert_true(waitpid(child, &status, 0) == child && WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void add_host(const ctsar_call *c)
{
    double *v = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        v[i] += 1;
}

static void for_ever(void *data)
{
    (void)data;
    for (;;)
        pause();
}

static int add_cuda(const ctsar_call *call, void *stream)
{
    return fake_cuda_launch(stream, for_ever, call);
}

/* A pass on cores and a device that does not answer; then other units. */
static int give_up(void)
{
    static const ctsar_kernel endless = {.name = "add", .host = add_host, .cuda = add_cuda};
    ctsar *s = NULL;
    int wrong = 0;
    alarm(30); /* a hang is a failure */
    units("cpu,cuda:0", NULL, "real");
    setenv("CTSAR_TIMEOUT", "0.3", 1);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    if (ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL) || ctsar_set_kernel(s, &endless))
        return 2;
    do {
        ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
        ctsar_next(s, N);
        ctsar_launch(s, &endless, (ctsar_arg[]){CTSAR_ARG_MEM(x)}, 1);
    } while (ctsar_loop(s));
    for (int i = 0; i < N; ++i)
        wrong += x[i] != 1;
    wrong += !s->device[0]->failed;
    ctsar_free(&s);
    units("cpu", NULL, "real");
    wrong += ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL) != CTSAR_OK;
    ctsar_free(&s);
    return wrong > 0;
}

static void a_kernel_that_does_not_end_is_given_up_and_the_process_ends(void **state)
{
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        exit(give_up());
    int status = -1;
    assert_true(waitpid(child, &status, 0) == child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_that_nobody_asked_for_may_be_missing),
        cmocka_unit_test(a_device_that_fails_in_a_pass_does_not_change_the_result),
        cmocka_unit_test(a_kernel_that_does_not_end_is_given_up_and_the_process_ends),
        cmocka_unit_test(devices_that_are_not_there_are_refused_by_name_and_number),
        cmocka_unit_test(an_inline_body_launches_on_the_turns_stream),
        cmocka_unit_test(a_body_that_does_not_launch_stays_off_cuda_devices),
        cmocka_unit_test(several_units_may_share_a_device),
        cmocka_unit_test(a_grid_has_a_thread_for_each_iteration_up_to_the_groups),
        cmocka_unit_test(a_device_is_not_left_out_for_what_is_set_up_once),
    };
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver || !dlsym(driver, "cuLaunchHostFunc")) {
        printf("the driver that the tests bring is not in LD_LIBRARY_PATH\n");
        return 77;
    }
    return cmocka_run_group_tests_name("cuda_region", tests, NULL, NULL);
}
