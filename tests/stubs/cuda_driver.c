/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A CUDA driver of no device: libcuda.so.1 as far as the CUDA backend uses it, on the host's
 * memory, for machines without a GPU.  What the real one does is done so that mistakes show:
 *   - streams are threads, so what is not waited for is not over;
 *   - physical memory is a file that pieces of are mapped, so contents follow the handle, and what
 *     is not mapped, or not accessible yet, faults;
 *   - calls check the current context, sizes and alignment;
 *   - FAKE_CUDA_DEVICES (2), FAKE_CUDA_MEMORY bytes each (1 GiB), FAKE_CUDA_VMM=0: no virtual
 * memory management; FAKE_CUDA_INTEGRATED=0: they say that memory is their own;
 * FAKE_CUDA_FAIL=FUNCTION:N[:STATUS] makes the N-th call of a function fail, with a CUresult that
 * need not exist, and so does fake_cuda_fail from then on; fake_cuda_delay has what is enqueued
 * from then on begin late. A kernel is what a program enqueues by cuLaunchHostFunc. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): names are ours */
#define _GNU_SOURCE
#include <cuda.h>

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { MOST_DEVICES = 8, GRANULARITY = 4096, MULTIPROCESSORS = 4 };

struct CUctx_st {
    CUdevice device;
    int users;
};

typedef struct physical {
    int file;
    size_t size, used, next; /* capacity; in use; where a new piece goes */
} physical;

typedef struct piece { /* a CUmemGenericAllocationHandle */
    CUdevice device;
    size_t offset, size;
    int references; /* its handle, its mappings */
} piece;

static struct CUctx_st contexts[MOST_DEVICES];
static physical memory[MOST_DEVICES];
static int devices = 2;
static bool maps = true, integrated = true;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Of the static kind: leak checkers stumble over the other one in a library opened at run time. */
static _Thread_local CUcontext current __attribute__((tls_model("initial-exec")));

/* ---- Failing on demand ------------------------------------------------------------- */

static atomic_int calls_to_failure = -1;
static char failing[64];
static CUresult failure = CUDA_ERROR_UNKNOWN;
static atomic_uint delay; /* milliseconds */

/* Not CUDA's. */
void fake_cuda_delay(unsigned milliseconds);
void fake_cuda_delay(unsigned milliseconds)
{
    delay = milliseconds;
}

/* `function` may have a version behind its name. */
static bool injected(const char *function)
{
    size_t length = strlen(failing);
    bool named = length && !strncmp(failing, function, length) &&
                 (!function[length] || !strncmp(function + length, "_v", 2));
    return named && atomic_fetch_sub(&calls_to_failure, 1) == 1;
}

#define CHECK(condition, error)                                                                    \
    do {                                                                                           \
        if (injected(__func__))                                                                    \
            return failure;                                                                        \
        if (!(condition))                                                                          \
            return error;                                                                          \
    } while (0)
#define CHECK_CONTEXT(condition)                                                                   \
    CHECK(current && current->users > 0, CUDA_ERROR_INVALID_CONTEXT);                              \
    CHECK(condition, CUDA_ERROR_INVALID_VALUE)

static size_t setting(const char *name, size_t otherwise)
{
    const char *value = getenv(name);
    return value ? strtoull(value, NULL, 10) : otherwise;
}

/* Not CUDA's: as FAKE_CUDA_FAIL, counted from now on.  While no other thread calls the driver. */
void fake_cuda_fail(const char *value);
void fake_cuda_fail(const char *value)
{
    const char *colon = value ? strchr(value, ':') : NULL;
    if (!colon)
        return;
    snprintf(failing, sizeof failing, "%.*s", (int)(colon - value), value);
    calls_to_failure = atoi(colon + 1);
    const char *status = strchr(colon + 1, ':');
    if (status)
        failure = (CUresult)atoi(status + 1);
}

/* ---- Devices ------------------------------------------------------------------------ */

