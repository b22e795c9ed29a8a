/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Helmholtz' sweep on an OpenCL device, by hand: a work-item for each element, a partial sum of
 * residuals for each row. */
#include <stdlib.h>

#include "../../apps/common/app.h"
#include "helmholtz.h"
#include "opencl.h"

static const char source[] =
    "__kernel void sweep(long n, long m, double ax, double ay, double b,\n"
    "                    __global const double *f, __global const double *uo,\n"
    "                    __global double *u, __global double *square)\n"
    "{\n"
    "    long j = get_global_id(0) + 1, i = get_global_id(1) + 1, at = i * m + j;\n"
    "    if (j >= m - 1)\n"
    "        return;\n"
    "    double r = (ax * (uo[at - m] + uo[at + m]) + ay * (uo[at - 1] + uo[at + 1]) +\n"
    "                b * uo[at] - f[at]) / b;\n"
    "    u[at] = uo[at] - r;\n"
    "    square[at] = r * r;\n"
    "}\n"
    "__kernel void add_rows(long n, long m, __global const double *square,\n"
    "                       __global double *sum)\n"
    "{\n"
    "    long i = get_global_id(0) + 1;\n"
    "    if (i >= n - 1)\n"
    "        return;\n"
    "    double s = 0;\n"
    "    for (long j = 1; j < m - 1; ++j)\n"
    "        s += square[i * m + j];\n"
    "    sum[i] = s;\n"
    "}\n";

static cl_mem f, grid[2], square, row_sum;
static double *address[2];
static size_t size;

static void open_data(const helmholtz_data *d)
{
    size = (size_t)(d->n * d->m) * sizeof(double);
    address[0] = d->u;
    address[1] = d->uo;
    f = peer_cl_buffer(d->f, size);
    grid[0] = peer_cl_buffer(d->u, size);
    grid[1] = peer_cl_buffer(d->uo, size);
    square = peer_cl_buffer(NULL, size);
    row_sum = peer_cl_buffer(NULL, (size_t)d->n * sizeof(double));
}

double helmholtz_opencl(const helmholtz_data *d)
{
    static cl_kernel sweep, add_rows;
    double *sum = app_alloc((size_t)d->n * sizeof *sum), total = 0;
    const size_t number = sizeof(double), buffer = sizeof(cl_mem);

    if (!sweep) {
        sweep = peer_cl_kernel(source, "sweep");
        add_rows = peer_cl_kernel(source, "add_rows");
    }
    if (!f)
        open_data(d);
    int to = d->u == address[0] ? 0 : 1;
    peer_cl_arguments(sweep, sizeof d->n, &d->n, sizeof d->m, &d->m, number, &d->ax, number, &d->ay,
                      number, &d->b, buffer, &f, buffer, &grid[!to], buffer, &grid[to], buffer,
                      &square, (size_t)0);
    peer_cl_run(sweep, d->m - 2, d->n - 2);
    peer_cl_arguments(add_rows, sizeof d->n, &d->n, sizeof d->m, &d->m, buffer, &square, buffer,
                      &row_sum, (size_t)0);
    peer_cl_run(add_rows, d->n - 2, 1);
    peer_cl_read(row_sum, sum, (size_t)d->n * sizeof *sum);
    for (long i = 1; i < d->n - 1; ++i)
        total += sum[i];
    free(sum);
    return total;
}

void helmholtz_opencl_close(void)
{
    peer_cl_read(grid[0], address[0], size);
    peer_cl_read(grid[1], address[1], size);
    clReleaseMemObject(grid[0]);
    clReleaseMemObject(grid[1]);
    clReleaseMemObject(f);
    clReleaseMemObject(square);
    clReleaseMemObject(row_sum);
    f = NULL;
}
