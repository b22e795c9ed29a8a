/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What copies to and from a GPU take from memory as malloc gives it, as the driver copies, from
 * registered memory, and by way of pinned buffers that one thread or several fill and empty; and
 * what registering takes.  Decides whether pinning pays. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
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

enum { PIECE = 1 << 20, BUFFERS = 2, MOST = 8 };

/* A copy that several threads make, piece by piece, each with buffers of its own. */
static struct streams {
    char *buffer[MOST][BUFFERS];
    cudaEvent_t event[MOST][BUFFERS];
    char *host;
    bool out;
    atomic_size_t next; /* byte */
} streams;

static void unpack(int worker, int b, size_t at)
{
    struct streams *s = &streams;
    check(cudaEventSynchronize(s->event[worker][b]));
    if (s->out && at != SIZE_MAX)
        memcpy(s->host + at, s->buffer[worker][b], PIECE);
}

static void *stream_pieces(void *data)
{
    struct streams *s = &streams;
    int worker = (int)(intptr_t)data, b = 0;
    size_t held[BUFFERS] = {SIZE_MAX, SIZE_MAX}, at;
    for (; (at = atomic_fetch_add(&s->next, PIECE)) < bytes; b = !b) {
        char *buffer = s->buffer[worker][b];
        unpack(worker, b, held[b]);
        held[b] = at;
        if (!s->out)
            memcpy(buffer, s->host + at, PIECE);
        check(cudaMemcpyAsync(s->out ? buffer : device + at, s->out ? device + at : buffer, PIECE,
                              cudaMemcpyDefault, stream));
        check(cudaEventRecord(s->event[worker][b], stream));
    }
    for (int i = 0; i < BUFFERS; ++i, b = !b)
        unpack(worker, b, held[b]);
    return NULL;
}

static void in_pieces(bool outwards, intptr_t workers, long times)
{
    streams.host = plain;
    streams.out = outwards;
    for (; times > 0; --times) {
        pthread_t thread[MOST];
        atomic_store(&streams.next, 0);
        for (intptr_t i = 1; i < workers; ++i)
            if (pthread_create(&thread[i], NULL, stream_pieces, (void *)i))
                app_fail("no thread");
        stream_pieces(NULL);
        for (intptr_t i = 1; i < workers; ++i)
            pthread_join(thread[i], NULL);
    }
}

static void prepare_pieces(void)
{
    for (int i = 0; i < MOST; ++i)
        for (int b = 0; b < BUFFERS; ++b) {
            void *at;
            check(cudaHostAlloc(&at, PIECE, cudaHostAllocDefault));
            streams.buffer[i][b] = at;
            check(cudaEventCreateWithFlags(&streams.event[i][b], cudaEventDisableTiming));
        }
}

#define BY_PIECES(workers)                                                                         \
    static void pieces_in_##workers(long times)                                                    \
    {                                                                                              \
        in_pieces(false, workers, times);                                                          \
    }                                                                                              \
    static void pieces_out_##workers(long times)                                                   \
    {                                                                                              \
        in_pieces(true, workers, times);                                                           \
    }
BY_PIECES(1)
BY_PIECES(2)
BY_PIECES(4)
BY_PIECES(8)

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
        {.name = "plain_in", .label = "in, from plain memory (driver)", .run = plain_in},
        {.name = "registered_in", .label = "in, from registered memory", .run = registered_in},
        {.name = "staged_in", .label = "in, by a pinned buffer", .run = staged_in},
        {.name = "pieces_in_1", .label = "in, by pieces, 1 thread", .run = pieces_in_1},
        {.name = "pieces_in_2", .label = "in, by pieces, 2 threads", .run = pieces_in_2},
        {.name = "pieces_in_4", .label = "in, by pieces, 4 threads", .run = pieces_in_4},
        {.name = "pieces_in_8", .label = "in, by pieces, 8 threads", .run = pieces_in_8},
        {.name = "plain_out", .label = "out, to plain memory (driver)", .run = plain_out},
        {.name = "registered_out", .label = "out, to registered memory", .run = registered_out},
        {.name = "pieces_out_1", .label = "out, by pieces, 1 thread", .run = pieces_out_1},
        {.name = "pieces_out_2", .label = "out, by pieces, 2 threads", .run = pieces_out_2},
        {.name = "pieces_out_4", .label = "out, by pieces, 4 threads", .run = pieces_out_4},
        {.name = "pieces_out_8", .label = "out, by pieces, 8 threads", .run = pieces_out_8},
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
    prepare_pieces();
    measure(&o, v, sizeof v / sizeof *v);
    measure_report("gpu_copies", &o, 1, v, sizeof v / sizeof *v, 1e-3, "ms");
    check(cudaHostUnregister(registered));
    free(plain);
    free(registered);
    return 0;
}
