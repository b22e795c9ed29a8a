/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The bodies as kernels, for cores and for OpenCL devices. */
#include "tiles.h"

static long size(const ctsar_call *c)
{
    return *(const long *)c->arg[0];
}

static tile tile_of(const ctsar_call *c, int k)
{
    return (tile){c->arg[k], c->strides[k][0]};
}

/* OpenCL C: a tile's parameters, an element of it, and iterations i. */
#define PARAMETER(t) "__global double *" #t ", long " #t "_bias, long " #t "_stride"
#define AT(t, i, j) #t "[(" #i ") * " #t "_stride + (" #j ") - " #t "_bias]"
#define KERNEL(title, parameters, body)                                                            \
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n__kernel void " #title                         \
    "(long start, long step, long count, long n, " parameters                                      \
    ")\n{\n    for (long k0 = get_global_id(0); k0 < count; k0 += get_global_size(0)) {\n"         \
    "        long i = start + k0;\n" body "    }\n}\n"

static void add_host(const ctsar_call *c)
{
    tile_add(tile_of(c, 1), tile_of(c, 2), tile_of(c, 3), c->start, c->end, size(c),
             *(const double *)c->arg[4]);
}
const ctsar_kernel add_kernel = {
    .name = "add",
    .host = add_host,
    .opencl_source = KERNEL(add, PARAMETER(a) ", " PARAMETER(b) ", " PARAMETER(c) ", double by",
                            "for (long k = 0; k < n; ++k) for (long j = 0; j < n; ++j)\n" AT(
                                c, i, j) " += by * " AT(a, i, k) " * " AT(b, k, j) ";\n")};

static void add_transposed_host(const ctsar_call *c)
{
    tile_add_transposed(tile_of(c, 1), tile_of(c, 2), tile_of(c, 3), c->start, c->end, size(c));
}
const ctsar_kernel add_transposed_kernel = {
    .name = "add_transposed",
    .host = add_transposed_host,
    .opencl_source = KERNEL(add_transposed, PARAMETER(a) ", " PARAMETER(b) ", " PARAMETER(c),
                            "for (long j = 0; j < n; ++j) {\n double sum = 0;\n"
                            "for (long k = 0; k < n; ++k) sum += " AT(a, i, k) " * " AT(
                                b, j, k) ";\n" AT(c, i, j) " -= sum;\n}\n")};

static void divide_right_host(const ctsar_call *c)
{
    tile_divide_right(tile_of(c, 1), tile_of(c, 2), c->start, c->end, size(c));
}
const ctsar_kernel divide_right_kernel = {
    .name = "divide_right",
    .host = divide_right_host,
    .opencl_source =
        KERNEL(divide_right, PARAMETER(l) ", " PARAMETER(c),
               "for (long j = 0; j < n; ++j) {\n double sum = " AT(
                   c, i, j) ";\n"
                            "for (long k = 0; k < j; ++k) sum -= " AT(c, i, k) " * " AT(
                                l, j, k) ";\n" AT(c, i, j) " = sum / " AT(l, j, j) ";\n}\n")};

static void divide_upper_host(const ctsar_call *c)
{
    tile_divide_upper(tile_of(c, 1), tile_of(c, 2), c->start, c->end, size(c));
}
const ctsar_kernel divide_upper_kernel = {
    .name = "divide_upper",
    .host = divide_upper_host,
    .opencl_source = KERNEL(divide_upper, PARAMETER(u) ", " PARAMETER(c),
                            "for (long k = 0; k < n; ++k) {\n double x = " AT(c, i, k) " /= " AT(
                                u, k, k) ";\n"
                                         "for (long j = k + 1; j < n; ++j) " AT(
                                             c, i, j) " -= x * " AT(u, k, j) ";\n}\n")};

static void divide_left_host(const ctsar_call *c)
{
    tile_divide_left(tile_of(c, 1), tile_of(c, 2), c->start, c->end, size(c));
}
const ctsar_kernel divide_left_kernel = {
    .name = "divide_left",
    .host = divide_left_host,
    .opencl_source = KERNEL(divide_left, PARAMETER(l) ", " PARAMETER(c),
                            "for (long r = 0; r < n; ++r) for (long k = 0; k < r; ++k)\n" AT(
                                c, r, i) " -= " AT(l, r, k) " * " AT(c, k, i) ";\n")};

static void cholesky_host(const ctsar_call *c)
{
    tile_cholesky(tile_of(c, 1), size(c));
}
const ctsar_kernel cholesky_kernel = {
    .name = "cholesky",
    .host = cholesky_host,
    .opencl_source = KERNEL(
        cholesky, PARAMETER(a),
        "for (long j = 0; j < n; ++j) for (long r = j; r < n; ++r) {\n"
        "double sum = " AT(
            a, r, j) ";\n"
                     "for (long k = 0; k < j; ++k) sum -= " AT(a, r, k) " * " AT(a, j, k) ";\n" AT(
                         a, r, j) " = r == j ? sqrt(sum) : sum / " AT(a, j, j) ";\n}\n")};

static void lu_host(const ctsar_call *c)
{
    tile_lu(tile_of(c, 1), size(c));
}
const ctsar_kernel lu_kernel = {
    .name = "lu",
    .host = lu_host,
    .opencl_source = KERNEL(
        lu, PARAMETER(a),
        "for (long k = 0; k < n; ++k) for (long r = k + 1; r < n; ++r) {\n"
        "double x = " AT(a, r, k) " /= " AT(a, k, k) ";\n"
                                                     "for (long j = k + 1; j < n; ++j) " AT(
                                                         a, r, j) " -= x * " AT(a, k, j) ";\n}\n")};
