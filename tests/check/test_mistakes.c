/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Check mode finds each seeded mistake and says what would be right; of the same program without
 * it, and of all bodies that other tests run, it says nothing, and results are as without it. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/bodies.h"
#include "support/environment.h"
#include "support/random.h"
#include "seeded.h"

/* ---- Messages ------------------------------------------------------------------------------ */

static char said[20000];
static int real_stderr;
static FILE *caught;

static void listen(void)
{
    fflush(stderr);
    caught = tmpfile();
    assert_non_null(caught);
    real_stderr = dup(STDERR_FILENO);
    dup2(fileno(caught), STDERR_FILENO);
}

static void heard(void)
{
    fflush(stderr);
    dup2(real_stderr, STDERR_FILENO);
    close(real_stderr);
    rewind(caught);
    said[fread(said, 1, sizeof said - 1, caught)] = '\0';
    fclose(caught);
}

/* ---- Seeded programs ------------------------------------------------------------------------- */

static void set_up(const char *check, const char *clock)
{
    units(NULL, NULL, clock);
    setenv("CTSAR_CHECK", check, 1);
}

static void fill(void)
{
    random_state r = {7};
    memset(&seeded, 0, sizeof seeded);
    double *d = &seeded.in[0][0];
    for (size_t i = 0; i < sizeof seeded.in / sizeof *d; ++i)
        (&seeded.in[0][0])[i] = (double)random_long(&r, 1, 99), (&seeded.out[0][0])[i] = 3;
    for (int i = 0; i < SEEDED_ROWS + 2; ++i) {
        seeded.line[i] = i == 3 || i == 17 ? 30 : (double)random_long(&r, 1, 20);
        seeded.copy[i] = (double)(i % 5);
    }
    for (int i = 0; i < SEEDED_ROWS; ++i) {
        for (int j = 0; j < SEEDED_WIDE; ++j)
            seeded.wide[i][j] = (float)random_long(&r, 1, 99), seeded.grid[i][j] = 2;
        seeded.index[i] = (i * 7 + 3) % SEEDED_ROWS;
        seeded.flag[i] = i % 3 == 0;
        for (int k = 0; k < 5; ++k)
            for (int j = 0; j < 4; ++j)
                seeded.cube[k][i][j] = (double)random_long(&r, 1, 99);
    }
    for (int i = 0; i < 8; ++i)
        seeded.whole[i] = i;
    seeded.total = 1;
}

static void run(const seeded_mistake *m, bool right)
{
    fill();
    *seeded_error = '\0';
    listen();
    m->run(right);
    heard();
}

/* How many things are not as they should be; says which. */
static int check_mistake(const seeded_mistake *m)
{
    static seeded_data expected;
    int wrong = 0;
    for (int clock = 0; clock < 2; ++clock) {
        set_up("0", NULL);
        setenv("CTSAR_DEVICES", "cpu:1", 1);
        run(m, true);
        expected = seeded;
        set_up("1", clock ? "virtual" : "real");
        run(m, true);
        if (*said && ++wrong)
            fprintf(stderr, "%s, right: %s", m->name, said);
        if (memcmp(&expected, &seeded, sizeof expected) != 0 && ++wrong)
            fprintf(stderr, "%s, right: another result\n", m->name);
        run(m, false);
        for (int i = 0; i < SEEDED_PARTS && m->part[i]; ++i)
            if (!strstr(said, m->part[i]) && ++wrong)
                fprintf(stderr, "%s: no \"%s\" in: %s", m->name, m->part[i], said);
        if (!strstr(seeded_error, "ctsar_loop: CTSAR_CHECK found mistakes") && ++wrong)
            fprintf(stderr, "%s: the error is \"%s\"\n", m->name, seeded_error);
    }
    return wrong;
}

static void each_seeded_mistake_is_found_and_the_program_without_it_is_silent(void **state)
{
    (void)state;
    const char *only = getenv("SEEDED");
    int wrong = 0;
    assert_true(seeded_mistake_count >= 30);
    for (int i = 0; i < seeded_mistake_count; ++i)
        if (!only || !strcmp(only, seeded_mistakes[i].name)) {
            wrong += check_mistake(&seeded_mistakes[i]);
            if (only)
                print_message("%s\n", said);
        }
    assert_int_equal(wrong, 0);
}

/* ---- Right programs -------------------------------------------------------------------------- */

