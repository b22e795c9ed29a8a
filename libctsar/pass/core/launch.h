/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a turn launches.  A capture is the launches of one turn, with arguments that refer to the
 * turn's registrations; bound to a range on a unit it gives what a form of the kernel is called
 * with, so it can be executed on many ranges. */
#ifndef CTSAR_LAUNCH_H
#define CTSAR_LAUNCH_H

#include "mem/data.h"

typedef struct ctsar__captured_arg {
    ctsar_arg_kind kind;
    const ctsar__array *array;
    const ctsar__reduction *reduction;
    size_t value, size; /* VALUE: where it stands in the capture's values, its bytes */
} ctsar__captured_arg;

typedef struct ctsar__captured {
    const ctsar_kernel *kernel;
    int arg, nargs; /* its first one among the capture's */
} ctsar__captured;

/* Zeroed: none.  The room is kept from turn to turn. */
typedef struct ctsar__capture {
    ctsar__captured *launch;
    ctsar__captured_arg *arg;
    char *value;
    int launches, args;
    size_t bytes;
    int launch_room, arg_room;
    size_t value_room;
} ctsar__capture;

void ctsar__capture_clear(ctsar__capture *c);
void ctsar__capture_free(ctsar__capture *c);
/* Adds a launch whose arguments are among what is registered.  EINVAL, ENOTREG, ENOMEM: nothing
 * has changed. */
int ctsar__capture_add(ctsar__capture *c, const ctsar_kernel *kernel, const ctsar_arg *args,
                       int nargs, const ctsar__data *data) CTSAR__MUST_CHECK;

/* Room for one launch's arguments.  Zeroed: none. */
typedef struct ctsar__arguments {
    ctsar_call call;
    ctsar__launch launch;
    ctsar__launch_arg *arg;
    ctsar__view *view;
    void **pointer;
    const size_t **strides;
    int room;
} ctsar__arguments;

void ctsar__arguments_free(ctsar__arguments *b);
/* Sets b->launch to launch number `i` of the capture on `range` of the loop; all but the range
 * must stay until it is over.  ENOMEM. */
int ctsar__capture_bind(const ctsar__capture *c, int i, ctsar_call range,
                        const ctsar__target *target, ctsar__arguments *b) CTSAR__MUST_CHECK;
/* Sets b->call to a launch on a core, which executes it at once: the capture has nothing but the
 * values' copies, up to its next launch.  EINVAL, ENOTREG, ENOMEM. */
int ctsar__capture_on_core(ctsar__capture *c, const ctsar_kernel *kernel, const ctsar_arg *args,
                           int nargs, const ctsar__data *data, ctsar_call range,
                           const ctsar__target *core, ctsar__arguments *b) CTSAR__MUST_CHECK;

#endif
