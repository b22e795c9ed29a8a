/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One table has a line for each variable.  This file looks into the registry of policies, but only
 * for their names: a value that names one is then checked where it is read, and the message lists
 * what this build has. */
#include "config/variables.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "config/devices.h"
#include "config/emu.h"
#include "config/versions.h"
#include "device/crew.h"
#include "device/device.h"
#include "sched/sched.h"

/* Bounds that keep what is computed from a value finite and above zero. */
static const double min_iter = 1e-15;

static int parse_policy(const ctsar__reading *r, char *text)
{
    const ctsar__sched_ops *ops = ctsar__policy_named(text);
    if (!ops && strcmp(text, "default") != 0)
        return ctsar__refuse(r, CTSAR_ECONFIG, "no policy of that name; there are: default, %s",
                             ctsar__policy_names());
    r->config->policy = ops ? (int)ops->policy : (int)CTSAR_POLICY_DEFAULT;
    return CTSAR_OK;
}

static int refuse_value(const ctsar__reading *r)
{
    return ctsar__refuse(r, CTSAR_ECONFIG, "not understood; valid is %s", r->variable->valid);
}

static int parse_cache(const ctsar__reading *r, char *text)
{
    if (!strcmp(text, "writeback"))
        r->config->cache = CTSAR__CACHE_WRITEBACK;
    else if (!strcmp(text, "writethrough"))
        r->config->cache = CTSAR__CACHE_WRITETHROUGH;
    else if (!strcmp(text, "nocache"))
        r->config->cache = CTSAR__CACHE_NONE;
    else
        return refuse_value(r);
    return CTSAR_OK;
}

static int parse_clock(const ctsar__reading *r, char *text)
{
    if (!strcmp(text, "real"))
        r->config->devices.clock = CTSAR__CLOCK_REAL;
    else if (!strcmp(text, "virtual"))
        r->config->devices.clock = CTSAR__CLOCK_VIRTUAL;
    else
        return refuse_value(r);
    return CTSAR_OK;
}

static int parse_virtual_iter(const ctsar__reading *r, char *text)
{
    double *iter = &r->config->virtual_iter;
    if (!ctsar__parse_seconds(text, iter) || *iter < min_iter || *iter > CTSAR__MAX_SECONDS)
        return refuse_value(r);
    return CTSAR_OK;
}

static int parse_timeout(const ctsar__reading *r, char *text)
{
    double *timeout = &r->config->timeout;
    if (!ctsar__parse_number(text, timeout) || *timeout <= 0 || *timeout > CTSAR__MAX_SECONDS)
        return refuse_value(r);
    r->config->device_timeout = *timeout;
    return CTSAR_OK;
}

static int parse_inflight(const ctsar__reading *r, char *text)
{
    long inflight;
    if (!ctsar__parse_count(text, CTSAR__INFLIGHT_MOST, &inflight) || inflight == 0)
        return refuse_value(r);
    r->config->inflight = (int)inflight;
    return CTSAR_OK;
}

static int parse_prefetch(const ctsar__reading *r, char *text)
{
    long prefetch;
    if (!ctsar__parse_count(text, CTSAR__INFLIGHT_MOST - 1, &prefetch))
        return refuse_value(r);
    r->config->prefetch = (int)prefetch;
    return CTSAR_OK;
}

static int parse_switch(const ctsar__reading *r, const char *text, int *to)
{
    long yes;
    if (!ctsar__parse_count(text, 1, &yes))
        return refuse_value(r);
    *to = (int)yes;
    return CTSAR_OK;
}

static int parse_pinned(const ctsar__reading *r, char *text)
{
    long threads;
    if (!ctsar__parse_count(text, CTSAR__CREW_MOST, &threads))
        return refuse_value(r);
    r->config->devices.pinned = (int)threads;
    return CTSAR_OK;
}

static int parse_dedicated(const ctsar__reading *r, char *text)
{
    return parse_switch(r, text, &r->config->dedicated);
}

static int parse_div(const ctsar__reading *r, char *text)
{
    long div;
    if (!ctsar__parse_count(text, INT_MAX, &div) || div == 0)
        return refuse_value(r);
    r->config->div = (int)div;
    return CTSAR_OK;
}

