/* SPDX-License-Identifier: BSD-3-Clause */
#include "model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fail.h"
#include "random.h"

/* What is drawn from the seed. */
enum { DRAW_COSTS = 1, DRAW_NOISE };
#define LEAST_KERNELS 0.05 /* of the time of all iterations, whatever copying takes */

/* ---- What units take ---------------------------------------------------------- */

static double default_time(const machine *m, int u)
{
    double base = m->team.cores ? m->unit[0].simd : 4;
    return m->unit[u].core ? 1 : base / m->unit[u].simd; /* paper 3.2.1 */
}

static double time_of_unit(const model *m, int u)
{
    const machine_unit *unit = &m->machine->unit[u];
    double time = unit->core ? m->workload->core_time : m->workload->accelerator_time;
    return m->scale * time * unit->time;
}

static double move_seconds(const model *m, int u)
{
    const workload *w = m->workload;
    ctsar__team team = m->machine->team;
    if (team.accs == 0 || (u < team.cores && !w->written))
        return 0;
    if (w->move > 0)
        return w->move * time_of_unit(m, team.cores);
    int acc = u < team.cores ? team.cores : u; /* a core's data come from the first accelerator */
    return w->persisted_bytes / m->machine->unit[acc].bandwidth;
}

/* What a range's data that lie apart take besides. */
static double runs_seconds(const model *m, int u)
{
    return m->workload->runs * m->machine->unit[u].run;
}

/* A unit with x threads has x / (x + half_speed) of its speed (R. Hockney's n_1/2).  What the
 * workload says is what all iterations take on a unit of its own, all of this included. */
static void set_pace(model *m, int u, double factor)
{
    model_unit *unit = &m->unit[u];
    double time = time_of_unit(m, u) * factor, n = (double)m->n;
    double half = m->machine->unit[u].half_speed / m->workload->threads;
    double kernels = fmax(time - runs_seconds(m, u) / n, LEAST_KERNELS * time);
    unit->p = kernels / (1 + half / n);
    unit->idle = half * unit->p;
}

static void set_unit(model *m, int u)
{
    const machine_unit *from = &m->machine->unit[u];
    const workload *w = m->workload;
    double bytes = w->bytes + w->persisted_bytes, sharers = machine_sharers(m->machine, u);
    double apart = runs_seconds(m, u), alone = from->launch + w->range_bytes / from->bandwidth;
    m->unit[u] = (model_unit){
        .o = from->launch + from->wake + sharers * w->range_bytes / from->bandwidth + apart,
        .c = sharers * w->bytes / from->bandwidth,
        .noise = isnan(from->noise) ? w->noise : from->noise,
        .move = move_seconds(m, u),
        .room = bytes > 0 ? fmax(floor(from->memory / bytes), 1) : INFINITY,
        .cold = from->cold,
        .told_o = alone,
        .default_time = default_time(m->machine, u),
    };
    set_pace(m, u, machine_factor(m->machine, u, m->pass));
}

double model_seconds(const model *m, int u, long lo, long hi)
{
    const model_unit *unit = &m->unit[u];
    double n = (double)(hi - lo);
    if (hi <= lo)
        return 0;
    return (unit->o + unit->idle) * fmax(ceil(n / unit->room), 1) + unit->c * n +
           unit->p * (m->sum[hi] - m->sum[lo]);
}

/* ---- The best split in hindsight --------------------------------------------------- */

/* One past the longest range from `lo` on that unit u ends by time t. */
static long reach(const model *m, int u, long lo, double t)
{
    long fits = lo, over = m->n + 1;
    while (over - fits > 1) {
        long mid = fits + (over - fits) / 2;
        *(model_seconds(m, u, lo, mid) <= t ? &fits : &over) = mid;
    }
    return fits;
}

static bool covers(model *m, double t)
{
    int cores = m->machine->team.cores;
    m->boundary[0] = 0;
    for (int u = 0; u < m->units; ++u) {
        bool out = m->alone ? u >= cores : u < cores && u >= cores - m->drivers;
        m->boundary[u + 1] = out ? m->boundary[u] : reach(m, u, m->boundary[u], t);
    }
    return m->boundary[m->units] == m->n;
}

static double latest_end(const model *m)
{
    double t = 0;
    for (int u = 0; u < m->units; ++u)
        t = fmax(t, model_seconds(m, u, m->boundary[u], m->boundary[u + 1]));
    return t;
}

