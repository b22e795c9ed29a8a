/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CTSAR_EMU: what emulated accelerators are like, and how virtual time goes on the others.  One
 * table has a line for each key. */
#include "config/emu.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "device/device.h"

/* Bounds that keep what is computed from a value finite and above zero. */
static const double min_speed = 1e-9, max_speed = 1e9;

const ctsar__emu_spec ctsar__default_emu = {.speed = 1, .memory = SIZE_MAX};

static bool parse_speed(const char *text, ctsar__emu_spec *e)
{
    return ctsar__parse_number(text, &e->speed) && e->speed >= min_speed && e->speed <= max_speed;
}

static bool parse_latency(const char *text, ctsar__emu_spec *e)
{
    return ctsar__parse_seconds(text, &e->latency) && e->latency <= CTSAR__MAX_SECONDS;
}

static bool parse_build(const char *text, ctsar__emu_spec *e)
{
    return ctsar__parse_seconds(text, &e->build) && e->build <= CTSAR__MAX_SECONDS;
}

static bool parse_bandwidth(const char *text, ctsar__emu_spec *e)
{
    return ctsar__parse_rate(text, &e->bandwidth) && e->bandwidth >= 1 && e->bandwidth <= 1e18;
}

static bool parse_memory(const char *text, ctsar__emu_spec *e)
{
    return ctsar__parse_bytes(text, &e->memory) && e->memory > 0;
}

static bool parse_simd(const char *text, ctsar__emu_spec *e)
{
    long width;
    if (!ctsar__parse_count(text, 4096, &width) || width == 0)
        return false;
    e->simd = (unsigned)width;
    return true;
}

static bool parse_kernels(const char *text, ctsar__emu_spec *e)
{
    long kernels;
    if (!ctsar__parse_count(text, CTSAR__INFLIGHT_MOST, &kernels) || kernels == 0)
        return false;
    e->kernels = (int)kernels;
    return true;
}

/* CALL:NUMBER. */
static bool parse_fail(const char *text, ctsar__emu_spec *e)
{
    const char *colon = strchr(text, ':');
    long number;
    if (!colon || !ctsar__parse_count(colon + 1, INT_MAX, &number) || number == 0)
        return false;
    e->fails = CTSAR__EMU_NONE;
    for (int i = 1; i < CTSAR__EMU_CALLS; ++i)
        if (!strncmp(text, ctsar__emu_call_names[i], (size_t)(colon - text)) &&
            !ctsar__emu_call_names[i][colon - text])
            e->fails = (ctsar__emu_call)i;
    e->fails_at = (int)number;
    return e->fails != CTSAR__EMU_NONE;
}

/* NUMBER: and what follows it in *rest. */
static bool parse_from(const char *text, int *number, const char **rest)
{
    const char *colon = strchr(text, ':');
    char count[16];
    long n;
    if (!colon || colon - text >= (long)sizeof count)
        return false;
    memcpy(count, text, (size_t)(colon - text));
    count[colon - text] = '\0';
    if (!ctsar__parse_count(count, INT_MAX, &n) || n == 0)
        return false;
    *number = (int)n;
    *rest = colon + 1;
    return true;
}

static bool parse_stall(const char *text, ctsar__emu_spec *e)
{
    const char *rest;
    return parse_from(text, &e->stalls_at, &rest) && ctsar__parse_seconds(rest, &e->stall) &&
           e->stall <= CTSAR__MAX_SECONDS;
}

static bool parse_slow(const char *text, ctsar__emu_spec *e)
{
    const char *rest;
    return parse_from(text, &e->slow_from, &rest) && ctsar__parse_number(rest, &e->slow) &&
           e->slow >= 1 && e->slow <= max_speed;
}

