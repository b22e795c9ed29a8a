/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "fail.h"
#include "input.h"

enum { MOST_UNITS = 100000, MOST_NODES = 10000 };
static const double most = 1e300;

static const char *const machine_keys[] = {"ctsar_machine", "name",  "about",   "units",
                                           "events",        "nodes", "network", NULL};
static const char *const unit_keys[] = {
    "kind", "name",  "count",  "time", "launch", "bandwidth", "memory", "noise",      "cold",
    "wake", "slows", "slowed", "simd", "driver", "on_bus",    "run",    "half_speed", NULL};
static const char *const nodes_keys[] = {"count", "time", "cores", "accelerators", NULL};
static const char *const network_keys[] = {"latency", "bandwidth", NULL};
static const char *const event_keys[] = {"unit", "pass", "time", NULL};

/* A unit of the group that `in` describes. */
static machine_unit read_unit(const input *in)
{
    const char *kind = input_string(in, "kind", "");
    bool core = strcmp(kind, "core") == 0;
    if (!core && strcmp(kind, "accelerator") != 0)
        input_fail(in, "kind", "must be \"core\" or \"accelerator\"");
    machine_unit u = {
        .core = core,
        .time = input_number(in, "time", 1e-12, 1e12, 1),
        .launch = input_number(in, "launch", 0, 1e6, 0),
        .bandwidth = input_number(in, "bandwidth", 1, most, INFINITY),
        .memory = input_number(in, "memory", 1, most, INFINITY),
        .noise = input_number(in, "noise", 0, 10, NAN),
        .cold = input_number(in, "cold", 0, 1e6, 0),
        .wake = input_number(in, "wake", 0, 1e6, 0),
        .slows = core ? 0 : input_number(in, "slows", 0, 1e6, 0),
        .slowed = core ? 0 : input_number(in, "slowed", 0, 1e6, 0),
        .simd = input_number(in, "simd", 1, 1e6, core ? 4 : 32),
        .driver = !core && input_bool(in, "driver", false),
        .half_speed = core ? 0 : input_number(in, "half_speed", 0, 1e9, 0),
        .run = core ? 0 : input_number(in, "run", 0, 1e6, 0),
    };
    snprintf(u.name, sizeof u.name, "%s", input_string(in, "name", kind));
    ctsar__plain(u.name);
    return u;
}

/* Appends the groups of one kind, so that cores come first. */
static int read_groups(const input *in, json_t *groups, bool core, machine *m)
{
    int before = ctsar__team_units(m->team), count = before;
    for (size_t g = 0; g < json_array_size(groups); ++g) {
        char where[64];
        input group = input_element(in, groups, "units", g, where);
        input_check_keys(&group, unit_keys);
        machine_unit u = read_unit(&group);
        long n = input_integer(&group, "count", 1, MOST_UNITS, 1), first = count;
        long on_bus = input_integer(&group, "on_bus", 1, MOST_UNITS, 1);
        if (u.core != core)
            continue;
        if (count + n > MOST_UNITS)
            input_fail(&group, "count", "makes too many units: at most 100000");
        m->unit = realloc(m->unit, (size_t)(count + n) * sizeof *m->unit);
        if (!m->unit)
            sim_fail(SIM_WRONG_INPUT, "no memory for %ld units", count + n);
        for (long i = 0; i < n; ++i) {
            m->unit[count] = u;
            m->unit[count].bus = (int)(first + i / on_bus);
            if (n > 1)
                snprintf(m->unit[count].name, sizeof u.name, "%.26s %ld", u.name, i);
            ++count;
        }
    }
    return count - before;
}

static int unit_named(const input *in, const machine *m)
{
    const char *name = input_string(in, "unit", "");
    for (int u = 0; u < ctsar__team_units(m->team); ++u)
        if (strcmp(m->unit[u].name, name) == 0)
            return u;
    input_fail(in, "unit", "must be the name of a unit; one of several is called \"NAME 0\"");
}

static void read_events(const input *in, machine *m)
{
    json_t *events = input_array(in, "events");
    m->events = json_array_size(events);
    m->event = sim_alloc(m->events, sizeof *m->event);
    for (size_t i = 0; i < m->events; ++i) {
        char where[64];
        input event = input_element(in, events, "events", i, where);
        input_check_keys(&event, event_keys);
        m->event[i] = (machine_event){
            .unit = unit_named(&event, m),
            .pass = input_integer(&event, "pass", 1, 1000000000, 1),
            .time = input_number(&event, "time", 1e-9, 1e9, 1),
        };
    }
}

static void read_nodes(const input *in, machine *m)
{
    json_t *nodes = input_array(in, "nodes");
    input network = input_object(in, "network");
    m->latency = 0;
    m->bandwidth = INFINITY;
    if (network.object) {
        input_check_keys(&network, network_keys);
        m->latency = input_number(&network, "latency", 0, 1e6, 0);
        m->bandwidth = input_number(&network, "bandwidth", 1, most, INFINITY);
    }
    m->nodes = json_array_size(nodes);
    m->node = m->nodes ? sim_alloc(m->nodes, sizeof *m->node) : NULL;
    for (size_t i = 0; i < m->nodes; ++i) {
        char where[64];
        input some = input_element(in, nodes, "nodes", i, where);
        input_check_keys(&some, nodes_keys);
        m->node[i] = (machine_nodes){
            .count = input_integer(&some, "count", 1, MOST_NODES, 1),
            .time = input_number(&some, "time", 1e-12, 1e12, 1),
            .cores = input_integer(&some, "cores", 0, MOST_UNITS, -1),
            .accelerators = input_integer(&some, "accelerators", 0, MOST_UNITS, -1),
        };
    }
    if (machine_count_nodes(m) > MOST_NODES)
        input_fail(in, "nodes", "must be at most 10000 together");
}

