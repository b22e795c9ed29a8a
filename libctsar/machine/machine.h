/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which units exist: the environment as read, and the accelerators it names,
 * opened.  One machine a process, shared by all regions. */
#ifndef CTSAR_MACHINE_H
#define CTSAR_MACHINE_H

#include "config/config.h"
#include "config/share.h"
#include "device/device.h"
#include "sched/costs.h"
#include "threads/worker.h"

typedef struct ctsar__machine {
    ctsar__config config;
    ctsar__device **device;   /* accelerators, in the order of CTSAR_DEVICES */
    ctsar__workers **workers; /* of each */
    int devices;
    int processors;        /* that this process may run on */
    double hand_out, look; /* seconds, as ctsar__speed_measure has them */
    unsigned forks;        /* that led to the process in which the devices were opened */
} ctsar__machine;

/* The machine, for a region to use until _release.  The environment is read and
 * the devices are opened when no one else uses it.  Any thread.
 * ECONFIG, ENODEV, EDEVICE, ENOMEM. */
int ctsar__machine_acquire(const ctsar__machine **out) CTSAR__MUST_CHECK;
void ctsar__machine_release(void);

/* This process is one of several: it has its share of what the environment says.  Before the first
 * _acquire. */
void ctsar__machine_shared(ctsar__share share);
/* How many threads it should have so that the processes of the machine do not crowd its cores; 0:
 * it crowds none. */
int ctsar__machine_threads(void);

/* Is the device this process's, or can it be used in a child of the one that opened it? */
bool ctsar__device_usable(const ctsar__machine *m, const ctsar__device *d);

/* What the library's own work costs on it.  Under the virtual clock nothing depends on the machine.
 */
ctsar__costs ctsar__machine_costs(const ctsar__machine *m);

/* Default seconds per iteration: one entry per device in `device`, then one for
 * a core, 1/(SIMD width/a core's SIMD width) (paper 3.2.1). */
void ctsar__default_times(const ctsar__machine *m, ctsar__device *const *device, int devices,
                          double *time);

#endif
