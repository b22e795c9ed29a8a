/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What holds for every policy, now and later: walks the registry. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

#include "machine.h"

#define FOR_EVERY_POLICY(ops)                                                                      \
    for (const ctsar__sched_ops *const *at_ = ctsar__policies, *ops; (ops = *at_); at_++)

/* A pass like run_pass, which also marks each iteration that is executed. */
static void run_marking(ctsar__sched *s, const machine *m, long n, unsigned char *done)
{
    ctsar__split split = {0};
    bool more = true;
    memset(done, 0, (size_t)n);
    while (more) {
        assert_int_equal(ctsar__sched_split(s, n, m->team, &split), CTSAR_OK);
        for (int u = 0; u < ctsar__team_units(m->team); u++) {
            ctsar__range range = ctsar__split_range(&split, u);
            for (long i = range.lo; i < range.hi; i++)
                done[i]++;
            ctsar__sample sample = {
                .unit = u, .team = m->team, .range = range, .seconds = time_of(m, &split, u)};
            ctsar__sched_complete(s, &sample);
        }
        more = ctsar__sched_end(s, n, m->team);
    }
    ctsar__split_free(&split);
}

static void every_policy_executes_each_iteration_once(void **state)
{
    (void)state;
    enum { MOST = 3000 };
    static unsigned char done[MOST];
    FOR_EVERY_POLICY(ops)
    {
        rng r = {1};
        for (int round = 0; round < 200; round++) {
            machine m = draw_machine(&r, 100);
            ctsar__sched *s = make_policy(ops, &m);
            for (int pass = 0; pass < 6; pass++) {
                long n = rng_long(&r, 0, rng_unit(&r) < 0.3 ? 20 : MOST);
                run_marking(s, &m, n, done);
                for (long i = 0; i < n; i++)
                    assert_int_equal(done[i], 1);
            }
            ctsar__sched_destroy(s);
        }
    }
}

static void every_policy_gives_shares_that_sum_to_the_whole(void **state)
{
    (void)state;
    const long n[] = {0, 1, 2, 1000, 1000000007, 1000000000000, LONG_MAX};
    FOR_EVERY_POLICY(ops)
    {
        rng r = {2};
        for (int round = 0; round < 100; round++) {
            machine m = draw_machine(&r, 100);
            ctsar__sched *s = make_policy(ops, &m);
            ctsar__split split = {0};
            for (int i = 0; i < 7; i++)
                run_pass(s, &m, n[i], &split); /* checks each split */
            ctsar__split_free(&split);
            ctsar__sched_destroy(s);
        }
    }
}

static void every_policy_splits_as_a_pure_function(void **state)
{
    (void)state;
    FOR_EVERY_POLICY(ops)
    {
        rng r = {3};
        for (int round = 0; round < 100; round++) {
            machine m = draw_machine(&r, 10);
            ctsar__sched *s = make_policy(ops, &m);
            ctsar__split first = {0}, other = {0}, again = {0};
            for (int pass = 0; pass < 4; pass++) {
                long n = (long)rng_log(&r, 1, 1e6);
                ctsar__team team = {m.team.cores + (int)rng_long(&r, 0, 3), m.team.accs};
                ctsar__sched_stats stats = s->stats;
                assert_int_equal(ctsar__sched_split(s, n, m.team, &first), CTSAR_OK);
                assert_int_equal(ctsar__sched_split(s, n / 2, team, &other), CTSAR_OK);
                assert_int_equal(ctsar__sched_split(s, n, m.team, &again), CTSAR_OK);
                assert_same_split(&first, &again);
                assert_memory_equal(&stats, &s->stats, sizeof stats);
                run_pass(s, &m, rng_unit(&r) < 0.5 ? n : n * 2, &other);
            }
            ctsar__split_free(&first);
            ctsar__split_free(&other);
            ctsar__split_free(&again);
            ctsar__sched_destroy(s);
        }
    }
}

typedef struct split_call {
    const ctsar__sched *s;
    ctsar__team team;
    ctsar__split out;
    int status;
} split_call;

static void *split_in_thread(void *arg)
{
    split_call *c = arg;
    for (int i = 0; i < 100 && !c->status; i++)
        c->status = ctsar__sched_split(c->s, 12345 + i, c->team, &c->out);
    return NULL;
}

