/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Launches of a family on a unit that is made up: which versions it executes, in which order, and
 * what is noted of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "version/launch/launch.h"

enum { N = 1000, FIRST_N = N / 100 + 1 };

/* ---- A unit -----------------------------------------------------------------------------------
 */

static double value;    /* what versions write */
static double by[3];    /* what each writes */
static char order[100]; /* versions, as they were executed; 'r': refused */
static bool refuses[3]; /* it cannot be launched */
static bool breaks[3];  /* the unit fails while it is executed */
static bool is_held;
static long least[3]; /* iterations that its guard wants */
static int notes;
static bool drops; /* somebody else drops version 0 while version 1 executes */

static int parts(const ctsar__writer *w)
{
    (void)w;
    return 1;
}
static size_t bytes(const ctsar__writer *w, int i)
{
    (void)w, (void)i;
    return sizeof value;
}
static int copy(const ctsar__writer *w, int i, char *at, bool out, ctsar__traffic *t)
{
    (void)w, (void)i, (void)t;
    memcpy(out ? (void *)at : &value, out ? (const void *)&value : at, sizeof value);
    return CTSAR_OK;
}
static bool is_new(const ctsar__writer *w, int i)
{
    (void)w, (void)i;
    return false;
}
static ctsar__output part(const ctsar__writer *w, int i, const char *at)
{
    (void)w, (void)i;
    return (ctsar__output){.data = at, .elem = sizeof value, .count = 1, .host = &value};
}
static size_t element(const ctsar__writer *w, int i, size_t e)
{
    (void)w, (void)i;
    return e;
}
static const ctsar__writer_ops writer_ops = {parts, bytes, copy, is_new, part, element};
static const ctsar__writer writer = {&writer_ops};

static void hold(ctsar__version_launch *x, bool on)
{
    (void)x;
    assert_int_equal(is_held, !on);
    is_held = on;
}

static ctsar_call call;

static const ctsar_call *call_for(ctsar__version_launch *x, long n)
{
    (void)x;
    call = (ctsar_call){.end = n, .count = n};
    return &call;
}

static const ctsar__writer *writer_of(ctsar__version_launch *x)
{
    (void)x;
    return &writer;
}

static int execute(ctsar__version_launch *x, int version, double *seconds, bool *refused)
{
    assert_false(is_held);
    assert_int_equal(call.count, x->choice.n);
    size_t at = strlen(order);
    order[at] = (char)('0' + version);
    *refused = refuses[version];
    if (*refused || breaks[version])
        order[at + 1] = *refused ? 'r' : 'b';
    if (*refused || breaks[version])
        return ctsar__error(CTSAR_EDEVICE, "it fails");
    if (drops && version == 1) {
        (void)ctsar__error(CTSAR_EDEVICE, "it fails elsewhere");
        (void)!ctsar__versions_drop(x->family, 0);
    }
    value = by[version];
    *seconds = version == 0 ? 5 : 1;
    return CTSAR_OK;
}

static void noted(ctsar__version_launch *x)
{
    (void)x;
    assert_true(is_held);
    notes++;
}

static const ctsar__launcher unit = {
    .hold = hold, .call = call_for, .writer = writer_of, .execute = execute, .noted = noted};

/* ---- A family ---------------------------------------------------------------------------------
 */

static void nothing(const ctsar_call *c)
{
    (void)c;
}
static bool fits_a(const ctsar_call *c)
{
    return c->count >= least[0];
}
static bool fits_b(const ctsar_call *c)
{
    return c->count >= least[1];
}
static bool fits_c(const ctsar_call *c)
{
    return c->count >= least[2];
}
static const ctsar_kernel a = {.name = "a", .host = nothing, .fits = fits_a};
static const ctsar_kernel b = {.name = "b", .host = nothing, .fits = fits_b};
static const ctsar_kernel c = {.name = "c", .host = nothing, .fits = fits_c};
static const ctsar_kernel free_a = {.name = "a", .host = nothing};
static const ctsar_kernel *const ways[] = {&a, &b, &c, NULL};
static const ctsar_kernel *const free_ways[] = {&free_a, &b, &c, NULL};
static const ctsar_kernel verified = {.name = "family", .versions = free_ways, .tolerance = 1e-6};
static const ctsar_kernel guarded = {.name = "guarded", .versions = ways, .tolerance = 1e-6};
static const ctsar_kernel trusted = {.name = "trusted", .versions = free_ways};

