/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/cuda/context.h"

#include "device/owner.h"

int ctsar__cuda_error(ctsar__cuda *c, const char *what, CUresult error)
{
    return ctsar__error(error == CUDA_ERROR_OUT_OF_MEMORY ? CTSAR_ENOMEM : CTSAR_EDEVICE,
                        "%s: %s: %s", c->base.name, what, ctsar__cu_error_name(error));
}

int ctsar__cuda_enter(ctsar__cuda *c)
{
    if (ctsar__cu_inherited())
        return ctsar__error(CTSAR_EDEVICE, "%s: " CTSAR__INHERITED, c->base.name);
    CUresult error = c->cu->CtxSetCurrent(c->context);
    return error ? ctsar__cuda_error(c, "its context", error) : CTSAR_OK;
}
