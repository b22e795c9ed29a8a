/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kernels on blocks of vectors, for cores and for OpenCL devices. */
#include "blocks.h"

#include <math.h>

static double real(const ctsar_call *c, int k)
{
    return *(const double *)c->arg[k];
}

static long whole(const ctsar_call *c, int k)
{
    return *(const long *)c->arg[k];
}

/* OpenCL C: iterations i; of the parts, which are contiguous, the bias is 0. */
#define KERNEL(title, parameters, body)                                                            \
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n__kernel void " #title                         \
    "(long start, long step, long count, " parameters                                              \
    ")\n{\n    for (long k0 = get_global_id(0); k0 < count; k0 += get_global_size(0)) {\n"         \
    "        long i = start + k0;\n" body "    }\n}\n"
#define PART(name) "__global double *" #name ", long " #name "_bias"

/* ---- STREAM ---------------------------------------------------------------------------------- */

static void scale_host(const ctsar_call *c)
{
    const double s = real(c, 0), *x = c->arg[1];
    double *z = c->arg[2];
#pragma omp simd
    for (long i = c->start; i < c->end; ++i)
        z[i] = s * x[i];
}
const ctsar_kernel scale_kernel = {
    .name = "scale",
    .host = scale_host,
    .opencl_source = KERNEL(scale, "double s, " PART(x) ", " PART(z), "z[i] = s * x[i];\n")};

static void triad_host(const ctsar_call *c)
{
    const double s = real(c, 0), *x = c->arg[1], *y = c->arg[2];
    double *z = c->arg[3];
#pragma omp simd
    for (long i = c->start; i < c->end; ++i)
        z[i] = x[i] + s * y[i];
}
const ctsar_kernel triad_kernel = {
    .name = "triad",
    .host = triad_host,
    .opencl_source =
        KERNEL(triad, "double s, " PART(x) ", " PART(y) ", " PART(z), "z[i] = x[i] + s * y[i];\n")};

/* ---- n-body ---------------------------------------------------------------------------------- */

static void attract_host(const ctsar_call *c)
{
    const long n = whole(c, 0);
    const double dt = real(c, 1), *p = c->arg[2], *q = c->arg[3];
    double *v = c->arg[4];
    for (long i = c->start; i < c->end; ++i)
        for (long k = 0; k < n; ++k) {
            const double *a = p + 4 * i, *b = q + 4 * k;
            double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
            double d2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1e-2;
            double pull = dt * b[3] / (d2 * sqrt(d2));
            for (int x = 0; x < 3; ++x)
                v[4 * i + x] += pull * d[x];
        }
}
const ctsar_kernel attract_kernel = {
    .name = "attract",
    .host = attract_host,
    .opencl_source =
        KERNEL(attract, "long n, double dt, " PART(p) ", " PART(q) ", " PART(v),
               "for (long k = 0; k < n; ++k) {\n"
               "double x = q[4 * k] - p[4 * i], y = q[4 * k + 1] - p[4 * i + 1], "
               "z = q[4 * k + 2] - p[4 * i + 2];\n"
               "double d2 = x * x + y * y + z * z + 1e-2;\n"
               "double pull = dt * q[4 * k + 3] / (d2 * sqrt(d2));\n"
               "v[4 * i] += pull * x; v[4 * i + 1] += pull * y; v[4 * i + 2] += pull * z;\n}\n")};

static void move_host(const ctsar_call *c)
{
    const double dt = real(c, 0), *v = c->arg[1];
    double *p = c->arg[2];
    for (long i = c->start; i < c->end; ++i)
        for (int x = 0; x < 3; ++x)
            p[4 * i + x] += dt * v[4 * i + x];
}
const ctsar_kernel move_kernel = {
    .name = "move",
    .host = move_host,
    .opencl_source = KERNEL(move, "double dt, " PART(v) ", " PART(p),
                            "for (int x = 0; x < 3; ++x) p[4 * i + x] += dt * v[4 * i + x];\n")};

/* ---- Bitonic sorting ------------------------------------------------------------------------- */

static void order(double *x, double *y, long ascending)
{
    double a = *x, b = *y;
    if ((a > b) == (ascending != 0)) {
        *x = b;
        *y = a;
    }
}

/* Stages of length `first`, 2 * first, ... up to n, each of steps of half the length, a quarter...
 */
