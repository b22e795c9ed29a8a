/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kernels for the CUDA driver that the tests bring (tests/stubs/cuda_driver.c): host functions that
 * its streams execute. */
#ifndef CTSAR_TESTS_FAKE_CUDA_H
#define CTSAR_TESTS_FAKE_CUDA_H

#include <dlfcn.h>
#include <string.h>

#include "ctsar.h"

/* Enqueues function(call) on the stream; the library keeps what `call` leads to until that is
 * over.  Returns a cudaError_t. */
static inline int fake_cuda_launch(void *stream, void (*function)(void *), const ctsar_call *call)
{
    static __thread int (*enqueue)(void *stream, void (*function)(void *), void *data);
    if (!enqueue) {
        void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
        void *address = driver ? dlsym(driver, "cuLaunchHostFunc") : NULL;
        memcpy(&enqueue, &address, sizeof address);
    }
    return enqueue ? enqueue(stream, function, (void *)call) : 999 /* cudaErrorUnknown */;
}

#endif
