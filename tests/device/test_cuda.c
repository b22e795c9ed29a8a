/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CUDA devices by their interface, on the driver that the tests bring: what the backend asks of a
 * driver, and what it makes of its errors.  A GPU is needed to see that this is what real ones do.
 */
#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "device/cuda/context.h"
#include "support/accelerator.h"
#include "support/device.h"
#include "support/random.h"

#define CUDA (&ctsar__backend_cuda)

enum { GRANULARITY = 4096 }; /* the driver's */

/* ---- Devices ------------------------------------------------------------------------ */

static int open_at(int device, size_t memory, ctsar__clock clock, ctsar__device **d)
{
    ctsar__emu_spec plain = {.speed = 4, .latency = .5, .bandwidth = 16, .memory = SIZE_MAX};
    ctsar__device_choice choice = {device, 0, 1, 0};
    ctsar__device_settings settings = {.emu = &plain,
                                       .nemu = 1,
                                       .clock = clock,
                                       .choice = &choice,
                                       .nchoices = 1,
                                       .memory = memory,
                                       .pinned = -1};
    return CUDA->open(&settings, 0, d);
}

static ctsar__device *device(size_t memory)
{
    ctsar__device *d = NULL;
    if (open_at(0, memory, CTSAR__CLOCK_REAL, &d))
        fail_msg("%s", ctsar__error_detail());
    return d;
}

/* Runs `test` in a process of its own with FAKE_ variables set: the driver reads them once. */
static void alone(const char *name, const char *value, int (*test)(void))
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setenv(name, value, 1);
        _exit(test());
    }
    int status;
    assert_true(waitpid(child, &status, 0) == child && WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* In such a process: says where it goes wrong. */
#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition,                    \
                    ctsar__error_detail());                                                        \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

static int no_devices(void)
{
    EXPECT(CUDA->select("", NULL, 0) == 0);
    EXPECT(strstr(CUDA->absent(), "CUDA_ERROR_NO_DEVICE"));
    ctsar__device *d;
    EXPECT(open_at(0, SIZE_MAX, CTSAR__CLOCK_REAL, &d) == CTSAR_ENODEV);
    return 0;
}

static void without_a_device_the_backend_says_why(void **state)
{
    (void)state;
    alone("FAKE_CUDA_DEVICES", "0", no_devices);
}

/* All tests that need the driver run in processes of their own, or in this order. */
static void a_device_says_what_it_is(void **state)
{
    (void)state;
    assert_null(CUDA->absent());
    assert_int_equal(CUDA->select("", NULL, 0), 2);
    assert_int_equal(CUDA->select(NULL, NULL, 0), 2);
    assert_int_equal(CUDA->select("gpu", NULL, 0), -1);
    ctsar__device *d = device(SIZE_MAX), *none;
    assert_string_equal(d->name, "cuda0");
    assert_string_equal(d->model, "Fake GPU");
    assert_string_equal(d->pci, "0000:f0:00.0");
    assert_non_null(strstr(d->windows, "mapped"));
    assert_true(d->memory == (size_t)1 << 30 && d->simd == 32 && d->groups == 32);
    assert_true(d->launch_overhead > 0 && d->copy_overhead > 0);
    CUDA->close(d);
    assert_int_equal(open_at(2, SIZE_MAX, CTSAR__CLOCK_REAL, &none), CTSAR_ENODEV);
    assert_non_null(strstr(ctsar__error_detail(), "no CUDA device 2: there are 2"));
}

/* ---- Windows ------------------------------------------------------------------------ */

static void mpi_reaches_it_only_where_it_knows_such_memory(void **state)
{
    (void)state;
    ctsar__device *d = device(SIZE_MAX);
    assert_false(CUDA->reach(d, false));
    assert_true(CUDA->reach(d, true));
    CUDA->close(d);
}

