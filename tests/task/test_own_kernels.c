/* SPDX-License-Identifier: BSD-3-Clause
 *
 * OpenCL kernels with parameters of their own, as tasks.  Run where there is a device, as PoCL's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ctsar.h"
#include "device/registry.h"
#include "support/environment.h"
#include "support/task_set.h"

enum { ROWS = 6, COLUMNS = 10, N = ROWS * COLUMNS };

static int from[N], to[N];

static void fill(void)
{
    for (int i = 0; i < N; ++i) {
        from[i] = 3 * i;
        to[i] = -1;
    }
}

/* ---- The kernels ----------------------------------------------------------------------------- */

#define PARAMETERS "(__global const int *from, __global int *to, const int rows, const float by)\n"

/* What the work-item knows of its place, in one number. */
static const char place[] =
    "__kernel void place" PARAMETERS "{\n"
    "    int i = get_global_id(1) * 10 + get_global_id(0);\n"
    "    to[i] = from[i] * (int)by + rows + 1000 * get_local_size(0) + 10000 * get_local_size(1)\n"
    "        + 100000 * get_global_offset(0) + 1000000 * get_work_dim();\n"
    "}\n";

static ctsar_grid asked;
static bool is_fixed;

/* As many rows as the task's value says; or what a test has asked for. */
static void rows_by_columns(const ctsar_call *call, ctsar_grid *grid)
{
    const int rows = *(const int *)call->arg[2];
    if (is_fixed)
        *grid = asked;
    else
        *grid = (ctsar_grid){.dims = 2, .size = {COLUMNS, (size_t)rows}, .local = {5, 1}};
}

static const ctsar_kernel own = {
    .name = "own", .opencl_source = place, .opencl_name = "place", .opencl_grid = rows_by_columns};

static int submit(const ctsar_kernel *kernel, int rows, float by)
{
    const ctsar_access parts[] = {CTSAR_IN(from, sizeof from), CTSAR_INOUT(to, sizeof to),
                                  CTSAR_VALUE(&rows, sizeof rows), CTSAR_VALUE(&by, sizeof by)};
    return ctsar_task(t, kernel, 0, 1, parts, 4, 0);
}

static void make(const char *devices)
{
    units(devices, NULL, "real");
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
}

static int setup(void **state)
{
    fill();
    is_fixed = false;
    return setup_tasks(state);
}

/* ---- What they execute ----------------------------------------------------------------------- */

static void assert_places(int first, int columns, int rows, int by, int more)
{
    for (int i = 0; i < N; ++i) {
        bool inside = i / COLUMNS < rows && i % COLUMNS >= first && i % COLUMNS < first + columns;
        assert_int_equal(to[i], inside ? from[i] * by + more : -1);
    }
}

static void work_items_are_those_that_the_task_s_values_ask_for(void **state)
{
    (void)state;
    make("opencl:0");
    assert_int_equal(submit(&own, ROWS, 2), CTSAR_OK);
    assert_int_equal(submit(&own, 4, 7), CTSAR_OK);
    done();
    for (int i = 0; i < N; ++i) /* the second one has four rows */
        assert_int_equal(to[i], from[i] * (i < 40 ? 7 : 2) + (i < 40 ? 4 : ROWS) + 2015000);
}

static void dimensions_offsets_and_groups_are_the_grid_s(void **state)
{
    (void)state;
    static const struct {
        ctsar_grid grid;
        int first, columns, rows, more;
    } cases[] = {
        {{.dims = 1, .size = {COLUMNS}, .local = {2}}, 0, COLUMNS, 1, 1012000},
        {{.dims = 1, .offset = {4}, .size = {6}, .local = {3}}, 4, 6, 1, 1413000},
        {{.dims = 2, .offset = {2}, .size = {4, 2}, .local = {4, 2}}, 2, 4, 2, 2224000},
        {{.dims = 3, .size = {8, 3, 1}, .local = {2, 3, 1}}, 0, 8, 3, 3032000},
    };
    is_fixed = true;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        fill();
        asked = cases[k].grid;
        make("opencl:0");
        assert_int_equal(submit(&own, 0, 1), CTSAR_OK);
        done();
        assert_places(cases[k].first, cases[k].columns, cases[k].rows, 1, cases[k].more);
        ctsar_tasks_free(&t);
    }
}

