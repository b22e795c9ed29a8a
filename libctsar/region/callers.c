/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Several threads that reach one region at once: the first has it, the others do without.
 * A caller's count is twice those turned away since the last one left, and 1 while one is in. */
#include "region/state.h"

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
    do {
        if (s)
            s->stats.alone += seen / 2 - counted;
        counted = seen / 2;
    } while (
        !__atomic_compare_exchange_n(callers, &seen, 0, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}
