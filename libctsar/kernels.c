/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The public calls about kernels. */
#include "region.h"

static bool has_a_form(const ctsar_kernel *k)
{
    return k->host || k->cuda || k->opencl_source || (k->opencl_binary && k->opencl_binary_size);
}

/* Which units have a form of the kernel, or can execute inline bodies. */
static int choose_units(ctsar *s, const ctsar_kernel *kernel)
{
    ctsar__pass *p = &s->pass;
    int able = 0;
    bool host = !kernel || kernel->host;
    for (int a = 0; a < p->accs; ++a)
        able += s->device[a]->backend->executes(kernel, s->devices) && !p->acc[a].gone;
    if (!able && !(host && (s->core_cap > 0 || !kernel)))
        return ctsar__error(CTSAR_ENODEV,
                            "no unit of the region has a form of kernel %s; give it the form for "
                            "one of CTSAR_DEVICES%s",
                            kernel->name, ctsar__recover_reason(p, kernel));
    for (int a = 0; a < p->accs; ++a)
        p->acc[a].formless = !s->device[a]->backend->executes(kernel, s->devices);
    p->core_cap = host ? s->core_cap : 0;
    p->kernel = s->kernel = kernel;
    ctsar__recover_absent(p);
    return CTSAR_OK;
}

int ctsar__kernels_open(ctsar *s)
{
    return choose_units(s, NULL);
}

int ctsar_set_kernel(ctsar *s, const ctsar_kernel *kernel)
{
    int status = ctsar__region_idle(s);
    if (!status && kernel && (!kernel->name || !has_a_form(kernel)))
        status = ctsar__error(CTSAR_EINVAL,
                              "kernel %s has no %s; it needs a name and one of host, cuda, "
                              "opencl_source and opencl_binary with its size",
                              kernel->name ? kernel->name : "without a name",
                              kernel->name ? "form" : "name");
    if (!status)
        status = choose_units(s, kernel);
    if (!status)
        ctsar__region_decide_check(s);
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
