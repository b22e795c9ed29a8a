/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The public calls of tasks. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "observe/signals.h"
#include "observe/trace.h"
#include "pass/core/gather.h"
#include "task/alive.h"
#include "task/checked.h"
#include "task/direct.h"
#include "task/finish.h"
#include "task/forget.h"
#include "task/given.h"
#include "task/home.h"
#include "task/launch.h"
#include "task/lock.h"
#include "task/make.h"
#include "task/offspring.h"
#include "task/memory.h"
#include "task/others.h"
#include "task/record.h"
#include "task/redo.h"
#include "task/set.h"
#include "task/submit.h"
#include "task/threads.h"
#include "task/virtual.h"
#include "threads/ending.h"
#include "version/named.h"

extern int omp_get_max_threads(void) __attribute__((weak));

/* ---- Life ----------------------------------------------------------------------------------- */

static int check_arguments(unsigned devices, ctsar_placement how)
{
    if (!(devices & CTSAR_DEV_ALL) || devices & ~CTSAR_DEV_ALL)
        return ctsar__error(CTSAR_EINVAL, "devices is %#x; it must be CTSAR_DEV_CPU, _GPU or _ALL",
                            devices);
    if (!ctsar__placement((int)how))
        return ctsar__error(CTSAR_EINVAL, "placement %d is unknown; there are: %s", (int)how,
                            ctsar__placement_names());
    return CTSAR_OK;
}

/* Cores that the set may use; where it would have no unit at all, as a region, these. */
static int cores_of(const ctsar__machine *m, unsigned devices, int accs)
{
    static atomic_flag warned = ATOMIC_FLAG_INIT;
    const ctsar__config *c = &m->config;
    int most = omp_get_max_threads ? omp_get_max_threads() : m->processors;
    if (c->check)
        return 1;
    if (devices & CTSAR_DEV_CPU && c->cores)
        return most < c->core_cap ? most : (int)c->core_cap;
    if (accs == 0 && !atomic_flag_test_and_set(&warned))
        ctsar__warn("tasks: no %s among the units of CTSAR_DEVICES; tasks run on the cores",
                    devices & CTSAR_DEV_CPU ? "core" : "accelerator");
    return accs ? 0 : most;
}

static int open_set(const ctsar__machine *m, unsigned devices, ctsar_placement how, ctsar_tasks **t)
{
    int accs = devices & CTSAR_DEV_GPU && !m->config.check ? m->devices : 0;
    return ctsar__tasks_open(m, cores_of(m, devices, accs), accs, how, t);
}

int ctsar_tasks_init(ctsar_tasks **t, unsigned devices, ctsar_placement how)
{
    const ctsar__machine *machine;
    if (!t)
        return ctsar__report_call(
            "tasks", "ctsar_tasks_init",
            ctsar__error(CTSAR_EINVAL, "the place to store the set of tasks is NULL"));
    if (*t)
        return CTSAR_OK;
    int status = check_arguments(devices, how);
    if (!status) {
        ctsar__signals_look();
        status = ctsar__machine_acquire(&machine);
    }
    if (!status && !machine->config.check) /* where no version is forced */
        ctsar__named_expect(&machine->config.versions);
    if (!status && (status = open_set(machine, devices, how, t)))
        ctsar__machine_release();
    return ctsar__report_call("tasks", "ctsar_tasks_init", status);
}

/* ---- Waiting --------------------------------------------------------------------------------- */

static int null_tasks(void)
{
    return ctsar__error(CTSAR_EINVAL, "the set of tasks is NULL; make it with ctsar_tasks_init");
}

/* Executes tasks until `over`, one thread at a time where time is a model's. */
static void help(ctsar_tasks *t, bool (*over)(const ctsar_tasks *t, const void *data),
                 const void *data)
{
    if (!t->virtual_clock) {
        ctsar__task_threads_help(t, over, data);
        return;
    }
    while (t->driven && !over(t, data))
        pthread_cond_wait(&t->done, &t->lock);
    if (over(t, data))
        return; /* another one may still drive */
    t->driven = true;
    ctsar__task_virtual(t, over, data);
    t->driven = false;
    pthread_cond_broadcast(&t->done);
}

