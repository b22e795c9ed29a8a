/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "config/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each device goes to the process whose turn it is. */
static int share_devices(ctsar__config *c, ctsar__share s)
{
    int total = 0, count = 0, number = 0;
    for (int i = 0; i < c->nrequests; ++i)
        total += c->requests[i].count;
    ctsar__device_request *mine = calloc((size_t)total + 1, sizeof *mine);
    if (!mine)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a list of %d devices", total);
    for (int i = 0; i < c->nrequests; ++i)
        for (int k = 0; k < c->requests[i].count; ++k) {
            if (number++ % s.local_size != s.local_rank)
                continue;
            mine[count] = c->requests[i];
            mine[count].first += k;
            mine[count++].count = 1;
        }
    free(c->requests);
    c->requests = mine;
    c->nrequests = count;
    return CTSAR_OK;
}

/* The rank in the place of %r; without it the file is rank 0's.  *mine: it is this rank's. */
static int share_file(char **file, int rank, bool *mine)
{
    char *at = *file ? strstr(*file, "%r") : NULL, *name;
    *mine = rank == 0 || at;
    if (at) {
        if (asprintf(&name, "%.*s%d%s", (int)(at - *file), *file, rank, at + 2) < 0)
            return ctsar__error(CTSAR_ENOMEM, "no memory for the name of a file");
        free(*file);
        *file = name;
    } else if (!*mine) {
        free(*file);
        *file = NULL;
    }
    return CTSAR_OK;
}

int ctsar__config_share(ctsar__config *c, ctsar__share s)
{
    bool report, other;
    int status = c->found && s.local_size > 1 ? share_devices(c, s) : CTSAR_OK;
    if (!status)
        status = share_file(&c->report_file, s.rank, &report);
    if (!status)
        status = share_file(&c->trace_file, s.rank, &other);
    if (!status)
        status = share_file(&c->history_file, s.rank, &other);
    if (!status)
        status = share_file(&c->progress_file, s.rank, &other);
    c->progress = c->progress && s.rank == 0;
    if (!status && !report)
        c->report = CTSAR__REPORT_OFF;
    return status;
}
