/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fuzzer: a history's file.  What is usable can be merged into another, and asked for. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "observe/history_file.h"
#include "observe/history_table.h"

static FILE *file_of(const uint8_t *data, size_t size)
{
    int fd = memfd_create("history", MFD_CLOEXEC);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET))
        abort();
    return fdopen(fd, "r");
}

static void use(json_t *regions)
{
    char wrong[CTSAR__HISTORY_WHY];
    json_t *own = json_object();
    for (int time = 0; time < 2; ++time) /* the second time into what is there */
        if (!ctsar__history_merge_all(own, regions))
            abort();
    if (!ctsar__history_valid(own, wrong, sizeof wrong))
        abort();
    for (void *r = json_object_iter(own); r; r = json_object_iter_next(own, r)) {
        ctsar__measured m = ctsar__history_known(own, json_object_iter_key(r), "core");
        if (m.time < 0 || m.overhead < 0 || m.ranges < 0)
            abort();
    }
    json_decref(own);
    json_decref(regions);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char why[CTSAR__HISTORY_WHY];
    json_t *regions;
    FILE *in = file_of(data, size);
    ctsar__history_contents found = ctsar__history_parse(in, &regions, why);
    fclose(in);
    if ((found == CTSAR__HISTORY_USABLE) != (regions != NULL))
        abort();
    if (regions)
        use(regions);
    return 0;
}
