/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What devices are asked for: what the environment says of them, as a backend needs it.  The
 * configuration fills this in; a backend opens a device by it. */
#ifndef CTSAR_DEVICE_SETTINGS_H
#define CTSAR_DEVICE_SETTINGS_H

#include <stddef.h>

#include "base/clock.h"

/* A device of a backend that finds its devices: all of it, or one of `parts` equal parts. */
typedef struct ctsar__device_choice {
    int device; /* the backend's number of it */
    int part, parts;
    int twin; /* which one of several units that are all of the device; 0: the first */
} ctsar__device_choice;

/* Calls of an emulated accelerator that can be made to fail, and their names in CTSAR_EMU. */
#define CTSAR__EMU_CALL_LIST(X)                                                                    \
    X(OPEN, "open")                                                                                \
    X(RESERVE, "reserve")                                                                          \
    X(COMMIT, "commit")                                                                            \
    X(COPY_IN, "copy_in")                                                                          \
    X(COPY_OUT, "copy_out")                                                                        \
    X(COPY_PEER, "copy_peer")                                                                      \
    X(LAUNCH, "launch")                                                                            \
    X(EXECUTED, "executed")                                                                        \
    X(WAIT, "wait")                                                                                \
    X(HANG, "hang") /* a wait that does not end by itself */
typedef enum ctsar__emu_call {
    CTSAR__EMU_NONE,
#define CTSAR__EMU_CALL_ENUM(name, text) CTSAR__EMU_##name,
    CTSAR__EMU_CALL_LIST(CTSAR__EMU_CALL_ENUM)
#undef CTSAR__EMU_CALL_ENUM
        CTSAR__EMU_CALLS
} ctsar__emu_call;
extern const char *const ctsar__emu_call_names[CTSAR__EMU_CALLS];

/* One group of CTSAR_EMU: an emulated accelerator, or what the virtual clock takes another
 * backend's device for. */
typedef struct ctsar__emu_spec {
    double speed;          /* relative to one core; 1 */
    double latency;        /* seconds a launch or a copy takes at least; 0 */
    double bandwidth;      /* bytes per second; 0: unlimited */
    size_t memory;         /* bytes; SIZE_MAX: unlimited */
    double build;          /* seconds until a kernel can be launched, once for each; 0 */
    unsigned simd;         /* width in elements; 0: a core's */
    int kernels;           /* at once, each as fast as alone; 0: 1 */
    ctsar__emu_call fails; /* calls of this kind fail ... */
    int fails_at;          /* ... from this one on, counted from 1 */
    int stalls_at;         /* this wait takes longer ...; 0: none */
    double stall;          /* ... by so many seconds */
    int slow_from;         /* from this body on all of them take longer ...; 0: none does */
    double slow;           /* ... by this factor */
} ctsar__emu_spec;

typedef struct ctsar__device_settings {
    ctsar__clock clock;
    ctsar__device_choice *choice; /* what each device to be opened is, where devices are found */
    int nchoices;
    ctsar__emu_spec *emu; /* at least one; accelerator k is emu[min(k, nemu-1)] */
    int nemu;
    int pinned;      /* threads that copy by pinned buffers; -1: where that is measured to pay */
    size_t memory;   /* of each accelerator that is not emulated at most; SIZE_MAX: all */
    char *cache_dir; /* for compiled programs; "0": none; NULL: the user's usual one */
} ctsar__device_settings;

#endif
