/* SPDX-License-Identifier: BSD-3-Clause */
#include "units.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "fail.h"

static bool executes(const ctsar_kernel *kernel, unsigned devices)
{
    (void)devices;
    return kernel && kernel->opencl_source;
}

static const ctsar__backend modelled = {.name = "modelled", .executes = executes};

static void no_body(const ctsar_call *call)
{
    (void)call;
}

static ctsar__device *make_device(const machine_unit *unit)
{
    ctsar__device *d = sim_alloc(1, sizeof *d);
    d->backend = &modelled;
    snprintf(d->name, sizeof d->name, "%.31s", unit->name);
    d->memory = SIZE_MAX;
    return d;
}

units units_make(const graph *g, const machine *m, int inflight)
{
    units u = {.machine = {.devices = m->team.accs, .processors = m->team.cores}};
    ctsar__config *c = &u.machine.config;
    c->cores = m->team.cores > 0;
    c->core_cap = LONG_MAX;
    c->inflight = inflight;
    c->prefetch = inflight - 1;
    c->devices.clock = CTSAR__CLOCK_VIRTUAL;
    u.machine.device = sim_alloc((size_t)m->team.accs, sizeof(ctsar__device *));
    for (int a = 0; a < m->team.accs; ++a)
        u.machine.device[a] = make_device(&m->unit[m->team.cores + a]);
    u.kernel = sim_alloc((size_t)g->kernels, sizeof *u.kernel);
    for (int k = 0; k < g->kernels; ++k)
        u.kernel[k] =
            (ctsar_kernel){.name = g->kernel[k].name,
                           .host = isfinite(g->kernel[k].core) ? no_body : NULL,
                           .opencl_source = isfinite(g->kernel[k].accelerator) ? "" : NULL};
    return u;
}

void units_free(units *u)
{
    for (int a = 0; a < u->machine.devices; ++a)
        free(u->machine.device[a]);
    free(u->machine.device);
    free(u->kernel);
    *u = (units){0};
}
