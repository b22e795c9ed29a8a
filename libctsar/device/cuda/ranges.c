/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/cuda/ranges.h"

#include <nvtx3/nvToolsExt.h>
#include <pthread.h>
#include <stddef.h>

static nvtxDomainHandle_t domain; /* NULL: no tool listens */

static void open_domain(void)
{
    domain = nvtxDomainCreateA("ctsar");
    if (!domain)
        return;
    nvtxDomainNameCategoryA(domain, CTSAR__CUDA_RANGE_COPY, "copies");
    nvtxDomainNameCategoryA(domain, CTSAR__CUDA_RANGE_KERNEL, "kernels");
}

uint64_t ctsar__cuda_range_start(ctsar__cuda_range_kind kind, const char *what, uint64_t amount)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_domain);
    if (!domain)
        return 0;
    const nvtxEventAttributes_t about = {.version = NVTX_VERSION,
                                         .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
                                         .category = kind,
                                         .payloadType = NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
                                         .payload.ullValue = amount,
                                         .messageType = NVTX_MESSAGE_TYPE_ASCII,
                                         .message.ascii = what};
    return nvtxDomainRangeStartEx(domain, &about);
}

void ctsar__cuda_range_end(uint64_t range)
{
    if (range)
        nvtxDomainRangeEnd(domain, range);
}
