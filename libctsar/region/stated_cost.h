/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cost of iterations, as the code states it (ctsar_set_cost, ctsar_set_cost_weights). */
#ifndef CTSAR_REGION_STATED_COST_H
#define CTSAR_REGION_STATED_COST_H

#include "base/status.h"
#include "sched/math/cost.h"

/* To be freed. */
typedef struct ctsar__stated_cost ctsar__stated_cost;

/* `n` iterations are expected; 0: their number is not known.  EINVAL, ENOMEM. */
int ctsar__cost_by_function(ctsar_work work, const void *data, size_t n,
                            ctsar__stated_cost **cost) CTSAR__MUST_CHECK;
/* EINVAL, ENOMEM; then *cost is NULL. */
int ctsar__cost_by_weights(const double *weight, size_t n,
                           ctsar__stated_cost **cost) CTSAR__MUST_CHECK;
/* For the scheduler; NULL: none is stated. */
ctsar__cost ctsar__cost_as_stated(const ctsar__stated_cost *cost);

#endif
