/* SPDX-License-Identifier: BSD-3-Clause
 *
 * OpenCL devices by their interface: windows, copies, kernels, what is refused.  Run where there is
 * a device, as PoCL's. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "device/opencl/context.h"
#include "device/opencl/window.h"
#include "device/registry.h"
#include "support/device.h"
#include "support/random.h"

#define CL (&ctsar__backend_opencl)

static char cache[] = "/tmp/ctsar-opencl-XXXXXX";

/* ---- Devices ---------------------------------------------------------------------- */

static ctsar__emu_spec plain = {.speed = 1, .memory = SIZE_MAX};

/* Opens part `part` of `parts` of device 0. */
static int open_part(int part, int parts, size_t memory, ctsar__clock clock, ctsar__device **d)
{
    ctsar__device_choice choice = {0, part, parts, 0};
    ctsar__device_settings settings = {.emu = &plain,
                                       .nemu = 1,
                                       .clock = clock,
                                       .choice = &choice,
                                       .nchoices = 1,
                                       .memory = memory,
                                       .cache_dir = cache};
    return CL->open(&settings, 0, d);
}

static ctsar__device *device_with(size_t memory)
{
    ctsar__device *d = NULL;
    if (open_part(0, 1, memory, CTSAR__CLOCK_REAL, &d))
        fail_msg("%s", ctsar__error_detail());
    return d;
}

static ctsar__device *device(void)
{
    return device_with(SIZE_MAX);
}

static void devices_are_found_by_kind(void **state)
{
    (void)state;
    int all[8], cpus[8], n = CL->select("", all, 8);
    assert_true(n > 0);
    assert_null(CL->absent());
    for (int i = 0; i < n && i < 8; ++i)
        assert_int_equal(all[i], i);
    assert_int_equal(CL->select("cpu", cpus, 8) + CL->select("gpu", NULL, 0), n);
    assert_int_equal(CL->select("fpga", NULL, 0), -1);
    assert_true(CL->select(NULL, NULL, 0) <= CL->select("gpu", NULL, 0));
}

static void a_device_says_what_it_is(void **state)
{
    (void)state;
    ctsar__device *d = device();
    assert_string_equal(d->name, "opencl0");
    assert_true(*d->model && *d->driver && *d->windows);
    assert_true(d->memory > 0 && d->memory < SIZE_MAX && d->groups > 0);
    assert_true(d->launch_overhead > 0 && d->launch_overhead < 1);
    assert_true(d->copy_overhead > 0 && d->copy_overhead < 1);
    CL->close(d);
}

static void a_device_that_is_not_there_is_an_error(void **state)
{
    (void)state;
    ctsar__device_choice choice = {CL->select("", NULL, 0), 0, 1, 0};
    ctsar__device_settings settings = {
        .emu = &plain, .nemu = 1, .choice = &choice, .memory = SIZE_MAX};
    ctsar__device *d;
    assert_int_equal(CL->open(&settings, 0, &d), CTSAR_ENODEV);
    assert_non_null(strstr(ctsar__error_detail(), "there is no OpenCL device"));
}

static void equal_parts_of_a_device_are_devices(void **state)
{
    (void)state;
    ctsar__device *whole = device(), *part[2] = {NULL, NULL};
    int units = (int)ctsar__opencl_of(whole)->units;
    CL->close(whole);
    assert_int_equal(open_part(0, units + 1, SIZE_MAX, CTSAR__CLOCK_REAL, &part[0]), CTSAR_ENODEV);
    assert_non_null(strstr(ctsar__error_detail(), "parts"));
    if (units < 2)
        skip();
    for (int i = 0; i < 2; ++i) {
        if (open_part(i, 2, SIZE_MAX, CTSAR__CLOCK_REAL, &part[i]))
            fail_msg("%s", ctsar__error_detail());
        assert_int_equal(ctsar__opencl_of(part[i])->units, units / 2);
    }
    assert_string_equal(part[1]->name, "opencl0/1");
    CL->close(part[0]);
    CL->close(part[1]);
}

/* ---- Windows ------------------------------------------------------------------------ */

static void a_copy_that_leaves_its_window_is_an_error(void **state)
{
    (void)state;
    char bytes[64] = "";
    ctsar__device *d = device();
    ctsar__space s;
    ctsar__event e;
    assert_int_equal(CL->reserve(d, 1 << 20, &s), CTSAR_OK);
    assert_int_equal(CL->commit(d, &s, 0, 64), CTSAR_OK);
    ctsar__copy2d c = {s.base + (1 << 19), bytes, 64, 64, 64, 1};
    assert_int_equal(CL->copy_in(d, 0, &c, &e), CTSAR_EDEVICE);
    c = (ctsar__copy2d){bytes, s.base - 1, 64, 64, 64, 1};
    assert_int_equal(CL->copy_out(d, 0, &c, &e), CTSAR_EDEVICE);
    assert_non_null(strstr(ctsar__error_detail(), "leaves its window"));
    CL->release(d, &s);
    CL->close(d);
}