static ctsar__versions all;
static ctsar__version_range range;
static ctsar__traffic traffic;

/* By the version forced, counted from 1, where it may be. */
static ctsar__version_launch launch_of(const ctsar_kernel *kernel, int forced)
{
    static const ctsar__version_settings settings;
    const ctsar__version_unit on = {.exact = true, .name = "unit", .settings = &settings};
    ctsar__version_launch x = {
        .unit = &unit, .range = &range, .traffic = &traffic, .left = N, .writes = true};
    bool fresh;
    assert_int_equal(ctsar__versions_find(&all, kernel, &on, &x.family, &fresh), CTSAR_OK);
    x.family->own.forced = forced;
    range = (ctsar__version_range){.work = N, .n = N};
    memset(order, 0, sizeof order);
    value = notes = 0;
    return x;
}

static int setup(void **state)
{
    (void)state;
    drops = false;
    for (int v = 0; v < 3; ++v) {
        by[v] = 1;
        refuses[v] = breaks[v] = false;
        least[v] = 0;
    }
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    assert_false(is_held);
    ctsar__versions_free(&all);
    return 0;
}

static int pending(const ctsar__version_launch *x)
{
    int n = 0;
    for (int v = 0; v < x->family->versions; ++v)
        n += x->family->learner->v[v].pending;
    return n;
}

/* ---- Tests ------------------------------------------------------------------------------------
 */

static void a_version_is_verified_once_on_few_iterations(void **state)
{
    (void)state;
    ctsar__version_launch x = launch_of(&verified, 2);
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
    assert_string_equal(order, "01");
    assert_int_equal(x.choice.n, FIRST_N);
    assert_int_equal(x.first, 0);
    assert_true(x.agree && x.seconds == 1 && x.first_seconds == 5 && notes == 1);
    x.left -= x.choice.n;
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
    assert_string_equal(order, "011");
    assert_int_equal(x.choice.n, N - FIRST_N);
    assert_int_equal(x.first, -1);
}

static void what_is_not_divided_is_verified_on_all_of_it(void **state)
{
    (void)state;
    ctsar__version_launch x = launch_of(&verified, 3);
    x.whole = true;
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
    assert_string_equal(order, "02");
    assert_int_equal(x.choice.n, N);
    ctsar__version_launch silent = launch_of(&verified, 2);
    silent.writes = false; /* there is nothing to compare, and b stays unverified */
    assert_int_equal(ctsar__version_launch_next(&silent), CTSAR_OK);
    assert_string_equal(order, "1");
    assert_false(silent.family->verified[1]);
}

static void a_version_that_differs_leaves_the_first_one_s_results(void **state)
{
    (void)state;
    by[1] = 2;
    ctsar__version_launch x = launch_of(&verified, 2);
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
    assert_string_equal(order, "01");
    assert_false(x.agree);
    assert_true(value == 1 && x.family->out[1]);
    assert_int_equal(x.family->count[1].launches, 0);
    assert_int_equal(pending(&x), 0);
}

static void the_next_one_follows_what_cannot_be_launched(void **state)
{
    (void)state;
    refuses[1] = true;
    ctsar__version_launch x = launch_of(&trusted, 2);
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
    assert_true(strlen(order) == 3 && !strncmp(order, "1r", 2) && order[2] != '1');
    assert_true(x.family->out[1]);
    assert_int_equal(pending(&x), 0);
    refuses[0] = refuses[2] = true;
    ctsar__version_launch none = launch_of(&trusted, 2);
    assert_int_equal(ctsar__version_launch_next(&none), CTSAR_EDEVICE);
    assert_non_null(strstr(ctsar__error_detail(), "no version of kernel trusted is left on unit"));
    assert_int_equal(pending(&none), 0);
}

