/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where OpenMP binds threads: run with OMP_PROC_BIND=true and OMP_PLACES=threads. */
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "threads/places.h"
#include "machine/machine.h"
#include "threads/worker.h"
#include "support/environment.h"

static cpu_set_t own(void)
{
    cpu_set_t set;
    assert_int_equal(pthread_getaffinity_np(pthread_self(), sizeof set, &set), 0);
    return set;
}

/* The processors that the system leaves to the program, whatever OpenMP does. */
static int expected(void)
{
    int count = 0;
    for (int place = 0; place < omp_get_num_places(); ++place)
        count += omp_get_place_num_procs(place);
    return count;
}

typedef struct look {
    ctsar__job job; /* first */
    cpu_set_t set;
} look;

static void take_a_look(ctsar__job *job)
{
    ((look *)job)->set = own();
}

static void the_initial_thread_has_one_place(void **state)
{
    (void)state;
    cpu_set_t set = own();
    assert_int_equal(CPU_COUNT(&set), 1);
    assert_true(expected() > 1);
}

static void all_places_are_those_of_the_team(void **state)
{
    (void)state;
    cpu_set_t all;
    ctsar__places_all(&all);
    assert_int_equal(CPU_COUNT(&all), expected());
}

static void a_worker_may_use_all_places_and_its_maker_keeps_one(void **state)
{
    (void)state;
    ctsar__workers *w;
    look l = {.job.run = take_a_look};
    assert_int_equal(ctsar__workers_create(1, false, &w), CTSAR_OK);
    assert_int_equal(ctsar__workers_submit(w, &l.job), CTSAR_OK);
    ctsar__workers_settle(w, &l.job);
    ctsar__workers_destroy(w);
    cpu_set_t set = own();
    assert_int_equal(CPU_COUNT(&l.set), expected());
    assert_int_equal(CPU_COUNT(&set), 1);
}

static cpu_set_t seen_by(ctsar__workers *w)
{
    look l = {.job.run = take_a_look};
    assert_int_equal(ctsar__workers_submit(w, &l.job), CTSAR_OK);
    ctsar__workers_settle(w, &l.job);
    return l.set;
}

static pthread_barrier_t both; /* the threads, and who waits for all of them */

static void *take(void *unused)
{
    ctsar__places_take();
    pthread_barrier_wait(&both);
    pthread_barrier_wait(&both);
    return unused;
}

/* By a thread that is bound to it, for each processor; they stay until `both` is met again. Returns
 * how many. */
static int take_all_places(pthread_t *threads)
{
    int count = 0;
    cpu_set_t all, one;
    ctsar__places_all(&all);
    pthread_barrier_init(&both, NULL, (unsigned)CPU_COUNT(&all) + 1);
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        pthread_attr_t bound;
        if (!CPU_ISSET(cpu, &all))
            continue;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        pthread_attr_init(&bound);
        pthread_attr_setaffinity_np(&bound, sizeof one, &one);
        assert_int_equal(pthread_create(&threads[count++], &bound, take, NULL), 0);
        pthread_attr_destroy(&bound);
    }
    pthread_barrier_wait(&both);
    return count;
}

static void assert_left(ctsar__workers *w, const cpu_set_t *taken)
{
    cpu_set_t common, set = seen_by(w);
    CPU_AND(&common, &set, taken);
    assert_int_equal(CPU_COUNT(&common), 0);
    assert_int_equal(CPU_COUNT(&set), expected() - CPU_COUNT(taken));
}

/* Binds the calling thread to another processor than `before`'s, as another team may. */
static cpu_set_t move_from(const cpu_set_t *before)
{
    cpu_set_t all, other;
    int cpu = 0;
    ctsar__places_all(&all);
    while (!CPU_ISSET(cpu, &all) || CPU_ISSET(cpu, before))
        cpu++;
    CPU_ZERO(&other);
    CPU_SET(cpu, &other);
    assert_int_equal(pthread_setaffinity_np(pthread_self(), sizeof other, &other), 0);
    return other;
}

