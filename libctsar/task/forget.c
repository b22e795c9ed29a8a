/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/forget.h"

#include "mem/shared.h"
#include "task/data.h"
#include "task/graph/depend.h"
#include "task/users.h"

enum {
    KEPT = 4096, /* parts in the list, and those that one of so many last tasks has accessed */
    /* Looks for each access of the task that is submitted: several times those that an access
     * brings about, so that what has come together while others were executed is made up for. */
    MOST = 16
};

/* Nobody works on it, nor does a task that is not over access it. */
static bool is_idle(const ctsar__part *p)
{
    return p->users == 0 && ctsar__depend_is_over(p);
}

/* No longer a part, or kept.  The lock is given back meanwhile. */
static int forget(ctsar_tasks *t, ctsar__part *p)
{
    ctsar__part_data *d = p->data;
    unsigned long newest = p->newest;
    int status = CTSAR_OK;
    if (d && d->shared) {
        p->users++;
        pthread_mutex_unlock(&t->lock);
        status = ctsar__shared_sync_idle(d->shared, &(ctsar__traffic){0});
        pthread_mutex_lock(&t->lock);
        p->users--;
    }
    if (!is_idle(p) || p->newest != newest || status) {
        ctsar__part_keep(t, p);
        return status;
    }
    ctsar__part_data_free(t, p);
    ctsar__parts_remove(&t->parts, p);
    return CTSAR_OK;
}

static int look_at(ctsar_tasks *t, ctsar__part *p)
{
    if (t->submitted - p->newest > KEPT && is_idle(p))
        return forget(t, p);
    ctsar__part_keep(t, p);
    return CTSAR_OK;
}

/* Who looks gives the lock back, so each look is taken off before. */
int ctsar__parts_reap(ctsar_tasks *t, int accesses)
{
    int status = CTSAR_OK;
    for (long most = (long)accesses * MOST; most > 0 && t->looks > 0 && t->listed > KEPT && !status;
         --most) {
        t->looks--;
        status = look_at(t, ctsar__part_take(t));
    }
    if (t->listed <= KEPT)
        t->looks = 0;
    return status;
}
