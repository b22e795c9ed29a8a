/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions on OpenCL devices: kernels that are wrong, little memory, parts of a device. */
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "device/registry.h"
#include "region/state.h"
#include "support/bodies.h"
#include "support/environment.h"
#include "support/region.h"

enum { N = 2000 };

static double x[N];

static void twice_host(const ctsar_call *c)
{
    double *v = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        v[i] *= 2;
}

/* The same, so slowly that a device pays. */
static void twice_slowly(const ctsar_call *c)
{
    twice_host(c);
    usleep(50);
}

#define TWICE(more, body)                                                                          \
    "__kernel void twice(long start, long step, long count, __global double *x,\n"                 \
    "                    long bias" more ")\n"                                                     \
    "{\n"                                                                                          \
    "    for (long k = get_global_id(0); k < count; k += get_global_size(0))\n"                    \
    "        " body ";\n"                                                                          \
    "}\n"

static const ctsar_kernel right = {.name = "twice",
                                   .host = twice_host,
                                   .opencl_source = TWICE("", "x[start + k - bias] *= 2")},
                          misspelt = {.name = "twice",
                                      .host = twice_host,
                                      .opencl_source = TWICE("", "y[start + k - bias] *= 2")},
                          longer = {.name = "twice",
                                    .host = twice_host,
                                    .opencl_source =
                                        TWICE(", double by", "x[start + k - bias] *= by")};

static void fill(void)
{
    for (int i = 0; i < N; ++i)
        x[i] = i;
}

static bool is_doubled(int times)
{
    for (int i = 0; i < N; ++i)
        if (x[i] != (double)i * (1 << times))
            return false;
    return true;
}

/* With what the environment says already. */
static ctsar *open_with(const char *devices, const ctsar_kernel *kernel)
{
    ctsar *s = NULL;
    setenv("CTSAR_DEVICES", devices, 1);
    fill();
    assert_int_equal(ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    s->pass.reporting = true;
    assert_int_equal(ctsar_set_kernel(s, kernel), CTSAR_OK);
    return s;
}

static ctsar *open_on(const char *devices, const ctsar_kernel *kernel)
{
    units(devices, NULL, "real");
    return open_with(devices, kernel);
}

static void pass(ctsar *s, const ctsar_kernel *kernel)
{
#pragma omp parallel num_threads(2)
    do {
        ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
        ctsar_next(s, N);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(x)};
        ctsar_launch(s, kernel, args, 1);
    } while (ctsar_loop(s));
}

/* Passes of a kernel that cores have a form of; what is written to stderr meanwhile. */
static void pass_and_listen(ctsar *s, const ctsar_kernel *kernel, int times, char *text,
                            size_t room)
{
    FILE *heard = tmpfile();
    int before = dup(STDERR_FILENO);
    dup2(fileno(heard), STDERR_FILENO);
    for (int i = 1; i <= times; ++i) {
        pass(s, kernel);
        assert_true(is_doubled(i));
    }
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(heard);
    text[fread(text, 1, room - 1, heard)] = '\0';
    fclose(heard);
}

static void a_kernel_that_does_not_build_retires_the_device_and_others_do_its_work(void **state)
{
    (void)state;
    static const char warning[] = "opencl0 takes no part any more: kernel twice does not build",
                      line[] = "line 5: ", source[] = "\"y[start + k - bias] *= 2;\"";
    char text[4000];
    ctsar *s = open_on("cpu,opencl:0", &misspelt);
    pass_and_listen(s, &misspelt, 3, text, sizeof text);
    const char *said = strstr(text, warning);
    if (!said || !strstr(said, line) || !strstr(said, source)) {
        fail_msg("'%s'", text);
        return;
    }
    assert_null(strstr(said + 1, warning)); /* once */
    assert_true(s->device[0]->failed);
    assert_non_null(strstr(s->stats.unit[s->stats.cores].gone, source));
    ctsar_free(&s);
}

