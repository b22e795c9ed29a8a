/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Teams that misuse a region: they are told so, and nobody hangs. */
#include <omp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "pass/core/team.h"
#include "region/state.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"

static int setup(void **state)
{
    setup_region(state);
    units("cpu,emu", NULL, NULL);
    int status = ctsar_init(&s, 100, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    if (!status)
        declare(s, &nothing);
    return status;
}

/* ctsar_next, and a body. */
static int next(size_t n)
{
    int status = ctsar_next(s, n);
    execute(s, &nothing, 1, 0, NULL);
    return status;
}

static void a_member_knows_its_number_and_its_team(void **state)
{
    (void)state;
    uint64_t team[2] = {0};
    int thread[2] = {-1, -1};
#pragma omp parallel num_threads(2)
    {
        ctsar__member m = ctsar__team_member();
        team[omp_get_thread_num()] = m.team;
        thread[omp_get_thread_num()] = m.thread;
    }
    assert_int_equal(thread[0], 0);
    assert_int_equal(thread[1], 1);
    assert_true(team[0] == team[1]);
    assert_true(team[0] != ctsar__team_member().team);
}

static void inner_teams_side_by_side_are_told_apart(void **state)
{
    (void)state;
    uint64_t team[2] = {0};
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 1)
            team[outer] = ctsar__team_member().team;
    }
    assert_true(team[0] != team[1]);
}

static void threads_that_disagree_on_n_are_told_so(void **state)
{
    (void)state;
    _Atomic int passes = 0;
#pragma omp parallel num_threads(3)
    {
        do
            next(omp_get_thread_num() == 1 ? 50 : 100);
        while (ctsar_loop(s));
        passes++;
    }
    assert_int_equal(passes, 3);
    assert_says("thread 1 says 50");
    /* The region is whole: the next pass works. */
    _Atomic long executed = 0;
#pragma omp parallel num_threads(3)
    do {
        assert_int_equal(next(100), CTSAR_OK);
        executed += CEND(s) - CSTART(s);
    } while (ctsar_loop(s));
    assert_int_equal(executed, 100);
}

/* Two teams on one region: whoever comes second is refused, the first is not harmed. */
static void a_second_team_is_refused(void **state)
{
    (void)state;
    _Atomic int refused = 0, entered = 0, gone = 0;
    _Atomic long executed = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int outer = omp_get_thread_num();
        while (outer == 1 && entered < 2) /* until both of the first team are in */
            usleep(100);
#pragma omp parallel num_threads(2)
        {
            bool again;
            do {
                int status = next(100);
                if (outer == 0) {
                    executed += CEND(s) - CSTART(s);
                    entered++;
                    while (gone < 2) /* the first team's turn lasts longer */
                        usleep(100);
                } else if (status == CTSAR_ETEAM) {
                    refused++;
                }
                again = ctsar_loop(s);
            } while (again);
            gone += outer == 1; /* NOLINT(clang-analyzer-deadcode.DeadStores): others wait for it */
        }
    }
    assert_int_equal(refused, 2);
    assert_int_equal(executed, 100);
    assert_says("team");
}

static void *pass_of_another_thread(void *data)
{
    _Atomic int *status = data;
    *status = next(100);
    ctsar_loop(s);
    return NULL;
}

static void a_thread_of_no_team_is_told_apart_from_the_one_inside(void **state)
{
    (void)state;
    _Atomic int status = 0;
    assert_int_equal(next(100), CTSAR_OK);
    pthread_t other;
    pthread_create(&other, NULL, pass_of_another_thread, &status);
    pthread_join(other, NULL);
    assert_int_equal(status, CTSAR_ETEAM);
    while (ctsar_loop(s))
        next(100);
}

static void the_team_may_change_between_passes(void **state)
{
    (void)state;
    for (int threads = 1; threads < 9; ++threads) {
        _Atomic long executed = 0;
#pragma omp parallel num_threads(threads % 2 ? threads : 9 - threads)
        do {
            next(1000);
            executed += CEND(s) - CSTART(s);
        } while (ctsar_loop(s));
        assert_int_equal(executed, 1000);
    }
}

static void pass_of(int threads, _Atomic long *executed)
{
#pragma omp parallel num_threads(threads)
    do {
        next(1000);
        *executed += CEND(s) - CSTART(s);
    } while (ctsar_loop(s));
}

/* Teams of any size, at two depths and on any thread, one after the other: each is told from the
 * one before, or who is alone would wait for the others of that one. */
