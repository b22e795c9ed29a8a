/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CTSAR_HASH_H
#define CTSAR_HASH_H

#include <stddef.h>
#include <stdint.h>

/* FNV-1a of bytes, begun with 0 or another hash.  It finds what differs by chance, not malice. */
uint64_t ctsar__hash(uint64_t before, const void *data, size_t bytes);

#endif
