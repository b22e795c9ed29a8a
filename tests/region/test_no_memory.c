/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every allocation of a program's with regions is refused once, each in a run of its own. Whichever
 * it is, the run ends, an error names memory or the results are right, and later runs know nothing
 * of it.  With AddressSanitizer nothing is left behind either. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "ctsar.h"
#include "support/bodies.h"
#include "support/environment.h"
#include "support/refuse.h"

enum { ITERATIONS = 60, PASSES = 2, MOST = 5000 };

/* ---- Programs ------------------------------------------------------------------ */

typedef struct program {
    const char *body;
    test_form form;
    ctsar_policy policy;
    const char *clock;
    void (*more)(ctsar *s); /* further calls before the passes */
    const char *variable, *value;
} program;

static const test_body *named(const char *name)
{
    for (int i = 0; i < test_body_count; ++i)
        if (!strcmp(test_bodies[i].name, name))
            return &test_bodies[i];
    return NULL;
}

/* An error stays the first one, as that of a program which stops there. */
static void note(char *error, size_t room, ctsar *s, int status)
{
    if (!*error)
        snprintf(error, room, "%s", ctsar_last_error(s));
    if (status && !*error)
        snprintf(error, room, "status %d without a word", status);
}

/* Opens the region, executes the passes, ends it.  False: results are wrong; `error` has the first
 * error, "" if there was none. */
static bool run(const program *w, char *error, size_t room)
{
    const test_body *b = named(w->body);
    problem p;
    ctsar *s = NULL;
    bool right = true;
    *error = '\0';
    int status = ctsar_init(&s, ITERATIONS, w->policy, CTSAR_DEV_ALL, NULL, NULL);
    if (status)
        note(error, room, NULL, status);
    if (s && w->more)
        w->more(s);
    if (s && w->form == LAUNCHED)
        ctsar_set_kernel(s, &b->kernel);
    for (int pass = 0; s && pass < PASSES; ++pass) {
        refuse_nothing_of_mine(true);
        problem_prepare(&p, b, ITERATIONS, (unsigned long)pass);
        refuse_nothing_of_mine(false);
        problem_run(&p, b, w->form, s, 2);
        note(error, room, s, CTSAR_OK);
        right = right && problem_right(&p);
        problem_free(&p);
    }
    ctsar_free(&s);
    return right;
}

/* Refuses the nth allocation of the program, from 0 on; were there so many? */
static bool refuse(const program *w, long nth)
{
    char error[600];
    refuse_allocation(nth);
    bool right = run(w, error, sizeof error);
    bool reached = refuse_no_more();
    if (!right && !*error)
        fail_msg("%s: allocation %ld: wrong results without a word", w->body, nth);
    if (*error && !strstr(error, "memory"))
        fail_msg("%s: allocation %ld: '%s' is not about memory", w->body, nth, error);
    if (*error && !reached)
        fail_msg("%s: nothing was refused, and '%s'", w->body, error);
    return reached;
}

static void assert_survives(const program *w)
{
    char error[600];
    long n = 0;
    units("cpu:2,emu:2", "memory=1MB;speed=2", w->clock);
    if (w->variable)
        setenv(w->variable, w->value, 1);
    while (refuse(w, n)) {
        assert_in_range(++n, 1, MOST);
        if (n % 8)
            continue;
        assert_true(run(w, error, sizeof error));
        assert_string_equal(error, "");
    }
    assert_true(n > 20); /* something was refused at all */
}

/* ---- Tests ---------------------------------------------------------------------- */

static int setup(void **state)
{
    (void)state;
    units_default();
    json_set_alloc_funcs(refusing_malloc, free);
    return ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
}

static void bodies_of_all_kinds(void **state)
{
    (void)state;
    for (int i = 0; i < test_body_count; ++i)
        for (test_form form = INLINE; form <= LAUNCHED; ++form)
            assert_survives(
                &(program){.body = test_bodies[i].name, .form = form, .clock = "virtual"});
}

static void every_policy(void **state)
{
    (void)state;
#define POLICY(constant, name, number, what)                                                       \
    assert_survives(&(program){.body = "sum", .policy = constant, .clock = "virtual"});
    CTSAR_POLICY_LIST(POLICY)
#undef POLICY
}

static void workers_of_the_real_clock(void **state)
{
    (void)state;
    assert_survives(&(program){.body = "stencil", .form = LAUNCHED, .clock = "real"});
}

static void give_settings(ctsar *s)
{
    static const double weights[ITERATIONS] = {[0] = 3, [7] = 1, [30] = 2};
    ctsar_set_name(s, "a name of its own");
    ctsar_set_policy(s, CTSAR_CHUNK_DYNAMIC);
    ctsar_set_div(s, 7);
    ctsar_set_ratio(s, 0.4);
    ctsar_set_cost_weights(s, weights, ITERATIONS);
}

static void settings(void **state)
{
    (void)state;
    assert_survives(&(program){.body = "sum", .clock = "virtual", .more = give_settings});
}

static void check_mode(void **state)
{
    (void)state;
    for (int i = 0; i < test_body_count; ++i)
        assert_survives(&(program){.body = test_bodies[i].name,
                                   .clock = "virtual",
                                   .variable = "CTSAR_CHECK",
                                   .value = "1"});
}

/* With `variable` naming a file. */
static void assert_survives_writing(const char *variable)
{
    char folder[] = "/tmp/ctsar-memory-XXXXXX", path[sizeof folder + 10];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.json", folder);
    assert_survives(
        &(program){.body = "sum", .clock = "virtual", .variable = variable, .value = path});
    unlink(path);
    rmdir(folder);
}

static void a_history_that_is_kept(void **state)
{
    (void)state;
    assert_survives_writing("CTSAR_HISTORY");
}

static void a_report(void **state)
{
    (void)state;
    assert_survives_writing("CTSAR_REPORT");
}

int main(void)
{
    if (!is_emulated())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(bodies_of_all_kinds, setup),
        cmocka_unit_test_setup(every_policy, setup),
        cmocka_unit_test_setup(workers_of_the_real_clock, setup),
        cmocka_unit_test_setup(settings, setup),
        cmocka_unit_test_setup(check_mode, setup),
        cmocka_unit_test_setup(a_history_that_is_kept, setup),
        cmocka_unit_test_setup(a_report, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
