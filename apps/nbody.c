/* SPDX-License-Identifier: BSD-3-Clause
 *
 * n-body: all pairs' gravity, softened, by leapfrog steps.  Each step has two regions: velocities
 * from the positions of all bodies, then every body's own position. */
#include "../polybench/common.h"

#include <math.h>

static void nbody(long n, long steps, DATA_TYPE dt, const DATA_TYPE *mass, DATA_TYPE *x,
                  DATA_TYPE *y, DATA_TYPE *z, DATA_TYPE *u, DATA_TYPE *v, DATA_TYPE *w)
{
    const DATA_TYPE soft = 1e-2;
    for (long step = 0; step < steps; ++step) {
#pragma ctsar for hetero(1) copyin(mass[0:n], x[0:n], y[0:n], z[0:n]) \
    part_copy(u[1:n], v[1:n], w[1:n])
        for (long i = 0; i < n; ++i) {
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
#pragma ctsar for hetero(1) part_copyin(u[1:n], v[1:n], w[1:n]) \
    part_copy(x[1:n], y[1:n], z[1:n])
        for (long i = 0; i < n; ++i) {
            x[i] += dt * u[i];
            y[i] += dt * v[i];
            z[i] += dt * w[i];
        }
    }
}

static void nbody_serial(long n, long steps, double dt, const double *mass, double *const at[3],
                         double *const velocity[3])
{
    const double soft = (double)(DATA_TYPE)1e-2;

    for (long step = 0; step < steps; ++step) {
        for (long i = 0; i < n; ++i) {
            double force[3] = {0, 0, 0};
            for (long k = 0; k < n; ++k) {
                double d2 = soft;
                for (int c = 0; c < 3; ++c)
                    d2 += (at[c][k] - at[c][i]) * (at[c][k] - at[c][i]);
                for (int c = 0; c < 3; ++c)
                    force[c] += mass[k] / (d2 * sqrt(d2)) * (at[c][k] - at[c][i]);
            }
            for (int c = 0; c < 3; ++c)
                velocity[c][i] += dt * force[c];
        }
        for (int c = 0; c < 3; ++c)
            for (long i = 0; i < n; ++i)
                at[c][i] += dt * velocity[c][i];
    }
}

static long N, steps;
static const DATA_TYPE dt = 1e-3;
static DATA_TYPE *mass, *x, *y, *z, *u, *v, *w;

static void setup(long *dims, const char *data)
{
    (void)data;
    N = dims[0], steps = dims[1];
    mass = suite_array(DATA_TYPE, "mass", 1, N, SUITE_INPUT);
    x = suite_array(DATA_TYPE, "x", 1, N, SUITE_INOUT | SUITE_RESULT);
    y = suite_array(DATA_TYPE, "y", 1, N, SUITE_INOUT | SUITE_RESULT);
    z = suite_array(DATA_TYPE, "z", 1, N, SUITE_INOUT | SUITE_RESULT);
    u = suite_array(DATA_TYPE, "u", 1, N, SUITE_INOUT);
    v = suite_array(DATA_TYPE, "v", 1, N, SUITE_INOUT);
    w = suite_array(DATA_TYPE, "w", 1, N, SUITE_INOUT);
    for (long i = 0; i < N; ++i) {
        uint32_t h = 4 * (uint32_t)i;
        mass[i] = (DATA_TYPE)((0.5 + suite_hash(h)) / (double)N);
        x[i] = (DATA_TYPE)(2 * suite_hash(h + 1) - 1);
        y[i] = (DATA_TYPE)(2 * suite_hash(h + 2) - 1);
        z[i] = (DATA_TYPE)(2 * suite_hash(h + 3) - 1);
        u[i] = v[i] = w[i] = 0;
    }
}

static void kernel(void)
{
    nbody(N, steps, dt, mass, x, y, z, u, v, w);
}

static void serial(void)
{
    nbody_serial(N, steps, dt, suite_serial(mass),
                 (double *const[]){suite_serial(x), suite_serial(y), suite_serial(z)},
                 (double *const[]){suite_serial(u), suite_serial(v), suite_serial(w)});
}

static double flops(const long *dims)
{
    return 20.0 * (double)dims[0] * (double)dims[0] * (double)dims[1];
}

int main(int argc, char **argv)
{
    static const suite_code code = {
        .name = "nbody",
        .about = "steps of n bodies' gravity, all pairs",
        .type = SUITE_TYPE_NAME,
        .dims = {"n", "steps"},
        .sizes = {{1250, 10}, {5000, 10}, {20000, 10}, {40000, 10}, {80000, 10}},
        .tolerance = 1e-4, /* sums of n terms of either sign */
        .flops = flops,
        .setup = setup,
        .kernel = kernel,
        .serial = serial};
    return suite_main(argc, argv, &code);
}
