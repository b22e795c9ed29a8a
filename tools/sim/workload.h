/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A workload: how many passes of how many iterations, what each costs, and the data that they
 * touch.  Read from a JSON file; README.md in this folder describes the format. */
#ifndef CTSAR_SIM_WORKLOAD_H
#define CTSAR_SIM_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>

typedef enum workload_shape {
    SHAPE_UNIFORM,
    SHAPE_TRIANGULAR,
    SHAPE_RANDOM,
    SHAPE_STEPPED,
    SHAPE_TWO_HUMP,
    SHAPE_MOVING_HUMP,
    SHAPE_FILE
} workload_shape;

typedef struct workload {
    char name[64];
    long passes, iterations;
    double core_time, accelerator_time; /* seconds per iteration, before a unit's factor */
    double pass_time;                   /* what the best split takes, all times being scaled to
                                         * that; 0: they stay as they are */
    double noise;                       /* sigma of a range's time, lognormal */
    double bytes, range_bytes;          /* copied in every pass: per iteration, per range */
    double runs;                        /* of bytes that lie apart, in what a range copies */
    double threads;                     /* that an iteration has on an accelerator */
    double persisted_bytes;             /* per iteration, copied when it changes hands */
    double move;                        /* seconds of that, in those of computing the iteration on
                                         * the first accelerator; instead of bytes */
    bool written;                       /* are persisted data written? */
    double shared_bytes, halo_bytes;    /* that nodes exchange behind a pass: per iteration with all
                                         * others, and with each neighbour */
    workload_shape shape;
    double *level; /* costs of SHAPE_STEPPED and SHAPE_FILE */
    long levels;
} workload;

/* Ends the program when the file is wrong. */
workload workload_read(const char *file);
void workload_free(workload *w);

/* Fills sum[0..iterations] with the cost of iterations [0, i) in a pass (from 1 on), their
 * mean being 1.  `seed` is for SHAPE_RANDOM.  Of all shapes only SHAPE_MOVING_HUMP differs from
 * pass to pass. */
void workload_costs(const workload *w, uint64_t seed, long pass, double *sum);

#endif