static ctsar__cl_window *window_at(ctsar__device *d, const ctsar__space *s)
{
    return ctsar__opencl_window(ctsar__opencl_of(d), s->base);
}

static void reserve(ctsar__device *d, bool passing, ctsar__space *s)
{
    assert_int_equal(CL->reserve(d, 64 << 20, s), CTSAR_OK);
    s->passing = passing;
}

/* What its first use costs is paid once. */
static void while_memory_is_free_a_window_keeps_its_buffer(void **state)
{
    (void)state;
    static const size_t windows[][2] = {{0, 4}, {1, 3}, {2, 6}, {60, 63}, {5, 5}, {7, 8}};
    ctsar__device *d = device_with((size_t)1 << 30);
    ctsar__space s;
    cl_mem first = NULL;
    reserve(d, true, &s);
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        size_t lo = windows[i][0] << 20, hi = windows[i][1] << 20;
        assert_int_equal(CL->commit(d, &s, lo, hi), CTSAR_OK);
        first = first ? first : window_at(d, &s)->buffer;
        assert_ptr_equal(window_at(d, &s)->buffer, first);
        assert_true(lo == hi ? s.committed == 0 : s.committed >= hi - lo);
    }
    CL->release(d, &s);
    assert_int_equal(ctsar__opencl_of(d)->used, 0);
    CL->close(d);
}

/* Upwards and downwards, by a bit each time. */
static void a_window_that_grows_is_exchanged_seldom(void **state)
{
    (void)state;
    for (int downwards = 0; downwards < 2; downwards++) {
        ctsar__device *d = device_with((size_t)1 << 30);
        ctsar__space s;
        int exchanged = 0;
        reserve(d, false, &s);
        for (size_t k = 1; k <= 32; k++) {
            cl_mem before = s.lo < s.hi ? window_at(d, &s)->buffer : NULL;
            size_t lo = downwards ? 64 - k : 0, hi = downwards ? 64 : k;
            assert_int_equal(CL->commit(d, &s, lo << 20, hi << 20), CTSAR_OK);
            exchanged += window_at(d, &s)->buffer != before;
        }
        assert_in_range(exchanged, 1, 7);
        CL->release(d, &s);
        CL->close(d);
    }
}

/* Also what windows in use have besides, whose contents stay. */
static void what_is_kept_goes_where_memory_is_short(void **state)
{
    (void)state;
    char bytes[64], back[64] = "";
    memset(bytes, 7, sizeof bytes);
    ctsar__device *d = device_with(32 << 20);
    ctsar__opencl *o = ctsar__opencl_of(d);
    ctsar__space idle, shrunk, large;
    ctsar__event e;
    reserve(d, true, &idle);
    reserve(d, false, &shrunk);
    reserve(d, false, &large);
    assert_int_equal(CL->commit(d, &idle, 0, 6 << 20), CTSAR_OK);
    assert_int_equal(CL->commit(d, &idle, 0, 0), CTSAR_OK);
    assert_int_equal(CL->commit(d, &shrunk, 0, 6 << 20), CTSAR_OK);
    assert_int_equal(CL->commit(d, &shrunk, 1 << 20, 2 << 20), CTSAR_OK);
    assert_true(o->used >= 12 << 20);
    ctsar__copy2d in = {shrunk.base + (1 << 20), bytes, 64, 64, 64, 1};
    assert_int_equal(CL->copy_in(d, 0, &in, &e), CTSAR_OK);
    assert_int_equal(CL->wait(d, &e), CTSAR_OK);

    assert_int_equal(CL->commit(d, &large, 0, 31 << 20), CTSAR_OK);
    assert_int_equal(o->used, 32 << 20);
    assert_null(window_at(d, &idle)->buffer);
    ctsar__copy2d out = {back, shrunk.base + (1 << 20), 64, 64, 64, 1};
    assert_int_equal(CL->copy_out(d, 0, &out, &e), CTSAR_OK);
    assert_int_equal(CL->wait(d, &e), CTSAR_OK);
    assert_memory_equal(back, bytes, sizeof bytes);
    assert_int_equal(CL->commit(d, &idle, 0, 1), CTSAR_ENOMEM);
    assert_int_equal(CL->commit(d, &large, 0, 20 << 20), CTSAR_OK); /* more than half is in use */
    assert_in_range(o->used, 21 << 20, 27 << 20);
    CL->release(d, &idle);
    CL->release(d, &shrunk);
    CL->release(d, &large);
    CL->close(d);
}

/* ---- Kernels -------------------------------------------------------------------------- */