static int parse_chunk(const ctsar__reading *r, char *text)
{
    long *chunk = &r->config->chunk;
    return ctsar__parse_count(text, LONG_MAX, chunk) && *chunk > 0 ? CTSAR_OK : refuse_value(r);
}

static int parse_ratio(const ctsar__reading *r, char *text)
{
    double *ratio = &r->config->ratio;
    return ctsar__parse_number(text, ratio) && *ratio <= 1 ? CTSAR_OK : refuse_value(r);
}

static int parse_backoff(const ctsar__reading *r, char *text)
{
    ctsar__config *c = r->config;
    char *passes = text;
    const char *rule = ctsar__next_item(&passes, ":");
    long number = 0;
    if (passes && (!ctsar__parse_count(ctsar__trim(passes), INT_MAX, &number) || number == 0))
        return refuse_value(r);
    if (!strcmp(rule, "fill"))
        c->backoff = CTSAR_BACKOFF_FILL;
    else if (!strcmp(rule, "paper"))
        c->backoff = CTSAR_BACKOFF_PAPER;
    else if (!strcmp(rule, "0") && !passes)
        c->backoff = CTSAR_BACKOFF_NEVER;
    else
        return refuse_value(r);
    c->backoff_passes = (int)number;
    return CTSAR_OK;
}

static int parse_check(const ctsar__reading *r, char *text)
{
    bool yes = !strcmp(text, "1");
    r->config->check = yes;
    return yes || !strcmp(text, "0") ? CTSAR_OK : refuse_value(r);
}

static bool is_json_file(const char *path)
{
    static const char ending[] = ".json";
    size_t length = strlen(path), tail = sizeof ending - 1;
    return length > tail && !strcmp(path + length - tail, ending);
}

static int parse_report(const ctsar__reading *r, char *text)
{
    ctsar__config *c = r->config;
    if (!strcmp(text, "0"))
        return CTSAR_OK;
    if (!strcmp(text, "1")) {
        c->report = CTSAR__REPORT_TABLE;
        return CTSAR_OK;
    }
    if (!is_json_file(text))
        return refuse_value(r);
    c->report_file = strdup(text);
    if (!c->report_file)
        return ctsar__refuse_memory(r);
    c->report = CTSAR__REPORT_JSON;
    return CTSAR_OK;
}

static int parse_file(const ctsar__reading *r, const char *text, char **file)
{
    if (!is_json_file(text))
        return refuse_value(r);
    *file = strdup(text);
    return *file ? CTSAR_OK : ctsar__refuse_memory(r);
}

static int parse_history(const ctsar__reading *r, char *text)
{
    return parse_file(r, text, &r->config->history_file);
}

static int parse_schedule(const ctsar__reading *r, char *text)
{
    static const char *const modes[] = {"record", "replay", "try"};
    char *file = text;
    const char *mode = ctsar__next_item(&file, ":");
    for (int i = 0; file && i < 3; ++i)
        if (!strcmp(mode, modes[i])) {
            r->config->schedule = (ctsar__schedule_mode)(CTSAR__SCHEDULE_RECORD + i);
            return parse_file(r, ctsar__trim(file), &r->config->schedule_file);
        }
    return refuse_value(r);
}

static int parse_trace(const ctsar__reading *r, char *text)
{
    return strcmp(text, "0") ? parse_file(r, text, &r->config->trace_file) : CTSAR_OK;
}

static int parse_progress(const ctsar__reading *r, char *text)
{
    r->config->progress = !strcmp(text, "1");
    if (r->config->progress || !strcmp(text, "0"))
        return CTSAR_OK;
    return parse_file(r, text, &r->config->progress_file);
}

static int parse_nodes(const ctsar__reading *r, char *text)
{
    if (!strcmp(text, "0"))
        r->config->nodes = CTSAR__NODES_OFF;
    else if (!strcmp(text, "mpi"))
        r->config->nodes = CTSAR__NODES_MPI;
    else
        return refuse_value(r);
    return CTSAR_OK;
}

static int parse_overlap(const ctsar__reading *r, char *text)
{
    return parse_switch(r, text, &r->config->overlap);
}

static int parse_direct(const ctsar__reading *r, char *text)
{
    return parse_switch(r, text, &r->config->direct);
}

static int parse_memory_cap(const ctsar__reading *r, char *text)
{
    size_t *memory = &r->config->devices.memory;
    return ctsar__parse_bytes(text, memory) && *memory > 0 ? CTSAR_OK : refuse_value(r);
}

