/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Running kernels on OpenCL devices: arguments, sizes, and the launch.
 *
 * The local size is fixed and no offset is used, because a CPU's driver compiles again for each new
 * one; so a first launch over no iterations, which nobody times, makes the code. */
#include "device/opencl/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "device/model.h"
#include "device/opencl/context.h"
#include "device/opencl/program.h"
#include "device/opencl/wait.h"
#include "device/opencl/window.h"
#include "threads/ending.h"

enum { RANGE_ARGS = 3 }; /* start, step, count */

/* A launch on its way into a kernel's parameters, which are counted from 0, and of which
 * `argument`, counted from 1, is what ctsar_launch was given. */
typedef struct setting {
    ctsar__opencl *o;
    const ctsar_kernel *k;
    cl_kernel kernel;
    cl_uint next;
    int argument;
} setting;

/* ---- Types ------------------------------------------------------------------------- */

/* Bytes of a type of OpenCL C, or 0. */
static size_t scalar_bytes(const char *name, size_t length)
{
    static const struct {
        const char *name;
        size_t bytes;
    } types[] = {{"char", 1},   {"uchar", 1},          {"unsigned char", 1}, {"short", 2},
                 {"ushort", 2}, {"unsigned short", 2}, {"half", 2},          {"int", 4},
                 {"uint", 4},   {"unsigned int", 4},   {"float", 4},         {"long", 8},
                 {"ulong", 8},  {"unsigned long", 8},  {"double", 8}};
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (strlen(types[i].name) == length && !strncmp(types[i].name, name, length))
            return types[i].bytes;
    return 0;
}

/* The same, also of vectors such as float4; a vector of 3 lies as one of 4. */
static size_t type_bytes(const char *name, size_t length)
{
    size_t base = length, width = 1;
    while (base > 0 && name[base - 1] >= '0' && name[base - 1] <= '9')
        base--;
    if (base < length)
        width = (size_t)atoi(name + base);
    return scalar_bytes(name, base) * (width == 3 ? 4 : width);
}

typedef struct parameter {
    char type[96];
    cl_kernel_arg_address_qualifier where;
} parameter;

/* False: it is not known, as of a program that came as a binary. */
static bool ask(const setting *s, parameter *p)
{
    const ctsar__cl *cl = s->o->cl;
    return !cl->GetKernelArgInfo(s->kernel, s->next, CL_KERNEL_ARG_TYPE_NAME, sizeof p->type,
                                 p->type, NULL) &&
           !cl->GetKernelArgInfo(s->kernel, s->next, CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                                 sizeof p->where, &p->where, NULL);
}

static int refuse_type(const setting *s, const parameter *p, const char *wanted)
{
    char whose[48] = "the range";
    if (s->argument)
        snprintf(whose, sizeof whose, "argument %d of ctsar_launch", s->argument);
    return ctsar__error(
        CTSAR_EINVAL, "kernel %s: parameter %u of the OpenCL form is of type %s; %s needs %s there",
        s->k->name, s->next + 1, p->type, whose, wanted);
}

/* ---- Checks: when a kernel is first launched so -------------------------------------- */

/* A pointer to elements, or to what elements consist of; *bytes: of what it points to. */
static int check_pointer(setting *s, const ctsar__launch_arg *a, size_t *bytes)
{
    parameter p = {.where = 0};
    *bytes = a->elem ? a->elem : 1;
    if (!ask(s, &p))
        return CTSAR_OK;
    size_t length = strcspn(p.type, "*");
    if (!p.type[length] ||
        (p.where != CL_KERNEL_ARG_ADDRESS_GLOBAL && p.where != CL_KERNEL_ARG_ADDRESS_CONSTANT))
        return refuse_type(s, &p, "a __global pointer");
    while (length > 0 && p.type[length - 1] == ' ')
        length--;
    size_t known = type_bytes(p.type, length);
    if (known && (a->nstrides ? *bytes != known : *bytes % known != 0))
        return ctsar__error(CTSAR_EINVAL,
                            "kernel %s: parameter %u of the OpenCL form is a %s, but argument %d "
                            "of ctsar_launch has elements of %zu bytes",
                            s->k->name, s->next + 1, p.type, s->argument, *bytes);
    *bytes = known ? known : *bytes;
    return CTSAR_OK;
}

