/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Deviation minimisation (paper 3.2.1, Figure 3): the fractions f of a pass for
 * which the units' times f_j p_j differ least,
 *     minimise  sum (t+ + t-)   subject to   sum f = 1,
 *     f_j p_j - f_1 p_1 = t+_j - t-_j,   0 <= f_j <= cap_j. */
#ifndef CTSAR_LP_H
#define CTSAR_LP_H

#include "base/status.h"

/* Solves it with GLPK where the build has it, else in closed form.
 *   n    units, >= 1
 *   p    seconds per iteration, positive and finite
 *   cap  the largest fraction a unit may have, or NULL: no unit has one.
 *        Where the caps cannot cover the whole they are widened in proportion.
 *   f    out: fractions, sum 1
 * Each thread keeps one problem per n and starts from its last basis; it is
 * freed with the thread.  Where GLPK has no answer (no memory, times further apart
 * than its tolerances allow) the closed form gives it.  With caps active the two
 * may differ: the deviations are counted from unit 1, so the optimum may give all
 * that a capped unit leaves to one other.
 * EINVAL: n, p or cap out of range; no cap over 0. */
int ctsar__lp_solve(int n, const double *p, const double *cap, double *f) CTSAR__MUST_CHECK;

/* "GLPK 5.0" or "closed form". */
const char *ctsar__lp_solver(void);

#endif
