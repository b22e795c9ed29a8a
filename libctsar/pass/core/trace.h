/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a pass does, as events of the trace: noted where books and statistics have it, from what
 * these are given.  All do nothing where nothing is traced. */
#ifndef CTSAR_PASS_TRACE_H
#define CTSAR_PASS_TRACE_H

#include "base/nvtx.h"
#include "pass/core/state.h"

static inline ctsar__traced ctsar__traced_kernel(ctsar__range r)
{
    return (ctsar__traced){.kind = CTSAR__TRACE_KERNEL, .lo = r.lo, .hi = r.hi};
}

/* From now on events are of `traced`; NULL: nothing is traced, as before.  While no pass runs;
 * kernels may be being built. */
void ctsar__trace_become(ctsar__pass *p, ctsar__traced_region *traced);
/* A thread enters a pass: virtual time goes on from where all regions are. */
void ctsar__trace_enter(ctsar__pass *p);
/* A range, or a piece of one, has occupied a unit (acc < 0: core `core`); times as books have
 * them. */
void ctsar__trace_turn(const ctsar__pass *p, int core, int acc, ctsar__range range, double begin,
                       double end, const ctsar__traffic *t);
/* The same to NVIDIA's tools, from its beginning to ctsar__nvtx_end of what this returns; 0: none
 * listens, or the range is empty. */
uint64_t ctsar__turn_show(const ctsar__pass *p, int core, int acc, ctsar__range range);
static inline uint64_t ctsar__turn_shown(const ctsar__pass *p, int core, int acc,
                                         ctsar__range range)
{
    return __builtin_expect(ctsar__nvtx_heard, 0) ? ctsar__turn_show(p, core, acc, range) : 0;
}
/* A range does not fit: `first` of it comes first. */
void ctsar__trace_streaming(const ctsar__pass *p, int acc, ctsar__range first, double at);
/* A unit has waited so long, until the round was over at `end`. */
void ctsar__trace_wait(const ctsar__pass *p, ctsar__team team, int unit, double seconds,
                       double end);
/* A kernel has been built for the accelerator, or will be under the virtual clock. */
void ctsar__trace_build(const ctsar__acc *a, double begin, double end);
/* The policy has decided from `began` to `ended`; `before` is what it had decided until then. */
void ctsar__trace_decided(const ctsar__pass *p, const ctsar__sched_stats *before, double began,
                          double ended);
/* This node has exchanged arrays with others. */
void ctsar__trace_exchange(const ctsar__pass *p, double begin, double end,
                           const ctsar__node_bytes *moved);
/* The round is over, which took so many seconds, and with n >= 0 the pass of n iterations as
 * well, which took `elapsed`. */
void ctsar__trace_round(ctsar__pass *p, double seconds, double end, long n, double elapsed);

#endif
