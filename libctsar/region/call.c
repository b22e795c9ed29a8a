/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What fails below comes up as a status; here the region and the call are added, and the error mode
 * decides. */
#include "region/call.h"

#include <string.h>

#include "pass/core/failure.h"
#include "pass/core/lanes.h"

void ctsar__region_error(ctsar *s, const char *name, const char *call, int status)
{
    if (ctsar__report_call(name, call, status) && s) {
        pthread_mutex_lock(&s->error_lock);
        memcpy(s->error, ctsar__reported(), sizeof s->error);
        pthread_mutex_unlock(&s->error_lock);
    }
}

void ctsar__region_error_in_turn(ctsar *s, const char *call, int status)
{
    /* The error that fails the pass is the one to read afterwards, not what follows from it. */
    bool first = !s || ctsar__pass_fail(&s->pass, status);
    ctsar__region_error(first ? s : NULL, s ? s->name : "no region", call, status);
}

const char *ctsar_last_error(ctsar *s)
{
    static _Thread_local char copy[CTSAR__REPORTED];
    if (!s)
        return ctsar__reported();
    pthread_mutex_lock(&s->error_lock);
    memcpy(copy, s->error, sizeof copy);
    pthread_mutex_unlock(&s->error_lock);
    return copy;
}

int ctsar__region_null(void)
{
    return ctsar__error(CTSAR_EINVAL, "the region is NULL; open it with ctsar_init");
}

/* ---- Who calls ---------------------------------------------------------------- */

int ctsar__region_idle(ctsar *s)
{
    if (!s)
        return ctsar__region_null();
    if (!ctsar__pass_running(&s->pass))
        return CTSAR_OK;
    return ctsar__error(CTSAR_ESTATE, "a pass is running; call it when all threads have left the "
                                      "loop");
}
