/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Events of a trace, noted where they happen: each thread has a ring of its own, which it alone
 * writes, and keeps the last CTSAR__TRACE_KEPT events.  Whoever writes the trace reads the rings
 * while threads may go on; an event that is overwritten meanwhile counts as dropped.  A thread that
 * ends leaves its ring to the next new one.  Nothing here knows where a trace goes
 * (observe/trace.h). */
#ifndef CTSAR_TRACE_RING_H
#define CTSAR_TRACE_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CTSAR__TRACE_KEPT = 1 << 16 }; /* events a thread; 64 bytes each, touched as they are used */

typedef enum ctsar__trace_kind {
    CTSAR__TRACE_PASS,
    CTSAR__TRACE_DECIDE,      /* the policy, between two rounds */
    CTSAR__TRACE_SOLVE,       /* its LP */
    CTSAR__TRACE_TURN,        /* a range on a unit, or a piece of one */
    CTSAR__TRACE_WAIT,        /* of a unit, for the end of the round */
    CTSAR__TRACE_COPY_IN,     /* to an accelerator */
    CTSAR__TRACE_COPY_OUT,    /* from it to the host */
    CTSAR__TRACE_COPY_ACROSS, /* from another accelerator */
    CTSAR__TRACE_KERNEL,
    CTSAR__TRACE_BUILD,     /* of a kernel */
    CTSAR__TRACE_EXCHANGE,  /* of arrays with other nodes */
    CTSAR__TRACE_PERIOD,    /* of a set of tasks: from the first one to the end of a wait for all */
    CTSAR__TRACE_SUBMIT,    /* a task */
    CTSAR__TRACE_TASK,      /* a task on a core, or in an accelerator's slot, copies included */
    CTSAR__TRACE_STEAL,     /* a task that waited elsewhere */
    CTSAR__TRACE_LEFT_OUT,  /* an accelerator, from the next round on */
    CTSAR__TRACE_TRIED,     /* one that was left out is tried again */
    CTSAR__TRACE_RETURNED,  /* ... and is back */
    CTSAR__TRACE_STREAMING, /* a range does not fit: what is executed first of it */
    CTSAR__TRACE_KINDS
} ctsar__trace_kind;

/* Units: cores by number, accelerators from here on; what is the region's own; tasks on their way
 * in. */
enum {
    CTSAR__TRACE_ACC = 1 << 15,
    CTSAR__TRACE_SUBMITS = (1 << 16) - 2,
    CTSAR__TRACE_REGION = (1 << 16) - 1
};

/* In the place of a slot, for what goes on while others may be in use: kernels are built, and data
 * come home for no task of the unit. */
enum { CTSAR__TRACE_BUILDS = 14, CTSAR__TRACE_HOME = 15 };

/* One event, in seconds as the region's clock says; of a point in time begin and end are the same.
 * What lo, hi and bytes mean is the kind's. */
typedef struct ctsar__traced {
    double begin, end;
    int64_t lo, hi;
    uint64_t bytes[3];
    uint16_t region; /* from 1 on */
    uint16_t name;   /* of what it is about, by the number that names have; 0: none */
    uint16_t unit;
    uint8_t stream; /* of an accelerator: its slot and 1; 0: the unit itself */
    uint8_t kind;
} ctsar__traced;

/* Whose operations' events are; region 0: nobody's, and nothing is noted. */
typedef struct ctsar__track {
    _Atomic uint16_t region; /* may change while a kernel is being built */
    uint16_t unit;
    double origin; /* virtual clock: when the round began */
} ctsar__track;

extern _Atomic bool ctsar__trace_flag;

static inline bool ctsar__tracing(void)
{
    return __builtin_expect(atomic_load_explicit(&ctsar__trace_flag, memory_order_relaxed), 0);
}

/* Puts the event into the calling thread's ring; dropped, and counted, without memory. */
void ctsar__trace_note(const ctsar__traced *event);

/* The same, of a slot of an accelerator, where something is traced; `about` has its kind, range and
 * bytes. */
static inline void ctsar__trace_span(const ctsar__track *t, int slot, ctsar__traced about,
                                     double begin, double end)
{
    if (!ctsar__tracing() || !t->region)
        return;
    about.begin = t->origin + begin;
    about.end = t->origin + end;
    about.region = t->region;
    about.unit = t->unit;
    about.stream = (uint8_t)(slot + 1);
    ctsar__trace_note(&about);
}

/* ---- Reading; in a signal's handler as well ------------------------------------------- */

typedef struct ctsar__ring ctsar__ring;

/* The next ring after `r`, or the first one (NULL); NULL: there is none. */
const ctsar__ring *ctsar__ring_after(const ctsar__ring *r);
/* Events that it ever got; those from `noted` - CTSAR__TRACE_KEPT on are there, or all. */
uint64_t ctsar__ring_noted(const ctsar__ring *r);
/* Event number i; false: it has been overwritten. */
bool ctsar__ring_read(const ctsar__ring *r, uint64_t i, ctsar__traced *event);
/* Events that no ring got, for want of memory. */
uint64_t ctsar__trace_lost(void);

#endif