machine machine_read(const char *file)
{
    input in = input_open(file, "ctsar_machine");
    input_check_keys(&in, machine_keys);
    machine m = {0};
    snprintf(m.name, sizeof m.name, "%s", input_string(&in, "name", file));
    ctsar__plain(m.name);
    json_t *groups = input_array(&in, "units");
    m.team.cores = read_groups(&in, groups, true, &m);
    m.team.accs = read_groups(&in, groups, false, &m);
    if (ctsar__team_units(m.team) == 0)
        input_fail(&in, "units", "must list at least one unit");
    read_events(&in, &m);
    read_nodes(&in, &m);
    input_close(&in);
    return m;
}

/* So many of the units that there are; wanted < 0: all. */
static int limited(const machine *m, const char *units, long wanted, int all)
{
    if (wanted > all)
        sim_fail(SIM_WRONG_INPUT, "%s has %d %s; it cannot be played with %ld", m->name, all, units,
                 wanted);
    return wanted < 0 ? all : (int)wanted;
}

void machine_limit(machine *m, long cores, long accelerators)
{
    ctsar__team all = m->team;
    m->team.cores = limited(m, "cores", cores, all.cores);
    m->team.accs = limited(m, "accelerators", accelerators, all.accs);
    if (ctsar__team_units(m->team) == 0)
        sim_fail(SIM_WRONG_INPUT, "%s has no unit that is left", m->name);
    memmove(m->unit + m->team.cores, m->unit + all.cores, (size_t)m->team.accs * sizeof *m->unit);
    for (size_t i = 0; i < m->events; ++i) { /* to where its unit is now, or to none */
        int u = m->event[i].unit, a = u - all.cores;
        bool there = a < 0 ? u < m->team.cores : a < m->team.accs;
        m->event[i].unit = !there ? -1 : a < 0 ? u : m->team.cores + a;
    }
}

void machine_heed(machine *m, unsigned limits)
{
    for (int u = 0; u < ctsar__team_units(m->team); ++u) {
        machine_unit *unit = &m->unit[u];
        unit->driver = unit->driver && (limits & LIMIT_DRIVERS);
        unit->bus = limits & LIMIT_BUS ? unit->bus : -1;
        unit->half_speed = limits & LIMIT_THREADS ? unit->half_speed : 0;
        unit->run = limits & LIMIT_RUNS ? unit->run : 0;
    }
}

int machine_sharers(const machine *m, int u)
{
    int sharers = 0;
    for (int v = m->team.cores; v < ctsar__team_units(m->team); ++v)
        sharers += m->unit[v].bus == m->unit[u].bus;
    return sharers > 0 && m->unit[u].bus >= 0 ? sharers : 1;
}

long machine_count_nodes(const machine *m)
{
    long count = 0;
    for (size_t i = 0; i < m->nodes; ++i)
        count += m->node[i].count;
    return count > 1 ? count : 1;
}

void machine_set_nodes(machine *m, long count)
{
    long all = 0, before = 0, given = 0;
    if (count == 0)
        return;
    if (m->nodes == 0) {
        m->nodes = 1;
        m->node = sim_alloc(1, sizeof *m->node);
        m->node[0] = (machine_nodes){1, -1, -1, 1};
    }
    for (size_t i = 0; i < m->nodes; ++i)
        all += m->node[i].count;
    for (size_t i = 0; i < m->nodes; ++i) {
        before += m->node[i].count;
        m->node[i].count = before * count / all - given;
        given += m->node[i].count;
    }
}

machine machine_of_nodes(const machine *m, const machine_nodes *n)
{
    machine one = *m;
    size_t units = (size_t)ctsar__team_units(m->team);
    one.node = NULL;
    one.nodes = 0;
    one.unit = sim_alloc(units, sizeof *one.unit);
    memcpy(one.unit, m->unit, units * sizeof *one.unit);
    one.event = sim_alloc(m->events, sizeof *one.event);
    if (m->events)
        memcpy(one.event, m->event, m->events * sizeof *one.event);
    machine_limit(&one, n->cores, n->accelerators);
    for (int u = 0; u < ctsar__team_units(one.team); ++u)
        one.unit[u].time *= n->time;
    return one;
}

void machine_free(machine *m)
{
    free(m->unit);
    free(m->event);
    free(m->node);
    *m = (machine){0};
}

double machine_factor(const machine *m, int u, long pass)
{
    double factor = 1;
    for (size_t i = 0; i < m->events; ++i)
        if (m->event[i].unit == u && m->event[i].pass <= pass)
            factor = m->event[i].time;
    return factor;
}
