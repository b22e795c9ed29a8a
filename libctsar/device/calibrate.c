/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/calibrate.h"

#include <stdlib.h>

#include "device/model.h"
#include "device/pace.h"

enum {
    TRIALS = 20,
    FEW_BYTES = 64,
    MANY_BYTES = 1 << 18, /* whose copy takes longer than its overhead, but not 1 ms */
};

/* What is timed: a launch or a copy in. */
typedef struct trial {
    const ctsar__launch *launch;
    const ctsar__copy2d *copy;
} trial;

static int run(ctsar__device *d, const trial *t)
{
    ctsar__event e;
    int status = t->launch ? d->backend->launch(d, 0, t->launch, &e)
                           : d->backend->copy_in(d, 0, t->copy, &e);
    return status ? status : d->backend->wait(d, &e);
}

/* The first one is not timed: it may make what the others find. */
static int least(ctsar__device *d, const trial *t, double *seconds)
{
    int status = run(d, t);
    for (int i = 0; i < TRIALS && !status; ++i) {
        double began = ctsar__now();
        status = run(d, t);
        double took = ctsar__now() - began;
        if (i == 0 || took < *seconds)
            *seconds = took;
    }
    return status;
}

static int time_launch(ctsar__device *d, const ctsar_kernel *nothing)
{
    const ctsar_call call = {.step = 1, .count = 1, .groups = 1};
    const ctsar__launch launch = {.kernel = nothing, .call = &call};
    return least(d, &(trial){.launch = &launch}, &d->launch_overhead);
}

/* A copy in of so many bytes. */
static int time_copy_of(ctsar__device *d, const char *from, size_t bytes, double *seconds)
{
    const ctsar__backend *b = d->backend;
    ctsar__space space;
    int status = b->reserve(d, bytes, &space);
    if (!status)
        status = b->commit(d, &space, 0, bytes);
    const ctsar__copy2d copy = {space.base, from, bytes, bytes, bytes, 1};
    if (!status)
        status = least(d, &(trial){.copy = &copy}, seconds);
    b->release(d, &space);
    return status;
}

static int time_copy(ctsar__device *d)
{
    size_t many = d->memory < 2 * MANY_BYTES ? d->memory / 2 : MANY_BYTES;
    char *from = calloc(MANY_BYTES, 1);
    if (!from)
        return ctsar__error(CTSAR_ENOMEM, "no memory to time copies to %s", d->name);
    double seconds = 0;
    int status = time_copy_of(d, from, FEW_BYTES, &d->copy_overhead);
    if (!status && many > FEW_BYTES)
        status = time_copy_of(d, from, many, &seconds);
    if (!status && seconds > 0)
        ctsar__pace_note(d, CTSAR__WAY_IN, many, seconds);
    free(from);
    return status;
}

void ctsar__calibrate_by_model(ctsar__device *d, const ctsar__emu_spec *model)
{
    d->launch_overhead = d->copy_overhead = model->latency;
    d->kernels = model->kernels;
    ctsar__pace_note(d, CTSAR__WAY_IN, MANY_BYTES, ctsar__model_copy(model, MANY_BYTES));
}

int ctsar__calibrate(ctsar__device *d, ctsar__clock clock, const ctsar__emu_spec *model,
                     const ctsar_kernel *nothing)
{
    ctsar__calibrate_by_model(d, model);
    if (clock == CTSAR__CLOCK_VIRTUAL)
        return CTSAR_OK;
    d->kernels = 0;
    int status = time_launch(d, nothing);
    return status ? status : time_copy(d);
}
