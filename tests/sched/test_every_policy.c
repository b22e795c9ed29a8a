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
#include "support/environment.h"

/* ---- A policy that the registry has not: all that one takes is its table ------------------- */

typedef struct turns_sched {
    ctsar__sched base;
    ctsar__team team;
    long next, n;
} turns_sched;

/* Every other pass each unit gets its part of the iterations; the others hand them out singly. */
static int turns_split(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out)
{
    (void)s;
    int units = ctsar__team_units(team);
    for (int u = 0; u <= units; u++)
        out->boundary[u] = n / units * u + n % units * u / units;
    return CTSAR_OK;
}

static int turns_begin(ctsar__sched *s, long n, ctsar__team team)
{
    turns_sched *me = (turns_sched *)s;
    me->team = team;
    me->next = 0;
    me->n = n;
    return CTSAR_OK;
}

static bool turns_assign(ctsar__sched *s, int unit, double now, ctsar__range *range)
{
    turns_sched *me = (turns_sched *)s;
    (void)unit, (void)now;
    *range = (ctsar__range){me->next, me->next + (me->next < me->n)};
    me->next = range->hi;
    return ctsar__range_len(*range) > 0;
}

static bool turns_end(ctsar__sched *s, long n, ctsar__team team)
{
    (void)n, (void)team;
    s->mode = s->mode == CTSAR__SPLIT ? CTSAR__QUEUE : CTSAR__SPLIT;
    return false;
}

static const ctsar__sched_ops turns = {
    .policy = (ctsar_policy)999,
    .name = "turns",
    .size = sizeof(turns_sched),
    .split = turns_split,
    .begin = turns_begin,
    .assign = turns_assign,
    .end = turns_end,
};

/* The policies of the registry, then that one, then NULL. */
static const ctsar__sched_ops *policy_at(int i)
{
    int registered = 0;
    while (ctsar__policies[registered])
        registered++;
    return i < registered ? ctsar__policies[i] : i == registered ? &turns : NULL;
}

#define FOR_EVERY_POLICY(ops)                                                                      \
    for (int at_ = 0; policy_at(at_); at_++)                                                       \
        for (const ctsar__sched_ops *ops = policy_at(at_); ops; ops = NULL)

/* ---- What holds -------------------------------------------------------------------------- */

enum { MOST = 3000 };
static unsigned char done[MOST];

static long draw_n(random_state *r)
{
    return random_long(r, 0, random_unit(r) < 0.3 ? 20 : MOST);
}

static void every_policy_executes_each_iteration_once(void **state)
{
    (void)state;
    FOR_EVERY_POLICY(ops)
    {
        random_state r = {1};
        for (int repeat = 0; repeat < rounds_of(30); repeat++) {
            machine m = draw_machine(&r, 100);
            ctsar__sched *s = make_policy(ops, &m);
            for (int pass = 0; pass < 15; pass++)
                assert_true(play_pass(s, &m, draw_n(&r), NULL, NULL, done).covered);
            ctsar__sched_destroy(s);
        }
    }
}

/* Threads leave a pass of one round in which no accelerator takes part before it is over. */
static void every_policy_keeps_its_word(void **state)
{
    long kept = 0;
    (void)state;
    FOR_EVERY_POLICY(ops)
    {
        random_state r = {10};
        for (int repeat = 0; repeat < rounds_of(30); repeat++) {
            machine m = draw_machine(&r, 100);
            m.guessed = repeat % 2;
            ctsar__sched *s = make_policy(ops, &m);
            for (int pass = 0; pass < 15; pass++) {
                kept += s->one_round;
                assert_true(play_pass(s, &m, draw_n(&r), NULL, NULL, done).as_said);
            }
            ctsar__sched_destroy(s);
        }
    }
    assert_true(kept > 0);
}

