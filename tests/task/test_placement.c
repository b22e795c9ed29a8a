/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which unit gets a task, as pure functions say; and which task goes first, under the virtual
 * clock. */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"
#include "task/model.h"
#include "task/place.h"
#include "task/ready.h"

/* ---- Pure ----------------------------------------------------------------------------------- */

static int choice(ctsar_placement how, const ctsar__candidate *unit, int units)
{
    return ctsar__placement((int)how)->choose(unit, units);
}

static ctsar__candidate candidate(double load, double seconds, double move)
{
    return (ctsar__candidate){.able = true,
                              .workers = 1,
                              .load = load,
                              .learned = {.seconds = seconds, .count = 10},
                              .move = move};
}

static void earliest_weighs_load_time_and_moves(void **state)
{
    (void)state;
    ctsar__candidate u[] = {candidate(5, 1, 0), candidate(0, 3, 1), candidate(0, 1, 4)};
    assert_int_equal(choice(CTSAR_EARLIEST, u, 3), 1);
    u[0].workers = 2; /* five seconds of work are half of that */
    assert_int_equal(choice(CTSAR_EARLIEST, u, 3), 0);
    u[0].able = false;
    assert_int_equal(choice(CTSAR_EARLIEST, u, 3), 1);
    u[2].learned = (ctsar__learned){0}; /* nothing is known: it has one to begin with, ... */
    assert_int_equal(choice(CTSAR_EARLIEST, u, 3), 2);
    u[2].learned.trying = CTSAR__TASK_TRIALS; /* ... and no more than some */
    assert_int_equal(choice(CTSAR_EARLIEST, u, 3), 1);
    u[1].able = false; /* but there is nobody else */
    assert_int_equal(choice(CTSAR_EARLIEST, u, 3), 2);
    assert_int_equal(choice(CTSAR_PLACEMENT_DEFAULT, u, 3), 2);
}

static void versioning_does_not_see_data(void **state)
{
    (void)state;
    ctsar__candidate u[] = {candidate(2, 1, 0), candidate(0, 2, 10)};
    assert_int_equal(choice(CTSAR_VERSIONING, u, 2), 1);
    u[0].learned.count = 1; /* each has had a few first */
    assert_int_equal(choice(CTSAR_VERSIONING, u, 2), 0);
}

static void affinity_goes_to_the_data(void **state)
{
    (void)state;
    ctsar__candidate u[] = {candidate(0, 1, 0), candidate(9, 1, 0), candidate(0, 1, 0)};
    u[1].there = 100;
    u[2].there = 99;
    assert_int_equal(choice(CTSAR_AFFINITY, u, 3), 1);
    u[2].there = 100;
    u[1].waiting = 1;
    assert_int_equal(choice(CTSAR_AFFINITY, u, 3), 2);
}

static void successor_stays_and_breadth_spreads(void **state)
{
    (void)state;
    ctsar__candidate u[] = {candidate(0, 1, 0), candidate(0, 1, 0), candidate(0, 1, 0)};
    u[0].waiting = 4;
    u[0].workers = 8;
    u[1].waiting = 1;
    u[2].waiting = 3;
    assert_int_equal(choice(CTSAR_BREADTH, u, 3), 0);
    assert_int_equal(choice(CTSAR_SUCCESSOR, u, 3), 0);
    u[2].came_from = true;
    assert_int_equal(choice(CTSAR_BREADTH, u, 3), 0);
    assert_int_equal(choice(CTSAR_SUCCESSOR, u, 3), 2);
}

/* A slot of an accelerator has nothing to do, but the kernels of others come first. */
static void who_steals_begins_behind_what_is_in_flight(void **state)
{
    (void)state;
    ctsar__candidate here = candidate(8, 1, 1), there = candidate(9, 1, 0);
    assert_false(ctsar__placement_steals(&here, &there));
    here.load = 6;
    assert_true(ctsar__placement_steals(&here, &there));
    here.load = 100;
    here.workers = 2; /* of cores one is free, whatever the others do */
    assert_true(ctsar__placement_steals(&here, &there));
}

