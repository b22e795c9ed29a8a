/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/checked.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/report.h"
#include "check/check.h"
#include "check/effects.h"
#include "check/execute.h"
#include "check/persist.h"
#include "task/alive.h"
#include "task/declared.h"
#include "task/launch.h"
#include "task/offspring.h"
#include "task/others.h"
#include "version/family.h"

/* What is found of a kernel. */
typedef struct ctsar__checked_kernel {
    struct ctsar__checked_kernel *next;
    const ctsar_kernel *kernel;
    ctsar__check *check;
    char name[64];
} ctsar__checked_kernel;

static int find(ctsar_tasks *t, const ctsar_kernel *kernel, ctsar__check **check)
{
    ctsar__checked_kernel *k = t->checks;
    while (k && k->kernel != kernel)
        k = k->next;
    if (!k) {
        if (!(k = calloc(1, sizeof *k)))
            return ctsar__error(CTSAR_ENOMEM, "no memory to check tasks of kernel %s",
                                kernel->name);
        *k = (ctsar__checked_kernel){.next = t->checks, .kernel = kernel};
        snprintf(k->name, sizeof k->name, "kernel %s", kernel->name);
        t->checks = k;
    }
    *check = k->check;
    if (*check)
        return CTSAR_OK;
    int status = ctsar__check_create(k->name, "task", t->machine->config.timeout, &k->check);
    *check = k->check;
    return status;
}

void ctsar__tasks_check_free(ctsar_tasks *t)
{
    for (ctsar__checked_kernel *k = t->checks, *next; k; k = next) {
        next = k->next;
        ctsar__check_free(k->check);
        free(k);
    }
}

/* ---- Arguments ---------------------------------------------------------------------------- */

static unsigned directions(const ctsar__access *a)
{
    return a->kind == CTSAR_ACCESS_IN    ? CTSAR_MEM_INPUT
           : a->kind == CTSAR_ACCESS_OUT ? CTSAR_MEM_OUTPUT
                                         : CTSAR_MEM_INOUT;
}

static bool is_part(const ctsar__access *a)
{
    return a->kind <= CTSAR_ACCESS_INOUT;
}

/* Accesses of one part have one place, and all that is declared of it holds. */
static int first_of(const ctsar__task *task, int i, unsigned *flags)
{
    int first = i;
    *flags = 0;
    for (int k = task->n - 1; k >= 0; --k)
        if (is_part(&task->access[k]) && task->access[k].part == task->access[i].part) {
            *flags |= directions(&task->access[k]);
            first = k;
        }
    return first;
}

/* One part may be declared in several shapes: rows, and all their bytes. */
static bool same_counts(const ctsar_access *a, const ctsar_access *b)
{
    bool same = a->sides == b->sides;
    for (int k = 0; k < a->sides && same; ++k)
        same = a->side[k].count == b->side[k].count;
    return same;
}

/* Elements of another size lie in other rows, so all of them are where the host has them. */
static bool has_shapes(const ctsar__task *task, int i)
{
    for (int k = 0; k < task->n; ++k)
        if (is_part(&task->access[k]) && task->access[k].part == task->access[i].part &&
            !same_counts(&task->asked[k], &task->asked[i]))
            return true;
    return false;
}

static int register_part(ctsar__check *c, ctsar__task_worker *w, ctsar__task *task, int i)
{
    const ctsar_access *a = &task->asked[i];
    char name[24];
    unsigned flags;
    int first = first_of(task, i, &flags);
    size_t *strides = task->access[i].unit_strides;
    w->strides[i] = task->access[i].nstrides ? strides : NULL;
    if (first != i) {
        w->pointer[i] = w->pointer[first];
        w->strides[i] = same_counts(a, &task->asked[first]) ? w->strides[first] : task->strides[i];
        return CTSAR_OK;
    }
    snprintf(name, sizeof name, "access%d", i);
    ctsar__checked_part spec = ctsar__declared_part(a, i, a->name ? a->name : name, flags);
    spec.flat = has_shapes(task, i);
    return ctsar__check_part(c, &spec, strides, &w->pointer[i]);
}

