/* SPDX-License-Identifier: BSD-3-Clause */
#include "region/stated_cost.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* A stated cost, in units of the mean iteration's: times per unit of work are then times per
 * iteration, and what was measured or is known without the cost holds with it. */
typedef struct ctsar__stated_cost {
    ctsar_work work;
    const void *data;
    double scale; /* of the work */
    long n;       /* by weights: their number, */
    double sum[]; /* and the sums of the first 0, 1, ..., n, scaled */
} ctsar__stated_cost;

static double scaled_work(const void *data, long lo, long hi)
{
    const ctsar__stated_cost *c = data;
    return c->scale * c->work(c->data, lo, hi);
}

/* Later weights are 1 each, as these are on average. */
static double sum_up_to(const ctsar__stated_cost *c, long i)
{
    return i <= c->n ? c->sum[i] : c->sum[c->n] + (double)(i - c->n);
}

static double work_by_weights(const void *data, long lo, long hi)
{
    return sum_up_to(data, hi) - sum_up_to(data, lo);
}

/* Room for n weights.  ENOMEM. */
static int cost_alloc(size_t n, ctsar__stated_cost **cost)
{
    bool fits = n < (SIZE_MAX - sizeof **cost) / sizeof *(*cost)->sum;
    *cost = fits ? malloc(sizeof **cost + (n + 1) * sizeof *(*cost)->sum) : NULL;
    if (!*cost)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a cost by %zu weights", n);
    **cost = (ctsar__stated_cost){.scale = 1, .n = (long)n};
    return CTSAR_OK;
}

int ctsar__cost_by_function(ctsar_work work, const void *data, size_t n, ctsar__stated_cost **cost)
{
    double all = n > 0 && n <= LONG_MAX ? work(data, 0, (long)n) : 0;
    if (!(all >= 0 && isfinite(all)))
        return ctsar__error(CTSAR_EINVAL,
                            "the work of all %zu iterations is %g; it must be finite and >= 0", n,
                            all);
    int status = cost_alloc(0, cost);
    if (status)
        return status;
    (*cost)->work = work;
    (*cost)->data = data;
    if (all > 0 && isfinite((double)n / all))
        (*cost)->scale = (double)n / all;
    return CTSAR_OK;
}

/* Sums the weights and scales the sums.  EINVAL. */
static int add_up(ctsar__stated_cost *c, const double *weight)
{
    c->sum[0] = 0;
    for (long i = 0; i < c->n; ++i) {
        c->sum[i + 1] = c->sum[i] + weight[i];
        if (!(weight[i] >= 0 && isfinite(c->sum[i + 1])))
            return ctsar__error(CTSAR_EINVAL,
                                "weight %ld is %g; weights and their sum must be finite and >= 0",
                                i, weight[i]);
    }
    c->scale = (double)c->n / c->sum[c->n];
    if (!isfinite(c->scale))
        return ctsar__error(CTSAR_EINVAL, "the sum of the %ld weights is %g; it must be above 0",
                            c->n, c->sum[c->n]);
    for (long i = 0; i <= c->n; ++i)
        c->sum[i] *= c->scale;
    return CTSAR_OK;
}

int ctsar__cost_by_weights(const double *weight, size_t n, ctsar__stated_cost **cost)
{
    if (!weight)
        return ctsar__error(CTSAR_EINVAL, "the weights are NULL, and there should be %zu", n);
    int status = cost_alloc(n, cost);
    if (!status && (status = add_up(*cost, weight))) {
        free(*cost);
        *cost = NULL;
    }
    return status;
}

ctsar__cost ctsar__cost_as_stated(const ctsar__stated_cost *cost)
{
    if (!cost)
        return (ctsar__cost){.work = NULL};
    return (ctsar__cost){.work = cost->work ? scaled_work : work_by_weights, .data = cost};
}
