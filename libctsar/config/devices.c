/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CTSAR_DEVICES: which units there are.  An item is a name and, behind a colon, how many or which:
 *     cpu[:COUNT]   emu[:COUNT]   BACKEND[:INDEX|:KIND][/PARTS][*COUNT]
 * A backend is asked which devices it finds, so an item names devices that exist. */
#include "config/devices.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/quantity.h"
#include "device/registry.h"

static int refuse_count(const ctsar__reading *r, const char *name, const char *count, long max)
{
    return ctsar__refuse(r, CTSAR_ECONFIG, "%s:%.40s: the count is not a number from 0 to %ld",
                         name, count, max);
}

/* `count` is NULL in an item without one. */
static int parse_cpu_item(const ctsar__reading *r, const char *count, bool *seen)
{
    ctsar__config *c = r->config;
    if (*seen)
        return ctsar__refuse(r, CTSAR_ECONFIG, "cpu is listed twice; give it once, as cpu:COUNT");
    *seen = true;
    if (count && !ctsar__parse_count(count, INT_MAX, &c->core_cap))
        return refuse_count(r, "cpu", count, INT_MAX);
    c->cores = c->core_cap > 0;
    return CTSAR_OK;
}

/* Accelerators that are made up: as many as are asked for. */
static int parse_counted(const ctsar__reading *r, const ctsar__backend *b, const char *count)
{
    ctsar__config *c = r->config;
    for (int i = 0; i < c->nrequests; ++i)
        if (!strcmp(c->requests[i].backend, b->name))
            return ctsar__refuse(r, CTSAR_ECONFIG, "%s is listed twice; give it once, as %s:COUNT",
                                 b->name, b->name);
    long number = count ? 0 : b->count(&c->devices);
    if (count && !ctsar__parse_count(count, CTSAR__MAX_DEVICES, &number))
        return refuse_count(r, b->name, count, CTSAR__MAX_DEVICES);
    ctsar__device_request *request = &c->requests[c->nrequests++];
    snprintf(request->backend, sizeof request->backend, "%s", b->name);
    request->count = (int)number;
    return CTSAR_OK;
}

/* ---- Devices that are found ------------------------------------------------- */

/* An item taken apart. */
typedef struct choosing {
    const ctsar__backend *backend;
    const char *which; /* "", a kind, or an index */
    long parts, twins;
} choosing;

/* Cuts off what stands behind `mark`, a number from 1, or gives 1. */
static int cut_number(const ctsar__reading *r, char *which, char mark, const char *what,
                      long *number)
{
    char *at = strchr(which, mark);
    *number = 1;
    if (!at)
        return CTSAR_OK;
    *at = '\0';
    if (ctsar__parse_count(ctsar__trim(at + 1), CTSAR__MAX_DEVICES, number) && *number > 0)
        return CTSAR_OK;
    return ctsar__refuse(r, CTSAR_ECONFIG, "'%c%.40s': the number of %s is not one from 1 to %d",
                         mark, at + 1, what, CTSAR__MAX_DEVICES);
}

static int refuse_index(const ctsar__reading *r, const ctsar__backend *b, const char *index,
                        int devices)
{
    return ctsar__refuse(r, CTSAR_ENODEV,
                         "there is no %s device %.20s: there %s %d, numbered from 0", b->name,
                         index, devices == 1 ? "is" : "are", devices);
}

/* The numbers of the devices that the item means, to be freed. */
static int find_devices(const ctsar__reading *r, const choosing *a, int **device, int *count)
{
    const ctsar__backend *b = a->backend;
    const char *why = b->absent();
    long index = -1;
    bool by_index = ctsar__parse_count(a->which, INT_MAX, &index);
    const char *kind = by_index ? "" : a->which;
    if (b->select(kind, NULL, 0) < 0)
        return ctsar__refuse(r, CTSAR_ECONFIG, "%s:%.40s: that is neither a device's number%s%s",
                             b->name, a->which, b->kinds ? " nor " : "", b->kinds ? b->kinds : "");
    if (why)
        return ctsar__refuse(r, CTSAR_ENODEV, "there is no %s device here: %.200s", b->name, why);
    *count = b->select(kind, NULL, 0);
    if (by_index && index >= *count)
        return refuse_index(r, b, a->which, *count);
    if (*count == 0)
        return ctsar__refuse(r, CTSAR_ENODEV,
                             "there is no %s device of kind %s; there are %d others", b->name, kind,
                             b->select("", NULL, 0));
    *device = calloc((size_t)*count, sizeof **device);
    if (!*device)
        return ctsar__refuse_memory(r);
    *count = b->select(kind, *device, *count);
    if (by_index) {
        (*device)[0] = (int)index;
        *count = 1;
    }
    return CTSAR_OK;
}

static bool is_chosen(const ctsar__config *c, const ctsar__backend *b, int device)
{
    for (int i = 0; i < c->nrequests; ++i)
        for (int k = 0; k < c->requests[i].count; ++k)
            if (!strcmp(c->requests[i].backend, b->name) &&
                c->devices.choice[c->requests[i].first + k].device == device)
                return true;
    return false;
}

