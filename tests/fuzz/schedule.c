/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fuzzer: the file of CTSAR_SCHEDULE.  What is taken gives every iteration one range. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "observe/replay_file.h"

static void assert_whole(const ctsar__replay_region *r)
{
    for (; r; r = r->next)
        for (long i = 0; i < r->count; ++i)
            if (!ctsar__replay_covers(&r->pass[i]))
                abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char why[CTSAR__REPLAY_WHY];
    ctsar__replay_region *first;
    FILE *in = size ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    if (!in)
        return 0;
    if (ctsar__replay_parse(in, &first, why))
        assert_whole(first);
    else if (first)
        abort();
    ctsar__replay_free(first);
    fclose(in);
    return 0;
}