/* What is executed directly may have submitted others, which count before it is over. */
static bool all_over(const ctsar_tasks *t, const void *data)
{
    (void)data;
    return !ctsar__task_is_direct(t) && t->pending == 0;
}

static bool few_left(const ctsar_tasks *t, const void *data)
{
    (void)data;
    return t->pending < CTSAR__TASKS_FEW;
}

static bool writers_over(const ctsar_tasks *t, const void *data)
{
    const ctsar__pasts *writers = data;
    if (ctsar__task_is_direct(t)) /* it may be one */
        return false;
    for (size_t i = 0; i < writers->count; ++i)
        if (!ctsar__past_is_over(writers->at[i]))
            return false;
    return true;
}

/* The error is the caller's now, and the set goes on. */
static int take_error(ctsar_tasks *t)
{
    int status = t->status;
    t->status = CTSAR_OK;
    return status ? ctsar__error(status, "%s", t->why) : CTSAR_OK;
}

/* The end of the process waits for what accelerators build for the calling thread's tasks. */
static void watch_end(const ctsar_tasks *t)
{
    if (t->units > CTSAR__CORES + 1)
        ctsar__ending_watch();
}

static int check_caller(const ctsar_tasks *t)
{
    if (!t)
        return null_tasks();
    watch_end(t);
    if (ctsar__task_inside(t))
        return ctsar__error(CTSAR_ESTATE,
                            "the body of a task waits for the set that the task belongs to; a body "
                            "may submit tasks, who submitted it waits for them");
    return CTSAR_OK;
}

static bool nothing_to_redo(const ctsar_tasks *t, const void *data)
{
    (void)data;
    return !t->redo.wanted;
}

/* When the tasks that are under way are over. */
static bool recover(ctsar_tasks *t)
{
    pthread_mutex_lock(&t->lock);
    bool lost = ctsar__tasks_lose(t);
    if (lost) {
        ctsar__redo_if_idle(t);
        help(t, nothing_to_redo, NULL);
    }
    pthread_mutex_unlock(&t->lock);
    return lost;
}

static int wait_for_all(ctsar_tasks *t, bool home, bool vacate)
{
    pthread_mutex_lock(&t->lock);
    t->waiting++;
    help(t, all_over, NULL);
    t->waiting--;
    unsigned long until = t->submitted;
    ctsar__others_give(t, home);
    pthread_mutex_unlock(&t->lock);
    int status = home ? ctsar__tasks_data_home(t, vacate, until, recover) : CTSAR_OK;
    pthread_mutex_lock(&t->lock);
    if (t->pending == 0)
        ctsar__tasks_record_end(t);
    int failed = take_error(t); /* what came first */
    if (!failed)
        failed = ctsar__tasks_checked(t);
    pthread_mutex_unlock(&t->lock);
    return failed ? failed : status;
}

static bool add_writers(void *data, ctsar__part *p)
{
    return ctsar__depend_find(p, CTSAR__ORDER_READ, data);
}

