/* SPDX-License-Identifier: BSD-3-Clause */
#include "mem/guests.h"

#include <stdatomic.h>

#include "mem/current.h"

static ctsar__finisher *_Atomic finisher;

void ctsar__guests_finished_by(ctsar__finisher *f)
{
    finisher = f;
}

/* What was coming is as old here as on the host, which has it for all that is not known better. */
static void never_come(ctsar__shared *s, ctsar__holder *h)
{
    int status = CTSAR_OK;
    for (size_t i = 0; i < h->coming.count && !status; ++i) {
        status = ctsar__intervals_remove(&h->current, h->coming.at[i]);
        if (!status)
            status = ctsar__intervals_add(&s->host.current, h->coming.at[i]);
    }
    if (status) /* what is nowhere is an error for who reads it */
        ctsar__intervals_clear(&h->current);
    ctsar__intervals_clear(&h->coming);
    ctsar__shared_publish(s);
}

void ctsar__guests_settle(ctsar__shared *s, ctsar__holder *h)
{
    while (h->guests) {
        pthread_mutex_unlock(&s->mutex);
        bool any = finisher();
        pthread_mutex_lock(&s->mutex);
        if (any)
            continue;
        h->guests = 0; /* they were a parent's, before a fork */
        never_come(s, h);
    }
}

bool ctsar__guests_bring(const ctsar__holder *h, ctsar__items at)
{
    return h->guests && ctsar__intervals_common(&h->coming, at) > 0;
}

bool ctsar__guests_missing(ctsar__shared *s, const ctsar__holder *h, ctsar__items at,
                           ctsar__items *piece, ctsar__holder **from)
{
    bool any;
    while ((any = ctsar__shared_missing(s, h, at.lo, at.hi, piece, from)) && *from &&
           ctsar__guests_bring(*from, *piece))
        ctsar__guests_settle(s, *from);
    return any;
}

int ctsar__guests_landed(ctsar__holder *h, ctsar__items at, size_t *bytes)
{
    *bytes = ctsar__intervals_common(&h->landed, at);
    return *bytes ? ctsar__intervals_remove(&h->landed, at) : CTSAR_OK;
}
