/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Processes that fork, end or are interrupted while they use accelerators: none hangs. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"

enum { N = 1024 };

static double x[N];

static int setup(void **state)
{
    memset(x, 0, sizeof x);
    return setup_region(state);
}

static void add_one_host(const ctsar_call *c)
{
    double *v = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        v[i] += 1;
}
KERNEL(add_one, "__global double *v, long bias", "v[i - bias] += 1;");

/* One turn that launches. */
static void turn(const ctsar_kernel *k, unsigned flags)
{
    ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL | flags);
    ctsar_next(s, N);
    ctsar_launch(s, k, (ctsar_arg[]){CTSAR_ARG_MEM(x)}, 1);
}

static void pass(unsigned flags)
{
    do
        turn(&add_one, flags);
    while (ctsar_loop(s));
}

/* By one thread. */
static void open_on(const char *devices)
{
    units(devices, NULL, "real");
    assert_int_equal(ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    assert_int_equal(ctsar_set_kernel(s, &add_one), CTSAR_OK);
}

static bool is_everywhere(double value)
{
    for (int i = 0; i < N; ++i)
        if (x[i] != value)
            return false;
    return true;
}

/* ---- Forks ------------------------------------------------------------------------------ */

/* What a child has of its parent's other threads has no owner there, and is no leak. */
static bool is_child;
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return is_child;
}

/* How the child ended, which is killed if it hangs. */
static int ended(pid_t child)
{
    int status = -1;
    assert_true(waitpid(child, &status, 0) == child);
    return status;
}

static void a_child_works_afresh_after_a_fork(void **state)
{
    (void)state;
    if (!FORKS || !is_emulated())
        skip(); /* drivers do not go along */
    open_on("emu:2");
    pass(0);
    pid_t child = fork();
    if (child == 0) {
        alarm(20); /* a hang is a failure */
        pass(0);
        _exit(!is_everywhere(2));
    }
    assert_int_equal(ended(child), 0);
    pass(0);
    assert_true(is_everywhere(2));
}

/* Does the error say so, in one line? */
static bool says(const char *what)
{
    const char *error = ctsar_last_error(s);
    return strstr(error, what) && !strchr(error, '\n');
}

static void use_in_a_child(void)
{
    static const char *const forked = "forked";
    is_child = true;
    alarm(20);
    ctsar_next(s, N);
    if (!says(forked) || ctsar_loop(s))
        _exit(1);
    ctsar_free(&s);
    if (s || ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL) != CTSAR_ENODEV)
        _exit(2);
    if (!says(forked))
        _exit(3);
    exit(0); /* what drivers do then, too */
}

static void a_child_is_refused_the_devices_that_its_parent_uses(void **state)
{
    (void)state;
    if (!FORKS || is_emulated())
        skip();
    open_on("emu:2");
    pass(0);
    pid_t child = fork();
    if (child == 0)
        use_in_a_child();
    assert_int_equal(ended(child), 0);
    pass(0);
    assert_true(is_everywhere(2));
}

static void a_child_is_told_of_persisted_data_that_it_cannot_reach(void **state)
{
    (void)state;
    if (!FORKS || is_emulated())
        skip();
    open_on("emu:1");
    pass(CTSAR_MEM_PERSIST);
    pid_t child = fork();
    if (child == 0) {
        is_child = true;
        alarm(20);
        bool refused = ctsar_sync_mem(s, x) == CTSAR_EDEVICE && says("forked");
        exit(!refused);
    }
    assert_int_equal(ended(child), 0);
    assert_int_equal(ctsar_sync_mem(s, x), CTSAR_OK);
    assert_true(is_everywhere(1));
}

static void a_turn_may_fork_a_child_that_ends(void **state)
{
    (void)state;
    if (!FORKS)
        skip();
    int right = 0;
    open_on("cpu,emu:1");
    for (int k = 0; k < 3; ++k)
#pragma omp parallel num_threads(2) reduction(+ : right)
        do {
            turn(&add_one, 0);
            pid_t child = fork();
            if (child == 0)
                _exit(7);
            int status = ended(child);
            right += WIFEXITED(status) && WEXITSTATUS(status) == 7 ? 0 : 1;
        } while (ctsar_loop(s));
    assert_int_equal(right, 0);
    assert_true(is_everywhere(3));
}

/* ---- Stops ------------------------------------------------------------------------------- */

/* Passes for a while; 0: all of them were right. */
static int many_passes(const char *clock)
{
    enum { PASSES = 300 };
    alarm(60);
    units("cpu,emu:2", "speed=1,latency=100us;speed=2", clock);
    if (ctsar_init(&s, N, CTSAR_AUTO, CTSAR_DEV_ALL, NULL, NULL) || ctsar_set_kernel(s, &add_one))
        return 1;
    for (int k = 0; k < PASSES; ++k)
#pragma omp parallel num_threads(2)
        do
            turn(&add_one, k % 2 ? CTSAR_MEM_PERSIST : 0);
        while (ctsar_loop(s));
    ctsar_free(&s);
    return !is_everywhere(PASSES);
}

