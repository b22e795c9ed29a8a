/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/trace.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "observe/trace.h"

double ctsar__tasks_now(const ctsar_tasks *t)
{
    return t->virtual_clock ? t->now : ctsar__now();
}

int ctsar__task_row_of(const ctsar__task_worker *w)
{
    return w->unit->device ? w->all->unit[CTSAR__CORES].workers + w->unit->number - 1 : w->index;
}

/* ---- Life -------------------------------------------------------------------------------- */

static int open_region(ctsar_tasks *t, int accs, int slots)
{
    const char **name = calloc((size_t)accs + 1, sizeof *name);
    if (!name)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the names of %d accelerators", accs);
    for (int a = 0; a < accs; ++a)
        name[a] = t->machine->device[a]->name;
    const ctsar__trace_about about = {
        .name = "tasks", .acc_name = name, .accs = accs, .slots = slots, .tasks = true};
    t->trace.region = ctsar__trace_open(&t->machine->config, &about);
    free(name);
    return CTSAR_OK;
}

int ctsar__tasks_trace_open(ctsar_tasks *t, int cores, int accs, int slots)
{
    if (!t->machine->config.trace_file || t->check)
        return CTSAR_OK;
    t->trace.row = calloc((size_t)(cores + accs) + 1, sizeof *t->trace.row);
    if (!t->trace.row)
        return ctsar__error(CTSAR_ENOMEM, "no memory for what %d units do", cores + accs);
    t->trace.rows = cores + accs;
    int status = open_region(t, accs, slots);
    if (t->trace.region && t->trace.region->cores < cores)
        t->trace.region->cores = cores;
    return status;
}

static unsigned acc_unit(int number)
{
    return CTSAR__TRACE_ACC + (unsigned)number - 1;
}

void ctsar__task_trace_unit(ctsar_tasks *t, ctsar__task_unit *u)
{
    if (!t->trace.region)
        return;
    u->traced = ctsar__trace_name(u->name);
    if (u->device)
        u->engines.track = (ctsar__track){.region = t->trace.region->number,
                                          .unit = (uint16_t)acc_unit(u->number)};
}

void ctsar__tasks_trace_close(ctsar_tasks *t)
{
    ctsar__trace_close(t->trace.region);
    free(t->trace.row);
}

/* ---- Events -------------------------------------------------------------------------------- */

static void note(const ctsar_tasks *t, ctsar__traced e, double begin, double end)
{
    e.begin = t->trace.origin + begin;
    e.end = t->trace.origin + end;
    e.region = t->trace.region->number;
    ctsar__trace_note(&e);
}

/* The unit of a row. */
static uint16_t unit_of(const ctsar_tasks *t, int row)
{
    int cores = t->unit[CTSAR__CORES].workers;
    return (uint16_t)(row < cores ? (unsigned)row : acc_unit(row - cores + 1));
}

static void note_wait(ctsar_tasks *t, int row, double until)
{
    const ctsar__traced e = {.kind = CTSAR__TRACE_WAIT, .unit = unit_of(t, row)};
    double since = t->trace.row[row].since;
    t->trace.row[row].since = until;
    if (until > since)
        note(t, e, since, until);
}

/* ---- Periods ------------------------------------------------------------------------------ */

/* Virtual clock: it begins when everything that is traced so far is over. */
static void set_origin(ctsar_tasks *t)
{
    t->trace.origin = fmax(t->trace.origin, ctsar__trace_present() - t->now);
    for (int u = 1; u < t->units; ++u)
        t->unit[u].engines.track.origin = t->trace.origin;
}

void ctsar__tasks_trace_begin(ctsar_tasks *t)
{
    if (!t->trace.region)
        return;
    if (t->virtual_clock)
        set_origin(t);
    for (int i = 0; i < t->trace.rows; ++i)
        t->trace.row[i].since = t->began;
}

void ctsar__tasks_trace_end(ctsar_tasks *t, double took, long tasks, long iterations)
{
    const ctsar__traced e = {.kind = CTSAR__TRACE_PERIOD,
                             .unit = (uint16_t)CTSAR__TRACE_REGION,
                             .lo = tasks,
                             .hi = iterations};
    if (!t->trace.region)
        return;
    double end = t->began + took;
    for (int i = 0; i < t->trace.rows; ++i)
        note_wait(t, i, end);
    note(t, e, t->began, end);
    if (t->virtual_clock)
        ctsar__trace_advance(t->trace.origin + end);
}