static void who_steals_is_the_faster_one(void **state)
{
    (void)state;
    ctsar__candidate here = candidate(0, 3, 1), there = candidate(5, 1, 0);
    assert_true(ctsar__placement_steals(&here, &there));
    there.load = 4;
    assert_false(ctsar__placement_steals(&here, &there));
    here.learned.count = 0; /* a first one, where several wait */
    there.waiting = 2;
    assert_true(ctsar__placement_steals(&here, &there));
    here.learned.trying = 1;
    assert_false(ctsar__placement_steals(&here, &there));
    here = candidate(0, 0, 0);
    here.able = false;
    assert_false(ctsar__placement_steals(&here, &there));
}

/* Driving takes 21 seconds of a processor, and a core would need two. */
static void who_takes_more_of_a_processor_than_a_core_would_gets_none(void **state)
{
    (void)state;
    ctsar__candidate u[] = {candidate(9, 2, 0), candidate(0, 21, 0), candidate(0, 1, 0)};
    u[1].learned.driving = u[1].learned.seconds;
    ctsar__placement_spare_processors(u, 3);
    assert_true(u[0].able && !u[1].able && u[2].able);
    assert_false(ctsar__placement_steals(&u[1], &u[0]));
    u[1].able = true;
    assert_false(ctsar__placement_steals(
        &u[1], &(ctsar__candidate){.load = 1000, .workers = 1, .learned = u[0].learned}));
    u[0].learned.count = 11000; /* but one now and then, in case it has become better */
    ctsar__placement_spare_processors(u, 3);
    assert_true(u[1].able);
    u[1].waiting = 1;
    ctsar__placement_spare_processors(u, 3);
    assert_false(u[1].able);
    u[1] = candidate(0, 19, 0);
    u[1].learned.driving = u[1].learned.seconds;
    u[0].learned.count = 10;
    ctsar__placement_spare_processors(u, 3);
    assert_true(u[1].able);
    u[1].learned.driving = 1000;
    u[0].move = 200; /* a core would wait for what the task needs */
    ctsar__placement_spare_processors(u, 3);
    assert_true(u[1].able);
    u[0].load = 1e4;
    assert_true(ctsar__placement_steals(&u[1], &u[0]));
    u[0].move = 0;
    assert_false(ctsar__placement_steals(&u[1], &u[0]));
    u[0].able = false; /* nobody else can */
    ctsar__placement_spare_processors(u, 3);
    assert_true(u[1].able);
}

/* A thread that has lost its processor for a second says little of a task of a microsecond. */
static void one_long_task_among_many_is_no_reason(void **state)
{
    ctsar__model *m = calloc(1, sizeof *m + sizeof *m->unit);
    (void)state;
    assert_non_null(m);
    for (int i = 0; i < 10; ++i)
        ctsar__model_note(m, 0, 1e-6, 0);
    ctsar__model_note(m, 0, 1, 0);
    assert_true(m->unit[0].seconds < 2e-6);
    for (int i = 0; i < 100; ++i) /* many are */
        ctsar__model_note(m, 0, 1, 0);
    assert_true(m->unit[0].seconds > 0.5);
    free(m);
}

static void placements_have_names(void **state)
{
    (void)state;
    assert_string_equal(ctsar__placement_names(),
                        "earliest, versioning, affinity, successor, breadth");
    assert_null(ctsar__placement(6));
}

/* ---- Under the virtual clock
 * --------------------------------------------------------------------- */

static ctsar_tasks *t;
static char order[64];
static int ended;

static int setup(void **state)
{
    (void)state;
    units_default();
    ended = 0;
    memset(order, 0, sizeof order);
    return ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
}

static int end(void **state)
{
    (void)state;
    ctsar_tasks_free(&t);
    return t != NULL;
}

static void note_host(const ctsar_call *c)
{
    order[ended++] = *(const char *)c->arg[0];
}
static const ctsar_kernel note = {.name = "note", .host = note_host};

