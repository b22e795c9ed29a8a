/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "task/alive.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/uio.h>
#include <unistd.h>

static _Thread_local struct {
    const char *frame;
    const char *end; /* of the thread's stack, which grows down to it; NULL: not asked yet */
    size_t size;
} stack;

const void *ctsar__alive_above(const void *frame)
{
    const char *before = stack.frame;
    stack.frame = frame;
    return before;
}

static const char *end_of_stack(void)
{
    pthread_attr_t attributes;
    void *end;
    size_t size;
    if (stack.end || pthread_getattr_np(pthread_self(), &attributes))
        return stack.end;
    if (!pthread_attr_getstack(&attributes, &end, &size)) {
        stack.end = end;
        stack.size = size;
    }
    pthread_attr_destroy(&attributes);
    return stack.end;
}

/* A program may have stacks of its own, of which nothing is known. */
static bool has_returned(const char *at, const char *behind)
{
    const char *end = stack.frame ? end_of_stack() : NULL;
    bool known = end && stack.frame >= end && stack.frame < end + stack.size;
    return known && at < stack.frame && behind > end;
}

/* It cannot be read: the page is none of the process's, or what check mode has reserved since. */
static bool is_unmapped(const char *byte)
{
    char to;
    struct iovec here = {&to, 1}, there = {(void *)byte, 1};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) < 0 && errno == EFAULT;
}

bool ctsar__alive_bytes(const char *at, size_t length)
{
    return !has_returned(at, at + length) && !is_unmapped(at) && !is_unmapped(at + length - 1);
}

int ctsar__alive_yet(const ctsar__task *task, int i, const ctsar__box *box)
{
    const char *name = task->asked[i].name ? task->asked[i].name : "what it accesses";
    const char *end = ctsar__box_end(box);
    if (!is_unmapped(box->at) && !is_unmapped(end - 1))
        return CTSAR_OK;
    return ctsar__error(CTSAR_EINVAL,
                        "%s, access %d of a task of kernel %s, is from %p to %p, and not all of "
                        "that is memory of the program's; check the sizes of elements and extents",
                        name, i, task->kernel->name, (const void *)box->at, (const void *)end);
}

int ctsar__alive_check(const ctsar__task *task)
{
    for (int i = 0; i < task->n; ++i) {
        const ctsar__part *p = task->access[i].part;
        const char *name = task->asked[i].name ? task->asked[i].name : "what it accesses";
        bool returned = p && has_returned(p->box.at, p->end);
        if (returned || (p && (is_unmapped(p->box.at) || is_unmapped(p->end - 1))))
            return ctsar__error(CTSAR_ECHECK,
                                "task %lu of kernel %s: %s, access %d, at %p, %s before a wait "
                                "that covers the task; it must live until then",
                                task->vertex.number, task->kernel->name, name, i,
                                (const void *)p->box.at,
                                returned ? "is a variable of a function that has returned"
                                         : "was given back to the system");
    }
    return CTSAR_OK;
}
