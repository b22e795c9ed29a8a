/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/nvtx.h"

#include <nvtx3/nvToolsExt.h>
#include <stddef.h>

bool ctsar__nvtx_heard;

static nvtxDomainHandle_t domain;

void ctsar__nvtx_open(void)
{
    if (domain || !(domain = nvtxDomainCreateA("ctsar")))
        return;
    nvtxDomainNameCategoryA(domain, CTSAR__NVTX_COPY, "copies");
    nvtxDomainNameCategoryA(domain, CTSAR__NVTX_KERNEL, "kernels");
    nvtxDomainNameCategoryA(domain, CTSAR__NVTX_TURN, "turns");
    ctsar__nvtx_heard = true;
}

uint64_t ctsar__nvtx_begin(ctsar__nvtx_kind kind, const char *what, uint64_t amount)
{
    const nvtxEventAttributes_t about = {.version = NVTX_VERSION,
                                         .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
                                         .category = kind,
                                         .payloadType = NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
                                         .payload.ullValue = amount,
                                         .messageType = NVTX_MESSAGE_TYPE_ASCII,
                                         .message.ascii = what};
    return nvtxDomainRangeStartEx(domain, &about);
}

void ctsar__nvtx_finish(uint64_t range)
{
    nvtxDomainRangeEnd(domain, range);
}
