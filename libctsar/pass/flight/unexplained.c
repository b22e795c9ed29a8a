/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/flight/unexplained.h"

#include <math.h>

double ctsar__unexplained(double *beyond, bool overlaps, double more)
{
    double before = overlaps ? *beyond : 0;
    *beyond = before + more;
    return fmax(*beyond, 0) - fmax(before, 0);
}