static void add_one_host(const ctsar_call *c)
{
    for (long i = c->start; i < c->end; ++i)
        ((char *)c->arg[0])[i]++;
}
static const ctsar_kernel add_one = {.name = "add_one", .host = add_one_host};

/* A task called so, of so many microseconds, that follows others at that place. */
static void submit(char name, long us, char *place, int priority)
{
    const ctsar_access a[] = {CTSAR_VALUE(&name, 1), CTSAR_INOUT(place, 1)};
    assert_int_equal(ctsar_task(t, &note, 0, us, a, 2, priority), CTSAR_OK);
}

static void make(const char *devices, const char *emu, ctsar_placement how)
{
    units(devices, emu, "virtual");
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, how), CTSAR_OK);
}

static double executed(void)
{
    double before = t->now;
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    return t->now - before;
}

static void priorities_are_handed_to_what_a_task_follows(void **state)
{
    static char place[4];
    (void)state;
    make("cpu:1", NULL, CTSAR_EARLIEST);
    submit('a', 1, &place[0], 0);
    submit('b', 1, &place[1], 0);
    submit('c', 1, &place[2], 1);
    submit('d', 1, &place[1], 0);
    submit('e', 1, &place[1], 2); /* and so b and d */
    executed();
    assert_string_equal(order, "bdeca");
}

/* Times are known from the first execution on.  Ways of 100 and of 120 microseconds are alike: what
 * was submitted first goes first. */
static void the_longest_way_goes_first(void **state)
{
    static char place[4];
    (void)state;
    make("cpu:1", NULL, CTSAR_EARLIEST);
    for (int again = 0; again < 2; ++again) {
        ended = 0;
        submit('a', 100, &place[0], 0);
        submit('b', 10, &place[1], 0);
        for (int i = 0; i < 20; ++i)
            submit('c', 10, &place[1], 0);
        executed();
    }
    assert_memory_equal(order, "bcccccccca", 10);
}

/* All data are on the accelerator, and nobody else would get a task. */
static void who_is_idle_steals(void **state)
{
    enum { TASKS = 40 };
    static char place[TASKS];
    (void)state;
    make("cpu:2,emu:1", "speed=1,latency=1us", CTSAR_AFFINITY);
    for (int i = 0; i < TASKS; ++i)
        submit('a', 1000, &place[i], 0);
    executed();
    double all = TASKS * 1e-3;
    ended = 0;
    for (int i = 0; i < TASKS; ++i)
        submit('a', 1000, &place[i], 0);
    double seconds = executed();
    int units = 1 + t->unit[0].workers;
    assert_true(seconds < 1.1 * all / units);
}

/* All become ready before anything is known of them, and the cores get most: what a task takes
 * there counts for those that wait as soon as it is known, so that the accelerator takes them. */
static void who_waits_is_weighed_when_times_are_known(void **state)
{
    enum { TASKS = 60 };
    static char place[TASKS];
    (void)state;
    make("cpu:1,emu:1", "speed=30,latency=1us", CTSAR_EARLIEST);
    for (int i = 0; i < TASKS; ++i)
        submit('a', 1000, &place[i], 0);
    double seconds = executed(), best = TASKS * 1e-3 / 31;
    if (seconds > 2 * best)
        fail_msg("%g of %g", seconds, best);
}

static ctsar__learned *learned(int unit)
{
    for (size_t b = 0; b < t->model_buckets; ++b)
        if (t->model[b])
            return &t->model[b]->unit[unit];
    return NULL;
}

/* The accelerator is four times as fast, and gets most, until a processor is found to be busy with
 * it for twenty times as long as a core is with the task. */
