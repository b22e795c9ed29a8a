/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CTSAR_ALIGN_H
#define CTSAR_ALIGN_H

#include <stddef.h>

/* So many bytes and what is missing to where anything may begin. */
static inline size_t ctsar__aligned(size_t bytes)
{
    size_t align = _Alignof(max_align_t);
    return (bytes + align - 1) / align * align;
}

#endif
