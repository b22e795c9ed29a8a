/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/failure.h"

#include <stdio.h>

bool ctsar__failure_note(ctsar__pass *p, int status)
{
    pthread_mutex_lock(&p->lock);
    bool first = !p->status;
    if (first) {
        snprintf(p->detail, sizeof p->detail, "%s", ctsar__error_detail());
        p->status = status;
    }
    pthread_mutex_unlock(&p->lock);
    return first;
}

int ctsar__failure_met(ctsar__pass *p)
{
    pthread_mutex_lock(&p->lock);
    int status = ctsar__error(p->status, "%s", p->detail);
    pthread_mutex_unlock(&p->lock);
    return status;
}

void ctsar__failure_keep(ctsar__pass *p, int status)
{
    pthread_mutex_lock(&p->lock);
    if (!p->late) {
        snprintf(p->late_detail, sizeof p->late_detail, "%s", ctsar__error_detail());
        p->late = status;
    }
    pthread_mutex_unlock(&p->lock);
}

void ctsar__pass_fail_late(ctsar__pass *p, int status)
{
    if (ctsar__pass_fail(p, status))
        ctsar__failure_keep(p, status);
}

int ctsar__failure_take(ctsar__pass *p)
{
    if (!atomic_load_explicit(&p->late, memory_order_relaxed))
        return CTSAR_OK;
    pthread_mutex_lock(&p->lock);
    int status = p->late;
    if (status)
        ctsar__error(status, "%s", p->late_detail);
    p->late = CTSAR_OK;
    pthread_mutex_unlock(&p->lock);
    return status;
}