static void who_is_driven_at_too_great_a_cost_gets_hardly_any(void **state)
{
    enum { TASKS = 40 };
    static char place[TASKS];
    (void)state;
    make("cpu:1,emu:1", "speed=4,latency=1us", CTSAR_EARLIEST);
    for (int again = 0; again < 3; ++again) {
        for (int i = 0; i < TASKS; ++i)
            submit('a', 1000, &place[i], 0);
        long before = again ? learned(1)->count : 0;
        ended = 0;
        executed();
        long had = learned(1)->count - before;
        assert_true(again == 0 || (again == 1 ? had > TASKS / 2 : had <= 2));
        learned(1)->driving = again == 1 ? 20e-3 : 0;
    }
}

/* Empty tasks beside an accelerator, and the only core is who submits. */
static void the_only_core_has_its_share_while_it_submits(void **state)
{
    enum { TASKS = 20000 };
    static char place[TASKS];
    (void)state;
    units("cpu:1,emu:1", NULL, "real");
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_EARLIEST), CTSAR_OK);
    for (int i = 0; i < TASKS; ++i) {
        const ctsar_access a[] = {CTSAR_INOUT(&place[i], 1)};
        assert_int_equal(ctsar_task(t, &add_one, 0, 1, a, 1, 0), CTSAR_OK);
    }
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    assert_true(learned(1)->count < TASKS / 2);
    for (int i = 0; i < TASKS; ++i)
        assert_int_equal(place[i], 1);
}

static pthread_t submitter;
static int by_submitter;

static void slow_on_cores_host(const ctsar_call *c)
{
    bool core = pthread_equal(pthread_self(), submitter);
    if (core)
        by_submitter++;
    usleep(core ? 4000 : 500);
    add_one_host(c);
}
static const ctsar_kernel slow_on_cores = {.name = "slow_on_cores", .host = slow_on_cores_host};

static void submit_slow(char *place, int tasks)
{
    for (int i = 0; i < tasks; ++i) {
        const ctsar_access a[] = {CTSAR_INOUT(&place[i], 1)};
        assert_int_equal(ctsar_task(t, &slow_on_cores, 0, 1, a, 1, 0), CTSAR_OK);
    }
}

static void a_core_and_an_accelerator(void)
{
    units("cpu:1,emu:1", NULL, "real");
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_EARLIEST), CTSAR_OK);
    submitter = pthread_self();
}

/* Most tasks go to the only core before it has executed one.  Once it has, its time is known. */
static void who_submits_finds_out_once_what_the_only_core_takes(void **state)
{
    enum { TASKS = 300 };
    static char place[TASKS];
    (void)state;
    a_core_and_an_accelerator();
    submit_slow(place, TASKS);
    int submitting = by_submitter;
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    assert_true(submitting <= 1);
    for (int i = 0; i < TASKS; ++i)
        assert_int_equal(place[i], 1);
}

/* Who ends a task elsewhere wakes an accelerator that may find nothing to steal. */
static void wake_in_vain(ctsar__task_unit *u)
{
    pthread_mutex_lock(&t->lock);
    pthread_cond_broadcast(&u->wake);
    pthread_mutex_unlock(&t->lock);
    usleep(1000);
}

static bool all_asleep(const ctsar__task_unit *u)
{
    pthread_mutex_lock(&t->lock);
    bool all = u->asleep == u->workers;
    pthread_mutex_unlock(&t->lock);
    return all;
}

static void what_an_accelerator_does_in_vain_counts_for_no_task(void **state)
{
    enum { TASKS = 8 };
    static char place[TASKS];
    (void)state;
    a_core_and_an_accelerator();
    ctsar__task_unit *acc = &t->unit[1];
    while (!all_asleep(acc))
        usleep(100);
    for (int i = 0; i < acc->workers; ++i)
        acc->worker[i].driven -= 1000; /* as if so many seconds had gone by */
    for (int i = 0; i < 50; ++i)
        wake_in_vain(acc);
    submit_slow(place, TASKS);
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    assert_true(learned(1)->count > 0 && learned(1)->driving < 100 && learned(1)->seconds < 100);
}

