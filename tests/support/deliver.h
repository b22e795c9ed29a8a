/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What follows a range, for tests of one array or one reduction; ctsar__data_deliver does it for
 * all of a turn. */
#ifndef CTSAR_TESTS_DELIVER_H
#define CTSAR_TESTS_DELIVER_H

#include "mem/reduction.h"
#include "mem/window.h"

static inline int deliver_window(ctsar__array *a, const ctsar__target *from, ctsar__values v,
                                 ctsar__traffic *t)
{
    int status = ctsar__window_bring(a, from, v, t);
    return status ? status : ctsar__window_note(a, from, v);
}

static inline int deliver_reduction(ctsar__reduction *r, const ctsar__target *from,
                                    ctsar__traffic *t)
{
    int status = ctsar__reduction_bring(r, from, t);
    if (!status)
        ctsar__reduction_note(r, from, false);
    return status;
}

#endif