/* What it was to verify is not used either, so that nothing counts that nobody has compared. */
static void a_reference_that_cannot_be_launched_verifies_nothing(void **state)
{
    (void)state;
    by[1] = by[2] = 2;
    for (int forced = 1; forced <= 3; ++forced) {
        refuses[0] = true;
        ctsar__version_launch x = launch_of(&verified, forced);
        assert_int_equal(ctsar__version_launch_next(&x), CTSAR_EDEVICE);
        assert_string_equal(order, "0r");
        assert_true(value == 0);
        assert_string_equal(ctsar__error_detail(),
                            "no version of kernel family is left on unit: a: it fails; those that "
                            "it has not verified there are not used either; b: version a has not "
                            "verified it; c: version a has not verified it");
        assert_int_equal(pending(&x), 0);
        teardown(NULL);
    }
    /* A call without results has nothing that could be wrong, but the unit is as it is. */
    ctsar__version_launch x = launch_of(&verified, 2);
    x.writes = false;
    refuses[0] = false;
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
    assert_string_equal(order, "1");
}

static void what_has_been_verified_is_used_without_the_reference(void **state)
{
    (void)state;
    by[2] = 2;
    ctsar__version_launch x = launch_of(&verified, 2);
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK); /* b agrees */
    refuses[0] = true;
    x = launch_of(&verified, 3);
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
    assert_string_equal(order, "0r12"); /* b verifies in its place */
    assert_true(value == 1 && !x.agree && x.family->out[2]);
    x = launch_of(&verified, 0);
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
    assert_string_equal(order, "1");
}

/* Several launch at once, and each finds out by itself what fails. */
static void what_is_verified_while_the_reference_is_dropped_is_used(void **state)
{
    (void)state;
    for (int right = 0; right < 2; ++right) {
        drops = true;
        by[1] = right ? 1 : 2;
        ctsar__version_launch x = launch_of(&verified, 2);
        assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
        assert_string_equal(order, "01");
        assert_true(x.agree == right && x.family->out[0]);
        for (int v = 1; v < 3; ++v) { /* the third, too: the second can verify it */
            assert_true(x.family->out[v] == !right);
            assert_true(x.family->learner->v[v].out == !right);
            assert_true((*x.family->why[v] != 0) == !right);
        }
        drops = false;
        x = launch_of(&verified, 3);
        assert_int_equal(ctsar__version_launch_next(&x), right ? CTSAR_OK : CTSAR_EDEVICE);
        assert_string_equal(order, right ? "12" : "");
        if (!right)
            assert_non_null(strstr(ctsar__error_detail(), "b: element 0 of"));
        teardown(NULL);
    }
}

/* Without a guard there is one for every call, and those before it need no other one. */
static void versions_with_guards_before_the_reference_are_trusted(void **state)
{
    (void)state;
    static const ctsar_kernel free_b = {.name = "b", .host = nothing};
    static const ctsar_kernel *const some[] = {&a, &free_b, &c, NULL};
    static const ctsar_kernel kernel = {.name = "some", .versions = some, .tolerance = 1e-6};
    refuses[1] = true;
    ctsar__version_launch x = launch_of(&kernel, 3);
    least[0] = N + 1; /* a may not be used, so b is to verify c, and cannot */
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_ENODEV);
    assert_string_equal(order, "1r");
    assert_non_null(strstr(ctsar__error_detail(),
                           "may be used on unit for 1000 iterations; give it another one without a "
                           "guard: a does not fit; b is not used any more: it fails; c "));
    least[0] = 0; /* a may be, and verifies c */
    x = launch_of(&kernel, 3);
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
    assert_string_equal(order, "02");
}

static void where_guards_exclude_all_they_are_named(void **state)
{
    (void)state;
    static const ctsar_kernel *const some[] = {&a, &c, NULL};
    static const ctsar_kernel kernel = {.name = "some", .versions = some};
    ctsar__version_launch x = launch_of(&kernel, 2);
    least[0] = least[2] = N + 1;
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_ENODEV);
    assert_string_equal(order, "");
    assert_string_equal(ctsar__error_detail(),
                        "no version of kernel some may be used on unit for 1000 iterations from 0: "
                        "guards refuse a, c; give it one for unit without a guard (fits)");
}

/* Whatever fails, a trial that was begun is neither counted nor left under way. */
static void a_unit_that_fails_leaves_no_trial_under_way(void **state)
{
    (void)state;
    ctsar__version_launch x = launch_of(&verified, 0);
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK); /* version 0 is known now */
    for (int v = 0; v < 2; ++v) {
        x = launch_of(&verified, 0);
        breaks[v] = true;
        assert_int_equal(ctsar__version_launch_next(&x), CTSAR_EDEVICE);
        breaks[v] = false;
        assert_string_equal(order, v ? "01b" : "0b");
        assert_int_equal(x.choice.version, 1);
        assert_true(x.choice.trial);
        assert_int_equal(pending(&x), 0);
        assert_int_equal(notes, 0);
        assert_int_equal(x.family->own.v[1].tries[ctsar__class_of(N)], 0);
        assert_false(x.family->out[0] || x.family->out[1]);
    }
}

