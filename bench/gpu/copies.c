/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What copies to and from a GPU take from memory as malloc gives it, as the library copies, from
 * registered memory, and from pinned memory by way of a staging buffer; and what registering
 * takes.  Decides whether pinning would pay. */
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "../../apps/common/app.h"
#include "../measure.h"

static size_t bytes;
static char *plain, *registered, *pinned, *device;
static cudaStream_t stream;

static void check(cudaError_t error)
{
    if (error)
        app_fail("CUDA: %s", cudaGetErrorString(error));
}

static void in(const char *from, long times)
{
    for (; times > 0; --times) {
        check(cudaMemcpyAsync(device, from, bytes, cudaMemcpyHostToDevice, stream));
        check(cudaStreamSynchronize(stream));
    }
}

static void out(char *to, long times)
{
    for (; times > 0; --times) {
        check(cudaMemcpyAsync(to, device, bytes, cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
    }
}

static void plain_in(long times)
{
    in(plain, times);
}

static void registered_in(long times)
{
    in(registered, times);
}

static void staged_in(long times)
{
    for (; times > 0; --times) {
        memcpy(pinned, plain, bytes);
        in(pinned, 1);
    }
}

static void plain_out(long times)
{
    out(plain, times);
}

static void registered_out(long times)
{
    out(registered, times);
}

static void registering(long times)
{
    for (; times > 0; --times) {
        check(cudaHostRegister(plain, bytes, cudaHostRegisterDefault));
        check(cudaHostUnregister(plain));
    }
}

static const char help[] = "usage: gpu_copies [-s SAMPLES] [-r REPEATS] [-n MIB] [--json FILE]\n"
                           "Times copies of MIB MiB (default 64) to and from the first CUDA "
                           "device: SAMPLES (default 11) of\n"
                           "each kind, in turns; a sample is REPEATS (default 3) copies.\n";

int main(int argc, char **argv)
{
    measure_variant v[] = {
        {.name = "plain_in", .label = "in, from plain memory (ctsar)", .run = plain_in},
        {.name = "registered_in", .label = "in, from registered memory", .run = registered_in},
        {.name = "staged_in", .label = "in, by a pinned buffer", .run = staged_in},
        {.name = "plain_out", .label = "out, to plain memory (ctsar)", .run = plain_out},
        {.name = "registered_out", .label = "out, to registered memory", .run = registered_out},
        {.name = "registering", .label = "registering and its end", .run = registering},
    };
    measure_options o =
        measure_parse(argc, argv, (measure_options){.samples = 11, .repeats = 3, .n = 64}, help);
    bytes = (size_t)o.n << 20;
    plain = app_alloc(bytes);
    registered = app_alloc(bytes);
    memset(plain, 1, bytes);
    memset(registered, 1, bytes);
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    check(cudaMalloc((void **)&device, bytes));
    check(cudaHostAlloc((void **)&pinned, bytes, cudaHostAllocDefault));
    check(cudaHostRegister(registered, bytes, cudaHostRegisterDefault));
    measure(&o, v, sizeof v / sizeof *v);
    measure_report("gpu_copies", &o, 1, v, sizeof v / sizeof *v, 1e-3, "ms");
    check(cudaHostUnregister(registered));
    free(plain);
    free(registered);
    return 0;
}