/* On a track of its own, one copy after the other: the slots may be at work meanwhile. */
void ctsar__tasks_trace_home(ctsar_tasks *t, int u, size_t bytes, double seconds)
{
    if (!t->trace.region || !bytes)
        return;
    const ctsar__traced e = {.kind = CTSAR__TRACE_COPY_OUT,
                             .unit = (uint16_t)acc_unit(u),
                             .stream = CTSAR__TRACE_HOME + 1,
                             .bytes = {bytes}};
    double *free_at = &t->trace.row[t->unit[CTSAR__CORES].workers + u - 1].home;
    double now = ctsar__tasks_now(t);
    double begin = fmax(*free_at, t->virtual_clock ? now : now - seconds);
    *free_at = begin + seconds;
    note(t, e, begin, *free_at);
}

/* ---- Tasks -------------------------------------------------------------------------------- */

void ctsar__task_trace_submits(ctsar_tasks *t)
{
    if (t->trace.region)
        t->trace.submits = ctsar__tasks_now(t);
}

void ctsar__task_trace_submitted(ctsar_tasks *t, const ctsar__task *task)
{
    if (!t->trace.region)
        return;
    const ctsar__traced e = {.kind = CTSAR__TRACE_SUBMIT,
                             .unit = (uint16_t)CTSAR__TRACE_SUBMITS,
                             .name = task->model->traced,
                             .lo = (int64_t)task->vertex.number,
                             .hi = (int64_t)task->before};
    note(t, e, t->trace.submits, ctsar__tasks_now(t));
}

void ctsar__task_trace_steal(ctsar__task_worker *w, const ctsar__task *task, int from)
{
    ctsar_tasks *t = w->all;
    if (!t->trace.region)
        return;
    const ctsar__traced e = {.kind = CTSAR__TRACE_STEAL,
                             .unit = unit_of(t, ctsar__task_row_of(w)),
                             .name = t->unit[from].traced,
                             .lo = (int64_t)task->vertex.number};
    double now = ctsar__tasks_now(t);
    note(t, e, now, now);
}

/* An accelerator waits while it has no task in any slot. */
void ctsar__task_trace_begin(ctsar__task_worker *w)
{
    ctsar_tasks *t = w->all;
    if (!t->trace.region)
        return;
    w->began = ctsar__tasks_now(t);
    int row = ctsar__task_row_of(w);
    if (t->trace.row[row].running++ == 0 && w->unit->device)
        note_wait(t, row, w->began);
}

static void leave(ctsar__task_worker *w, double end)
{
    ctsar__task_row *row = &w->all->trace.row[ctsar__task_row_of(w)];
    if (--row->running == 0)
        row->since = end;
}

void ctsar__task_trace_failed(ctsar__task_worker *w)
{
    if (w->all->trace.region && w->unit->device)
        leave(w, ctsar__tasks_now(w->all));
    else if (w->all->trace.region)
        w->all->trace.row[ctsar__task_row_of(w)].running--; /* its core has waited meanwhile */
}

/* A core's task takes what the report says, and what else is done for it is waiting. */
static double begin_on_core(ctsar__task_worker *w, const ctsar__task_time *time, double end)
{
    const ctsar__traced home = {
        .kind = CTSAR__TRACE_COPY_OUT, .unit = (uint16_t)w->index, .bytes = {w->traffic.bytes_out}};
    double begin = end - time->body - time->verifying - w->traffic.seconds;
    note_wait(w->all, w->index, begin);
    if (w->traffic.bytes_out > 0)
        note(w->all, home, begin, begin + w->traffic.seconds);
    return begin;
}

void ctsar__task_trace_done(ctsar__task_worker *w, const ctsar__task *task,
                            const ctsar__task_time *time)
{
    ctsar_tasks *t = w->all;
    if (!t->trace.region)
        return;
    bool core = !w->unit->device;
    double end = core && !t->virtual_clock ? time->ended : ctsar__tasks_now(t);
    const ctsar__traced e = {
        .kind = CTSAR__TRACE_TASK,
        .unit = unit_of(t, ctsar__task_row_of(w)),
        .stream = (uint8_t)(core ? 0 : w->index + 1),
        .name = task->model->traced,
        .lo = (int64_t)task->vertex.number,
        .hi = task->hi - task->lo,
        .bytes = {w->traffic.bytes_in, w->traffic.bytes_out, w->traffic.bytes_between}};
    if (!core)
        ctsar__tasks_trace_home(t, w->unit->number, w->traffic.aside_bytes,
                                w->traffic.aside_seconds);
    note(t, e, core ? begin_on_core(w, time, end) : w->began, end);
    leave(w, end);
}
