/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The paper's division (3.2.1, Figure 3), in the place of fill where the env asks for it.  Each
 * unit has the whole iterations of its fraction, which is the larger the less time an iteration
 * takes it; of those that are left each has one, accelerators before cores. */
#ifndef CTSAR_FRACTIONS_H
#define CTSAR_FRACTIONS_H

#include "sched/math/plan_speeds.h"

/* Fills boundary[0..units].  Who is left out has none.  Returns the predicted time. */
double ctsar__fractions(const ctsar__speeds *v, ctsar__range part, long *boundary);

#endif
