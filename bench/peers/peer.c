/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variants of a peer's program: which scheduler hands out its loop. */
#include "peer.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "../../apps/common/app.h"
#include "../../polybench/variants.h"

static const struct {
    const char *name;
    omp_sched_t kind;
} schedules[] = {
    {"static", omp_sched_static}, {"dynamic", omp_sched_dynamic}, {"guided", omp_sched_guided}};
enum { SCHEDULES = sizeof schedules / sizeof *schedules };

#define ROW(constant, name, number, what) {#name, constant},
static const struct {
    const char *name;
    ctsar_policy policy;
} policies[] = {{"default", CTSAR_POLICY_DEFAULT}, CTSAR_POLICY_LIST(ROW)};
enum { POLICIES = sizeof policies / sizeof *policies };

static enum { OMP, CTSAR, STARPU, OPENCL } way = CTSAR;
static int policy;        /* with CTSAR */
static long starpu_block; /* with STARPU */
static bool starpu_awake; /* for the passes of one execution */
static ctsar *region[POLICIES];

/* What follows "PREFIX:" in name, or NULL. */
static const char *after(const char *name, const char *prefix)
{
    size_t length = strlen(prefix);

    return !strncmp(name, prefix, length) && name[length] == ':' ? name + length + 1 : NULL;
}

static int find_schedule(const char *name)
{
    int i = 0;

    while (i < SCHEDULES && strcmp(name, schedules[i].name) != 0)
        ++i;
    return i;
}

static int find_policy(const char *name)
{
    int i = 0;

    while (i < POLICIES && strcmp(name, policies[i].name) != 0)
        ++i;
    return i;
}

bool suite_variant_exists(const char *name)
{
    const char *rest;

    if (!strcmp(name, "default") || (!strcmp(name, "opencl") && peer_opencl_begin))
        return true;
    if ((rest = after(name, "omp")))
        return find_schedule(rest) < SCHEDULES;
    if ((rest = after(name, "ctsar")))
        return find_policy(rest) < POLICIES;
    return (rest = after(name, "starpu")) && peer_starpu_begin && atol(rest) > 0;
}

void suite_variant_select(const char *name)
{
    const char *rest;

    way = CTSAR;
    policy = 0;
    if ((rest = after(name, "omp"))) {
        way = OMP;
        omp_set_schedule(schedules[find_schedule(rest)].kind, 0);
    } else if ((rest = after(name, "starpu"))) {
        way = STARPU;
        starpu_block = atol(rest);
    } else if ((rest = after(name, "ctsar")))
        policy = find_policy(rest);
    else if (!strcmp(name, "opencl"))
        way = OPENCL;
}

const char *suite_variants_help(void)
{
    static char text[120] = "omp:static, omp:dynamic, omp:guided, ctsar:POLICY";

    if (peer_starpu_begin && !strstr(text, "starpu"))
        strcat(text, ", starpu:BLOCK");
    if (peer_opencl_begin && !strstr(text, "opencl"))
        strcat(text, ", opencl");
    return text;
}

static double by_openmp(void)
{
    const peer_loop *loop = &peer_code;
    double total = 0;

#pragma omp parallel for schedule(runtime) reduction(+ : total)
    for (long lo = 0; lo < loop->count; lo += loop->block)
        total += loop->range(lo, lo + loop->block < loop->count ? lo + loop->block : loop->count);
    return total;
}

static double by_starpu(void)
{
    if (!starpu_awake)
        peer_starpu_begin();
    starpu_awake = true;
    return peer_code.starpu(starpu_block < peer_code.count ? starpu_block : peer_code.count);
}

double peer_pass(void)
{
    if (way == OMP)
        return by_openmp();
    if (way == STARPU)
        return by_starpu();
    if (way == OPENCL)
        return peer_code.opencl();
    return peer_code.ctsar(&region[policy], policies[policy].policy);
}

void peer_finish(void)
{
    if (starpu_awake) {
        if (peer_code.starpu_close)
            peer_code.starpu_close();
        peer_starpu_end();
        starpu_awake = false;
    } else if (way == OPENCL && peer_code.opencl_close)
        peer_code.opencl_close();
}
