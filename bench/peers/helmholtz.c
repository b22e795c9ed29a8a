/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Helmholtz by the peers; as in the paper, without persistent arrays. */
#include "helmholtz.h"

#include "../../polybench/common.h"
#include "kernels.h"
#include "kernels_cl.h"
#include "peer.h"

static const double alpha = 0.0543;
static helmholtz_data d;
static long sweeps;
static double *one, *two, *err;

/* Rows lo..hi-1 of the inner ones. */
static double range(long lo, long hi)
{
    const double *uo = d.uo + (lo + 1) * d.m;

    return peer_helmholtz(hi - lo, d.m, d.ax, d.ay, d.b, uo - d.m, uo, uo + (hi - lo) * d.m,
                          d.f + (lo + 1) * d.m, d.u + (lo + 1) * d.m);
}

static void add(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

enum { ARG_UO, ARG_F, ARG_U, ARG_ERR, ARG_M, ARG_AX, ARG_AY, ARG_B, ARGS };

static double number(const ctsar_call *call, int arg)
{
    return *(const double *)call->arg[arg];
}

static void host_form(const ctsar_call *call)
{
    long m = *(const long *)call->arg[ARG_M], lo = call->start, hi = lo + call->count;
    const double *uo = call->arg[ARG_UO], *f = call->arg[ARG_F];
    double *u = call->arg[ARG_U];

    *(double *)call->arg[ARG_ERR] += peer_helmholtz(
        call->count, m, number(call, ARG_AX), number(call, ARG_AY), number(call, ARG_B),
        uo + (lo - 1) * m, uo + lo * m, uo + hi * m, f + lo * m, u + lo * m);
}

/* clang-format off */
static const ctsar_kernel helmholtz_kernel = {
    .name = "helmholtz",
    .host = host_form,
    .local_size = 64,
    .opencl_source = PEER_HELMHOLTZ_CL PEER_CL(
        __kernel void helmholtz(long start, long step, long count, __global const double *uo, long o_bias,
                                long o_stride, __global const double *f, long f_bias, long f_stride,
                                __global double *u, long u_bias, long u_stride, __global double *err,
                                long m, double ax, double ay, double b)
        {
            __local double own[64];
            double mine = 0;
            for (long k = get_global_id(0); k < count; k += get_global_size(0)) {
                long i = start + k * step;
                __global const double *row = uo + i * o_stride - o_bias;
                mine += sweep_row(m, ax, ay, b, row - o_stride, row, row + o_stride,
                                  f + i * f_stride - f_bias, u + i * u_stride - u_bias);
            }
            own[get_local_id(0)] = mine;
            barrier(CLK_LOCAL_MEM_FENCE);
            if (get_local_id(0) == 0) {
                double sum = 0;
                for (size_t n = 0; n < get_local_size(0); ++n)
                    sum += own[n];
                err[get_group_id(0)] += sum;
            }
        }),
};
/* clang-format on */

static double pass_ctsar(ctsar **s, ctsar_policy policy)
{
    double sum = 0, zero = 0;

    ctsar_init(s, (size_t)d.n, policy, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_kernel(*s, &helmholtz_kernel);
#pragma omp parallel default(shared)
    do {
        const size_t size = sizeof(double), n = (size_t)d.n, m = (size_t)d.m;
        unsigned in = CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT;
        ctsar_reg_mem_2d(*s, d.uo, size, n, m, 1, 0, in, NULL);
        ctsar_reg_mem_2d(*s, d.f, size, n, m, 0, 0, in, NULL);
        ctsar_reg_mem_2d(*s, d.u, size, n, m, 0, 0, in | CTSAR_MEM_OUTPUT, NULL);
        ctsar_reg_reduc(*s, &sum, &zero, sizeof zero, add);
        ctsar_next_range(*s, 1, d.n - 1, 1);
        const ctsar_arg args[ARGS] = {CTSAR_ARG_MEM(d.uo),
                                      CTSAR_ARG_MEM(d.f),
                                      CTSAR_ARG_MEM(d.u),
                                      CTSAR_ARG_REDUC(&sum),
                                      CTSAR_ARG_VALUE(&d.m, sizeof d.m),
                                      CTSAR_ARG_VALUE(&d.ax, sizeof d.ax),
                                      CTSAR_ARG_VALUE(&d.ay, sizeof d.ay),
                                      CTSAR_ARG_VALUE(&d.b, sizeof d.b)};
        ctsar_launch(*s, &helmholtz_kernel, args, ARGS);
    } while (ctsar_loop(*s));
    return sum;
}

static double pass_starpu(long block)
{
    return helmholtz_starpu(&d, block);
}

static double pass_opencl(void)
{
    return helmholtz_opencl(&d);
}

peer_loop peer_code = {
    .block = 1,
    .range = range,
    .ctsar = pass_ctsar,
    .starpu = pass_starpu,
    .opencl = pass_opencl,
    .starpu_close = helmholtz_starpu_close,
    .opencl_close = helmholtz_opencl_close,
};

static void setup(long *dims, const char *data)
{
    (void)data;
    d.n = dims[0], d.m = dims[1], sweeps = dims[2];
    peer_code.count = d.n - 2;
    double dx = 2 / (double)(d.n - 1), dy = 2 / (double)(d.m - 1);
    d.ax = 1 / (dx * dx), d.ay = 1 / (dy * dy), d.b = -2 * d.ax - 2 * d.ay - alpha;
    d.f = suite_array(double, "f", d.n, d.m, SUITE_INPUT);
    one = suite_array(double, "one", d.n, d.m, SUITE_INOUT);
    two = suite_array(double, "two", d.n, d.m, SUITE_INOUT | SUITE_RESULT);
    err = suite_array(double, "err", 1, sweeps, SUITE_OUTPUT);
    for (long i = 0; i < d.n; ++i)
        for (long j = 0; j < d.m; ++j) {
            double x = -1 + dx * (double)i, y = -1 + dy * (double)j;
            x = 1 - x * x;
            y = 1 - y * y;
            d.f[i * d.m + j] = -alpha * x * y - 2 * x - 2 * y;
            one[i * d.m + j] = two[i * d.m + j] = 0;
        }
}

static void kernel(void)
{
    for (long s = 0; s < sweeps; ++s) {
        d.u = s % 2 ? two : one;
        d.uo = s % 2 ? one : two;
        err[s] = peer_pass();
    }
    peer_finish();
}

static void serial(void)
{
    for (long s = 0; s < sweeps; ++s) {
        double *u = suite_serial(s % 2 ? two : one), *uo = suite_serial(s % 2 ? one : two);
        suite_serial(err)[s] =
            peer_helmholtz(d.n - 2, d.m, d.ax, d.ay, d.b, uo, uo + d.m, uo + (d.n - 1) * d.m,
                           suite_serial(d.f) + d.m, u + d.m);
    }
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "Helmholtz",
                                    .about = "Jacobi sweeps by ctsar, libgomp, StarPU",
                                    .type = "double",
                                    .dims = {"n", "m", "sweeps"},
                                    .sizes = {{256, 256, 50},
                                              {512, 512, 50},
                                              {1024, 1024, 50},
                                              {2048, 2048, 50},
                                              {4096, 4096, 50}},
                                    .least = {3, 3, 1},
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}
