/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What loops whose subscripts go through an index array ask of it when they are reached. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "ctsar.h"

/* Integers of one type, `stride` apart. */
typedef struct numbers {
    const void *at;
    long count, stride;
} numbers;

/* Compilers look at several numbers at once where the processor can find the smaller one of each of
 * two rows of them. */
#if defined(__x86_64__)
#define SEVERAL __attribute__((target("sse4.1")))
static bool several(void)
{
    return __builtin_cpu_supports("sse4.1");
}
#else
#define SEVERAL
static bool several(void)
{
    return true;
}
#endif

/* For each type, the least and the greatest number, whether they ascend, and marking them in a
 * bitmap until one is there already. */
#define DEFINE(type, name)                                                                         \
    typedef type any_##name __attribute__((may_alias));                                            \
    static inline __attribute__((always_inline)) void ends_by_##name(                              \
        numbers v, long stride, int64_t *least, uint64_t *greatest)                                \
    {                                                                                              \
        const any_##name *at = v.at;                                                               \
        type low = at[0], high = at[0];                                                            \
        for (long i = 1; i < v.count; ++i) {                                                       \
            type x = at[i * stride];                                                               \
            low = x < low ? x : low;                                                               \
            high = x > high ? x : high;                                                            \
        }                                                                                          \
        *least = (int64_t)low;                                                                     \
        *greatest = (uint64_t)high;                                                                \
    }                                                                                              \
    SEVERAL static void ends_of_several_##name(numbers v, int64_t *least, uint64_t *greatest)      \
    {                                                                                              \
        ends_by_##name(v, 1, least, greatest);                                                     \
    }                                                                                              \
    static void ends_##name(numbers v, int64_t *least, uint64_t *greatest)                         \
    {                                                                                              \
        if (v.stride == 1 && several())                                                            \
            ends_of_several_##name(v, least, greatest);                                            \
        else                                                                                       \
            ends_by_##name(v, v.stride, least, greatest);                                          \
    }                                                                                              \
    static bool ascending_##name(numbers v)                                                        \
    {                                                                                              \
        const any_##name *at = v.at;                                                               \
        for (long i = 1; i < v.count; ++i)                                                         \
            if (at[i * v.stride] < at[(i - 1) * v.stride])                                         \
                return false;                                                                      \
        return true;                                                                               \
    }                                                                                              \
    static bool mark_##name(numbers v, uint64_t *seen)                                             \
    {                                                                                              \
        const any_##name *at = v.at;                                                               \
        for (long i = 0; i < v.count; ++i) {                                                       \
            uint64_t x = (uint64_t)at[i * v.stride], bit = UINT64_C(1) << (x & 63);                \
            if (seen[x >> 6] & bit)                                                                \
                return false;                                                                      \
            seen[x >> 6] |= bit;                                                                   \
        }                                                                                          \
        return true;                                                                               \
    }

DEFINE(int8_t, i8)
DEFINE(int16_t, i16)
DEFINE(int32_t, i32)
DEFINE(int64_t, i64)
DEFINE(uint8_t, u8)
DEFINE(uint16_t, u16)
DEFINE(uint32_t, u32)
DEFINE(uint64_t, u64)

#define KIND(name)                                                                                 \
    {                                                                                              \
        ends_##name, ascending_##name, mark_##name                                                 \
    }

static const struct kind {
    void (*ends)(numbers v, int64_t *least, uint64_t *greatest);
    bool (*ascending)(numbers v);
    bool (*mark)(numbers v, uint64_t *seen);
} kinds[2][4] = {{KIND(u8), KIND(u16), KIND(u32), KIND(u64)},
                 {KIND(i8), KIND(i16), KIND(i32), KIND(i64)}};

/* Hardly an array has more elements; a bitmap of so many is 32 GiB of addresses. */
static const uint64_t most = UINT64_C(1) << 38;

/* Integers of |size| bytes, signed where that is below 0. */
static const struct kind *kind_of(int size)
{
    return &kinds[size < 0][abs(size) == 1 ? 0 : abs(size) == 2 ? 1 : abs(size) == 4 ? 2 : 3];
}

/* Brings to the host what accelerators have of the numbers. */
static bool on_host(numbers v, int size)
{
    size_t reach = (size_t)(v.count - 1) * (size_t)v.stride + 1;
    return ctsar_host_uses(v.at, reach * (size_t)abs(size), false) == CTSAR_OK;
}

long ctsar_greatest(const void *values, int size, long count, long stride)
{
    int64_t least;
    uint64_t greatest;
    if (count < 1)
        return -1;
    if (!on_host((numbers){values, count, stride}, size))
        return LONG_MAX;
    kind_of(size)->ends((numbers){values, count, stride}, &least, &greatest);
    return size > 0 && greatest > LONG_MAX ? LONG_MAX : (long)greatest;
}

bool ctsar_ascending(const void *values, int size, long count, long stride)
{
    numbers v = {values, count, stride};
    return count <= 1 || (on_host(v, size) && kind_of(size)->ascending(v));
}

bool ctsar_distinct(const void *values, int size, long count, long stride)
{
    if (count <= 1)
        return true;
    const struct kind *kind = kind_of(size);
    int64_t least;
    uint64_t greatest;
    numbers v = {values, count, stride};
    if (!on_host(v, size))
        return false;
    kind->ends(v, &least, &greatest);
    /* One below 0 is no subscript, but mostly a mark, and there may be several. */
    if ((size < 0 && least < 0) || greatest >= most || greatest + 1 < (uint64_t)count)
        return false;
    uint64_t *seen = calloc(greatest / 64 + 1, sizeof *seen);
    bool distinct = seen && kind->mark(v, seen);
    free(seen);
    return distinct;
}
