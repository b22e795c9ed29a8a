/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/costs.h"

#include <stddef.h>
#include <string.h>

/* A lock and two readings of the clock, where the costs were found. */
#define FOUND_HAND_OUT 55e-9
/* Where a machine is like that one up to this factor its costs are those: half and twice of any of
 * them change little, and what is measured in microseconds is not known better. */
#define ALIKE 2.0

const ctsar__costs ctsar__costs_found = {
    .decide = 20e-6,
    .short_pass = 2e-3,
    .told_every = 2e-3,
    .hand_out = 1e-6,
    .least_piece = 20e-6,
    .claim = 10e-6,
    .wait_cores = 600e-6,
    .wait_accelerators = 40e-6,
    .wait_crowded = 1.5e-6,
    .wait_spare = 10e-3,
    .task_wait = 50e-6,
    .task_shared = 300e-9,
    .task_brief = 40e-6,
    .task_batch = 80e-6,
    .task_short = 100e-6,
    .task_wake = 20e-6,
    .task_way = 5e-6,
    .look = 25e-9,
};

static const struct {
    const char *name;
    size_t offset;
} fields[] = {
    {"decide", offsetof(ctsar__costs, decide)},
    {"short_pass", offsetof(ctsar__costs, short_pass)},
    {"told_every", offsetof(ctsar__costs, told_every)},
    {"hand_out", offsetof(ctsar__costs, hand_out)},
    {"least_piece", offsetof(ctsar__costs, least_piece)},
    {"claim", offsetof(ctsar__costs, claim)},
    {"wait_cores", offsetof(ctsar__costs, wait_cores)},
    {"wait_accelerators", offsetof(ctsar__costs, wait_accelerators)},
    {"wait_crowded", offsetof(ctsar__costs, wait_crowded)},
    {"wait_spare", offsetof(ctsar__costs, wait_spare)},
    {"task_wait", offsetof(ctsar__costs, task_wait)},
    {"task_shared", offsetof(ctsar__costs, task_shared)},
    {"task_brief", offsetof(ctsar__costs, task_brief)},
    {"task_batch", offsetof(ctsar__costs, task_batch)},
    {"task_short", offsetof(ctsar__costs, task_short)},
    {"task_wake", offsetof(ctsar__costs, task_wake)},
    {"task_way", offsetof(ctsar__costs, task_way)},
    {"look", offsetof(ctsar__costs, look)},
};
enum { FIELDS = sizeof fields / sizeof *fields };
_Static_assert(FIELDS == sizeof(ctsar__costs) / sizeof(double), "a field has no name");

double *ctsar__costs_named(ctsar__costs *costs, const char *name)
{
    for (size_t i = 0; i < FIELDS; ++i)
        if (!strcmp(fields[i].name, name))
            return (double *)(void *)((char *)costs + fields[i].offset);
    return NULL;
}

const char *ctsar__costs_names(void)
{
    static _Thread_local char names[400];
    *names = '\0';
    for (size_t i = 0; i < FIELDS; ++i) {
        strncat(names, i ? ", " : "", sizeof names - strlen(names) - 1);
        strncat(names, fields[i].name, sizeof names - strlen(names) - 1);
    }
    return names;
}

/* Threads wait as long as they do under any runtime: until the others come, which is a matter of
 * the system's time slices. */
static void scale(ctsar__costs *c, double factor)
{
    c->decide *= factor;
    c->short_pass *= factor;
    c->told_every *= factor;
    c->hand_out *= factor;
    c->least_piece *= factor;
    c->claim *= factor;
    c->task_shared *= factor;
    c->task_brief *= factor;
    c->task_batch *= factor;
    c->task_short *= factor;
    c->task_wake *= factor;
    c->task_way *= factor;
}

ctsar__costs ctsar__costs_of(double hand_out, double look)
{
    ctsar__costs c = ctsar__costs_found;
    double factor = hand_out / FOUND_HAND_OUT;
    if (factor > ALIKE)
        scale(&c, factor / ALIKE);
    else if (factor > 0 && factor < 1 / ALIKE)
        scale(&c, factor * ALIKE);
    if (look > 0)
        c.look = look;
    return c;
}
