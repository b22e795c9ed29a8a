/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is registered, as a unit sees it. */
#ifndef CTSAR_VIEW_H
#define CTSAR_VIEW_H

#include "device/device.h"
#include "mem/shape.h"

/* Something registered as a unit sees it. */
typedef struct ctsar__view {
    const ctsar__space *space; /* it lies in; NULL: the host's memory */
    char *base;                /* of element 0 */
    size_t strides[CTSAR__DIMS - 1];
    int nstrides;
    size_t elem; /* bytes */
} ctsar__view;

#endif
