/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What tasks share with regions, with other sets and with the program, in check mode: of right
 * programs it says nothing, and what it knows of persisted arrays is what it was. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/said.h"

enum { N = 32, B = 8 };

static ctsar_tasks *t, *other;
static ctsar *s;
static double x[N], y[N], sum;
static double matrix[N][N];

static int setup(void **state)
{
    (void)state;
    units(NULL, NULL, "real");
    setenv("CTSAR_CHECK", "1", 1);
    for (int i = 0; i < N; ++i) {
        x[i] = i;
        y[i] = 100 + i;
        for (int j = 0; j < N; ++j)
            matrix[i][j] = i * N + j;
    }
    sum = 0;
    return ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
}

/* Executes a program with a region and two sets of tasks; the status of the last wait. */
static int check(void (*program)(void))
{
    listen();
    assert_int_equal(ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    assert_int_equal(ctsar_tasks_init(&other, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    program();
    int status = ctsar_tasks_wait(t, NULL), also = ctsar_tasks_wait(other, NULL);
    ctsar_tasks_free(&t);
    ctsar_tasks_free(&other);
    ctsar_free(&s);
    stop_listening();
    return status ? status : also;
}

static void assert_silent(void (*program)(void))
{
    int status = check(program);
    assert_string_equal(said, "");
    assert_int_equal(status, CTSAR_OK);
}

static void assert_told(void (*program)(void), const char *what)
{
    int status = check(program);
    if (lines(said, "ctsar: check: ") != 1 || !strstr(said, what))
        fail_msg("not one line with \"%s\":\n%s", what, said);
    assert_int_equal(status, CTSAR_ECHECK);
}

static void submit(ctsar_tasks *to, const ctsar_kernel *k, const ctsar_access *a, int n)
{
    assert_int_equal(ctsar_task(to, k, 0, B, a, n, 0), CTSAR_OK);
}

static void wait_for(const void *part)
{
    assert_int_equal(ctsar_tasks_wait(t, part), CTSAR_OK);
}

/* ---- Tasks and passes ------------------------------------------------------------------- */

static void increase_body(const ctsar_call *c)
{
    for (long i = c->start; i < c->end; ++i)
        ((double *)c->arg[0])[i] += 1;
}
static const ctsar_kernel increase_kernel = {.name = "increase", .host = increase_body};

/* In tiles. */
static void increase(double *a)
{
    for (size_t i = 0; i < N; i += B) {
        const ctsar_access part = CTSAR_INOUT_BOX(a, sizeof *a, {N, i, B});
        submit(t, &increase_kernel, &part, 1);
    }
}

static void add_body(const ctsar_call *c)
{
    const double *from = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        *(double *)c->arg[1] += from[i];
}
static const ctsar_kernel add_kernel = {.name = "add", .host = add_body};
static const double zero;
static void add_up(void *into, void *from)
{
    *(double *)into += *(double *)from;
}
static void add(double *a, double *into)
{
    for (size_t i = 0; i < N; i += B) {
        const ctsar_access parts[] = {CTSAR_IN_BOX(a, sizeof *a, {N, i, B}),
                                      CTSAR_REDUCTION(into, sizeof *into, &zero, add_up)};
        submit(t, &add_kernel, parts, 2);
    }
}

/* a[i] += b[i], where a persists, and b as `how` says. */
static void pass(double *a, double *b, unsigned how)
{
#pragma omp parallel
    do {
        double *to = ctsar_reg_mem(s, a, sizeof *a, N,
                                   CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
        const double *from =
            ctsar_reg_mem(s, b, sizeof *b, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | how);
        ctsar_next_range(s, 0, N, 1);
        for (long i = CSTART(s); i < CEND(s); ++i)
            to[i] += from[i];
    } while (ctsar_loop(s));
}

/* ---- Right programs ---------------------------------------------------------------------- */

/* The first tile's task finds the others' tiles where only accelerators have them. */
static void before_between_and_after(void)
{
    pass(x, y, 0);
    increase(x);
    wait_for(NULL);
    pass(x, y, 0);
    increase(x);
    increase(x);
    wait_for(NULL);
    pass(x, y, 0);
    ctsar_sync_mem(s, x);
}

static void with_syncs_between(void)
{
    pass(x, y, CTSAR_MEM_PERSIST);
    ctsar_sync_mem(s, x);
    increase(x);
    wait_for(&x[3]);
    wait_for(NULL);
    ctsar_sync_mem(s, x);
    pass(x, y, CTSAR_MEM_PERSIST);
    increase(x);
    increase(x);
    for (int i = N - 1; i >= 0; i -= B)
        wait_for(&x[i]);
    wait_for(NULL);
    pass(x, y, CTSAR_MEM_PERSIST);
    ctsar_sync_mem(s, x);
}

static void with_flushes_between(void)
{
    pass(x, y, 0);
    increase(x);
    ctsar_tasks_flush(t, true);
    increase(x);
    ctsar_tasks_flush(t, false);
    increase(x);
    wait_for(NULL);
    pass(x, y, 0);
    pass(x, y, 0);
    ctsar_sync_mem(s, x);
}

static void assert_three_passes(void (*program)(void))
{
    setup(NULL);
    assert_silent(program);
    for (int i = 0; i < N; ++i)
        assert_float_equal(x[i], i + 3 * (100 + i) + 3, 0);
}

static void a_persisted_array_is_tasks_between_passes(void **state)
{
    (void)state;
    assert_three_passes(before_between_and_after);
    assert_three_passes(with_syncs_between);
    assert_three_passes(with_flushes_between);
}

/* Nobody writes y: the region and the program read it beside the tasks. */
static void passes_between_submission_and_wait(void)
{
    add(y, &sum);
    pass(x, y, CTSAR_MEM_PERSIST);
    assert_float_equal(y[1], 101, 0);
    add(y, &sum);
    pass(x, y, CTSAR_MEM_PERSIST);
    ctsar_sync_mem(s, x);
    assert_float_equal(x[1], 1 + 2 * 101, 0);
    wait_for(&sum);
    assert_float_equal(sum, 2 * N * 100 + N * (N - 1), 0);
    pass(x, y, CTSAR_MEM_PERSIST);
    ctsar_sync_mem(s, x);
}

static void who_only_reads_may_do_so_beside_tasks(void **state)
{
    (void)state;
    assert_silent(passes_between_submission_and_wait);
}

/* Tasks have the first half, then a pass has all, then tasks reduce into an element of it. */
static void halves(void)
{
    pass(x, y, 0);
    const ctsar_access half = CTSAR_INOUT_BOX(x, sizeof *x, {N, 0, B});
    submit(t, &increase_kernel, &half, 1);
    add(y, &x[N - 1]);
    increase(matrix[0]);
    wait_for(NULL);
    pass(x, y, 0);
    pass(matrix[1], x, CTSAR_MEM_PERSIST);
    ctsar_sync_mem(s, x);
    ctsar_sync_mem(s, matrix[1]);
}

static void parts_of_a_persisted_array_are_tasks(void **state)
{
    (void)state;
    assert_silent(halves);
    double all = N * 100 + N * (N - 1) * 0.5;
    for (int i = 0; i < N; ++i)
        assert_float_equal(x[i], i + 2 * (100 + i) + (i < B) + (i == N - 1) * all, 0);
    assert_float_equal(matrix[1][3], N + 3 + x[3], 0);
    assert_float_equal(matrix[0][3], 3 + 1, 0);
}

/* No other task brings the array home before. */
static void reductions_alone(void)
{
    pass(x, y, 0);
    add(y, &x[N - 1]);
    wait_for(NULL);
    pass(x, y, 0);
    ctsar_sync_mem(s, x);
}

static void a_reduction_is_all_that_tasks_do_to_a_persisted_array(void **state)
{
    (void)state;
    const double all = N * 100 + N * (N - 1) * 0.5, last = N - 1 + 2 * (100 + N - 1) + all;
    assert_silent(reductions_alone);
    for (int i = 0; i < N - 1; ++i)
        assert_float_equal(x[i], i + 2 * (100 + i), 0);
    assert_float_equal(x[N - 1], last, 0);
}

/* Rows and columns cross: the elements at which they do are of both. */
static void line_body(const ctsar_call *c)
{
    double *a = c->arg[0];
    size_t apart = c->end == N ? c->strides[0][0] : 1;
    for (size_t i = 0; i < N; ++i)
        a[i * apart] = 2 * a[i * apart] + 1;
}
static const ctsar_kernel line_kernel = {.name = "line", .host = line_body};
static void crossing_lines(void)
{
    for (size_t k = 0; k < N; k += B / 2) {
        const ctsar_access row = CTSAR_INOUT_BOX(matrix, sizeof **matrix, {N, k, 1}, {N, 0, N});
        const ctsar_access column =
            CTSAR_INOUT_BOX(matrix, sizeof **matrix, {N, 0, N}, {N, N - 1 - k, 1});
        assert_int_equal(ctsar_task(t, &line_kernel, 0, 1, &row, 1, 0), CTSAR_OK);
        assert_int_equal(ctsar_task(t, &line_kernel, 0, N, &column, 1, 0), CTSAR_OK);
    }
}

static void boxes_cross(void **state)
{
    (void)state;
    assert_silent(crossing_lines);
    assert_float_equal(matrix[0][N - 1], 4 * (N - 1) + 3, 0);
    assert_float_equal(matrix[1][1], N + 1, 0);
    assert_float_equal(matrix[1][N - 1], 2 * (2 * N - 1) + 1, 0);
}

/* What is freed, and where another array is put, is nobody's any more. */
static double *fresh(void)
{
    double *a = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(a, MAP_FAILED);
    return a;
}
static void freed_and_reused(void)
{
    double *a = fresh(), *b = fresh();
    add(a, &sum);
    pass(b, y, 0);
    increase(b);
    wait_for(&sum);
    munmap(a, 1 << 16);
    increase(x);
    wait_for(NULL);
    ctsar_sync_mem(s, b);
    assert_float_equal(b[2], 102 + 1, 0);
    ctsar_depersist(b);
    munmap(b, 1 << 16);
    a = malloc(N * sizeof *a);
    for (int i = 0; i < N; ++i)
        a[i] = i;
    increase(a);
    increase(x);
    wait_for(&a[0]);
    wait_for(NULL);
    free(a);
    increase(x);
}

static void nothing_is_touched_that_may_have_been_freed(void **state)
{
    (void)state;
    assert_silent(freed_and_reused);
    assert_float_equal(x[5], 5 + 3, 0);
}

/* A body that prepares what tasks get that it submits to its own set, and has them executed that it
 * submits to another one. */
static double given[4], own[4];
static void bump_body(const ctsar_call *c)
{
    *(double *)c->arg[0] += 1;
}
static const ctsar_kernel bump_kernel = {.name = "bump", .host = bump_body};
static void driver_body(const ctsar_call *c)
{
    int k = *(const int *)c->arg[0];
    const ctsar_access a = CTSAR_INOUT(&given[k], sizeof *given),
                       b = CTSAR_INOUT(&own[k], sizeof *own);
    given[k] = own[k] = k;
    ctsar_task(t, &bump_kernel, 0, 1, &a, 1, 0);
    ctsar_task(other, &bump_kernel, 0, 1, &b, 1, 0);
    ctsar_tasks_wait(other, &own[k]);
    *(double *)c->arg[1] = k;
}
static const ctsar_kernel driver_kernel = {.name = "driver", .host = driver_body};
static void drivers(void)
{
    pass(x, y, 0);
    for (int k = 0; k < 4; ++k) {
        const ctsar_access parts[] = {CTSAR_VALUE(&k, sizeof k), CTSAR_OUT(&y[k], sizeof *y)};
        submit(t, &driver_kernel, parts, 2);
        increase(x);
    }
    wait_for(NULL);
    pass(x, y, 0);
    ctsar_sync_mem(s, x);
}

/* Threads that the body waits for call the library, all at once, while a region keeps an array. */
static void team_body(const ctsar_call *c)
{
    double *a = c->arg[0];
#pragma omp parallel for num_threads(3) schedule(static, 1)
    for (int i = 0; i < B; ++i) {
        ctsar_host_uses(y, sizeof y, false);
        ctsar_sync_mem(NULL, y);
        a[i] += y[i];
    }
}
static const ctsar_kernel team_kernel = {.name = "team", .host = team_body};
static void teams(void)
{
    const ctsar_access a = CTSAR_INOUT_BOX(x, sizeof *x, {N, 0, B});
    pass(y, x, 0);
    submit(t, &team_kernel, &a, 1);
    submit(t, &team_kernel, &a, 1);
    wait_for(NULL);
    ctsar_sync_mem(s, y);
}

static void the_team_of_a_body_may_call_the_library(void **state)
{
    (void)state;
    alarm(100); /* it would wait for the body, which waits for it */
    assert_silent(teams);
    alarm(0);
    for (int i = 0; i < N; ++i) {
        assert_float_equal(y[i], 100 + 2 * i, 0);
        assert_float_equal(x[i], i < B ? i + 2 * y[i] : i, 0);
    }
}

static void bodies_submit_tasks(void **state)
{
    (void)state;
    assert_silent(drivers);
    assert_float_equal(x[9], 9 + 109 + 4 + 109, 0);
    assert_float_equal(given[3], 4, 0);
}

/* A body in which there is a region's pass, which has the host's array as accelerators left it. */
static double inner[N], outer[N];
static void passing_body(const ctsar_call *c)
{
    static ctsar *in;
    ctsar_init(&in, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_sync_mem(in, inner);
    memset(inner, 0, sizeof inner);
    ctsar_host_modified(in, inner);
    do {
        double *a = ctsar_reg_mem(in, inner, sizeof *inner, N,
                                  CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
        ctsar_next_range(in, 0, N, 1);
        for (long i = CSTART(in); i < CEND(in); ++i)
            a[i] += 3;
    } while (ctsar_loop(in));
    ctsar_sync_mem(in, inner);
    ctsar_free(&in);
    *(double *)c->arg[0] = inner[5];
}
static const ctsar_kernel passing_kernel = {.name = "passing", .host = passing_body};
static void passes_in_bodies(void)
{
    pass(x, y, 0);
    increase(x);
    const ctsar_access a = CTSAR_OUT(&outer[1], sizeof *outer);
    submit(t, &passing_kernel, &a, 1);
    increase(x);
    wait_for(NULL);
    pass(x, y, 0);
    ctsar_sync_mem(s, x);
}

static void a_body_may_have_passes(void **state)
{
    (void)state;
    assert_silent(passes_in_bodies);
    assert_float_equal(outer[1], 3, 0);
    assert_float_equal(x[9], 9 + 2 * 109 + 2, 0);
}

/* Two sets in turn on one array, and one beside the other on two. */
static void two_sets(void)
{
    const ctsar_access half = CTSAR_INOUT_BOX(x, sizeof *x, {N, B, B});
    pass(x, y, 0);
    increase(x);
    const ctsar_access elsewhere = CTSAR_INOUT_BOX(y, sizeof *y, {N, B, B});
    submit(other, &increase_kernel, &elsewhere, 1);
    wait_for(NULL);
    submit(other, &increase_kernel, &half, 1);
    assert_int_equal(ctsar_tasks_wait(other, NULL), CTSAR_OK);
    increase(x);
    increase(y);
    wait_for(NULL);
    pass(x, y, 0);
    ctsar_sync_mem(s, x);
}

static void sets_take_turns(void **state)
{
    (void)state;
    assert_silent(two_sets);
    assert_float_equal(x[B], B + (100 + B) + 3 + (100 + B + 2), 0);
    assert_float_equal(x[0], 100 + 2 + 101, 0);
}

/* A thread with a region that is not checked, and arrays of its own. */
static void *passes_of_a_thread(void *data)
{
    ctsar *mine = NULL;
    double *a = data;
    ctsar_init(&mine, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    for (int k = 0; k < 20; ++k) {
        do {
            double *p = ctsar_reg_mem(mine, a, sizeof *a, N,
                                      CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
            ctsar_next_range(mine, 0, N, 1);
            for (long i = CSTART(mine); i < CEND(mine); ++i)
                p[i] += 1;
        } while (ctsar_loop(mine));
        ctsar_sync_mem(mine, a);
        a[k] += 1;
        ctsar_host_modified(mine, a);
    }
    ctsar_free(&mine);
    return NULL;
}
static void beside_a_thread(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, passes_of_a_thread, matrix[2]);
    for (int k = 0; k < 20; ++k) {
        pass(x, y, 0);
        increase(x);
        wait_for(&x[B]);
        assert_float_equal(x[B], B + (k + 1) * (100 + B + 1), 0);
        wait_for(NULL);
    }
    pthread_join(thread, NULL);
    ctsar_sync_mem(s, x);
}

static void threads_do_not_notice(void **state)
{
    (void)state;
    assert_silent(beside_a_thread);
    assert_float_equal(matrix[2][0], 2 * N + 21, 0);
}

/* ---- Mistakes ----------------------------------------------------------------------------- */

/* Reads a persisted array's other tile, which is a task's that comes later. */
static void steal_body(const ctsar_call *c)
{
    *(double *)c->arg[0] = x[B + 1];
}
static const ctsar_kernel steal_kernel = {.name = "steal", .host = steal_body};
static void steals(void)
{
    const ctsar_access a = CTSAR_OUT(&sum, sizeof sum);
    pass(x, y, 0);
    submit(t, &steal_kernel, &a, 1);
    increase(x);
}
static void steals_at_last(void)
{
    const ctsar_access a = CTSAR_OUT(&sum, sizeof sum);
    pass(x, y, 0);
    increase(x);
    submit(t, &steal_kernel, &a, 1);
}
static void adds_stolen_body(const ctsar_call *c)
{
    *(double *)c->arg[0] += x[B + 1];
}
static const ctsar_kernel adds_stolen_kernel = {.name = "adds_stolen", .host = adds_stolen_body};
static void adds_stolen(void)
{
    const ctsar_access a = CTSAR_REDUCTION(&sum, sizeof sum, &zero, add_up);
    increase(x);
    submit(t, &adds_stolen_kernel, &a, 1);
}

static void what_is_read_of_other_tasks_is_named(void **state)
{
    (void)state;
    assert_told(steals, "kernel steal: task 1 reads a[9], which it has not declared and task 3 "
                        "writes, as byte 0 of (&sum) tells");
    assert_true(sum != sum); /* accelerators had it */
    setup(NULL);
    assert_told(steals_at_last, "kernel steal: task 5 reads a[9], which it has not declared and "
                                "task 2 writes, as byte 0 of (&sum) tells; declare all that the "
                                "body reads: one access more");
    assert_float_equal(sum, x[B + 1], 0);
    setup(NULL);
    assert_told(adds_stolen, "kernel adds_stolen: task 5 reads a[9], which it has not declared and "
                             "task 2 writes, as the reduction into");
    assert_float_equal(sum, x[B + 1], 0);
}

/* Of a task without outputs, in the middle of a body that calls the library, and of a kernel whose
 * outputs differ each time. */
static void spoil_body(const ctsar_call *c)
{
    (void)c;
    x[B + 1] += 1;
}
static const ctsar_kernel spoil_kernel = {.name = "spoil", .host = spoil_body};
static void spoils(void)
{
    submit(t, &spoil_kernel, NULL, 0);
    increase(x);
}
static void spoil_and_wait_body(const ctsar_call *c)
{
    const ctsar_access a = CTSAR_INOUT(own, sizeof *own);
    x[B + 1] = -1;
    ctsar_task(other, &bump_kernel, 0, 1, &a, 1, 0);
    ctsar_tasks_wait(other, NULL);
    *(double *)c->arg[0] = 1;
}
static const ctsar_kernel spoil_and_wait_kernel = {.name = "spoil_and_wait",
                                                   .host = spoil_and_wait_body};
static void spoils_and_waits(void)
{
    const ctsar_access a = CTSAR_OUT(&sum, sizeof sum);
    increase(x);
    submit(t, &spoil_and_wait_kernel, &a, 1);
    increase(x);
}
static void read_and_wait_body(const ctsar_call *c)
{
    const ctsar_access a = CTSAR_INOUT(own, sizeof *own);
    double before = x[B + 1];
    ctsar_task(other, &bump_kernel, 0, 1, &a, 1, 0);
    ctsar_tasks_wait(other, NULL);
    *(double *)c->arg[0] = before;
}
static const ctsar_kernel read_and_wait_kernel = {.name = "read_and_wait",
                                                  .host = read_and_wait_body};
static void reads_and_waits(void)
{
    const ctsar_access a = CTSAR_OUT(&sum, sizeof sum);
    increase(x);
    submit(t, &read_and_wait_kernel, &a, 1);
}
static void chance_body(const ctsar_call *c)
{
    static int calls;
    *(double *)c->arg[0] = ++calls;
    x[B + 1] = -1;
}
static const ctsar_kernel chance_kernel = {.name = "chance", .host = chance_body};
static void chances(void)
{
    const ctsar_access a = CTSAR_OUT(&sum, sizeof sum);
    increase(x);
    submit(t, &chance_kernel, &a, 1);
}

static void what_is_written_of_other_tasks_is_named_and_put_back(void **state)
{
    (void)state;
    assert_told(spoils, "kernel spoil: task 1 writes a[9], which it has not declared and task 3 "
                        "writes; declare all that the body writes: one access more");
    assert_float_equal(x[B + 1], B + 1 + 1, 0);
    setup(NULL);
    assert_told(spoils_and_waits, "kernel spoil_and_wait: task 5 writes a[9], which it has not "
                                  "declared and task 7 writes");
    assert_float_equal(x[B + 1], -1 + 1, 0); /* by an execution behind the call */
    setup(NULL);
    assert_int_equal(check(chances), CTSAR_ECHECK);
    assert_int_equal(lines(said, "kernel chance: task 5 writes a[9], which it has not"), 1);
    assert_int_equal(lines(said, "kernel chance: note: task 5 gives other outputs"), 1);
    assert_float_equal(x[B + 1], B + 1 + 1, 0);
}

/* It cannot be named. */
static void what_is_read_before_the_body_calls_the_library_is_right(void **state)
{
    (void)state;
    check(reads_and_waits);
    assert_float_equal(sum, B + 1 + 1, 0);
}

/* What accelerators alone would have is NaN for the program, tasks or not. */
static void not_announced(void)
{
    pass(x, y, 0);
    increase(y);
    wait_for(NULL);
    x[3] = 1;
    pass(x, y, 0);
}
static double early;
static void read_too_early(void)
{
    pass(x, y, 0);
    increase(y);
    add(y, &sum);
    wait_for(NULL);
    early = x[3];
}

static void what_is_known_of_persisted_arrays_stays(void **state)
{
    (void)state;
    check(not_announced);
    assert_int_equal(lines(said, "was written by the host since the last pass"), 1);
    assert_silent(read_too_early);
    assert_true(early != early);
}

/* What a body does unnoticed with what it must not look at, it does with what is there. */
static double copy;
static void copy_body(const ctsar_call *c)
{
    copy = x[B + 1];
    *(double *)c->arg[0] = 1;
}
static const ctsar_kernel copy_kernel = {.name = "copy", .host = copy_body};
static void copies(void)
{
    const ctsar_access a = CTSAR_OUT(&sum, sizeof sum);
    increase(x);
    submit(t, &copy_kernel, &a, 1);
}

static void what_is_not_noticed_is_as_without_check_mode(void **state)
{
    (void)state;
    assert_silent(copies);
    assert_float_equal(copy, B + 2, 0);
}

/* An output that is different every other time tells nothing of what is hidden, however many
 * executions it takes to find a byte of one page or of two. */
static void alternate_body(const ctsar_call *c)
{
    static int calls;
    *(double *)c->arg[0] = calls++ % 2;
    if (c->end == 2)
        *(double *)c->arg[1] = 1;
}
static const ctsar_kernel one_alternates = {.name = "one_alternates", .host = alternate_body};
static const ctsar_kernel two_alternate = {.name = "two_alternate", .host = alternate_body};
static void alternates(void)
{
    const ctsar_access a[] = {CTSAR_OUT(&sum, sizeof sum), CTSAR_OUT(y, sizeof *y)};
    increase(x);
    ctsar_task(t, &one_alternates, 0, 1, a, 1, 0);
    ctsar_task(t, &two_alternate, 0, 2, a, 2, 0);
    increase(x);
}
/* What it reads is not found, and what it gives is made of what is there. */
static void noisy_body(const ctsar_call *c)
{
    static int calls;
    *(double *)c->arg[0] = x[B + 1] + 1e-6 * ++calls;
}
static const ctsar_kernel noisy_kernel = {.name = "noisy", .host = noisy_body};
static void noise(void)
{
    const ctsar_access a = CTSAR_OUT(&sum, sizeof sum);
    increase(x);
    submit(t, &noisy_kernel, &a, 1);
}

static void chance_is_no_mistake(void **state)
{
    (void)state;
    int status = check(alternates);
    assert_int_equal(lines(said, "check: "), 2);
    assert_int_equal(lines(said, "note: "), 2);
    assert_int_equal(status, CTSAR_OK);
    setup(NULL);
    assert_int_equal(check(noise), CTSAR_OK);
    assert_int_equal(lines(said, "check: kernel noisy: note: "), 1);
    assert_float_equal(sum, B + 2, 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_persisted_array_is_tasks_between_passes, setup),
        cmocka_unit_test_setup(who_only_reads_may_do_so_beside_tasks, setup),
        cmocka_unit_test_setup(parts_of_a_persisted_array_are_tasks, setup),
        cmocka_unit_test_setup(a_reduction_is_all_that_tasks_do_to_a_persisted_array, setup),
        cmocka_unit_test_setup(boxes_cross, setup),
        cmocka_unit_test_setup(nothing_is_touched_that_may_have_been_freed, setup),
        cmocka_unit_test_setup(the_team_of_a_body_may_call_the_library, setup),
        cmocka_unit_test_setup(bodies_submit_tasks, setup),
        cmocka_unit_test_setup(a_body_may_have_passes, setup),
        cmocka_unit_test_setup(sets_take_turns, setup),
        cmocka_unit_test_setup(threads_do_not_notice, setup),
        cmocka_unit_test_setup(what_is_read_of_other_tasks_is_named, setup),
        cmocka_unit_test_setup(what_is_written_of_other_tasks_is_named_and_put_back, setup),
        cmocka_unit_test_setup(what_is_read_before_the_body_calls_the_library_is_right, setup),
        cmocka_unit_test_setup(what_is_known_of_persisted_arrays_stays, setup),
        cmocka_unit_test_setup(what_is_not_noticed_is_as_without_check_mode, setup),
        cmocka_unit_test_setup(chance_is_no_mistake, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
