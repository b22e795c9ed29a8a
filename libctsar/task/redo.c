/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/redo.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/align.h"
#include "base/grow.h"
#include "mem/shared.h"
#include "mem/undo.h"
#include "task/bit.h"
#include "task/finish.h"
#include "task/log.h"
#include "task/launch.h"
#include "task/place.h"
#include "task/record.h"
#include "task/users.h"
#include "version/versions.h"

static const unsigned long unreachable = ULONG_MAX; /* no content's number */

/* What is lost, and the tasks that computed it. */
typedef struct losses {
    ctsar__pinned part;
    ctsar__logged **task;
    size_t tasks, task_room;
    ctsar__undo before; /* the bytes that the host has of the parts */
    bool full;          /* there was no memory for all */
} losses;

static ctsar__part_data *data_of(const losses *l, size_t i)
{
    return l->part.at[i]->data;
}

/* ---- What is lost ---------------------------------------------------------------------------- */

static bool add_part(losses *l, ctsar__part *p)
{
    ctsar__part_data *d = p->data;
    if (!ctsar__part_pin(&l->part, p))
        return false;
    d->redo.lost = true;
    d->redo.reached = ctsar__shared_is_torn(d->shared) ? unreachable : d->redo.on_host;
    return true;
}

static bool add_task(losses *l, ctsar__logged *k)
{
    if (k->listed)
        return true;
    ctsar__logged **grown =
        ctsar__grow(l->task, &l->task_room, l->tasks + 1, sizeof(ctsar__logged *));
    if (!grown)
        return false;
    l->task = grown;
    l->task[l->tasks++] = k;
    k->listed = true;
    return true;
}

static bool take_in(void *data, ctsar__part *p)
{
    losses *l = data;
    const ctsar__part_data *d = p->data;
    if (!d || !d->shared || !ctsar__shared_is_lost(d->shared))
        return true;
    bool all = add_part(l, p);
    for (size_t i = 0; i < d->redo.logged && all; ++i)
        all = add_task(l, d->redo.log[i]);
    l->full = !all;
    return all;
}

static int by_number(const void *a, const void *b)
{
    const ctsar__logged *x = *(ctsar__logged *const *)a, *y = *(ctsar__logged *const *)b;
    return (x->number > y->number) - (x->number < y->number);
}

static void find_losses(ctsar_tasks *t, losses *l)
{
    ctsar__parts_visit_all(&t->parts, take_in, l);
    if (l->tasks)
        qsort(l->task, l->tasks, sizeof(ctsar__logged *), by_number);
}

/* ---- What can be computed again -------------------------------------------------------------- */

/* Of versions that have to be verified the one that others are compared with. */
static bool is_usable(const ctsar_tasks *t, const ctsar_kernel *kernel, int v,
                      const ctsar_call *call)
{
    const ctsar_kernel *form = ctsar__kernel_version(kernel, v);
    bool fits = !form->fits || (kernel->tolerance <= 0 && form->fits(call));
    return form->host && fits &&
           (!kernel->versions || ctsar__versions_used(&t->unit[CTSAR__CORES].versions, kernel, v));
}

/* The form that the host executes; NULL: there is none. */
static const ctsar_kernel *form_of(const ctsar_tasks *t, const ctsar__task *task)
{
    const ctsar_call call = ctsar__task_call(task->lo, task->hi, task->pointer, task->strides);
    for (int v = 0; v < ctsar__kernel_versions(task->kernel); ++v)
        if (is_usable(t, task->kernel, v, &call))
            return ctsar__kernel_version(task->kernel, v);
    return NULL;
}

/* Is what the access reads there, once the tasks before have been executed? */
static bool is_readable(const ctsar__access *a, unsigned long before)
{
    const ctsar__part_data *d = a->part ? a->part->data : NULL;
    return !d || !ctsar__access_reads(a) ||
           (d->redo.lost ? d->redo.reached : d->redo.content) == before;
}

static bool is_possible(const ctsar_tasks *t, const ctsar__logged *k)
{
    bool possible = form_of(t, k->task);
    for (int i = 0; i < k->task->n && possible; ++i)
        possible = is_readable(&k->task->access[i], k->of[i].before);
    return possible;
}

