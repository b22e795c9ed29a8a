/* SPDX-License-Identifier: BSD-3-Clause */
#include "code.h"

#include "../../../apps/nbody.c" /* NOLINT(bugprone-suspicious-include): its data */

/* The code's loops over bodies t.lo to t.hi - 1. */
static void accelerate(code_part t)
{
    const long n = N;
    const DATA_TYPE soft = 1e-2;
    for (long i = t.lo; i < t.hi; ++i) {
        DATA_TYPE fx = 0, fy = 0, fz = 0;
        for (long k = 0; k < n; ++k) {
            DATA_TYPE dx = x[k] - x[i], dy = y[k] - y[i], dz = z[k] - z[i];
            DATA_TYPE d2 = dx * dx + dy * dy + dz * dz + soft;
            DATA_TYPE pull = mass[k] / (d2 * (DATA_TYPE)sqrt(d2));
            fx += pull * dx;
            fy += pull * dy;
            fz += pull * dz;
        }
        u[i] += dt * fx;
        v[i] += dt * fy;
        w[i] += dt * fz;
    }
}

static void move(code_part t)
{
    for (long i = t.lo; i < t.hi; ++i) {
        x[i] += dt * u[i];
        y[i] += dt * v[i];
        z[i] += dt * w[i];
    }
}

static void gather(DATA_TYPE *one, DATA_TYPE *two, DATA_TYPE *three)
{
    code_gather(one, 0, N, sizeof *one);
    code_gather(two, 0, N, sizeof *two);
    code_gather(three, 0, N, sizeof *three);
}

void code_by_mpi(void)
{
    const code_part own = code_own(0, N);
    for (long step = 0; step < steps; ++step) {
#pragma omp parallel
        {
            accelerate(code_of_thread(own));
#pragma omp barrier
            move(code_of_thread(own));
        }
        gather(x, y, z);
    }
    gather(u, v, w);
}