static void every_policy_gives_shares_that_sum_to_the_whole(void **state)
{
    (void)state;
    const long n[] = {0, 1, 2, 1000, 1000000007, 1000000000000, LONG_MAX};
    FOR_EVERY_POLICY(ops)
    {
        random_state r = {2};
        for (int repeat = 0; repeat < rounds_of(30); repeat++) {
            machine m = draw_machine(&r, 100);
            ctsar__sched *s = make_policy(ops, &m);
            for (int i = 0; i < 7; i++)
                if (ops != &turns || n[i] <= 1000)
                    assert_true(play_pass(s, &m, n[i], NULL, NULL, NULL).covered);
            ctsar__sched_destroy(s);
        }
    }
}

static void every_policy_splits_as_a_pure_function(void **state)
{
    (void)state;
    FOR_EVERY_POLICY(ops)
    {
        if (!ops->split)
            continue;
        random_state r = {3};
        for (int repeat = 0; repeat < rounds_of(30); repeat++) {
            machine m = draw_machine(&r, 10);
            ctsar__sched *s = make_policy(ops, &m);
            ctsar__split first = {0}, other = {0}, again = {0};
            for (int pass = 0; pass < 4; pass++) {
                long n = (long)random_log(&r, 1, 1e4);
                ctsar__team team = {m.team.cores + (int)random_long(&r, 0, 3), m.team.accs};
                ctsar__sched_stats stats = s->stats;
                assert_int_equal(ctsar__sched_split(s, n, m.team, &first), CTSAR_OK);
                assert_int_equal(ctsar__sched_split(s, n / 2, team, &other), CTSAR_OK);
                assert_int_equal(ctsar__sched_split(s, n, m.team, &again), CTSAR_OK);
                assert_same_split(&first, &again);
                assert_memory_equal(&stats, &s->stats, sizeof stats);
                play_pass(s, &m, random_unit(&r) < 0.5 ? n : n * 2, NULL, NULL, NULL);
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
        if (!ops->split)
            continue;
        random_state r = {4};
        machine m = draw_machine(&r, 10);
        ctsar__sched *s = make_policy(ops, &m);
        play_pass(s, &m, 12345, NULL, NULL, NULL);
        split_call call[4];
        pthread_t thread[4];
        for (int i = 0; i < 4; i++) {
            call[i] = (split_call){.s = s, .team = {m.team.cores + 90, m.team.accs}};
            assert_int_equal(pthread_create(&thread[i], NULL, split_in_thread, &call[i]), 0);
        }
        for (int i = 0; i < 4; i++) {
            assert_int_equal(pthread_join(thread[i], NULL), 0);
            assert_int_equal(call[i].status, CTSAR_OK);
            assert_null(ctsar__split_check(&call[i].out, call[i].out.boundary[0],
                                           call[i].out.boundary[m.team.cores + 90 + m.team.accs]));
            assert_same_split(&call[i].out, &call[0].out);
        }
        for (int i = 0; i < 4; i++)
            ctsar__split_free(&call[i].out);
        ctsar__sched_destroy(s);
    }
}

static void every_policy_follows_a_team_that_grows_and_shrinks(void **state)
{
    (void)state;
    FOR_EVERY_POLICY(ops)
    {
        random_state r = {5};
        for (int repeat = 0; repeat < rounds_of(60); repeat++) {
            machine all = draw_machine(&r, 10), m;
            ctsar__sched *s = make_policy(ops, &all);
            for (int pass = 0; pass < 10; pass++) {
                int least = all.team.accs ? 0 : 1; /* of cores */
                m = all;
                m.team.cores = (int)random_long(&r, least, all.team.cores);
                for (int a = 0; a < all.team.accs; a++) {
                    m.p[m.team.cores + a] = all.p[all.team.cores + a];
                    m.o[m.team.cores + a] = all.o[all.team.cores + a];
                }
                assert_true(play_pass(s, &m, draw_n(&r), NULL, NULL, done).covered);
            }
            ctsar__sched_destroy(s);
        }
    }
}

/* Samples that no clock should give. */
static double absurd(const machine *m, int unit, ctsar__range range, random_state *r)
{
    const double said[] = {0, -0.0, NAN, INFINITY, -1, DBL_TRUE_MIN, DBL_MAX, 1e9, 1e-9};
    (void)m, (void)unit, (void)range;
    return said[random_long(r, 0, sizeof said / sizeof *said - 1)];
}

static void every_policy_survives_absurd_samples(void **state)
{
    (void)state;
    FOR_EVERY_POLICY(ops)
    {
        random_state r = {6};
        for (int repeat = 0; repeat < rounds_of(30); repeat++) {
            machine m = draw_machine(&r, 100);
            ctsar__sched *s = make_policy(ops, &m);
            long n = draw_n(&r);
            for (int pass = 0; pass < 20; pass++)
                assert_true(
                    play_pass(s, &m, random_unit(&r) < 0.3 ? n / 3 : n, absurd, &r, done).covered);
            ctsar__sched_destroy(s);
        }
    }
}

/* Unit 0 says that it takes no time, unit 1 that its time is no number; the last one really takes
 * 1e9 times as long. */
static double extreme(const machine *m, int unit, ctsar__range range, random_state *r)
{
    (void)r;
    double seconds = m->o[unit] + m->p[unit] * (double)ctsar__range_len(range);
    return unit == 0 ? 0 : unit == 1 ? NAN : seconds;
}

static void every_policy_ends_its_passes_with_extreme_units(void **state)
{
    (void)state;
    FOR_EVERY_POLICY(ops)
    {
        random_state r = {8};
        for (int repeat = 0; repeat < rounds_of(20); repeat++) {
            machine m = draw_machine(&r, 10);
            m.p[ctsar__team_units(m.team) - 1] *= 1e9;
            ctsar__sched *s = make_policy(ops, &m);
            for (int pass = 0; pass < 20; pass++)
                assert_true(play_pass(s, &m, MOST, extreme, &r, done).covered);
            ctsar__sched_destroy(s);
        }
    }
}

/* Of units that are alike none may go without iterations, but for a pass in which the cores are
 * alone so that it shows what accelerators gain. */
static void every_policy_starves_nobody(void **state)
{
    (void)state;
    FOR_EVERY_POLICY(ops)
    {
        random_state r = {9};
        for (int repeat = 0; repeat < rounds_of(20); repeat++) {
            machine m = draw_machine(&r, 1);
            for (int u = 0; u < ctsar__team_units(m.team); u++) {
                m.p[u] = random_log(&r, 0.8e-3, 1.2e-3);
                m.o[u] = 0;
            }
            for (int a = 0; a <= m.team.accs; a++) {
                m.time[a] = 1e-3;
                m.overhead[a] = 0;
            }
            ctsar__sched *s = make_policy(ops, &m);
            int alone = 0;
            for (int pass = 0; pass < 10; pass++) {
                played t = play_pass(s, &m, MOST, NULL, NULL, done);
                bool compared = m.team.accs > 0 && t.share[m.team.cores] == 0;
                alone += compared;
                for (int u = 0; u < (compared ? m.team.cores : ctsar__team_units(m.team)); u++)
                    assert_true(t.share[u] > MOST / ctsar__team_units(m.team) / 4);
            }
            assert_true(alone <= 1);
            ctsar__sched_destroy(s);
        }
    }
}

/* Hands out a pass to units one after the other; how many iterations. */
static long hand_out(ctsar__sched *s, long n, ctsar__team team)
{
    long got = 0;
    ctsar__range range;
    assert_int_equal(ctsar__sched_begin(s, n, team), CTSAR_OK);
    if (s->shared_piece > 0) /* the caller does it */
        return n;
    for (int u = 0; u < ctsar__team_units(team); u++)
        while (ctsar__sched_assign(s, u, 0, &range))
            got += ctsar__range_len(range);
    return got;
}

/* Units that have gone are asked when nobody is left, so that nothing stays in the queue. */
static void every_policy_gives_all_away_when_all_units_have_gone(void **state)
{
    (void)state;
    bool gone[MOST_ACCS];
    long most[MOST_ACCS];
    for (int a = 0; a < MOST_ACCS; a++) {
        gone[a] = true;
        most[a] = LONG_MAX;
    }
    const ctsar__absent absent = {.version = 1, .acc = gone, .most = most};
    FOR_EVERY_POLICY(ops)
    {
        random_state r = {10};
        for (int repeat = 0; repeat < rounds_of(20); repeat++) {
            machine m = draw_machine(&r, 10);
            m.team = (ctsar__team){.accs = (int)random_long(&r, 1, MOST_ACCS)};
            for (int a = 0; a <= m.team.accs; a++)
                m.time[a] = m.overhead[a] = 1e-3;
            const ctsar__sched_env env = {.accs = m.team.accs,
                                          .time = m.time,
                                          .overhead = m.overhead,
                                          .backoff =
                                              repeat % 2 ? CTSAR_BACKOFF_FILL : CTSAR_BACKOFF_NEVER,
                                          .exact = true,
                                          .absent = &absent};
            ctsar__sched *s;
            long n = draw_n(&r);
            assert_int_equal(ctsar__sched_create(ops, &env, &s), CTSAR_OK);
            if (s->mode == CTSAR__QUEUE)
                assert_int_equal(hand_out(s, n, m.team), n);
            ctsar__sched_destroy(s);
        }
    }
}

/* Iterations that a unit gets while it asks, at most `ranges` times; a core ends each range. */
static long ask(ctsar__sched *s, const machine *m, int unit, long ranges)
{
    long got = 0;
    double now = 0;
    ctsar__range range;
    while (ranges-- > 0 && ctsar__sched_assign(s, unit, now, &range)) {
        double seconds = m->o[unit] + m->p[unit] * (double)ctsar__range_len(range);
        got += ctsar__range_len(range);
        now += seconds;
        if (unit < m->team.cores)
            ctsar__sched_complete(
                s,
                &(ctsar__sample){
                    .unit = unit, .team = m->team, .range = range, .seconds = seconds, .end = now});
    }
    return got;
}

/* Accelerators have two ranges each in flight when they fail.  The cores leave what they count on
 * them for, and the engine asks in their names when the round is over.  False: the engine hands out
 * what is left without the policy. */
static bool leave_and_give_away(ctsar__sched *s, const machine *m)
{
    int cores = m->team.cores, units = ctsar__team_units(m->team);
    long got = 0;
    assert_int_equal(ctsar__sched_begin(s, MOST, m->team), CTSAR_OK);
    if (s->shared_piece > 0)
        return false;
    for (int u = cores; u < units; u++)
        got += ask(s, m, u, 2);
    for (int u = 0; u < cores; u++)
        got += ask(s, m, u, LONG_MAX);
    s->alone = true;
    for (int u = cores; u < units; u++)
        got += ask(s, m, u, LONG_MAX);
    s->alone = false;
    assert_int_equal(got, MOST);
    return true;
}

/* An accelerator that waits for the pass to last long enough does not when it is asked alone. */
static void auto_gives_all_to_an_accelerator_that_was_never_tried(void **state)
{
    (void)state;
    const machine m = {.team = {1, 1},
                       .p = {1e-6, 1e-6},
                       .o = {0, 1e-3},
                       .time = {1e-6, 1e-6},
                       .overhead = {1e-3, 0},
                       .guessed = true};
    ctsar__sched *s = make_policy(&ctsar__policy_auto, &m);
    ctsar__range range;
    assert_int_equal(ctsar__sched_begin(s, MOST, m.team), CTSAR_OK);
    long got = ask(s, &m, 0, 1);
    assert_false(ctsar__sched_assign(s, 1, 0, &range));
    s->alone = true;
    got += ask(s, &m, 1, LONG_MAX);
    assert_int_equal(got, MOST);
    ctsar__sched_destroy(s);
}

static void every_policy_gives_away_what_failing_accelerators_leave(void **state)
{
    (void)state;
    int asked = 0;
    FOR_EVERY_POLICY(ops)
    {
        random_state r = {9411865393065820285u}; /* a machine on which that is one iteration */
        for (int repeat = 0; repeat < rounds_of(60); repeat++) {
            machine m = draw_machine(&r, 10);
            ctsar__sched *s = make_policy(ops, &m);
            for (int pass = 0; pass < repeat % 4; pass++)
                play_pass(s, &m, MOST, NULL, NULL, done);
            if (s->mode == CTSAR__QUEUE && m.team.accs > 0)
                asked += leave_and_give_away(s, &m);
            ctsar__sched_destroy(s);
        }
    }
    assert_true(asked > 20);
}

static double half_work(const void *data, long lo, long hi)
{
    (void)data;
    return (double)(hi - lo) / 2;
}

static double no_work(const void *data, long lo, long hi)
{
    (void)data, (void)lo, (void)hi;
    return 0;
}

static void every_policy_takes_all_that_the_user_may_state(void **state)
{
    (void)state;
    FOR_EVERY_POLICY(ops)
    {
        random_state r = {10};
        for (int repeat = 0; repeat < rounds_of(30); repeat++) {
            machine m = draw_machine(&r, 10);
            ctsar__sched *s;
            const ctsar__sched_env env = {
                .accs = m.team.accs,
                .time = m.time,
                .overhead = m.overhead,
                .div = (int)random_long(&r, 0, 50),
                .chunk = random_unit(&r) < 0.5 ? 0 : random_long(&r, 1, 2 * MOST),
                .has_ratio = random_unit(&r) < 0.5,
                .ratio = random_unit(&r) < 0.2   ? 0
                         : random_unit(&r) < 0.2 ? 1
                                                 : random_unit(&r),
                .cost.work = random_unit(&r) < 0.5   ? NULL
                             : random_unit(&r) < 0.3 ? no_work
                                                     : half_work,
                .backoff = (ctsar_backoff)random_long(&r, 0, 2),
                .backoff_passes = (int)random_long(&r, 0, 3),
                .fractions = random_unit(&r) < 0.3};
            assert_int_equal(ctsar__sched_create(ops, &env, &s), CTSAR_OK);
            for (int pass = 0; pass < 12; pass++)
                assert_true(play_pass(s, &m, draw_n(&r), NULL, NULL, done).covered);
            ctsar__sched_destroy(s);
        }
    }
}

/* Whichever call the next round begins with. */
static int state_team(ctsar__sched *s, long n, ctsar__team team)
{
    if (s->mode == CTSAR__QUEUE)
        return ctsar__sched_begin(s, n, team);
    ctsar__split split = {0};
    int status = ctsar__sched_split(s, n, team, &split);
    ctsar__split_free(&split);
    return status;
}

static void every_policy_refuses_what_is_no_team(void **state)
{
    (void)state;
    const double time[] = {1, 1}, overhead[] = {0, 0};
    const ctsar__sched_env env = {.accs = 1, .time = time, .overhead = overhead};
    FOR_EVERY_POLICY(ops)
    {
        ctsar__sched *s;
        assert_int_equal(ctsar__sched_create(ops, &env, &s), CTSAR_OK);
        assert_int_equal(state_team(s, 5, (ctsar__team){2, 2}), CTSAR_EINVAL);
        assert_int_equal(state_team(s, 5, (ctsar__team){-1, 1}), CTSAR_EINVAL);
        assert_int_equal(state_team(s, -1, (ctsar__team){1, 1}), CTSAR_EINVAL);
        assert_int_equal(state_team(s, 5, (ctsar__team){0, 1}), CTSAR_OK);
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
    assert_ptr_equal(ctsar__policy(CTSAR_ADAPTIVE), &ctsar__policy_adaptive);
    assert_ptr_equal(ctsar__policy(CTSAR_STATIC), &ctsar__policy_static);
    assert_null(ctsar__policy(-1));
    assert_null(ctsar__policy(1000));
    assert_null(ctsar__policy_named("adaptiv"));
    assert_null(ctsar__policy_named(""));
    FOR_EVERY_POLICY(ops)
    {
        if (ops == &turns)
            continue;
        assert_ptr_equal(ctsar__policy(ops->policy), ops);
        assert_ptr_equal(ctsar__policy_named(ops->name), ops);
        assert_non_null(strstr(ctsar__policy_names(), ops->name));
    }
}

static void every_policy_is_called_as_in_the_list(void **state)
{
    (void)state;
    static const struct {
        ctsar_policy policy;
        const char *name, *what;
    } list[] = {
#define ROW(constant, name, number, what) {constant, #name, what},
        CTSAR_POLICY_LIST(ROW)
#undef ROW
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i) {
        assert_non_null(ctsar__policies[i]);
        assert_int_equal(ctsar__policies[i]->policy, list[i].policy);
        assert_string_equal(ctsar__policies[i]->name, list[i].name);
        assert_true(*list[i].what);
    }
    assert_null(ctsar__policies[sizeof list / sizeof *list]);
}

static void a_table_without_its_required_functions_is_refused(void **state)
{
    (void)state;
    const double time[] = {1}, overhead[] = {0};
    const ctsar__sched_env env = {.time = time, .overhead = overhead};
    const ctsar__sched_ops good = ctsar__policy_adaptive;
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
    out->boundary[0] = 0;
    for (int u = 0; u < ctsar__team_units(team); u++)
        out->boundary[u + 1] = n;
    return CTSAR_OK;
}

static void a_table_needs_no_optional_function(void **state)
{
    (void)state;
    const ctsar__sched_ops ops = {
        .name = "first", .size = sizeof(ctsar__sched), .split = give_all_to_the_first};
    random_state r = {7};
    machine m = draw_machine(&r, 10);
    ctsar__sched *s = make_policy(&ops, &m);
    ctsar__split split = {0};
    run_pass(s, &m, 100, &split);
    assert_int_equal(split.boundary[1], 100);
    ctsar__split_free(&split);
    ctsar__sched_destroy(s);
    ctsar__sched_destroy(NULL);
}

static void split_check_says_what_is_wrong(void **state)
{
    (void)state;
    long boundary[] = {0, 3, 5};
    ctsar__split split = {.n = 5, .team = {1, 1}, .boundary = boundary, .room = 3};
    assert_null(ctsar__split_check(&split, 0, 5));
    assert_non_null(ctsar__split_check(&split, 1, 5));
    assert_non_null(ctsar__split_check(&split, 0, 6));
    boundary[1] = 6;
    assert_non_null(ctsar__split_check(&split, 0, 5));
    boundary[1] = -1;
    assert_non_null(ctsar__split_check(&split, 0, 5));
    boundary[1] = 3;
    split.team.accs = 2;
    assert_non_null(ctsar__split_check(&split, 0, 5));
    split.boundary = NULL;
    assert_non_null(ctsar__split_check(&split, 0, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_policy_executes_each_iteration_once),
        cmocka_unit_test(every_policy_keeps_its_word),
        cmocka_unit_test(every_policy_gives_shares_that_sum_to_the_whole),
        cmocka_unit_test(every_policy_splits_as_a_pure_function),
        cmocka_unit_test(every_policy_splits_alike_in_all_threads),
        cmocka_unit_test(every_policy_follows_a_team_that_grows_and_shrinks),
        cmocka_unit_test(every_policy_survives_absurd_samples),
        cmocka_unit_test(every_policy_ends_its_passes_with_extreme_units),
        cmocka_unit_test(every_policy_starves_nobody),
        cmocka_unit_test(every_policy_gives_all_away_when_all_units_have_gone),
        cmocka_unit_test(every_policy_gives_away_what_failing_accelerators_leave),
        cmocka_unit_test(auto_gives_all_to_an_accelerator_that_was_never_tried),
        cmocka_unit_test(every_policy_takes_all_that_the_user_may_state),
        cmocka_unit_test(every_policy_refuses_what_is_no_team),
        cmocka_unit_test(every_policy_refuses_default_times_that_are_none),
        cmocka_unit_test(every_policy_is_found_by_number_and_by_name),
        cmocka_unit_test(every_policy_is_called_as_in_the_list),
        cmocka_unit_test(a_table_without_its_required_functions_is_refused),
        cmocka_unit_test(a_table_needs_no_optional_function),
        cmocka_unit_test(split_check_says_what_is_wrong),
    };
    if (THREADS_WATCHED) /* one thread is all that the others have */
        cmocka_set_test_filter("*_in_all_threads");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