/* An array of which the device has [lo, hi), in elements. */
typedef struct array {
    ctsar__space space;
    size_t elem;
} array;

static array make_array(ctsar__device *d, const void *host, size_t elem, size_t items, size_t lo,
                        size_t hi)
{
    array a = {.elem = elem};
    assert_int_equal(CL->reserve(d, items * elem, &a.space), CTSAR_OK);
    assert_int_equal(CL->commit(d, &a.space, lo * elem, hi * elem), CTSAR_OK);
    write_bytes(d, a.space.base + lo * elem, (const char *)host + lo * elem, (hi - lo) * elem);
    return a;
}

static ctsar__launch_arg mem(const array *a, const size_t *strides, int nstrides)
{
    return (ctsar__launch_arg){.kind = CTSAR_ARG_IS_MEM,
                               .space = &a->space,
                               .base = a->space.base,
                               .strides = strides,
                               .nstrides = nstrides,
                               .elem = a->elem};
}

static ctsar__launch_arg value(const void *v, size_t size)
{
    return (ctsar__launch_arg){.kind = CTSAR_ARG_IS_VALUE, .value = v, .size = size};
}

static int launch_in(ctsar__device *d, int slot, const ctsar_kernel *k, ctsar_call call,
                     const ctsar__launch_arg *arg, int nargs, ctsar__event *e)
{
    call.groups = d->groups;
    ctsar__launch l = {.kernel = k, .call = &call, .arg = arg, .nargs = nargs, .seconds = 3};
    return CL->launch(d, slot, &l, e);
}

static void launch(ctsar__device *d, const ctsar_kernel *k, ctsar_call call,
                   const ctsar__launch_arg *arg, int nargs)
{
    ctsar__event e;
    over(d, launch_in(d, 0, k, call, arg, nargs, &e), &e);
    assert_true(e.seconds >= 0 && e.seconds < 60);
}

static const char stencil_source[] =
    "__kernel void stencil(long start, long step, long count,\n"
    "    __global const double *in, long in_bias, long in_stride,\n"
    "    __global double *out, long out_bias, long out_stride, int cols)\n"
    "{\n"
    "    for (long k = get_global_id(0); k < count; k += get_global_size(0)) {\n"
    "        long i = start + k * step;\n"
    "        for (int j = 0; j < cols; ++j)\n"
    "            out[i * out_stride + j - out_bias] = in[(i - 1) * in_stride + j - in_bias]\n"
    "                + 10 * in[(i + 1) * in_stride + j - in_bias];\n"
    "    }\n"
    "}\n";
static const ctsar_kernel stencil = {.name = "stencil", .opencl_source = stencil_source};

static void a_kernel_reaches_its_arrays_by_the_hosts_indices(void **state)
{
    (void)state;
    enum { ROWS = 301, COLS = 7, PITCH = 9 };
    ctsar__device *d = device();
    static double in[ROWS * COLS], out[ROWS * PITCH], got[ROWS * PITCH];
    for (int i = 0; i < ROWS * COLS; ++i)
        in[i] = i;
    for (int i = 0; i < ROWS * PITCH; ++i)
        out[i] = -i;
    const struct {
        long start, step, count;
    } ranges[] = {{1, 1, 299}, {100, 1, 50}, {3, 4, 70}, {200, 1, 1}};
    for (int n = 0; n < 4; ++n) {
        long lo = ranges[n].start, end = lo + ranges[n].step * (ranges[n].count - 1) + 1;
        array a =
            make_array(d, in, 8, ROWS * COLS, (size_t)(lo - 1) * COLS, (size_t)(end + 1) * COLS);
        array b = make_array(d, out, 8, ROWS * PITCH, (size_t)lo * PITCH, (size_t)end * PITCH);
        size_t strides[] = {COLS, PITCH};
        int cols = COLS;
        ctsar__launch_arg args[] = {mem(&a, &strides[0], 1), mem(&b, &strides[1], 1),
                                    value(&cols, sizeof cols)};
        ctsar_call call = {
            .start = lo, .end = end, .step = ranges[n].step, .count = ranges[n].count};
        launch(d, &stencil, call, args, 3);
        read_bytes(d, got + lo * PITCH, b.space.base + lo * PITCH * 8,
                   (size_t)((end - lo) * PITCH * 8));
        for (long i = lo; i < end; ++i)
            for (long j = 0; j < PITCH; ++j) {
                bool mine = (i - lo) % ranges[n].step == 0 && j < COLS;
                double want = mine ? in[(i - 1) * COLS + j] + 10 * in[(i + 1) * COLS + j]
                                   : out[i * PITCH + j];
                assert_true(got[i * PITCH + j] == want);
            }
        CL->release(d, &a.space);
        CL->release(d, &b.space);
    }
    CL->close(d);
}

