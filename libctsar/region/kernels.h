/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which units execute what turns launch. */
#ifndef CTSAR_REGION_KERNELS_H
#define CTSAR_REGION_KERNELS_H

#include "region/state.h"

/* Which units can execute inline bodies, and whether passes are checked, in check mode. */
int ctsar__kernels_open(ctsar *s) CTSAR__MUST_CHECK;

#endif
