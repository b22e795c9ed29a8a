/* SPDX-License-Identifier: BSD-3-Clause */
#include "config/versions.h"

#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"

enum { MOST_ITEMS = 1024 };

static const double max_factor = 1e9;

void ctsar__versions_settings_free(ctsar__version_settings *s)
{
    for (int i = 0; i < s->nforced; ++i) {
        free(s->forced[i].family);
        free(s->forced[i].version);
    }
    for (int i = 0; i < s->ncosts; ++i) {
        free(s->cost[i].unit);
        free(s->cost[i].version);
    }
    free(s->forced);
    free(s->cost);
    *s = (ctsar__version_settings){0};
}

/* Cuts "BEFORE<separator>NAME" up into copies; *before is NULL where there is no separator.  False:
 * one is empty, or there is no memory. */
static bool cut_name(char *text, char separator, char **before, char **name)
{
    char *cut = strchr(text, separator);
    if (cut)
        *cut = '\0';
    char *first = ctsar__trim(text), *last = cut ? ctsar__trim(cut + 1) : first;
    if (!*first || !*last)
        return false;
    *name = strdup(last);
    *before = cut ? strdup(first) : NULL;
    return *name && (!cut || *before);
}

static int refuse_item(const ctsar__reading *r, const char *item)
{
    return ctsar__refuse(r, CTSAR_ECONFIG, "'%.60s' is no item of it; valid is %s", item,
                         r->variable->valid);
}

int ctsar__parse_versions(const ctsar__reading *r, char *text)
{
    ctsar__version_settings *s = &r->config->versions;
    int items = ctsar__items_in(text, ',');
    s->forced = items > MOST_ITEMS ? NULL : calloc((size_t)items, sizeof *s->forced);
    if (!s->forced)
        return ctsar__refuse_memory(r);
    for (char *item; (item = ctsar__next_item(&text, ",")) != NULL;) {
        ctsar__forced_version *f = &s->forced[s->nforced++];
        if (!cut_name(item, ':', &f->family, &f->version))
            return refuse_item(r, item);
    }
    return CTSAR_OK;
}

/* "FACTOR", "FACTOR+TIME" or "fails". */
static bool parse_cost(char *text, ctsar__version_cost *cost)
{
    char *plus = strchr(text, '+');
    *cost = (ctsar__version_cost){.factor = 1, .fails = !strcmp(text, "fails")};
    if (cost->fails)
        return true;
    if (plus)
        *plus = '\0';
    return ctsar__parse_number(ctsar__trim(text), &cost->factor) && cost->factor <= max_factor &&
           (!plus || (ctsar__parse_seconds(ctsar__trim(plus + 1), &cost->seconds) &&
                      cost->seconds <= CTSAR__MAX_SECONDS));
}

int ctsar__parse_virtual_versions(const ctsar__reading *r, char *text)
{
    ctsar__version_settings *s = &r->config->versions;
    int items = ctsar__items_in(text, ',');
    s->cost = items > MOST_ITEMS ? NULL : calloc((size_t)items, sizeof *s->cost);
    if (!s->cost)
        return ctsar__refuse_memory(r);
    for (char *item; (item = ctsar__next_item(&text, ",")) != NULL;) {
        ctsar__virtual_version *v = &s->cost[s->ncosts++];
        char *value = strchr(item, '=');
        if (!value)
            return refuse_item(r, item);
        *value = '\0';
        if (!parse_cost(ctsar__trim(value + 1), &v->cost) ||
            !cut_name(item, '/', &v->unit, &v->version))
            return refuse_item(r, item);
    }
    return CTSAR_OK;
}
