/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/launch.h"

#include <stdlib.h>
#include <string.h>

#include "base/align.h"
#include "base/grow.h"
#include "mem/window.h"

/* ---- Captures ------------------------------------------------------------------ */

void ctsar__capture_clear(ctsar__capture *c)
{
    c->launches = c->args = 0;
    c->bytes = 0;
}

void ctsar__capture_free(ctsar__capture *c)
{
    free(c->launch);
    free(c->arg);
    free(c->value);
    *c = (ctsar__capture){0};
}

/* Room for `count` items of `size` bytes at *list, of which *room are there. */
static bool reserve(void *list, int *room, int count, size_t size)
{
    void **at = list;
    if (count <= *room)
        return true;
    size_t more = (size_t)*room;
    void *grown = ctsar__grow(*at, &more, (size_t)count, size);
    if (!grown)
        return false;
    *at = grown;
    *room = (int)more;
    return true;
}

static bool reserve_values(ctsar__capture *c, const ctsar_arg *args, int nargs)
{
    size_t bytes = c->bytes;
    for (int i = 0; i < nargs; ++i)
        bytes += args[i].kind == CTSAR_ARG_IS_VALUE ? ctsar__aligned(args[i].size) : 0;
    char *grown = bytes ? ctsar__grow(c->value, &c->value_room, bytes, 1) : NULL;
    if (grown)
        c->value = grown;
    return grown || !bytes;
}

static const void *find(const ctsar__named *list, const void *key)
{
    for (int i = 0; i < list->count; ++i)
        if (((const ctsar__entry *)list->entry[i])->key == key)
            return list->entry[i];
    return NULL;
}

static int not_registered(int i, const ctsar_kernel *kernel, const char *what, const void *key)
{
    return ctsar__error(CTSAR_ENOTREG,
                        "argument %d of kernel %s is the %s at %p, which this turn has not "
                        "registered",
                        i, kernel->name, what, key);
}

/* Describes argument i; values are not copied yet. */
static int describe(const ctsar_kernel *kernel, int i, const ctsar_arg *arg,
                    const ctsar__data *data, ctsar__captured_arg *out)
{
    *out = (ctsar__captured_arg){.kind = (ctsar_arg_kind)arg->kind, .size = arg->size};
    switch (arg->kind) {
    case CTSAR_ARG_IS_MEM:
        out->array = find(&data->arrays, arg->pointer);
        return out->array ? CTSAR_OK : not_registered(i, kernel, "array", arg->pointer);
    case CTSAR_ARG_IS_REDUC:
        out->reduction = find(&data->reductions, arg->pointer);
        return out->reduction ? CTSAR_OK
                              : not_registered(i, kernel, "reduction into what is", arg->pointer);
    case CTSAR_ARG_IS_VALUE:
        if (arg->pointer && arg->size)
            return CTSAR_OK;
        return ctsar__error(CTSAR_EINVAL, "argument %d of kernel %s is a value of %zu bytes at %p",
                            i, kernel->name, arg->size, arg->pointer);
    }
    return ctsar__error(CTSAR_EINVAL,
                        "argument %d of kernel %s has kind %d; use CTSAR_ARG_MEM, _REDUC or "
                        "_VALUE",
                        i, kernel->name, arg->kind);
}

static void copy_value(ctsar__capture *c, ctsar__captured_arg *to, const ctsar_arg *from)
{
    to->value = c->bytes;
    memcpy(c->value + c->bytes, from->pointer, from->size);
    c->bytes += ctsar__aligned(from->size);
}

int ctsar__capture_add(ctsar__capture *c, const ctsar_kernel *kernel, const ctsar_arg *args,
                       int nargs, const ctsar__data *data)
{
    if (!reserve(&c->launch, &c->launch_room, c->launches + 1, sizeof *c->launch) ||
        !reserve(&c->arg, &c->arg_room, c->args + nargs, sizeof *c->arg))
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d arguments", nargs);
    ctsar__captured_arg *to = c->arg + c->args;
    for (int i = 0; i < nargs; ++i) {
        int status = describe(kernel, i, &args[i], data, &to[i]);
        if (status)
            return status;
    }
    if (!reserve_values(c, args, nargs))
        return ctsar__error(CTSAR_ENOMEM, "no memory for the values of %d arguments", nargs);
    for (int i = 0; i < nargs; ++i)
        if (to[i].kind == CTSAR_ARG_IS_VALUE)
            copy_value(c, &to[i], &args[i]);
    c->launch[c->launches++] = (ctsar__captured){.kernel = kernel, .arg = c->args, .nargs = nargs};
    c->args += nargs;
    return CTSAR_OK;
}

/* ---- A range -------------------------------------------------------------------- */

