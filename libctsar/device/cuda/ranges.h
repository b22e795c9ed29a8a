/* SPDX-License-Identifier: BSD-3-Clause
 *
 * NVTX ranges: what NVIDIA's tools show a device's operations as, from when they are enqueued until
 * somebody has waited for them.  Without NVTX's headers, or a tool, there are none. */
#ifndef CTSAR_CUDA_RANGES_H
#define CTSAR_CUDA_RANGES_H

#include <stdint.h>

typedef enum ctsar__cuda_range_kind {
    CTSAR__CUDA_RANGE_COPY = 1,
    CTSAR__CUDA_RANGE_KERNEL
} ctsar__cuda_range_kind;

#ifdef CTSAR_WITH_NVTX
/* Begins a range of so many bytes or iterations; `what` must stay for as long as the call.  Any
 * thread may end it. */
uint64_t ctsar__cuda_range_start(ctsar__cuda_range_kind kind, const char *what, uint64_t amount);
/* 0: there is none. */
void ctsar__cuda_range_end(uint64_t range);
#else
static inline uint64_t ctsar__cuda_range_start(ctsar__cuda_range_kind kind, const char *what,
                                               uint64_t amount)
{
    (void)kind, (void)what, (void)amount;
    return 0;
}
static inline void ctsar__cuda_range_end(uint64_t range)
{
    (void)range;
}
#endif

#endif