/* In a program of its own, since a driver does not go along into a child. */
static int give_up_an_endless_kernel(bool without_iterations)
{
    static const char with_work[] =
        TWICE("", "while (((volatile __global double *)x)[start - bias] >= 0)\n"
                  "            ;");
    static const char always[] =
        "__kernel void twice(long start, long step, long count, __global double *x, long bias)\n"
        "{\n"
        "    while (((volatile __global double *)x)[start - bias] >= 0)\n"
        "        ;\n"
        "}\n";
    const ctsar_kernel endless = {.name = "twice",
                                  .host = twice_host,
                                  .opencl_source = without_iterations ? always : with_work};
    alarm(30); /* a hang is a failure */
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    units(NULL, NULL, "real");
    setenv("CTSAR_TIMEOUT", "0.3", 1);
    ctsar *s = open_with("cpu,opencl:0", &endless);
    pass(s, &endless);
    bool right = is_doubled(1) && s->device[0]->failed;
    ctsar_free(&s);
    units("cpu", NULL, "real"); /* the device is closed where others are opened */
    right = right && !ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    return !right;
}

static void assert_given_up(const char *which)
{
    pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", "test_opencl_region", which, NULL);
        _exit(127);
    }
    int status = -1;
    assert_true(waitpid(child, &status, 0) == child);
    assert_int_equal(status, 0);
}

static void a_kernel_that_does_not_end_is_given_up_and_the_process_ends(void **state)
{
    (void)state;
    assert_given_up("endless");
    assert_given_up("always endless");
}

/* The message says all that there is to say. */
static void assert_kernel_is_refused(const char *devices, const ctsar_kernel *kernel,
                                     const char *const *parts)
{
    ctsar *s = open_on(devices, kernel);
    pass(s, kernel);
    for (; *parts; ++parts)
        if (!strstr(ctsar_last_error(s), *parts))
            fail_msg("'%s' lacks '%s'", ctsar_last_error(s), *parts);
    ctsar_free(&s);
}

/* Where accelerators may be left out no pass waits for it. */
static void passes_go_on_while_a_kernel_is_built_and_find_out_when_it_cannot_be(void **state)
{
    (void)state;
    enum { LONGEST = 10000 };
    char text[4000];
    for (int k = 0; k < 2; ++k) {
        ctsar_kernel slow = k ? misspelt : right, *kernel = &slow;
        slow.host = twice_slowly;
        units("cpu,opencl:0", NULL, "real");
        unsetenv("CTSAR_BACKOFF");
        setenv("CTSAR_CACHE_DIR", "0", 1);
        setenv("CTSAR_POLICY", "chunk", 1);
        ctsar *s = open_with("cpu,opencl:0", kernel);
        for (int i = 0;
             i < LONGEST && !s->device[0]->failed && s->stats.unit[s->stats.cores].iterations == 0;
             ++i) {
            fill();
            pass_and_listen(s, kernel, 1, text, sizeof text);
        }
        assert_int_equal(s->device[0]->failed, k);
        assert_int_equal(strstr(text, "kernel twice does not build") != NULL, k);
        ctsar_free(&s);
    }
    unsetenv("CTSAR_CACHE_DIR");
}

