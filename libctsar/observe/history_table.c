/* SPDX-License-Identifier: BSD-3-Clause */
#include "observe/history_table.h"

#include <math.h>
#include <stdio.h>

enum { MOST_KEPT = 10 };

#define TIME "time_per_iteration_s"
#define OVERHEAD "overhead_s"
#define OBSERVATIONS "observations"

static const long most_observations = 1000000000;

static const json_t *entry_of(const json_t *regions, const char *region, const char *unit)
{
    return json_object_get(json_object_get(regions, region), unit);
}

/* Zeroes for what is not there. */
static ctsar__measured measured_of(const json_t *entry)
{
    return (ctsar__measured){json_number_value(json_object_get(entry, OVERHEAD)),
                             json_number_value(json_object_get(entry, TIME)),
                             json_integer_value(json_object_get(entry, OBSERVATIONS))};
}

/* What is wrong with it; NULL: nothing. */
static const char *fault_of(const json_t *entry)
{
    ctsar__measured m = measured_of(entry);
    if (!isfinite(m.time) || m.time <= 0)
        return TIME " must be a number above 0";
    if (!json_is_number(json_object_get(entry, OVERHEAD)) || !isfinite(m.overhead) ||
        m.overhead < 0)
        return OVERHEAD " must be a number from 0";
    if (m.ranges < 1 || m.ranges > most_observations)
        return OBSERVATIONS " must be a whole number from 1 to 1000000000";
    return NULL;
}

static bool valid_units(const char *region, json_t *units, char *wrong, size_t room)
{
    const char *name;
    json_t *entry;
    if (!json_is_object(units)) {
        snprintf(wrong, room, "region '%.60s' must be an object", region);
        return false;
    }
    json_object_foreach(units, name, entry)
    {
        const char *fault = fault_of(entry);
        if (fault) {
            snprintf(wrong, room, "'%.90s' of region '%.60s': %s", name, region, fault);
            return false;
        }
    }
    return true;
}

bool ctsar__history_valid(json_t *regions, char *wrong, size_t room)
{
    const char *name;
    json_t *units;
    if (!json_is_object(regions)) {
        snprintf(wrong, room, "'regions' must be an object");
        return false;
    }
    json_object_foreach(regions, name, units)
    {
        if (!valid_units(name, units, wrong, room))
            return false;
    }
    return true;
}

/* What lies the fraction `part` of the way from a to b.  Huge times neither overflow nor leave the
 * two by rounding. */
static double mean(double a, double b, double part)
{
    return fmin(fmax(a, b), a + part * (b - a));
}

static double geometric_mean(double a, double b, double part)
{
    return fmin(fmax(a, b), fmax(fmin(a, b), exp(log(a) + part * (log(b) - log(a)))));
}

static ctsar__measured merged(ctsar__measured kept, ctsar__measured new)
{
    double old_weight = (double)(kept.ranges < MOST_KEPT ? kept.ranges : MOST_KEPT);
    double part = (double)new.ranges / (old_weight + (double)new.ranges);
    long ranges = kept.ranges + new.ranges;
    return (ctsar__measured){mean(kept.overhead, new.overhead, part),
                             geometric_mean(kept.time, new.time, part),
                             ranges < most_observations ? ranges : most_observations};
}

bool ctsar__history_merge(json_t *regions, const char *region, const char *unit, ctsar__measured m)
{
    json_t *units = json_object_get(regions, region);
    if (!units && json_object_set_new(regions, region, units = json_object()))
        return false;
    const json_t *kept = json_object_get(units, unit);
    if (kept)
        m = merged(measured_of(kept), m);
    return !json_object_set_new(units, unit,
                                json_pack("{s:f, s:f, s:I}", TIME, m.time, OVERHEAD, m.overhead,
                                          OBSERVATIONS, (json_int_t)m.ranges));
}

static bool merge_units(json_t *into, const char *region, json_t *units)
{
    for (void *u = json_object_iter(units); u; u = json_object_iter_next(units, u))
        if (!ctsar__history_merge(into, region, json_object_iter_key(u),
                                  measured_of(json_object_iter_value(u))))
            return false;
    return true;
}

bool ctsar__history_merge_all(json_t *into, json_t *from)
{
    for (void *r = json_object_iter(from); r; r = json_object_iter_next(from, r))
        if (!merge_units(into, json_object_iter_key(r), json_object_iter_value(r)))
            return false;
    return true;
}

ctsar__measured ctsar__history_known(const json_t *regions, const char *region, const char *unit)
{
    return measured_of(entry_of(regions, region, unit));
}