/* Before OpenMP has threads in this process, which do not go along. */
static void stopping_and_continuing_a_process_changes_no_result(void **state)
{
    (void)state;
    if (!FORKS || !is_emulated())
        skip();
    pid_t child = fork();
    if (child == 0)
        _exit(many_passes("real"));
    int status = 0;
    for (int k = 0; k < 40 && waitpid(child, &status, WNOHANG) == 0; ++k) {
        kill(child, SIGSTOP);
        usleep(3000);
        kill(child, SIGCONT);
        usleep(2000);
    }
    while (!WIFEXITED(status) && !WIFSIGNALED(status) && waitpid(child, &status, 0) == child)
        ;
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Each has its own copy of everything; a device's memory they share. */
static void two_processes_on_one_device_are_both_right(void **state)
{
    (void)state;
    enum { PROCESSES = 2, PASSES = 20 };
    pid_t child[PROCESSES];
    if (!FORKS)
        skip();
    for (int k = 0; k < PROCESSES; ++k)
        if ((child[k] = fork()) == 0) {
            alarm(60);
            open_on("cpu,emu:1");
            for (int i = 0; i < PASSES; ++i)
#pragma omp parallel num_threads(2)
                do
                    turn(&add_one, i % 2 ? CTSAR_MEM_PERSIST : 0);
                while (ctsar_loop(s));
            bool right = !*ctsar_last_error(s);
            ctsar_free(&s);
            _exit(!right || !is_everywhere(PASSES));
        }
    for (int k = 0; k < PROCESSES; ++k)
        assert_int_equal(ended(child[k]), 0);
}

/* ---- Ends ------------------------------------------------------------------------------- */

/* Takes a second or so on an accelerator, all iterations together. */
static void toiling_host(const ctsar_call *c)
{
    usleep(1000000);
    add_one_host(c);
}
KERNEL(toiling, "__global double *v, long bias",
       "ulong of = i;\n"
       "        for (long t = 0; t < 1000000; ++t)\n            of = of * 31 + t;\n"
       "        v[i - bias] = of;");

/* A process that has handed iterations to an accelerator, and tells whoever reads `tells`. */
static void leave_at_work(int tells)
{
    alarm(20);
    signal(SIGSEGV, SIG_DFL); /* else cmocka's handler would call exit */
    units("cpu,emu:1", NULL, "real");
    if (ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL) || ctsar_set_kernel(s, &toiling))
        _exit(1);
    turn(&toiling, 0);
    if (!ctsar_loop(s) || ctsar_get_type(s) != CTSAR_DEV_CPU) /* which goes on by itself */
        _exit(2);
    usleep(50000);
    if (write(tells, "", 1) != 1)
        _exit(3);
}

/* Did it call exit with that?  A driver whose libraries are torn down while its threads compile or
 * execute may abort or crash then: that is an end, too, but no hang. */
static bool exited(int status, int with)
{
    int signal = WIFSIGNALED(status) && !is_emulated() ? WTERMSIG(status) : 0;
    return signal == SIGABRT || signal == SIGSEGV ||
           (WIFEXITED(status) && WEXITSTATUS(status) == with);
}

static void a_process_ends_while_accelerators_are_at_work(void **state)
{
    (void)state;
    if (!FORKS)
        skip();
    pid_t child = fork();
    if (child == 0) {
        int nobody = open("/dev/null", O_WRONLY);
        leave_at_work(nobody);
        exit(7);
    }
    assert_true(exited(ended(child), 7));
}

/* Once: a driver whose own handler passes the signal on may do so on another thread, too. */
static void leave_by_exit(int signal)
{
    static atomic_flag leaves = ATOMIC_FLAG_INIT;
    (void)signal;
    if (!atomic_flag_test_and_set(&leaves))
        exit(8);
}

/* As Ctrl-C does, without a handler and with one that ends the program. */
static void an_interrupt_ends_a_process_whose_accelerators_are_at_work(void **state)
{
    (void)state;
    if (!FORKS)
        skip();
    for (int handled = 0; handled < 2; ++handled) {
        int ends[2];
        char byte;
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            signal(SIGINT, handled ? leave_by_exit : SIG_DFL);
            leave_at_work(ends[1]);
            for (;;)
                pause();
        }
        close(ends[1]);
        assert_int_equal(read(ends[0], &byte, 1), 1);
        close(ends[0]);
        kill(child, SIGINT);
        int status = ended(child);
        if (handled)
            assert_true(exited(status, 8));
        else
            assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* First, since drivers do not go along into a child. */
        TEST(stopping_and_continuing_a_process_changes_no_result),
        TEST(two_processes_on_one_device_are_both_right),
        TEST(a_process_ends_while_accelerators_are_at_work),
        TEST(an_interrupt_ends_a_process_whose_accelerators_are_at_work),
        TEST(a_child_works_afresh_after_a_fork),
        TEST(a_child_is_refused_the_devices_that_its_parent_uses),
        TEST(a_child_is_told_of_persisted_data_that_it_cannot_reach),
        TEST(a_turn_may_fork_a_child_that_ends),
    };
    return cmocka_run_group_tests_name("processes", tests, NULL, NULL);
}
