/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What one run measured and the next one knows.  A run is a child process, since the
 * history is written when a process ends; a failure in it is its status. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "observe/history.h"
#include "observe/history_file.h"
#include "support/environment.h"
#include "support/execute.h"
#include "ctsar.h"

static char directory[] = "/tmp/ctsar-history-XXXXXX";
static char path[64], aside[80];

static int make_directory(void **state)
{
    (void)state;
    if (!mkdtemp(directory))
        return -1;
    snprintf(path, sizeof path, "%s/h.json", directory);
    snprintf(aside, sizeof aside, "%s.damaged", path);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    char command[80];
    units_default();
    snprintf(command, sizeof command, "rm -rf %s/*", directory);
    return system(command);
}

static int remove_directory(void **state)
{
    return remove_files(state) || rmdir(directory);
}

/* ---- Runs --------------------------------------------------------------------- */

/* In a child: ends it, with a line for the test's output. */
#define EXPECT(condition)                                                                          \
    do                                                                                             \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "line %d: not " #condition "\n", __LINE__);                            \
            _exit(1);                                                                              \
        }                                                                                          \
    while (0)

static pid_t start(void (*body)(void), FILE *err)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (err)
            dup2(fileno(err), STDERR_FILENO);
        for (int s = 1; s < NSIG; ++s)
            signal(s, SIG_DFL); /* a crash shall end the child, not the test that it stands in */
        body();
        exit(0);
    }
    return child;
}

static void run_says(void (*body)(void), char *text, size_t room)
{
    FILE *err = tmpfile();
    assert_non_null(err);
    int status;
    assert_true(waitpid(start(body, err), &status, 0) > 0);
    rewind(err);
    text[fread(text, 1, room - 1, err)] = '\0';
    fclose(err);
    if (status)
        fail_msg("the run ended with status %d: %s", status, text);
}

static void run(void (*body)(void))
{
    char text[1000];
    run_says(body, text, sizeof text);
    assert_string_equal(text, "");
}

/* ---- A region, made up ------------------------------------------------------------ */

/* What the next scheduler says that it has measured: of an accelerator, and of a core. */
static ctsar__measured measured[2];

static void fake_times(const ctsar__sched *s, ctsar__measured *unit)
{
    (void)s;
    memcpy(unit, measured, sizeof measured);
}

static const ctsar__sched_ops fake_ops = {.name = "fake", .times = fake_times};
static ctsar__sched fake = {.ops = &fake_ops, .env = {.accs = 1}};
static char keys[2][CTSAR__UNIT_KEY] = {"emu0, fast", "core"};

static void open_region(ctsar__history_region *r, const char *name)
{
    const ctsar__config config = {.history_file = path};
    *r = (ctsar__history_region){.name = name, .units = 2, .key = keys, .sched = &fake};
    ctsar__history_add(&config, r);
}

static void measures(double acc, double core, long observations)
{
    measured[0] = (ctsar__measured){3 * acc, acc, observations};
    measured[1] = (ctsar__measured){0, core, observations};
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

static bool recalls(const char *name, double acc, double core)
{
    ctsar__measured unit[2];
    ctsar__history_region r;
    measures(0, 0, 0);
    open_region(&r, name);
    ctsar__history_recall(&r, unit);
    ctsar__history_end(&r);
    return near(unit[0].time, acc) && near(unit[0].overhead, 3 * acc) && near(unit[1].time, core) &&
           unit[1].overhead == 0;
}

static void measure_loop(void)
{
    ctsar__history_region r;
    open_region(&r, "loop");
    ctsar__history_end(&r);
}

static json_t *load(void)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (!root)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    return root;
}

static const json_t *entry(const json_t *root, const char *region, const char *unit)
{
    return json_object_get(json_object_get(json_object_get(root, "regions"), region), unit);
}

static json_int_t observations(const json_t *root, const char *region)
{
    return json_integer_value(json_object_get(entry(root, region, "core"), "observations"));
}

static double overhead(const json_t *root, const char *region)
{
    return json_number_value(json_object_get(entry(root, region, "emu0, fast"), "overhead_s"));
}

static double seconds(const json_t *root, const char *region)
{
    return json_number_value(json_object_get(entry(root, region, "core"), "time_per_iteration_s"));
}