static void reach(const ctsar__logged *k, bool possible)
{
    for (int i = 0; i < k->task->n; ++i) {
        const ctsar__access *a = &k->task->access[i];
        ctsar__part_data *d = a->part ? a->part->data : NULL;
        if (d && d->redo.lost && ctsar__access_writes(a))
            d->redo.reached = possible ? k->of[i].after : unreachable;
    }
}

/* Keeps those tasks that can be executed; what is lost is told how far they lead. */
static void plan(const ctsar_tasks *t, losses *l)
{
    size_t left = 0;
    for (size_t i = 0; i < l->tasks; ++i) {
        bool possible = is_possible(t, l->task[i]);
        reach(l->task[i], possible);
        l->task[i]->listed = false;
        if (possible)
            l->task[left++] = l->task[i];
    }
    l->tasks = left;
}

static bool comes_back(const ctsar__part_data *d)
{
    return d->redo.reached == d->redo.content;
}

static size_t count_back(const losses *l)
{
    size_t n = 0;
    for (size_t i = 0; i < l->part.count; ++i)
        n += comes_back(data_of(l, i));
    return n;
}

/* ---- Computing it --------------------------------------------------------------------------- */

static int keep_host(losses *l)
{
    int status = CTSAR_OK;
    for (size_t i = 0; i < l->part.count && !status; ++i)
        status = ctsar__undo_save_box(&l->before, &l->part.at[i]->box);
    return status;
}

/* What the host had before, of all parts or of those that do not come back.  No two overlap: what
 * writes one has those that overlap it come home first. */
static void put_back(const losses *l, bool all)
{
    size_t at = 0;
    for (size_t i = 0; i < l->part.count; ++i)
        if (all || !comes_back(data_of(l, i)))
            ctsar__undo_restore_box(&l->before, &l->part.at[i]->box, &at);
        else
            at += ctsar__box_bytes(&l->part.at[i]->box);
}

static bool is_lost(const ctsar__access *a)
{
    const ctsar__part_data *d = a->part->data;
    return d->redo.lost;
}

/* An output that others have newer; what is written is thrown away. */
static bool is_spare(const ctsar__access *a)
{
    return a->part && ctsar__access_writes(a) && !is_lost(a);
}

static int read_inputs(ctsar_tasks *t, const ctsar__task *task)
{
    ctsar__traffic traffic = {0};
    int status = CTSAR_OK;
    for (int i = 0; i < task->n && !status; ++i) {
        const ctsar__access *a = &task->access[i];
        if (a->part && ctsar__access_reads(a) && !is_lost(a))
            status = ctsar__part_data_read(t, a->part, &traffic);
    }
    if (status == CTSAR_EDEVICE && traffic.failed)
        ctsar__device_fail(traffic.failed);
    return status;
}

/* What a body is called with, and memory for what is thrown away. */
typedef struct arguments {
    void **pointer;
    const size_t **strides;
    char *spare;
} arguments;

static int make_arguments(const ctsar__task *task, arguments *a)
{
    size_t n = (size_t)task->n, bytes = 0;
    for (size_t i = 0; i < n; ++i)
        if (is_spare(&task->access[i]))
            bytes += ctsar__aligned(ctsar__box_bytes(&task->access[i].part->box));
    a->spare = bytes ? malloc(bytes) : NULL;
    a->pointer = malloc((n + 1) * sizeof *a->pointer);
    a->strides = malloc((n + 1) * sizeof *a->strides);
    return a->pointer && a->strides && (a->spare || !bytes)
               ? CTSAR_OK
               : ctsar__error(CTSAR_ENOMEM, "no memory for %zu bytes of a task", bytes);
}

static void bind(const ctsar__task *task, const arguments *to)
{
    char *spare = to->spare;
    for (int i = 0; i < task->n; ++i) {
        const ctsar__access *a = &task->access[i];
        to->pointer[i] = task->pointer[i];
        to->strides[i] = task->strides[i];
        if (a->kind == CTSAR_ACCESS_REDUCTION) /* folded, or it comes to the same */
            memcpy(a->copy, a->identity, a->size);
        else if (is_spare(a)) {
            to->pointer[i] = spare;
            to->strides[i] = a->nstrides ? a->unit_strides : NULL;
            spare += ctsar__aligned(ctsar__box_bytes(&a->part->box));
        }
    }
}

