/* SPDX-License-Identifier: BSD-3-Clause */
#include "observe/replay_file.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "observe/json_file.h"

enum { VERSION = 1, MOST_UNITS = 1 << 20 };
#define MOST_TIMES (1L << 40) /* passes that are the same */

/* ---- Writing ------------------------------------------------------------------------------ */

static json_t *json_of_ranges(const ctsar__ranges *r)
{
    json_t *list = json_array();
    for (long i = 0; i < r->count; ++i) {
        json_array_append_new(list, json_integer(r->range[i].lo));
        json_array_append_new(list, json_integer(r->range[i].hi));
    }
    return json_array_size(list) == 2 * (size_t)r->count ? list : NULL;
}

static json_t *json_of_pass(const ctsar__replay_pass *p)
{
    const ctsar__replay_shape *s = &p->shape;
    char registered[20];
    json_t *units = json_array();
    for (long u = 0; u < ctsar__replay_lists(s); ++u)
        json_array_append_new(units, json_of_ranges(&p->unit[u]));
    if (json_array_size(units) != (size_t)ctsar__replay_lists(s)) {
        json_decref(units);
        return NULL;
    }
    snprintf(registered, sizeof registered, "%" PRIx64, s->registered);
    return json_pack("{sI sI sI sI si si si sI sI ss so}", "times", (json_int_t)p->times, "lo",
                     (json_int_t)s->lo, "step", (json_int_t)s->step, "n", (json_int_t)s->n, "cores",
                     s->cores, "accelerators", s->accs, "slots", s->slots, "arrays",
                     (json_int_t)s->arrays, "reductions", (json_int_t)s->reductions, "registered",
                     registered, "units", units);
}

static json_t *json_of_region(const ctsar__replay_region *r)
{
    json_t *passes = json_array();
    for (long i = 0; i < r->count; ++i)
        json_array_append_new(passes, json_of_pass(&r->pass[i]));
    if (json_array_size(passes) != (size_t)r->count) {
        json_decref(passes);
        return NULL;
    }
    return json_pack("{so so}", "name", ctsar__json_text(r->name), "passes", passes);
}

int ctsar__replay_write(const char *file, const ctsar__replay_region *first)
{
    json_t *regions = json_array();
    size_t count = 0;
    for (const ctsar__replay_region *r = first; r; r = r->next, ++count)
        json_array_append_new(regions, json_of_region(r));
    bool whole = json_array_size(regions) == count;
    json_t *root = json_pack("{si so}", "ctsar_schedule", VERSION, "regions", regions);
    int error = whole && root ? ctsar__json_replace(file, root) : ENOMEM;
    json_decref(root);
    return error;
}

/* ---- Reading ------------------------------------------------------------------------------ */

static bool read_long(const json_t *object, const char *key, long least, long most, long *n)
{
    const json_t *value = json_object_get(object, key);
    *n = json_is_integer(value) ? (long)json_integer_value(value) : 0;
    return json_is_integer(value) && *n >= least && *n <= most;
}

static bool read_int(const json_t *object, const char *key, int least, int *n)
{
    long number;
    bool read = read_long(object, key, least, MOST_UNITS, &number);
    *n = (int)number;
    return read;
}

static bool read_shape(const json_t *object, ctsar__replay_shape *s)
{
    const char *registered = json_string_value(json_object_get(object, "registered"));
    char *end = NULL;
    s->registered = registered ? strtoull(registered, &end, 16) : 0;
    return registered && *registered && !*end &&
           read_long(object, "lo", LONG_MIN, LONG_MAX, &s->lo) &&
           read_long(object, "step", 1, LONG_MAX, &s->step) &&
           read_long(object, "n", 0, LONG_MAX, &s->n) && read_int(object, "cores", 0, &s->cores) &&
           read_int(object, "accelerators", 0, &s->accs) &&
           read_int(object, "slots", 1, &s->slots) &&
           read_long(object, "arrays", 0, LONG_MAX, &s->arrays) &&
           read_long(object, "reductions", 0, LONG_MAX, &s->reductions);
}