static void windows_that_move_at_random_keep_what_stays_and_fault_outside(void **state)
{
    (void)state;
    enum { BYTES = 20 * GRANULARITY - 77 };
    ctsar__device *d = device(SIZE_MAX);
    char *model = malloc(BYTES);
    random_state r = {3};
    ctsar__space s;
    assert_int_equal(CUDA->reserve(d, BYTES, &s), CTSAR_OK);
    assert_false(accessible(s.base));
    for (int n = 0; n < 200; ++n) {
        size_t was_lo = s.lo, was_hi = s.hi;
        size_t lo = (size_t)random_long(&r, 0, BYTES);
        size_t hi = (size_t)random_long(&r, (long)lo, BYTES);
        assert_int_equal(CUDA->commit(d, &s, lo, hi), CTSAR_OK);
        size_t first = lo / GRANULARITY, last = (hi + GRANULARITY - 1) / GRANULARITY;
        assert_int_equal(s.committed, lo < hi ? (last - first) * GRANULARITY : 0);
        assert_int_equal(ctsar__cuda_of(d)->used, s.committed);
        for (size_t i = 0; i < 20; ++i)
            assert_true(accessible(s.base + i * GRANULARITY) ==
                        (lo < hi && i >= first && i < last));
        size_t from = lo > was_lo ? lo : was_lo, to = hi < was_hi ? hi : was_hi;
        if (from < to)
            assert_memory_equal(s.base + from, model + from, to - from);
        for (size_t i = lo; i < hi; i += 97)
            s.base[i] = (char)random_bits(&r);
        memcpy(model + lo, s.base + lo, hi - lo);
    }
    CUDA->release(d, &s);
    assert_int_equal(ctsar__cuda_of(d)->used, 0);
    CUDA->close(d);
    free(model);
}

static void a_window_that_moves_takes_no_more_than_its_size(void **state)
{
    (void)state;
    ctsar__device *d = device(4 * GRANULARITY);
    ctsar__space a, b;
    assert_int_equal(CUDA->reserve(d, 32 * GRANULARITY, &a), CTSAR_OK);
    assert_int_equal(CUDA->reserve(d, 32 * GRANULARITY, &b), CTSAR_OK);
    assert_int_equal(CUDA->commit(d, &a, 0, 4 * GRANULARITY), CTSAR_OK);
    memset(a.base, 'a', 4 * GRANULARITY);
    assert_int_equal(CUDA->commit(d, &b, 0, 1), CTSAR_ENOMEM);
    assert_non_null(strstr(ctsar__error_detail(), "cuda0: a window of"));
    assert_int_equal(CUDA->commit(d, &a, 3 * GRANULARITY, 7 * GRANULARITY), CTSAR_OK);
    assert_true(a.base[4 * GRANULARITY - 1] == 'a' && !accessible(a.base));
    assert_int_equal(CUDA->commit(d, &a, 3 * GRANULARITY, 8 * GRANULARITY), CTSAR_ENOMEM);
    assert_true(a.hi == 7 * GRANULARITY && a.base[3 * GRANULARITY] == 'a');
    assert_int_equal(CUDA->commit(d, &a, 0, 0), CTSAR_OK);
    assert_int_equal(CUDA->commit(d, &b, 0, GRANULARITY), CTSAR_OK);
    CUDA->release(d, &a);
    CUDA->release(d, &b);
    CUDA->close(d);
}

static int no_mapping(void)
{
    ctsar__device *d = device(3 << 20);
    ctsar__space s, more;
    EXPECT(strstr(d->windows, "all of the array"));
    EXPECT(!CUDA->reserve(d, 2 << 20, &s) && accessible(s.base));
    EXPECT(CUDA->reserve(d, 2 << 20, &more) == CTSAR_ENOMEM);
    EXPECT(!CUDA->commit(d, &s, 100, 200) && s.committed == 2 << 20);
    s.base[150] = 7;
    EXPECT(!CUDA->commit(d, &s, 120, 1 << 20) && s.base[150] == 7);
    CUDA->release(d, &s);
    EXPECT(!CUDA->reserve(d, 2 << 20, &more));
    CUDA->release(d, &more);
    CUDA->close(d);
    return 0;
}

static void a_device_that_cannot_map_allocates_in_full(void **state)
{
    (void)state;
    alone("FAKE_CUDA_VMM", "0", no_mapping);
}

