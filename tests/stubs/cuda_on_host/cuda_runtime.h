/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Enough of CUDA for generated kernels to be compiled as C++ and executed on the host, block after
 * block.  The threads of a block take turns: each runs until it ends or meets __syncthreads. */
#ifndef CTSAR_CUDA_ON_HOST_H
#define CTSAR_CUDA_ON_HOST_H

#include <ucontext.h>

#include <functional>
#include <memory>
#include <vector>

#define __global__
#define __device__
#define __constant__
#define __shared__ static thread_local

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
typedef void *cudaStream_t;
enum cudaError_t { cudaSuccess };

static inline cudaError_t cudaGetLastError()
{
    return cudaSuccess;
}

inline thread_local dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace cuda_on_host
{

enum { STACK = 64 * 1024 };

struct fiber {
    ucontext_t context;
    std::unique_ptr<char[]> stack{new char[STACK]};
    bool over = false;
};

inline thread_local ucontext_t scheduler;
inline thread_local fiber *current;
inline thread_local const std::function<void()> *body;

inline void enter()
{
    (*body)();
    current->over = true;
    swapcontext(&current->context, &scheduler);
}

inline void run_block(std::vector<fiber> &fibers)
{
    for (fiber &f : fibers) {
        f.over = false;
        getcontext(&f.context);
        f.context.uc_stack = {f.stack.get(), 0, STACK};
        f.context.uc_link = nullptr;
        makecontext(&f.context, enter, 0);
    }
    for (unsigned left = (unsigned)fibers.size(); left > 0;)
        for (unsigned t = 0; t < fibers.size(); ++t) {
            if (fibers[t].over)
                continue;
            threadIdx = dim3(t % blockDim.x, t / blockDim.x);
            current = &fibers[t];
            swapcontext(&scheduler, &current->context);
            left -= current->over;
        }
}

template <typename Kernel, typename... Arguments>
void launch(dim3 blocks, dim3 threads, Kernel kernel, Arguments... arguments)
{
    static thread_local std::vector<fiber> fibers;
    const std::function<void()> call = [&] { kernel(arguments...); };
    if (fibers.size() != threads.x * threads.y)
        fibers = std::vector<fiber>(threads.x * threads.y);
    body = &call;
    gridDim = blocks;
    blockDim = threads;
    for (unsigned y = 0; y < blocks.y; ++y)
        for (unsigned x = 0; x < blocks.x; ++x) {
            blockIdx = dim3(x, y);
            run_block(fibers);
        }
}

} // namespace cuda_on_host

static inline void __syncthreads()
{
    const dim3 thread = threadIdx;
    swapcontext(&cuda_on_host::current->context, &cuda_on_host::scheduler);
    threadIdx = thread;
}

#endif
