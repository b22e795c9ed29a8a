/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A unit's range while parcels are under way: its interior needs none of them, its rims do.  Where
 * p->nodes is. */
#ifndef CTSAR_PASS_RIM_H
#define CTSAR_PASS_RIM_H

#include "pass/core/state.h"

/* The interior: as many of the range's iterations as lie together and need nothing that was under
 * way when the pass began.  Empty: each of them does.  All of it, where nothing was, or where all
 * is here by now and that cannot change a result. */
ctsar__range ctsar__rim_interior(ctsar__pass *p, const ctsar__data *data, ctsar__bounds b,
                                 ctsar__range r);
/* Waits until all that these values need is here; the seconds that took. */
double ctsar__rim_wait(ctsar__pass *p, const ctsar__data *data, ctsar__values v);

#endif