static void find_split(model *m)
{
    double lo = 0, hi = m->unit[0].o + m->unit[0].p;
    while (!covers(m, hi)) {
        lo = hi;
        hi *= 2;
    }
    while (hi - lo > 1e-9 * hi) {
        double mid = (lo + hi) / 2;
        *(covers(m, mid) ? &hi : &lo) = mid;
    }
    covers(m, hi);
    m->best = latest_end(m);
}

/* Beside accelerators that cores drive, or on all cores without them. */
static void find_best(model *m)
{
    m->alone = false;
    find_split(m);
    double beside = m->best;
    if (m->drivers == 0)
        return;
    m->alone = true;
    find_split(m);
    m->alone = m->best <= beside;
    if (!m->alone)
        find_split(m);
}

/* Scales the times so that the best split of a first pass takes what the workload says.  That
 * time is nearly proportional to the scale, but for overheads. */
static void find_scale(model *m)
{
    double wanted = m->workload->pass_time;
    m->scale = 1;
    m->best = 0;
    for (int step = 0; wanted > 0 && step < 100 && fabs(m->best - wanted) > 1e-6 * wanted; ++step) {
        if (step > 0)
            m->scale *= wanted / m->best;
        for (int u = 0; u < m->units; ++u)
            set_pace(m, u, 1);
        find_best(m);
    }
}

/* ---- Life -------------------------------------------------------------------------- */

static int drivers_of(const machine *machine)
{
    int drivers = 0;
    for (int u = 0; u < ctsar__team_units(machine->team); ++u)
        drivers += machine->unit[u].driver;
    return drivers < machine->team.cores ? drivers : machine->team.cores;
}

/* What has an entry for each iteration. */
static void make_room(model *m, long iterations)
{
    size_t n = (size_t)iterations;
    size_t held = model_has_moves(m) ? (size_t)m->machine->team.accs * n : 0;
    m->n = iterations;
    m->sum = sim_alloc(n + 1, sizeof *m->sum);
    m->holder = sim_alloc(model_has_moves(m) ? n : 0, sizeof *m->holder);
    m->missing = sim_alloc(model_has_moves(m) ? (size_t)m->units * (n + 1) : 0, sizeof *m->missing);
    m->held = sim_alloc(held, 1);
    m->taken = sim_alloc(held, 1);
}

static void free_room(model *m)
{
    free(m->sum);
    free(m->holder);
    free(m->missing);
    free(m->held);
    free(m->taken);
}

static model make(const machine *machine, const workload *w, long iterations)
{
    size_t units = (size_t)ctsar__team_units(machine->team);
    model m = {
        .machine = machine,
        .workload = w,
        .units = (int)units,
        .drivers = drivers_of(machine),
        .scale = 1,
        .unit = sim_alloc(units, sizeof(model_unit)),
        .boundary = sim_alloc(units + 1, sizeof(long)),
        .stale = sim_alloc(units, sizeof(bool)),
    };
    make_room(&m, iterations);
    return m;
}

model model_make(const machine *machine, const workload *w)
{
    return make(machine, w, w->iterations);
}

model model_make_part(const machine *machine, const workload *w)
{
    model m = make(machine, w, 0);
    m.part = true;
    return m;
}

void model_free(model *m)
{
    free_room(m);
    free(m->unit);
    free(m->boundary);
    free(m->stale);
    *m = (model){0};
}

bool model_has_moves(const model *m)
{
    return m->workload->move > 0 || m->workload->persisted_bytes > 0;
}

static size_t held_size(const model *m)
{
    return model_has_moves(m) ? (size_t)m->machine->team.accs * (size_t)m->n : 0;
}

static void all_stale(model *m)
{
    for (int u = 0; u < m->units; ++u)
        m->stale[u] = true;
}

/* The data of the iterations are the host's. */
static void forget_data(model *m)
{
    memset(m->held, 0, held_size(m));
    memset(m->taken, 0, held_size(m));
    for (long i = 0; model_has_moves(m) && i < m->n; ++i)
        m->holder[i] = -1;
    all_stale(m);
}

void model_start(model *m, uint64_t seed, double scale)
{
    bool drawn = m->workload->shape == SHAPE_RANDOM || m->pass == 0;
    m->seed = seed;
    m->pass = 0;
    if (!m->part)
        workload_costs(m->workload, random_key(seed, DRAW_COSTS), 1, m->sum);
    for (int u = 0; u < m->units; ++u)
        set_unit(m, u);
    if (scale > 0)
        m->scale = scale;
    else if (drawn)
        find_scale(m);
    for (int u = 0; u < m->units; ++u)
        set_unit(m, u);
    forget_data(m);
}