void ctsar__arguments_free(ctsar__arguments *b)
{
    free(b->arg);
    free(b->view);
    free(b->pointer);
    free(b->strides);
    *b = (ctsar__arguments){0};
}

static bool reserve_bound(ctsar__arguments *b, int nargs)
{
    int rooms[] = {b->room, b->room, b->room, b->room};
    if (!reserve(&b->arg, &rooms[0], nargs, sizeof *b->arg) ||
        !reserve(&b->view, &rooms[1], nargs, sizeof *b->view) ||
        !reserve(&b->pointer, &rooms[2], nargs, sizeof *b->pointer) ||
        !reserve(&b->strides, &rooms[3], nargs, sizeof *b->strides))
        return false;
    b->room = rooms[0];
    return true;
}

/* What the unit has in the place of argument i. */
static void bind_arg(const ctsar__capture *c, const ctsar__captured_arg *from,
                     const ctsar__target *target, ctsar__arguments *b, int i)
{
    ctsar__launch_arg *to = &b->arg[i];
    ctsar__view *v = &b->view[i];
    *to = (ctsar__launch_arg){.kind = from->kind, .size = from->size};
    if (from->kind == CTSAR_ARG_IS_VALUE) {
        to->value = c->value + from->value;
    } else {
        if (from->kind == CTSAR_ARG_IS_MEM)
            ctsar__window_view(from->array, target, v);
        else
            ctsar__reduction_view(from->reduction, target, v);
        to->space = v->space;
        to->base = v->base;
        to->strides = v->strides;
        to->nstrides = v->nstrides;
        to->elem = to->size = v->elem;
    }
    b->pointer[i] = to->value ? (void *)(c->value + from->value) : to->base;
    b->strides[i] = to->nstrides ? to->strides : NULL;
}

int ctsar__capture_bind(const ctsar__capture *c, int i, ctsar_call range,
                        const ctsar__target *target, ctsar__arguments *b)
{
    const ctsar__captured *from = &c->launch[i];
    if (!reserve_bound(b, from->nargs))
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d arguments", from->nargs);
    for (int k = 0; k < from->nargs; ++k)
        bind_arg(c, &c->arg[from->arg + k], target, b, k);
    b->call = range;
    b->call.groups = target->device ? target->device->groups : 1;
    b->call.arg = b->pointer;
    b->call.strides = b->strides;
    b->launch = (ctsar__launch){
        .kernel = from->kernel, .call = &b->call, .arg = b->arg, .nargs = from->nargs};
    return CTSAR_OK;
}

/* ---- At once -------------------------------------------------------------------- */

/* Distances between the rows of an array on the host; NULL: it has one dimension. */
static const size_t *strides_on_host(const ctsar__shape *s, ctsar__view *room)
{
    if (s->ndim == 1)
        return NULL;
    ctsar__layout l = ctsar__layout_host(s);
    ctsar__layout_strides(s, &l, room->strides);
    return room->strides;
}

/* What a core has in the place of argument i; of a value its copy, which comes at `*bytes` of the
 * capture's values. */
static int bind_on_core(const ctsar__capture *c, const ctsar_kernel *kernel, int i,
                        const ctsar_arg *arg, const ctsar__data *data, const ctsar__target *core,
                        ctsar__arguments *b, size_t *bytes)
{
    ctsar__captured_arg named;
    int status = describe(kernel, i, arg, data, &named);
    if (status)
        return status;
    b->strides[i] = NULL;
    if (named.array) {
        b->pointer[i] = named.array->host;
        b->strides[i] = strides_on_host(&named.array->shape, &b->view[i]);
    } else if (named.reduction) {
        ctsar__reduction_view(named.reduction, core, &b->view[i]);
        b->pointer[i] = b->view[i].base;
    } else {
        b->pointer[i] = memcpy(c->value + *bytes, arg->pointer, arg->size);
        *bytes += ctsar__aligned(arg->size);
    }
    return CTSAR_OK;
}

int ctsar__capture_on_core(ctsar__capture *c, const ctsar_kernel *kernel, const ctsar_arg *args,
                           int nargs, const ctsar__data *data, ctsar_call range,
                           const ctsar__target *core, ctsar__arguments *b)
{
    if (!reserve_bound(b, nargs) || !reserve_values(c, args, nargs))
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d arguments", nargs);
    size_t bytes = c->bytes;
    int status = CTSAR_OK;
    for (int i = 0; i < nargs && !status; ++i)
        status = bind_on_core(c, kernel, i, &args[i], data, core, b, &bytes);
    b->call = range;
    b->call.groups = 1;
    b->call.arg = b->pointer;
    b->call.strides = b->strides;
    return status;
}
