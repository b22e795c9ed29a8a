/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Several threads that reach one region at once: the first has it, the others do without.
 * A caller's count is twice those turned away since the last one left, and 1 while one is in.
 * Callers that are loops of the host want nothing to stay on accelerators. */
#include "region/state.h"

static _Atomic long host_loops; /* that call what may have regions */

void ctsar_host_begins(void)
{
    if (!ctsar__pass_within())
        atomic_fetch_add_explicit(&host_loops, 1, memory_order_relaxed);
}

void ctsar_host_ends(void)
{
    if (!ctsar__pass_within())
        atomic_fetch_sub_explicit(&host_loops, 1, memory_order_relaxed);
}

bool ctsar_enter(long *callers)
{
    bool within = ctsar__pass_within();
    long seen = __atomic_load_n(callers, __ATOMIC_RELAXED), then;
    bool enters;
    do {
        enters = !within && !(seen & 1);
        then = enters ? seen | 1 : seen + 2;
    } while (!__atomic_compare_exchange_n(callers, &seen, then, true, __ATOMIC_ACQUIRE,
                                          __ATOMIC_RELAXED));
    return enters;
}

void ctsar_leave(ctsar *s, long *callers)
{
    long seen = __atomic_load_n(callers, __ATOMIC_RELAXED), counted = 0;
    if (atomic_load_explicit(&host_loops, memory_order_relaxed) > 0)
        (void)ctsar_host_uses(NULL, 0, true); /* which reports its own errors */
    do {
        if (s)
            s->stats.alone += seen / 2 - counted;
        counted = seen / 2;
    } while (
        !__atomic_compare_exchange_n(callers, &seen, 0, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}
