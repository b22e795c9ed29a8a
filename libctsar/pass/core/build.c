/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/build.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"
#include "threads/worker.h"
#include "version/family.h"

/* ---- The end of the process --------------------------------------------------------------- */

static _Atomic int underway; /* builds, in the process after `forks` forks */
static _Atomic unsigned forks;
static _Atomic bool ends; /* no more are begun */

/* False: the process ends. */
static bool enter(void)
{
    underway++;
    bool may = !ends;
    underway -= !may;
    return may;
}

/* In a child of the process that builds nobody does. */
static void wait_for_builds(void)
{
    while (underway > 0 && forks == ctsar__forks())
        ctsar__wait_until(ctsar__now() + 1e-3);
}

static void end(void)
{
    ends = true;
    wait_for_builds();
}

/* After drivers have been loaded, so that it comes before what these do at the end. */
static void watch_end(void)
{
    if (atexit(end))
        ctsar__warn("no room to be called at the end of the process");
}

static void thread_ends(void *data)
{
    (void)data;
    wait_for_builds();
}

/* The C library's, if it has it: calls when the calling thread ends, or ends the process, which is
 * before all that atexit was told of.  A driver makes parts of its compiler while it builds for the
 * first time (LLVM), and they are gone before `end` is called. */
extern int __cxa_thread_atexit_impl(void (*call)(void *), void *data, void *object)
    __attribute__((weak));
extern void *__dso_handle __attribute__((visibility("hidden")));

void ctsar__builds_watch(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static _Thread_local bool watched;
    pthread_once(&once, watch_end);
    if (!watched && __cxa_thread_atexit_impl)
        watched = __cxa_thread_atexit_impl(thread_ends, NULL, &__dso_handle) == 0;
    if (forks != ctsar__forks())
        underway = 0;
    forks = ctsar__forks();
}

/* ---- A kernel for a device ------------------------------------------------------------------ */

bool ctsar__kernel_is_built(const ctsar__device *d, const ctsar_kernel *kernel)
{
    bool built = true;
    for (int v = 0; v < ctsar__kernel_versions(kernel); ++v) {
        const ctsar_kernel *version = ctsar__kernel_version(kernel, v);
        built = built && (!d->backend->executes(version, 0) ||
                          d->backend->built((ctsar__device *)d, version));
    }
    return built;
}

void ctsar__kernel_build(ctsar__device *d, const ctsar_kernel *kernel)
{
    for (int v = 0; v < ctsar__kernel_versions(kernel) && enter(); ++v) {
        const ctsar_kernel *version = ctsar__kernel_version(kernel, v);
        if (d->backend->executes(version, 0))
            d->backend->build(d, version);
        underway--;
    }
}
