/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The system's clock jumps at every look, forth and back by a day.  Regions do not look: no result,
 * time or time limit depends on it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"

enum { N = 512, PASSES = 50, DAY = 24 * 60 * 60 };

/* ---- A clock that jumps: these go before the system's ---------------------------------------- */

static _Atomic long looks; /* at the system's time, of the library, which this program contains */

static long jump(const void *caller)
{
    static _Atomic long calls;
    Dl_info info;
    looks += dladdr(caller, &info) && strstr(info.dli_fname, "test_clock_jumps");
    return ++calls % 2 ? DAY : -DAY;
}

static time_t seconds_of(struct timespec *t, clockid_t clock)
{
    syscall(SYS_clock_gettime, clock, t);
    return t->tv_sec;
}

int clock_gettime(clockid_t clock_id, struct timespec *tp)
{
    seconds_of(tp, clock_id);
    if (clock_id == CLOCK_REALTIME || clock_id == CLOCK_REALTIME_COARSE)
        tp->tv_sec += jump(__builtin_return_address(0));
    return 0;
}

/* GLPK looks. */
int gettimeofday(struct timeval *restrict tv, void *restrict tz)
{
    struct timespec now;
    (void)tz;
    *tv = (struct timeval){seconds_of(&now, CLOCK_REALTIME) + jump(__builtin_return_address(0)),
                           now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *timer)
{
    struct timespec now;
    time_t seconds = seconds_of(&now, CLOCK_REALTIME) + jump(__builtin_return_address(0));
    if (timer)
        *timer = seconds;
    return seconds;
}

/* ---- Regions -------------------------------------------------------------------------------- */

static double x[N];

static void add_one_host(const ctsar_call *c)
{
    double *v = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        v[i] += 1;
}
KERNEL(add_one, "__global double *v, long bias", "v[i - bias] += 1;");

static void run(ctsar_policy policy, const char *emu, int added)
{
    units("cpu,emu:2", emu, "real");
    setenv("CTSAR_TIMEOUT", "5", 1);
    assert_int_equal(ctsar_init(&s, N, policy, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    assert_int_equal(ctsar_set_kernel(s, &add_one), CTSAR_OK);
    for (int k = 0; k < PASSES; ++k)
#pragma omp parallel num_threads(2)
        do {
            ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL);
            ctsar_next(s, N);
            ctsar_launch(s, &add_one, (ctsar_arg[]){CTSAR_ARG_MEM(x)}, 1);
        } while (ctsar_loop(s));
    assert_string_equal(ctsar_last_error(s), "");
    for (int d = 0; d < s->accs; ++d)
        assert_false(s->device[d]->failed); /* five seconds have not passed */
    for (int i = 0; i < N; ++i)
        assert_true(x[i] == added);
    ctsar_free(&s);
}

static void a_clock_that_jumps_is_not_looked_at(void **state)
{
    (void)state;
    long before = looks;
    run(CTSAR_ADAPTIVE, "speed=1,latency=10us;speed=2", PASSES);
    run(CTSAR_CHUNK_DYNAMIC, "speed=1;speed=.5", 2 * PASSES);
    run(CTSAR_AUTO, "speed=1", 3 * PASSES);
    assert_int_equal(looks, before);
}

int main(void)
{
    if (!is_emulated()) /* drivers may look */
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_clock_that_jumps_is_not_looked_at, setup_region,
                                        end_region),
    };
    return cmocka_run_group_tests_name("clock_jumps", tests, NULL, NULL);
}
