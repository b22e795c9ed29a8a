/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whose a driver is.  A child of a fork has its parent's memory, but neither the threads of the
 * drivers that the parent uses nor their connections: a call there may wait for ever. */
#ifndef CTSAR_OWNER_H
#define CTSAR_OWNER_H

#include <stdatomic.h>
#include <unistd.h>

#include "base/status.h"

/* Zeroed: nobody's yet. */
typedef struct ctsar__owner {
    _Atomic int process;
} ctsar__owner;

/* The driver is the calling process's from now on. */
static inline void ctsar__own(ctsar__owner *o)
{
    atomic_store(&o->process, (int)getpid());
}

/* Has the calling process got it by a fork? */
static inline bool ctsar__is_inherited(const ctsar__owner *o)
{
    int process = atomic_load_explicit(&o->process, memory_order_relaxed);
    return process && process != (int)getpid();
}

#define CTSAR__INHERITED                                                                           \
    "this process was forked from one that uses its driver, which does not go along; fork first, " \
    "then open regions"

#endif