CUresult cuInit(unsigned flags)
{
    fake_cuda_fail(getenv("FAKE_CUDA_FAIL"));
    devices = (int)setting("FAKE_CUDA_DEVICES", 2);
    maps = setting("FAKE_CUDA_VMM", 1) != 0;
    integrated = setting("FAKE_CUDA_INTEGRATED", 1) != 0;
    CHECK(flags == 0, CUDA_ERROR_INVALID_VALUE);
    for (int d = 0; d < MOST_DEVICES; ++d) {
        contexts[d].device = d;
        memory[d] = (physical){.file = -1, .size = setting("FAKE_CUDA_MEMORY", (size_t)1 << 30)};
    }
    return devices > 0 ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

CUresult cuDeviceGetCount(int *count)
{
    CHECK(count, CUDA_ERROR_INVALID_VALUE);
    *count = devices;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    CHECK(ordinal >= 0 && ordinal < devices, CUDA_ERROR_INVALID_DEVICE);
    *device = ordinal;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int len, CUdevice dev)
{
    CHECK(dev < devices, CUDA_ERROR_INVALID_DEVICE);
    snprintf(name, (size_t)len, "Fake GPU");
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice dev)
{
    CHECK(dev < devices, CUDA_ERROR_INVALID_DEVICE);
    *bytes = memory[dev].size;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute what, CUdevice dev)
{
    CHECK(dev < devices, CUDA_ERROR_INVALID_DEVICE);
    *value = what == CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED ? maps
             : what == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT              ? MULTIPROCESSORS
             : what == CU_DEVICE_ATTRIBUTE_INTEGRATED                        ? integrated
                                                                             : 0;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetPCIBusId(char *id, int len, CUdevice dev)
{
    CHECK(dev < devices, CUDA_ERROR_INVALID_DEVICE);
    snprintf(id, (size_t)len, "0000:%02x:00.0", 0xf0 + dev);
    return CUDA_SUCCESS;
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice dev, CUdevice peer)
{
    CHECK(dev < devices && peer < devices && dev != peer, CUDA_ERROR_INVALID_DEVICE);
    *can = 1;
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version)
{
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    *name = error == CUDA_ERROR_OUT_OF_MEMORY     ? "CUDA_ERROR_OUT_OF_MEMORY"
            : error == CUDA_ERROR_INVALID_VALUE   ? "CUDA_ERROR_INVALID_VALUE"
            : error == CUDA_ERROR_INVALID_CONTEXT ? "CUDA_ERROR_INVALID_CONTEXT"
            : error == CUDA_ERROR_NO_DEVICE       ? "CUDA_ERROR_NO_DEVICE"
            : error == CUDA_ERROR_LAUNCH_FAILED   ? "CUDA_ERROR_LAUNCH_FAILED"
            : error == CUDA_ERROR_UNKNOWN         ? "CUDA_ERROR_UNKNOWN"
                                                  : NULL;
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *ctx, CUdevice dev)
{
    CHECK(dev < devices, CUDA_ERROR_INVALID_DEVICE);
    pthread_mutex_lock(&lock);
    contexts[dev].users++;
    pthread_mutex_unlock(&lock);
    *ctx = &contexts[dev];
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice dev)
{
    CHECK(dev < devices && contexts[dev].users > 0, CUDA_ERROR_INVALID_CONTEXT);
    pthread_mutex_lock(&lock);
    contexts[dev].users--;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext ctx)
{
    CHECK(!ctx || ctx->users > 0, CUDA_ERROR_INVALID_CONTEXT);
    current = ctx;
    return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    CHECK_CONTEXT(peer != current && flags == 0);
    return CUDA_SUCCESS;
}

/* ---- The host's memory ---------------------------------------------------------------- */

/* Pinned blocks, so few that they are looked through. */
enum { MOST_PINNED = 64 };
static struct {
    char *at;
    size_t bytes;
} pinned[MOST_PINNED];

CUresult cuMemHostAlloc(void **pp, size_t bytesize, unsigned Flags)
{
    CUresult error = CUDA_ERROR_OUT_OF_MEMORY;
    CHECK_CONTEXT(bytesize > 0 && Flags == 0);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MOST_PINNED && error; ++i)
        if (!pinned[i].at && (*pp = malloc(bytesize)) != NULL) {
            pinned[i].at = *pp;
            pinned[i].bytes = bytesize;
            error = CUDA_SUCCESS;
        }
    pthread_mutex_unlock(&lock);
    return error;
}

CUresult cuMemFreeHost(void *p)
{
    CUresult error = CUDA_ERROR_INVALID_VALUE;
    CHECK_CONTEXT(p);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MOST_PINNED && error; ++i)
        if (pinned[i].at == p) {
            free(p);
            pinned[i].at = NULL;
            error = CUDA_SUCCESS;
        }
    pthread_mutex_unlock(&lock);
    return error;
}