static void a_nested_team_is_told_from_the_one_before_it(void **state)
{
    (void)state;
    for (int before = 1; before < 6; ++before)
        for (int threads = 1; threads < 6; ++threads)
            for (int on = 0; on < 3; ++on) {
                _Atomic long executed = 0;
                pass_of(before, &executed);
#pragma omp parallel num_threads(3)
                if (omp_get_thread_num() == on)
                    pass_of(threads, &executed);
                assert_int_equal(executed, 2000);
            }
}

/* In a child, since it is about stderr: the first line that the library says to what `meets` it. */
static void listen_to(void (*meets)(void), char *text, size_t room)
{
    int fd[2], status;
    assert_int_equal(pipe(fd), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(fd[1], STDERR_FILENO);
        close(fd[1]);
        alarm(100); /* for drivers that are opened on a machine that does something else, too */
        meets();
        _exit(0);
    }
    close(fd[1]);
    size_t used = 0;
    ssize_t got;
    while (!memchr(text, '\n', used) && (got = read(fd[0], text + used, room - 1 - used)) > 0)
        used += (size_t)got;
    text[used] = '\0';
    close(fd[0]);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
}

static void open_lonely(const char *clock, ctsar_policy policy, const char *timeout)
{
    units("cpu,emu", NULL, clock);
    setenv("CTSAR_TIMEOUT", timeout, 1);
    ctsar_init(&s, 10, policy, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_name(s, "lonely");
    declare(s, &nothing);
}

/* Thread 1 stays away until the process is ended. */
static void stay_away(void)
{
    open_lonely(NULL, CTSAR_ADAPTIVE, "0.05");
#pragma omp parallel num_threads(2)
    {
        while (omp_get_thread_num() == 1)
            pause();
        do
            next(10);
        while (ctsar_loop(s));
    }
}

static void a_thread_that_stays_away_is_named(void **state)
{
    (void)state;
    char text[1000];
    listen_to(stay_away, text, sizeof text);
    assert_non_null(strstr(text, "lonely: waiting for thread 1 of a team of 2, which has not "
                                 "entered the pass"));
}

/* The others end their turns when thread 2 has left, and within the time limit of each other, or
 * one of them would be named instead. */
static void break_out(const char *clock, ctsar_policy policy)
{
    _Atomic int left = 0;
    open_lonely(clock, policy, "0.5");
#pragma omp parallel num_threads(3)
    do {
        next(10);
        if (omp_get_thread_num() == 2) {
            left = 1; // NOLINT(clang-analyzer-deadcode.DeadStores): others read it
            break;
        }
        while (!left)
            usleep(100);
    } while (ctsar_loop(s));
}

static void break_out_of_a_split(void)
{
    break_out("real", CTSAR_ADAPTIVE);
}

static void break_out_of_a_queue(void)
{
    break_out("real", CTSAR_CHUNK_DYNAMIC);
}

/* Whoever has the turns under the virtual clock is waited for by those who want any. */
static void break_out_of_all_turns(void)
{
    open_lonely("virtual", CTSAR_CHUNK, "0.5");
#pragma omp parallel num_threads(3)
    do {
        next(10);
        if (CEND(s) > CSTART(s)) {
            dprintf(STDERR_FILENO, "thread %d leaves. ", omp_get_thread_num());
            break;
        }
    } while (ctsar_loop(s));
}

static void a_thread_that_leaves_the_loop_by_break_is_named(void **state)
{
    (void)state;
    void (*const out_of[])(void) = {break_out_of_a_split, break_out_of_a_queue};
    char text[1000], expected[100];
    for (int i = 0; i < 2; ++i) {
        listen_to(out_of[i], text, sizeof text);
        if (!strstr(text, "lonely: waiting for thread 2 of a team of 3, which has not come to "
                          "ctsar_loop after"))
            fail_msg("'%s'", text);
    }
    listen_to(break_out_of_all_turns, text, sizeof text);
    snprintf(expected, sizeof expected,
             "waiting for thread %.1s of a team of 3, which has not come",
             text + strlen("thread "));
    if (!strstr(text, expected))
        fail_msg("'%s' does not say '%s'", text, expected);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* First, since neither a runtime's threads nor a driver survive a fork. */
        cmocka_unit_test_teardown(a_thread_that_stays_away_is_named, end_region),
        cmocka_unit_test_teardown(a_thread_that_leaves_the_loop_by_break_is_named, end_region),
        TEST(a_member_knows_its_number_and_its_team),
        TEST(inner_teams_side_by_side_are_told_apart),
        TEST(threads_that_disagree_on_n_are_told_so),
        TEST(a_second_team_is_refused),
        TEST(a_thread_of_no_team_is_told_apart_from_the_one_inside),
        TEST(the_team_may_change_between_passes),
        TEST(a_nested_team_is_told_from_the_one_before_it),
    };
    return cmocka_run_group_tests_name("team", tests, NULL, NULL);
}
