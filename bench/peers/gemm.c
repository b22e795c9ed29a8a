/* SPDX-License-Identifier: BSD-3-Clause
 *
 * GEMM by the peers. */
#include "gemm.h"

#include "../../polybench/common.h"
#include "kernels.h"
#include "kernels_cl.h"
#include "peer.h"

static gemm_data g = {.alpha = 32412, .beta = 2123};

static double range(long lo, long hi)
{
    peer_gemm(hi - lo, g.nj, g.nk, g.alpha, g.beta, g.a + lo * g.nk, g.b, g.c + lo * g.nj);
    return 0;
}

enum { ARG_A, ARG_B, ARG_C, ARG_NJ, ARG_NK, ARG_ALPHA, ARG_BETA, ARGS };

static void host_form(const ctsar_call *call)
{
    long nj = *(const long *)call->arg[ARG_NJ], nk = *(const long *)call->arg[ARG_NK];
    const float *a = call->arg[ARG_A], *b = call->arg[ARG_B];
    float *c = call->arg[ARG_C];

    peer_gemm(call->count, nj, nk, *(const float *)call->arg[ARG_ALPHA],
              *(const float *)call->arg[ARG_BETA], a + call->start * nk, b, c + call->start * nj);
}

/* The columns of C are the second dimension. */
static long columns(const ctsar_call *call)
{
    return *(const long *)call->arg[ARG_NJ];
}

/* clang-format off */
static const ctsar_kernel gemm_kernel = {
    .name = "gemm",
    .host = host_form,
    .inner = columns,
    .opencl_source = PEER_GEMM_CL PEER_CL(
        __kernel void gemm(long start, long step, long count, __global const float *a, long a_bias,
                           __global const float *b, long b_bias, __global float *c, long c_bias,
                           long nj, long nk, float alpha, float beta)
        {
            for (long k = get_global_id(1); k < count; k += get_global_size(1))
                for (long j = get_global_id(0); j < nj; j += get_global_size(0)) {
                    long i = start + k * step;
                    long at = i * nj + j - c_bias;
                    c[at] = gemm_element(nj, nk, alpha, beta, a + i * nk - a_bias, b + j - b_bias, c[at]);
                }
        }),
};
/* clang-format on */

static double pass_ctsar(ctsar **s, ctsar_policy policy)
{
    ctsar_init(s, (size_t)g.ni, policy, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_kernel(*s, &gemm_kernel);
#pragma omp parallel default(shared)
    do {
        size_t nj = (size_t)g.nj, nk = (size_t)g.nk;
        unsigned rows = CTSAR_MEM_PARTIAL;
        ctsar_reg_mem(*s, g.a, nk * sizeof *g.a, (size_t)g.ni, rows | CTSAR_MEM_INPUT);
        ctsar_reg_mem(*s, g.b, nj * sizeof *g.b, nk, CTSAR_MEM_INPUT);
        ctsar_reg_mem(*s, g.c, nj * sizeof *g.c, (size_t)g.ni, rows | CTSAR_MEM_INOUT);
        ctsar_next(*s, (size_t)g.ni);
        const ctsar_arg args[ARGS] = {CTSAR_ARG_MEM(g.a),
                                      CTSAR_ARG_MEM(g.b),
                                      CTSAR_ARG_MEM(g.c),
                                      CTSAR_ARG_VALUE(&g.nj, sizeof g.nj),
                                      CTSAR_ARG_VALUE(&g.nk, sizeof g.nk),
                                      CTSAR_ARG_VALUE(&g.alpha, sizeof g.alpha),
                                      CTSAR_ARG_VALUE(&g.beta, sizeof g.beta)};
        ctsar_launch(*s, &gemm_kernel, args, ARGS);
    } while (ctsar_loop(*s));
    return 0;
}

static double pass_starpu(long block)
{
    gemm_starpu(&g, block);
    return 0;
}

static double pass_opencl(void)
{
    gemm_opencl(&g);
    return 0;
}

peer_loop peer_code = {
    .block = 1,
    .range = range,
    .ctsar = pass_ctsar,
    .starpu = pass_starpu,
    .opencl = pass_opencl,
};

static void setup(long *dims, const char *data)
{
    (void)data;
    g.ni = dims[0], g.nj = dims[1], g.nk = dims[2];
    peer_code.count = g.ni;
    g.a = suite_array(float, "A", g.ni, g.nk, SUITE_INPUT);
    g.b = suite_array(float, "B", g.nk, g.nj, SUITE_INPUT);
    g.c = suite_array(float, "C", g.ni, g.nj, SUITE_INOUT | SUITE_RESULT);
    suite_fill_product(float, g.a, g.ni, g.nk, 0, g.ni);
    suite_fill_product(float, g.b, g.nk, g.nj, 1, g.nj);
    suite_fill_product(float, g.c, g.ni, g.nj, 2, g.nj);
}

static void kernel(void)
{
    peer_pass();
    peer_finish();
}

static void serial(void)
{
    const double *a = suite_serial(g.a), *b = suite_serial(g.b);
    double *c = suite_serial(g.c);

    for (long i = 0; i < g.ni; ++i)
        for (long j = 0; j < g.nj; ++j) {
            c[i * g.nj + j] *= (double)g.beta;
            for (long k = 0; k < g.nk; ++k)
                c[i * g.nj + j] += (double)g.alpha * a[i * g.nk + k] * b[k * g.nj + j];
        }
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "GEMM",
                                    .about = "C = beta*C + alpha*A*B by ctsar, libgomp, StarPU",
                                    .type = "float",
                                    .dims = {"NI", "NJ", "NK"},
                                    .sizes = SUITE_SCALED(512, 512, 512),
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}