static void where_no_other_form_is_a_kernel_that_does_not_build_is_an_error(void **state)
{
    (void)state;
    ctsar_kernel alone = misspelt;
    alone.host = NULL;
    /* With what the compiler says, and the line of the source. */
    const char *const parts[] = {"no unit is left that can execute kernel twice",
                                 "does not build for opencl0",
                                 "line 5",
                                 "'y'",
                                 "y[start + k - bias] *= 2",
                                 NULL};
    assert_kernel_is_refused("opencl:0", &alone, parts);
    /* Another region is told as much, where the device is gone from the start. */
    ctsar *first = open_on("cpu,opencl:0", &misspelt), *second = NULL;
    pass(first, &misspelt);
    assert_int_equal(ctsar_init(&second, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    assert_int_equal(ctsar_set_kernel(second, &alone), CTSAR_ENODEV);
    for (int i = 1; parts[i]; ++i)
        assert_non_null(strstr(ctsar_last_error(second), parts[i]));
    ctsar_free(&first);
    ctsar_free(&second);
}

static void a_wrong_number_of_arguments_is_an_error_wherever_the_kernel_could_run(void **state)
{
    (void)state;
    const char *const parts[] = {"kernel twice", "has 6 parameters", "1 argument of", "need", NULL};
    assert_kernel_is_refused("opencl:0", &longer, parts);
    assert_kernel_is_refused("cpu,opencl:0", &longer, parts);
}

static void an_argument_of_a_wrong_type_is_an_error(void **state)
{
    (void)state;
    static const ctsar_kernel ints = {
        .name = "twice",
        .opencl_source =
            "__kernel void twice(long start, long step, long count, long x, long bias) {}"};
    assert_kernel_is_refused(
        "opencl:0", &ints,
        (const char *const[]){"parameter 4", "type long", "a __global pointer", NULL});
}

enum { REGIONS = 3, EACH = 500, PASSES = 20 };

static _Atomic int wrong;

/* Passes over an array of the thread's own, of as many items as no other thread's has. */
static void *double_own(void *number)
{
    static double all[REGIONS][EACH + REGIONS];
    long k = (long)number, n = EACH + k;
    double *own = all[k];
    ctsar *s = NULL;
    wrong += ctsar_init(&s, (size_t)n, CTSAR_CHUNK, CTSAR_DEV_ALL, NULL, NULL) != CTSAR_OK;
    ctsar_set_kernel(s, &right);
    for (int i = 0; i < n; ++i)
        own[i] = 1;
    for (int pass = 0; pass < PASSES; ++pass)
        do {
            ctsar_reg_mem(s, own, sizeof *own, (size_t)n, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
            ctsar_next(s, (size_t)n);
            const ctsar_arg args[] = {CTSAR_ARG_MEM(own)};
            ctsar_launch(s, &right, args, 1);
        } while (ctsar_loop(s));
    for (int i = 0; i < n; ++i)
        wrong += own[i] != (double)(1L << PASSES);
    ctsar_free(&s);
    return NULL;
}

static void regions_of_several_threads_launch_one_kernel_on_one_device(void **state)
{
    (void)state;
    for (int virtual = 0; virtual < 2; ++virtual) {
        pthread_t thread[REGIONS];
        units("opencl:0", NULL, virtual ? "virtual" : "real");
        for (long k = 0; k < REGIONS; ++k)
            pthread_create(&thread[k], NULL, double_own, (void *)k);
        for (int k = 0; k < REGIONS; ++k)
            pthread_join(thread[k], NULL);
        assert_int_equal(wrong, 0);
    }
}

static void an_inline_body_is_executed_on_the_cores_if_there_is_nothing_but_opencl(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * (CTSAR_HYBRID + 1); ++i) {
        ctsar *s = NULL;
        units("opencl:0", NULL, i % 2 ? "virtual" : "real");
        fill();
        assert_int_equal(ctsar_init(&s, N, (ctsar_policy)(i / 2), CTSAR_DEV_ALL, NULL, NULL),
                         CTSAR_OK);
        for (int times = 1; times < 3; ++times) {
#pragma omp parallel num_threads(2)
            do {
                double *v = ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
                ctsar_next(s, N);
                for (long k = CSTART(s); k < CEND(s); ++k)
                    v[k] *= 2;
            } while (ctsar_loop(s));
            assert_true(is_doubled(times));
        }
        ctsar_free(&s);
    }
}

static void parts_of_a_device_share_the_work(void **state)
{
    (void)state;
    const ctsar__backend *opencl = ctsar__backend_named("opencl");
    ctsar *s = NULL;
    units("opencl:0/2", NULL, "real");
    if (!opencl || ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL))
        skip(); /* it has one compute unit, or cannot be divided */
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): skip() does not return */
    s->pass.reporting = true;
    fill();
    assert_int_equal(ctsar_set_kernel(s, &right), CTSAR_OK);
    for (int times = 1; times <= 4; ++times) {
        pass(s, &right);
        assert_true(is_doubled(times));
    }
    for (int a = 0; a < 2; ++a)
        assert_true(s->stats.unit[s->stats.cores + a].iterations > 0);
    ctsar_free(&s);
}