static void write_text(const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void assert_contains(const char *file, const char *text)
{
    char found[1000];
    FILE *in = fopen(file, "r");
    if (!in)
        fail_msg("there is no %s", file);
    found[fread(found, 1, sizeof found - 1, in)] = '\0';
    fclose(in);
    assert_string_equal(found, text);
}

static int lines_in(const char *text)
{
    int lines = 0;
    for (; *text; ++text)
        lines += *text == '\n';
    return lines;
}

/* ---- From run to run ------------------------------------------------------------------ */

static void expect_loop_known(void)
{
    EXPECT(recalls("loop", 2e-6, 1e-5));
    EXPECT(recalls("other", 0, 0));
    strcpy(keys[0], "emu0, slow");
    EXPECT(recalls("loop", 0, 1e-5));
}

static void the_next_run_knows_what_one_has_measured(void **state)
{
    (void)state;
    measures(2e-6, 1e-5, 4);
    run(measure_loop);
    run(expect_loop_known);
    json_t *root = load();
    assert_int_equal(json_integer_value(json_object_get(root, "ctsar_history")), 1);
    assert_int_equal(observations(root, "loop"), 4);
    json_decref(root);
}

static void runs_merge_by_their_observations(void **state)
{
    (void)state;
    measures(1e-6, 1e-6, 4);
    run(measure_loop);
    measures(16e-6, 16e-6, 12);
    run(measure_loop);
    json_t *root = load();
    assert_int_equal(observations(root, "loop"), 16);
    assert_true(near(seconds(root, "loop"), 8e-6));
    assert_true(near(overhead(root, "loop"), 3 * (4 * 1e-6 + 12 * 16e-6) / 16));
    json_decref(root);
}

static void a_long_past_weighs_no_more_than_ten_observations(void **state)
{
    (void)state;
    measures(1e-6, 1e-6, 100000);
    run(measure_loop);
    measures(4e-6, 4e-6, 10);
    run(measure_loop);
    json_t *root = load();
    assert_true(near(seconds(root, "loop"), 2e-6));
    json_decref(root);
}

static void leave_open(void)
{
    static ctsar__history_region r;
    open_region(&r, "loop");
}

static void a_region_that_is_still_open_at_exit_counts(void **state)
{
    (void)state;
    measures(2e-6, 1e-5, 4);
    run(leave_open);
    run(expect_loop_known);
}

static void end_and_open_again(void)
{
    measure_loop();
    EXPECT(recalls("loop", 2e-6, 1e-5));
}

static void a_run_knows_what_it_has_measured_itself(void **state)
{
    (void)state;
    measures(2e-6, 1e-5, 4);
    run(end_and_open_again);
}

static void what_was_never_measured_is_not_kept(void **state)
{
    (void)state;
    measures(0, 0, 0);
    run(measure_loop);
    assert_int_not_equal(access(path, F_OK), 0);
    measures(2e-6, 1e-5, 4);
    measured[0].ranges = 0;
    run(measure_loop);
    json_t *root = load();
    assert_null(entry(root, "loop", "emu0, fast"));
    assert_non_null(entry(root, "loop", "core"));
    json_decref(root);
}

static void change_directory(void)
{
    ctsar__history_region r;
    const ctsar__config config = {.history_file = (char *)(uintptr_t) "h.json"};
    EXPECT(chdir(directory) == 0);
    r = (ctsar__history_region){.name = "caf\xc3", .units = 2, .key = keys, .sched = &fake};
    ctsar__history_add(&config, &r);
    ctsar__history_end(&r);
    EXPECT(chdir("/") == 0);
}

static void a_file_is_where_it_was_when_the_program_began_and_names_become_ascii(void **state)
{
    (void)state;
    measures(2e-6, 1e-5, 4);
    run(change_directory);
    json_t *root = load();
    assert_int_equal(observations(root, "caf?"), 4);
    json_decref(root);
}

static void fork_with_an_open_region(void)
{
    static ctsar__history_region r;
    open_region(&r, "loop");
    pid_t child = fork();
    if (child == 0)
        exit(0);
    int status;
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
    EXPECT(access(path, F_OK) != 0);
    ctsar__history_end(&r);
}

static void a_forked_child_does_not_write_its_parents_times(void **state)
{
    (void)state;
    measures(2e-6, 1e-5, 4);
    run(fork_with_an_open_region);
    json_t *root = load();
    assert_int_equal(observations(root, "loop"), 4);
    json_decref(root);
}

/* ---- Files that are of no use ------------------------------------------------------------ */

static void ignore_the_file(void)
{
    ctsar__history_region r;
    EXPECT(recalls("loop", 0, 0));
    measures(2e-6, 1e-5, 4);
    open_region(&r, "loop");
    ctsar__history_end(&r);
}

static void a_damaged_history_is_told_and_moved_aside(void **state)
{
    (void)state;
#define CORE(entry) "{\"ctsar_history\": 1, \"regions\": {\"loop\": {\"core\": " entry "}}}"
    static const char *const damaged[][2] = {
        {"", "line 1"},
        {"{\"ctsar_history\": 1, \"regions\": {\"loop\": {\"core\": {\"time_per_it", "line 1"},
        {"{\"ctsar_history\": 1}", "'regions' must be an object"},
        {"{\"ctsar_history\": 1, \"regions\": []}", "'regions' must be an object"},
        {"{\"ctsar_history\": 1, \"regions\": {\"loop\": 3}}", "region 'loop' must be an object"},
        {CORE("{}"), "'core' of region 'loop': time_per_iteration_s must be a number above 0"},
        {CORE("{\"time_per_iteration_s\": 0, \"overhead_s\": 0, \"observations\": 1}"),
         "time_per_iteration_s must be a number above 0"},
        {CORE("{\"time_per_iteration_s\": 1e-6, \"overhead_s\": 0, \"observations\": -1}"),
         "observations must be a whole number from 1 to 1000000000"},
        {CORE("{\"time_per_iteration_s\": 1e-6, \"overhead_s\": 0, \"observations\": 2.5}"),
         "observations must be a whole number from 1 to 1000000000"},
        {CORE("{\"time_per_iteration_s\": 1e-6, \"overhead_s\": -1, \"observations\": 1}"),
         "overhead_s must be a number from 0"},
        {CORE("{\"time_per_iteration_s\": 1e-6, \"observations\": 1}"),
         "overhead_s must be a number from 0"},
        {CORE("{\"time_per_iteration_s\": \"fast\", \"overhead_s\": 0, \"observations\": 1}"),
         "time_per_iteration_s must be a number above 0"},
    };
#undef CORE
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; ++i) {
        char text[1000];
        write_text(damaged[i][0]);
        run_says(ignore_the_file, text, sizeof text);
        assert_int_equal(lines_in(text), 1);
        assert_non_null(strstr(text, path));
        assert_non_null(strstr(text, "it is damaged: "));
        if (!strstr(text, damaged[i][1]))
            fail_msg("\"%s\" does not say \"%s\"", text, damaged[i][1]);
        assert_contains(aside, damaged[i][0]);
        run(expect_loop_known);
        remove_files(NULL);
    }
}

