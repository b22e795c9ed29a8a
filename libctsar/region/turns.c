/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The public calls of a turn: its range, its unit, its reductions. */
#include <limits.h>

#include "pass/core/lanes.h"
#include "pass/turn/turn.h"
#include "region/call.h"

/* ---- Ranges ----------------------------------------------------------------------- */

static int next(ctsar *s, const char *call, ctsar__bounds b, long hi)
{
    ctsar__lane *l = NULL;
    int status = ctsar__region_turn(s, call, &l);
    return status ? status
                  : ctsar__region_report_in_turn(s, call, ctsar__pass_next(&s->pass, l, b, hi));
}

/* The error `status`, in the pass that the thread enters: it may have left the one before, which
 * others are still in. */
static int refuse(ctsar *s, const char *call, int status)
{
    ctsar__lane *l;
    int entered = ctsar__region_turn(s, call, &l);
    return entered ? entered : ctsar__region_report_in_turn(s, call, status);
}

static int too_many(ctsar *s, const char *call, unsigned long n)
{
    return refuse(s, call,
                  ctsar__error(CTSAR_EINVAL,
                               "%lu iterations are more than CTSAR_MAX_ITERATIONS, %ld", n,
                               CTSAR_MAX_ITERATIONS));
}

int ctsar_next(ctsar *s, size_t n)
{
    static const char call[] = "ctsar_next";
    if (s && n > CTSAR_MAX_ITERATIONS)
        return too_many(s, call, n);
    return next(s, call, (ctsar__bounds){0, 1, (long)n}, (long)n);
}

int ctsar_next_range(ctsar *s, long lo, long hi, long step)
{
    static const char call[] = "ctsar_next_range";
    if (s && step < 1)
        return refuse(s, call,
                      ctsar__error(CTSAR_EINVAL, "step is %ld; it must be positive", step));
    unsigned long span = hi > lo ? (unsigned long)hi - (unsigned long)lo : 0;
    unsigned long n = span ? (span - 1) / (unsigned long)step + 1 : 0;
    if (s && n > CTSAR_MAX_ITERATIONS)
        return too_many(s, call, n);
    return next(s, call, (ctsar__bounds){lo, step, (long)n}, hi);
}

int ctsar_get_range(ctsar *s, long *start, long *end)
{
    static const char call[] = "ctsar_get_range";
    ctsar__lane *l = NULL;
    int status = ctsar__region_turn(s, call, &l);
    if (!status && (!start || !end))
        status = ctsar__region_report_in_turn(
            s, call, ctsar__error(CTSAR_EINVAL, "start and end must not be NULL"));
    if (start)
        *start = status ? 0 : CSTART(s);
    if (end)
        *end = status ? 0 : CEND(s);
    return status;
}

unsigned ctsar_get_type(ctsar *s)
{
    ctsar__lane *l = NULL;
    if (ctsar__region_turn(s, "ctsar_get_type", &l))
        return 0;
    return l->acc < 0 && l->checked_at < 0 ? CTSAR_DEV_CPU : CTSAR_DEV_GPU;
}

int ctsar_get_unit(ctsar *s)
{
    ctsar__lane *l = NULL;
    int status = ctsar__region_turn(s, "ctsar_get_unit", &l);
    return status ? status : l->checked_at >= 0 ? 0 : l->unit;
}

ctsar_backend ctsar_get_backend(ctsar *s)
{
    ctsar__lane *l = NULL;
    if (ctsar__region_turn(s, "ctsar_get_backend", &l))
        return CTSAR_BACKEND_NONE;
    if (l->checked_at >= 0)
        return CTSAR_BACKEND_EMU;
    return l->acc < 0 ? CTSAR_BACKEND_HOST : s->device[l->acc]->backend->kind;
}

void *ctsar_cuda_stream(ctsar *s)
{
    static const char call[] = "ctsar_cuda_stream";
    ctsar__lane *l = NULL;
    if (ctsar__region_turn(s, call, &l) || l->acc < 0 || ctsar__range_len(l->range) == 0)
        return NULL;
    ctsar__device *d = s->device[l->acc];
    void *stream = d->backend->stream ? d->backend->stream(d) : NULL;
    if (d->backend->stream && !stream)
        ctsar__region_report_in_turn(s, call, CTSAR_EDEVICE);
    return stream;
}

bool ctsar_loop(ctsar *s)
{
    static const char call[] = "ctsar_loop";
    ctsar__lane *l = NULL;
    bool again;
    if (ctsar__region_turn(s, call, &l))
        return false;
    ctsar__region_report(s, call, ctsar__pass_loop(&s->pass, l, &again));
    return again;
}

/* ---- Reductions ----------------------------------------------------------------------- */

void *ctsar_reg_reduc(ctsar *s, void *result, const void *identity, size_t item_size,
                      ctsar_combine combine)
{
    static const char call[] = "ctsar_reg_reduc";
    ctsar__lane *l = NULL;
    void *copy = NULL;
    if (ctsar__region_turn(s, call, &l))
        return NULL;
    int status =
        !result || !identity || !combine || !item_size
            ? ctsar__error(CTSAR_EINVAL, "result, identity and combine must not be NULL, "
                                         "item_size not 0")
            : ctsar__turn_reduction(&s->pass, l, result, identity, item_size, combine, &copy);
    return ctsar__region_report_in_turn(s, call, status) ? NULL : copy;
}
