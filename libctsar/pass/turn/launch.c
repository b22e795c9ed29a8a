/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/turn/launch.h"

#include "pass/core/bounds.h"
#include "pass/core/view.h"
#include "pass/turn/checking.h"
#include "pass/turn/versions.h"
#include "version/family.h"

/* known: what serves it is known. */
static int check_launch(const ctsar__pass *p, const ctsar__lane *l, const ctsar_kernel *kernel,
                        const ctsar_arg *args, int nargs, bool known)
{
    if (l->stage != CTSAR__TURN_RANGE)
        return ctsar__error(CTSAR_ESTATE, "the turn had no ctsar_next yet");
    if (!kernel || nargs < 0 || (nargs > 0 && !args))
        return ctsar__error(CTSAR_EINVAL,
                            "%s and %d arguments at %p; kernel must not be NULL, nargs not "
                            "negative, and args not NULL but for nargs 0",
                            kernel ? kernel->name : "no kernel", nargs, (const void *)args);
    const ctsar__device *d = ctsar__lane_device(p, l);
    if (d && ctsar__kernel_for_tasks(kernel))
        return ctsar__kernel_refuse_region(kernel);
    bool nothing = !d && ctsar__range_len(l->range) == 0; /* as of a thread without a unit */
    if (nothing || known || ctsar__kernel_serves(kernel, d ? d->backend : NULL))
        return CTSAR_OK;
    char guarded[200] = "";
    ctsar__kernel_tell_guarded(kernel, d ? d->backend : NULL, d ? d->name : "cores", guarded,
                               sizeof guarded);
    return ctsar__error(CTSAR_ENODEV,
                        "kernel %s has no form for %s%s; declare the kernel with ctsar_set_kernel, "
                        "and such units get no turns%s",
                        kernel->name, d ? d->name : "cores",
                        *guarded ? " that every range may use" : "", guarded);
}

/* On a core where one body is executed, as mostly. */
static int execute(ctsar__pass *p, ctsar__lane *l, const ctsar_kernel *kernel,
                   const ctsar_arg *args, int nargs)
{
    const ctsar__target core = ctsar__lane_target(p, l);
    ctsar_call range = ctsar__call_of(l->book.bounds, l->hi, l->range);
    int status = ctsar__capture_on_core(&l->capture, kernel, args, nargs, &l->data, range, &core,
                                        &l->arguments);
    if (!status && ctsar__range_len(l->range) > 0)
        kernel->host(&l->arguments.call);
    return status;
}

int ctsar__turn_launch(ctsar__pass *p, ctsar__lane *l, const ctsar_kernel *kernel,
                       const ctsar_arg *args, int nargs)
{
    const ctsar__target target = ctsar__lane_target(p, l);
    ctsar__family *family = kernel && kernel->versions ? ctsar__turn_family(p, l, kernel) : NULL;
    int status = check_launch(p, l, kernel, args, nargs, family != NULL);
    if (!status && l->acc < 0 && l->checked_at < 0 && !kernel->versions)
        return execute(p, l, kernel, args, nargs);
    if (!status)
        status = ctsar__capture_add(&l->capture, kernel, args, nargs, &l->data);
    if (status || l->acc >= 0 || ctsar__range_len(l->range) == 0)
        return status;
    if (kernel->versions && l->checked_at < 0)
        return ctsar__turn_versions(p, l, &target, family);
    ctsar_call range = ctsar__call_of(l->book.bounds, l->hi, l->range);
    status =
        ctsar__capture_bind(&l->capture, l->capture.launches - 1, range, &target, &l->arguments);
    if (!status && l->checked_at >= 0)
        ctsar__checking_bind(p, args, nargs, &l->arguments);
    if (!status && kernel->versions)
        return ctsar__turn_checked(kernel, &l->arguments.call, l->checked_at);
    if (!status)
        kernel->host(&l->arguments.call);
    return status;
}