static void groups_may_be_the_driver_s_choice(void **state)
{
    (void)state;
    make("opencl:0");
    is_fixed = true;
    asked = (ctsar_grid){.dims = 2, .size = {COLUMNS, ROWS}};
    assert_int_equal(submit(&own, 0, 1), CTSAR_OK);
    done();
    for (int i = 0; i < N; ++i)
        assert_int_equal(to[i] % 1000, from[i]);
}

static const char twice_source[] =
    "__kernel void twice(__global const int *x, __global int *y, const int n, const float by)\n"
    "{\n"
    "    y[get_global_id(0)] = 2 * x[get_global_id(0)] + WRONG;\n"
    "}\n";

static void twice_host(const ctsar_call *c)
{
    const int *x = c->arg[0];
    int *y = c->arg[1];
    for (int i = 0; i < N; ++i)
        y[i] = 2 * x[i];
}

static void all_items(const ctsar_call *call, ctsar_grid *grid)
{
    (void)call;
    *grid = (ctsar_grid){.dims = 1, .size = {N}, .local = {4}};
}

#define WAY(title, wrong)                                                                          \
    {                                                                                              \
        .name = title, .opencl_source = twice_source, .opencl_name = "twice",                      \
        .opencl_options = "-DWRONG=" wrong, .opencl_grid = all_items                               \
    }
static const ctsar_kernel on_cores = {.name = "cores", .host = twice_host},
                          right = WAY("right", "0"), wrong = WAY("wrong", "1");
static const ctsar_kernel *const ways[] = {&on_cores, &right, &wrong, NULL};
static const ctsar_kernel family = {.name = "twice", .versions = ways, .tolerance = 1e-9};

