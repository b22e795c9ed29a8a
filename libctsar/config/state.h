/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the CTSAR_* environment variables say: state only. */
#ifndef CTSAR_CONFIG_STATE_H
#define CTSAR_CONFIG_STATE_H

#include <stdbool.h>
#include "device/settings.h"
#include "mem/cache.h"
#include "version/settings.h"

/* Accelerators of one entry of CTSAR_DEVICES. */
typedef struct ctsar__device_request {
    char backend[16]; /* "emu" */
    int first, count; /* of config->devices.choice; of emulated ones, by their numbers */
} ctsar__device_request;

typedef enum ctsar__report_mode {
    CTSAR__REPORT_OFF,
    CTSAR__REPORT_TABLE,
    CTSAR__REPORT_JSON
} ctsar__report_mode;

/* Schedules of passes, in `schedule_file`: neither recorded nor repeated; recorded; repeated, where
 * a pass that is not as recorded is an error; or repeated as far as they fit. */
typedef enum ctsar__schedule_mode {
    CTSAR__SCHEDULE_FREE,
    CTSAR__SCHEDULE_RECORD,
    CTSAR__SCHEDULE_REPLAY,
    CTSAR__SCHEDULE_TRY
} ctsar__schedule_mode;

/* Which processes execute the program together: those that a launcher has started, if it has; none;
 * or those that MPI knows of. */
typedef enum ctsar__nodes_mode {
    CTSAR__NODES_FOUND,
    CTSAR__NODES_OFF,
    CTSAR__NODES_MPI
} ctsar__nodes_mode;

typedef struct ctsar__config {
    bool cores;    /* are cores units? */
    long core_cap; /* cpu:COUNT, at most so many; LONG_MAX without */
    ctsar__device_request *requests;
    int nrequests;
    ctsar__device_settings devices;
    int policy;   /* a ctsar_policy, or -1: what the code says; the same holds for the next five */
    int div;      /* 0 */
    long chunk;   /* 0 */
    double ratio; /* -1 */
    int backoff;  /* a ctsar_backoff, or -1 */
    int backoff_passes; /* 0: the library's default */
    ctsar__cache cache;
    double virtual_iter; /* seconds */
    bool check;          /* find mistakes in registrations instead of running fast */
    bool progress;       /* on a terminal */
    char *progress_file;
    ctsar__report_mode report;
    bool found; /* devices are what there is: nobody has asked for them */
    char *report_file;
    ctsar__schedule_mode schedule;
    char *schedule_file;
    char *trace_file;      /* NULL: nothing is traced */
    char *history_file;    /* NULL: none is kept */
    double timeout;        /* seconds after which a waiting thread speaks */
    double device_timeout; /* ... and an accelerator is given up; INFINITY: never */
    int inflight;          /* ranges in flight on an accelerator that was launched on */
    ctsar__nodes_mode nodes;
    int prefetch; /* tasks whose data come while another is executed; -1: inflight - 1 */
    ctsar__version_settings versions;
    int overlap;   /* 0 or 1: nodes compute while halos come */
    int direct;    /* 0 or 1: halos go from and to accelerators' own memory; -1: where that is the
                    * process's */
    int dedicated; /* 0 or 1; -1: under the real clock, where bodies block */
} ctsar__config;

#endif