/* The lock could be made to lead anywhere by who may write to the folder. */
static void a_lock_that_is_a_link_is_not_followed(void **state)
{
    (void)state;
    char link[80], target[80], text[1000];
    snprintf(link, sizeof link, "%s.lock", path);
    snprintf(target, sizeof target, "%s/elsewhere", directory);
    assert_int_equal(symlink(target, link), 0);
    run_says(measure_loop, text, sizeof text);
    assert_int_equal(lines_in(text), 1);
    assert_non_null(strstr(text, "its lock is a link"));
    assert_int_equal(access(target, F_OK), -1);
    assert_int_equal(access(path, F_OK), -1);
}

/* ---- Without memory -------------------------------------------------------------------- */

static int allocations, refused; /* of jansson's, and which of them is refused */

static void *refuse_one(size_t bytes)
{
    return ++allocations == refused ? NULL : malloc(bytes);
}

static void measure_with_one_refused(void)
{
    json_set_alloc_funcs(refuse_one, free);
    measure_loop();
}

/* Whichever allocation fails, when the file is read or when it is written. */
static void a_file_that_memory_is_short_for_is_not_taken_for_damaged(void **state)
{
    (void)state;
    static const char good[] = "{\"ctsar_history\": 1, \"regions\": {\"loop\": {\"core\": "
                               "{\"time_per_iteration_s\": 1e-6, \"overhead_s\": 0, "
                               "\"observations\": 1}}}}";
    for (refused = 1; refused < 200; ++refused) {
        char text[1000];
        write_text(good);
        run_says(measure_with_one_refused, text, sizeof text);
        if (strstr(text, "damaged"))
            fail_msg("allocation %d: '%s'", refused, text);
        assert_int_equal(access(aside, F_OK), -1);
        remove_files(NULL);
    }
}

/* ---- Files that fail ---------------------------------------------------------------------- */

