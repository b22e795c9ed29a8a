/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times are those of two events round each operation.  Whoever waits looks for a moment, then
 * sleeps until the stream calls back, and looks now and then whether the device has failed, because
 * then no call comes. */
#include "device/cuda/operation.h"

#include <math.h>
#include <stdlib.h>

#include "base/nvtx.h"
#include "device/completion.h"

static int stream_of(ctsar__cuda *c, int slot, CUstream *stream)
{
    CUresult error = CUDA_SUCCESS;
    pthread_mutex_lock(&c->lock);
    if (!c->stream[slot])
        error = c->cu->StreamCreate(&c->stream[slot], CU_STREAM_NON_BLOCKING);
    *stream = c->stream[slot];
    pthread_mutex_unlock(&c->lock);
    return error ? ctsar__cuda_error(c, "a stream", error) : CTSAR_OK;
}

static ctsar__cu_operation *take_free(ctsar__cuda *c)
{
    pthread_mutex_lock(&c->lock);
    ctsar__cu_operation *p = c->free;
    if (p)
        c->free = p->next;
    pthread_mutex_unlock(&c->lock);
    return p;
}

static void drop(ctsar__cuda *c, ctsar__cu_operation *p)
{
    ctsar__nvtx_end(p->range);
    p->range = 0;
    p->held_up = 0;
    pthread_mutex_lock(&c->lock);
    p->next = c->free;
    c->free = p;
    pthread_mutex_unlock(&c->lock);
}

/* NULL: *status says why there is none. */
static ctsar__cu_operation *new_operation(ctsar__cuda *c, int *status)
{
    ctsar__cu_operation *p = calloc(1, sizeof *p);
    if (!p) {
        *status = ctsar__error(CTSAR_ENOMEM, "%s: no memory for an operation", c->base.name);
        return NULL;
    }
    CUresult error = c->cu->EventCreate(&p->begin, CU_EVENT_BLOCKING_SYNC);
    if (!error)
        error = c->cu->EventCreate(&p->end, CU_EVENT_BLOCKING_SYNC);
    if (!error)
        return p;
    if (p->begin)
        c->cu->EventDestroy(p->begin);
    free(p);
    *status = ctsar__cuda_error(c, "an event", error);
    return NULL;
}

int ctsar__cuda_begin(ctsar__cuda *c, int slot, ctsar__cu_operation **operation)
{
    CUstream stream;
    int status = ctsar__cuda_enter(c);
    if (!status)
        status = stream_of(c, slot, &stream);
    if (status)
        return status;
    *operation = take_free(c);
    if (!*operation)
        *operation = new_operation(c, &status);
    if (!*operation)
        return status;
    (*operation)->stream = stream;
    CUresult error = c->cu->EventRecord((*operation)->begin, stream);
    if (error) {
        drop(c, *operation);
        return ctsar__cuda_error(c, "an event", error);
    }
    return CTSAR_OK;
}

/* ---- Waiting ----------------------------------------------------------------------- */

enum { LOOKS = 10 }; /* a second, whether the device has failed */
static const double retry_seconds = 1e-4;

/* A call has failed, but what it or calls before it enqueued may be under way: that is over before
 * anybody else gets the memory.  A device that has failed itself says so at once. */
static void settle(ctsar__cuda *c, CUstream stream)
{
    double last = ctsar__now() + c->base.timeout;
    CUresult state = c->cu->CtxSetCurrent(c->context);
    if (!state)
        state = CUDA_ERROR_NOT_READY;
    while (state == CUDA_ERROR_NOT_READY && ctsar__now() < last) {
        state = c->cu->StreamQuery(stream);
        if (state == CUDA_ERROR_NOT_READY)
            ctsar__wait_until(ctsar__now() + retry_seconds);
    }
    if (state == CUDA_ERROR_NOT_READY)
        c->stuck = true;
}