static void what_does_not_fit_the_device_is_streamed(void **state)
{
    (void)state;
    ctsar *s = NULL;
    problem p;
    const test_body *stencil = &test_bodies[2];
    units("opencl:0", NULL, "real");
    setenv("CTSAR_MEMORY", "100KB", 1); /* of 5000 rows of 264 bytes, twice */
    assert_int_equal(ctsar_init(&s, 5000, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    s->pass.reporting = true;
    assert_int_equal(ctsar_set_kernel(s, &stencil->kernel), CTSAR_OK);
    for (int times = 0; times < 3; ++times) {
        problem_prepare(&p, stencil, 5000, (unsigned long)times);
        problem_run(&p, stencil, LAUNCHED, s, 2);
        assert_true(problem_right(&p));
        problem_free(&p);
    }
    assert_true(s->stats.unit[s->stats.cores].iterations > 0);
    assert_false(s->device[0]->failed);
    ctsar_free(&s);
}

static void too_little_memory_is_told_with_the_variable_that_allows_no_more(void **state)
{
    (void)state;
    units("opencl:0", NULL, "real");
    setenv("CTSAR_MEMORY", "1B", 1);
    ctsar *s = NULL;
    assert_int_equal(ctsar_init(&s, 100, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL), CTSAR_ENOMEM);
    assert_non_null(strstr(ctsar__error_detail(), "0 of its 1 bytes (CTSAR_MEMORY) are in use"));
}

static void devices_that_are_not_there_are_refused_by_name_and_number(void **state)
{
    (void)state;
    static const refused_devices wrong[] = {
        {"opencl:999", CTSAR_ENODEV, "there is no opencl device 999"},
        {"opencl:fpga", CTSAR_ECONFIG, "opencl:fpga: that is neither a device's number nor gpu or"},
        {"opencl:-1", CTSAR_ECONFIG, "opencl:-1: that is neither a device's number"},
        {"opencl:0/1024", CTSAR_ENODEV, "1024 parts of"},
        {"opencl:0,opencl:0", CTSAR_ECONFIG, "listed twice; opencl:0*2 makes two units"},
    };
    assert_devices_are_refused(wrong, sizeof wrong / sizeof *wrong);
}

static int setup(void **state)
{
    (void)state;
    return ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return give_up_an_endless_kernel(*argv[1] == 'a');
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_that_does_not_end_is_given_up_and_the_process_ends),
        cmocka_unit_test(a_kernel_that_does_not_build_retires_the_device_and_others_do_its_work),
        cmocka_unit_test(passes_go_on_while_a_kernel_is_built_and_find_out_when_it_cannot_be),
        cmocka_unit_test(where_no_other_form_is_a_kernel_that_does_not_build_is_an_error),
        cmocka_unit_test(a_wrong_number_of_arguments_is_an_error_wherever_the_kernel_could_run),
        cmocka_unit_test(an_argument_of_a_wrong_type_is_an_error),
        cmocka_unit_test(devices_that_are_not_there_are_refused_by_name_and_number),
        cmocka_unit_test(parts_of_a_device_share_the_work),
        cmocka_unit_test(regions_of_several_threads_launch_one_kernel_on_one_device),
        cmocka_unit_test(an_inline_body_is_executed_on_the_cores_if_there_is_nothing_but_opencl),
        cmocka_unit_test(what_does_not_fit_the_device_is_streamed),
        cmocka_unit_test(too_little_memory_is_told_with_the_variable_that_allows_no_more),
    };
    const ctsar__backend *opencl = ctsar__backend_named("opencl");
    if (!opencl || opencl->absent()) {
        printf("no OpenCL device here: %s\n", opencl ? opencl->absent() : "not in this build");
        return 77;
    }
    return cmocka_run_group_tests_name("opencl_region", tests, setup, NULL);
}