static const struct emu_key {
    const char *name, *valid;
    bool (*parse)(const char *text, ctsar__emu_spec *spec);
} emu_keys[] = {
    {"speed", "a multiple of a core's speed from 1e-9 to 1e9, such as 8", parse_speed},
    {"latency", "a time up to 1e9s in " CTSAR__TIME_UNITS ", such as 20us", parse_latency},
    {"build", "a time up to 1e9s in " CTSAR__TIME_UNITS ", such as 100ms", parse_build},
    {"bandwidth", "a rate from 1B/s to 1e9GB/s in " CTSAR__RATE_UNITS ", such as 10GB/s",
     parse_bandwidth},
    {"memory", "a size from 1B in " CTSAR__BYTE_UNITS ", such as 64MiB", parse_memory},
    {"simd", "a width from 1 to 4096 elements, such as 32", parse_simd},
    {"kernels", "a number of kernels at once from 1 to 8, such as 2", parse_kernels},
    {"fail",
     "CALL:NUMBER, such as copy_out:3, where CALL is open, reserve, commit, copy_in, copy_out, "
     "copy_peer, launch, executed, wait or hang",
     parse_fail},
    {"stall", "NUMBER:TIME, such as 3:2s: the wait, and how much longer it takes", parse_stall},
    {"slow",
     "NUMBER:FACTOR, such as 10:4: the first body that takes longer, and how much (1 to 1e9)",
     parse_slow},
};

enum { EMU_KEYS = sizeof emu_keys / sizeof *emu_keys };

static int emu_key_named(const char *name)
{
    int k = 0;
    while (k < EMU_KEYS && strcmp(emu_keys[k].name, name) != 0)
        k++;
    return k;
}

static int refuse_emu_key(const ctsar__reading *r, int group, const char *name)
{
    char list[120] = "";
    for (int k = 0; k < EMU_KEYS; ++k)
        ctsar__append_name(list, sizeof list, emu_keys[k].name);
    return ctsar__refuse(r, CTSAR_ECONFIG, "group %d: unknown key '%.40s'; there are: %s", group,
                         name, list);
}

/* One key=value of group number `group`; *seen has a bit per key that the group already set. */
static int parse_emu_setting(const ctsar__reading *r, char *setting, int group, unsigned *seen,
                             ctsar__emu_spec *spec)
{
    char *value = setting;
    char *name = ctsar__next_item(&value, "=");
    if (!value)
        return ctsar__refuse(r, CTSAR_ECONFIG, "group %d: '%.40s' is not of the form key=value",
                             group, name);
    value = ctsar__trim(value);
    int k = emu_key_named(name);
    if (k == EMU_KEYS)
        return refuse_emu_key(r, group, name);
    if (*seen & 1u << k)
        return ctsar__refuse(r, CTSAR_ECONFIG, "group %d: %s is given twice", group, name);
    *seen |= 1u << k;
    if (!emu_keys[k].parse(value, spec))
        return ctsar__refuse(r, CTSAR_ECONFIG, "group %d: %s '%.40s' is not %s", group, name, value,
                             emu_keys[k].valid);
    return CTSAR_OK;
}

static int parse_emu_group(const ctsar__reading *r, char *text, int group, ctsar__emu_spec *spec)
{
    unsigned seen = 0;
    *spec = ctsar__default_emu;
    for (char *setting; (setting = ctsar__next_item(&text, ",")) != NULL;) {
        int status = parse_emu_setting(r, setting, group, &seen, spec);
        if (status)
            return status;
    }
    return CTSAR_OK;
}

int ctsar__parse_emu(const ctsar__reading *r, char *text)
{
    ctsar__config *c = r->config;
    int groups = ctsar__items_in(text, ';'), status = CTSAR_OK;
    if (groups > CTSAR__MAX_DEVICES)
        return ctsar__refuse(r, CTSAR_ECONFIG, "%d groups are too many; there may be %d", groups,
                             CTSAR__MAX_DEVICES);
    ctsar__emu_spec *emu = calloc((size_t)groups, sizeof *emu);
    if (!emu)
        return ctsar__refuse(r, CTSAR_ENOMEM, "no memory");
    free(c->devices.emu);
    c->devices.emu = emu;
    c->devices.nemu = groups;
    for (int i = 0; i < groups && !status; ++i)
        status = parse_emu_group(r, ctsar__next_item(&text, ";"), i + 1, &emu[i]);
    return status;
}
