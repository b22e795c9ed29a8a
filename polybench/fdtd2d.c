/* SPDX-License-Identifier: BSD-3-Clause
 *
 * FDTD2D: two-dimensional finite differences in time.  ey and ex may be updated in one region; hz
 * may not, since it needs the new row i+1 of ey.  The fields stay on the units over all steps. */
#include "common.h"

static void fdtd2d(long nx, long ny, long steps, DATA_TYPE *ex, DATA_TYPE *ey, DATA_TYPE *hz)
{
    for (long t = 0; t < steps; ++t) {
        const DATA_TYPE source = t;
#pragma ctsar for hetero(1) part_copyin(hz[1:nx:1][0:ny]) \
    part_copy(ey[1:nx][0:ny], ex[1:nx][0:ny]) persist(hz, ey, ex)
        for (long i = 0; i < nx; ++i) {
            for (long j = 0; j < ny; ++j)
                if (i == 0)
                    ey[i * ny + j] = source;
                else
                    ey[i * ny + j] -= (DATA_TYPE)0.5 * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
            for (long j = 1; j < ny; ++j)
                ex[i * ny + j] -= (DATA_TYPE)0.5 * (hz[i * ny + j] - hz[i * ny + j - 1]);
        }
#pragma ctsar for hetero(1) part_copyin(ex[1:nx][0:ny], ey[1:nx:1][0:ny]) \
    part_copy(hz[1:nx][0:ny]) persist(hz, ey, ex)
        for (long i = 0; i < nx - 1; ++i)
            for (long j = 0; j < ny - 1; ++j)
                hz[i * ny + j] -= (DATA_TYPE)0.7 * (ex[i * ny + j + 1] - ex[i * ny + j] +
                                                    ey[(i + 1) * ny + j] - ey[i * ny + j]);
    }
#pragma ctsar depersist(hz, ey, ex)
}

static void fdtd2d_serial(long nx, long ny, long steps, double *ex, double *ey, double *hz)
{
    for (long t = 0; t < steps; ++t) {
        for (long j = 0; j < ny; ++j)
            ey[j] = (double)t;
        for (long i = 1; i < nx; ++i)
            for (long j = 0; j < ny; ++j)
                ey[i * ny + j] -= 0.5 * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
        for (long i = 0; i < nx; ++i)
            for (long j = 1; j < ny; ++j)
                ex[i * ny + j] -= 0.5 * (hz[i * ny + j] - hz[i * ny + j - 1]);
        for (long i = 0; i < nx - 1; ++i)
            for (long j = 0; j < ny - 1; ++j)
                hz[i * ny + j] -= 0.7 * (ex[i * ny + j + 1] - ex[i * ny + j] +
                                         ey[(i + 1) * ny + j] - ey[i * ny + j]);
    }
}

static long NX, NY, T;
static DATA_TYPE *ex, *ey, *hz;

static void setup(long *dims, const char *data)
{
    (void)data;
    NX = dims[0], NY = dims[1], T = dims[2];
    ex = suite_array(DATA_TYPE, "ex", NX, NY, SUITE_INOUT);
    ey = suite_array(DATA_TYPE, "ey", NX, NY, SUITE_INOUT);
    hz = suite_array(DATA_TYPE, "hz", NX, NY, SUITE_INOUT | SUITE_RESULT);
    for (long i = 0; i < NX; ++i)
        for (long j = 0; j < NY; ++j) {
            double x = (double)i, y = (double)j, n = (double)NX;
            ex[i * NY + j] = (DATA_TYPE)((x * (y + 1) + 1) / n);
            ey[i * NY + j] = (DATA_TYPE)(((x - 1) * (y + 2) + 2) / n);
            hz[i * NY + j] = (DATA_TYPE)(((x - 9) * (y + 4) + 3) / n);
        }
}

static void kernel(void)
{
    fdtd2d(NX, NY, T, ex, ey, hz);
}

static void serial(void)
{
    fdtd2d_serial(NX, NY, T, suite_serial(ex), suite_serial(ey), suite_serial(hz));
}

static double flops(const long *dims)
{
    return 11.0 * (double)dims[0] * (double)dims[1] * (double)dims[2];
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "FDTD2D",
                                    .about = "T time steps of finite differences on NX x NY",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"NX", "NY", "T"},
                                    .sizes = {{512, 512, 500},
                                              {1024, 1024, 500},
                                              {2048, 2048, 500},
                                              {4096, 4096, 500},
                                              {8192, 8192, 500}},
                                    .flops = flops,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}