/* Copies are timed both ways where it is opened; what is chosen is up to the times. */
static int memory_of_its_own(void)
{
    enum { BYTES = 5 << 20 };
    ctsar__device *d;
    ctsar__space s;
    ctsar__event e;
    char *in = malloc(BYTES), *out = calloc(1, BYTES);
    EXPECT(!open_at(0, SIZE_MAX, CTSAR__CLOCK_VIRTUAL, &d));
    EXPECT(ctsar__cuda_of(d)->staging.least == SIZE_MAX); /* its times are a model's */
    CUDA->close(d);
    EXPECT(!open_at(0, 3 << 20, CTSAR__CLOCK_REAL, &d)); /* no room to try */
    EXPECT(ctsar__cuda_of(d)->staging.least == SIZE_MAX);
    CUDA->close(d);
    EXPECT(!open_at(0, SIZE_MAX, CTSAR__CLOCK_REAL, &d));
    EXPECT(ctsar__cuda_of(d)->staging.slot[0].buffer[0].at); /* tried */
    memset(in, 5, BYTES);
    ctsar__copy2d there = {NULL, in, BYTES, BYTES, BYTES, 1}, back = there;
    EXPECT(!CUDA->reserve(d, BYTES, &s) && !CUDA->commit(d, &s, 0, BYTES));
    there.dst = s.base;
    back.src = s.base;
    back.dst = out;
    EXPECT(!CUDA->copy_in(d, 2, &there, &e) && !CUDA->wait(d, &e));
    EXPECT(!CUDA->copy_out(d, 2, &back, &e) && !CUDA->wait(d, &e));
    EXPECT(!memcmp(in, out, BYTES));
    CUDA->release(d, &s);
    CUDA->close(d);
    free(in);
    free(out);
    return 0;
}

static void staging_is_tried_on_a_device_with_memory_of_its_own(void **state)
{
    (void)state;
    alone("FAKE_CUDA_INTEGRATED", "0", memory_of_its_own);
}

/* ---- Copies -------------------------------------------------------------------------- */

static void strided_copies_move_their_blocks_and_no_byte_between_them(void **state)
{
    (void)state;
    enum { BYTES = 400 };
    ctsar__device *d = device(SIZE_MAX), *other = NULL;
    assert_int_equal(open_at(1, SIZE_MAX, CTSAR__CLOCK_REAL, &other), CTSAR_OK);
    random_state r = {5};
    ctsar__space s, t;
    assert_int_equal(CUDA->reserve(d, BYTES, &s), CTSAR_OK);
    assert_int_equal(CUDA->commit(d, &s, 0, BYTES), CTSAR_OK);
    assert_int_equal(CUDA->reserve(other, BYTES, &t), CTSAR_OK);
    assert_int_equal(CUDA->commit(other, &t, 0, BYTES), CTSAR_OK);
    for (int n = 0; n < 300; ++n) {
        char host[BYTES], before[BYTES];
        size_t rows = (size_t)random_long(&r, 1, 5), width = (size_t)random_long(&r, 1, 20);
        size_t src = width + (size_t)random_long(&r, 0, 40);
        size_t dst = width + (n % 3 ? (size_t)random_long(&r, 0, 40) : src - width);
        for (size_t i = 0; i < BYTES; ++i) {
            host[i] = (char)random_bits(&r);
            s.base[i] = (char)random_bits(&r);
            t.base[i] = (char)random_bits(&r);
        }
        ctsar__event e;
        char *to = n % 3 == 0 ? s.base : n % 3 == 1 ? host : t.base;
        const char *from = n % 3 == 0 ? host : s.base;
        memcpy(before, to, BYTES);
        ctsar__copy2d c = {to, from, dst, src, width, rows};
        if (n % 3 == 2)
            over(other, CUDA->copy_peer(other, d, n % 4, &c, &e), &e);
        else
            over(d, (n % 3 ? CUDA->copy_out : CUDA->copy_in)(d, n % 4, &c, &e), &e);
        for (size_t i = 0; i < BYTES; ++i) {
            bool moved = i / dst < rows && i % dst < width;
            assert_int_equal(to[i], moved ? from[i / dst * src + i % dst] : before[i]);
        }
    }
    CUDA->release(d, &s);
    CUDA->release(other, &t);
    CUDA->close(d);
    CUDA->close(other);
}

/* ---- Kernels ------------------------------------------------------------------------- */

static CUresult (*host_function)(CUstream stream, CUhostFn function, void *data);

static _Atomic int added;
static _Atomic bool gate;

static void add_one(void *data)
{
    while (!gate)
        usleep(100);
    added += *(int *)data;
}

