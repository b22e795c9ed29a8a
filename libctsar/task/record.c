/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/record.h"

#include <stdio.h>
#include <stdlib.h>

#include "observe/report.h"
#include "task/chain.h"
#include "task/trace.h"

/* ---- Life -------------------------------------------------------------------------------- */

static int open_stats(ctsar_tasks *t)
{
    int cores = t->unit[CTSAR__CORES].workers, accs = t->units - 1;
    t->stats = (ctsar__region_stats){.tasks = true, .clock = t->machine->config.devices.clock};
    snprintf(t->stats.name, sizeof t->stats.name, "tasks");
    snprintf(t->stats.policy, sizeof t->stats.policy, "%s", t->placement->name);
    const char **name = calloc((size_t)accs + 1, sizeof *name);
    if (!name)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the names of %d accelerators", accs);
    for (int a = 0; a < accs; ++a)
        name[a] = t->device[a]->name;
    int status = ctsar__stats_reserve(&t->stats, cores, accs, name);
    free(name);
    return status;
}

int ctsar__tasks_record_open(ctsar_tasks *t)
{
    if ((t->machine->config.report == CTSAR__REPORT_OFF && !t->trace.region) || t->check)
        return CTSAR_OK;
    int status = open_stats(t);
    if (status)
        return status;
    size_t units = (size_t)t->stats.cores + (size_t)t->stats.accs;
    t->period = calloc(units, sizeof *t->period);
    t->period_tasks = calloc(units, sizeof *t->period_tasks);
    if (!t->period || !t->period_tasks)
        return ctsar__error(CTSAR_ENOMEM, "no memory for what units do");
    t->recording = true;
    t->period_number = 1;
    ctsar__report_add(&t->machine->config, &t->stats);
    return CTSAR_OK;
}

void ctsar__tasks_record_close(ctsar_tasks *t)
{
    if (t->recording)
        ctsar__report_end(&t->stats);
    ctsar__stats_free(&t->stats);
    free(t->period);
    free(t->period_tasks);
}

/* ---- Tasks ---------------------------------------------------------------------------------- */

void ctsar__tasks_record_begin(ctsar_tasks *t)
{
    if (!t->recording || t->began >= 0)
        return;
    t->began = ctsar__tasks_now(t);
    ctsar__tasks_trace_begin(t);
}

static void add_traffic(ctsar__unit_stats *u, const ctsar__traffic *traffic)
{
    u->copying += traffic->seconds;
    u->busy += traffic->seconds;
    u->bytes_in += traffic->bytes_in;
    u->bytes_out += traffic->bytes_out;
    u->bytes_between += traffic->bytes_between;
}

void ctsar__tasks_record_task(ctsar__task_worker *w, ctsar__task *task,
                              const ctsar__task_time *time)
{
    ctsar_tasks *t = w->all;
    if (!t->recording)
        return;
    ctsar__task_trace_done(w, task, time);
    ctsar__chain_task(t, task, w->unit->number, time->body);
    int row = ctsar__task_row_of(w);
    ctsar__unit_stats *u = &t->stats.unit[row];
    const ctsar__version_stats done = {.launches = 1,
                                       .trials = w->trial,
                                       .iterations = task->hi - task->lo,
                                       .seconds = time->body};
    ctsar__report_hold();
    u->turns++;
    ctsar__add_up(&u->iterations, done.iterations);
    ctsar__add_up(&t->stats.iterations, done.iterations);
    ctsar__add_up(&t->period[row], done.iterations);
    t->period_tasks[row]++;
    u->busy += time->body + time->verifying;
    add_traffic(u, &w->traffic);
    (void)!ctsar__stats_version(u, task->kernel->name, w->version->name, &done);
    ctsar__report_release();
}

void ctsar__tasks_record_redone(ctsar_tasks *t, size_t tasks)
{
    ctsar__report_hold();
    t->stats.redone += (long)tasks;
    ctsar__report_release();
}

void ctsar__tasks_record_home(ctsar_tasks *t, int u, const ctsar__traffic *traffic)
{
    if (!t->recording || u <= CTSAR__CORES)
        return;
    ctsar__report_hold();
    add_traffic(&t->stats.unit[t->stats.cores + u - 1], traffic);
    ctsar__report_release();
    ctsar__tasks_trace_home(t, u, traffic->bytes_out, traffic->seconds);
}

/* ---- Periods -------------------------------------------------------------------------------- */

/* Versions that are not used there any more. */
static void add_failed(const ctsar__task_unit *u, ctsar__unit_stats *s)
{
    for (const ctsar__family *f = u->versions.first; f; f = f->next)
        for (int v = 0; v < f->versions; ++v)
            if (*f->why[v])
                (void)!ctsar__stats_version(s, f->kernel->name, f->kernel->versions[v]->name,
                                            &(ctsar__version_stats){.out = true});
}

static void add_all_failed(ctsar_tasks *t)
{
    for (int i = 0; i < t->stats.cores + t->stats.accs; ++i) {
        ctsar__task_unit *u = &t->unit[i < t->stats.cores ? CTSAR__CORES : i - t->stats.cores + 1];
        pthread_mutex_lock(&u->model->choosing);
        add_failed(u, &t->stats.unit[i]);
        pthread_mutex_unlock(&u->model->choosing);
    }
}

/* What was done beside a kernel does not make the unit busy for longer. */
static void add_hidden(ctsar__task_unit *u, ctsar__unit_stats *s)
{
    s->busy -= ctsar__engines_overlapped(&u->engines);
    double hidden = ctsar__engines_hidden(&u->engines);
    u->engines.kernels.count = u->engines.copies.count = 0;
    s->hidden += hidden;
    s->busy -= hidden;
    if (u->gone)
        snprintf(s->gone, sizeof s->gone, "%.*s", (int)sizeof s->gone - 1, u->device->why);
}

void ctsar__tasks_record_end(ctsar_tasks *t)
{
    ctsar__region_stats *r = &t->stats;
    long all = 0, tasks = 0;
    if (!t->recording || t->began < 0)
        return;
    double took = ctsar__tasks_now(t) - t->began;
    ctsar__report_hold();
    ctsar__chain_close(t);
    for (int a = 0; a < r->accs; ++a)
        add_hidden(&t->unit[a + 1], &r->unit[r->cores + a]);
    add_all_failed(t);
    r->seconds += took;
    r->passes++;
    for (int i = 0; i < r->cores + r->accs; ++i) {
        ctsar__unit_stats *u = &r->unit[i];
        u->passes += t->period_tasks[i] > 0;
        u->waiting = r->seconds > u->busy ? r->seconds - u->busy : 0;
        ctsar__add_up(&all, t->period[i]);
        tasks += t->period_tasks[i];
    }
    ctsar__tasks_trace_end(t, took, tasks, all);
    t->began = -1;
    ctsar__stats_pass(r, all, took, r->cores, t->period);
    ctsar__report_release();
    for (int i = 0; i < r->cores + r->accs; ++i)
        t->period[i] = t->period_tasks[i] = 0;
}
