/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Pinned staging: copies between the host and a device by way of memory that the device reaches by
 * itself.  A copy is cut into pieces; while one of a thread's two buffers is on its way the other
 * is packed, or unpacked.  Blocks that lie apart are brought together on the host, so what goes to
 * the driver is contiguous on that side.  Of a large copy several threads make pieces.
 *
 * All copies of a device with a time limit are staged, but for those from pinned memory: a copy
 * that has been given up may come late, when others have written the host's memory, or it has been
 * freed. */
#ifndef CTSAR_STAGING_H
#define CTSAR_STAGING_H

#include <pthread.h>

#include "device/crew.h"
#include "device/device.h"

enum { CTSAR__HELPED = 4 << 20 }; /* bytes of a copy that several threads make */

/* Memory of the host that the device reaches by itself. */
typedef struct ctsar__pinned {
    char *at;     /* NULL: none */
    void *handle; /* the backend's */
} ctsar__pinned;

/* What a backend does for it.  Copies and `wait` are as the backend's own, and go there directly.
 */
typedef struct ctsar__staging_ops {
    int (*copy_in)(ctsar__device *d, int slot, const ctsar__copy2d *copy, ctsar__event *event);
    int (*copy_out)(ctsar__device *d, int slot, const ctsar__copy2d *copy, ctsar__event *event);
    int (*wait)(ctsar__device *d, ctsar__event *event);
    /* False: there is none to be had. */
    bool (*pin)(ctsar__device *d, size_t bytes, ctsar__pinned *p);
    void (*unpin)(ctsar__device *d, ctsar__pinned *p);
    /* Does the device reach the host's memory at `host` by itself already?  Optional. */
    bool (*is_pinned)(ctsar__device *d, const void *host);
} ctsar__staging_ops;

typedef struct ctsar__staging_slot {
    pthread_mutex_t lock; /* whoever copies in the slot */
    ctsar__pinned buffer[2];
} ctsar__staging_slot;

typedef struct ctsar__staging {
    const ctsar__staging_ops *ops;
    const ctsar__emu_spec *model; /* virtual clock: what a copy takes, staged or not; else NULL */
    size_t least; /* bytes of a copy that takes this way, and of larger ones; SIZE_MAX: none does */
    ctsar__staging_slot slot[CTSAR__SLOTS];
    ctsar__crew *crew;                          /* NULL: whoever copies does it alone */
    int members;                                /* of it */
    ctsar__pinned helpers[CTSAR__CREW_MOST][2]; /* buffers of its members, but for the first one */
    _Atomic bool failed;                        /* a copy has, and may yet come to or from these */
    char says[64];                              /* what the device says of its copies */
} ctsar__staging;

/* For a device that is being opened, which has it from now on; no copy is staged yet.  `model`:
 * under the virtual clock. */
void ctsar__staging_init(ctsar__staging *s, ctsar__device *d, const ctsar__staging_ops *ops,
                         const ctsar__emu_spec *model);
/* Gives the buffers back; the device is about to be closed. */
void ctsar__staging_free(ctsar__device *d);
/* Nobody uses the device for now: ends the threads that help. */
void ctsar__staging_rest(ctsar__device *d);

/* The device's copies, staged or not.  What has been staged is over when they return: then the
 * event has no handle and says how long it took, packing included.  As the backend's, whose
 * functions they are. */
int ctsar__staging_in(ctsar__device *d, int slot, const ctsar__copy2d *copy,
                      ctsar__event *event) CTSAR__MUST_CHECK;
int ctsar__staging_out(ctsar__device *d, int slot, const ctsar__copy2d *copy,
                       ctsar__event *event) CTSAR__MUST_CHECK;

#endif
