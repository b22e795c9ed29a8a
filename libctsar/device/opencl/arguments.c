/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a launch gives an OpenCL kernel: whether that suits the kernel's parameters, and setting
 * them. */
#include "device/opencl/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "device/opencl/window.h"

enum { RANGE_ARGS = 3 }; /* start, step, count */

/* Does the kernel get its arguments and nothing else? */
static bool is_own(const ctsar_kernel *k)
{
    return k->opencl_grid;
}

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
    bool more = a->kind == CTSAR_ARG_IS_MEM && !is_own(s->k);
    for (int i = 0; more && i <= a->nstrides && !status; ++i) {
        status = check_long(s, i ? "a stride, a long" : "the bias, a long");
        s->next++;
    }
    return status;
}

static cl_uint parameters(const ctsar__launch *l)
{
    if (is_own(l->kernel))
        return (cl_uint)l->nargs;
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
    if (is_own(l->kernel))
        return ctsar__error(CTSAR_EINVAL,
                            "kernel %s: the OpenCL form has %u parameters of its own, but the task "
                            "has %d accesses",
                            l->kernel->name, has, l->nargs);
    return ctsar__error(CTSAR_EINVAL,
                        "kernel %s: the OpenCL form has %u parameters, but %d argument%s of "
                        "ctsar_launch need%s %u: start, step and count, 2 and its strides for an "
                        "array, 1 for any other",
                        l->kernel->name, has, l->nargs, l->nargs == 1 ? "" : "s",
                        l->nargs == 1 ? "s" : "", wanted);
}

/* Nothing tells a kernel with parameters of its own how rows lie, or of groups. */
static int check_contiguous(const ctsar__launch *l)
{
    for (int i = 0; is_own(l->kernel) && i < l->nargs; ++i)
        if (l->arg[i].kind == CTSAR_ARG_IS_REDUC || l->arg[i].nstrides > 0)
            return ctsar__error(CTSAR_EINVAL,
                                "kernel %s: access %d of a task is a %s, of which an OpenCL form "
                                "with parameters of its own is told nothing",
                                l->kernel->name, i,
                                l->arg[i].nstrides > 0 ? "box of rows" : "reduction");
    return CTSAR_OK;
}

static int check_all(ctsar__opencl *o, ctsar__cl_kernel *object, const ctsar__launch *l)
{
    setting s = {.o = o, .k = l->kernel, .kernel = object->kernel};
    int status = check_contiguous(l);
    if (!status)
        status = check_count(o, object->kernel, l);
    for (; !is_own(l->kernel) && s.next < RANGE_ARGS && !status; ++s.next)
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

int ctsar__opencl_suit_arguments(ctsar__opencl *o, ctsar__cl_kernel *object, const ctsar__launch *l)
{
    int status = check(o, object, l);
    return status ? status : align(o, object, l);
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
    ptrdiff_t bias = (w->at.base + w->lo - a->base) / (ptrdiff_t)type;
    int status = set(s, sizeof w->buffer, &w->buffer);
    if (a->kind != CTSAR_ARG_IS_MEM || status)
        return status;
    if (is_own(s->k))
        return bias ? ctsar__error(CTSAR_EINVAL,
                                   "kernel %s: argument %d does not begin where its memory does, "
                                   "of which an OpenCL form with parameters of its own is told "
                                   "nothing",
                                   s->k->name, s->argument)
                    : CTSAR_OK;
    status = set_long(s, bias);
    for (int i = 0; i < a->nstrides && !status; ++i)
        status = set_long(s, (long)a->strides[i]);
    return status;
}

int ctsar__opencl_set_arguments(ctsar__opencl *o, const ctsar__cl_kernel *object,
                                const ctsar__launch *l, long count)
{
    setting s = {.o = o, .k = l->kernel, .kernel = object->kernel};
    const long range[RANGE_ARGS] = {l->call->start, l->call->step, count};
    int status = CTSAR_OK;
    for (int i = 0; !is_own(l->kernel) && i < RANGE_ARGS && !status; ++i)
        status = set_long(&s, range[i]);
    for (int i = 0; i < l->nargs && !status; ++i) {
        s.argument = i + 1;
        status = set_arg(&s, &l->arg[i], object->type[i]);
    }
    return status;
}
