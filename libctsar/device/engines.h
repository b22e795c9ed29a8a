/* SPDX-License-Identifier: BSD-3-Clause
 *
 * When an accelerator's engines are busy: one copies in, one computes, one copies out, side by
 * side; several may compute.  Under the virtual clock this is where operations get their times:
 * each begins when its slot and its engine are free, in the order in which they are booked.  Who
 * books a range's operations at once, before they can begin, has those from the kernel on wait
 * until it is their turn (_hold, _next), so that an engine does first what can begin first.  Under
 * the real clock it is a record.  From either follows how much of the copying was hidden behind
 * kernels. */
#ifndef CTSAR_ENGINES_H
#define CTSAR_ENGINES_H

#include <pthread.h>

#include "base/trace.h"
#include "device/device.h"

typedef enum ctsar__engine {
    CTSAR__COPY_IN,
    CTSAR__COMPUTE,
    CTSAR__COPY_OUT,
    CTSAR__ENGINES
} ctsar__engine;

/* From when to when, in seconds. */
typedef struct ctsar__span {
    double begin, end;
} ctsar__span;

typedef struct ctsar__spans {
    ctsar__span *at;
    size_t count, room;
} ctsar__spans;

/* One that waits for its turn. */
typedef struct ctsar__operation {
    ctsar__engine engine;
    double seconds;
    ctsar__traced about;
} ctsar__operation;

/* A slot's, in order. */
typedef struct ctsar__operations {
    bool holds;
    ctsar__operation *at;
    size_t count, room, begun;
} ctsar__operations;

typedef struct ctsar__engines {
    bool virtual_clock, recording;
    double engine[CTSAR__ENGINES]; /* virtual clock: from when on it is free */
    double more[CTSAR__SLOTS];     /* the same: of further ones that compute */
    int at_once;                   /* kernels */
    double slot[CTSAR__SLOTS];     /* the same */
    ctsar__operations queue[CTSAR__SLOTS];
    pthread_mutex_t lock; /* of the record, which slots make at once */
    ctsar__spans kernels, copies;
    ctsar__track track; /* where operations are traced; set by whoever knows the region */
} ctsar__engines;

/* `d`: whose they are; NULL: of nothing that computes several kernels at once. */
void ctsar__engines_init(ctsar__engines *e, const ctsar__device *d, bool virtual_clock,
                         bool recording);
void ctsar__engines_free(ctsar__engines *e);
/* All are free from 0 on, nothing is recorded. */
void ctsar__engines_reset(ctsar__engines *e);
/* An operation of a slot took so many seconds, and under the real clock is over just now.  Traced
 * as what `about` says of it. */
void ctsar__engines_book(ctsar__engines *e, int slot, ctsar__engine engine, double seconds,
                         ctsar__traced about);
/* Virtual clock: what is booked in the slot, from a kernel on, waits from now on. */
void ctsar__engines_hold(ctsar__engines *e, int slot);
/* Books the slot's next operation that waits.  False: none does, and none that comes will. */
bool ctsar__engines_next(ctsar__engines *e, int slot);
/* Seconds of kernels beside another kernel, and for each one more; to be asked before _hidden. */
double ctsar__engines_overlapped(ctsar__engines *e);
/* Seconds of copies during which a kernel was executed. */
double ctsar__engines_hidden(ctsar__engines *e);

#endif
