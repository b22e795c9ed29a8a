/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One table has a line for each variable.  This file looks into the registry of policies, but only
 * for their names: a value that names one is then checked where it is read, and the message lists
 * what this build has. */
#define _GNU_SOURCE
#include "config.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config_read.h"
#include "device/device.h"
#include "quantity.h"
#include "sched/sched.h"

#define PREFIX "CTSAR_"

/* Bounds that keep what is computed from a value finite and above zero. */
static const double min_iter = 1e-15;

/* ---- Text ------------------------------------------------------------------ */

int ctsar__refuse(const ctsar__reading *r, int status, const char *format, ...)
{
    char what[300];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return ctsar__error(status, "%s=\"%.100s\": %s", r->variable->name, r->value, what);
}

static int no_memory(const ctsar__reading *r)
{
    return ctsar__refuse(r, CTSAR_ENOMEM, "no memory");
}

char *ctsar__trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return text;
}

/* Cuts the next item, trimmed, off the list *rest; NULL when there is none left. */
char *ctsar__next_item(char **rest, const char *separator)
{
    char *item = strsep(rest, separator);
    return item ? ctsar__trim(item) : NULL;
}

int ctsar__items_in(const char *list, char separator)
{
    int count = 1;
    for (; *list; ++list)
        count += *list == separator;
    return count;
}

void ctsar__append_name(char *list, size_t room, const char *name)
{
    size_t used = strlen(list);
    snprintf(list + used, room - used, "%s%s", used ? ", " : "", name);
}

/* ---- The others ------------------------------------------------------------------ */

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
        r->config->clock = CTSAR__CLOCK_REAL;
    else if (!strcmp(text, "virtual"))
        r->config->clock = CTSAR__CLOCK_VIRTUAL;
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

static int parse_pinned(const ctsar__reading *r, char *text)
{
    long yes;
    if (!ctsar__parse_count(text, 1, &yes))
        return refuse_value(r);
    r->config->pinned = (int)yes;
    return CTSAR_OK;
}

static int parse_dedicated(const ctsar__reading *r, char *text)
{
    long yes;
    if (!ctsar__parse_count(text, 1, &yes))
        return refuse_value(r);
    r->config->dedicated = (int)yes;
    return CTSAR_OK;
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
        return no_memory(r);
    c->report = CTSAR__REPORT_JSON;
    return CTSAR_OK;
}

static int parse_history(const ctsar__reading *r, char *text)
{
    if (!is_json_file(text))
        return refuse_value(r);
    r->config->history_file = strdup(text);
    return r->config->history_file ? CTSAR_OK : no_memory(r);
}

static int parse_memory_cap(const ctsar__reading *r, char *text)
{
    size_t *memory = &r->config->memory;
    return ctsar__parse_bytes(text, memory) && *memory > 0 ? CTSAR_OK : refuse_value(r);
}

static int parse_cache_dir(const ctsar__reading *r, char *text)
{
    r->config->cache_dir = strdup(text);
    return r->config->cache_dir ? CTSAR_OK : no_memory(r);
}

/* ---- The environment --------------------------------------------------------------- */

/* In the order of reading. */
static const ctsar__variable variables[] = {
    {PREFIX "EMU", "key=value{,key=value}{;...}, a group per emulated accelerator",
     ctsar__parse_emu},
    {PREFIX "DEVICES",
     "a list of cpu[:COUNT], emu[:COUNT] and BACKEND[:WHICH], such as cpu,opencl:0",
     ctsar__parse_devices},
    {PREFIX "MEMORY", "a size from 1B in " CTSAR__BYTE_UNITS ", such as 2GiB", parse_memory_cap},
    {PREFIX "CACHE_DIR", "the name of a folder, or 0 (compiled programs are not kept)",
     parse_cache_dir},
    {PREFIX "POLICY", "the name of a policy", parse_policy},
    {PREFIX "DIV", "a number of parts from 1, such as 20", parse_div},
    {PREFIX "CHUNK", "a number of iterations from 1, such as 64", parse_chunk},
    {PREFIX "RATIO", "a number from 0 to 1, such as 0.8", parse_ratio},
    {PREFIX "BACKOFF", "fill[:PASSES], paper[:PASSES] (PASSES from 1) or 0 (never)", parse_backoff},
    {PREFIX "HISTORY", "the name of a file that ends in .json", parse_history},
    {PREFIX "CACHE", "nocache, writethrough or writeback", parse_cache},
    {PREFIX "CLOCK", "real or virtual", parse_clock},
    {PREFIX "VIRTUAL_ITER", "a time from 1e-6ns to 1e9s in " CTSAR__TIME_UNITS ", such as 1us",
     parse_virtual_iter},
    {PREFIX "CHECK", "1 (find mistakes in registrations) or 0", parse_check},
    {PREFIX "REPORT", "1 (a table at exit), 0, or the name of a file that ends in .json",
     parse_report},
    {PREFIX "INFLIGHT", "a number of ranges from 1 to 8, such as 2", parse_inflight},
    {PREFIX "DEDICATED", "0 or 1", parse_dedicated},
    {PREFIX "PINNED", "0 or 1", parse_pinned},
    {PREFIX "TIMEOUT", "a number of seconds above 0 and up to 1e9, such as 30", parse_timeout},
};

