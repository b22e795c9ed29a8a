/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Deviation minimisation (lp.h) in closed form. */
#ifndef CTSAR_LP_CLOSED_H
#define CTSAR_LP_CLOSED_H

/* The optimum in closed form: f_j ~ 1/p_j, clamped to the caps and repeated on
 * the rest.  Arguments as ctsar__lp_solve's; they are not checked.  Pure. */
void ctsar__lp_closed(int n, const double *p, const double *cap, double *f);

#endif
