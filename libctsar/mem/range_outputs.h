/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a range of a region writes: of each output what the range owns, block by block with zeros
 * between its items, and of each reduction the private copy. */
#ifndef CTSAR_RANGE_OUTPUTS_H
#define CTSAR_RANGE_OUTPUTS_H

#include "mem/data.h"
#include "mem/outputs.h"

typedef struct ctsar__range_outputs {
    ctsar__writer writer;
    const ctsar__data *data;
    const ctsar__target *target;
    ctsar__values values;
} ctsar__range_outputs;

ctsar__range_outputs ctsar__range_outputs_of(const ctsar__data *data, const ctsar__target *target,
                                             ctsar__values v);

#endif