/* Its elements are no power of two, so that buffers do not begin at one by themselves. */
static void a_window_begins_at_an_element_of_any_size(void **state)
{
    (void)state;
    typedef struct item {
        int a[5];
    } item;
    enum { ITEMS = 5000 };
    static const ctsar_kernel k = {
        .name = "items",
        .opencl_source =
            "typedef struct { int a[5]; } item;\n"
            "__kernel void items(long start, long step, long count, __global item *x, long bias)\n"
            "{ for (long k = get_global_id(0); k < count; k += get_global_size(0))\n"
            "    x[start + k * step - bias].a[4] += x[start + k * step - bias].a[0]; }\n"};
    ctsar__device *d = device();
    static item host[ITEMS], got[ITEMS];
    for (int i = 0; i < ITEMS; ++i)
        host[i] = (item){{i, 1, 2, 3, 1000000}};
    array a = make_array(d, host, sizeof(item), ITEMS, 3001, 4000);
    for (int n = 0; n < 3; ++n) { /* the window moves on, and must begin at an item again */
        ctsar__launch_arg arg = mem(&a, NULL, 0);
        launch(d, &k, (ctsar_call){.start = 3500, .end = 4000, .step = 1, .count = 500}, &arg, 1);
        size_t lo = (size_t)(3001 - 977 * (n + 1)) * sizeof(item);
        assert_int_equal(CL->commit(d, &a.space, lo, 4000 * sizeof(item)), CTSAR_OK);
    }
    read_bytes(d, got, a.space.base + 3001 * sizeof(item), 999 * sizeof(item));
    for (int i = 0; i < 999; ++i)
        assert_int_equal(got[i].a[4], 1000000 + (3001 + i >= 3500 ? 3 * (3001 + i) : 0));
    CL->release(d, &a.space);
    CL->close(d);
}

/* What is registered as rows of 8 doubles is a vector of doubles to the kernel. */
static void elements_may_be_rows_of_what_the_kernel_counts_in(void **state)
{
    (void)state;
    enum { ROWS = 90, ROW = 8 };
    static const ctsar_kernel k = {
        .name = "rows",
        .opencl_source =
            "__kernel void rows(long start, long step, long count, __global double *x, long bias)\n"
            "{ for (long k = get_global_id(0); k < count; k += get_global_size(0))\n"
            "    for (int j = 0; j < 8; ++j) x[(start + k * step) * 8 + j - bias] += j; }\n"};
    ctsar__device *d = device();
    double host[ROWS * ROW] = {0}, got[ROWS * ROW] = {0};
    array a = make_array(d, host, ROW * sizeof(double), ROWS, 31, 71);
    ctsar__launch_arg arg = mem(&a, NULL, 0);
    launch(d, &k, (ctsar_call){.start = 31, .end = 71, .step = 1, .count = 40}, &arg, 1);
    read_bytes(d, got, a.space.base + 31 * ROW * 8, 40 * ROW * 8);
    for (int i = 0; i < 40 * ROW; ++i)
        assert_true(got[i] == i % ROW);
    CL->release(d, &a.space);
    CL->close(d);
}

static const ctsar_kernel sum = {
    .name = "sum",
    .opencl_source =
        "__kernel void sum(long start, long step, long count, __global const double *x, long "
        "bias,\n"
        "                  __global double *partial)\n"
        "{\n"
        "    __local double of[64];\n"
        "    double mine = 0;\n"
        "    for (long k = get_global_id(0); k < count; k += get_global_size(0))\n"
        "        mine += x[start + k * step - bias];\n"
        "    of[get_local_id(0)] = mine;\n"
        "    for (int n = 32; n > 0; n /= 2) {\n"
        "        barrier(CLK_LOCAL_MEM_FENCE);\n"
        "        if (get_local_id(0) < n) of[get_local_id(0)] += of[get_local_id(0) + n];\n"
        "    }\n"
        "    if (get_local_id(0) == 0) partial[get_group_id(0)] += of[0];\n"
        "}\n"};

static void a_reduction_has_an_item_for_each_group(void **state)
{
    (void)state;
    enum { ITEMS = 10000 };
    ctsar__device *d = device();
    static double x[ITEMS];
    double *partial = calloc((size_t)d->groups, sizeof *partial), total = 0;
    for (int i = 0; i < ITEMS; ++i)
        x[i] = i;
    array a = make_array(d, x, sizeof *x, ITEMS, 0, ITEMS);
    array p = make_array(d, partial, sizeof *x, (size_t)d->groups, 0, (size_t)d->groups);
    ctsar__launch_arg args[] = {mem(&a, NULL, 0), mem(&p, NULL, 0)};
    args[1].kind = CTSAR_ARG_IS_REDUC;
    args[1].size = sizeof *x;
    launch(d, &sum, (ctsar_call){.end = ITEMS, .step = 1, .count = ITEMS}, args, 2);
    read_bytes(d, partial, p.space.base, (size_t)d->groups * sizeof *x);
    for (int i = 0; i < d->groups; ++i)
        total += partial[i];
    assert_true(total == (double)ITEMS * (ITEMS - 1) / 2);
    free(partial);
    CL->release(d, &a.space);
    CL->release(d, &p.space);
    CL->close(d);
}