static void measure_within_a_limit(void)
{
    const struct rlimit limit = {20, 20};
    setrlimit(RLIMIT_FSIZE, &limit);
    measure_loop();
}

/* Where a file may not grow the system sends a signal, which would end the program. */
static void a_limit_of_files_sizes_ends_no_program_and_loses_no_history(void **state)
{
    (void)state;
    char text[1000];
    run(measure_loop);
    json_t *before = load();
    run_says(measure_within_a_limit, text, sizeof text); /* the line that says so is cut, too */
    json_t *after = load();
    assert_true(json_equal(before, after));
    json_decref(before);
    json_decref(after);
}

static const char *reading; /* what is left to be read before an error */

static ssize_t read_and_fail(void *cookie, char *to, size_t room)
{
    (void)cookie;
    size_t length = strnlen(reading, room);
    if (length == 0) {
        errno = EIO;
        return -1;
    }
    memcpy(to, reading, length);
    reading += length;
    return (ssize_t)length;
}

/* What has been read of it looks like a file that was cut. */
static void a_history_that_cannot_be_read_to_its_end_is_not_taken_for_damaged(void **state)
{
    (void)state;
    static const char *const texts[] = {"{\"ctsar_history\": 1, \"regions\": {", "",
                                        "{\"ctsar_history\": 1, \"regions\": {}}"};
    for (int i = 0; i < 3; ++i) {
        char why[CTSAR__HISTORY_WHY];
        json_t *regions;
        reading = texts[i];
        FILE *in = fopencookie(NULL, "r", (cookie_io_functions_t){.read = read_and_fail});
        assert_int_equal(ctsar__history_parse(in, &regions, why), CTSAR__HISTORY_UNREAD);
        assert_string_equal(why, "it cannot be read: Input/output error");
        assert_null(regions);
        fclose(in);
    }
}

static void what_is_no_history_or_a_newer_one_is_told_and_left_alone(void **state)
{
    (void)state;
    static const char *const foreign[][2] = {
        {"[]", "not a history"},
        {"{\"times\": 1}", "not a history"},
        {"gemm 0.5\n", "not a history"},
        {"\xff\xfe", "not a history"},
        {"{\"ctsar_history\": 2, \"regions\": {}}", "version 2"},
        {"{\"ctsar_history\": 0}", "not a history"},
        {"{\"ctsar_history\": \"1\"}", "not a history"},
        {"{\"ctsar_report\": 1, \"regions\": []}", "not a history"},
    };
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; ++i) {
        char text[1000];
        write_text(foreign[i][0]);
        run_says(ignore_the_file, text, sizeof text);
        assert_int_equal(lines_in(text), 1);
        assert_non_null(strstr(text, path));
        assert_non_null(strstr(text, foreign[i][1]));
        assert_contains(path, foreign[i][0]);
        assert_int_not_equal(access(aside, F_OK), 0);
    }
}

static void a_directory_is_not_taken_for_a_history(void **state)
{
    (void)state;
    char text[1000];
    assert_int_equal(mkdir(path, 0700), 0);
    run_says(ignore_the_file, text, sizeof text);
    assert_int_equal(lines_in(text), 1);
    assert_int_equal(rmdir(path), 0);
}

static void a_file_that_cannot_be_written_is_one_warning(void **state)
{
    (void)state;
    char text[1000];
    snprintf(path, sizeof path, "%s/absent/h.json", directory);
    run_says(ignore_the_file, text, sizeof text);
    snprintf(path, sizeof path, "%s/h.json", directory);
    assert_int_equal(lines_in(text), 1);
    assert_non_null(strstr(text, "could not be written"));
}

/* ---- Several processes ---------------------------------------------------------------------- */

enum { WRITERS = 8 };

static int writer;

static void write_own_and_common(void)
{
    char name[20];
    ctsar__history_region r;
    snprintf(name, sizeof name, "loop %d", writer);
    open_region(&r, name);
    ctsar__history_end(&r);
    measure_loop();
}

static void processes_that_write_at_once_lose_nothing(void **state)
{
    (void)state;
    pid_t child[WRITERS];
    measures(2e-6, 1e-5, 3);
    for (writer = 0; writer < WRITERS; ++writer)
        child[writer] = start(write_own_and_common, NULL);
    for (int i = 0; i < WRITERS; ++i) {
        int status = 1;
        while (waitpid(child[i], &status, WNOHANG) == 0)
            if (access(path, F_OK) == 0) /* whoever looks sees a whole file */
                json_decref(load());
        assert_int_equal(status, 0);
    }
    json_t *root = load();
    for (int i = 0; i < WRITERS; ++i) {
        char name[20];
        snprintf(name, sizeof name, "loop %d", i);
        assert_int_equal(observations(root, name), 3);
    }
    assert_int_equal(observations(root, "loop"), 3 * WRITERS);
    json_decref(root);
}