static void call_body(const ctsar_tasks *t, const ctsar__task *task, const arguments *with)
{
    const ctsar_call call = ctsar__task_call(task->lo, task->hi, with->pointer, with->strides);
    ctsar__task_body body;
    bind(task, with);
    ctsar__task_enter(&body, t, true);
    form_of(t, task)->host(&call);
    ctsar__task_leave(&body);
}

static int execute(ctsar_tasks *t, const ctsar__task *task)
{
    arguments with = {0};
    int status = read_inputs(t, task);
    if (!status)
        status = make_arguments(task, &with);
    if (!status)
        call_body(t, task, &with);
    free(with.pointer);
    free(with.strides);
    free(with.spare);
    return status;
}

/* Nobody looks for what is lost meanwhile but in vain, so what the host has may be in between. */
static int execute_all(ctsar_tasks *t, const losses *l)
{
    double seconds = 0;
    pthread_mutex_unlock(&t->lock);
    int status = CTSAR_OK;
    for (size_t i = 0; i < l->tasks && !status; ++i) {
        const ctsar__task *task = l->task[i]->task;
        status = execute(t, l->task[i]->task);
        seconds += t->machine->config.virtual_iter * (double)(task->hi - task->lo);
    }
    put_back(l, status);
    pthread_mutex_lock(&t->lock);
    t->now += t->virtual_clock ? seconds : 0;
    return status;
}

static int host_has(ctsar_tasks *t, ctsar__part *p)
{
    ctsar__part_data *d = p->data;
    d->where = ctsar__task_bit(CTSAR__CORES);
    ctsar__log_end(t, p);
    return ctsar__shared_host_modified(d->shared);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void leave(ctsar_tasks *t, losses *l)
{
    for (size_t i = 0; i < l->part.count; ++i)
        data_of(l, i)->redo.lost = false;
    ctsar__parts_unpin(t, &l->part);
    free(l->task);
    free(l->before.data);
}

static void tell(const losses *l, size_t back)
{
    ctsar__warn("tasks: the host has computed again what only a failed accelerator had: %zu of %zu "
                "part%s, by %zu task%s",
                back, l->part.count, l->part.count == 1 ? "" : "s", l->tasks,
                l->tasks == 1 ? "" : "s");
}

static void compute_again(ctsar_tasks *t)
{
    losses l = {0};
    find_losses(t, &l);
    pthread_mutex_unlock(&t->lock);
    plan(t, &l); /* it asks guards, which are the program's */
    pthread_mutex_lock(&t->lock);
    size_t back = l.full ? 0 : count_back(&l);
    int status = back ? keep_host(&l) : CTSAR_OK;
    if (back && !status)
        status = execute_all(t, &l);
    if (back && !status) {
        ctsar__tasks_record_redone(t, l.tasks);
        tell(&l, back);
    }
    for (size_t i = 0; i < l.part.count && back && !status; ++i)
        if (comes_back(data_of(&l, i)))
            ctsar__tasks_fail(t, host_has(t, l.part.at[i]));
    leave(t, &l);
}

static void wake_all(ctsar_tasks *t)
{
    for (int u = 0; u < t->units; ++u)
        pthread_cond_broadcast(&t->unit[u].wake);
    pthread_cond_broadcast(&t->done);
}

/* What a device had that fails meanwhile is lost as well.  After an error nothing is wanted of it.
 */
static void compute_all_again(ctsar_tasks *t)
{
    unsigned long seen;
    do {
        seen = t->redo.gone;
        if (!t->status)
            compute_again(t);
        (void)ctsar__tasks_lose(t);
    } while (t->redo.gone != seen);
}

static void run(ctsar_tasks *t)
{
    t->redo.executing++;
    compute_all_again(t);
    t->redo.wanted = false;
    wake_all(t);
    ctsar__tasks_fold_put_off(t);
    t->redo.executing--;
}

void ctsar__redo_if_idle(ctsar_tasks *t)
{
    while (t->redo.wanted && t->redo.executing == 0)
        run(t);
}

void ctsar__redo_enter(ctsar_tasks *t)
{
    t->redo.executing++;
}

void ctsar__redo_leave(ctsar_tasks *t)
{
    t->redo.executing--;
    ctsar__redo_if_idle(t);
}