/* Appends a request for `count` devices, each in parts or as several units.  There is room for it
 * in config->requests. */
static int request(ctsar__config *c, const choosing *a, const int *device, int count)
{
    size_t more = (size_t)count * (size_t)a->parts * (size_t)a->twins;
    size_t all = (size_t)c->devices.nchoices + more;
    if (!ctsar__resize(&c->devices.choice, all + 1, sizeof *c->devices.choice))
        return ctsar__error(CTSAR_ENOMEM, "no memory for a list of %zu devices", all);
    ctsar__device_request *q = &c->requests[c->nrequests++];
    *q = (ctsar__device_request){.first = c->devices.nchoices, .count = (int)more};
    snprintf(q->backend, sizeof q->backend, "%s", a->backend->name);
    for (int i = 0; i < count; ++i)
        for (int part = 0; part < a->parts; ++part)
            for (int twin = 0; twin < a->twins; ++twin)
                c->devices.choice[c->devices.nchoices++] =
                    (ctsar__device_choice){device[i], part, (int)a->parts, twin};
    return CTSAR_OK;
}

/* `which` is what stands behind the colon. */
static int parse_found(const ctsar__reading *r, const ctsar__backend *b, char *which)
{
    choosing a = {.backend = b, .parts = 1, .twins = 1};
    int *device = NULL, count = 0;
    int status = cut_number(r, which, '*', "units", &a.twins);
    if (!status)
        status = cut_number(r, which, '/', "parts", &a.parts);
    a.which = ctsar__trim(which);
    if (!status)
        status = find_devices(r, &a, &device, &count);
    for (int i = 0; device && i < count && !status; ++i)
        if (is_chosen(r->config, b, device[i]))
            status = ctsar__refuse(r, CTSAR_ECONFIG,
                                   "%s device %d is listed twice; %s:%d*2 makes two units of it",
                                   b->name, device[i], b->name, device[i]);
    if (!status)
        status = request(r->config, &a, device, count);
    free(device);
    return status;
}

/* ---- The list ----------------------------------------------------------------- */

static int parse_device_item(const ctsar__reading *r, char *item, bool *cpu_seen)
{
    char none[] = "", name[48], *behind = strpbrk(item, ":/*"), *which = behind ? behind : none;
    int length = (int)(behind ? behind - item : (ptrdiff_t)strlen(item));
    snprintf(name, sizeof name, "%.*s", length, item);
    ctsar__trim(name);
    if (*which == ':')
        which = ctsar__trim(which + 1);
    if (!*name)
        return ctsar__refuse(r, CTSAR_ECONFIG, "an item has no name; valid is %s",
                             r->variable->valid);
    if (!strcmp(name, "cpu"))
        return parse_cpu_item(r, behind ? which : NULL, cpu_seen);
    const ctsar__backend *b = ctsar__backend_named(name);
    if (!b)
        return ctsar__refuse(r, CTSAR_ENODEV,
                             "no backend '%.40s' in this build%s%s; there are: cpu, %s", name,
                             ctsar__backend_left_out(name) ? ": " : "",
                             ctsar__backend_left_out(name) ? ctsar__backend_left_out(name) : "",
                             ctsar__backend_names());
    return b->select ? parse_found(r, b, which) : parse_counted(r, b, behind ? which : NULL);
}

/* Drops requests for no device. */
static void drop_empty_requests(ctsar__config *c)
{
    int kept = 0;
    for (int i = 0; i < c->nrequests; ++i)
        if (c->requests[i].count > 0)
            c->requests[kept++] = c->requests[i];
    c->nrequests = kept;
}

/* CTSAR_EMU has been read: it decides how many emulated accelerators there are by default. */
int ctsar__parse_devices(const ctsar__reading *r, char *text)
{
    ctsar__config *c = r->config;
    bool cpu_seen = false;
    c->cores = false;
    c->requests = calloc((size_t)ctsar__items_in(text, ','), sizeof *c->requests);
    if (!c->requests)
        return ctsar__refuse_memory(r);
    for (char *item; (item = ctsar__next_item(&text, ",")) != NULL;) {
        int status = parse_device_item(r, item, &cpu_seen);
        if (status)
            return status;
    }
    drop_empty_requests(c);
    if (!c->cores && c->nrequests == 0)
        return ctsar__refuse(r, CTSAR_ENODEV, "no unit is left to execute anything; valid is %s",
                             r->variable->valid);
    return CTSAR_OK;
}

int ctsar__default_devices(ctsar__config *c)
{
    int backends = 0, status = CTSAR_OK;
    while (ctsar__backends[backends])
        backends++;
    c->requests = calloc((size_t)backends + 1, sizeof *c->requests);
    if (!c->requests)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a list of devices");
    for (int i = 0; i < backends && !status; ++i) {
        const choosing a = {.backend = ctsar__backends[i], .parts = 1, .twins = 1};
        int device[64], room = sizeof device / sizeof *device;
        int n = a.backend->select ? a.backend->select(NULL, device, room) : 0;
        if (n > 0)
            status = request(c, &a, device, n < room ? n : room);
    }
    return status;
}
