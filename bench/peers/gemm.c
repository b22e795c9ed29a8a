/* SPDX-License-Identifier: BSD-3-Clause
 *
 * GEMM by the peers. */
#include "gemm.h"

#include "../../polybench/common.h"
#include "kernels.h"
#include "peer.h"

static gemm_data g = {.alpha = 32412, .beta = 2123};

static double range(long lo, long hi)
{
    peer_gemm(hi - lo, g.nj, g.nk, g.alpha, g.beta, g.a + lo * g.nk, g.b, g.c + lo * g.nj);
    return 0;
}

static double pass_ctsar(ctsar **s, ctsar_policy policy)
{
    ctsar_init(s, (size_t)g.ni, policy, CTSAR_DEV_ALL, NULL, NULL);
#pragma omp parallel default(shared)
    do {
        size_t nj = (size_t)g.nj, nk = (size_t)g.nk;
        unsigned rows = CTSAR_MEM_PARTIAL;
        float *a = ctsar_reg_mem(*s, g.a, nk * sizeof *a, (size_t)g.ni, rows | CTSAR_MEM_INPUT);
        float *b = ctsar_reg_mem(*s, g.b, nj * sizeof *b, nk, CTSAR_MEM_INPUT);
        float *c = ctsar_reg_mem(*s, g.c, nj * sizeof *c, (size_t)g.ni, rows | CTSAR_MEM_INOUT);
        ctsar_next(*s, (size_t)g.ni);
        peer_gemm(CEND(*s) - CSTART(*s), g.nj, g.nk, g.alpha, g.beta, a + CSTART(*s) * g.nk, b,
                  c + CSTART(*s) * g.nj);
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
