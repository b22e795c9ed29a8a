/* SPDX-License-Identifier: BSD-3-Clause */
#include "version/versions.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "version/named.h"

/* Seconds: some times what reading the clock takes. */
static const double grain = 1e-6;

/* ---- Life ------------------------------------------------------------------------------- */

static void free_family(ctsar__family *f)
{
    if (f)
        free(f->why);
    free(f);
}

void ctsar__versions_free(ctsar__versions *all)
{
    while (all->first) {
        ctsar__family *f = all->first;
        all->first = f->next;
        free_family(f);
    }
}

static bool names_unit(const ctsar__virtual_version *c, const ctsar__version_unit *unit)
{
    const char *kind = unit->backend ? unit->backend->name : "cpu";
    return !c->unit || !strcmp(c->unit, kind) || !strcmp(c->unit, unit->name);
}

bool ctsar__versions_alike(const ctsar__version_unit *a, const ctsar__version_unit *b)
{
    const ctsar__version_settings *s = a->settings;
    if (a->backend != b->backend || !a->model || !b->model || !*a->model ||
        strcmp(a->model, b->model) != 0)
        return false;
    for (int i = 0; i < s->ncosts; ++i)
        if (names_unit(&s->cost[i], a) != names_unit(&s->cost[i], b))
            return false;
    return true;
}

void ctsar__versions_learn_with(ctsar__family *f, ctsar__family *other, int units)
{
    f->shared = other;
    f->learner = &other->own;
    other->sharers = units;
}

bool ctsar__versions_used(const ctsar__versions *all, const ctsar_kernel *kernel, int version)
{
    const ctsar__family *f = ctsar__versions_known(all, kernel);
    return !f || !f->out[version];
}

static ctsar__version_cost cost_of(const ctsar_kernel *version, const ctsar__version_unit *unit)
{
    ctsar__version_cost cost = {.factor = 1};
    const ctsar__version_settings *s = unit->settings;
    for (int i = 0; i < s->ncosts; ++i)
        if (!strcmp(s->cost[i].version, version->name) && names_unit(&s->cost[i], unit))
            cost = s->cost[i].cost;
    return cost;
}

static bool can_execute(const ctsar__version_unit *unit, const ctsar_kernel *version)
{
    return unit->backend ? unit->backend->executes(version, 0) : version->host != NULL;
}

static int version_called(const ctsar_kernel *family, const char *name)
{
    for (int v = 0; family->versions[v]; ++v)
        if (!strcmp(family->versions[v]->name, name))
            return v;
    return -1;
}

static int no_such_version(const ctsar_kernel *family, const char *name)
{
    return ctsar__error(CTSAR_ECONFIG, "CTSAR_VERSIONS: kernel %s has no version %s; it has: %s",
                        family->name, name, ctsar__kernel_version_names(family));
}

/* A name that goes for all families need not be one of each, but is likely to be meant so. */
static void warn_of(const ctsar_kernel *family, const char *name)
{
    static const ctsar_kernel *_Atomic warned[CTSAR__VERSIONS_MOST];
    ctsar__named_told(name);
    for (int i = 0; i < CTSAR__VERSIONS_MOST; ++i) {
        const ctsar_kernel *none = NULL;
        if (atomic_compare_exchange_strong(&warned[i], &none, family)) {
            ctsar__warn("CTSAR_VERSIONS: kernel %s has no version %s and chooses by itself; it "
                        "has: %s",
                        family->name, name, ctsar__kernel_version_names(family));
            return;
        }
        if (none == family)
            return;
    }
}

/* The version that the environment forces; none where the unit has no form of it. */
static int force(ctsar__family *f, const ctsar__version_unit *unit)
{
    const ctsar__version_settings *s = unit->settings;
    bool named = false;
    if (s->nforced)
        ctsar__named_family(f->kernel);
    for (int i = 0; i < s->nforced; ++i) {
        const ctsar__forced_version *e = &s->forced[i];
        if (e->family && strcmp(e->family, f->kernel->name) != 0)
            continue;
        int v = version_called(f->kernel, e->version);
        if (v < 0 && e->family)
            return no_such_version(f->kernel, e->version);
        named = named || v >= 0;
        if (v >= 0 && !f->own.forced && !f->out[v])
            f->own.forced = v + 1;
    }
    for (int i = 0; i < s->nforced && !named; ++i)
        if (!s->forced[i].family)
            warn_of(f->kernel, s->forced[i].version);
    return CTSAR_OK;
}