void ctsar__cuda_cancel(ctsar__cuda *c, ctsar__cu_operation *p)
{
    settle(c, p->stream);
    drop(c, p);
}

int ctsar__cuda_end(ctsar__cuda *c, const char *what, CUresult error, ctsar__cu_operation *p,
                    double model, ctsar__event *event)
{
    if (!error)
        error = c->cu->EventRecord(p->end, p->stream);
    if (error) {
        ctsar__cuda_cancel(c, p);
        return ctsar__cuda_error(c, what, error);
    }
    *event = (ctsar__event){.seconds = model, .handle = p};
    return CTSAR_OK;
}

static void CUDA_CB complete(void *data)
{
    ctsar__completion_signal(data);
}

/* To be called back when the operation is over; NULL: nobody will, for want of memory or because
 * the driver refuses. */
static ctsar__completion *ask_to_be_called(ctsar__cuda *c, ctsar__cu_operation *p)
{
    ctsar__completion *over = ctsar__completion_new();
    if (!over || !c->cu->LaunchHostFunc(p->stream, complete, over))
        return over;
    ctsar__completion_signal(over);
    ctsar__completion_leave(over);
    return NULL;
}

/* Looks whether the event is over, for as long as sleeping would take at least; for longer where
 * processors are to spare. */
static CUresult look(ctsar__cuda *c, ctsar__cu_operation *p)
{
    CUresult state = c->cu->EventQuery(p->end);
    if (state != CUDA_ERROR_NOT_READY)
        return state;
    double last = ctsar__now() + fmin(fmax(c->look, c->base.patience), c->base.timeout);
    while (state == CUDA_ERROR_NOT_READY && ctsar__now() < last)
        state = c->cu->EventQuery(p->end);
    return state;
}

/* Sleeps until the event is over or the time is up; CUDA_ERROR_NOT_READY: the latter. */
static CUresult sleep_until_over(ctsar__cuda *c, ctsar__cu_operation *p)
{
    ctsar__completion *over = ask_to_be_called(c, p);
    double last = ctsar__now() + c->base.timeout, slice = 1.0 / LOOKS;
    CUresult state = CUDA_ERROR_NOT_READY;
    while (state == CUDA_ERROR_NOT_READY) {
        double left = last - ctsar__now();
        bool called = over && ctsar__completion_wait(over, fmax(0, fmin(left, slice)));
        if (!over)
            ctsar__wait_until(ctsar__now() + fmax(0, fmin(left, retry_seconds)));
        state = c->cu->EventQuery(p->end);
        if (called || left <= 0)
            break;
    }
    if (over)
        ctsar__completion_leave(over);
    return state;
}

int ctsar__cuda_wait(ctsar__device *device, ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    ctsar__cu_operation *p = event->handle;
    if (!p) /* a copy that was staged */
        return CTSAR_OK;
    event->handle = NULL;
    int status = ctsar__cuda_enter(c);
    if (status) {
        if (!ctsar__cu_inherited())
            ctsar__cuda_cancel(c, p);
        return status;
    }
    float milliseconds = 0;
    CUresult error = look(c, p);
    if (error == CUDA_ERROR_NOT_READY)
        error = sleep_until_over(c, p);
    if (!error && c->clock == CTSAR__CLOCK_REAL) {
        error = c->cu->EventElapsedTime(&milliseconds, p->begin, p->end);
        event->seconds = fmax(milliseconds * 1e-3 - p->held_up, 0);
    }
    event->held_up = p->held_up;
    if (error && error != CUDA_ERROR_NOT_READY)
        settle(c, p->stream);
    drop(c, p);
    if (error == CUDA_ERROR_NOT_READY) {
        c->stuck = true;
        return ctsar__error(CTSAR_EDEVICE, "%s: an operation was not over after %g s", device->name,
                            device->timeout);
    }
    return error ? ctsar__cuda_error(c, "an operation", error) : CTSAR_OK;
}
