/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ctsar_set_nowait: who may leave a pass before the others, and what they find when they come
 * back. */
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"

/* Of 100 us: how long a thread waits at most for another that comes, and for one that does not. */
enum { N = 1000, LOOKS = 200000, FEW = 300 };

static void open_as_set(ctsar_policy policy)
{
    assert_int_equal(ctsar_init(&s, N, policy, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    assert_int_equal(ctsar_set_nowait(s, true), CTSAR_OK);
    declare(s, &nothing);
}

static void open_region(const char *devices, ctsar_policy policy)
{
    units(devices, NULL, NULL);
    open_as_set(policy);
}

static bool comes(const _Atomic int *what, int most)
{
    for (int looks = 0; looks < most && !*what; ++looks)
        usleep(100);
    return *what;
}

/* Passes in which each iteration is counted. */
static void passes(int count, int threads)
{
    for (; count > 0; --count) {
        _Atomic long executed = 0;
#pragma omp parallel num_threads(threads)
        do {
            ctsar_next(s, N);
            execute(s, &nothing, 1, 0, NULL);
            executed += CEND(s) - CSTART(s);
        } while (ctsar_loop(s));
        assert_int_equal(executed, N);
    }
}

/* A thread has left the pass while the one that came to its body first was still there: with a
 * share for each and nothing else to do, that is all that can be seen of it. */
static bool one_leaves_before_the_other(int most)
{
    _Atomic int gone = 0, first = -1;
    _Atomic bool seen = false;
#pragma omp parallel num_threads(2)
    {
        bool again;
        do {
            int nobody = -1;
            ctsar_next(s, N);
            if (CEND(s) > CSTART(s) &&
                atomic_compare_exchange_strong(&first, &nobody, omp_get_thread_num()))
                seen = comes(&gone, most);
            again = ctsar_loop(s);
        } while (again);
        gone = 1; /* NOLINT(clang-analyzer-deadcode.DeadStores): the other waits for it */
    }
    return seen;
}

static void a_thread_leaves_a_pass_that_others_are_in(void **state)
{
    (void)state;
    /* All but those whose passes have several rounds (split, quick). */
    const ctsar_policy policies[] = {CTSAR_STATIC, CTSAR_ADAPTIVE,     CTSAR_AUTO,
                                     CTSAR_HYBRID, CTSAR_CHUNK_STATIC, CTSAR_CHUNK_DYNAMIC,
                                     CTSAR_CHUNK};
    for (size_t i = 0; i < sizeof policies / sizeof *policies; ++i) {
        open_region("cpu:4", policies[i]);
        for (int pass = 0; pass < 3; ++pass)
            assert_true(one_leaves_before_the_other(LOOKS));
        passes(10, 2);
        ctsar_free(&s);
    }
}

/* The others need it, or what it does next would not be in its place. */
static void threads_wait_in_other_modes(void **state)
{
    (void)state;
    units("cpu:4", NULL, "virtual");
    open_as_set(CTSAR_ADAPTIVE);
    assert_false(one_leaves_before_the_other(FEW));
    ctsar_free(&s);
    units("cpu:4", NULL, NULL);
    setenv("CTSAR_CHECK", "1", 1);
    open_as_set(CTSAR_STATIC);
    assert_false(one_leaves_before_the_other(FEW));
    ctsar_free(&s);
    open_region("cpu:4", CTSAR_SPLIT);
    assert_false(one_leaves_before_the_other(FEW));
    ctsar_free(&s);
    open_region("cpu:4", CTSAR_STATIC);
    assert_int_equal(ctsar_set_nowait(s, false), CTSAR_OK);
    assert_false(one_leaves_before_the_other(FEW));
}

/* Last, since the file is written when the process ends. */
static void threads_wait_where_schedules_are_recorded(void **state)
{
    (void)state;
    units("cpu:4", NULL, NULL);
    setenv("CTSAR_SCHEDULE", "record:test_nowait.json", 1);
    open_as_set(CTSAR_STATIC);
    assert_false(one_leaves_before_the_other(FEW));
}

/* It would be in the middle of two passes else, and count twice at the barrier. */
static void a_thread_that_comes_back_early_waits_for_the_others(void **state)
{
    (void)state;
    _Atomic int gone = 0, over = 0, again = 0;
    _Atomic long executed = 0;
    bool seen = false;
    open_region("cpu:4", CTSAR_STATIC);
#pragma omp parallel num_threads(2)
    for (int pass = 0; pass < 2; ++pass) {
        do {
            ctsar_next(s, N);
            executed += CEND(s) - CSTART(s);
            if (pass == 0 && omp_get_thread_num() == 1) {
                seen = comes(&gone, LOOKS);
                usleep(20000); /* the other one is at the next pass by now */
                over = 1;      // NOLINT(clang-analyzer-deadcode.DeadStores): the other looks at it
            } else if (pass == 1) {
                again += over;
            }
        } while (ctsar_loop(s));
        gone = 1; // NOLINT(clang-analyzer-deadcode.DeadStores): the other waits for it
    }
    assert_true(seen);
    assert_int_equal(again, 2);
    assert_int_equal(executed, 2 * N);
}

static void add(void *into, void *from)
{
    *(long *)into += *(long *)from;
}

static void every_policy_executes_each_iteration_once_and_adds_it_up(void **state)
{
    (void)state;
#define POLICY(constant, name, number, what) constant,
    static const ctsar_policy policies[] = {CTSAR_POLICY_LIST(POLICY)};
    for (size_t i = 0; i < sizeof policies / sizeof *policies; ++i) {
        static const long zero = 0;
        open_region("cpu:4", policies[i]);
        for (int pass = 0; pass < 200; ++pass) {
            long sum = 0, n = N + pass % 3;
#pragma omp parallel num_threads(1 + pass % 4)
            do {
                long *part = ctsar_reg_reduc(s, &sum, &zero, sizeof sum, add);
                ctsar_next(s, (size_t)n);
                for (long k = CSTART(s); k < CEND(s); ++k)
                    *part += k;
                if (pass % 7 == omp_get_thread_num())
                    usleep(50);
            } while (ctsar_loop(s));
            assert_int_equal(sum, n * (n - 1) / 2);
        }
        ctsar_free(&s);
    }
}

/* Parts of a pass are rounds, in which all threads are needed. */
static void threads_wait_where_a_pass_has_several_rounds(void **state)
{
    (void)state;
    const ctsar_policy several[] = {CTSAR_SPLIT, CTSAR_QUICK};
    for (int i = 0; i < 2; ++i) {
        open_region("cpu:4", several[i]);
        passes(5, 3);
        ctsar_free(&s);
    }
}

/* Whoever waits for an accelerator may have to execute what it does not deliver. */
static void threads_wait_where_an_accelerator_takes_part(void **state)
{
    (void)state;
    _Atomic int inside = 0;
    open_region("cpu:1,emu", CTSAR_STATIC);
    assert_int_equal(ctsar_set_backoff(s, CTSAR_BACKOFF_NEVER, 0), CTSAR_OK);
    for (int pass = 0; pass < 5; ++pass) {
#pragma omp parallel num_threads(2)
        {
            do {
                ctsar_next(s, N);
                inside++;
                execute(s, &nothing, 1, 0, NULL);
                if (ctsar_get_type(s) == CTSAR_DEV_GPU)
                    usleep(2000);
                inside--;
            } while (ctsar_loop(s));
            assert_int_equal(inside, 0);
        }
    }
}

static void slow_host(const ctsar_call *c)
{
    usleep(3000);
    for (long i = c->start; i < c->end; i += c->step)
        ((long *)c->arg[0])[i]++;
}

/* What the accelerator's workers write must be there behind the loop. */
static void a_slow_pass(void)
{
    static const ctsar_kernel slow = {.name = "slow", .host = slow_host};
    static long written[N];
    long sum = 0;
    assert_int_equal(ctsar_set_kernel(s, &slow), CTSAR_OK);
#pragma omp parallel num_threads(2)
    do {
        ctsar_reg_mem(s, written, sizeof *written, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
        ctsar_next(s, N);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(written)};
        ctsar_launch(s, &slow, args, 1);
    } while (ctsar_loop(s));
    for (int i = 0; i < N; ++i) {
        sum += written[i];
        written[i] = 0;
    }
    assert_int_equal(sum, N);
}

static void an_accelerator_that_takes_part_again_is_waited_for(void **state)
{
    (void)state;
    const ctsar_policy policies[] = {CTSAR_ADAPTIVE, CTSAR_AUTO, CTSAR_CHUNK, CTSAR_HYBRID};
    for (int i = 0; i < 4; ++i)
        for (int repeat = 0; repeat < 3; ++repeat) {
            open_region("cpu:2,emu", policies[i]);
            assert_int_equal(ctsar_set_ratio(s, 0), CTSAR_OK);
            passes(12, 2);
            assert_int_equal(ctsar_set_policy(s, CTSAR_STATIC), CTSAR_OK);
            assert_int_equal(ctsar_set_ratio(s, 0.5), CTSAR_OK);
            a_slow_pass();
            ctsar_free(&s);
        }
}

/* The end of a round says that the cores will be alone, and then they are not. */
static void an_accelerator_that_nobody_expected_is_waited_for(void **state)
{
    (void)state;
    for (int policy = CTSAR_STATIC; policy <= CTSAR_AUTO; ++policy) {
        open_region("cpu:2,emu", (ctsar_policy)policy);
        assert_int_equal(ctsar_set_backoff(s, CTSAR_BACKOFF_NEVER, 0), CTSAR_OK);
        for (int pass = 0; pass < 3; ++pass) {
            a_slow_pass();
            s->pass.cores_alone = true;
        }
        ctsar_free(&s);
    }
}

/* Thread 0 has left a pass and makes a mistake in the next one, while thread 1 is in the first. */
static void an_error_in_the_next_pass_is_none_of_the_one_that_others_are_in(void **state)
{
    (void)state;
    static const long zero = 0;
    long sum = 0;
    int refused = CTSAR_OK;
    bool seen = false;
    _Atomic int gone = 0;
    open_region("cpu:4", CTSAR_STATIC);
#pragma omp parallel num_threads(2)
    {
        do {
            long *part = ctsar_reg_reduc(s, &sum, &zero, sizeof sum, add);
            ctsar_next(s, N);
            *part += CEND(s) - CSTART(s);
            if (omp_get_thread_num() == 1) {
                seen = comes(&gone, LOOKS);
                usleep(20000);
            }
        } while (ctsar_loop(s));
        gone = 1; /* NOLINT(clang-analyzer-deadcode.DeadStores): the other waits for it */
        do
            if (omp_get_thread_num() == 0)
                refused = ctsar_next(s, CTSAR_MAX_ITERATIONS + 1ul);
            else
                ctsar_next(s, N);
        while (ctsar_loop(s));
    }
    assert_true(seen);
    assert_int_equal(sum, N);
    assert_int_equal(refused, CTSAR_EINVAL);
    passes(2, 2);
}

static void an_error_ends_the_pass_for_all_and_the_next_one_is_whole(void **state)
{
    (void)state;
    _Atomic int refused = 0;
    open_region("cpu:4", CTSAR_STATIC);
    for (int pass = 0; pass < 20; ++pass) {
#pragma omp parallel num_threads(3)
        do
            if (ctsar_next(s, omp_get_thread_num() == pass % 3 ? CTSAR_MAX_ITERATIONS + 1ul : N))
                refused++;
        while (ctsar_loop(s));
        passes(1, 3);
    }
    assert_true(refused >= 20);
}

static void nowait_is_set_between_passes_only(void **state)
{
    (void)state;
    open_region("cpu:4", CTSAR_STATIC);
    ctsar_next(s, N);
    assert_int_equal(ctsar_set_nowait(s, true), CTSAR_OK); /* as it is: nothing changes */
    assert_error(ctsar_set_nowait(s, false), CTSAR_ESTATE, "a pass is running");
    while (ctsar_loop(s))
        ctsar_next(s, N);
    assert_int_equal(ctsar_set_nowait(s, false), CTSAR_OK);
    assert_int_equal(ctsar_set_nowait(NULL, true), CTSAR_EINVAL);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup_region, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_thread_leaves_a_pass_that_others_are_in),
        TEST(threads_wait_in_other_modes),
        TEST(a_thread_that_comes_back_early_waits_for_the_others),
        TEST(every_policy_executes_each_iteration_once_and_adds_it_up),
        TEST(threads_wait_where_a_pass_has_several_rounds),
        TEST(threads_wait_where_an_accelerator_takes_part),
        TEST(an_accelerator_that_takes_part_again_is_waited_for),
        TEST(an_accelerator_that_nobody_expected_is_waited_for),
        TEST(an_error_in_the_next_pass_is_none_of_the_one_that_others_are_in),
        TEST(an_error_ends_the_pass_for_all_and_the_next_one_is_whole),
        TEST(nowait_is_set_between_passes_only),
        TEST(threads_wait_where_schedules_are_recorded),
    };
    return cmocka_run_group_tests_name("nowait", tests, NULL, NULL);
}