static void every_policy_splits_alike_in_all_threads(void **state)
{
    (void)state;
    FOR_EVERY_POLICY(ops)
    {
        rng r = {4};
        machine m = draw_machine(&r, 10);
        ctsar__sched *s = make_policy(ops, &m);
        ctsar__split split = {0};
        run_pass(s, &m, 12345, &split);
        split_call call[4];
        pthread_t thread[4];
        for (int i = 0; i < 4; i++) {
            call[i] = (split_call){.s = s, .team = {m.team.cores + 90, m.team.accs}};
            assert_int_equal(pthread_create(&thread[i], NULL, split_in_thread, &call[i]), 0);
        }
        for (int i = 0; i < 4; i++) {
            assert_int_equal(pthread_join(thread[i], NULL), 0);
            assert_int_equal(call[i].status, CTSAR_OK);
            assert_null(ctsar__split_check(&call[i].out, 0, 12345 + 99));
            assert_same_split(&call[i].out, &call[0].out);
        }
        for (int i = 0; i < 4; i++)
            ctsar__split_free(&call[i].out);
        ctsar__split_free(&split);
        ctsar__sched_destroy(s);
    }
}

static void every_policy_follows_a_team_that_grows_and_shrinks(void **state)
{
    (void)state;
    FOR_EVERY_POLICY(ops)
    {
        rng r = {5};
        for (int round = 0; round < 200; round++) {
            machine all = draw_machine(&r, 10), m;
            ctsar__sched *s = make_policy(ops, &all);
            ctsar__split split = {0};
            for (int pass = 0; pass < 10; pass++) {
                int least = all.team.accs ? 0 : 1; /* of cores */
                m = all;
                m.team.cores = (int)rng_long(&r, least, all.team.cores);
                for (int a = 0; a < all.team.accs; a++) {
                    m.p[m.team.cores + a] = all.p[all.team.cores + a];
                    m.o[m.team.cores + a] = all.o[all.team.cores + a];
                }
                run_pass(s, &m, (long)rng_log(&r, 1, 1e6), &split);
            }
            ctsar__split_free(&split);
            ctsar__sched_destroy(s);
        }
    }
}

/* Samples that no clock should give; the splits after them must still cover all. */
static void every_policy_survives_absurd_samples(void **state)
{
    (void)state;
    const double absurd[] = {0, -0.0, NAN, INFINITY, -1, DBL_TRUE_MIN, DBL_MAX, 1e9, 1e-9};
    enum { KINDS = sizeof absurd / sizeof *absurd };
    FOR_EVERY_POLICY(ops)
    {
        rng r = {6};
        for (int round = 0; round < 300; round++) {
            machine m = draw_machine(&r, 100);
            ctsar__sched *s = make_policy(ops, &m);
            ctsar__split split = {0};
            long n = (long)rng_log(&r, 1, 1e9);
            for (int pass = 0; pass < 8; pass++) {
                assert_int_equal(ctsar__sched_split(s, n, m.team, &split), CTSAR_OK);
                for (int u = 0; u < ctsar__team_units(m.team); u++) {
                    ctsar__sample sample = {.unit = u,
                                            .team = m.team,
                                            .range = ctsar__split_range(&split, u),
                                            .seconds = absurd[rng_long(&r, 0, KINDS - 1)],
                                            .fixed = absurd[rng_long(&r, 0, KINDS - 1)]};
                    ctsar__sched_complete(s, &sample);
                }
                ctsar__sched_end(s, n, m.team);
                assert_int_equal(ctsar__sched_split(s, n, m.team, &split), CTSAR_OK);
                assert_null(ctsar__split_check(&split, 0, n));
                assert_int_equal(ctsar__sched_split(s, n / 3, m.team, &split), CTSAR_OK);
                assert_null(ctsar__split_check(&split, 0, n / 3));
            }
            ctsar__split_free(&split);
            ctsar__sched_destroy(s);
        }
    }
}

static void every_policy_refuses_what_is_no_team(void **state)
{
    (void)state;
    const double time[] = {1, 1}, overhead[] = {0, 0};
    const ctsar__sched_env env = {.accs = 1, .time = time, .overhead = overhead};
    FOR_EVERY_POLICY(ops)
    {
        ctsar__sched *s;
        ctsar__split split = {0};
        assert_int_equal(ctsar__sched_create(ops, &env, &s), CTSAR_OK);
        assert_int_equal(ctsar__sched_split(s, 5, (ctsar__team){2, 2}, &split), CTSAR_EINVAL);
        assert_int_equal(ctsar__sched_split(s, 5, (ctsar__team){-1, 1}, &split), CTSAR_EINVAL);
        assert_int_equal(ctsar__sched_split(s, -1, (ctsar__team){1, 1}, &split), CTSAR_EINVAL);
        assert_int_equal(ctsar__sched_split(s, 5, (ctsar__team){0, 1}, &split), CTSAR_OK);
        ctsar__split_free(&split);
        ctsar__sched_destroy(s);
    }
}

