/* SPDX-License-Identifier: BSD-3-Clause
 *
 * NVTX ranges: what NVIDIA's tools show of the library, of the domain "ctsar".  Without NVTX's
 * headers, or a tool that listens, there are none. */
#ifndef CTSAR_NVTX_H
#define CTSAR_NVTX_H

#include <stdbool.h>
#include <stdint.h>

typedef enum ctsar__nvtx_kind {
    CTSAR__NVTX_COPY = 1,
    CTSAR__NVTX_KERNEL,
    CTSAR__NVTX_TURN
} ctsar__nvtx_kind;

#ifdef CTSAR_WITH_NVTX
extern bool ctsar__nvtx_heard; /* a tool listens; set before there are ranges */

/* Looks whether one does.  By one thread at a time; later calls do nothing. */
void ctsar__nvtx_open(void);
uint64_t ctsar__nvtx_begin(ctsar__nvtx_kind kind, const char *what, uint64_t amount);
void ctsar__nvtx_finish(uint64_t range);
#else
enum { ctsar__nvtx_heard = false };
static inline void ctsar__nvtx_open(void) {}
static inline uint64_t ctsar__nvtx_begin(ctsar__nvtx_kind kind, const char *what, uint64_t amount)
{
    (void)kind, (void)what, (void)amount;
    return 0;
}
static inline void ctsar__nvtx_finish(uint64_t range)
{
    (void)range;
}
#endif

/* Begins a range of so many bytes or iterations; `what` must stay for as long as the call.  Any
 * thread may end it.  0: nobody listens. */
static inline uint64_t ctsar__nvtx_start(ctsar__nvtx_kind kind, const char *what, uint64_t amount)
{
    return __builtin_expect(ctsar__nvtx_heard, 0) ? ctsar__nvtx_begin(kind, what, amount) : 0;
}

/* 0: there is none. */
static inline void ctsar__nvtx_end(uint64_t range)
{
    if (__builtin_expect(range != 0, 0))
        ctsar__nvtx_finish(range);
}

#endif