static int add_form(const ctsar_call *call, void *stream)
{
    return (int)host_function(stream, add_one, call->arg[0]);
}

static int failing_form(const ctsar_call *call, void *stream)
{
    (void)call, (void)stream;
    return CUDA_ERROR_LAUNCH_FAILED;
}

static int launch_form(ctsar__device *d, int slot, int (*form)(const ctsar_call *, void *),
                       void *arg, ctsar__event *e)
{
    static ctsar_kernel k;
    static ctsar_call call;
    static void *args[1];
    k = (ctsar_kernel){.name = "form", .cuda = form};
    args[0] = arg;
    call = (ctsar_call){.end = 1, .step = 1, .count = 1, .groups = d->groups, .arg = args};
    ctsar__launch l = {.kernel = &k, .call = &call, .nargs = 1, .seconds = 3};
    return CUDA->launch(d, slot, &l, e);
}

static void slots_are_independent_and_each_is_in_order(void **state)
{
    (void)state;
    static int one = 1, bytes;
    ctsar__device *d = device(SIZE_MAX);
    ctsar__event kernel, copy, behind;
    ctsar__space s;
    gate = false;
    added = 0;
    assert_int_equal(CUDA->reserve(d, 64, &s), CTSAR_OK);
    assert_int_equal(CUDA->commit(d, &s, 0, 64), CTSAR_OK);
    ctsar__copy2d c = {s.base, (char *)&bytes, 4, 4, 4, 1};
    assert_int_equal(launch_form(d, 0, add_form, &one, &kernel), CTSAR_OK);
    over(d, CUDA->copy_in(d, 1, &c, &copy), &copy); /* while slot 0 is held up */
    assert_int_equal(added, 0);
    assert_int_equal(CUDA->copy_in(d, 0, &c, &behind), CTSAR_OK);
    d->timeout = .02;
    assert_int_equal(CUDA->wait(d, &behind), CTSAR_EDEVICE);
    assert_non_null(strstr(ctsar__error_detail(), "not over after 0.02 s"));
    d->timeout = INFINITY;
    gate = true;
    over(d, CTSAR_OK, &kernel);
    assert_int_equal(added, 1);
    assert_true(kernel.seconds > 0);
    CUDA->release(d, &s);
    CUDA->close(d);
}

/* The driver, with its looks and its calls back counted. Whichever comes first of `enough` looks
 * and a call back lets the kernel end. */
static struct {
    const ctsar__cu *driver;
    int looks, enough, called;
} watch;

static CUresult watched_look(CUevent event)
{
    if (++watch.looks == watch.enough)
        gate = true;
    return watch.driver->EventQuery(event);
}

static CUresult watched_call(CUstream stream, CUhostFn function, void *data)
{
    watch.called++;
    gate = true;
    return watch.driver->LaunchHostFunc(stream, function, data);
}

/* Waits for a kernel with so much patience, on a device where sleeping costs nothing. */
static void wait_for_a_kernel(double patience, int enough)
{
    static int one = 1;
    ctsar__device *d = device(SIZE_MAX);
    ctsar__cuda *c = ctsar__cuda_of(d);
    ctsar__cu watched = *c->cu;
    ctsar__event kernel;
    watch.driver = c->cu;
    watch.looks = watch.called = 0;
    watch.enough = enough;
    watched.EventQuery = watched_look;
    watched.LaunchHostFunc = watched_call;
    gate = false;
    assert_int_equal(launch_form(d, 0, add_form, &one, &kernel), CTSAR_OK);
    c->cu = &watched;
    c->look = 0;
    d->patience = patience;
    assert_int_equal(CUDA->wait(d, &kernel), CTSAR_OK);
    c->cu = watch.driver;
    CUDA->close(d);
}

static void who_has_patience_looks_and_who_has_none_sleeps(void **state)
{
    (void)state;
    wait_for_a_kernel(3600, 100);
    assert_true(watch.looks > 100);
    assert_int_equal(watch.called, 0);
    wait_for_a_kernel(0, INT_MAX);
    assert_int_equal(watch.called, 1);
}

#define SETTING_UP 0.02 /* seconds */

/* As a library does when it is called for the first time; here each time. */
static int slow_form(const ctsar_call *call, void *stream)
{
    (void)call, (void)stream;
    ctsar__wait_until(ctsar__now() + SETTING_UP);
    return 0;
}

