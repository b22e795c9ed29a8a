/* SPDX-License-Identifier: BSD-3-Clause
 *
 * In the place of one of NVIDIA's tools (NVTX_INJECTION64_PATH): writes each range that begins and
 * ends, of the domain "ctsar", into the file that NVTX_RECORD names. */
#include <nvtx3/nvToolsExt.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *record;
static _Atomic unsigned long ranges;
static int known; /* a domain */

static nvtxDomainHandle_t NVTX_API create(const char *name)
{
    return strcmp(name, "ctsar") ? NULL : (nvtxDomainHandle_t)(void *)&known;
}

static nvtxRangeId_t NVTX_API start(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *about)
{
    unsigned long range = ++ranges;
    if ((void *)domain == &known)
        fprintf(record, "start %lu %u %llu %s\n", range, about->category,
                (unsigned long long)about->payload.ullValue, about->message.ascii);
    return range;
}

static void NVTX_API end(nvtxDomainHandle_t domain, nvtxRangeId_t range)
{
    if ((void *)domain == &known)
        fprintf(record, "end %lu\n", (unsigned long)range);
}

static void put(NvtxFunctionTable table, NvtxCallbackIdCore2 which, const void *function)
{
    memcpy(table[which], function, sizeof(NvtxFunctionPointer));
}

extern int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t table_of)
{
    static nvtxDomainHandle_t (*const creates)(const char *) = create;
    static nvtxRangeId_t (*const starts)(nvtxDomainHandle_t, const nvtxEventAttributes_t *) = start;
    static void (*const ends)(nvtxDomainHandle_t, nvtxRangeId_t) = end;
    const NvtxExportTableCallbacks *callbacks = table_of(NVTX_ETID_CALLBACKS);
    NvtxFunctionTable table;
    unsigned size;
    if (!callbacks || !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size) ||
        size <= NVTX_CBID_CORE2_DomainCreateA || !(record = fopen(getenv("NVTX_RECORD"), "w")))
        return 0;
    put(table, NVTX_CBID_CORE2_DomainCreateA, &creates);
    put(table, NVTX_CBID_CORE2_DomainRangeStartEx, &starts);
    put(table, NVTX_CBID_CORE2_DomainRangeEnd, &ends);
    return 1;
}