/* Waking costs more than many a task. */
static void who_is_spared_from_a_task_is_not_woken_for_it(void **state)
{
    enum { TASKS = 20 };
    static char place[TASKS];
    (void)state;
    a_core_and_an_accelerator();
    submit_slow(place, TASKS);
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    ctsar__task_unit *acc = &t->unit[1];
    while (!all_asleep(acc))
        usleep(100);
    *learned(0) = (ctsar__learned){.seconds = 1e-3, .count = 100};
    *learned(1) = (ctsar__learned){.seconds = 1, .driving = 1, .count = 100};
    for (int i = 0; i < acc->workers; ++i)
        acc->worker[i].driven = -1000;
    for (int i = 0; i < TASKS; ++i) {
        submit_slow(&place[i], 1);
        usleep(1000);
    }
    for (int i = 0; i < acc->workers; ++i)
        assert_true(acc->worker[i].driven < 0);
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
}

/* A core waits for what it needs, while an accelerator computes something else. */
static void what_a_core_waits_for_is_its_load(void **state)
{
    enum { SIZE = 1 << 20 };
    static char place[SIZE];
    const ctsar_access a[] = {CTSAR_VALUE("x", 1), CTSAR_INOUT(place, SIZE)};
    (void)state;
    make("cpu:1,emu:1", "speed=100,latency=0us,bandwidth=1GB/s", CTSAR_EARLIEST);
    for (int i = 0; i < 12; ++i) {
        assert_int_equal(ctsar_task(t, &note, 0, 1000, a, 2, 0), CTSAR_OK);
        assert_int_equal(ctsar_tasks_flush(t, false), CTSAR_OK);
    }
    assert_int_equal(ctsar_task(t, &note, 0, 1000, a, 2, 0), CTSAR_OK);
    ctsar__task *task = ctsar__ready_take(&t->unit[1].ready); /* its data are there */
    assert_non_null(task);
    ctsar__task_displace(t, task);
    assert_float_equal(t->unit[1].load, 0, 1e-12);
    ctsar__task_put(t, task, &t->unit[0]);
    assert_float_equal(t->unit[0].load, 1e-3 + SIZE / 1e9, 1e-4);
    assert_int_equal(ctsar_tasks_flush(t, false), CTSAR_OK);
}

/* Ten tasks of a millisecond each, whose data take a millisecond to come. */
static void data_come_while_another_task_is_executed(void **state)
{
    enum { TASKS = 10, SIZE = 1000000 };
    static const struct {
        const char *prefetch, *inflight;
        double seconds;
    } of[] = {{"0", "3", 2e-3 * TASKS},
              {"1", "3", 1e-3 + 1e-3 * TASKS},
              {"7", "1", 1e-3 + 1e-3 * TASKS},
              {NULL, "1", 2e-3 * TASKS},
              {NULL, "3", 1e-3 + 1e-3 * TASKS}};
    static char place[TASKS][SIZE];
    (void)state;
    for (size_t k = 0; k < sizeof of / sizeof *of; ++k) {
        units("emu:1", "speed=1,latency=0us,bandwidth=1GB/s", "virtual");
        setenv("CTSAR_INFLIGHT", of[k].inflight, 1);
        if (of[k].prefetch)
            setenv("CTSAR_PREFETCH", of[k].prefetch, 1);
        assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_EARLIEST), CTSAR_OK);
        ended = 0;
        for (int i = 0; i < TASKS; ++i) {
            const ctsar_access a[] = {CTSAR_IN(place[i], SIZE)};
            assert_int_equal(ctsar_task(t, &note, 0, 1000, a, 1, 0), CTSAR_OK);
        }
        assert_int_equal(ctsar_tasks_flush(t, false), CTSAR_OK);
        assert_float_equal(t->now, of[k].seconds, 1e-4);
        ctsar_tasks_free(&t);
    }
}