static int open_family(const ctsar_kernel *kernel, const ctsar__version_unit *unit,
                       ctsar__family **out)
{
    int status = ctsar__kernel_check(kernel);
    if (status)
        return status;
    int versions = ctsar__kernel_versions(kernel);
    ctsar__family *f = calloc(1, sizeof *f + (size_t)versions * sizeof *f->state);
    if (!f || !(f->why = calloc((size_t)versions, sizeof *f->why))) {
        free_family(f);
        return ctsar__error(CTSAR_ENOMEM, "no memory for the versions of kernel %s", kernel->name);
    }
    f->kernel = kernel;
    f->learner = &f->own;
    f->own.v = f->state;
    f->versions = f->own.versions = versions;
    f->own.grain = unit->exact ? 0 : grain;
    f->reference = versions;
    snprintf(f->unit, sizeof f->unit, "%s", unit->name);
    for (int v = 0; v < versions; ++v) {
        f->out[v] = f->own.v[v].out = !can_execute(unit, kernel->versions[v]);
        f->cost[v] = cost_of(kernel->versions[v], unit);
        if (f->reference == versions && !f->out[v] && !kernel->versions[v]->fits)
            f->reference = v;
    }
    if ((status = force(f, unit)))
        free_family(f);
    else
        *out = f;
    return status;
}

int ctsar__versions_find(ctsar__versions *all, const ctsar_kernel *kernel,
                         const ctsar__version_unit *unit, ctsar__family **family, bool *fresh)
{
    *fresh = false;
    *family = ctsar__versions_known(all, kernel);
    if (*family)
        return CTSAR_OK;
    int status = open_family(kernel, unit, family);
    if (status)
        return status;
    *fresh = true;
    (*family)->next = all->first;
    all->first = *family;
    return CTSAR_OK;
}

int ctsar__versions_launchable(const ctsar__family *f, int version)
{
    return f->cost[version].fails
               ? ctsar__error(CTSAR_EDEVICE, "%s: it fails there, as CTSAR_VIRTUAL_VERSIONS says",
                              f->unit)
               : CTSAR_OK;
}

/* ---- Verifying -------------------------------------------------------------------------- */

static bool may_execute(const ctsar__family *f, int v, const ctsar_call *call)
{
    const ctsar_kernel *k = f->kernel->versions[v];
    return !f->out[v] && (!k->fits || k->fits(call));
}

/* May its results be what others are compared with? */
static bool is_trusted(const ctsar__family *f, int v)
{
    return ctsar__versions_verified(f, v) || v <= f->reference;
}

int ctsar__versions_verifier(const ctsar__family *f, int version, const ctsar_call *call)
{
    if (ctsar__versions_verified(f, version))
        return CTSAR__TRUSTED;
    for (int v = 0; v < version; ++v)
        if (is_trusted(f, v) && may_execute(f, v, call))
            return v;
    return is_trusted(f, version) ? CTSAR__TRUSTED : CTSAR__BY_NOBODY;
}

/* ---- What was executed ------------------------------------------------------------------- */

/* Of versions that have failed: where all do, it is the device that has. */
static void tell(ctsar__family *f)
{
    for (int v = 0; v < f->versions; ++v) {
        if (f->untold[v])
            ctsar__warn("version %s of kernel %s is not used on %s any more: %s",
                        f->kernel->versions[v]->name, f->kernel->name, f->unit, f->why[v]);
        f->untold[v] = false;
    }
}

void ctsar__versions_book(ctsar__family *f, ctsar__version_range *range,
                          const ctsar__version_choice *choice, double work, double seconds)
{
    ctsar__version_count *c = &f->count[choice->version];
    ctsar__learner_end(f->learner, range, choice, work, seconds);
    c->launches++;
    c->trials += choice->trial;
    c->iterations += choice->n;
    c->seconds += seconds;
    tell(f);
}