static int wait_for_part(ctsar_tasks *t, const void *host)
{
    const ctsar__box byte = {.at = (char *)host, .run = 1};
    ctsar__pasts writers = {0};
    pthread_mutex_lock(&t->lock);
    ctsar__parts_visit(&t->parts, &byte, add_writers, &writers);
    unsigned long until = t->submitted;
    t->waiting_some++;
    help(t, writers_over, &writers);
    t->waiting_some--;
    ctsar__others_give_at(t, host, until);
    int status = t->status ? ctsar__error(t->status, "%s", t->why) : ctsar__tasks_checked(t);
    pthread_mutex_unlock(&t->lock);
    free(writers.at);
    ctsar__others_settle(t);
    return status ? status : ctsar__tasks_data_home_at(t, host, recover);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* The set's error comes before the call's own. */
static int make(ctsar_tasks *t, const ctsar__asked *asked, ctsar__task **task)
{
    int status = ctsar__task_make(t, asked, task);
    if (!status)
        return status;
    pthread_mutex_lock(&t->lock);
    if (t->status)
        status = ctsar__error(t->status, "%s", t->why);
    pthread_mutex_unlock(&t->lock);
    return status;
}

static void hold_back(ctsar_tasks *t)
{
    const void *frame = ctsar__alive_above(__builtin_frame_address(0));
    t->held_back++;
    help(t, few_left, NULL);
    t->held_back--;
    ctsar__alive_above(frame);
}

static int submit(ctsar_tasks *t, const ctsar__asked *asked)
{
    ctsar__task *task;
    int status = make(t, asked, &task);
    if (status)
        return status;
    watch_end(t);
    ctsar__tasks_lock_after_others(t);
    if (t->pending >= CTSAR__TASKS_WINDOW && !ctsar__task_inside(t))
        hold_back(t);
    status = ctsar__task_submit(t, task);
    if (!status && !t->virtual_clock)
        ctsar__task_threads_submitted(t);
    pthread_mutex_unlock(&t->lock);
    return status;
}

static int gather(const ctsar__asked *asked)
{
    return ctsar__gather_may() ? ctsar__task_gather(asked) : CTSAR_OK;
}

static int submit_or_execute(ctsar_tasks *t, const ctsar__asked *asked)
{
    return ctsar__task_execute_direct(t, asked) ? CTSAR_OK : submit(t, asked);
}

/* By a body. */
static int submit_inside(ctsar_tasks *t, ctsar__asked *asked)
{
    ctsar_access *own = NULL;
    int status = ctsar__given_find(t, asked, &own);
    if (!status)
        status = gather(asked);
    if (!status && ctsar__task_notes(t))
        status = ctsar__offspring_note(t, asked);
    else if (!status && ctsar__task_repeats() <= t->repeats)
        status = submit_or_execute(t, asked);
    free(own);
    return status;
}

static int submit_outside(ctsar_tasks *t, const ctsar__asked *asked)
{
    int status = gather(asked);
    return status ? status : submit_or_execute(t, asked);
}

int ctsar_task(ctsar_tasks *t, const ctsar_kernel *kernel, long lo, long hi,
               const ctsar_access *access, int naccess, int priority)
{
    ctsar__asked asked = {kernel, lo, hi, access, naccess, priority};
    int status = !t                        ? null_tasks()
                 : ctsar__task_innermost() ? submit_inside(t, &asked)
                                           : submit_outside(t, &asked);
    return ctsar__report_call("tasks", "ctsar_task", status);
}

int ctsar_tasks_wait(ctsar_tasks *t, const void *host)
{
    const void *frame = ctsar__alive_above(__builtin_frame_address(0));
    int status = check_caller(t);
    if (!status)
        status = host ? wait_for_part(t, host) : wait_for_all(t, true, true);
    ctsar__alive_above(frame);
    return ctsar__report_call("tasks", "ctsar_tasks_wait", status);
}

int ctsar_tasks_flush(ctsar_tasks *t, bool host_too)
{
    const void *frame = ctsar__alive_above(__builtin_frame_address(0));
    int status = check_caller(t);
    if (!status)
        status = wait_for_all(t, host_too, false);
    ctsar__alive_above(frame);
    return ctsar__report_call("tasks", "ctsar_tasks_flush", status);
}

void ctsar_tasks_free(ctsar_tasks **place)
{
    if (!place || !*place)
        return;
    ctsar_tasks *t = *place;
    const void *frame = ctsar__alive_above(__builtin_frame_address(0));
    int status = check_caller(t);
    if (!status) {
        status = wait_for_all(t, true, true);
        ctsar__tasks_close(t);
        ctsar__machine_release();
        *place = NULL;
    }
    ctsar__alive_above(frame);
    (void)ctsar__report_call("tasks", "ctsar_tasks_free", status);
}