CUresult cuPointerGetAttributes(unsigned number, CUpointer_attribute *attribute, void **data,
                                CUdeviceptr ptr)
{
    unsigned type = 0; /* as of memory that the driver does not know */
    CHECK_CONTEXT(number == 1 && attribute[0] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MOST_PINNED; ++i)
        if (pinned[i].at && ptr >= (uintptr_t)pinned[i].at &&
            ptr < (uintptr_t)pinned[i].at + pinned[i].bytes)
            type = CU_MEMORYTYPE_HOST;
    pthread_mutex_unlock(&lock);
    *(unsigned *)data[0] = type;
    return CUDA_SUCCESS;
}

/* ---- Memory -------------------------------------------------------------------------- */

static void *pointer(CUdeviceptr at)
{
    return (void *)(uintptr_t)at;
}

static bool is_whole(size_t n)
{
    return n > 0 && n % GRANULARITY == 0;
}

CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags option)
{
    (void)option;
    CHECK(prop->type == CU_MEM_ALLOCATION_TYPE_PINNED &&
              prop->location.type == CU_MEM_LOCATION_TYPE_DEVICE && prop->location.id < devices,
          CUDA_ERROR_INVALID_VALUE);
    *granularity = GRANULARITY;
    return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment, CUdeviceptr addr,
                             unsigned long long flags)
{
    CHECK_CONTEXT(is_whole(size) && alignment == 0 && addr == 0 && flags == 0);
    char *at = mmap(NULL, size + 2 * GRANULARITY, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *ptr = (uintptr_t)at + GRANULARITY; /* on either side something that is never mapped */
    return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size)
{
    CHECK_CONTEXT(is_whole(size) && ptr % GRANULARITY == 0);
    munmap(pointer(ptr - GRANULARITY), size + 2 * GRANULARITY);
    return CUDA_SUCCESS;
}

static bool open_memory(physical *m)
{
    if (m->file >= 0)
        return true;
    m->file = memfd_create("fake-gpu", MFD_CLOEXEC);
    return m->file >= 0;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
                     const CUmemAllocationProp *prop, unsigned long long flags)
{
    CHECK_CONTEXT(is_whole(size) && prop->location.id < devices && flags == 0);
    physical *m = &memory[prop->location.id];
    piece *p = malloc(sizeof *p);
    CUresult error = CUDA_ERROR_OUT_OF_MEMORY;
    pthread_mutex_lock(&lock);
    if (p && open_memory(m) && size <= m->size - m->used) {
        *p = (piece){prop->location.id, m->next, size, 1};
        m->used += size;
        m->next += size;
        error = ftruncate(m->file, (off_t)m->next) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
    }
    pthread_mutex_unlock(&lock);
    if (error)
        free(p);
    else
        *handle = (CUmemGenericAllocationHandle)(uintptr_t)p;
    return error;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    piece *p = pointer(handle);
    CHECK_CONTEXT(p && p->references == 1);
    physical *m = &memory[p->device];
    pthread_mutex_lock(&lock);
    m->used -= p->size;
    pthread_mutex_unlock(&lock);
    int hole = fallocate(m->file, FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE, (off_t)p->offset,
                         (off_t)p->size);
    (void)hole;
    free(p);
    return CUDA_SUCCESS;
}

/* Where which piece is mapped. */
typedef struct mapping {
    CUdeviceptr at;
    piece *of;
    struct mapping *next;
} mapping;

static mapping *mappings;

CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags)
{
    piece *p = pointer(handle);
    CHECK_CONTEXT(p && size == p->size && offset == 0 && flags == 0 && ptr % GRANULARITY == 0 &&
                  p->references == 1);
    mapping *m = malloc(sizeof *m);
    if (!m || mmap(pointer(ptr), size, PROT_NONE, MAP_SHARED | MAP_FIXED, memory[p->device].file,
                   (off_t)p->offset) == MAP_FAILED) {
        free(m);
        return CUDA_ERROR_INVALID_VALUE;
    }
    p->references++;
    pthread_mutex_lock(&lock);
    *m = (mapping){ptr, p, mappings};
    mappings = m;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult cuMemUnmap(CUdeviceptr ptr, size_t size)
{
    CHECK_CONTEXT(ptr % GRANULARITY == 0);
    pthread_mutex_lock(&lock);
    mapping **at = &mappings;
    while (*at && ((*at)->at != ptr || (*at)->of->size != size))
        at = &(*at)->next;
    mapping *m = *at;
    if (m) {
        *at = m->next;
        m->of->references--;
    }
    pthread_mutex_unlock(&lock);
    if (!m)
        return CUDA_ERROR_INVALID_VALUE;
    free(m);
    return mmap(pointer(ptr), size, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED
               ? CUDA_ERROR_OUT_OF_MEMORY
               : CUDA_SUCCESS;
}

CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count)
{
    CHECK_CONTEXT(count > 0 && desc[0].location.id == current->device && is_whole(size));
    return mprotect(pointer(ptr), size, PROT_READ | PROT_WRITE) ? CUDA_ERROR_INVALID_VALUE
                                                                : CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr *ptr, size_t bytes)
{
    CHECK_CONTEXT(bytes > 0);
    physical *m = &memory[current->device];
    pthread_mutex_lock(&lock);
    bool fits = bytes <= m->size - m->used;
    m->used += fits ? bytes : 0;
    pthread_mutex_unlock(&lock);
    size_t *at = fits ? malloc(bytes + 64) : NULL;
    if (!at)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *at = bytes;
    *ptr = (uintptr_t)at + 64;
    return CUDA_SUCCESS;
}

CUresult cuMemFree(CUdeviceptr ptr)
{
    CHECK_CONTEXT(ptr);
    size_t *at = pointer(ptr - 64);
    pthread_mutex_lock(&lock);
    memory[current->device].used -= *at;
    pthread_mutex_unlock(&lock);
    free(at);
    return CUDA_SUCCESS;
}

/* ---- Streams ------------------------------------------------------------------------- */

/* What a stream's thread is to do. */
typedef struct task {
    void (*run)(struct task *t);
    CUevent event;
    CUhostFn function;
    void *data;
    char *dst;
    const char *src;
    size_t width, rows, dst_pitch, src_pitch;
    unsigned delay;
    struct task *next;
} task;

struct CUstream_st {
    CUcontext context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    task *first, **last;
    bool ends, busy;
};

struct CUevent_st {
    atomic_int pending; /* records on their way */
    double seconds;
    CUcontext context;
};

static void *work(void *data)
{
    CUstream s = data;
    pthread_mutex_lock(&s->lock);
    while (s->first || !s->ends) {
        task *t = s->first;
        if (!t) {
            pthread_cond_wait(&s->changed, &s->lock);
            continue;
        }
        s->busy = true;
        s->first = t->next;
        if (!s->first)
            s->last = &s->first;
        pthread_mutex_unlock(&s->lock);
        if (t->delay)
            usleep(t->delay * 1000);
        t->run(t);
        free(t);
        pthread_mutex_lock(&s->lock);
        s->busy = false;
        pthread_cond_broadcast(&s->changed);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

CUresult cuStreamCreate(CUstream *stream, unsigned flags)
{
    CHECK_CONTEXT(flags <= CU_STREAM_NON_BLOCKING);
    CUstream s = calloc(1, sizeof *s);
    if (!s)
        return CUDA_ERROR_OUT_OF_MEMORY;
    s->context = current;
    s->last = &s->first;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    pthread_create(&s->thread, NULL, work, s);
    *stream = s;
    return CUDA_SUCCESS;
}

CUresult cuStreamDestroy(CUstream s)
{
    CHECK_CONTEXT(s);
    pthread_mutex_lock(&s->lock);
    s->ends = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
    return CUDA_SUCCESS;
}

CUresult cuStreamQuery(CUstream s)
{
    CHECK_CONTEXT(s);
    pthread_mutex_lock(&s->lock);
    bool over = !s->first && !s->busy;
    pthread_mutex_unlock(&s->lock);
    return over ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

static CUresult enqueue(CUstream s, task what)
{
    task *t = malloc(sizeof *t);
    if (!t)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *t = what;
    t->delay = delay;
    t->next = NULL;
    pthread_mutex_lock(&s->lock);
    *s->last = t;
    s->last = &t->next;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return CUDA_SUCCESS;
}

static void call(task *t)
{
    t->function(t->data);
}

CUresult cuLaunchHostFunc(CUstream s, CUhostFn fn, void *data)
{
    CHECK_CONTEXT(s && s->context == current && fn);
    return enqueue(s, (task){.run = call, .function = fn, .data = data});
}

static void copy(task *t)
{
    for (size_t r = 0; r < t->rows; ++r)
        memcpy(t->dst + r * t->dst_pitch, t->src + r * t->src_pitch, t->width);
}

static CUresult enqueue_bytes(CUstream s, void *dst, const void *src, size_t bytes)
{
    return enqueue(s, (task){.run = copy, .dst = dst, .src = src, .width = bytes, .rows = 1});
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void *src, size_t bytes, CUstream s)
{
    CHECK_CONTEXT(s && s->context == current && bytes > 0);
    return enqueue_bytes(s, pointer(dst), src, bytes);
}

CUresult cuMemcpyDtoHAsync(void *dst, CUdeviceptr src, size_t bytes, CUstream s)
{
    CHECK_CONTEXT(s && s->context == current && bytes > 0);
    return enqueue_bytes(s, dst, pointer(src), bytes);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from,
                           size_t bytes, CUstream s)
{
    CHECK_CONTEXT(s && s->context == current && to == current && from && from->users > 0 &&
                  bytes > 0);
    return enqueue_bytes(s, pointer(dst), pointer(src), bytes);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *c, CUstream s)
{
    bool in = c->srcMemoryType == CU_MEMORYTYPE_HOST;
    const size_t most = 0x7fffffff; /* of a pitch */
    CHECK_CONTEXT(s && s->context == current && c->srcPitch >= c->WidthInBytes &&
                  c->dstPitch >= c->WidthInBytes && c->WidthInBytes > 0 && c->Height > 0 &&
                  c->srcPitch <= most && c->dstPitch <= most);
    return enqueue(s, (task){.run = copy,
                             .dst = in ? pointer(c->dstDevice) : c->dstHost,
                             .src = in ? c->srcHost : pointer(c->srcDevice),
                             .width = c->WidthInBytes,
                             .rows = c->Height,
                             .dst_pitch = c->dstPitch,
                             .src_pitch = c->srcPitch});
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *c, CUstream s)
{
    CHECK_CONTEXT(s && s->context == current && c->dstContext == current && c->srcContext &&
                  c->srcContext->users > 0 && c->Depth == 1 && c->srcPitch >= c->WidthInBytes &&
                  c->dstPitch >= c->WidthInBytes);
    return enqueue(s, (task){.run = copy,
                             .dst = pointer(c->dstDevice),
                             .src = pointer(c->srcDevice),
                             .width = c->WidthInBytes,
                             .rows = c->Height,
                             .dst_pitch = c->dstPitch,
                             .src_pitch = c->srcPitch});
}

/* ---- Events -------------------------------------------------------------------------- */

CUresult cuEventCreate(CUevent *event, unsigned flags)
{
    CHECK_CONTEXT(flags == CU_EVENT_BLOCKING_SYNC);
    *event = calloc(1, sizeof **event);
    if (!*event)
        return CUDA_ERROR_OUT_OF_MEMORY;
    (*event)->context = current;
    return CUDA_SUCCESS;
}

CUresult cuEventDestroy(CUevent e)
{
    CHECK_CONTEXT(e && e->pending == 0);
    free(e);
    return CUDA_SUCCESS;
}

static void record(task *t)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    t->event->seconds = (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
    atomic_fetch_sub(&t->event->pending, 1);
}

CUresult cuEventRecord(CUevent e, CUstream s)
{
    CHECK_CONTEXT(e && s && s->context == current && e->context == current);
    atomic_fetch_add(&e->pending, 1);
    return enqueue(s, (task){.run = record, .event = e});
}

CUresult cuEventQuery(CUevent e)
{
    CHECK_CONTEXT(e);
    return e->pending ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end)
{
    CHECK_CONTEXT(start && end);
    if (start->pending || end->pending)
        return CUDA_ERROR_NOT_READY;
    *ms = (float)((end->seconds - start->seconds) * 1e3);
    return CUDA_SUCCESS;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