static void guards_are_asked_of_the_part_that_is_executed(void **state)
{
    (void)state;
    least[1] = FIRST_N + 1; /* too few to verify b */
    ctsar__version_launch x = launch_of(&verified, 2);
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
    assert_string_equal(order, "01");
    assert_int_equal(x.choice.n, N);
    least[0] = least[1] = least[2] = N + 1;
    x = launch_of(&guarded, 0);
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_ENODEV);
    assert_string_equal(order, "");
    assert_int_equal(pending(&x), 0);
}

static void who_verifies_wants_more_than_a_few_iterations(void **state)
{
    (void)state;
    static const ctsar_kernel free_b = {.name = "b", .host = nothing};
    static const ctsar_kernel *const some[] = {&a, &free_b, &c, NULL};
    static const ctsar_kernel kernel = {.name = "some", .versions = some, .tolerance = 1e-6};
    least[0] = FIRST_N + 1;
    ctsar__version_launch x = launch_of(&kernel, 2);
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
    assert_string_equal(order, "01");
    assert_int_equal(x.choice.n, N);
    teardown(NULL);
    x = launch_of(&kernel, 3);
    (void)ctsar__error(CTSAR_EDEVICE, "it fails");
    assert_int_equal(ctsar__versions_drop(x.family, 1), CTSAR_OK); /* so a alone can verify c */
    assert_int_equal(ctsar__version_launch_next(&x), CTSAR_OK);
    assert_string_equal(order, "02");
    assert_int_equal(x.choice.n, N);
    assert_true(x.family->verified[2]);
}

/* Another unit of the model may well be able to verify it. */
static void what_nobody_here_can_verify_costs_the_model_no_trial(void **state)
{
    (void)state;
    static const ctsar_kernel free_b = {.name = "b", .host = nothing};
    static const ctsar_kernel *const some[] = {&a, &free_b, &c, NULL};
    static const ctsar_kernel kernel = {.name = "some", .versions = some, .tolerance = 1e-6};
    for (int together = 0; together < 2; ++together) {
        ctsar__versions model = {0};
        ctsar__version_launch x = launch_of(&kernel, 0);
        bool fresh;
        ctsar__family *learned;
        const ctsar__version_settings settings = {0};
        const ctsar__version_unit on = {.exact = true, .name = "model", .settings = &settings};
        assert_int_equal(ctsar__versions_find(&model, &kernel, &on, &learned, &fresh), CTSAR_OK);
        if (together)
            ctsar__versions_learn_with(x.family, learned, 2);
        (void)ctsar__error(CTSAR_EDEVICE, "it fails");
        assert_int_equal(ctsar__versions_drop(x.family, 1), CTSAR_OK);
        least[0] = N + 1; /* a is left, but not for this range */
        assert_int_equal(ctsar__version_launch_next(&x), CTSAR_ENODEV);
        assert_int_equal(x.family->learner->v[2].tries[ctsar__class_of(N)] > 0, !together);
        teardown(NULL);
        ctsar__versions_free(&model);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_version_is_verified_once_on_few_iterations),
        TEST(what_is_not_divided_is_verified_on_all_of_it),
        TEST(a_version_that_differs_leaves_the_first_one_s_results),
        TEST(the_next_one_follows_what_cannot_be_launched),
        TEST(a_reference_that_cannot_be_launched_verifies_nothing),
        TEST(what_has_been_verified_is_used_without_the_reference),
        TEST(versions_with_guards_before_the_reference_are_trusted),
        TEST(where_guards_exclude_all_they_are_named),
        TEST(a_unit_that_fails_leaves_no_trial_under_way),
        TEST(guards_are_asked_of_the_part_that_is_executed),
        TEST(what_is_verified_while_the_reference_is_dropped_is_used),
        TEST(who_verifies_wants_more_than_a_few_iterations),
        TEST(what_nobody_here_can_verify_costs_the_model_no_trial),
    };
    return cmocka_run_group_tests_name("launches of families", tests, NULL, NULL);
}
