/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/barrier.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* The round, for the futex: the lower half of the word. */
static uint32_t *round_of(ctsar__barrier *b)
{
    return (uint32_t *)(void *)&b->moment + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

static bool over(const ctsar__barrier *b, uint32_t round)
{
    return ctsar__barrier_now(b).round != round;
}

void ctsar__barrier_init(ctsar__barrier *b)
{
    atomic_init(&b->arrived, 0);
    atomic_init(&b->sleepers, 0);
    atomic_init(&b->moment, (uint64_t)1 << 32 | 1);
}

ctsar__arrival ctsar__barrier_arrive(ctsar__barrier *b, unsigned threads, bool news)
{
    uint64_t one = (uint64_t)news << 32 | 1;
    uint64_t all = atomic_fetch_add_explicit(&b->arrived, one, memory_order_acq_rel) + one;
    return (ctsar__arrival){.last = (uint32_t)all == threads, .news = all >> 32};
}

void ctsar__barrier_open(ctsar__barrier *b, bool same_pass)
{
    ctsar__moment m = ctsar__barrier_now(b);
    uint32_t round = m.round + 1, pass = m.pass + !same_pass;
    atomic_store_explicit(&b->arrived, 0, memory_order_relaxed);
    atomic_store(&b->moment, (uint64_t)pass << 32 | round);
    /* Sequentially consistent on both sides: either the sleeper sees the new
     * round or this sees the sleeper. */
    if (atomic_load(&b->sleepers))
        syscall(SYS_futex, round_of(b), FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

void ctsar__barrier_look(unsigned times)
{
    ctsar__barrier b;
    ctsar__barrier_init(&b);
    for (uint32_t round = ctsar__barrier_now(&b).round; times > 0 && !over(&b, round); --times)
        pause_briefly();
}

void ctsar__barrier_pause(unsigned looks)
{
    enum { BRIEFLY = 10, SOON = 1000 };
    const struct timespec nap = {.tv_nsec = 20000}; /* what an arrival costs at most besides */
    if (looks < SOON)
        ctsar__barrier_look(BRIEFLY);
    else
        nanosleep(&nap, NULL);
}

bool ctsar__barrier_wait(ctsar__barrier *b, uint32_t round, double seconds, unsigned spins)
{
    for (; spins > 0; --spins) {
        if (over(b, round))
            return true;
        pause_briefly();
    }
    struct timespec limit = {.tv_sec = (time_t)seconds};
    limit.tv_nsec = (long)(1e9 * (seconds - (double)limit.tv_sec));
    atomic_fetch_add(&b->sleepers, 1);
    /* One sleep: a spurious wake-up only makes the caller look again earlier. */
    if ((uint32_t)atomic_load(&b->moment) == round)
        syscall(SYS_futex, round_of(b), FUTEX_WAIT_PRIVATE, round, &limit, NULL, 0);
    atomic_fetch_sub(&b->sleepers, 1);
    return over(b, round);
}