static int check_value(setting *s, const ctsar__launch_arg *a)
{
    parameter p = {.where = 0};
    char wanted[48];
    if (!ask(s, &p))
        return CTSAR_OK;
    size_t bytes = type_bytes(p.type, strlen(p.type));
    snprintf(wanted, sizeof wanted, "a value of %zu bytes", a->size);
    return strchr(p.type, '*') || (bytes && bytes != a->size) ? refuse_type(s, &p, wanted)
                                                              : CTSAR_OK;
}

static int check_long(setting *s, const char *what)
{
    parameter p = {.where = 0};
    if (!ask(s, &p) || !strcmp(p.type, "long"))
        return CTSAR_OK;
    return refuse_type(s, &p, what);
}

static int check_arg(setting *s, const ctsar__launch_arg *a, size_t *bytes)
{
    int status = a->kind == CTSAR_ARG_IS_VALUE ? check_value(s, a) : check_pointer(s, a, bytes);
    s->next++;
    for (int i = 0; a->kind == CTSAR_ARG_IS_MEM && i <= a->nstrides && !status; ++i) {
        status = check_long(s, i ? "a stride, a long" : "the bias, a long");
        s->next++;
    }
    return status;
}

static cl_uint parameters(const ctsar__launch *l)
{
    cl_uint n = RANGE_ARGS;
    for (int i = 0; i < l->nargs; ++i)
        n += 1 + (l->arg[i].kind == CTSAR_ARG_IS_MEM ? 1 + (cl_uint)l->arg[i].nstrides : 0);
    return n;
}

static int check_count(ctsar__opencl *o, cl_kernel kernel, const ctsar__launch *l)
{
    cl_uint has = 0, wanted = parameters(l);
    cl_int error = o->cl->GetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof has, &has, NULL);
    if (error)
        return ctsar__opencl_error(o, "a kernel's number of parameters", error);
    if (has == wanted)
        return CTSAR_OK;
    return ctsar__error(CTSAR_EINVAL,
                        "kernel %s: the OpenCL form has %u parameters, but %d argument%s of "
                        "ctsar_launch need%s %u: start, step and count, 2 and its strides for an "
                        "array, 1 for any other",
                        l->kernel->name, has, l->nargs, l->nargs == 1 ? "" : "s",
                        l->nargs == 1 ? "s" : "", wanted);
}

static int check_all(ctsar__opencl *o, ctsar__cl_kernel *object, const ctsar__launch *l)
{
    setting s = {.o = o, .k = l->kernel, .kernel = object->kernel};
    int status = check_count(o, object->kernel, l);
    for (; s.next < RANGE_ARGS && !status; ++s.next)
        status = check_long(&s, "a long");
    for (int i = 0; i < l->nargs && !status; ++i) {
        s.argument = i + 1;
        status = check_arg(&s, &l->arg[i], &object->type[i]);
    }
    return status;
}

/* What decides whether arguments suit, in one number that is not 0. */
static unsigned long signature_of(const ctsar__launch *l)
{
    unsigned long sum = 0xcbf29ce484222325u;
    for (int i = 0; i < l->nargs; ++i) {
        const ctsar__launch_arg *a = &l->arg[i];
        unsigned long parts[] = {(unsigned long)a->kind, (unsigned long)a->nstrides, a->elem,
                                 a->size};
        for (int j = 0; j < 4; ++j)
            sum = (sum ^ parts[j]) * 0x100000001b3u;
    }
    return sum ? sum : 1;
}