/* All reasons, for the error that none is left. */
static int none_left(const ctsar__family *f)
{
    char why[600] = "";
    for (int v = 0; v < f->versions; ++v) {
        size_t used = strlen(why);
        if (*f->why[v])
            snprintf(why + used, sizeof why - used, "%s%s: %s", used ? "; " : "",
                     f->kernel->versions[v]->name, f->why[v]);
    }
    return ctsar__error(CTSAR_EDEVICE, "no version of kernel %s is left on %s: %s", f->kernel->name,
                        f->unit, why);
}

static bool any_left(const ctsar__family *f)
{
    for (int v = 0; v < f->versions; ++v)
        if (!f->out[v])
            return true;
    return false;
}

/* Of the versions that the unit has a form of, why each is not used for the call. */
static int none_for(const ctsar__family *f, const ctsar_call *call)
{
    char why[600] = "";
    for (int v = 0; v < f->versions; ++v) {
        size_t used = strlen(why);
        if (f->out[v] && !*f->why[v])
            continue;
        snprintf(why + used, sizeof why - used, "%s%s %s%s", used ? "; " : "",
                 f->kernel->versions[v]->name,
                 f->out[v]                 ? "is not used any more: "
                 : may_execute(f, v, call) ? "could be verified by none that fits"
                                           : "does not fit",
                 f->why[v]);
    }
    return ctsar__error(CTSAR_ENODEV,
                        "no version of kernel %s may be used on %s for %ld iterations; give it "
                        "another one without a guard: %s",
                        f->kernel->name, f->unit, call->count, why);
}

int ctsar__versions_none(ctsar__family *f, const ctsar_call *call)
{
    bool failed = false;
    for (int v = 0; v < f->versions; ++v)
        failed = failed || *f->why[v];
    if (!failed)
        return ctsar__kernel_fits_none(f->kernel, f->unit, call);
    if (!any_left(f))
        return none_left(f);
    tell(f);
    return none_for(f, call);
}

/* What units have learned together stands until none of them uses the version any more. */
static void put_out(ctsar__family *f, int v)
{
    ctsar__family *shared = f->shared;
    f->out[v] = true;
    if (!shared || ++shared->unused_by[v] == shared->sharers)
        f->learner->v[v].out = true;
}

/* Is there a version that could verify this one, for some call? */
static bool is_verifiable(const ctsar__family *f, int version)
{
    bool found = is_trusted(f, version);
    for (int v = 0; v < version; ++v)
        found = found || (is_trusted(f, v) && !f->out[v]);
    return found;
}

/* Those that only version v could have verified are not used either; v's line says so. */
static void put_out_unverified(ctsar__family *f, int v)
{
    bool any = false;
    for (int w = v + 1; w < f->versions; ++w) {
        if (f->out[w] || is_verifiable(f, w))
            continue;
        put_out(f, w);
        f->orphaned[w] = true;
        snprintf(f->why[w], sizeof f->why[w], "version %s has not verified it",
                 f->kernel->versions[v]->name);
        any = true;
    }
    size_t used = strlen(f->why[v]);
    if (any)
        snprintf(f->why[v] + used, sizeof f->why[v] - used,
                 "; those that it has not verified there are not used either");
}

/* It may have been verified while the one that could was dropped. */
static void take_back(ctsar__family *f, int v)
{
    f->out[v] = f->orphaned[v] = false;
    *f->why[v] = '\0';
    if (f->shared)
        f->shared->unused_by[v]--;
    f->learner->v[v].out = false;
}

void ctsar__versions_agreed(ctsar__family *f, int version)
{
    f->verified[version] = true;
    for (int v = version; v < f->versions; ++v)
        if (f->orphaned[v] && is_verifiable(f, v))
            take_back(f, v);
}

int ctsar__versions_drop(ctsar__family *f, int v)
{
    if (!f->out[v] || f->orphaned[v]) {
        if (!f->out[v])
            put_out(f, v);
        f->orphaned[v] = false;
        snprintf(f->why[v], sizeof f->why[v], "%.*s", (int)sizeof f->why[v] - 1,
                 ctsar__error_detail());
        ctsar__plain(f->why[v]);
        put_out_unverified(f, v);
        f->untold[v] = any_left(f);
    }
    return any_left(f) ? CTSAR_OK : none_left(f);
}
