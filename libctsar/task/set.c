/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/set.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "task/build.h"
#include "task/checked.h"
#include "task/data.h"
#include "task/direct.h"
#include "task/edges.h"
#include "task/execute.h"
#include "task/keep.h"
#include "task/log.h"
#include "task/launch.h"
#include "task/left.h"
#include "task/memory.h"
#include "task/model.h"
#include "task/others.h"
#include "task/record.h"
#include "task/submit.h"
#include "task/threads.h"
#include "task/trace.h"
#include "task/versions.h"

/* ---- Life ----------------------------------------------------------------------------------- */

static int open_unit(ctsar_tasks *t, int number, int workers)
{
    ctsar__task_unit *u = &t->unit[number];
    *u = (ctsar__task_unit){.number = number,
                            .name = number ? t->device[number - 1]->name : "the cores",
                            .device = number ? t->device[number - 1] : NULL,
                            .workers = workers};
    pthread_cond_init(&u->wake, NULL);
    pthread_cond_init(&u->drained, NULL);
    pthread_mutex_init(&u->choosing, NULL);
    pthread_mutex_init(&u->fetching, NULL);
    pthread_mutex_init(&u->flight, NULL);
    ctsar__engines_init(&u->engines, u->device, t->virtual_clock,
                        t->machine->config.report != CTSAR__REPORT_OFF || t->trace.region);
    ctsar__task_trace_unit(t, u);
    u->worker = calloc((size_t)workers + 1, sizeof *u->worker);
    if (!u->worker)
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d workers", workers);
    for (int i = 0; i < workers; ++i) {
        u->worker[i].all = t;
        u->worker[i].unit = u;
        u->worker[i].index = i;
    }
    return CTSAR_OK;
}

static void close_unit(ctsar__task_unit *u)
{
    for (int i = 0; i < u->workers && u->worker; ++i)
        ctsar__task_unbind(&u->worker[i]);
    free(u->worker);
    free(u->ready.place);
    free(u->ready.at);
    ctsar__versions_free(&u->versions);
    ctsar__versions_free(&u->learned);
    ctsar__engines_free(&u->engines);
    pthread_cond_destroy(&u->wake);
    pthread_cond_destroy(&u->drained);
    pthread_mutex_destroy(&u->choosing);
    pthread_mutex_destroy(&u->fetching);
    pthread_mutex_destroy(&u->flight);
}

/* So many as it executes at once, and those whose data come meanwhile; as many of each accelerator.
 */
static int slots_of(const ctsar__machine *m, int accs)
{
    const ctsar__config *c = &m->config;
    int kernels = 1;
    for (int a = 0; a < accs; ++a)
        if (ctsar__device_kernels(m->device[a]) > kernels)
            kernels = m->device[a]->kernels;
    int slots = (c->prefetch < 0 ? c->inflight - 1 : c->prefetch) + kernels;
    return slots < CTSAR__INFLIGHT_MOST ? slots : CTSAR__INFLIGHT_MOST;
}

static int open_units(ctsar_tasks *t, int cores, int accs)
{
    int most = (int)sizeof(((ctsar__task *)0)->refused) * 8 - 1;
    if (accs > most)
        return ctsar__error(CTSAR_ENODEV, "%d accelerators; tasks may have %d", accs, most);
    t->device = t->machine->device;
    t->unit = calloc((size_t)accs + 1, sizeof *t->unit);
    t->candidate = calloc((size_t)accs + 1, sizeof *t->candidate);
    if (!t->unit || !t->candidate)
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d units", accs + 1);
    int status = open_unit(t, CTSAR__CORES, cores);
    for (t->units = 1; t->units <= accs && !status; ++t->units)
        status = open_unit(t, t->units, slots_of(t->machine, accs));
    ctsar__task_find_models(t);
    return status;
}

static void open_locks(ctsar_tasks *t)
{
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
#ifdef PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ADAPTIVE_NP); /* it is held for a moment */
#endif
    pthread_mutex_init(&t->lock, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_mutex_init(&t->data, NULL);
    pthread_cond_init(&t->done, NULL);
}

static bool let_go(void *data, ctsar__part *p)
{
    ctsar__log_reset(data, p);
    return true;
}

static bool close_data(void *data, ctsar__part *p)
{
    ctsar__part_data_free(data, p);
    return true;
}

void ctsar__tasks_close(ctsar_tasks *t)
{
    ctsar__left_remove(t);
    ctsar__task_threads_stop(t);
    ctsar__tasks_keep_close(t); /* while what units have learned is there */
    ctsar__parts_visit_all(&t->parts, let_go, t);
    ctsar__parts_visit_all(&t->parts, close_data, t);
    ctsar__parts_free(&t->parts);
    ctsar__reductions_free(&t->reductions);
    for (int u = 0; u < t->units; ++u)
        close_unit(&t->unit[u]);
    ctsar__models_free(t);
    ctsar__task_builds_free(t);
    ctsar__tasks_record_close(t);
    ctsar__tasks_trace_close(t);
    ctsar__tasks_check_free(t);
    ctsar__others_free(t);
    ctsar__tasks_free_edges(t);
    ctsar__tasks_free_memory(t);
    free(t->before.at);
    free(t->unit);
    free(t->candidate);
    pthread_mutex_destroy(&t->lock);
    pthread_mutex_destroy(&t->data);
    pthread_cond_destroy(&t->done);
    free(t);
}

static int nanoseconds(double seconds)
{
    return (int)lround(1e9 * seconds);
}

void ctsar__tasks_go_by(ctsar_tasks *t, const ctsar__costs *costs)
{
    t->costs = *costs;
    t->ns.shared = nanoseconds(costs->task_shared);
    t->ns.brief = nanoseconds(costs->task_brief);
    t->ns.batch = nanoseconds(costs->task_batch);
    t->ns.little = nanoseconds(costs->task_short);
}

int ctsar__tasks_open(const ctsar__machine *machine, int cores, int accs, ctsar_placement how,
                      ctsar_tasks **out)
{
    ctsar_tasks *t = calloc(1, sizeof *t);
    if (!t)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a set of tasks");
    t->machine = machine;
    t->placement = ctsar__placement((int)how);
    t->virtual_clock = machine->config.devices.clock == CTSAR__CLOCK_VIRTUAL;
    t->cache = machine->config.cache;
    t->check = machine->config.check;
    t->execute = ctsar__task_execute;
    t->submit = ctsar__task_submit;
    t->repeats = ctsar__task_repeats();
    const ctsar__costs costs = ctsar__machine_costs(machine);
    ctsar__tasks_go_by(t, &costs);
    t->youngest = &t->oldest;
    t->lowest = INT_MAX;
    open_locks(t);
    int status = ctsar__tasks_trace_open(t, cores, accs, slots_of(machine, accs));
    if (!status)
        status = open_units(t, cores, accs);
    ctsar__reductions_init(&t->reductions, t->device, t->units ? t->units - 1 : 0);
    t->reductions.slots = slots_of(machine, accs);
    t->began = -1;
    if (!status && t->check)
        status = ctsar__others_open(t);
    if (!status)
        status = ctsar__tasks_record_open(t);
    if (!status)
        status = ctsar__tasks_keep_open(t);
    t->direct = !status && ctsar__tasks_are_direct(t);
    if (!status && !t->virtual_clock)
        status = ctsar__task_threads_start(t);
    if (!status) {
        *out = t;
        ctsar__left_add(t);
        return status;
    }
    ctsar__tasks_close(t);
    return status;
}