/* The seconds of a kernel's first launch and of its second one. */
static void launch_twice(ctsar__device *d, const ctsar_kernel *k, double seconds[2])
{
    const ctsar_call call = {.step = 1, .count = 1, .groups = 1};
    const ctsar__launch l = {.kernel = k, .call = &call};
    for (int i = 0; i < 2; ++i) {
        ctsar__event e;
        assert_int_equal(CUDA->launch(d, 0, &l, &e), CTSAR_OK);
        assert_int_equal(CUDA->wait(d, &e), CTSAR_OK);
        seconds[i] = e.seconds;
    }
}

/* On a busy machine a launch seems longer, or shorter where the stream notes its beginning late:
 * one of several kernels that shows it is enough. */
static void what_a_first_launch_sets_up_is_none_of_the_kernels_time(void **state)
{
    ctsar_kernel k[20];
    bool shown = false;
    (void)state;
    ctsar__device *d = device(SIZE_MAX);
    for (size_t i = 0; i < sizeof k / sizeof *k && !shown; ++i) {
        double seconds[2];
        k[i] = (ctsar_kernel){.name = "slow", .cuda = slow_form};
        launch_twice(d, &k[i], seconds);
        shown = seconds[0] < .5 * SETTING_UP && seconds[1] >= .9 * SETTING_UP;
    }
    assert_true(shown);
    CUDA->close(d);
}

static void a_form_that_fails_is_named_with_its_error(void **state)
{
    (void)state;
    ctsar__device *d = device(SIZE_MAX);
    ctsar__event e;
    assert_int_equal(launch_form(d, 0, failing_form, NULL, &e), CTSAR_EDEVICE);
    assert_non_null(strstr(ctsar__error_detail(), "form of kernel form"));
    assert_non_null(strstr(ctsar__error_detail(), "CUDA_ERROR_LAUNCH_FAILED"));
    CUDA->close(d);
}

static void an_inline_body_is_over_with_what_it_enqueued(void **state)
{
    (void)state;
    static int one = 1;
    ctsar__device *d = device(SIZE_MAX);
    ctsar__event e;
    added = 0;
    gate = true;
    void *stream = CUDA->stream(d);
    assert_non_null(stream);
    assert_ptr_equal(CUDA->stream(d), stream);
    for (int i = 0; i < 5; ++i)
        assert_int_equal(host_function(stream, add_one, &one), CUDA_SUCCESS);
    over(d, CUDA->executed(d, 0, &e), &e);
    assert_int_equal(added, 5);
    over(d, CUDA->executed(d, 0, &e), &e); /* one that has not asked for the stream */
    assert_false(CUDA->executes(NULL, CTSAR_DEV_ALL));
    assert_true(CUDA->executes(NULL, CTSAR_DEV_ALL | CTSAR_DEV_CUDA));
    CUDA->close(d);
}

static void under_the_virtual_clock_times_are_the_models(void **state)
{
    (void)state;
    static int one = 1;
    ctsar__device *d;
    ctsar__event e;
    char bytes[32] = "";
    ctsar__space s;
    gate = true;
    assert_int_equal(open_at(0, SIZE_MAX, CTSAR__CLOCK_VIRTUAL, &d), CTSAR_OK);
    assert_true(d->launch_overhead == .5 && d->copy_overhead == .5);
    assert_int_equal(CUDA->reserve(d, 64, &s), CTSAR_OK);
    assert_int_equal(CUDA->commit(d, &s, 0, 64), CTSAR_OK);
    ctsar__copy2d c = {s.base, bytes, 32, 32, 32, 1};
    over(d, CUDA->copy_in(d, 0, &c, &e), &e);
    assert_true(e.seconds == .5 + 2);
    over(d, launch_form(d, 0, add_form, &one, &e), &e);
    assert_true(e.seconds == .5 + .75);
    CUDA->release(d, &s);
    CUDA->close(d);
}

/* ---- Errors of the driver --------------------------------------------------------------- */