static void run_bodies(test_form form, int threads, long n)
{
    for (int b = 0; b < test_body_count; ++b) {
        problem p;
        ctsar *s = NULL;
        problem_prepare(&p, &test_bodies[b], n, 17 * (unsigned long)n);
        listen();
        ctsar_init(&s, (size_t)n, CTSAR_CHUNK, CTSAR_DEV_ALL, NULL, NULL);
        if (form == LAUNCHED)
            ctsar_set_kernel(s, &test_bodies[b].kernel);
        problem_run(&p, &test_bodies[b], form, s, threads);
        problem_run(&p, &test_bodies[b], form, s, threads);
        ctsar_free(&s);
        heard();
        if (*said || !problem_right(&p))
            fail_msg("%s, %ld iterations, %d threads: %s", test_bodies[b].name, n, threads, said);
        problem_free(&p);
    }
}

static void of_right_bodies_nothing_is_said_and_results_are_as_serial(void **state)
{
    (void)state;
    static const char *const clock[] = {"real", "virtual"};
    for (int c = 0; c < 2; ++c) {
        set_up("1", clock[c]);
        setenv("CTSAR_DEVICES", "cpu:2,emu:2", 1);
        for (int threads = 1; threads < 5; threads += 2)
            for (long n = 0; n < 60; n = 3 * n + 1)
                for (int form = INLINE; form <= LAUNCHED; ++form)
                    run_bodies((test_form)form, threads, n);
    }
}

static void double_buffers_persist(void **state)
{
    (void)state;
    enum { N = SEEDED_ROWS, PASSES = 5 };
    double *from = seeded.line, *to = seeded.copy, serial[2][N];
    ctsar *s = NULL;
    set_up("1", NULL);
    fill();
    memcpy(serial[0], from, sizeof serial[0]);
    memcpy(serial[1], to, sizeof serial[1]);
    listen();
    ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    for (int pass = 0; pass < PASSES; ++pass) {
#pragma omp parallel num_threads(3)
        do {
            const double *a =
                ctsar_reg_mem_2d(s, from, 8, N, 1, 1, 0,
                                 CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST, NULL);
            double *b = ctsar_reg_mem(s, to, 8, N,
                                      CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT | CTSAR_MEM_PERSIST);
            ctsar_next_range(s, 1, N - 1, 1);
            for (long i = CSTART(s); i < CEND(s); ++i)
                b[i] = a[i - 1] + a[i + 1];
        } while (ctsar_loop(s));
        for (int i = 1; i < N - 1; ++i)
            serial[1 - pass % 2][i] = serial[pass % 2][i - 1] + serial[pass % 2][i + 1];
        ctsar_retarget_mem(s, from, to);
        double *swap = from;
        from = to, to = swap;
    }
    ctsar_sync_mem(s, from);
    heard();
    assert_string_equal(said, "");
    assert_memory_equal(from, serial[PASSES % 2], sizeof serial[0]);
    assert_true(to[1] != to[1]); /* the host has not been given it */
    ctsar_free(&s);
    assert_memory_equal(to, serial[1 - PASSES % 2], sizeof serial[0]);
}

