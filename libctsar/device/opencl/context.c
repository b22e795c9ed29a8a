/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/opencl/context.h"

#include "device/opencl/find.h"
#include "device/owner.h"

/* ---- Errors ------------------------------------------------------------------------ */

int ctsar__opencl_error(ctsar__opencl *o, const char *what, cl_int error)
{
    bool memory = error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES ||
                  error == CL_OUT_OF_HOST_MEMORY || error == CL_INVALID_BUFFER_SIZE;
    return ctsar__error(memory ? CTSAR_ENOMEM : CTSAR_EDEVICE, "%s: %s: %s", o->base.name, what,
                        ctsar__cl_error_name(error));
}

int ctsar__opencl_usable(const ctsar__opencl *o)
{
    return ctsar__cl_inherited()
               ? ctsar__error(CTSAR_EDEVICE, "%s: " CTSAR__INHERITED, o->base.name)
               : CTSAR_OK;
}

/* ---- Queues ------------------------------------------------------------------------ */

int ctsar__opencl_queue(ctsar__opencl *o, int slot, cl_command_queue *queue)
{
    cl_int error = CL_SUCCESS;
    int status = ctsar__opencl_usable(o);
    if (status)
        return status;
    pthread_mutex_lock(&o->building);
    if (!o->queue[slot])
        o->queue[slot] =
            o->cl->CreateCommandQueue(o->context, o->id, CL_QUEUE_PROFILING_ENABLE, &error);
    *queue = o->queue[slot];
    pthread_mutex_unlock(&o->building);
    return error ? ctsar__opencl_error(o, "a command queue", error) : CTSAR_OK;
}