static long inner_of(const ctsar_call *call)
{
    (void)call;
    return 130;
}

static void an_inner_loop_is_the_first_dimension(void **state)
{
    (void)state;
    enum { ROWS = 50, COLS = 130 };
    static const ctsar_kernel k = {
        .name = "tile",
        .inner = inner_of,
        .opencl_source =
            "__kernel void tile(long start, long step, long count, __global int *x, long bias,\n"
            "                   long stride)\n"
            "{\n"
            "    for (long k = get_global_id(1); k < count; k += get_global_size(1))\n"
            "        for (long j = get_global_id(0); j < 130; j += get_global_size(0))\n"
            "            x[(start + k * step) * stride + j - bias] += 1 + get_work_dim();\n"
            "}\n"};
    ctsar__device *d = device();
    static int x[ROWS * COLS], got[ROWS * COLS];
    array a = make_array(d, x, sizeof *x, ROWS * COLS, 0, ROWS * COLS);
    size_t stride = COLS;
    ctsar__launch_arg arg = mem(&a, &stride, 1);
    launch(d, &k, (ctsar_call){.start = 5, .end = ROWS, .step = 1, .count = ROWS - 5}, &arg, 1);
    read_bytes(d, got, a.space.base, sizeof got);
    for (int i = 0; i < ROWS * COLS; ++i)
        assert_int_equal(got[i], i / COLS < 5 ? 0 : 3);
    CL->release(d, &a.space);
    CL->close(d);
}

static void slots_do_not_share_arguments(void **state)
{
    (void)state;
    enum { ITEMS = 1000, SLOTS = 4 };
    static const ctsar_kernel k = {
        .name = "fill",
        .opencl_source = "__kernel void fill(long start, long step, long count, __global int *x, "
                         "long bias, int v)\n"
                         "{ for (long k = get_global_id(0); k < count; k += get_global_size(0))\n"
                         "    x[start + k * step - bias] = v; }\n"};
    ctsar__device *d = device();
    static int zero[ITEMS], got[ITEMS];
    array a[SLOTS];
    ctsar__event e[SLOTS];
    for (int s = 0; s < SLOTS; ++s)
        a[s] = make_array(d, zero, sizeof *zero, ITEMS, 0, ITEMS);
    for (int s = 0; s < SLOTS; ++s) {
        ctsar__launch_arg args[] = {mem(&a[s], NULL, 0), value(&s, sizeof s)};
        ctsar_call call = {.end = ITEMS, .step = 1, .count = ITEMS};
        assert_int_equal(launch_in(d, s, &k, call, args, 2, &e[s]), CTSAR_OK);
    }
    for (int s = SLOTS - 1; s >= 0; --s) {
        over(d, CTSAR_OK, &e[s]);
        read_bytes(d, got, a[s].space.base, sizeof got);
        for (int i = 0; i < ITEMS; ++i)
            assert_int_equal(got[i], s);
        CL->release(d, &a[s].space);
    }
    CL->close(d);
}

/* The kernel takes half a second or so on one of the device's units. */
static void a_window_is_made_while_the_kernel_of_another_slot_is_at_work(void **state)
{
    (void)state;
    static const ctsar_kernel k = {
        .name = "toil",
        .opencl_source = "__kernel void toil(long start, long step, long count, __global ulong *x,"
                         " long bias)\n"
                         "{ for (long k = get_global_id(0); k < count; k += get_global_size(0)) {\n"
                         "    ulong v = k;\n"
                         "    for (long t = 0; t < 400000000; ++t) v = v * 31 + t;\n"
                         "    x[start + k * step - bias] = v; } }\n"};
    ctsar__device *d = device();
    ctsar__opencl *o = ctsar__opencl_of(d);
    static const unsigned long zero[1];
    array a = make_array(d, zero, sizeof *zero, 1, 0, 1);
    ctsar__launch_arg arg = mem(&a, NULL, 0);
    ctsar__event e;
    cl_int state_then = CL_QUEUED;
    if (o->units < 2) {
        CL->release(d, &a.space);
        CL->close(d);
        skip(); /* nothing happens beside a kernel there */
    }
    ctsar_call call = {.end = 1, .step = 1, .count = 1};
    assert_int_equal(launch_in(d, 0, &k, call, &arg, 1, &e), CTSAR_OK);
    ctsar__space other;
    assert_int_equal(CL->reserve(d, 1000, &other), CTSAR_OK);
    assert_int_equal(CL->commit(d, &other, 0, 1000), CTSAR_OK);
    o->cl->GetEventInfo(e.handle, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state_then, &state_then,
                        NULL);
    assert_int_not_equal(state_then, CL_COMPLETE);
    over(d, CTSAR_OK, &e);
    CL->release(d, &a.space);
    CL->release(d, &other);
    CL->close(d);
}

