/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What units are taken to need before they have been measured. */
#ifndef CTSAR_REGION_TIMES_H
#define CTSAR_REGION_TIMES_H

#include "region/state.h"

/* Seconds per iteration and per range of each accelerator and, last, a core: the user's, else the
 * history's, else by SIMD width (paper 3.2.1); where the region has run, what it has measured.
 * `guessed`: are SIMD widths all that is known of a unit?  ENOMEM. */
int ctsar__region_times(const ctsar *s, double *time, double *overhead,
                        bool *guessed) CTSAR__MUST_CHECK;

#endif
