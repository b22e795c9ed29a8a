/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/results.h"

#include "check/persist.h"
#include "mem/directory.h"
#include "pass/core/absence.h"
#include "pass/core/apart.h"
#include "pass/core/view.h"

static int is_apart(const void *result)
{
    return ctsar__error(CTSAR_ESTATE,
                        "the reduction into %p adds to a persisted array that nodes have in parts; "
                        "call ctsar_sync_mem for the array before the pass",
                        result);
}

static int bring(ctsar__pass *p, const void *result, size_t bytes)
{
    ctsar__traffic t = {0};
    int status;
    if (p->nodes && ctsar__apart_is(result, bytes))
        return is_apart(result);
    ctsar__check_uses(result, bytes, true);
    do
        status = ctsar__directory_settle(result, bytes, true, &t);
    while (status && ctsar__judge(p, -1, &t, status) == CTSAR__AGAIN);
    return status;
}

int ctsar__results_bring(ctsar__pass *p)
{
    unsigned long pass = ctsar__pass_number(p);
    ctsar__reduction *r = NULL;
    int status = CTSAR_OK;
    while (!status && (r = ctsar__reductions_next(p->reductions, r, pass)))
        status = bring(p, ctsar__reduction_result(r), ctsar__reduction_size(r));
    return status;
}
