/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a range is executed: for whom data move. */
#ifndef CTSAR_TARGET_H
#define CTSAR_TARGET_H

#include <stdbool.h>

#include "device/engines.h"

typedef struct ctsar__target {
    int number;              /* of reductions' private copies */
    int acc;                 /* of the region; < 0: a core */
    ctsar__device *device;   /* NULL: a core */
    int slot;                /* copies of `device` are enqueued there, those of other devices in
                              * CTSAR__SLOT_OTHERS */
    ctsar__engines *engines; /* of `device`, where copies are booked; NULL: nowhere */
    bool tight;              /* memory is short: nothing is kept but what ranges need */
} ctsar__target;

/* The host, for no range. */
static const ctsar__target ctsar__on_host = {.acc = -1};

#endif