/* ---- What is refused ------------------------------------------------------------------- */

/* Expects the launch to fail so, with a message that has all parts, up to NULL. */
static void refused(ctsar__device *d, const ctsar_kernel *k, const ctsar__launch_arg *arg,
                    int nargs, int status, ...)
{
    ctsar__event e;
    ctsar_call call = {.end = 10, .step = 1, .count = 10};
    assert_int_equal(launch_in(d, 0, k, call, arg, nargs, &e), status);
    va_list args;
    va_start(args, status);
    for (const char *part; (part = va_arg(args, const char *)) != NULL;)
        if (!strstr(ctsar__error_detail(), part))
            fail_msg("'%s' lacks '%s'", ctsar__error_detail(), part);
    va_end(args);
}

static void a_kernel_that_does_not_build_shows_the_log_and_the_line(void **state)
{
    (void)state;
    static const ctsar_kernel k = {.name = "wrong",
                                   .opencl_source = "__kernel void wrong(long start, long step,\n"
                                                    "                    long count)\n"
                                                    "{\n"
                                                    "    undeclared = 3;\n"
                                                    "}\n"};
    ctsar__device *d = device();
    for (int twice = 0; twice < 2; ++twice)
        refused(d, &k, NULL, 0, CTSAR_EDEVICE, "kernel wrong does not build for opencl0",
                "line 4: use of undeclared identifier", "undeclared = 3;", NULL);
    CL->close(d);
}

static void a_kernel_that_is_not_in_its_program_is_named(void **state)
{
    (void)state;
    static const ctsar_kernel k = {.name = "a",
                                   .opencl_name = "b",
                                   .opencl_source = "__kernel void a(long s, long t, long n) {}"};
    ctsar__device *d = device();
    refused(d, &k, NULL, 0, CTSAR_EINVAL, "kernel a has no __kernel called b", NULL);
    CL->close(d);
}

static void arguments_that_do_not_suit_the_parameters_are_named(void **state)
{
    (void)state;
    ctsar__device *d = device();
    double x[10] = {0}, factor = 2;
    float small = 2;
    array a = make_array(d, x, sizeof *x, 10, 0, 10);
    array b = make_array(d, x, sizeof(float), 10, 0, 10);
    size_t stride = 1;
    static const ctsar_kernel k = {
        .name = "scale",
        .opencl_source =
            "__kernel void scale(long start, long step, long count, __global double *x,\n"
            "                    long bias, double f) {}"};
    const ctsar__launch_arg right[] = {mem(&a, NULL, 0), value(&factor, sizeof factor)},
                            few[] = {mem(&a, NULL, 0)},
                            matrix[] = {mem(&a, &stride, 1), value(&factor, sizeof factor)},
                            swapped[] = {value(&factor, sizeof factor), mem(&a, NULL, 0)},
                            narrow[] = {mem(&a, NULL, 0), value(&small, sizeof small)},
                            other[] = {mem(&b, NULL, 0), value(&factor, sizeof factor)};
    refused(d, &k, few, 1, CTSAR_EINVAL, "kernel scale", "has 6 parameters", "1 argument of", "5",
            NULL);
    refused(d, &k, matrix, 2, CTSAR_EINVAL, "has 6 parameters", "need 7", NULL);
    refused(d, &k, swapped, 2, CTSAR_EINVAL, "parameter 4", "double*", "argument 1",
            "a value of 8 bytes", NULL);
    refused(d, &k, narrow, 2, CTSAR_EINVAL, "parameter 6", "double", "argument 2",
            "a value of 4 bytes", NULL);
    refused(d, &k, other, 2, CTSAR_EINVAL, "parameter 4", "double*", "elements of 4 bytes", NULL);
    launch(d, &k, (ctsar_call){.end = 10, .step = 1, .count = 10}, right, 2);
    static const ctsar_kernel ints = {
        .name = "ints", .opencl_source = "__kernel void ints(int start, long step, long count) {}"};
    refused(d, &ints, NULL, 0, CTSAR_EINVAL, "parameter 1", "type int", "a long", NULL);
    static const ctsar_kernel bias = {
        .name = "bias",
        .opencl_source =
            "__kernel void bias(long s, long t, long n, __global double *x, int b) {}"};
    refused(d, &bias, right, 1, CTSAR_EINVAL, "parameter 5", "the bias, a long", NULL);
    CL->release(d, &a.space);
    CL->release(d, &b.space);
    CL->close(d);
}