static bool read_ranges(const json_t *list, ctsar__ranges *r)
{
    bool read = json_is_array(list) && json_array_size(list) % 2 == 0;
    for (size_t i = 0; read && i < json_array_size(list); i += 2) {
        const json_t *lo = json_array_get(list, i), *hi = json_array_get(list, i + 1);
        read = json_is_integer(lo) && json_is_integer(hi) &&
               !ctsar__ranges_add(
                   r, (ctsar__range){(long)json_integer_value(lo), (long)json_integer_value(hi)});
    }
    return read;
}

static void free_ranges(ctsar__ranges *unit, size_t lists)
{
    for (size_t u = 0; unit && u < lists; ++u)
        free(unit[u].range);
    free(unit);
}

static bool read_pass(const json_t *object, ctsar__replay_region *r)
{
    ctsar__replay_pass p = {0};
    const json_t *units = json_object_get(object, "units");
    size_t lists = json_array_size(units);
    if (!read_long(object, "times", 1, MOST_TIMES, &p.times) || !read_shape(object, &p.shape) ||
        (size_t)ctsar__replay_lists(&p.shape) != lists)
        return false;
    p.unit = calloc(lists + 1, sizeof *p.unit);
    bool read = p.unit;
    for (size_t u = 0; read && u < lists; ++u)
        read = read_ranges(json_array_get(units, u), &p.unit[u]);
    read = read && ctsar__replay_covers(&p) && !ctsar__replay_append(r, &p.shape, p.unit);
    free_ranges(p.unit, lists);
    if (read)
        r->pass[r->count - 1].times += p.times - 1;
    return read;
}

static ctsar__replay_region *read_region(const json_t *object)
{
    const char *name = json_string_value(json_object_get(object, "name"));
    const json_t *passes = json_object_get(object, "passes");
    ctsar__replay_region *r = calloc(1, sizeof *r);
    bool read = r && name && json_is_array(passes);
    for (size_t i = 0; read && i < json_array_size(passes); ++i)
        read = read_pass(json_array_get(passes, i), r);
    if (!read) {
        ctsar__replay_free(r);
        return NULL;
    }
    snprintf(r->name, sizeof r->name, "%s", name);
    return r;
}

static bool read_regions(const json_t *root, ctsar__replay_region **first, char *why)
{
    const json_t *version = json_object_get(root, "ctsar_schedule");
    const json_t *regions = json_object_get(root, "regions");
    if (!json_is_integer(version) || json_integer_value(version) != VERSION) {
        snprintf(why, CTSAR__REPLAY_WHY, "it is no recorded schedule of version %d", VERSION);
        return false;
    }
    ctsar__replay_region **end = first;
    bool read = json_is_array(regions);
    size_t i = 0;
    for (; read && i < json_array_size(regions); ++i) {
        *end = read_region(json_array_get(regions, i));
        read = *end;
        end = read ? &(*end)->next : end;
    }
    if (!read)
        snprintf(why, CTSAR__REPLAY_WHY,
                 "it is damaged: in a pass of region %zu a number is none, or an iteration has not "
                 "exactly one range",
                 i);
    return read;
}

bool ctsar__replay_parse(FILE *in, ctsar__replay_region **first, char why[CTSAR__REPLAY_WHY])
{
    json_error_t error;
    json_t *root = json_loadf(in, JSON_REJECT_DUPLICATES, &error);
    *first = NULL;
    if (!root)
        snprintf(why, CTSAR__REPLAY_WHY, "line %d: %.100s", error.line, error.text);
    bool read = root && read_regions(root, first, why);
    json_decref(root);
    if (!read) {
        ctsar__replay_free(*first);
        *first = NULL;
    }
    return read;
}

bool ctsar__replay_read(const char *file, ctsar__replay_region **first, char why[CTSAR__REPLAY_WHY])
{
    FILE *in = ctsar__json_open(file);
    *first = NULL;
    if (!in) {
        snprintf(why, CTSAR__REPLAY_WHY, "%s", strerror(errno));
        return false;
    }
    bool read = ctsar__replay_parse(in, first, why);
    fclose(in);
    return read;
}