/* Once cores compute everywhere, everywhere is as good as anywhere. */
static void who_serves_a_device_leaves_the_processors_of_cores(void **state)
{
    (void)state;
    pthread_t threads[CPU_SETSIZE];
    cpu_set_t mine = own(), other, set;
    ctsar__workers *w;
    assert_int_equal(ctsar__workers_create(1, true, &w), CTSAR_OK);
    set = seen_by(w);
    assert_int_equal(CPU_COUNT(&set), expected());
    ctsar__places_take();
    assert_left(w, &mine);
    int count = take_all_places(threads);
    set = seen_by(w);
    assert_int_equal(CPU_COUNT(&set), expected());
    pthread_barrier_wait(&both);
    for (int i = 0; i < count; ++i)
        pthread_join(threads[i], NULL);
    assert_left(w, &mine); /* they have ended */
    other = move_from(&mine);
    ctsar__places_take();
    assert_left(w, &other);
    assert_int_equal(pthread_setaffinity_np(pthread_self(), sizeof mine, &mine), 0);
    ctsar__places_take();
    assert_left(w, &mine);
    ctsar__workers_destroy(w);
}

static void pass(ctsar **s)
{
    assert_int_equal(ctsar_init(s, 8, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    do
        ctsar_next_range(*s, 0, 8, 1);
    while (ctsar_loop(*s));
}

/* Between passes of a region the thread is in another team, whose OpenMP has bound it elsewhere. */
static void a_thread_that_is_back_in_its_team_counts_where_it_is_bound_there(void **state)
{
    (void)state;
    cpu_set_t mine = own(), other;
    ctsar *first = NULL, *second = NULL;
    ctsar__workers *w;
    assert_int_equal(ctsar__workers_create(1, true, &w), CTSAR_OK);
    units("cpu:1,emu:1", NULL, "real");
    pass(&first);
    assert_left(w, &mine);
#pragma omp parallel num_threads(1)
    {
        other = move_from(&mine);
        pass(&second);
    }
    assert_left(w, &other);
    assert_int_equal(pthread_setaffinity_np(pthread_self(), sizeof mine, &mine), 0);
    pass(&first);
    assert_left(w, &mine);
    ctsar_free(&first);
    ctsar_free(&second);
    ctsar__workers_destroy(w);
}

/* Who serves a device in a child leaves only the processor of the thread that forked. */
static int look_in_child(const cpu_set_t *all, const cpu_set_t *mine)
{
    cpu_set_t expected_set, set;
    unsigned seen = 0;
    ctsar__places_leave_taken(all, &seen);
    set = own();
    CPU_XOR(&expected_set, all, mine);
    return CPU_EQUAL(&set, &expected_set) ? 0 : 1;
}

static void a_child_has_none_of_its_parent_s_threads(void **state)
{
    (void)state;
    pthread_t threads[CPU_SETSIZE];
    cpu_set_t mine = own(), all;
    int status = -1;
    ctsar__places_all(&all);
    ctsar__places_take();
    int count = take_all_places(threads);
    pid_t child = fork();
    if (child == 0)
        _exit(look_in_child(&all, &mine));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    pthread_barrier_wait(&both);
    for (int i = 0; i < count; ++i)
        pthread_join(threads[i], NULL);
}

static void the_machine_has_the_processors_of_all_places(void **state)
{
    (void)state;
    const ctsar__machine *m;
    units_default();
    assert_int_equal(ctsar__machine_acquire(&m), CTSAR_OK);
    assert_int_equal(m->processors, expected());
    ctsar__machine_release();
}

int main(void)
{
    if (omp_get_num_places() < 2)
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_initial_thread_has_one_place),
        cmocka_unit_test(all_places_are_those_of_the_team),
        cmocka_unit_test(a_worker_may_use_all_places_and_its_maker_keeps_one),
        cmocka_unit_test(who_serves_a_device_leaves_the_processors_of_cores),
        cmocka_unit_test(a_thread_that_is_back_in_its_team_counts_where_it_is_bound_there),
        cmocka_unit_test(a_child_has_none_of_its_parent_s_threads),
        cmocka_unit_test(the_machine_has_the_processors_of_all_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