enum { VARIABLES = sizeof variables / sizeof *variables };

const char *ctsar__variable_name(int index)
{
    return index < VARIABLES ? variables[index].name : NULL;
}

static int min3(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* How many letters must be put in, taken out or replaced to make b of a (Levenshtein). */
static int edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 32 };
    int row[LONGEST + 1], columns = (int)strlen(b);
    if (columns > LONGEST)
        return INT_MAX;
    for (int j = 0; j <= columns; ++j)
        row[j] = j;
    for (int i = 1; a[i - 1]; ++i) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= columns; ++j) {
            int replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = min3(replaced, row[j] + 1, row[j - 1] + 1);
        }
    }
    return row[columns];
}

/* The variable whose name `name` comes near to, or NULL. */
static const char *near_miss(const char *name)
{
    const char *best = NULL;
    int least = 3; /* two slips, such as two letters swapped */
    for (int i = 0; i < VARIABLES; ++i) {
        int distance = edit_distance(name, variables[i].name);
        if (distance < least) {
            least = distance;
            best = variables[i].name;
        }
    }
    return best;
}

static int refuse_name(const char *name)
{
    char list[300] = "";
    for (int i = 0; i < VARIABLES; ++i)
        ctsar__append_name(list, sizeof list, variables[i].name);
    const char *meant = near_miss(name);
    return ctsar__error(CTSAR_ECONFIG, "no variable is called %.60s%s%s%s; there are: %s", name,
                        meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "",
                        list);
}

static bool is_variable(const char *name)
{
    for (int i = 0; i < VARIABLES; ++i)
        if (!strcmp(name, variables[i].name))
            return true;
    /* Where the package is installed: for module systems and CMake, not for this library. */
    return !strcmp(name, PREFIX "ROOT");
}

/* An entry of the environment that has the prefix but is no variable is an error: ignored, a
 * misspelt name would look like one that has no effect. */
static int check_names(void)
{
    for (char *const *entry = environ; entry && *entry; ++entry) {
        if (strncmp(*entry, PREFIX, strlen(PREFIX)) != 0)
            continue;
        char *name = strndup(*entry, strcspn(*entry, "="));
        if (!name)
            return ctsar__error(CTSAR_ENOMEM, "no memory to read the environment");
        int status = is_variable(name) ? CTSAR_OK : refuse_name(name);
        free(name);
        if (status)
            return status;
    }
    return CTSAR_OK;
}

static int read_variable(const ctsar__reading *r)
{
    char *copy = strdup(r->value);
    if (!copy)
        return no_memory(r);
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
                         .policy = -1,
                         .ratio = -1,
                         .backoff = -1,
                         .clock = CTSAR__CLOCK_REAL,
                         .virtual_iter = 1e-6,
                         .report = CTSAR__REPORT_OFF,
                         .timeout = 30,
                         .memory = SIZE_MAX,
                         .device_timeout = INFINITY,
                         .inflight = 3,
                         .pinned = -1,
                         .dedicated = -1};
    c->emu = malloc(sizeof *c->emu);
    if (!c->emu)
        return ctsar__error(CTSAR_ENOMEM, "no memory to read the environment");
    *c->emu = ctsar__default_emu;
    c->nemu = 1;
    return CTSAR_OK;
}

int ctsar__config_read(ctsar__config *c)
{
    int status = set_defaults(c);
    if (!status)
        status = check_names();
    for (int i = 0; i < VARIABLES && !status; ++i) {
        const ctsar__reading r = {c, &variables[i], getenv(variables[i].name)};
        if (r.value)
            status = read_variable(&r);
    }
    /* Time is a model there, so a run must not depend on what the machine has. */
    if (!status && !getenv(PREFIX "DEVICES") && c->clock == CTSAR__CLOCK_REAL)
        status = ctsar__default_devices(c);
    if (status)
        ctsar__config_free(c);
    return status;
}

void ctsar__config_free(ctsar__config *c)
{
    free(c->requests);
    free(c->choice);
    free(c->cache_dir);
    free(c->emu);
    free(c->report_file);
    free(c->history_file);
    *c = (ctsar__config){0};
}
