/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which OpenCL devices there are.  They are numbered as platforms and their devices come. */
#include "device/opencl/find.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "device/owner.h"
#include "device/registry.h"

enum { MOST = 64 };

static ctsar__cl_place all[MOST];
static int count, seen; /* seen: those without a compiler too */
static const char *reason = "";
static ctsar__owner owner; /* of the platforms */

static void find_on(const ctsar__cl *cl, cl_platform_id platform)
{
    cl_device_id id[MOST];
    cl_uint n = 0;
    if (cl->GetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST, id, &n))
        return;
    seen += (int)n;
    for (cl_uint i = 0; i < n && i < MOST && count < MOST; ++i) {
        ctsar__cl_place *p = &all[count];
        cl_bool available = CL_FALSE, compiler = CL_FALSE;
        *p = (ctsar__cl_place){.platform = platform, .id = id[i]};
        cl->GetDeviceInfo(id[i], CL_DEVICE_TYPE, sizeof p->type, &p->type, NULL);
        cl->GetDeviceInfo(id[i], CL_DEVICE_VENDOR_ID, sizeof p->vendor, &p->vendor, NULL);
        cl->GetDeviceInfo(id[i], CL_DEVICE_AVAILABLE, sizeof available, &available, NULL);
        cl->GetDeviceInfo(id[i], CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler, NULL);
        count += available && compiler;
    }
}

static void find(void)
{
    const ctsar__cl *cl = ctsar__cl_load(&reason);
    cl_platform_id platform[MOST];
    cl_uint n = 0;
    if (!cl)
        return;
    ctsar__own(&owner);
    reason = "the OpenCL loader finds no platform (no driver has a file in /etc/OpenCL/vendors)";
    if (cl->GetPlatformIDs(MOST, platform, &n) || n == 0)
        return;
    for (cl_uint i = 0; i < n && i < MOST; ++i)
        find_on(cl, platform[i]);
    reason = count  ? ""
             : seen ? "the OpenCL platforms have no device with a compiler"
                    : "the OpenCL platforms have no device; a driver may want a folder that it can "
                      "write to (PoCL: below HOME, or POCL_CACHE_DIR)";
}

int ctsar__cl_places(const ctsar__cl_place **places, const char **why)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    bool inherited = ctsar__cl_inherited();
    if (!inherited)
        pthread_once(&once, find);
    *places = all;
    *why = inherited ? CTSAR__INHERITED : reason;
    return inherited ? 0 : count;
}

bool ctsar__cl_inherited(void)
{
    return ctsar__is_inherited(&owner);
}

const char *ctsar__opencl_absent(void)
{
    const ctsar__cl_place *places;
    const char *why;
    return ctsar__cl_places(&places, &why) ? NULL : why;
}

/* Loading a platform takes tens of milliseconds, so none is loaded unasked where no driver of a GPU
 * has a device file. */
static bool may_have_gpu(void)
{
    static const char *const files[] = {"/dev/dri",   "/dev/nvidiactl", "/dev/kfd",     "/dev/dxg",
                                        "/dev/mali0", "/dev/kgsl-3d0",  "/dev/pvr_sync"};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
        if (!access(files[i], F_OK))
            return true;
    return false;
}

/* Of what nobody has named: GPUs, but not those that another backend drives. */
static bool is_default(const ctsar__cl_place *p)
{
    return p->type & CL_DEVICE_TYPE_GPU && !ctsar__vendor_is_driven(p->vendor);
}

static bool is_wanted(const ctsar__cl_place *p, const char *kind)
{
    if (!kind)
        return is_default(p);
    if (!strcmp(kind, "gpu"))
        return p->type & CL_DEVICE_TYPE_GPU;
    return !*kind || p->type & CL_DEVICE_TYPE_CPU;
}

int ctsar__opencl_select(const char *kind, int *device, int room)
{
    const ctsar__cl_place *places;
    const char *why;
    int found = 0;
    if (!kind && !may_have_gpu())
        return 0;
    if (kind && *kind && strcmp(kind, "gpu") != 0 && strcmp(kind, "cpu") != 0)
        return -1;
    int n = ctsar__cl_places(&places, &why);
    for (int i = 0; i < n; ++i)
        if (is_wanted(&places[i], kind)) {
            if (found < room)
                device[found] = i;
            found++;
        }
    return found;
}