static void every_policy_refuses_default_times_that_are_none(void **state)
{
    (void)state;
    const double bad_time[] = {0, -1, NAN, INFINITY}, bad_overhead[] = {-1, NAN, INFINITY};
    FOR_EVERY_POLICY(ops)
    {
        ctsar__sched *s;
        double time[] = {1, 1}, overhead[] = {0, 0};
        const ctsar__sched_env env = {.accs = 1, .time = time, .overhead = overhead};
        for (int i = 0; i < 4; i++) {
            time[i % 2] = bad_time[i];
            assert_int_equal(ctsar__sched_create(ops, &env, &s), CTSAR_EINVAL);
            assert_null(s);
            time[i % 2] = 1;
        }
        for (int i = 0; i < 3; i++) {
            overhead[i % 2] = bad_overhead[i];
            assert_int_equal(ctsar__sched_create(ops, &env, &s), CTSAR_EINVAL);
            assert_null(s);
            overhead[i % 2] = 0;
        }
    }
}

static void every_policy_is_found_by_number_and_by_name(void **state)
{
    (void)state;
    assert_ptr_equal(ctsar__policy(CTSAR_POLICY_DEFAULT), ctsar__policies[0]);
    assert_ptr_equal(ctsar__policy(CTSAR_ADAPTIVE), &ctsar__sched_adaptive);
    assert_ptr_equal(ctsar__policy(CTSAR_STATIC), &ctsar__sched_static);
    assert_null(ctsar__policy(-1));
    assert_null(ctsar__policy(1000));
    assert_null(ctsar__policy_named("adaptiv"));
    assert_null(ctsar__policy_named(""));
    FOR_EVERY_POLICY(ops)
    {
        assert_ptr_equal(ctsar__policy(ops->policy), ops);
        assert_ptr_equal(ctsar__policy_named(ops->name), ops);
        assert_non_null(strstr(ctsar__policy_names(), ops->name));
        assert_true(ops->help && *ops->help);
    }
}

static void a_table_without_its_required_functions_is_refused(void **state)
{
    (void)state;
    const double time[] = {1}, overhead[] = {0};
    const ctsar__sched_env env = {.time = time, .overhead = overhead};
    const ctsar__sched_ops good = *ctsar__policies[0];
    ctsar__sched_ops bad[] = {good, good, good};
    ctsar__sched *s;
    bad[0].split = NULL;
    bad[1].name = NULL;
    bad[2].size = sizeof(ctsar__sched) - 1;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ctsar__sched_create(&bad[i], &env, &s), CTSAR_EINVAL);
        assert_null(s);
    }
    assert_int_equal(ctsar__sched_create(NULL, &env, &s), CTSAR_EINVAL);
    assert_null(s);
}

static int give_all_to_the_first(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out)
{
    (void)s;
    out->bound[0] = 0;
    for (int u = 0; u < ctsar__team_units(team); u++)
        out->bound[u + 1] = n;
    return CTSAR_OK;
}

static void a_table_needs_no_optional_function(void **state)
{
    (void)state;
    const ctsar__sched_ops ops = {
        .name = "first", .size = sizeof(ctsar__sched), .split = give_all_to_the_first};
    rng r = {7};
    machine m = draw_machine(&r, 10);
    ctsar__sched *s = make_policy(&ops, &m);
    ctsar__split split = {0};
    run_pass(s, &m, 100, &split);
    assert_int_equal(split.bound[1], 100);
    ctsar__split_free(&split);
    ctsar__sched_destroy(s);
    ctsar__sched_destroy(NULL);
}

static void split_check_says_what_is_wrong(void **state)
{
    (void)state;
    long bound[] = {0, 3, 5};
    ctsar__split split = {.n = 5, .team = {1, 1}, .bound = bound, .room = 3};
    assert_null(ctsar__split_check(&split, 0, 5));
    assert_non_null(ctsar__split_check(&split, 1, 5));
    assert_non_null(ctsar__split_check(&split, 0, 6));
    bound[1] = 6;
    assert_non_null(ctsar__split_check(&split, 0, 5));
    bound[1] = -1;
    assert_non_null(ctsar__split_check(&split, 0, 5));
    bound[1] = 3;
    split.team.accs = 2;
    assert_non_null(ctsar__split_check(&split, 0, 5));
    split.bound = NULL;
    assert_non_null(ctsar__split_check(&split, 0, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_policy_executes_each_iteration_once),
        cmocka_unit_test(every_policy_gives_shares_that_sum_to_the_whole),
        cmocka_unit_test(every_policy_splits_as_a_pure_function),
        cmocka_unit_test(every_policy_splits_alike_in_all_threads),
        cmocka_unit_test(every_policy_follows_a_team_that_grows_and_shrinks),
        cmocka_unit_test(every_policy_survives_absurd_samples),
        cmocka_unit_test(every_policy_refuses_what_is_no_team),
        cmocka_unit_test(every_policy_refuses_default_times_that_are_none),
        cmocka_unit_test(every_policy_is_found_by_number_and_by_name),
        cmocka_unit_test(a_table_without_its_required_functions_is_refused),
        cmocka_unit_test(a_table_needs_no_optional_function),
        cmocka_unit_test(split_check_says_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
