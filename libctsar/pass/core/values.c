/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/values.h"

#include <string.h>

#include "base/hash.h"
#include "mem/array.h"
#include "pass/core/apart.h"

enum { BLOCK = 4096, BLOCKS = 1024 }; /* bytes; of an array */

/* Whole words, the last ones overlapping: FNV's bytes would take eight times as long. */
static uint64_t hash_of_block(uint64_t h, const char *at, size_t bytes)
{
    uint64_t word;
    if (bytes < sizeof word)
        return ctsar__hash(h, at, bytes);
    for (size_t i = 0; i < bytes; i += sizeof word) {
        memcpy(&word, at + (i + sizeof word > bytes ? bytes - sizeof word : i), sizeof word);
        h = (h ^ word) * 0x9E3779B97F4A7C15u;
        h ^= h >> 29;
    }
    return h;
}

/* Of all bytes, or of blocks at equal distances. */
static uint64_t hash_of(const char *at, size_t bytes)
{
    size_t blocks = (bytes + BLOCK - 1) / BLOCK, apart = (blocks + BLOCKS - 1) / BLOCKS;
    uint64_t h = bytes;
    for (size_t b = 0; b < blocks; b += apart) {
        size_t left = bytes - b * BLOCK;
        h = hash_of_block(h, at + b * BLOCK, left < BLOCK ? left : BLOCK);
    }
    return h;
}

uint64_t ctsar__values_hash(const void *at, size_t bytes)
{
    return hash_of_block(bytes, at, bytes);
}

/* Is it read, and the same on all nodes? */
static bool is_alike(const ctsar__array *a)
{
    const ctsar__shape *s = &a->shape;
    if (ctsar__apart_find(a->host, ctsar__shape_bytes(s)))
        return false;
    return s->flags & CTSAR_MEM_INPUT && !(s->flags & (CTSAR_MEM_ADDRESSES | CTSAR_MEM_GAPS));
}

void ctsar__values_describe(const ctsar__data *data, ctsar__record *r)
{
    for (int i = 0; i < data->arrays.count; ++i) {
        const ctsar__array *a = data->arrays.entry[i];
        ctsar__record_note(r, i, is_alike(a) ? hash_of(a->host, ctsar__shape_bytes(&a->shape)) : 0);
    }
    for (int i = 0; i < data->reductions.count; ++i) {
        const ctsar__reduction *d = data->reductions.entry[i];
        ctsar__record_note(r, data->arrays.count + i,
                           hash_of(ctsar__reduction_result(d), ctsar__reduction_size(d)));
    }
    r->arrays = data->arrays.count;
}

/* The first registration whose values differ, CTSAR__TOLD of those that are told together; -1: none
 * does. */
static int differs(const ctsar__record *a, const ctsar__record *b)
{
    for (int i = 0; i < CTSAR__TOLD; ++i)
        if (a->entry[i] != b->entry[i])
            return i;
    return a->rest != b->rest ? CTSAR__TOLD : -1;
}

/* The first rank whose values differ from rank 0's, and in which registration; -1: there is none.
 */
static int who_differs(const ctsar__node *n, int *number)
{
    for (int r = 1; r < n->world.size; ++r) {
        *number = differs(&n->said[0], &n->said[r]);
        if (*number >= 0)
            return r;
    }
    return -1;
}

bool ctsar__values_agree(const ctsar__node *n)
{
    int number;
    return who_differs(n, &number) < 0;
}

void ctsar__values_warn(const char *region, const ctsar__node *n)
{
    int number = 0, rank = who_differs(n, &number), arrays = n->said[0].arrays;
    bool array = number < arrays;
    ctsar__warn(
        "%s: rank %d has other values than rank 0 in %s number %d%s that a turn registers; all "
        "nodes must have the same data (does the program read standard input, or draw random "
        "numbers from a seed of its own?)",
        region, rank, array ? "array" : "the result of reduction",
        (array ? number : number - arrays) + 1, number == CTSAR__TOLD ? " or a later one" : "");
}