static int register_all(ctsar__check *c, ctsar__task_worker *w, ctsar__task *task)
{
    int status = CTSAR_OK;
    ctsar__check_turn(c);
    for (int i = 0; i < task->n && !status; ++i) {
        const ctsar__access *a = &task->access[i];
        if (a->kind == CTSAR_ACCESS_REDUCTION)
            status = ctsar__check_reduction(c, a->host, a->copy, a->size);
        else if (is_part(a))
            status = register_part(c, w, task, i);
    }
    return status;
}

/* ---- Executing ------------------------------------------------------------------------------ */

/* Of a family the versions in turn, as far as they have a form for cores and may be used. */
static const ctsar_kernel *version_of(const ctsar__task *task, const ctsar_call *call)
{
    const ctsar_kernel *const *v = task->kernel->versions;
    int n = 0;
    if (!v)
        return task->kernel;
    while (v[n])
        n++;
    for (int k = 0; k < n; ++k) {
        const ctsar_kernel *one = v[(task->vertex.number + (unsigned long)k) % (unsigned long)n];
        if (one->host && (!one->fits || one->fits(call)))
            return one;
    }
    return NULL;
}

/* Other calls than those of _note may fail by what the body has read. */
static void call(ctsar__check *c, ctsar__task_worker *w, ctsar__task *task,
                 const ctsar_kernel *kernel)
{
    char remark[320];
    ctsar__task_body body;
    snprintf(remark, sizeof remark,
             "check mode executes task %lu of kernel %s, and what the task has not declared, or "
             "not written yet, may have other contents meanwhile; if what is wrong comes from "
             "there, declare that the task reads it",
             task->vertex.number, task->kernel->name);
    const char *before = ctsar__report_with(ctsar__check_poisons(c) ? remark : NULL);
    ctsar__task_enter_checked(&body, w->all, task->executed, c);
    kernel->host(&w->call);
    ctsar__task_leave_checked(&body);
    ctsar__report_with(before);
    task->executed = true;
}

static int execute_once(ctsar__check *c, ctsar__task_worker *w, ctsar__task *task,
                        const ctsar_kernel *kernel, bool *again)
{
    long number = (long)task->vertex.number;
    int status = register_all(c, w, task);
    /* What accelerators would have of persisted arrays is on the host by now. */
    if (!status && !task->executed)
        status = ctsar__others_hide(w->all, task, c);
    if (!status)
        status = ctsar__check_begin(c, number, (ctsar__values){number, 1, 1});
    if (status)
        return status;
    call(c, w, task, kernel);
    return ctsar__check_end(c, again);
}

static int execute(ctsar__check *c, ctsar__task_worker *w, ctsar__task *task,
                   const ctsar_kernel *kernel)
{
    bool again = true;
    int status = CTSAR_OK;
    if (!ctsar__check_enter(c, task->vertex.number))
        return status;
    while (again && !status)
        status = execute_once(c, w, task, kernel, &again);
    ctsar__check_leave(c);
    return status;
}

/* Results are folded on the host, where an array that persists may be away.  Not when what others
 * declare is hidden: it would be shown. */
static void bring_results(const ctsar__task *task)
{
    for (int i = 0; i < task->n && task->reductions > 0; ++i)
        if (task->access[i].kind == CTSAR_ACCESS_REDUCTION)
            ctsar__check_uses(task->access[i].host, task->access[i].size, true);
}

int ctsar__task_check(ctsar__task_worker *w, ctsar__task *task)
{
    ctsar__check *c = NULL;
    const ctsar_kernel *kernel = version_of(task, &w->call);
    if (!kernel)
        return ctsar__kernel_fits_none(task->kernel, "cpu", &w->call);
    int status = ctsar__alive_check(task);
    if (!status)
        status = find(w->all, task->kernel, &c);
    if (!status) {
        bring_results(task);
        status = execute(c, w, task, kernel);
    }
    if (status)
        return status;
    if (ctsar__check_end_pass(c))
        w->all->wrong = true;
    return ctsar__offspring_submit(w->all, task, c);
}

int ctsar__tasks_checked(ctsar_tasks *t)
{
    return atomic_exchange(&t->wrong, false)
               ? ctsar__error(CTSAR_ECHECK, "what is wrong has been printed on stderr")
               : CTSAR_OK;
}