/* What the host has not written is lost, which is no mistake unless it is read. */
static void what_is_lost_and_not_read_is_no_mistake(void **state)
{
    (void)state;
    enum { N = SEEDED_ROWS };
    ctsar *s = NULL;
    set_up("1", NULL);
    fill();
    listen();
    ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    for (int pass = 0; pass < 2; ++pass) {
        do {
            double *b = ctsar_reg_mem(s, seeded.copy, 8, N,
                                      CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
            ctsar_next(s, N);
            for (long i = CSTART(s); i < CEND(s); ++i)
                b[i] = i == 5 ? b[i] + 1 : 3;
        } while (ctsar_loop(s));
        if (pass == 0) {
            seeded.copy[5] = 7;
            ctsar_host_modified(s, seeded.copy);
        }
    }
    ctsar_free(&s);
    heard();
    assert_string_equal(said, "");
    assert_true(seeded.copy[5] == 8 && seeded.copy[4] == 3);
}

/* ---- Fields and gaps ------------------------------------------------------------------------- */

/* A pass that writes of each structure what `write` does; what check mode says of it. */
#define WRITE_FIELDS(type, write)                                                                  \
    do {                                                                                           \
        enum { ITEMS = 20 };                                                                       \
        static type items[ITEMS];                                                                  \
        ctsar *s = NULL;                                                                           \
        set_up("1", NULL);                                                                         \
        listen();                                                                                  \
        ctsar_init(&s, ITEMS, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);                            \
        do {                                                                                       \
            type *v = ctsar_reg_mem(s, items, sizeof *items, ITEMS,                                \
                                    CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);                         \
            ctsar_next(s, ITEMS);                                                                  \
            for (long i = CSTART(s); i < CEND(s); ++i) {                                           \
                write;                                                                             \
            }                                                                                      \
        } while (ctsar_loop(s));                                                                   \
        ctsar_free(&s);                                                                            \
        heard();                                                                                   \
    } while (0)

typedef struct two_doubles {
    double x, y;
} two_doubles;
typedef struct two_floats {
    float x, y;
} two_floats;
typedef struct two_chars {
    char x, y;
} two_chars;
typedef struct three_floats {
    float x, y, z;
} three_floats;
typedef struct gap_behind {
    double x;
    char y;
} gap_behind;
typedef struct gap_before {
    char x;
    int y;
} gap_before;
typedef struct gap_of_two {
    int x;
    short y;
} gap_of_two;

typedef struct row {
    float x[6];
} row;
typedef struct with_gap {
    double x;
    float y;
    double z;
    char end;
} with_gap;

static void a_field_that_is_not_written_is_found(void **state)
{
    (void)state;
    WRITE_FIELDS(two_doubles, v[i].x = 1);
    assert_non_null(strstr(said, "does not write what begins at byte 8 of items[0]"));
    WRITE_FIELDS(two_doubles, v[i].y = 1);
    assert_non_null(strstr(said, "does not write items[0]"));
    WRITE_FIELDS(two_floats, v[i].x = 1);
    assert_non_null(strstr(said, "does not write what begins at byte 4 of items[0]"));
    WRITE_FIELDS(two_chars, v[i].x = 1);
    assert_non_null(strstr(said, "does not write what begins at byte 1 of items[0]"));
    WRITE_FIELDS(three_floats, v[i].x = v[i].z = 1);
    assert_non_null(strstr(said, "does not write what begins at byte 4 of items[0]"));
    WRITE_FIELDS(gap_before, v[i].x = 1);
    assert_non_null(strstr(said, "does not write what begins at byte"));
}

/* Whole items of six floats: what ends where no gap of its length can end, and what other
 * iterations write. */
static void a_part_of_a_row_that_is_not_written_is_found(void **state)
{
    (void)state;
    WRITE_FIELDS(row, memset(&v[i], 0, sizeof v[i]));
    assert_string_equal(said, "");
    for (int left = 0; left < 5; left += 2) {
        char expected[80];
        snprintf(expected, sizeof expected, "does not write items[0] (byte %d of the item)",
                 4 * left);
        WRITE_FIELDS(row, for (int k = 0; k < 6; ++k) if (k != left) v[i].x[k] = 1);
        if (!strstr(said, expected))
            fail_msg("'%s' is not in '%s'", expected, said);
    }
    WRITE_FIELDS(row, for (int k = 0; k < 6; ++k) if (k != 5 || i < 7) v[i].x[k] = 1);
    assert_non_null(strstr(said, "does not write items[7] (byte 20 of the item)"));
}

static void a_gap_in_a_structure_is_none(void **state)
{
    (void)state;
    WRITE_FIELDS(with_gap, (v[i].x = 1, v[i].y = 2, v[i].z = 3, v[i].end = 4));
    assert_string_equal(said, "");
    WRITE_FIELDS(two_doubles, (v[i].x = 1, v[i].y = 2));
    assert_string_equal(said, "");
    WRITE_FIELDS(gap_behind, (v[i].x = 1, v[i].y = 2));
    assert_string_equal(said, "");
    WRITE_FIELDS(gap_before, (v[i].x = 1, v[i].y = 2));
    assert_string_equal(said, "");
    WRITE_FIELDS(gap_of_two, (v[i].x = 1, v[i].y = 2));
    assert_string_equal(said, "");
    WRITE_FIELDS(long double, v[i] = 1);
    assert_string_equal(said, "");
}

/* ---- Passes that wait for each other
 * -------------------------------------------------------------
 */

static void add_one(ctsar *s, double *v, int *count);

static ctsar *open_named(const char *name)
{
    ctsar *s = NULL;
    if (ctsar_init(&s, SEEDED_ROWS, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL) ||
        ctsar_set_name(s, name))
        _exit(1);
    return s;
}

static void *run_second(void *region)
{
    add_one(region, seeded.copy, NULL);
    return NULL;
}

/* What the process ends with that runs `body`, and says, in `said`. */
static int end_of(void (*body)(void))
{
    listen();
    pid_t child = fork();
    if (child == 0) {
        body();
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    heard();
    return status;
}

/* The thread of a checked pass leaves it by break: that of another region says for what it waits.
 */
static void who_leaves_a_checked_pass_by_break_is_named_to_other_regions(void **state)
{
    (void)state;
    if (!FORKS)
        skip();
    int fd[2];
    char text[1000];
    size_t used = 0;
    ssize_t got;
    set_up("1", NULL);
    setenv("CTSAR_TIMEOUT", "0.05", 1);
    assert_int_equal(pipe(fd), 0);
    pid_t child = fork();
    if (child == 0) {
        pthread_t other;
        alarm(20);
        dup2(fd[1], STDERR_FILENO);
        close(fd[1]);
        ctsar *s = open_named("first"), *second = open_named("second");
        do {
            ctsar_reg_mem(s, seeded.copy, 8, SEEDED_ROWS, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
            ctsar_next(s, SEEDED_ROWS);
            break;
        } while (ctsar_loop(s));
        pthread_create(&other, NULL, run_second, second);
        pthread_join(other, NULL);
        _exit(0);
    }
    close(fd[1]);
    while (!memchr(text, '\n', used) &&
           (got = read(fd[0], text + used, sizeof text - 1 - used)) > 0)
        used += (size_t)got;
    text[used] = '\0';
    close(fd[0]);
    kill(child, SIGKILL);
    assert_true(waitpid(child, NULL, 0) == child);
    unsetenv("CTSAR_TIMEOUT");
    if (!strstr(text, "second: waiting for the checked pass of first, which has not ended after") ||
        !strstr(text, "left the loop by break"))
        fail_msg("'%s'", text);
}

/* A thread is in a checked pass while another one forks; the child has not that thread, and its
 * region waits for nobody. */
static atomic_int in_pass, leave_pass;

static void *stay_in_pass(void *region)
{
    ctsar *s = region;
    do {
        ctsar_reg_mem(s, seeded.copy, 8, SEEDED_ROWS, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
        ctsar_next(s, 1);
        for (in_pass = 1; !leave_pass;)
            usleep(100);
    } while (ctsar_loop(s));
    return NULL;
}

static void add_one_in_child(void)
{
    double x[SEEDED_ROWS] = {1};
    alarm(20);
    ctsar *s = open_named("child's");
    add_one(s, x, NULL);
    ctsar_free(&s);
    if (x[0] != 2 || x[SEEDED_ROWS - 1] != 1)
        _exit(1);
}

static void a_child_waits_for_no_thread_of_its_parent_s(void **state)
{
    (void)state;
    if (!FORKS_BESIDE_THREADS)
        skip();
    pthread_t other;
    set_up("1", NULL);
    in_pass = leave_pass = 0;
    ctsar *s = open_named("parent's");
    pthread_create(&other, NULL, stay_in_pass, s);
    while (!in_pass)
        usleep(100);
    int status = end_of(add_one_in_child);
    leave_pass = 1;
    pthread_join(other, NULL);
    ctsar_free(&s);
    assert_string_equal(said, "");
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* ---- Bodies that begin teams ------------------------------------------------------------------
 */

enum { TEAM = 4, FAR = 3000 /* doubles; on pages that an item of a few is far from */ };
static double far_away[FAR], kept[SEEDED_ROWS], own[TEAM][SEEDED_ROWS];

static void pass_of_its_own(int k)
{
    ctsar *s = open_named("own");
#pragma omp parallel num_threads(1)
    add_one(s, own[k], NULL);
    ctsar_free(&s);
}

/* The body waits for its team, whose threads call the library at once, those that are not in the
 * region's turn with passes of regions that they free then.  Then it reads the last item. */
static double body_with_team(ctsar *s, const double *far, long last)
{
    double sum[TEAM];
#pragma omp parallel for num_threads(TEAM) schedule(static, 1)
    for (int k = 0; k < TEAM; ++k) {
        ctsar_host_uses(kept, sizeof kept, false);
        ctsar_sync_mem(s, kept);
        sum[k] = k;
        for (int i = 0; k > 0 && i < 3; ++i)
            pass_of_its_own(k);
    }
    return sum[0] + sum[1] + sum[2] + sum[3] + far[last];
}

static void pass_with_teams(bool right)
{
    ctsar *s = open_named("with teams");
    do {
        ctsar_reg_mem(s, kept, 8, SEEDED_ROWS,
                      CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
        const double *f = ctsar_reg_mem(s, far_away, 8, FAR, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
        double *b =
            ctsar_reg_mem(s, seeded.copy, 8, SEEDED_ROWS, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, 3);
        for (long i = CSTART(s); i < CEND(s); ++i)
            b[i] = body_with_team(s, f, right ? i : FAR - 1);
    } while (ctsar_loop(s));
    ctsar_free(&s);
}

static void the_team_of_a_body_may_call_the_library(void **state)
{
    (void)state;
    set_up("1", NULL);
    fill();
    memset(own, 0, sizeof own);
    far_away[2] = 5;
    alarm(100); /* it would wait for the body, which waits for it */
    listen();
    pass_with_teams(true);
    heard();
    assert_string_equal(said, "");
    assert_float_equal(seeded.copy[0] + seeded.copy[1] + seeded.copy[2], 3 * 6 + 5, 0);
    for (int k = 1; k < TEAM; ++k) /* as often as a body is executed */
        assert_true(own[k][0] >= 3 * 3);
    listen();
    pass_with_teams(false);
    heard();
    alarm(0);
    assert_non_null(strstr(said, "with teams: iteration 0 reads far_away[2999]"));
}

/* ---- What cannot be checked, and what it ends with ------------------------------------------- */

static void add_one(ctsar *s, double *v, int *count)
{
    do {
        double *b = ctsar_reg_mem(s, v, 8, SEEDED_ROWS, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
        ctsar_next(s, SEEDED_ROWS);
        for (long i = CSTART(s); i < CEND(s); ++i)
            b[i] += count ? ++*count : 1;
    } while (ctsar_loop(s));
}

static void a_region_for_cores_says_that_it_cannot_be_checked(void **state)
{
    (void)state;
    ctsar *s = NULL;
    set_up("1", NULL);
    fill();
    listen();
    ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_CPU, NULL, NULL);
    add_one(s, seeded.copy, NULL);
    add_one(s, seeded.copy, NULL);
    heard();
    ctsar_free(&s);
    const char *note =
        strstr(said, "note: it cannot be checked: as it was opened with CTSAR_DEV_CPU");
    assert_non_null(note);
    assert_null(strstr(note + 1, "note"));
    assert_true(seeded.copy[7] == 7 % 5 + 2);
}

static void a_body_that_depends_on_more_than_its_arrays_is_noted(void **state)
{
    (void)state;
    ctsar *s = NULL;
    int count = 0;
    set_up("1", NULL);
    fill();
    listen();
    ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    add_one(s, seeded.copy, &count);
    assert_string_equal(ctsar_last_error(s), "");
    ctsar_free(&s);
    heard();
    assert_non_null(
        strstr(said, "note: iteration 0 gives other outputs when it is executed again"));
}

static void shift(const ctsar_call *call)
{
    const double *a = call->arg[0];
    double *b = call->arg[1];
    long p = (long)call->strides[0][0], q = (long)call->strides[1][0];
    for (long i = call->start; i < call->end; i += call->step)
        for (long k = 0; k < SEEDED_ROWS; ++k)
            b[k * q + i] = a[k * p + (i ? i - 1 : i)];
}

static const ctsar_kernel shifting = {.name = "shift", .host = shift};
static const ctsar_kernel elsewhere = {.name = "elsewhere", .opencl_source = "kernel"};

static void launch_shift(ctsar *s, size_t halo)
{
    do {
        const ctsar_arg args[] = {CTSAR_ARG_MEM(seeded.in), CTSAR_ARG_MEM(seeded.out)};
        size_t p;
        ctsar_reg_mem_2d(s, seeded.in, 8, SEEDED_ROWS, SEEDED_COLS, 0, halo,
                         CTSAR_MEM_PARTIAL_COL | CTSAR_MEM_INPUT, &p);
        ctsar_reg_mem_2d(s, seeded.out, 8, SEEDED_ROWS, SEEDED_COLS, 0, 0,
                         CTSAR_MEM_PARTIAL_COL | CTSAR_MEM_OUTPUT, NULL);
        ctsar_next(s, SEEDED_COLS);
        ctsar_launch(s, &shifting, args, 2);
    } while (ctsar_loop(s));
}

/* What is launched gets the arrays of the turn, so a region for cores can be checked as well. */
static void a_launched_kernel_is_checked(void **state)
{
    (void)state;
    set_up("1", NULL);
    for (int right = 0; right < 2; ++right) {
        ctsar *s = NULL;
        fill();
        listen();
        ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_CPU, NULL, NULL);
        ctsar_set_kernel(s, &shifting);
        launch_shift(s, (size_t)right);
        ctsar_free(&s);
        heard();
        if (right)
            assert_string_equal(said, "");
        else
            assert_non_null(strstr(said, "iteration 1 reads seeded.in[0][0]"));
        for (int i = 0; i < SEEDED_COLS; ++i)
            assert_true(seeded.out[3][i] == seeded.in[3][i ? i - 1 : i]);
    }
}

static void a_kernel_without_a_host_form_cannot_be_checked(void **state)
{
    (void)state;
    ctsar *s = NULL;
    set_up("1", NULL);
    listen();
    setenv("CTSAR_DEVICES", "opencl:cpu", 1);
    ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    if (s) {
        ctsar_set_kernel(s, &elsewhere);
        ctsar_next(s, 0);
        ctsar_loop(s);
        ctsar_free(&s);
    }
    heard();
    if (strstr(ctsar_last_error(NULL), "ctsar_init"))
        skip(); /* no such device here */
    assert_non_null(strstr(said, "cannot be checked: its kernel has no host form"));
}

static void use_whole(ctsar *s, unsigned part, long offset)
{
    do {
        const float *a = ctsar_reg_mem(s, seeded.wide, sizeof(float[SEEDED_WIDE]), SEEDED_ROWS,
                                       part | CTSAR_MEM_INPUT);
        double *b =
            ctsar_reg_mem(s, seeded.copy, 8, SEEDED_ROWS, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, SEEDED_ROWS);
        for (long i = CSTART(s); i < CEND(s); ++i)
            b[i] = a[(i + offset) % SEEDED_ROWS * SEEDED_WIDE + 5];
    } while (ctsar_loop(s));
}

static void a_whole_array_of_which_items_would_do_is_noted(void **state)
{
    (void)state;
    static const struct {
        unsigned part;
        long offset;
        bool noted;
    } cases[] = {{0, 0, true}, {0, 5, false}, {CTSAR_MEM_PARTIAL, 0, false}};
    set_up("1", NULL);
    for (int i = 0; i < 3; ++i) {
        ctsar *s = NULL;
        fill();
        listen();
        ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
        use_whole(s, cases[i].part, cases[i].offset);
        use_whole(s, cases[i].part, cases[i].offset);
        assert_string_equal(ctsar_last_error(s), "");
        ctsar_free(&s);
        heard();
        if (cases[i].noted)
            assert_non_null(
                strstr(said, "note: no iteration reads an item of seeded.wide but its own"));
        else
            assert_string_equal(said, "");
        for (long k = 0; k < SEEDED_ROWS; ++k)
            assert_true(seeded.copy[k] == seeded.wide[(k + cases[i].offset) % SEEDED_ROWS][5]);
    }
}

/* The first iterations read their own items; what the others would read is not known. */
static void of_a_pass_that_fails_nothing_is_noted(void **state)
{
    (void)state;
    ctsar *s = NULL;
    set_up("1", NULL);
    fill();
    listen();
    ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    do {
        const float *a =
            ctsar_reg_mem(s, seeded.wide, sizeof(float[SEEDED_WIDE]), SEEDED_ROWS, CTSAR_MEM_INPUT);
        double *b =
            ctsar_reg_mem(s, seeded.copy, 8, SEEDED_ROWS, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, SEEDED_ROWS);
        for (long i = CSTART(s); i < CEND(s); ++i) {
            b[i] = a[i * SEEDED_WIDE];
            if (i == SEEDED_ROWS / 2)
                ctsar_reg_mem(s, NULL, 8, SEEDED_ROWS, CTSAR_MEM_INPUT); /* an error */
        }
    } while (ctsar_loop(s));
    assert_non_null(strstr(ctsar_last_error(s), "host"));
    ctsar_free(&s);
    heard();
    assert_string_equal(said, "");
}

static void the_unit_is_an_emulated_accelerator(void **state)
{
    (void)state;
    ctsar *s = NULL;
    set_up("1", NULL);
    ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_GPU, NULL, NULL);
    assert_int_equal(ctsar_get_type(s), CTSAR_DEV_GPU);
    assert_int_equal(ctsar_get_backend(s), CTSAR_BACKEND_EMU);
    assert_int_equal(ctsar_get_unit(s), 0);
    ctsar_next(s, 0);
    assert_false(ctsar_loop(s));
    ctsar_free(&s);
}

static void on_segv(int signal)
{
    (void)signal;
    _exit(42);
}

static volatile uintptr_t nowhere = 64;

/* Faults in an iteration, not on an array's pages. */
static void fault(void)
{
    ctsar *s = NULL;
    signal(SIGSEGV, on_segv);
    ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    double *b = ctsar_reg_mem_2d(s, seeded.out, 8, SEEDED_ROWS, SEEDED_COLS, 0, 0,
                                 CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT, NULL);
    ctsar_next(s, 1);
    b[0] = *(volatile double *)nowhere;
}

static void a_fault_elsewhere_is_for_whoever_handled_it_before(void **state)
{
    (void)state;
    set_up("1", NULL);
    int status = end_of(fault);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 42);
}

static void use_too_early(void)
{
    ctsar *s = NULL;
    signal(SIGSEGV, SIG_DFL);
    ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    double *b = ctsar_reg_mem(s, seeded.copy, 8, SEEDED_ROWS, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
    *(volatile double *)b = 1;
}

static void a_pointer_used_before_next_is_named(void **state)
{
    (void)state;
    set_up("1", NULL);
    int status = end_of(use_too_early);
    assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_non_null(strstr(said, "the pointer to seeded.copy is used before ctsar_next"));
}

/* One thread: those of OpenMP do not outlive a fork. */
static void fail_by_default(void)
{
    ctsar *s = NULL;
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
    signal(SIGABRT, SIG_DFL);
    ctsar_init(&s, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    do {
        double *b = ctsar_reg_mem(s, seeded.copy, 8, 5, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, 5);
        b[CSTART(s)] += 1;
    } while (ctsar_loop(s));
}

static void by_default_a_mistake_aborts(void **state)
{
    (void)state;
    set_up("1", NULL);
    fill();
    int status = end_of(fail_by_default);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_non_null(strstr(said, "iteration 0 reads seeded.copy[0]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_seeded_mistake_is_found_and_the_program_without_it_is_silent),
        cmocka_unit_test(of_right_bodies_nothing_is_said_and_results_are_as_serial),
        cmocka_unit_test(double_buffers_persist),
        cmocka_unit_test(what_is_lost_and_not_read_is_no_mistake),
        cmocka_unit_test(a_field_that_is_not_written_is_found),
        cmocka_unit_test(a_part_of_a_row_that_is_not_written_is_found),
        cmocka_unit_test(who_leaves_a_checked_pass_by_break_is_named_to_other_regions),
        cmocka_unit_test(a_child_waits_for_no_thread_of_its_parent_s),
        cmocka_unit_test(the_team_of_a_body_may_call_the_library),
        cmocka_unit_test(a_gap_in_a_structure_is_none),
        cmocka_unit_test(a_region_for_cores_says_that_it_cannot_be_checked),
        cmocka_unit_test(a_body_that_depends_on_more_than_its_arrays_is_noted),
        cmocka_unit_test(a_launched_kernel_is_checked),
        cmocka_unit_test(a_kernel_without_a_host_form_cannot_be_checked),
        cmocka_unit_test(a_whole_array_of_which_items_would_do_is_noted),
        cmocka_unit_test(of_a_pass_that_fails_nothing_is_noted),
        cmocka_unit_test(the_unit_is_an_emulated_accelerator),
        cmocka_unit_test(a_fault_elsewhere_is_for_whoever_handled_it_before),
        cmocka_unit_test(a_pointer_used_before_next_is_named),
        cmocka_unit_test(by_default_a_mistake_aborts),
    };
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    return cmocka_run_group_tests_name("mistakes", tests, NULL, NULL);
}