static void an_operation_that_takes_too_long_is_given_up(void **state)
{
    (void)state;
    static const ctsar_kernel k = {
        .name = "slow",
        .opencl_source =
            "__kernel void slow(long start, long step, long count, __global double *x, long bias)\n"
            "{ if (get_global_id(0) == 0 && count && start == 0)\n"
            "    for (long i = 0; i < 100000000; ++i) x[0] = x[0] * 1.000001 + 1e-9; }\n"};
    ctsar__device *d = device();
    double x = 1;
    array a = make_array(d, &x, sizeof x, 1, 0, 1);
    ctsar__launch_arg arg = mem(&a, NULL, 0);
    ctsar__event e;
    ctsar_call call = {.end = 1, .step = 1, .count = 1};
    /* Code is made in a first launch, which may take so long as well. */
    launch(d, &k, (ctsar_call){.start = 1, .end = 2, .step = 1, .count = 1}, &arg, 1);
    d->timeout = 1e-3;
    assert_int_equal(launch_in(d, 0, &k, call, &arg, 1, &e), CTSAR_OK);
    assert_int_equal(CL->wait(d, &e), CTSAR_EDEVICE);
    assert_non_null(strstr(ctsar__error_detail(), "not over after 0.001 s"));
    d->timeout = INFINITY;
    read_bytes(d, &x, a.space.base, sizeof x); /* it goes on none the less */
    assert_true(x > 1);
    CL->release(d, &a.space);
    CL->close(d);
}

/* What the driver says of an operation that is over. */
static cl_int nonsense;

static cl_int CL_API_CALL answer_nonsense(cl_event event, cl_event_info what, size_t room,
                                          void *value, size_t *size)
{
    (void)event, (void)what, (void)room, (void)size;
    memcpy(value, &nonsense, sizeof nonsense);
    return CL_SUCCESS;
}

static void a_status_that_does_not_exist_is_a_failure(void **state)
{
    (void)state;
    static const cl_int statuses[] = {77, -9999};
    const char *why;
    ctsar__device *d = device();
    ctsar__cl *cl = (ctsar__cl *)ctsar__cl_load(&why), before = *cl;
    double x = 1;
    array a = make_array(d, &x, sizeof x, 1, 0, 1);
    for (int i = 0; i < 2; ++i) {
        ctsar__event e = {0};
        ctsar__copy2d out = {(char *)&x, a.space.base, sizeof x, sizeof x, sizeof x, 1};
        char said[20];
        nonsense = statuses[i];
        assert_int_equal(CL->copy_out(d, 0, &out, &e), CTSAR_OK);
        cl->GetEventInfo = answer_nonsense;
        int status = CL->wait(d, &e);
        *cl = before;
        assert_int_equal(status, CTSAR_EDEVICE);
        snprintf(said, sizeof said, "%d", nonsense);
        assert_non_null(strstr(ctsar__error_detail(), said));
    }
    CL->release(d, &a.space);
    CL->close(d);
}

static void under_the_virtual_clock_times_are_the_models(void **state)
{
    (void)state;
    ctsar__device *d;
    ctsar__event e;
    char bytes[64] = "";
    ctsar__space s;
    plain = (ctsar__emu_spec){.speed = 4, .latency = .5, .bandwidth = 16, .memory = SIZE_MAX};
    assert_int_equal(open_part(0, 1, SIZE_MAX, CTSAR__CLOCK_VIRTUAL, &d), CTSAR_OK);
    plain = (ctsar__emu_spec){.speed = 1, .memory = SIZE_MAX};
    assert_true(d->launch_overhead == .5 && d->copy_overhead == .5);
    assert_int_equal(CL->reserve(d, 64, &s), CTSAR_OK);
    assert_int_equal(CL->commit(d, &s, 0, 64), CTSAR_OK);
    ctsar__copy2d c = {s.base, bytes, 16, 32, 16, 2};
    over(d, CL->copy_in(d, 0, &c, &e), &e);
    assert_true(e.seconds == .5 + 2);
    static const ctsar_kernel k = {
        .name = "none", .opencl_source = "__kernel void none(long s, long t, long n) {}"};
    ctsar_call call = {.end = 1, .step = 1, .count = 1};
    over(d, launch_in(d, 0, &k, call, NULL, 0, &e), &e);
    assert_true(e.seconds == .5 + .75);
    CL->release(d, &s);
    CL->close(d);
}

/* ---- The cache of programs ---------------------------------------------------------------- */

/* How many programs the cache has; `path` is the last one's. */
static int programs(char path[static 512])
{
    DIR *dir = opendir(cache);
    int n = 0;
    for (const struct dirent *e; dir && (e = readdir(dir)) != NULL;)
        if (strstr(e->d_name, ".program")) {
            snprintf(path, 512, "%.200s/%.200s", cache, e->d_name);
            n++;
        }
    if (dir)
        closedir(dir);
    return n;
}