void model_part(model *m, const model *whole, ctsar__range of, bool changed)
{
    if (changed) {
        free_room(m);
        make_room(m, ctsar__range_len(of));
        forget_data(m);
    }
    for (long i = 0; i <= m->n; ++i)
        m->sum[i] = whole->sum[of.lo + i] - whole->sum[of.lo];
    m->moved = changed;
}

/* Does a pass differ from the one before? */
static bool changes(const model *m)
{
    bool event = m->pass == 1 || m->moved;
    for (size_t i = 0; i < m->machine->events; ++i)
        event = event || m->machine->event[i].pass == m->pass;
    return event || m->workload->shape == SHAPE_MOVING_HUMP;
}

void model_begin_pass(model *m)
{
    ++m->pass;
    for (int u = 0; u < m->units; ++u)
        m->unit[u].ranges = 0;
    if (!changes(m))
        return;
    if (m->workload->shape == SHAPE_MOVING_HUMP && !m->part)
        workload_costs(m->workload, random_key(m->seed, DRAW_COSTS), m->pass, m->sum);
    for (int u = 0; u < m->units; ++u)
        set_pace(m, u, machine_factor(m->machine, u, m->pass));
    find_best(m);
}

void model_end_pass(model *m)
{
    unsigned char *before = m->held;
    m->held = m->taken; /* a window is what the last pass needed */
    m->taken = before;
    memset(m->taken, 0, held_size(m));
    all_stale(m);
}

/* ---- Executing ---------------------------------------------------------------------- */

static double noise_of(model *m, int u)
{
    model_unit *unit = &m->unit[u];
    uint64_t key = random_key(m->seed, DRAW_NOISE);
    key = random_key(random_key(key, (uint64_t)m->pass), (uint64_t)u);
    key = random_key(key, (uint64_t)unit->ranges++);
    return unit->noise > 0 ? exp(unit->noise * random_normal(key)) : 1;
}

/* Does unit u lack the data of iteration i? */
static bool lacks(const model *m, int u, long i)
{
    int cores = m->machine->team.cores;
    if (m->workload->written)
        return u < cores ? m->holder[i] >= cores : m->holder[i] != u;
    size_t at = (size_t)(u - cores) * (size_t)m->n + (size_t)i;
    return u >= cores && !m->held[at] && !m->taken[at];
}

double model_moves(model *m, int u, ctsar__range r)
{
    if (!model_has_moves(m) || ctsar__range_len(r) == 0)
        return 0;
    long *missing = m->missing + (size_t)u * ((size_t)m->n + 1);
    for (long i = 0; m->stale[u] && i < m->n; ++i)
        missing[i + 1] = missing[i] + lacks(m, u, i);
    m->stale[u] = false;
    return (double)(missing[r.hi] - missing[r.lo]) * m->unit[u].move;
}

/* Iterations of r whose written data are elsewhere; they are unit u's from now on. */
static long take_written(model *m, int u, ctsar__range r)
{
    int cores = m->machine->team.cores;
    long moved = 0;
    for (long i = r.lo; i < r.hi; ++i) {
        bool from_host = m->holder[i] < cores, to_host = u < cores;
        moved += to_host ? !from_host : m->holder[i] != u;
        m->holder[i] = u;
    }
    return moved;
}

/* Iterations of r whose data, read only, accelerator u has not got; it has from now on. */
static long take_read(model *m, int u, ctsar__range r)
{
    int a = u - m->machine->team.cores;
    long moved = 0;
    for (long i = r.lo; a >= 0 && i < r.hi; ++i) {
        size_t at = (size_t)a * (size_t)m->n + (size_t)i;
        moved += !m->held[at] && !m->taken[at];
        m->taken[at] = 1;
    }
    return moved;
}

model_time model_take(model *m, int u, ctsar__range r)
{
    model_unit *unit = &m->unit[u];
    double variable = unit->p * (m->sum[r.hi] - m->sum[r.lo]), noise = noise_of(m, u);
    double cold = unit->cold;
    double seconds = model_seconds(m, u, r.lo, r.hi) + variable * (noise - 1);
    long moved = 0;
    unit->cold = 0;
    if (model_has_moves(m))
        moved = m->workload->written ? take_written(m, u, r) : take_read(m, u, r);
    if (moved)
        all_stale(m);
    return (model_time){.seconds = seconds,
                        .fixed = fmin(unit->o, seconds),
                        .moves = (double)moved * unit->move + cold};
}
