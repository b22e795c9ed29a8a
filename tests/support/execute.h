/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A turn's body as a kernel: on emulated accelerators its host form stands inline, elsewhere it is
 * launched.  Include after environment.h. */
#ifndef CTSAR_TESTS_EXECUTE_H
#define CTSAR_TESTS_EXECUTE_H

#include "ctsar.h"
#include "environment.h"
#include "fake_cuda.h"

/* An array as the host has it and as the turn does, with the distance of its rows; or a value; or a
 * reduction, whose result stands at `host`. */
typedef struct operand {
    void *host;
    const void *unit;
    const size_t *strides;
    size_t bytes; /* of a value, at `unit`; 0: an array */
    bool reduces;
} operand;

/* Is the kernel launched?  TEST_LAUNCH: on emulated accelerators, too. */
static inline bool launches(void)
{
    return !is_emulated() || getenv("TEST_LAUNCH");
}

/* Before the pass. */
static inline void declare(ctsar *s, const ctsar_kernel *k)
{
    if (launches())
        ctsar_set_kernel(s, k);
}

static inline void execute_inline(ctsar *s, const ctsar_kernel *k, long step, int n,
                                  const operand *o)
{
    void *arg[4];
    const size_t *strides[4];
    long start = CSTART(s), end = CEND(s);
    for (int i = 0; i < n; ++i) {
        arg[i] = (void *)o[i].unit;
        strides[i] = o[i].strides;
    }
    k->host(&(ctsar_call){.start = start,
                          .end = end,
                          .step = step,
                          .count = end > start ? (end - start - 1) / step + 1 : 0,
                          .groups = 1,
                          .arg = arg,
                          .strides = strides});
}

/* After ctsar_next, for at most 4 operands. */
static inline void execute(ctsar *s, const ctsar_kernel *k, long step, int n, const operand *o)
{
    ctsar_arg args[4];
    if (!launches()) {
        execute_inline(s, k, step, n, o);
        return;
    }
    for (int i = 0; i < n; ++i)
        args[i] = o[i].bytes     ? CTSAR_ARG_VALUE(o[i].unit, o[i].bytes)
                  : o[i].reduces ? CTSAR_ARG_REDUC(o[i].host)
                                 : CTSAR_ARG_MEM(o[i].host);
    ctsar_launch(s, k, args, n);
}

/* A kernel in all forms from the host form TITLE_host. */
#define KERNEL_FORMS_(title, opencl)                                                               \
    static void title##_in_stream(void *call)                                                      \
    {                                                                                              \
        title##_host(call);                                                                        \
    }                                                                                              \
    static int title##_cuda(const ctsar_call *call, void *stream)                                  \
    {                                                                                              \
        return fake_cuda_launch(stream, title##_in_stream, call);                                  \
    }                                                                                              \
    static const ctsar_kernel title = {                                                            \
        .name = #title, .host = title##_host, .cuda = title##_cuda, .opencl_source = (opencl)}

/* KERNEL(TITLE, PARAMETERS, BODY) defines the kernel TITLE in all forms from the host form
 * TITLE_host: BODY is OpenCL C for the iteration i, PARAMETERS what follows the range. */
#define KERNEL(title, parameters, body)                                                            \
    KERNEL_FORMS_(title, "__kernel void " #title "(long start, long step, long count, " parameters \
                         ")\n{\n    for (long k = get_global_id(0); k < count;\n"                  \
                         "         k += get_global_size(0)) {\n"                                   \
                         "        long i = start + k * step;\n        " body "\n    }\n}\n")

/* The same where iterations accumulate: one work-item of each group executes them, and `group` is
 * the group's number. */
#define KERNEL_BY_GROUPS(title, parameters, body)                                                  \
    KERNEL_FORMS_(title, "__kernel void " #title "(long start, long step, long count, " parameters \
                         ")\n{\n    long group = get_group_id(0);\n"                               \
                         "    if (get_local_id(0) > 0)\n        return;\n"                         \
                         "    for (long k = group; k < count; k += get_num_groups(0)) {\n"         \
                         "        long i = start + k * step;\n        " body "\n    }\n}\n")

/* A body that does nothing, in all forms. */
static inline void nothing_host(const ctsar_call *c)
{
    (void)c;
}
static inline void nothing_in_stream(void *call)
{
    nothing_host(call);
}
static inline int nothing_cuda(const ctsar_call *call, void *stream)
{
    return fake_cuda_launch(stream, nothing_in_stream, call);
}
static const ctsar_kernel nothing __attribute__((unused)) = {
    .name = "nothing",
    .host = nothing_host,
    .cuda = nothing_cuda,
    .opencl_source = "__kernel void nothing(long start, long step, long count) {}\n"};

#endif