/* Three of the parts fit, and eight are wanted at once. */
static void data_come_as_far_as_memory_allows(void **state)
{
    enum { TASKS = 40, PARTS = 8, SIZE = 100000 };
    static char place[PARTS][SIZE];
    (void)state;
    units("emu:1", "memory=310KiB", "real");
    setenv("CTSAR_PREFETCH", "7", 1);
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_EARLIEST), CTSAR_OK);
    memset(place, 0, sizeof place);
    for (int i = 0; i < TASKS; ++i) {
        const ctsar_access a[] = {CTSAR_INOUT(place[i % PARTS], SIZE)};
        assert_int_equal(ctsar_task(t, &add_one, 0, SIZE, a, 1, 0), CTSAR_OK);
    }
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    for (int p = 0; p < PARTS; ++p)
        assert_int_equal(place[p][SIZE - 1], TASKS / PARTS);
}

/* Independent tasks: no placement may be far from what the units can do together, and `earliest` is
 * at least as good as others. */
static void placements_use_all_units(void **state)
{
    enum { TASKS = 60, SIZE = 4096 };
    static char place[TASKS][SIZE];
    double took[8];
    (void)state;
    for (int how = CTSAR_EARLIEST; how <= CTSAR_BREADTH; ++how) {
        make("cpu:2,emu:1", "speed=4,latency=5us,bandwidth=10GB/s", (ctsar_placement)how);
        for (int again = 0; again < 3; ++again) {
            ended = 0;
            for (int i = 0; i < TASKS; ++i) {
                const ctsar_access a[] = {CTSAR_VALUE("x", 1), CTSAR_INOUT(place[i], SIZE)};
                assert_int_equal(ctsar_task(t, &note, 0, 1000, a, 2, 0), CTSAR_OK);
            }
            took[how] = executed();
        }
        double best = TASKS * 1e-3 / (4 + t->unit[0].workers);
        if (took[how] > 1.25 * best)
            fail_msg("placement %d: %g of %g", how, took[how], best);
        ctsar_tasks_free(&t);
    }
    for (int how = CTSAR_VERSIONING; how <= CTSAR_BREADTH; ++how)
        assert_true(took[CTSAR_EARLIEST] <= 1.02 * took[how]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(earliest_weighs_load_time_and_moves),
        cmocka_unit_test(versioning_does_not_see_data),
        cmocka_unit_test(affinity_goes_to_the_data),
        cmocka_unit_test(successor_stays_and_breadth_spreads),
        cmocka_unit_test(who_steals_is_the_faster_one),
        cmocka_unit_test(who_steals_begins_behind_what_is_in_flight),
        cmocka_unit_test(who_takes_more_of_a_processor_than_a_core_would_gets_none),
        cmocka_unit_test(one_long_task_among_many_is_no_reason),
        cmocka_unit_test(placements_have_names),
        cmocka_unit_test_setup_teardown(priorities_are_handed_to_what_a_task_follows, setup, end),
        cmocka_unit_test_setup_teardown(the_longest_way_goes_first, setup, end),
        cmocka_unit_test_setup_teardown(who_is_idle_steals, setup, end),
        cmocka_unit_test_setup_teardown(who_waits_is_weighed_when_times_are_known, setup, end),
        cmocka_unit_test_setup_teardown(who_is_driven_at_too_great_a_cost_gets_hardly_any, setup,
                                        end),
        cmocka_unit_test_setup_teardown(the_only_core_has_its_share_while_it_submits, setup, end),
        cmocka_unit_test_setup_teardown(who_submits_finds_out_once_what_the_only_core_takes, setup,
                                        end),
        cmocka_unit_test_setup_teardown(what_an_accelerator_does_in_vain_counts_for_no_task, setup,
                                        end),
        cmocka_unit_test_setup_teardown(who_is_spared_from_a_task_is_not_woken_for_it, setup, end),
        cmocka_unit_test_setup_teardown(what_a_core_waits_for_is_its_load, setup, end),
        cmocka_unit_test_setup_teardown(data_come_while_another_task_is_executed, setup, end),
        cmocka_unit_test_setup_teardown(data_come_as_far_as_memory_allows, setup, end),
        cmocka_unit_test_setup_teardown(placements_use_all_units, setup, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