static void they_may_be_versions_which_are_verified(void **state)
{
    (void)state;
    for (int k = 0; k < 3; ++k) {
        fill();
        setenv("CTSAR_VERSIONS", k == 0 ? "twice:right" : "twice:wrong", 1);
        make(k < 2 ? "opencl:0" : "cpu:1,opencl:0");
        for (int i = 0; i < 8; ++i)
            assert_int_equal(submit(&family, 1, 1), CTSAR_OK);
        done();
        for (int i = 0; i < N; ++i)
            assert_int_equal(to[i], 2 * from[i]);
        ctsar_tasks_free(&t);
    }
    unsetenv("CTSAR_VERSIONS");
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void assert_refused(const char *says)
{
    int status = ctsar_tasks_wait(t, NULL);
    assert_int_equal(status, CTSAR_EINVAL);
    if (!strstr(ctsar_last_error(NULL), says))
        fail_msg("\"%s\" does not say \"%s\"", ctsar_last_error(NULL), says);
    ctsar_tasks_free(&t);
}

static void grids_that_are_none_are_refused(void **state)
{
    (void)state;
    static const ctsar_grid none[] = {
        {.dims = 0, .size = {N}},
        {.dims = 4, .size = {N, 1, 1}},
        {.dims = 2, .size = {COLUMNS, 0}},
        {.dims = 2, .size = {COLUMNS, ROWS}, .local = {5, 0}},
    };
    is_fixed = true;
    for (size_t k = 0; k < sizeof none / sizeof *none; ++k) {
        asked = none[k];
        make("opencl:0");
        assert_int_equal(submit(&own, 1, 1), CTSAR_OK);
        assert_refused("opencl_grid");
    }
    asked = (ctsar_grid){.dims = 1, .size = {N}, .local = {7}};
    make("opencl:0");
    assert_int_equal(submit(&own, 1, 1), CTSAR_OK);
    assert_refused("groups of 7 work-items");
}

static void add(void *into, void *with)
{
    *(int *)into += *(int *)with;
}

static void accesses_that_parameters_do_not_suit_are_refused(void **state)
{
    (void)state;
    static const int identity;
    const int rows = 1;
    const double wide = 1;
    const ctsar_access all[][4] = {
        {CTSAR_IN(from, sizeof from), CTSAR_INOUT(to, sizeof to), CTSAR_VALUE(&rows, sizeof rows)},
        {CTSAR_IN(from, sizeof from), CTSAR_INOUT(to, sizeof to), CTSAR_VALUE(&rows, sizeof rows),
         CTSAR_VALUE(&wide, sizeof wide)},
        {CTSAR_IN(from, sizeof from), CTSAR_VALUE(&rows, sizeof rows),
         CTSAR_VALUE(&rows, sizeof rows), CTSAR_VALUE(&rows, sizeof rows)},
        {CTSAR_IN_BOX(from, sizeof *from, {ROWS, 0, 2}, {COLUMNS, 0, 5}),
         CTSAR_INOUT(to, sizeof to), CTSAR_VALUE(&rows, sizeof rows),
         CTSAR_VALUE(&rows, sizeof rows)},
        {CTSAR_IN(from, sizeof from), CTSAR_REDUCTION(to, sizeof *to, &identity, add),
         CTSAR_VALUE(&rows, sizeof rows), CTSAR_VALUE(&rows, sizeof rows)},
    };
    static const char *const says[] = {"has 4 parameters of its own, but the task has 3 accesses",
                                       "a value of 8 bytes", "a value of 4 bytes",
                                       "access 0 of a task is a box of rows",
                                       "access 1 of a task is a reduction"};
    is_fixed = true;
    asked = (ctsar_grid){.dims = 1, .size = {COLUMNS}};
    for (int k = 0; k < 5; ++k) {
        make("opencl:0");
        assert_int_equal(ctsar_task(t, &own, 0, 1, all[k], k == 0 ? 3 : 4, 0), CTSAR_OK);
        assert_refused(says[k]);
    }
}

static const ctsar_kernel plain = {
    .name = "plain", .opencl_source = "__kernel void plain(long start, long step, long count) {}"};

/* In a turn of the device, for which another kernel was declared. */
static void a_turn_cannot_launch_them(void **state)
{
    (void)state;
    ctsar *s = NULL;
    int launched = 0;
    units("opencl:0", NULL, "real");
    assert_int_equal(ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    assert_int_equal(ctsar_set_kernel(s, &plain), CTSAR_OK);
    do {
        if (ctsar_next(s, N) == CTSAR_OK && ctsar_launch(s, &own, NULL, 0) == CTSAR_EINVAL)
            launched++;
    } while (ctsar_loop(s));
    assert_int_equal(launched, 1);
    ctsar_free(&s);
}

/* Its ranges would all be the whole grid. */
static void a_region_cannot_have_them(void **state)
{
    (void)state;
    static const ctsar_kernel *const refused[] = {&own, &family};
    units("opencl:0", NULL, "real");
    for (int k = 0; k < 2; ++k) {
        ctsar *s = NULL;
        assert_int_equal(ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
        assert_int_equal(ctsar_set_kernel(s, refused[k]), CTSAR_EINVAL);
        assert_non_null(strstr(ctsar_last_error(s), "only tasks can have it"));
        ctsar_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(work_items_are_those_that_the_task_s_values_ask_for, setup,
                                        end_tasks),
        cmocka_unit_test_setup_teardown(dimensions_offsets_and_groups_are_the_grid_s, setup,
                                        end_tasks),
        cmocka_unit_test_setup_teardown(groups_may_be_the_driver_s_choice, setup, end_tasks),
        cmocka_unit_test_setup_teardown(they_may_be_versions_which_are_verified, setup, end_tasks),
        cmocka_unit_test_setup_teardown(grids_that_are_none_are_refused, setup, end_tasks),
        cmocka_unit_test_setup_teardown(accesses_that_parameters_do_not_suit_are_refused, setup,
                                        end_tasks),
        cmocka_unit_test_setup_teardown(a_region_cannot_have_them, setup, end_tasks),
        cmocka_unit_test_setup_teardown(a_turn_cannot_launch_them, setup, end_tasks),
    };
    const ctsar__backend *opencl = ctsar__backend_named("opencl");
    if (!opencl || opencl->absent()) {
        printf("no OpenCL device here: %s\n", opencl ? opencl->absent() : "not in this build");
        return 77;
    }
    return cmocka_run_group_tests_name("own_kernels", tests, NULL, NULL);
}