static int check(ctsar__opencl *o, ctsar__cl_kernel *object, const ctsar__launch *l)
{
    unsigned long signature = signature_of(l);
    if (object->signature == signature)
        return CTSAR_OK;
    if (!ctsar__resize(&object->type, (size_t)l->nargs + 1, sizeof *object->type))
        return ctsar__error(CTSAR_ENOMEM, "no memory for a kernel's %d arguments", l->nargs);
    object->signature = 0;
    int status = check_all(o, object, l);
    if (!status)
        object->signature = signature;
    return status;
}

/* Buffers must begin at a whole number of what kernels count in. */
static int align(ctsar__opencl *o, const ctsar__cl_kernel *object, const ctsar__launch *l)
{
    int status = CTSAR_OK;
    for (int i = 0; i < l->nargs && !status; ++i) {
        if (l->arg[i].kind != CTSAR_ARG_IS_MEM)
            continue;
        pthread_rwlock_rdlock(&o->lock);
        const ctsar__cl_window *w = ctsar__opencl_window(o, l->arg[i].space->base);
        bool aligned = w->elem % object->type[i] == 0;
        pthread_rwlock_unlock(&o->lock);
        if (!aligned)
            status = ctsar__opencl_align(o, l->arg[i].space->base, object->type[i]);
    }
    return status;
}

/* ---- Arguments ----------------------------------------------------------------------- */

static int set(setting *s, size_t size, const void *value)
{
    cl_int error = s->o->cl->SetKernelArg(s->kernel, s->next, size, value);
    if (error == CL_INVALID_ARG_SIZE)
        return ctsar__error(CTSAR_EINVAL,
                            "kernel %s: parameter %u of the OpenCL form has not the %zu bytes that "
                            "argument %d of ctsar_launch has",
                            s->k->name, s->next + 1, size, s->argument);
    if (error)
        return ctsar__opencl_error(s->o, "a kernel's argument", error);
    s->next++;
    return CTSAR_OK;
}

static int set_long(setting *s, long value)
{
    cl_long number = value;
    return set(s, sizeof number, &number);
}

/* An array is its buffer, and how far that begins behind element 0. */
static int set_arg(setting *s, const ctsar__launch_arg *a, size_t type)
{
    if (a->kind == CTSAR_ARG_IS_VALUE)
        return set(s, a->size, a->value);
    const ctsar__cl_window *w = ctsar__opencl_window(s->o, a->space->base);
    int status = set(s, sizeof w->buffer, &w->buffer);
    if (a->kind != CTSAR_ARG_IS_MEM || status)
        return status;
    status = set_long(s, (w->at.base + w->lo - a->base) / (ptrdiff_t)type);
    for (int i = 0; i < a->nstrides && !status; ++i)
        status = set_long(s, (long)a->strides[i]);
    return status;
}

static int set_args(ctsar__opencl *o, const ctsar__cl_kernel *object, const ctsar__launch *l,
                    long count)
{
    setting s = {.o = o, .k = l->kernel, .kernel = object->kernel};
    const long range[RANGE_ARGS] = {l->call->start, l->call->step, count};
    int status = CTSAR_OK;
    for (int i = 0; i < RANGE_ARGS && !status; ++i)
        status = set_long(&s, range[i]);
    for (int i = 0; i < l->nargs && !status; ++i) {
        s.argument = i + 1;
        status = set_arg(&s, &l->arg[i], object->type[i]);
    }
    return status;
}

/* ---- Sizes ------------------------------------------------------------------------- */

