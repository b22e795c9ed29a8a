/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the CTSAR_* environment variables say. */
#ifndef CTSAR_CONFIG_H
#define CTSAR_CONFIG_H

#include "clock.h"
#include "status.h"

/* A device of a backend that finds its devices: all of it, or one of `parts` equal parts. */
typedef struct ctsar__device_choice {
    int device; /* the backend's number of it */
    int part, parts;
    int twin; /* which one of several units that are all of the device; 0: the first */
} ctsar__device_choice;

/* Accelerators of one entry of CTSAR_DEVICES. */
typedef struct ctsar__device_request {
    char backend[16]; /* "emu" */
    int first, count; /* of config->choice; of emulated ones, by their numbers */
} ctsar__device_request;

/* Calls of an emulated accelerator that can be made to fail, and their names in CTSAR_EMU. */
#define CTSAR__EMU_CALL_LIST(X)                                                                    \
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

/* One group of CTSAR_EMU: an emulated accelerator. */
typedef struct ctsar__emu_spec {
    double speed;          /* relative to one core; 1 */
    double latency;        /* seconds a launch or a copy takes at least; 0 */
    double bandwidth;      /* bytes per second; 0: unlimited */
    size_t memory;         /* bytes; SIZE_MAX: unlimited */
    unsigned simd;         /* width in elements; 0: a core's */
    ctsar__emu_call fails; /* calls of this kind fail ... */
    int fails_at;          /* ... from this one on, counted from 1 */
} ctsar__emu_spec;

typedef enum ctsar__report_mode {
    CTSAR__REPORT_OFF,
    CTSAR__REPORT_TABLE,
    CTSAR__REPORT_JSON
} ctsar__report_mode;

/* What becomes of a persisted array's outputs on an accelerator (CTSAR_CACHE). */
typedef enum ctsar__cache {
    CTSAR__CACHE_WRITEBACK,    /* they stay there until they are needed elsewhere */
    CTSAR__CACHE_WRITETHROUGH, /* they are copied to the host as well, in each turn */
    CTSAR__CACHE_NONE          /* nothing persists */
} ctsar__cache;

typedef struct ctsar__config {
    bool cores;    /* are cores units? */
    long core_cap; /* cpu:COUNT, at most so many; LONG_MAX without */
    ctsar__device_request *requests;
    int nrequests;
    ctsar__device_choice *choice;
    int nchoices;
    ctsar__emu_spec *emu; /* at least one; accelerator k is emu[min(k, nemu-1)] */
    int nemu;
    int policy;   /* a ctsar_policy, or -1: what the code says; the same holds for the next five */
    int div;      /* 0 */
    long chunk;   /* 0 */
    double ratio; /* -1 */
    int backoff;  /* a ctsar_backoff, or -1 */
    int backoff_passes; /* 0: the library's default */
    ctsar__cache cache;
    ctsar__clock clock;
    double virtual_iter; /* seconds */
    bool check;          /* find mistakes in registrations instead of running fast */
    ctsar__report_mode report;
    char *report_file;
    char *history_file;    /* NULL: none is kept */
    double timeout;        /* seconds after which a waiting thread speaks */
    double device_timeout; /* ... and an accelerator is given up; INFINITY: never */
    int inflight;          /* ranges in flight on an accelerator that was launched on */
    int pinned;            /* copies by pinned buffers: 0 or 1; -1: where that is measured to pay */
    int dedicated;         /* 0 or 1; -1: under the real clock, where bodies block */
    size_t memory;         /* of each accelerator that is not emulated at most; SIZE_MAX: all */
    char *cache_dir;       /* for compiled programs; "0": none; NULL: the user's usual one */
} ctsar__config;

/* Reads the environment into *c.  A name with the prefix CTSAR_ that is no variable is an error,
 * but for CTSAR_ROOT, which tells CMake where the package is.  On error (CTSAR_ECONFIG,
 * CTSAR_ENODEV, CTSAR_ENOMEM) *c needs no freeing. */
int ctsar__config_read(ctsar__config *c) CTSAR__CHECKED;
void ctsar__config_free(ctsar__config *c);

/* The names of all variables, in the order of reading, NULL behind the last one. */
const char *ctsar__variable_name(int index);
/* What was understood of variable `name`, whose value is `value` (NULL: it is not set), in words.
 */
void ctsar__config_show(const ctsar__config *c, const char *name, const char *value, char *text,
                        size_t room);

#endif
