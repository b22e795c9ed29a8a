/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Families of units of one model, which learn together: what becomes of a version that some of
 * them, or all, do not use any more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "observe/history_versions.h"

enum { UNITS = 3, WORK = 1000 };

static void nothing(const ctsar_call *call)
{
    (void)call;
}

static const ctsar_kernel a = {.name = "a", .host = nothing}, b = {.name = "b", .host = nothing};
static const ctsar_kernel *const ways[] = {&a, &b, NULL};
static const ctsar_kernel kernel = {.name = "family", .versions = ways};
static const ctsar__version_settings no_settings;

static ctsar__versions together, own[UNITS];
static ctsar__family *shared, *family[UNITS];

static ctsar__family *find(ctsar__versions *all, const char *name)
{
    const ctsar__version_unit unit = {
        .exact = true, .name = name, .model = "m", .settings = &no_settings};
    ctsar__family *f = NULL;
    bool fresh;
    assert_int_equal(ctsar__versions_find(all, &kernel, &unit, &f, &fresh), CTSAR_OK);
    return f;
}

static int setup(void **state)
{
    (void)state;
    shared = find(&together, "u0");
    for (int u = 0; u < UNITS; ++u) {
        char name[16];
        snprintf(name, sizeof name, "u%d", u);
        family[u] = find(&own[u], name);
        ctsar__versions_learn_with(family[u], shared, UNITS);
    }
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (int u = 0; u < UNITS; ++u)
        ctsar__versions_free(&own[u]);
    ctsar__versions_free(&together);
    return 0;
}

static void execute(int unit, int version, double seconds)
{
    ctsar__version_range range = {.work = WORK, .n = 1};
    const ctsar__version_choice choice = {.version = version, .n = 1};
    ctsar__versions_book(family[unit], &range, &choice, WORK, seconds);
}

static void drop(int unit, int version)
{
    (void)ctsar__error(CTSAR_EDEVICE, "it differs");
    assert_int_equal(ctsar__versions_drop(family[unit], version), CTSAR_OK);
}

static void a_version_is_out_for_the_model_when_no_unit_uses_it(void **state)
{
    (void)state;
    for (int u = 0; u < UNITS; ++u) {
        assert_false(shared->own.v[1].out);
        drop(u, 1);
        drop(u, 1); /* each of several that have it in hand may say so */
        assert_true(family[u]->out[1]);
    }
    assert_true(shared->own.v[1].out);
    assert_false(shared->own.v[0].out);
    /* So the one that is left is settled: there is nothing to be tried any more. */
    for (int i = 0; i < 2 * CTSAR__TRIALS; ++i)
        execute(0, 0, 1);
    assert_int_equal(ctsar__learner_settled(&shared->own, WORK), 0);
}

static int said[UNITS][2]; /* rates of each version, under each unit's name */

static void hear(void *to, int unit, const char *about, ctsar__measured what)
{
    (void)to, (void)what;
    said[unit][0] += strstr(about, "family/a ") != NULL;
    said[unit][1] += strstr(about, "family/b ") != NULL;
}

static void the_history_hears_of_a_version_from_units_that_use_it(void **state)
{
    (void)state;
    execute(0, 0, 2);
    execute(0, 1, 1);
    drop(1, 1);
    for (int u = 0; u < UNITS; ++u)
        ctsar__history_say_versions(&together, &own[u], u, hear, NULL);
    for (int u = 0; u < UNITS; ++u) {
        assert_int_equal(said[u][0], 1);
        assert_int_equal(said[u][1], u != 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_version_is_out_for_the_model_when_no_unit_uses_it, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(the_history_hears_of_a_version_from_units_that_use_it,
                                        setup, teardown),
    };
    return cmocka_run_group_tests_name("families", tests, NULL, NULL);
}