typedef struct sizes {
    cl_uint dims;
    size_t global[2], local[2];
} sizes;

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* No more groups than there are partial results. */
static sizes sizes_of(const ctsar__opencl *o, const ctsar__cl_kernel *object,
                      const ctsar__launch *l)
{
    size_t local = object->local, most = (size_t)o->base.groups, count = (size_t)l->call->count;
    long inner = l->kernel->inner ? l->kernel->inner(l->call) : 0;
    size_t along = l->kernel->inner ? (size_t)(inner > 1 ? inner : 1) : count;
    size_t groups = least((along + local - 1) / local, most);
    size_t rows = least(count, most / groups);
    return (sizes){
        .dims = l->kernel->inner ? 2 : 1, .global = {groups * local, rows}, .local = {local, 1}};
}

/* ---- The launch --------------------------------------------------------------------- */

static cl_int enqueue(ctsar__opencl *o, cl_command_queue queue, ctsar__cl_kernel *object,
                      const sizes *z, cl_event *event)
{
    return o->cl->EnqueueNDRangeKernel(queue, object->kernel, z->dims, NULL, z->global, z->local, 0,
                                       NULL, event);
}

static int refuse_launch(ctsar__opencl *o, const ctsar__launch *l, size_t local, cl_int error)
{
    if (error == CL_INVALID_WORK_GROUP_SIZE)
        return ctsar__error(CTSAR_EINVAL, "%s: kernel %s cannot run in groups of %zu work-items",
                            o->base.name, l->kernel->name, local);
    return ctsar__opencl_error(o, "a launch", error);
}

/* Arguments and launch under the lock, so that no buffer is exchanged between the two. */
static int launch_on(ctsar__opencl *o, cl_command_queue queue, ctsar__cl_kernel *object,
                     const ctsar__launch *l, long count, cl_event *event)
{
    sizes z = sizes_of(o, object, l);
    cl_int error = CL_SUCCESS;
    pthread_rwlock_rdlock(&o->lock);
    int status = set_args(o, object, l, count);
    if (!status)
        error = enqueue(o, queue, object, &z, event);
    pthread_rwlock_unlock(&o->lock);
    return error ? refuse_launch(o, l, z.local[0], error) : status;
}

static int warm_up(ctsar__opencl *o, cl_command_queue queue, ctsar__cl_kernel *object,
                   const ctsar__launch *l)
{
    if (!ctsar__ending_hold())
        return ctsar__opencl_ends(o, l->kernel);
    int status = launch_on(o, queue, object, l, 0, NULL);
    if (!status)
        status = ctsar__opencl_drain(o, queue);
    ctsar__ending_release();
    object->warm = !status;
    if (status && o->stuck)
        return ctsar__error(CTSAR_EDEVICE,
                            "%s: the first launch of kernel %s, over no iterations, was not over "
                            "after %g s",
                            o->base.name, l->kernel->name, o->base.timeout);
    return status;
}

/* Under the object's lock: from its arguments to the launch nobody else may set them. */
static int prepare_and_launch(ctsar__opencl *o, cl_command_queue queue, ctsar__cl_kernel *object,
                              const ctsar__launch *l, cl_event *event)
{
    int status = check(o, object, l);
    if (!status)
        status = align(o, object, l);
    if (!status && !object->warm)
        status = warm_up(o, queue, object, l);
    return status ? status : launch_on(o, queue, object, l, l->call->count, event);
}

int ctsar__opencl_launch(ctsar__device *device, int slot, const ctsar__launch *l,
                         ctsar__event *event)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    ctsar__cl_kernel *object;
    cl_command_queue queue;
    cl_event e = NULL;
    *event = (ctsar__event){0};
    int status = ctsar__opencl_kernel(o, l->kernel, slot, &object);
    if (!status)
        status = ctsar__opencl_queue(o, slot, &queue);
    if (status)
        return status;
    pthread_mutex_lock(&object->lock);
    status = prepare_and_launch(o, queue, object, l, &e);
    pthread_mutex_unlock(&object->lock);
    if (status)
        return status;
    *event = (ctsar__event){.handle = e, .seconds = ctsar__model_launch(&o->model, l->seconds)};
    return ctsar__opencl_flush(o, "a launch", queue, event);
}
