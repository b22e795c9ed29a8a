/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph_play.h"

#include <math.h>
#include <stdlib.h>

#include "bound.h"
#include "device/pace.h"
#include "fail.h"
#include "random.h"
#include "task/set.h"
#include "units.h"

enum { HOST = 0, MOST_ACCESSES = 64 };

/* A graph while it is played. */
typedef struct stage {
    const graph *graph;
    const machine *machine;
    uint64_t seed;
    long execution;
    graph_run *run;
    ctsar_tasks *tasks;
    uint64_t *where; /* of each part: the host (bit 0) and accelerators that have its value */
    double *there;   /* of each part on each unit: from when on, where it was brought */
} stage;

/* The one that is played: what executes tasks is told no more than the task. */
static stage *playing;

graph_run graph_run_make(const graph *g, const machine *m)
{
    size_t units = 1 + (size_t)m->team.accs;
    return (graph_run){.executions = g->executions,
                       .pass = sim_alloc((size_t)g->executions, sizeof(graph_pass)),
                       .tasks = sim_alloc((size_t)g->kernels * units, sizeof(long))};
}

void graph_run_free(graph_run *r)
{
    free(r->pass);
    free(r->tasks);
    *r = (graph_run){0};
}

/* ---- Data ---------------------------------------------------------------------------- */

static const machine_unit *accelerator(const stage *g, int number)
{
    return &g->machine->unit[g->machine->team.cores + number - 1];
}

static int first_of(uint64_t where)
{
    return __builtin_ctzll(where);
}

/* A copy to or from an accelerator, from when on it can be; when it is over. */
static double copy(stage *g, int number, ctsar__way way, double bytes, double from)
{
    ctsar__task_unit *u = &g->tasks->unit[number];
    ctsar__engine engine = way == CTSAR__WAY_OUT ? CTSAR__COPY_OUT : CTSAR__COPY_IN;
    double seconds = bytes / accelerator(g, number)->bandwidth;
    u->engines.slot[CTSAR__SLOT_OTHERS] = from;
    ctsar__engines_book(&u->engines, CTSAR__SLOT_OTHERS, engine, seconds, (ctsar__traced){0});
    ctsar__pace_note(u->device, way, (size_t)bytes, seconds);
    g->run->pass[g->execution].moving += seconds;
    return u->engines.slot[CTSAR__SLOT_OTHERS];
}

/* Brings a part's value to a unit; when it is there. */
static double bring(stage *g, long part, int unit, double now)
{
    uint64_t *where = &g->where[part];
    double *there = &g->there[part * (1 + g->machine->team.accs) + unit];
    double bytes = g->graph->bytes[part];
    graph_pass *pass = &g->run->pass[g->execution];
    if (*where >> unit & 1)
        return fmax(now, *there);
    int from = *where & 1 ? HOST : first_of(*where);
    if (from != HOST)
        now = copy(g, from, CTSAR__WAY_OUT, bytes, now);
    if (unit != HOST)
        now = copy(g, unit, CTSAR__WAY_IN, bytes, now);
    *(from == HOST   ? &pass->bytes_in
      : unit == HOST ? &pass->bytes_out
                     : &pass->bytes_between) += bytes;
    *where |= (uint64_t)1 << unit;
    return *there = now;
}

static double bring_all(stage *g, const graph_task *task, int unit, double now)
{
    double there = now;
    for (int a = 0; a < task->accesses; ++a) {
        const graph_access *access = &g->graph->access[task->first + a];
        if (access->kind != CTSAR_ACCESS_IN && access->kind != CTSAR_ACCESS_INOUT)
            continue;
        bool on_its_way = g->where[access->part] >> unit & 1;
        double at = bring(g, access->part, unit, now);
        now = on_its_way ? now : at;
        there = fmax(there, at);
    }
    return there;
}

/* Reductions are folded on the host. */
static void note_written(stage *g, const graph_task *task, int unit)
{
    for (int a = 0; a < task->accesses; ++a) {
        const graph_access *access = &g->graph->access[task->first + a];
        if (access->kind == CTSAR_ACCESS_REDUCTION)
            g->where[access->part] = 1;
        else if (access->kind != CTSAR_ACCESS_IN)
            g->where[access->part] = (uint64_t)1 << unit;
    }
}