/* ---- Regions --------------------------------------------------------------------------------- */

enum { N = 4000, ANY = -1 };

static double given[] = {1, 2};

static struct {
    const char *emu;
    ctsar_policy policy;
    const double *time;
    const char *name; /* set after ctsar_init; NULL: not */
    int passes;
    size_t whole;  /* bytes that every unit reads */
    long expected; /* of the first pass, on the accelerator; or ANY */
} plan;

static char whole[1000];

/* Passes on one core and one accelerator; the first one's split is as planned. */
static void run_region(void)
{
    ctsar *s = NULL;
    units("cpu:1,emu", plan.emu, "virtual");
    setenv("CTSAR_HISTORY", path, 1);
    EXPECT(ctsar_init_at(&s, N, plan.policy, CTSAR_DEV_ALL, plan.time, NULL, "a.c:1") == CTSAR_OK);
    if (plan.name)
        ctsar_set_name(s, plan.name);
    declare(s, &nothing);
    for (int pass = 0; pass < plan.passes; ++pass) {
        long on_accelerator = 0;
        do {
            if (plan.whole)
                ctsar_reg_mem(s, whole, 1, plan.whole, CTSAR_MEM_INPUT);
            ctsar_next(s, N);
            execute(s, &nothing, 1, 0, NULL);
            if (ctsar_get_type(s) == CTSAR_DEV_GPU)
                on_accelerator += CEND(s) - CSTART(s);
        } while (ctsar_loop(s));
        if (pass == 0 && plan.expected != ANY && on_accelerator != plan.expected) {
            fprintf(stderr, "%ld on the accelerator, not %ld\n", on_accelerator, plan.expected);
            _exit(1);
        }
    }
    ctsar_free(&s);
}

/* What nothing is known of is split by SIMD width, of which emulated accelerators have a core's. */
static long by_width(void)
{
    return is_emulated() ? N / 2 : ANY;
}

static void the_second_run_begins_balanced_under_any_policy(void **state)
{
    (void)state;
    plan.emu = "speed=3";
    plan.policy = CTSAR_ADAPTIVE;
    plan.time = NULL;
    plan.name = NULL;
    plan.passes = 4;
    plan.expected = by_width();
    run(run_region);
    plan.expected = 3 * N / 4;
    run(run_region);
    plan.policy = CTSAR_STATIC;
    run(run_region);
}

/* Every policy that knows what units took says so; then any next run is balanced. */
static void what_any_policy_measures_is_kept(void **state)
{
    (void)state;
    for (const ctsar__sched_ops *const *ops = ctsar__policies; *ops; ++ops) {
        if (!(*ops)->times)
            continue;
        plan.emu = "speed=3";
        plan.policy = (*ops)->policy;
        plan.time = NULL;
        plan.name = NULL;
        plan.passes = 4;
        plan.expected = ANY;
        run(run_region);
        plan.policy = CTSAR_STATIC;
        plan.expected = 3 * N / 4;
        run(run_region);
        assert_int_equal(unlink(path), 0);
    }
}

/* Pieces that are counted and not timed one by one: single iterations, and more at once. */
static void execute_chunks_in_real_time(void)
{
    static volatile double sums[N];
    units("cpu:1,emu", NULL, "real");
    setenv("CTSAR_HISTORY", path, 1);
    for (size_t piece = 1; piece <= 16; piece *= 16) {
        ctsar *s = NULL;
        EXPECT(ctsar_init_at(&s, N, CTSAR_CHUNK, CTSAR_DEV_ALL, NULL, NULL,
                             piece > 1 ? "long" : "short") == CTSAR_OK);
        ctsar_set_chunk(s, piece);
        declare(s, &nothing);
        for (int pass = 0; pass < 3; ++pass)
            do {
                ctsar_next(s, N);
                for (long i = CSTART(s); i < CEND(s) && !launches(); ++i)
                    sums[i] += sqrt((double)i);
                execute(s, &nothing, 1, 0, NULL);
            } while (ctsar_loop(s));
        ctsar_free(&s);
    }
}

