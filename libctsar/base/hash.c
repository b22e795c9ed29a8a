/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/hash.h"

uint64_t ctsar__hash(uint64_t before, const void *data, size_t bytes)
{
    const unsigned char *byte = data;
    uint64_t h = before ^ 0xcbf29ce484222325u;
    for (size_t i = 0; i < bytes; ++i)
        h = (h ^ byte[i]) * 0x100000001b3u;
    return h;
}