/* Everything that a range does; each call that fails must come out as an error, once. */
static int whole_life(void)
{
    ctsar__device *d = NULL;
    ctsar__space s = {0};
    ctsar__event e;
    static int one = 1;
    static char bytes[GRANULARITY];
    gate = true;
    int status = open_at(0, SIZE_MAX, CTSAR__CLOCK_REAL, &d);
    if (status)
        return status;
    status = CUDA->reserve(d, 4 * GRANULARITY, &s);
    if (!status)
        status = CUDA->commit(d, &s, 0, 2 * GRANULARITY);
    if (!status)
        status = CUDA->commit(d, &s, GRANULARITY, 4 * GRANULARITY);
    ctsar__copy2d in = {s.base + GRANULARITY, bytes, 64, 128, 64, 2},
                  out = {bytes, s.base + GRANULARITY, 64, 128, 64, 2};
    if (!status)
        status = CUDA->copy_in(d, 1, &in, &e);
    if (!status)
        status = CUDA->wait(d, &e);
    if (!status)
        status = launch_form(d, 1, add_form, &one, &e);
    if (!status)
        status = CUDA->wait(d, &e);
    if (!status)
        status = CUDA->copy_out(d, 1, &out, &e);
    if (!status)
        status = CUDA->wait(d, &e);
    CUDA->release(d, &s);
    CUDA->close(d);
    return status;
}

static int fails_with_an_error(void)
{
    int status = whole_life();
    EXPECT(status == CTSAR_EDEVICE || status == CTSAR_ENODEV);
    EXPECT(strstr(ctsar__error_detail(), "CUDA_ERROR_UNKNOWN"));
    return 0;
}

static void whatever_call_of_the_driver_fails_is_an_error(void **state)
{
    (void)state;
    static const char *const calls[] = {"cuInit:1",
                                        "cuDeviceGetCount:1",
                                        "cuDevicePrimaryCtxRetain:1",
                                        "cuStreamCreate:1",
                                        "cuEventCreate:1",
                                        "cuEventCreate:2",
                                        "cuEventRecord:1",
                                        "cuEventRecord:2",
                                        "cuMemAddressReserve:1",
                                        "cuMemCreate:1",
                                        "cuMemCreate:2",
                                        "cuMemMap:1",
                                        "cuMemMap:2",
                                        "cuMemSetAccess:2",
                                        "cuMemcpy2DAsync:1",
                                        "cuMemcpyHtoDAsync:2",
                                        "cuEventElapsedTime:1"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i)
        alone("FAKE_CUDA_FAIL", calls[i], fails_with_an_error);
}

/* A status that is none, also from what is asked whether an operation is over. */
static int fails_without_a_name(void)
{
    int status = whole_life();
    EXPECT(status == CTSAR_EDEVICE || status == CTSAR_ENODEV);
    EXPECT(strstr(ctsar__error_detail(), "CUDA error (-77)"));
    return 0;
}

static void a_status_that_does_not_exist_is_a_failure(void **state)
{
    (void)state;
    static const char *const calls[] = {"cuMemMap:1:-77", "cuMemcpy2DAsync:1:-77",
                                        "cuEventQuery:1:-77"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i)
        alone("FAKE_CUDA_FAIL", calls[i], fails_without_a_name);
}

static void set_delay(unsigned milliseconds)
{
    static void (*set)(unsigned milliseconds);
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    void *address = driver ? dlsym(driver, "fake_cuda_delay") : NULL;
    memcpy(&set, &address, sizeof address);
    if (set)
        set(milliseconds);
}

/* It is given up, the host goes on with its memory, and the copy comes after all. */
static int copy_late(void)
{
    enum { BYTES = 3 * GRANULARITY, ROWS = 4 };
    static char host[BYTES];
    for (int strided = 0; strided < 2; ++strided) {
        ctsar__device *d = device(SIZE_MAX);
        ctsar__space s;
        ctsar__event e = {0};
        EXPECT(!CUDA->reserve(d, BYTES, &s) && !CUDA->commit(d, &s, 0, BYTES));
        memset(s.base, 1, BYTES);
        ctsar__copy2d out = {host, s.base, BYTES, BYTES, BYTES, 1};
        if (strided)
            out = (ctsar__copy2d){host, s.base, BYTES / ROWS, BYTES / ROWS, 64, ROWS};
        d->timeout = .02;
        set_delay(60);
        int status = CUDA->copy_out(d, 1, &out, &e);
        status = status ? status : CUDA->wait(d, &e);
        EXPECT(status == CTSAR_EDEVICE && strstr(ctsar__error_detail(), "not over after 0.02 s"));
        set_delay(0);
        memset(host, 7, BYTES);
        usleep(500000); /* in which it comes */
        for (int i = 0; i < BYTES; ++i)
            EXPECT(host[i] == 7);
    }
    return 0;
}

