/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Asks the library: the environment as it understands it, and every device of every backend, each
 * opened as a region would. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/config.h"
#include "config/show.h"
#include "config/variables.h"
#include "device/registry.h"
#include "info.h"

enum { MOST = 256 }; /* devices of a backend */

static bool is_used(const ctsar__config *c, const ctsar__backend *b, int device)
{
    for (int i = 0; i < c->nrequests; ++i)
        for (int k = 0; k < c->requests[i].count; ++k) {
            int at = c->requests[i].first + k;
            if (!strcmp(c->requests[i].backend, b->name) &&
                (b->select ? c->devices.choice[at].device : at) == device)
                return true;
        }
    return false;
}

static json_t *describe(const ctsar__device *d, const places *p)
{
    json_t *u =
        json_pack("{s:s, s:s, s:i, s:s, s:s, s:f, s:f, s:s}", "model", d->model, "driver",
                  d->driver, "width", (int)d->simd, "windows", d->windows ? d->windows : "", "pci",
                  d->pci, "launch", d->launch_overhead, "copy", d->copy_overhead, "name", d->name);
    if (d->copies)
        json_object_set_new(u, "copies", json_string(d->copies));
    if (d->memory != SIZE_MAX)
        json_object_set_new(u, "memory", json_integer((json_int_t)d->memory));
    places_of(p, d->pci, u);
    return u;
}

/* Opens the device to describe it; what cannot be opened says why. */
static json_t *unit_of(const ctsar__backend *b, const ctsar__config *config, int device,
                       const places *p)
{
    ctsar__device_choice choice = {device, 0, 1, 0};
    ctsar__device_settings one = config->devices;
    ctsar__device *d = NULL;
    one.choice = &choice;
    one.nchoices = 1;
    json_t *u;
    if (b->open(&one, b->select ? 0 : device, &d)) {
        u = json_pack("{s:s}", "error", ctsar__error_detail());
    } else {
        u = describe(d, p);
        b->close(d);
    }
    json_object_set_new(u, "backend", json_string(b->name));
    json_object_set_new(u, "number", json_integer(device));
    json_object_set_new(u, "used", json_boolean(is_used(config, b, device)));
    return u;
}

/* How many emulated ones the environment asks for. */
static int counted(const ctsar__config *c, const ctsar__backend *b)
{
    int n = 0;
    for (int i = 0; i < c->nrequests; ++i)
        if (!strcmp(c->requests[i].backend, b->name))
            n += c->requests[i].count;
    return n;
}

static json_t *units_of(const ctsar__config *c, const places *p)
{
    json_t *units = json_array();
    for (const ctsar__backend *const *b = ctsar__backends; *b; ++b) {
        int device[MOST] = {0}, n = (*b)->select ? (*b)->select("", device, MOST) : counted(c, *b);
        for (int i = 0; i < n && i < MOST; ++i)
            json_array_append_new(units, unit_of(*b, c, (*b)->select ? device[i] : i, p));
    }
    return units;
}

static json_t *absent(void)
{
    json_t *list = json_array();
    for (const ctsar__backend *const *b = ctsar__backends; *b; ++b) {
        const char *why = (*b)->absent ? (*b)->absent() : NULL;
        if (why)
            json_array_append_new(list, json_pack("{s:s, s:s}", "backend", (*b)->name, "why", why));
    }
    for (const ctsar__left_out *o = ctsar__backends_left_out; o->name; ++o)
        json_array_append_new(list, json_pack("{s:s, s:s}", "backend", o->name, "why", o->why));
    return list;
}

static json_t *variables_of(const ctsar__config *c)
{
    json_t *list = json_array();
    const char *name;
    for (int i = 0; (name = ctsar__variable_name(i)) != NULL; ++i) {
        char meaning[512];
        const char *value = getenv(name);
        ctsar__config_show(c, name, value, meaning, sizeof meaning);
        json_t *v = json_pack("{s:s, s:s}", "name", name, "meaning", meaning);
        if (value)
            json_object_set_new(v, "value", json_string(value));
        json_array_append_new(list, v);
    }
    return list;
}

static json_t *cores_of(const ctsar__config *c)
{
    cpu_set_t set;
    int here = sched_getaffinity(0, sizeof set, &set) ? 0 : CPU_COUNT(&set);
    return json_pack("{s:b, s:i, s:i, s:i}", "used", c->cores, "count",
                     (int)sysconf(_SC_NPROCESSORS_ONLN), "usable", here, "width",
                     (int)ctsar__core_simd(c->devices.clock));
}

/* As if nothing were set: what there is can be said whatever the environment says. */
static int read_defaults(ctsar__config *c)
{
    for (char **entry = environ; *entry;) {
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(*entry, "="), *entry);
        if (strncmp(name, "CTSAR_", 6) != 0 || unsetenv(name))
            entry++;
    }
    return ctsar__config_read(c);
}

json_t *info_gather(void)
{
    ctsar__config c;
    json_t *info = json_object(), *errors = json_array();
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", CTSAR_VERSION_MAJOR, CTSAR_VERSION_MINOR,
             CTSAR_VERSION_PATCH);
    int status = ctsar__config_read(&c);
    if (status) {
        json_array_append_new(errors, json_string(ctsar__error_detail()));
        status = read_defaults(&c);
    }
    json_object_set_new(info, "ctsar_info", json_integer(1));
    json_object_set_new(info, "version", json_string(version));
    json_object_set_new(info, "errors", errors);
    if (status)
        return info;
    places *p = places_find();
    json_object_set_new(info, "cores", cores_of(&c));
    json_object_set_new(info, "places", places_nodes(p));
    json_object_set_new(info, "units", units_of(&c, p));
    json_object_set_new(info, "absent", absent());
    json_object_set_new(info, "variables", variables_of(&c));
    places_free(p);
    ctsar__config_free(&c);
    return info;
}