static void sort_host(const ctsar_call *c)
{
    const long n = whole(c, 0), ascending = whole(c, 1);
    double *x = c->arg[3];
    for (long k = whole(c, 2); k <= n; k *= 2)
        for (long j = k / 2; j > 0; j /= 2)
            for (long m = 0; m < n; ++m)
                if (!(m & j))
                    order(&x[m], &x[m + j], k == n ? ascending : !(m & k));
}
const ctsar_kernel sort_kernel = {
    .name = "sort",
    .host = sort_host,
    .opencl_source =
        KERNEL(sort, "long n, long ascending, long first, " PART(x),
               "for (long k = first; k <= n; k *= 2) for (long j = k / 2; j > 0; j /= 2)\n"
               "for (long m = 0; m < n; ++m) if (!(m & j)) {\n"
               "double a = x[m], b = x[m + j]; long up = k == n ? ascending : !(m & k);\n"
               "if ((a > b) == (up != 0)) { x[m] = b; x[m + j] = a; }\n}\n")};

static void exchange_host(const ctsar_call *c)
{
    double *x = c->arg[1], *y = c->arg[2];
    for (long i = c->start; i < c->end; ++i)
        order(&x[i], &y[i], whole(c, 0));
}
const ctsar_kernel exchange_kernel = {
    .name = "exchange",
    .host = exchange_host,
    .opencl_source = KERNEL(exchange, "long ascending, " PART(x) ", " PART(y),
                            "double a = x[i], b = y[i];\n"
                            "if ((a > b) == (ascending != 0)) { x[i] = b; y[i] = a; }\n")};

/* ---- Likelihoods -------------------------------------------------------------------------------
 */

static void join_host(const ctsar_call *c)
{
    const double *by = c->arg[0], *right = c->arg[2];
    double *left = c->arg[1];
    for (long i = c->start; i < c->end; ++i) {
        double to[STATES];
        for (int s = 0; s < STATES; ++s) {
            double x = 0, y = 0;
            for (int r = 0; r < STATES; ++r) {
                x += by[STATES * s + r] * left[STATES * i + r];
                y += by[STATES * (STATES + s) + r] * right[STATES * i + r];
            }
            to[s] = x * y;
        }
        for (int s = 0; s < STATES; ++s)
            left[STATES * i + s] = to[s];
    }
}
const ctsar_kernel join_kernel = {
    .name = "join",
    .host = join_host,
    .opencl_source = KERNEL(join, PART(by) ", " PART(left) ", " PART(right),
                            "double to[4];\nfor (int s = 0; s < 4; ++s) {\ndouble x = 0, y = 0;\n"
                            "for (int r = 0; r < 4; ++r) { x += by[4 * s + r] * left[4 * i + r]; "
                            "y += by[4 * (4 + s) + r] * right[4 * i + r]; }\nto[s] = x * y;\n}\n"
                            "for (int s = 0; s < 4; ++s) left[4 * i + s] = to[s];\n")};

static void rescale_host(const ctsar_call *c)
{
    double *site = c->arg[0], *logarithm = c->arg[1];
    for (long i = c->start; i < c->end; ++i) {
        double most = 0;
        for (int s = 0; s < STATES; ++s)
            most = fmax(most, site[STATES * i + s]);
        for (int s = 0; s < STATES; ++s)
            site[STATES * i + s] /= most;
        logarithm[i] += log(most);
    }
}
const ctsar_kernel rescale_kernel = {
    .name = "rescale",
    .host = rescale_host,
    .opencl_source =
        KERNEL(rescale, PART(site) ", " PART(logarithm),
               "double most = 0;\nfor (int s = 0; s < 4; ++s) most = fmax(most, site[4 * i + s]);\n"
               "for (int s = 0; s < 4; ++s) site[4 * i + s] /= most;\n"
               "logarithm[i] += log(most);\n")};

static void likelihood_host(const ctsar_call *c)
{
    const double *site = c->arg[0], *logarithm = c->arg[1];
    double *sum = c->arg[2];
    for (long i = c->start; i < c->end; ++i) {
        double all = 0;
        for (int s = 0; s < STATES; ++s)
            all += site[STATES * i + s];
        *sum += log(all / STATES) + logarithm[i];
    }
}
/* A work-item a group, each with a sum of its own. */
const ctsar_kernel likelihood_kernel = {
    .name = "likelihood",
    .host = likelihood_host,
    .local_size = 1,
    .opencl_source = KERNEL(likelihood, PART(site) ", " PART(logarithm) ", __global double *sum",
                            "double all = 0;\nfor (int s = 0; s < 4; ++s) all += site[4 * i + s];\n"
                            "sum[get_group_id(0)] += log(all / 4) + logarithm[i];\n")};
