/* SPDX-License-Identifier: BSD-3-Clause
 *
 * opencl: any OpenCL 1.2 device.  Each has a context of its own, so that what happens to one does
 * not reach another, and a queue for each slot: operations of one slot follow each other, and the
 * copies of one overlap the kernel of another.  Whoever waits sleeps until the driver calls back;
 * drivers' own waits may spin. */
#include "device/opencl/copy.h"
#include "device/opencl/find.h"
#include "device/opencl/launch.h"
#include "device/opencl/open.h"
#include "device/opencl/program.h"
#include "device/opencl/wait.h"
#include "device/opencl/window.h"
#include "device/registry.h"

static int opencl_open(const ctsar__device_settings *settings, int index, ctsar__device **device)
{
    return ctsar__opencl_open(&ctsar__backend_opencl, settings, index, device);
}

static bool opencl_executes(const ctsar_kernel *kernel, unsigned devices)
{
    (void)devices;
    return kernel &&
           (kernel->opencl_source || (kernel->opencl_binary && kernel->opencl_binary_size > 0));
}

/* No body that stands inline is ever given to these devices. */
static int opencl_executed(ctsar__device *device, double seconds, ctsar__event *event)
{
    (void)seconds, (void)event;
    return ctsar__error(CTSAR_EDEVICE, "%s executes kernels, no inline bodies", device->name);
}

const ctsar__backend ctsar__backend_opencl = {
    .name = "opencl",
    .help = "OpenCL 1.2 devices of all platforms",
    .kind = CTSAR_BACKEND_OPENCL,
    .executes = opencl_executes,
    .kinds = "gpu or cpu",
    .select = ctsar__opencl_select,
    .absent = ctsar__opencl_absent,
    .open = opencl_open,
    .close = ctsar__opencl_close,
    .reserve = ctsar__opencl_reserve,
    .commit = ctsar__opencl_commit,
    .release = ctsar__opencl_release,
    .copy_in = ctsar__staging_in,
    .copy_out = ctsar__staging_out,
    .build = ctsar__opencl_build,
    .built = ctsar__opencl_built,
    .launch = ctsar__opencl_launch,
    .executed = opencl_executed,
    .wait = ctsar__opencl_wait,
};
