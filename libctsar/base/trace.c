/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/trace.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = sizeof(ctsar__traced) / sizeof(uint64_t) };
_Static_assert(sizeof(ctsar__traced) == 64, "an event is a cache line");

struct ctsar__ring {
    ctsar__ring *next;
    _Atomic bool used;      /* by a thread that lives */
    _Atomic uint64_t begun; /* events; the last of them may be in the making */
    _Atomic uint64_t noted;
    _Atomic uint64_t word[CTSAR__TRACE_KEPT][WORDS];
};

_Atomic bool ctsar__trace_flag;
static ctsar__ring *_Atomic rings;
static _Atomic uint64_t lost;
static _Thread_local ctsar__ring *own;

/* ---- A thread's ring -------------------------------------------------------------------- */

static pthread_key_t key;
static bool keyed;

static void leave(void *ring)
{
    own = NULL;
    atomic_store_explicit(&((ctsar__ring *)ring)->used, false, memory_order_release);
}

static void make_key(void)
{
    keyed = pthread_key_create(&key, leave) == 0;
}

static ctsar__ring *adopt(void)
{
    for (ctsar__ring *r = rings; r; r = r->next) {
        bool used = false;
        if (atomic_compare_exchange_strong(&r->used, &used, true))
            return r;
    }
    return NULL;
}

/* Its memory is the system's zeroes until it is used. */
static ctsar__ring *make(void)
{
    ctsar__ring *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->used = true;
    r->next = rings;
    while (!atomic_compare_exchange_weak(&rings, &r->next, r))
        ;
    return r;
}

static __attribute__((noinline)) ctsar__ring *find(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_key);
    own = adopt();
    if (!own)
        own = make();
    if (own && keyed)
        pthread_setspecific(key, own); /* without memory the ring stays the thread's */
    return own;
}

/* ---- Noting ----------------------------------------------------------------------------- */

/* A reader that sees one of the words sees `begun` as well, by which it knows that they are not the
 * event that stood there. */
void ctsar__trace_note(const ctsar__traced *event)
{
    ctsar__ring *r = own ? own : find();
    if (!r) {
        lost++;
        return;
    }
    uint64_t from[WORDS];
    memcpy(from, event, sizeof from);
    uint64_t n = atomic_load_explicit(&r->noted, memory_order_relaxed);
    atomic_store_explicit(&r->begun, n + 1, memory_order_relaxed);
    for (int i = 0; i < WORDS; ++i)
        atomic_store_explicit(&r->word[n % CTSAR__TRACE_KEPT][i], from[i], memory_order_release);
    atomic_store_explicit(&r->noted, n + 1, memory_order_release);
}

/* ---- Reading ---------------------------------------------------------------------------- */

const ctsar__ring *ctsar__ring_after(const ctsar__ring *r)
{
    return r ? r->next : rings;
}

uint64_t ctsar__ring_noted(const ctsar__ring *r)
{
    return atomic_load_explicit(&r->noted, memory_order_acquire);
}

bool ctsar__ring_read(const ctsar__ring *r, uint64_t i, ctsar__traced *event)
{
    uint64_t to[WORDS];
    for (int k = 0; k < WORDS; ++k)
        to[k] = atomic_load_explicit(&r->word[i % CTSAR__TRACE_KEPT][k], memory_order_acquire);
    memcpy(event, to, sizeof to);
    return atomic_load_explicit(&r->begun, memory_order_relaxed) <= i + CTSAR__TRACE_KEPT;
}

uint64_t ctsar__trace_lost(void)
{
    return lost;
}
