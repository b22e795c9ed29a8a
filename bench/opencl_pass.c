/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a pass costs that moves no data to an OpenCL device and executes next to nothing there,
 * against a bare enqueue and finish of the same kernel. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <ctsar.h>

#include "../apps/common/app.h"
#include "device/opencl/context.h"
#include "device/opencl/find.h"
#include "device/registry.h"
#include "measure.h"

static const char source[] = "__kernel void nothing(long start, long step, long count) {}\n";
static const ctsar_kernel nothing = {.name = "nothing", .opencl_source = source};

static long iterations;
static ctsar *region;

static void fail(const char *what)
{
    fprintf(stderr, "opencl_pass: %s\n", what);
    exit(1);
}

/* ---- Bare --------------------------------------------------------------------------- */

static const ctsar__cl *cl;
static cl_command_queue queue;
static cl_kernel kernel;

static void open_bare(void)
{
    const ctsar__cl_place *place;
    const char *why, *text = source;
    if (!ctsar__cl_places(&place, &why))
        fail(why);
    cl = ctsar__cl_load(&why);
    cl_int error = CL_SUCCESS;
    cl_context context = cl->CreateContext(NULL, 1, &place->id, NULL, NULL, &error);
    if (!error)
        queue = cl->CreateCommandQueue(context, place->id, 0, &error);
    cl_program program =
        error ? NULL : cl->CreateProgramWithSource(context, 1, &text, NULL, &error);
    if (!error)
        error = cl->BuildProgram(program, 1, &place->id, NULL, NULL, NULL);
    if (!error)
        kernel = cl->CreateKernel(program, "nothing", &error);
    const cl_long arguments[] = {0, 1, 1};
    for (cl_uint i = 0; i < 3 && !error; ++i)
        error = cl->SetKernelArg(kernel, i, sizeof(cl_long), &arguments[i]);
    if (error)
        fail(ctsar__cl_error_name(error));
}

static void bare(long n)
{
    const size_t local = CTSAR__CL_LOCAL;
    for (; n > 0; --n)
        if (cl->EnqueueNDRangeKernel(queue, kernel, 1, NULL, &local, &local, 0, NULL, NULL) ||
            cl->Finish(queue))
            fail("the bare launch failed");
}

/* ---- The backend alone ---------------------------------------------------------------- */

static ctsar__device *device;

static void open_backend(void)
{
    ctsar__emu_spec none = {.speed = 1};
    ctsar__device_choice choice = {0, 0, 1, 0};
    ctsar__device_settings settings = {
        .emu = &none, .nemu = 1, .choice = &choice, .nchoices = 1, .memory = SIZE_MAX};
    if (ctsar__backend_opencl.open(&settings, 0, &device))
        fail(ctsar__error_detail());
}

static void backend(long n)
{
    const ctsar_call call = {.step = 1, .count = 1, .groups = 1};
    const ctsar__launch launch = {.kernel = &nothing, .call = &call};
    ctsar__event event;
    for (; n > 0; --n)
        if (ctsar__backend_opencl.launch(device, 0, &launch, &event) ||
            ctsar__backend_opencl.wait(device, &event))
            fail(ctsar__error_detail());
}

/* ---- A pass -------------------------------------------------------------------------- */

static void pass(long n)
{
    for (; n > 0; --n)
        do {
            ctsar_next(region, (size_t)iterations);
            ctsar_launch(region, &nothing, NULL, 0);
        } while (ctsar_loop(region));
}

static const char help[] =
    "usage: opencl_pass [-s SAMPLES] [-r REPEATS] [-n ITERATIONS] [--json FILE]\n"
    "Times a pass of ITERATIONS (default 64) empty iterations on the first OpenCL device, which\n"
    "moves no data, against a bare enqueue and finish of the same kernel there: SAMPLES (default\n"
    "101) of each, in turns; a sample is REPEATS (default 50) of them.\n";

int main(int argc, char **argv)
{
    measure_variant v[] = {
        {.name = "bare", .label = "clEnqueueNDRangeKernel and clFinish", .run = bare},
        {.name = "backend", .label = "of a pass: launch and wait", .run = backend},
        {.name = "pass", .label = "ctsar pass without data", .run = pass},
    };
    measure_options o =
        measure_parse(argc, argv, (measure_options){.samples = 101, .repeats = 50, .n = 64}, help);
    iterations = o.n;
    open_bare();
    open_backend();
    setenv("CTSAR_DEVICES", "opencl:0", 1);
    ctsar_init(&region, (size_t)iterations, CTSAR_STATIC, CTSAR_DEV_GPU, NULL, NULL);
    ctsar_set_kernel(region, &nothing);
    measure(&o, v, 3);
    measure_report("opencl_pass", &o, 1, v, 3, 1e-6, "us");
    ctsar_free(&region);
    ctsar__backend_opencl.close(device);
    return 0;
}
