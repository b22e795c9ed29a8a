/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The public calls about kernels. */
#include "region/kernels.h"

#include <limits.h>

#include "pass/core/absence.h"
#include "pass/core/ready.h"
#include "pass/core/view.h"
#include "pass/turn/launch.h"
#include "region/call.h"
#include "version/family.h"

static bool can_serve(const ctsar *s, int acc, const ctsar_kernel *kernel)
{
    const ctsar__backend *b = s->device[acc]->backend;
    return kernel ? ctsar__kernel_serves(kernel, b) : b->executes(NULL, s->devices);
}

/* What would execute the ranges that no guard allows? */
static int none_serves(const ctsar *s, const ctsar_kernel *kernel)
{
    char guarded[400] = "";
    if (s->core_cap)
        ctsar__kernel_tell_guarded(kernel, NULL, "cores", guarded, sizeof guarded);
    for (int a = 0; a < s->accs; ++a)
        ctsar__kernel_tell_guarded(kernel, s->device[a]->backend, s->device[a]->name, guarded,
                                   sizeof guarded);
    return ctsar__error(
        CTSAR_ENODEV, "no unit of the region has a form of kernel %s%s%s; %s%s", kernel->name,
        *guarded ? " that every range may use" : "", guarded,
        *guarded ? "give it a version without a guard (fits), for ranges that all guards refuse"
                 : "give it the form for one of CTSAR_DEVICES",
        ctsar__absence_reason(&s->pass, kernel));
}

/* Which units have a form of the kernel, or can execute inline bodies. */
static int choose_units(ctsar *s, const ctsar_kernel *kernel)
{
    ctsar__pass *p = &s->pass;
    int able = 0, left = 0;
    bool host = !kernel || ctsar__kernel_serves(kernel, NULL);
    for (int a = 0; a < p->accs; ++a) {
        bool gone = ctsar__acc_is_gone(p, &p->acc[a]);
        able += can_serve(s, a, kernel) && !gone;
        left += !gone;
    }
    long cores = s->core_cap || left ? s->core_cap : LONG_MAX; /* it runs on the cores then */
    if (!able && !(host && (cores > 0 || !kernel)))
        return none_serves(s, kernel);
    for (int a = 0; a < p->accs; ++a)
        p->acc[a].formless = !can_serve(s, a, kernel);
    p->core_cap = host ? cores : 0;
    bool other = p->kernel != kernel;
    p->kernel = s->kernel = kernel;
    if (other) {
        ctsar__pass_expect_accs(p); /* without a host form cores are no units any more */
        ctsar__ready_begin(p);
    }
    ctsar__ready_wait(p);
    ctsar__absence_tell(p);
    ctsar__ready_admit(p);
    return CTSAR_OK;
}

/* Whether passes are checked, in check mode. */
static void decide_check(ctsar *s)
{
    bool launches = s->kernel && ctsar__kernel_serves(s->kernel, NULL);
    ctsar__check *check = launches || (s->promises && !s->kernel) ? s->check : NULL;
    const char *excuse = s->kernel ? "its kernel has no host form; give it one"
                                   : "as it was opened with CTSAR_DEV_CPU, its body may use the "
                                     "host's arrays; open it with CTSAR_DEV_ALL; of a "
                                     "directive's loop ctsarcc says what keeps it on the cores";
    ctsar__pass_replace_check(&s->pass, check, !s->check || check ? NULL : excuse);
}

int ctsar__kernels_open(ctsar *s)
{
    int status = choose_units(s, NULL);
    decide_check(s);
    return status;
}

static bool has_same_forms(const ctsar_kernel *a, const ctsar_kernel *b)
{
    return a->host == b->host && a->cuda == b->cuda && a->opencl_source == b->opencl_source &&
           a->opencl_binary == b->opencl_binary && a->opencl_binary_size == b->opencl_binary_size &&
           a->opencl_grid == b->opencl_grid;
}

/* Is with the accelerators all as it was when the kernel was declared last?  Of one that failed
 * when the pass's rounds were over nobody has been told. */
static bool are_as_they_were(const ctsar *s, const ctsar_kernel *kernel)
{
    bool same = s->absent.version == s->declared_at && has_same_forms(kernel, &s->as_declared);
    for (int a = 0; a < s->accs && same; ++a) {
        const ctsar__acc *acc = &s->pass.acc[a];
        bool told = acc->gone ? s->absent.acc[a] : !acc->device->failed;
        same = told && !acc->late && !s->absent.late[a];
    }
    return same;
}

/* Whether all that depends on the kernel is as it was then: mostly, and code that ctsarcc makes
 * declares it before each pass. */
static bool declared(const ctsar *s, const ctsar_kernel *kernel)
{
    return kernel && kernel == s->kernel && kernel->host && !kernel->versions && !s->check &&
           (!s->accs || are_as_they_were(s, kernel));
}

static void note_declared(ctsar *s, const ctsar_kernel *kernel)
{
    if (kernel)
        s->as_declared = *kernel;
    s->declared_at = s->absent.version;
}

int ctsar_set_kernel(ctsar *s, const ctsar_kernel *kernel)
{
    int status = ctsar__region_idle(s);
    if (!status && kernel)
        status = ctsar__kernel_check(kernel);
    if (!status && declared(s, kernel))
        return CTSAR_OK;
    if (!status && kernel && ctsar__kernel_for_tasks(kernel))
        status = ctsar__kernel_refuse_region(kernel);
    if (!status)
        status = choose_units(s, kernel);
    if (!status) {
        decide_check(s);
        note_declared(s, kernel);
    }
    return ctsar__region_report(s, "ctsar_set_kernel", status);
}

int ctsar_launch(ctsar *s, const ctsar_kernel *kernel, const ctsar_arg *args, int nargs)
{
    static const char call[] = "ctsar_launch";
    ctsar__lane *l = NULL;
    int status = ctsar__region_turn(s, call, &l);
    return status ? status
                  : ctsar__region_report_in_turn(
                        s, call, ctsar__turn_launch(&s->pass, l, kernel, args, nargs));
}
