/* SPDX-License-Identifier: BSD-3-Clause
 *
 * k-means by the peers. */
#include "kmeans.h"

#include <stdlib.h>
#include <string.h>

#include "../../apps/common/app.h"
#include "../../polybench/common.h"
#include "kernels.h"
#include "kernels_cl.h"
#include "peer.h"

static kmeans_data d;
static long loops;
static float *first;

static double range(long lo, long hi)
{
    return (double)peer_kmeans(hi - lo, d.nf, d.k, d.x + lo * d.nf, d.centres, d.member + lo);
}

static void add(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

enum { ARG_X, ARG_CENTRES, ARG_MEMBER, ARG_CHANGED, ARG_NF, ARG_K, ARGS };

static void host_form(const ctsar_call *call)
{
    long nf = *(const long *)call->arg[ARG_NF], k = *(const long *)call->arg[ARG_K];
    const float *x = call->arg[ARG_X];
    int *member = call->arg[ARG_MEMBER];

    *(double *)call->arg[ARG_CHANGED] += (double)peer_kmeans(
        call->count, nf, k, x + call->start * nf, call->arg[ARG_CENTRES], member + call->start);
}

/* clang-format off */
static const ctsar_kernel kmeans_kernel = {
    .name = "kmeans",
    .host = host_form,
    .local_size = 64,
    .opencl_source = PEER_KMEANS_CL PEER_CL(
        __kernel void kmeans(long start, long step, long count, __global const float *x, long x_bias,
                             __global const float *centres, long c_bias, __global int *member,
                             long m_bias, __global double *changed, long nf, long k)
        {
            __local int own[64];
            int mine = 0;
            for (long p = get_global_id(0); p < count; p += get_global_size(0)) {
                long i = start + p * step;
                int best = nearest(nf, k, x + i * nf - x_bias, centres - c_bias);
                mine += member[i - m_bias] != best;
                member[i - m_bias] = best;
            }
            own[get_local_id(0)] = mine;
            barrier(CLK_LOCAL_MEM_FENCE);
            if (get_local_id(0) == 0) {
                double sum = 0;
                for (size_t n = 0; n < get_local_size(0); ++n)
                    sum += own[n];
                changed[get_group_id(0)] += sum;
            }
        }),
};
/* clang-format on */

static double pass_ctsar(ctsar **s, ctsar_policy policy)
{
    double changed = 0, zero = 0;
    size_t np = (size_t)d.np, row = (size_t)d.nf * sizeof(float);

    ctsar_init(s, np, policy, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_chunk(*s, 1000);
    ctsar_set_kernel(*s, &kmeans_kernel);
#pragma omp parallel default(shared)
    do {
        unsigned part = CTSAR_MEM_PARTIAL;
        ctsar_reg_mem(*s, d.x, row, np, part | CTSAR_MEM_INPUT);
        ctsar_reg_mem(*s, d.centres, row, (size_t)d.k, CTSAR_MEM_INPUT);
        ctsar_reg_mem(*s, d.member, sizeof *d.member, np, part | CTSAR_MEM_INOUT);
        ctsar_reg_reduc(*s, &changed, &zero, sizeof zero, add);
        ctsar_next(*s, np);
        const ctsar_arg args[ARGS] = {CTSAR_ARG_MEM(d.x),
                                      CTSAR_ARG_MEM(d.centres),
                                      CTSAR_ARG_MEM(d.member),
                                      CTSAR_ARG_REDUC(&changed),
                                      CTSAR_ARG_VALUE(&d.nf, sizeof d.nf),
                                      CTSAR_ARG_VALUE(&d.k, sizeof d.k)};
        ctsar_launch(*s, &kmeans_kernel, args, ARGS);
    } while (ctsar_loop(*s));
    return changed;
}

static double pass_starpu(long block)
{
    return (double)kmeans_starpu(&d, block);
}

static double pass_opencl(void)
{
    return (double)kmeans_opencl(&d);
}

peer_loop peer_code = {
    .block = 1000,
    .range = range,
    .ctsar = pass_ctsar,
    .starpu = pass_starpu,
    .opencl = pass_opencl,
    .starpu_close = kmeans_starpu_close,
    .opencl_close = kmeans_opencl_close,
};

static void setup(long *dims, const char *data)
{
    (void)data;
    d.np = dims[0], d.nf = dims[1], d.k = dims[2], loops = dims[3];
    peer_code.count = d.np;
    if (d.k > d.np)
        app_fail("%ld points are fewer than the %ld centres", d.np, d.k);
    d.x = suite_array(float, "x", d.np, d.nf, SUITE_INPUT);
    first = suite_array(float, "first", d.k, d.nf, SUITE_INPUT);
    d.centres = suite_array(float, "centres", d.k, d.nf, SUITE_OUTPUT | SUITE_RESULT);
    d.member = suite_array(int, "member", 1, d.np, SUITE_OUTPUT | SUITE_UNCHECKED);
    for (long i = 0; i < d.np; ++i)
        for (long f = 0; f < d.nf; ++f)
            d.x[i * d.nf + f] =
                (float)(10 * suite_hash((uint32_t)(i % d.k * d.nf + f)) +
                        16 * (suite_hash((uint32_t)(d.k * d.nf + i * d.nf + f)) - 0.5));
    memcpy(first, d.x, (size_t)(d.k * d.nf) * sizeof *first);
}

/* Sums first, so that every run moves the centres equally. */
static void move_centres(void)
{
    double *sum = app_alloc((size_t)(d.k * d.nf) * sizeof *sum);
    long *count = app_alloc((size_t)d.k * sizeof *count);

    memset(sum, 0, (size_t)(d.k * d.nf) * sizeof *sum);
    memset(count, 0, (size_t)d.k * sizeof *count);
    for (long i = 0; i < d.np; ++i) {
        ++count[d.member[i]];
        for (long f = 0; f < d.nf; ++f)
            sum[d.member[i] * d.nf + f] += (double)d.x[i * d.nf + f];
    }
    for (long m = 0; m < d.k; ++m)
        for (long f = 0; count[m] > 0 && f < d.nf; ++f)
            d.centres[m * d.nf + f] = (float)(sum[m * d.nf + f] / (double)count[m]);
    free(sum);
    free(count);
}

static void cluster(double (*label)(void))
{
    double changed = 1;

    memcpy(d.centres, first, (size_t)(d.k * d.nf) * sizeof *first);
    for (long i = 0; i < d.np; ++i)
        d.member[i] = -1;
    for (long loop = 0; loop < loops && changed > 0; ++loop) {
        changed = label();
        move_centres();
    }
}

static double label_by_peer(void)
{
    return peer_pass();
}

static void kernel(void)
{
    cluster(label_by_peer);
    peer_finish();
}

static double label_serial(void)
{
    return range(0, d.np);
}

/* The same kernel on one core; the suite's k-means has a reference of its own. */
static void serial(void)
{
    cluster(label_serial);
    for (long f = 0; f < d.k * d.nf; ++f)
        suite_serial(d.centres)[f] = (double)d.centres[f];
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "kmeans",
                                    .about = "k centres of np points by ctsar, libgomp, StarPU",
                                    .type = "float",
                                    .dims = {"np", "nf", "k", "loops"},
                                    .sizes = {{20000, 34, 5, 500},
                                              {100000, 34, 5, 500},
                                              {494020, 34, 5, 500},
                                              {988040, 34, 5, 500},
                                              {1976080, 34, 5, 500}},
                                    .tolerance = 1e-4,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}