static void what_comes_too_late_does_not_reach_the_hosts_memory(void **state)
{
    (void)state;
    alone("FAKE_CUDA_VMM", "1", copy_late);
}

/* A call fails once a copy has been enqueued: that is over before the host has its memory back. */
static int copy_that_fails(void)
{
    enum { BYTES = 3 * GRANULARITY };
    static char host[BYTES];
    ctsar__device *d = NULL;
    ctsar__space s = {0};
    ctsar__event e = {0};
    if (open_at(0, SIZE_MAX, CTSAR__CLOCK_VIRTUAL, &d))
        return 0; /* it failed earlier, as it may */
    int status = CUDA->reserve(d, BYTES, &s);
    status = status ? status : CUDA->commit(d, &s, 0, BYTES);
    ctsar__copy2d out = {host, s.base, BYTES, BYTES, BYTES, 1};
    set_delay(40);
    status = status ? status : CUDA->copy_out(d, 1, &out, &e);
    bool over = status || CUDA->wait(d, &e) == CTSAR_OK; /* or it failed, as it may */
    (void)over;
    memset(host, 7, BYTES);
    set_delay(0);
    usleep(150000); /* in which it would come */
    for (int i = 0; i < BYTES; ++i)
        EXPECT(host[i] == 7);
    CUDA->release(d, &s);
    CUDA->close(d);
    return 0;
}

static void what_is_under_way_when_a_call_fails_does_not_reach_the_hosts_memory(void **state)
{
    (void)state;
    static const char *const calls[] = {
        "cuEventRecord:2",    "cuEventQuery:1",    "cuEventQuery:2",
        "cuLaunchHostFunc:1", "cuCtxSetCurrent:1", "cuCtxSetCurrent:2",
        "cuCtxSetCurrent:3",  "cuCtxSetCurrent:4", "cuEventElapsedTime:1"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i)
        alone("FAKE_CUDA_FAIL", calls[i], copy_that_fails);
}

int main(void)
{
    /* Those in processes of their own come first: the driver is loaded once in a process. */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_device_the_backend_says_why),
        cmocka_unit_test(a_status_that_does_not_exist_is_a_failure),
        cmocka_unit_test(what_comes_too_late_does_not_reach_the_hosts_memory),
        cmocka_unit_test(what_is_under_way_when_a_call_fails_does_not_reach_the_hosts_memory),
        cmocka_unit_test(a_device_that_cannot_map_allocates_in_full),
        cmocka_unit_test(staging_is_tried_on_a_device_with_memory_of_its_own),
        cmocka_unit_test(whatever_call_of_the_driver_fails_is_an_error),
        cmocka_unit_test(a_device_says_what_it_is),
        cmocka_unit_test(mpi_reaches_it_only_where_it_knows_such_memory),
        cmocka_unit_test(windows_that_move_at_random_keep_what_stays_and_fault_outside),
        cmocka_unit_test(a_window_that_moves_takes_no_more_than_its_size),
        cmocka_unit_test(strided_copies_move_their_blocks_and_no_byte_between_them),
        cmocka_unit_test(slots_are_independent_and_each_is_in_order),
        cmocka_unit_test(who_has_patience_looks_and_who_has_none_sleeps),
        cmocka_unit_test(what_a_first_launch_sets_up_is_none_of_the_kernels_time),
        cmocka_unit_test(a_form_that_fails_is_named_with_its_error),
        cmocka_unit_test(an_inline_body_is_over_with_what_it_enqueued),
        cmocka_unit_test(under_the_virtual_clock_times_are_the_models),
    };
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    void *function = driver ? dlsym(driver, "cuLaunchHostFunc") : NULL;
    if (!function) {
        printf("the driver that the tests bring is not in LD_LIBRARY_PATH\n");
        return 77;
    }
    memcpy(&host_function, &function, sizeof function);
    return cmocka_run_group_tests_name("cuda", tests, NULL, NULL);
}