/* ---- Tasks ---------------------------------------------------------------------------- */

/* A task meets the same noise wherever it is executed. */
static double noise_of(const stage *g, long number)
{
    uint64_t key = random_key(random_key(g->seed, (uint64_t)g->execution), (uint64_t)number);
    return g->graph->noise > 0 ? exp(g->graph->noise * random_normal(key)) : 1;
}

static double seconds_of(const stage *g, long number, int machine_unit_number)
{
    const machine_unit *u = &g->machine->unit[machine_unit_number];
    double plain =
        bound_seconds(g->graph, g->machine, g->graph->task[number].kernel, machine_unit_number);
    return u->launch + (plain - u->launch) * noise_of(g, number);
}

/* In the place of ctsar__task_execute. */
static int execute(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time,
                   ctsar__traffic *traffic)
{
    stage *g = playing;
    const graph_task *done = &g->graph->task[task->lo];
    int unit = w->unit->number;
    double now = w->all->now, there = bring_all(g, done, unit, now);
    int number = unit ? g->machine->team.cores + unit - 1 : w->index;
    (void)traffic;
    *time = (ctsar__task_time){.body = seconds_of(g, task->lo, number), .moving = there - now};
    if (unit) {
        w->unit->engines.slot[w->index] = there;
        ctsar__engines_book(&w->unit->engines, w->index, CTSAR__COMPUTE, time->body,
                            (ctsar__traced){0});
    }
    note_written(g, done, unit);
    g->run->tasks[done->kernel * (1 + g->machine->team.accs) + unit]++;
    return CTSAR_OK;
}

static void no_combine(void *into, void *from)
{
    (void)into;
    (void)from;
}

/* Parts lie at addresses where nothing is. */
static ctsar_access access_of(const stage *g, const graph_access *a)
{
    static const double identity[1];
    size_t most = (size_t)1 << 40;
    return (ctsar_access){.kind = (int)a->kind,
                          .host = (char *)((uintptr_t)most * (1 + (size_t)a->part)),
                          .size = (size_t)g->graph->bytes[a->part],
                          .identity = identity,
                          .combine = no_combine};
}

static void submit(stage *g, const ctsar_kernel *kernel)
{
    for (long i = 0; i < g->graph->tasks; ++i) {
        const graph_task *t = &g->graph->task[i];
        ctsar_access access[MOST_ACCESSES];
        if (t->accesses > MOST_ACCESSES)
            sim_fail(SIM_WRONG_INPUT, "%s: task %ld has more than %d accesses", g->graph->name, i,
                     (int)MOST_ACCESSES);
        for (int a = 0; a < t->accesses; ++a)
            access[a] = access_of(g, &g->graph->access[t->first + a]);
        if (ctsar_task(g->tasks, &kernel[t->kernel], i, i + 1, access, t->accesses, 0))
            sim_fail(SIM_WRONG_INPUT, "%s: task %ld cannot be submitted", g->graph->name, i);
    }
}

void graph_play(const graph *g, const machine *m, ctsar_placement how, uint64_t seed, int inflight,
                graph_run *r)
{
    units u = units_make(g, m, inflight);
    stage s = {.graph = g, .machine = m, .seed = seed, .run = r};
    s.where = sim_alloc((size_t)g->parts, sizeof *s.where);
    s.there = sim_alloc((size_t)g->parts * (1 + (size_t)m->team.accs), sizeof *s.there);
    for (long p = 0; p < g->parts; ++p)
        s.where[p] = 1;
    playing = &s;
    if (ctsar__tasks_open(&u.machine, m->team.cores, m->team.accs, how, &s.tasks))
        sim_fail(SIM_WRONG_INPUT, "%s", ctsar__error_detail());
    s.tasks->execute = execute;
    for (; s.execution < r->executions; ++s.execution) {
        double began = s.tasks->now;
        submit(&s, u.kernel);
        if (ctsar_tasks_flush(s.tasks, false))
            sim_fail(SIM_WRONG_POLICY, "%s cannot be executed", g->name);
        r->pass[s.execution].time = s.tasks->now - began;
    }
    ctsar__tasks_close(s.tasks);
    free(s.where);
    free(s.there);
    units_free(&u);
}