static void forget_programs(void)
{
    char path[512];
    while (programs(path) > 0)
        unlink(path);
}

static void launch_fill(const char *options)
{
    const ctsar_kernel k = {
        .name = "cached",
        .opencl_options = options,
        .opencl_source =
            "__kernel void cached(long start, long step, long count, __global int *x,\n"
            "                     long bias)\n"
            "{ for (long k = get_global_id(0); k < count; k += get_global_size(0))\n"
            "    x[start + k - bias] = VALUE; }\n"};
    ctsar__device *d;
    int x[10] = {0};
    /* Under the virtual clock, no kernel is built to calibrate. */
    assert_int_equal(open_part(0, 1, SIZE_MAX, CTSAR__CLOCK_VIRTUAL, &d), CTSAR_OK);
    array a = make_array(d, x, sizeof *x, 10, 0, 10);
    ctsar__launch_arg arg = mem(&a, NULL, 0);
    launch(d, &k, (ctsar_call){.end = 10, .step = 1, .count = 10}, &arg, 1);
    read_bytes(d, x, a.space.base, sizeof x);
    for (int i = 0; i < 10; ++i)
        assert_int_equal(x[i], atoi(strchr(options, '=') + 1));
    CL->release(d, &a.space);
    CL->close(d);
}

static void a_program_is_built_once_and_then_read(void **state)
{
    (void)state;
    char path[512];
    struct stat first, second;
    forget_programs();
    launch_fill("-DVALUE=7");
    assert_int_equal(programs(path), 1);
    assert_int_equal(stat(path, &first), 0);
    launch_fill("-DVALUE=7");
    assert_int_equal(programs(path), 1);
    assert_int_equal(stat(path, &second), 0);
    assert_true(first.st_ino == second.st_ino); /* nothing was written in its place */
    launch_fill("-DVALUE=8");
    assert_int_equal(programs(path), 2);
}

static void a_damaged_program_is_built_again(void **state)
{
    (void)state;
    char path[512];
    struct stat about;
    forget_programs();
    launch_fill("-DVALUE=7");
    assert_int_equal(programs(path), 1);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(truncate(path, about.st_size / 2), 0);
    launch_fill("-DVALUE=7");
    struct stat again;
    assert_int_equal(stat(path, &again), 0);
    assert_int_equal(again.st_size, about.st_size);
}

/* ---- Together ---------------------------------------------------------------------------- */

static int prepare(void **state)
{
    (void)state;
    return mkdtemp(cache) ? 0 : -1;
}

static int clean_up(void **state)
{
    (void)state;
    forget_programs();
    rmdir(cache);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_are_found_by_kind),
        cmocka_unit_test(a_device_says_what_it_is),
        cmocka_unit_test(a_device_that_is_not_there_is_an_error),
        cmocka_unit_test(equal_parts_of_a_device_are_devices),
        cmocka_unit_test(a_copy_that_leaves_its_window_is_an_error),
        cmocka_unit_test(while_memory_is_free_a_window_keeps_its_buffer),
        cmocka_unit_test(a_window_that_grows_is_exchanged_seldom),
        cmocka_unit_test(what_is_kept_goes_where_memory_is_short),
        cmocka_unit_test(a_kernel_reaches_its_arrays_by_the_hosts_indices),
        cmocka_unit_test(a_window_begins_at_an_element_of_any_size),
        cmocka_unit_test(elements_may_be_rows_of_what_the_kernel_counts_in),
        cmocka_unit_test(a_reduction_has_an_item_for_each_group),
        cmocka_unit_test(an_inner_loop_is_the_first_dimension),
        cmocka_unit_test(slots_do_not_share_arguments),
        cmocka_unit_test(a_window_is_made_while_the_kernel_of_another_slot_is_at_work),
        cmocka_unit_test(a_kernel_that_does_not_build_shows_the_log_and_the_line),
        cmocka_unit_test(a_kernel_that_is_not_in_its_program_is_named),
        cmocka_unit_test(arguments_that_do_not_suit_the_parameters_are_named),
        cmocka_unit_test(an_operation_that_takes_too_long_is_given_up),
        cmocka_unit_test(a_status_that_does_not_exist_is_a_failure),
        cmocka_unit_test(under_the_virtual_clock_times_are_the_models),
        cmocka_unit_test(a_program_is_built_once_and_then_read),
        cmocka_unit_test(a_damaged_program_is_built_again),
    };
    if (CL->absent()) {
        printf("no OpenCL device here: %s\n", CL->absent());
        return 77;
    }
    return cmocka_run_group_tests_name("opencl", tests, prepare, clean_up);
}
