/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The barrier of a pass.  The last thread to arrive does the pass's work while
 * the others wait, then opens it.  Waiting spins for a while and then sleeps.  Opening is one
 * store to one word, which also says whether the pass goes on, so that a waiting thread
 * needs one cache line to learn all. */
#ifndef CTSAR_BARRIER_H
#define CTSAR_BARRIER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* How often the barrier has opened, and the number of the pass: both from 1 on, modulo 2^32. */
typedef struct ctsar__moment {
    uint32_t round, pass;
} ctsar__moment;

typedef struct ctsar__barrier {
    _Alignas(64) _Atomic uint64_t arrived; /* their number is the lower half, that of news the
                                            * upper one */
    _Alignas(64) _Atomic uint64_t moment;  /* a ctsar__moment: the round is the lower half */
    _Atomic unsigned sleepers;
} ctsar__barrier;

/* At round 1 of pass 1. */
void ctsar__barrier_init(ctsar__barrier *b);

/* The present; the same for all threads until the barrier opens. */
static inline ctsar__moment ctsar__barrier_now(const ctsar__barrier *b)
{
    uint64_t m = atomic_load_explicit(&b->moment, memory_order_acquire);
    return (ctsar__moment){(uint32_t)m, (uint32_t)(m >> 32)};
}

/* Fetches what arriving writes to; to be called a little before. */
static inline void ctsar__barrier_expect(const ctsar__barrier *b)
{
    __builtin_prefetch((const void *)&b->arrived, 1);
}

typedef struct ctsar__arrival {
    bool last; /* the caller must call _open; what the others wrote before they arrived is visible
                * to it */
    bool news; /* one of those who have arrived had news */
} ctsar__arrival;

/* Arrives as one of `threads`, with news or without: who is last need not look for any. */
ctsar__arrival ctsar__barrier_arrive(ctsar__barrier *b, unsigned threads, bool news);

/* How many have arrived. */
static inline unsigned ctsar__barrier_arrived(const ctsar__barrier *b)
{
    return (unsigned)atomic_load_explicit(&b->arrived, memory_order_relaxed);
}

/* One more is to arrive, besides `threads`.  By one that has not arrived yet. */
static inline void ctsar__barrier_hold(ctsar__barrier *b)
{
    atomic_fetch_sub_explicit(&b->arrived, 1, memory_order_acq_rel);
}

/* Lets all threads go, into another round of the pass or into the next pass; what the
 * caller wrote before is visible to them. */
void ctsar__barrier_open(ctsar__barrier *b, bool same_pass);

/* Looks so often without minding what there is to see, to measure what a look takes. */
void ctsar__barrier_look(unsigned times);

/* Between two looks at something that may take longer: a moment, after many looks a nap. */
void ctsar__barrier_pause(unsigned looks);

/* Waits until `round` is over: looks `spins` times, then sleeps, at most about `seconds`.
 * False: it is not over yet. */
bool ctsar__barrier_wait(ctsar__barrier *b, uint32_t round, double seconds, unsigned spins);

#endif