static int parse_cache_dir(const ctsar__reading *r, char *text)
{
    r->config->devices.cache_dir = strdup(text);
    return r->config->devices.cache_dir ? CTSAR_OK : ctsar__refuse_memory(r);
}

const ctsar__variable ctsar__variables[] = {
    {CTSAR__PREFIX "EMU", "key=value{,key=value}{;...}, a group per emulated accelerator",
     ctsar__parse_emu},
    {CTSAR__PREFIX "DEVICES",
     "a list of cpu[:COUNT], emu[:COUNT] and BACKEND[:WHICH], such as cpu,opencl:0",
     ctsar__parse_devices},
    {CTSAR__PREFIX "MEMORY", "a size from 1B in " CTSAR__BYTE_UNITS ", such as 2GiB",
     parse_memory_cap},
    {CTSAR__PREFIX "CACHE_DIR", "the name of a folder, or 0 (compiled programs are not kept)",
     parse_cache_dir},
    {CTSAR__PREFIX "POLICY", "the name of a policy", parse_policy},
    {CTSAR__PREFIX "DIV", "a number of parts from 1, such as 20", parse_div},
    {CTSAR__PREFIX "CHUNK", "a number of iterations from 1, such as 64", parse_chunk},
    {CTSAR__PREFIX "RATIO", "a number from 0 to 1, such as 0.8", parse_ratio},
    {CTSAR__PREFIX "BACKOFF", "fill[:PASSES], paper[:PASSES] (PASSES from 1) or 0 (never)",
     parse_backoff},
    {CTSAR__PREFIX "HISTORY", "the name of a file that ends in .json", parse_history},
    {CTSAR__PREFIX "SCHEDULE",
     "record:FILE, replay:FILE or try:FILE, with the name of a file that ends in .json",
     parse_schedule},
    {CTSAR__PREFIX "CACHE", "nocache, writethrough or writeback", parse_cache},
    {CTSAR__PREFIX "CLOCK", "real or virtual", parse_clock},
    {CTSAR__PREFIX "VIRTUAL_ITER",
     "a time from 1e-6ns to 1e9s in " CTSAR__TIME_UNITS ", such as 1us", parse_virtual_iter},
    {CTSAR__PREFIX "VERSIONS", "a list of [KERNEL:]VERSION, such as gemm:tiled",
     ctsar__parse_versions},
    {CTSAR__PREFIX "VIRTUAL_VERSIONS",
     "a list of [UNIT/]VERSION=FACTOR[+TIME] or [UNIT/]VERSION=fails, such as emu/tiled=0.5+20us",
     ctsar__parse_virtual_versions},
    {CTSAR__PREFIX "CHECK", "1 (find mistakes in registrations) or 0", parse_check},
    {CTSAR__PREFIX "REPORT", "1 (a table at exit), 0, or the name of a file that ends in .json",
     parse_report},
    {CTSAR__PREFIX "TRACE", "the name of a file that ends in .json, or 0", parse_trace},
    {CTSAR__PREFIX "PROGRESS",
     "1 (a line on a terminal), 0, or the name of a file that ends in .json", parse_progress},
    {CTSAR__PREFIX "NODES",
     "0 (each process is alone) or mpi (those that MPI has started divide passes)", parse_nodes},
    {CTSAR__PREFIX "OVERLAP", "0 or 1", parse_overlap},
    {CTSAR__PREFIX "DIRECT", "0 or 1", parse_direct},
    {CTSAR__PREFIX "INFLIGHT", "a number of ranges from 1 to 8, such as 2", parse_inflight},
    {CTSAR__PREFIX "PREFETCH", "a number of tasks from 0 to 7, such as 2", parse_prefetch},
    {CTSAR__PREFIX "DEDICATED", "0 or 1", parse_dedicated},
    {CTSAR__PREFIX "PINNED", "0 or a number of threads up to 8", parse_pinned},
    {CTSAR__PREFIX "TIMEOUT", "a number of seconds above 0 and up to 1e9, such as 30",
     parse_timeout},
    {NULL, NULL, NULL},
};

enum { VARIABLES = sizeof ctsar__variables / sizeof *ctsar__variables - 1 };

const char *ctsar__variable_name(int index)
{
    return index < VARIABLES ? ctsar__variables[index].name : NULL;
}
