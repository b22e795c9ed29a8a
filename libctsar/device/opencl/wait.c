/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/opencl/wait.h"

#include "device/completion.h"

static void CL_CALLBACK complete(cl_event event, cl_int status, void *data)
{
    (void)event, (void)status;
    ctsar__completion_signal(data);
}

/* CL_COMPLETE, an earlier state, or an error. */
static cl_int state_of(const ctsar__cl *cl, cl_event event)
{
    cl_int state = CL_QUEUED;
    cl_int error =
        cl->GetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    return error ? error : state;
}

/* Nobody will call back: for want of memory, or because the driver refuses. */
static bool look_until_over(const ctsar__opencl *o, cl_event event)
{
    static const double retry_seconds = 1e-4;
    double last = ctsar__now() + o->base.timeout;
    bool over = false;
    while (!over && ctsar__now() < last) {
        ctsar__wait_until(ctsar__now() + retry_seconds);
        over = state_of(o->cl, event) <= CL_COMPLETE;
    }
    return over;
}

static bool be_called_when_over(const ctsar__opencl *o, cl_event event, ctsar__completion *c)
{
    cl_int error = o->cl->SetEventCallback(event, CL_COMPLETE, complete, c);
    if (error)
        ctsar__completion_signal(c);
    bool over = error ? look_until_over(o, event) : ctsar__completion_wait(c, o->base.timeout);
    ctsar__completion_leave(c);
    return over;
}

static int sleep_until_over(ctsar__opencl *o, cl_event event)
{
    ctsar__completion *c = ctsar__completion_new();
    if (c ? be_called_when_over(o, event, c) : look_until_over(o, event))
        return CTSAR_OK;
    o->stuck = true;
    return ctsar__error(CTSAR_EDEVICE, "%s: an operation was not over after %g s", o->base.name,
                        o->base.timeout);
}

static double duration(const ctsar__cl *cl, cl_event event)
{
    cl_ulong start = 0, end = 0;
    cl->GetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    cl->GetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    return end > start ? (double)(end - start) * 1e-9 : 0;
}

int ctsar__opencl_wait(ctsar__device *device, ctsar__event *event)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    cl_event e = event->handle;
    int status = CTSAR_OK;
    if (!e) /* a copy that was staged */
        return CTSAR_OK;
    if (state_of(o->cl, e) > CL_COMPLETE)
        status = sleep_until_over(o, e);
    cl_int state = status ? CL_COMPLETE : state_of(o->cl, e);
    if (o->clock == CTSAR__CLOCK_REAL)
        event->seconds = duration(o->cl, e);
    o->cl->ReleaseEvent(e);
    event->handle = NULL;
    if (state > CL_COMPLETE) /* the driver has said that it is over */
        return ctsar__error(CTSAR_EDEVICE, "%s: an operation that is over is in state %d",
                            device->name, state);
    return state < 0 ? ctsar__opencl_error(o, "an operation", state) : status;
}

int ctsar__opencl_flush(ctsar__opencl *o, const char *what, cl_command_queue queue,
                        ctsar__event *event)
{
    cl_int error = o->cl->Flush(queue);
    if (!error)
        return CTSAR_OK;
    (void)!ctsar__opencl_wait(&o->base, event);
    return ctsar__opencl_error(o, what, error);
}

int ctsar__opencl_drain(ctsar__opencl *o, cl_command_queue queue)
{
    cl_event last = NULL;
    cl_int error = o->cl->EnqueueMarkerWithWaitList(queue, 0, NULL, &last);
    if (error)
        return ctsar__opencl_error(o, "waiting for a queue", error);
    ctsar__event event = {.handle = last};
    int status = ctsar__opencl_flush(o, "waiting for a queue", queue, &event);
    return status ? status : ctsar__opencl_wait(&o->base, &event);
}