static void what_pieces_of_one_size_take_in_real_time_is_kept(void **state)
{
    static const char *const regions[] = {"short", "long"};
    (void)state;
    run(execute_chunks_in_real_time);
    json_t *root = load();
    for (int i = 0; i < 2; ++i) {
        const char *unit;
        json_t *of, *units = json_object_get(json_object_get(root, "regions"), regions[i]);
        /* What is launched goes on by itself, and may have all pieces before the core comes. */
        assert_in_range(json_object_size(units), launches() ? 1 : 2, 2);
        json_object_foreach(units, unit, of)
        {
            double time = json_number_value(json_object_get(of, "time_per_iteration_s"));
            assert_true(time > 0 && time < 1);
            assert_true(json_integer_value(json_object_get(of, "observations")) > 0);
        }
    }
    json_decref(root);
}

/* An array that is copied as a whole: an overhead that only a pass can tell. */
static void what_a_range_costs_besides_its_iterations_is_known_too(void **state)
{
    (void)state;
    plan.emu = "speed=3,bandwidth=10MB/s";
    plan.policy = CTSAR_ADAPTIVE;
    plan.time = NULL;
    plan.name = NULL;
    plan.passes = 4;
    plan.whole = 1000; /* bytes: 100 us, in which the core has 100 iterations */
    plan.expected = ANY;
    run(run_region);
    plan.expected = 3 * (N - 100) / 4;
    run(run_region);
    plan.whole = 0;
}

static void given_times_go_before_the_history(void **state)
{
    (void)state;
    the_second_run_begins_balanced_under_any_policy(NULL);
    plan.time = given;
    plan.expected = (2 * N + 1) / 3;
    run(run_region);
}

static void another_accelerator_is_not_taken_for_the_one_that_was_measured(void **state)
{
    (void)state;
    if (!is_emulated())
        skip(); /* its model is the device's, whatever CTSAR_EMU says */
    the_second_run_begins_balanced_under_any_policy(NULL);
    plan.emu = "speed=7";
    plan.expected = N / 2;
    run(run_region);
}

static void a_region_is_known_by_the_name_that_it_is_given(void **state)
{
    (void)state;
    the_second_run_begins_balanced_under_any_policy(NULL);
    plan.policy = CTSAR_ADAPTIVE;
    plan.name = "sweep";
    json_t *root = load();
    assert_non_null(json_object_get(json_object_get(root, "regions"), "a.c:1"));
    assert_null(json_object_get(json_object_get(root, "regions"), "sweep"));
    json_decref(root);
    plan.expected = by_width(); /* the new name is not known yet */
    run(run_region);
    plan.expected = 3 * N / 4;
    run(run_region);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, remove_files, remove_files)
    const struct CMUnitTest tests[] = {
        TEST(the_next_run_knows_what_one_has_measured),
        TEST(runs_merge_by_their_observations),
        TEST(a_long_past_weighs_no_more_than_ten_observations),
        TEST(a_region_that_is_still_open_at_exit_counts),
        TEST(a_run_knows_what_it_has_measured_itself),
        TEST(what_was_never_measured_is_not_kept),
        TEST(a_file_is_where_it_was_when_the_program_began_and_names_become_ascii),
        TEST(a_forked_child_does_not_write_its_parents_times),
        TEST(a_lock_that_is_a_link_is_not_followed),
        TEST(a_file_that_memory_is_short_for_is_not_taken_for_damaged),
        TEST(a_damaged_history_is_told_and_moved_aside),
        TEST(a_limit_of_files_sizes_ends_no_program_and_loses_no_history),
        TEST(a_history_that_cannot_be_read_to_its_end_is_not_taken_for_damaged),
        TEST(what_is_no_history_or_a_newer_one_is_told_and_left_alone),
        TEST(a_directory_is_not_taken_for_a_history),
        TEST(a_file_that_cannot_be_written_is_one_warning),
        TEST(processes_that_write_at_once_lose_nothing),
        TEST(the_second_run_begins_balanced_under_any_policy),
        TEST(what_any_policy_measures_is_kept),
        TEST(what_pieces_of_one_size_take_in_real_time_is_kept),
        TEST(what_a_range_costs_besides_its_iterations_is_known_too),
        TEST(given_times_go_before_the_history),
        TEST(another_accelerator_is_not_taken_for_the_one_that_was_measured),
        TEST(a_region_is_known_by_the_name_that_it_is_given),
    };
    return cmocka_run_group_tests_name("history", tests, make_directory, remove_directory);
}
