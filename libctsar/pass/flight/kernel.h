/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One kernel on an accelerator, from its launch until it is over. */
#ifndef CTSAR_FLIGHT_KERNEL_H
#define CTSAR_FLIGHT_KERNEL_H

#include "pass/core/state.h"

typedef struct ctsar__slot_kernel {
    const ctsar_kernel *form;
    double modelled; /* what a core takes, by the virtual clock */
    bool keep;       /* what the host would need again is kept while it is under way */

    /* What came of it. */
    bool refused; /* it could not be launched (EDEVICE) */
    double seconds;
    int kept; /* a status: the kernel has been executed all the same */
} ctsar__slot_kernel;

/* Executes what the slot's arguments are bound to.  EDEVICE. */
int ctsar__slot_execute_kernel(ctsar__acc *a, ctsar__slot *s, ctsar__range piece,
                               ctsar__slot_kernel *k) CTSAR__MUST_CHECK;

#endif
