/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "config/config.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "config/devices.h"
#include "config/emu.h"
#include "config/names.h"
#include "config/variables.h"
#include "config/versions.h"

static int read_variable(const ctsar__reading *r)
{
    char *copy = strdup(r->value);
    if (!copy)
        return ctsar__refuse_memory(r);
    char *text = ctsar__trim(copy);
    int status = *text ? r->variable->parse(r, text)
                       : ctsar__refuse(r, CTSAR_ECONFIG, "empty; valid is %s, or unset it",
                                       r->variable->valid);
    free(copy);
    return status;
}

static int set_defaults(ctsar__config *c)
{
    *c = (ctsar__config){.cores = true,
                         .core_cap = LONG_MAX,
                         .devices = {.clock = CTSAR__CLOCK_REAL, .memory = SIZE_MAX, .pinned = -1},
                         .policy = -1,
                         .ratio = -1,
                         .backoff = -1,
                         .virtual_iter = 1e-6,
                         .report = CTSAR__REPORT_OFF,
                         .timeout = 30,
                         .device_timeout = INFINITY,
                         .inflight = 3,
                         .prefetch = -1,
                         .dedicated = -1,
                         .overlap = 1,
                         .direct = -1};
    c->devices.emu = malloc(sizeof *c->devices.emu);
    if (!c->devices.emu)
        return ctsar__error(CTSAR_ENOMEM, "no memory to read the environment");
    *c->devices.emu = ctsar__default_emu;
    c->devices.nemu = 1;
    return CTSAR_OK;
}

/* What is written last would be all that is left. */
static int check_files(const ctsar__config *c)
{
    const struct {
        const char *variable, *file;
    } all[] = {{"REPORT", c->report_file},
               {"TRACE", c->trace_file},
               {"PROGRESS", c->progress_file},
               {"SCHEDULE", c->schedule_file},
               {"HISTORY", c->history_file}};
    const size_t n = sizeof all / sizeof *all;
    for (size_t i = 0; i < n; ++i)
        for (size_t k = i + 1; k < n && all[i].file; ++k)
            if (all[k].file && !strcmp(all[i].file, all[k].file))
                return ctsar__error(CTSAR_ECONFIG,
                                    CTSAR__PREFIX "%s and " CTSAR__PREFIX "%s name one file, %s; "
                                                  "give each a file of its own",
                                    all[i].variable, all[k].variable, all[i].file);
    return CTSAR_OK;
}

int ctsar__config_read(ctsar__config *c)
{
    int status = set_defaults(c);
    if (!status)
        status = ctsar__check_names();
    for (const ctsar__variable *v = ctsar__variables; v->name && !status; ++v) {
        const ctsar__reading r = {c, v, secure_getenv(v->name)};
        if (r.value)
            status = read_variable(&r);
    }
    if (!status && c->check && c->schedule != CTSAR__SCHEDULE_FREE)
        status = ctsar__error(CTSAR_ECONFIG, "CTSAR_SCHEDULE and CTSAR_CHECK are both set; check "
                                             "mode follows no schedule: unset one of them");
    if (!status)
        status = check_files(c);
    /* Time is a model there, so a run must not depend on what the machine has. */
    c->found = !secure_getenv(CTSAR__PREFIX "DEVICES") && c->devices.clock == CTSAR__CLOCK_REAL;
    if (!status && c->found)
        status = ctsar__default_devices(c);
    if (status)
        ctsar__config_free(c);
    return status;
}

bool ctsar__config_checks(void)
{
    const char *value = secure_getenv(CTSAR__PREFIX "CHECK");
    return value && *value && strcmp(value, "0") != 0;
}

void ctsar__config_free(ctsar__config *c)
{
    free(c->requests);
    free(c->devices.choice);
    free(c->devices.cache_dir);
    free(c->devices.emu);
    ctsar__versions_settings_free(&c->versions);
    free(c->report_file);
    free(c->trace_file);
    free(c->progress_file);
    free(c->schedule_file);
    free(c->history_file);
    *c = (ctsar__config){0};
}
