/* SPDX-License-Identifier: BSD-3-Clause */
#include "observe/shortfall.h"

#include <math.h>
#include <stdlib.h>

#define SETTLED 1.02 /* a first pass takes more than this times what passes usually take */
#define LEAST 1e-12  /* seconds per work: no unit is faster */

/* The passes that count, and what is found in them. */
typedef struct look {
    const ctsar__region_stats *r;
    const ctsar__pass_record **pass;
    long passes;
    bool *early;   /* by recorded pass */
    double *room;  /* an entry for each pass */
    double *speed; /* by unit: work a second when it does nothing else; 0: it is not needed */
    double *again; /* by unit: seconds of copies in a pass that are taken for the last ones, and
                    * come all the same */
    double together;
} look;

/* ---- What a unit did -------------------------------------------------------------------- */

static double exposed(const ctsar__unit_times *t)
{
    return fmax(t->copying - t->hidden, 0);
}

/* The part of its copying that no kernel hid. */
static double shown(const ctsar__unit_times *t)
{
    return t->copying > 0 ? exposed(t) / t->copying : 1;
}

static double launches(const ctsar__unit_times *t)
{
    return fmax(t->fixed - shown(t) * t->fixed_copies, 0);
}

static double computing(const ctsar__unit_times *t)
{
    return t->busy - exposed(t) - launches(t);
}

static int units_of(const look *l)
{
    return l->r->cores + l->r->accs;
}

static const ctsar__unit_times *times_of(const look *l, long pass, int unit)
{
    return ctsar__stats_times(l->r, l->pass[pass], unit);
}

/* ---- Passes ------------------------------------------------------------------------------- */

static double work_of(const ctsar__region_stats *r, const ctsar__pass_record *p)
{
    double work = 0;
    for (int u = 0; p->times && u < r->cores + r->accs; ++u)
        work += ctsar__stats_times(r, p, u)->work;
    return work;
}

static bool somebody_gone_worked(const ctsar__region_stats *r, const ctsar__pass_record *p)
{
    for (int u = 0; p->times && u < r->cores + r->accs; ++u)
        if (*r->unit[u].gone && ctsar__stats_times(r, p, u)->turns > 0)
            return true;
    return false;
}

/* The first pass after the last one in which somebody worked that is gone. */
static long first_that_counts(const ctsar__region_stats *r)
{
    long from = r->recorded;
    while (from > 0 && !somebody_gone_worked(r, &r->pass[from - 1]))
        from--;
    return from;
}

static void gather(look *l, long from)
{
    for (long i = from; i < l->r->recorded; ++i)
        if (work_of(l->r, &l->r->pass[i]) > 0)
            l->pass[l->passes++] = &l->r->pass[i];
}

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The median of what the later half of the passes has. */
static double usually(const look *l, int unit, double (*of)(const look *l, long pass, int unit))
{
    long half = l->passes / 2, later = l->passes - half;
    for (long i = 0; i < later; ++i)
        l->room[i] = of(l, half + i, unit);
    qsort(l->room, (size_t)later, sizeof *l->room, ascending);
    return (l->room[(later - 1) / 2] + l->room[later / 2]) / 2;
}

static double pace_of(const look *l, long pass, int unit)
{
    (void)unit;
    return l->pass[pass]->seconds / work_of(l->r, l->pass[pass]);
}

static double once(const look *l, long pass, int unit)
{
    const ctsar__unit_times *t = times_of(l, pass, unit);
    return shown(t) * t->once;
}

/* Does it take longer than later ones, as all before it in its region: is the policy learning? */
static bool *early(const look *l, long pass)
{
    return &l->early[l->pass[pass] - l->r->pass];
}

static long find_first_passes(const look *l)
{
    double usual = SETTLED * usually(l, 0, pace_of);
    long count = 0;
    for (long i = 0; i < l->passes; ++i) {
        bool first = i == 0 || l->pass[i]->begins || *early(l, i - 1);
        *early(l, i) = first && pace_of(l, i, 0) > usual;
        count += *early(l, i);
    }
    return count;
}

/* ---- Speeds -------------------------------------------------------------------------------- */

/* What a unit did in passes of one kind. */
typedef struct sums {
    double work, computing, busy, once, fixed;
    long ranges, passes;
} sums;

static bool settled(const look *l, long pass, int unit)
{
    (void)unit;
    return !*early(l, pass) && !l->pass[pass]->probing;
}

static bool any(const look *l, long pass, int unit)
{
    (void)l, (void)pass, (void)unit;
    return true;
}

/* Did units of one kind alone execute a comparison? */
static bool alone(const look *l, long pass, int unit)
{
    for (int u = 0; u < units_of(l); ++u)
        if ((u < l->r->cores) != (unit < l->r->cores) && times_of(l, pass, u)->turns > 0)
            return false;
    return l->pass[pass]->probing;
}

static sums sums_in(const look *l, int unit, bool (*counts)(const look *l, long pass, int unit))
{
    sums s = {0};
    for (long i = 0; i < l->passes; ++i) {
        const ctsar__unit_times *t = times_of(l, i, unit);
        if (t->work <= 0 || !counts(l, i, unit))
            continue;
        s.work += t->work;
        s.computing += computing(t);
        s.busy += t->busy;
        s.once += shown(t) * t->once;
        s.fixed += t->fixed;
        s.ranges += t->turns;
        s.passes++;
    }
    return s;
}

/* The usual passes of a unit, or all of them. */
static sums usual_of(const look *l, int unit)
{
    sums s = sums_in(l, unit, settled);
    return s.work > 0 ? s : sums_in(l, unit, any);
}

/* Work a second when it does nothing else, beside others or alone, whichever is more.  0: it has
 * never done any. */
static double speed_of(const look *l, int unit)
{
    sums usual = usual_of(l, unit), by_itself = sums_in(l, unit, alone);
    double pace = usual.computing / usual.work;
    if (by_itself.work > 0)
        pace = fmin(pace, by_itself.computing / by_itself.work);
    return usual.work > 0 ? 1 / fmax(pace, LEAST) : 0;
}

/* Seconds of a range besides its work, and work a second with copies that come again. */
static void model_of(const look *l, int unit, double *besides, double *speed)
{
    sums s = usual_of(l, unit);
    long ranges = l->r->sched.chunks > 0 ? s.ranges : s.passes;
    *besides = s.fixed / (double)ranges;
    *speed = s.work / fmax(s.busy - s.once - s.fixed, LEAST * s.work);
}

/* What a pass takes on those whose speed is not 0, if all end at once; they begin late. */
static double level(const look *l, const double *besides, const double *speed)
{
    double work = 0, all = 0;
    for (long i = 0; i < l->passes; ++i)
        work += work_of(l->r, l->pass[i]) / (double)l->passes;
    for (int u = 0; u < units_of(l); ++u) {
        work += besides[u] * speed[u];
        all += speed[u];
    }
    return all > 0 ? work / all : 0;
}

/* Keeps the speeds of units that the best split of a pass gives something to do, when copies are
 * counted. */
static void keep_the_needed(look *l, double *besides, double *speed)
{
    bool changed = true;
    for (int u = 0; u < units_of(l); ++u)
        if (l->speed[u] > 0)
            model_of(l, u, &besides[u], &speed[u]);
    while (changed) {
        double most = level(l, besides, speed);
        changed = false;
        for (int u = 0; u < units_of(l); ++u)
            if (speed[u] > 0 && besides[u] >= most) {
                speed[u] = 0;
                changed = true;
            }
    }
    for (int u = 0; u < units_of(l); ++u)
        l->speed[u] = speed[u] > 0 ? l->speed[u] : 0;
}

/* ---- What was lost ----------------------------------------------------------------------------
 */

/* What kept a unit from computing in a pass, times `part`, which is its part of all speed. */
static void add_kept(const look *l, long pass, int unit, double part, double *lost)
{
    const ctsar__pass_record *p = l->pass[pass];
    const ctsar__unit_times *t = times_of(l, pass, unit);
    double waiting = fmin(t->waiting, fmax(p->seconds - t->busy, 0));
    double between = p->seconds - t->busy - waiting,
           fetched = fmax(once(l, pass, unit) - l->again[unit], 0);
    bool usual = settled(l, pass, unit);
    ctsar__loss other = *early(l, pass) ? CTSAR__LOST_first_passes : CTSAR__LOST_trials;
    ctsar__loss idle = t->turns == 0 ? CTSAR__LOST_left_out : CTSAR__LOST_waiting;
    ctsar__loss ended = t->turns == 0 ? CTSAR__LOST_left_out : CTSAR__LOST_imbalance;
    lost[CTSAR__LOST_copies] += part * (exposed(t) - fetched);
    lost[CTSAR__LOST_fetches] += part * fetched;
    lost[CTSAR__LOST_overhead] += part * launches(t);
    lost[usual ? ended : other] += part * waiting;
    lost[usual ? idle : other] += part * between;
    lost[usual ? CTSAR__LOST_slower : other] += part * (computing(t) - t->work / l->speed[unit]);
}

/* Who is not needed has done what the others need not do. */
static void add_spared(const look *l, long pass, int unit, double *lost)
{
    double seconds = times_of(l, pass, unit)->work / l->together;
    ctsar__loss usual = l->pass[pass]->probing ? CTSAR__LOST_trials : CTSAR__LOST_imbalance;
    lost[*early(l, pass) ? CTSAR__LOST_first_passes : usual] -= seconds;
}

static void add_pass(const look *l, long pass, ctsar__shortfall *s)
{
    const ctsar__pass_record *p = l->pass[pass];
    s->measured += p->seconds + p->deciding;
    s->bound += work_of(l->r, p) / l->together;
    s->lost[CTSAR__LOST_scheduler] += p->deciding;
    for (int u = 0; u < units_of(l); ++u)
        if (l->speed[u] > 0)
            add_kept(l, pass, u, l->speed[u] / l->together, s->lost);
        else
            add_spared(l, pass, u, s->lost);
}

/* Seconds of usual passes in which the unit had no part, weighted with its speed. */
static double left_out(const look *l, int unit)
{
    double seconds = 0;
    for (long i = 0; i < l->passes; ++i)
        if (settled(l, i, unit) && times_of(l, i, unit)->turns == 0)
            seconds += l->speed[unit] * l->pass[i]->seconds;
    return seconds;
}

static int left_out_most(const look *l)
{
    int most = -1;
    for (int u = 0; u < units_of(l); ++u)
        if (left_out(l, u) > (most < 0 ? 0 : left_out(l, most)))
            most = u;
    return most;
}

static bool find(look *l, double *by_unit, ctsar__shortfall *s)
{
    int units = units_of(l);
    s->from = first_that_counts(l->r);
    gather(l, s->from);
    s->passes = l->passes;
    if (l->passes == 0)
        return false;
    s->first = find_first_passes(l);
    l->speed = by_unit;
    l->again = by_unit + units;
    for (int u = 0; u < units; ++u) {
        l->speed[u] = speed_of(l, u);
        l->again[u] = usually(l, u, once);
    }
    keep_the_needed(l, by_unit + 2 * units, by_unit + 3 * units);
    for (int u = 0; u < units; ++u)
        l->together += l->speed[u];
    for (long i = 0; i < l->passes; ++i)
        add_pass(l, i, s);
    s->left_out = left_out_most(l);
    return true;
}

bool ctsar__shortfall_of(const ctsar__region_stats *r, ctsar__shortfall *s)
{
    size_t units = (size_t)r->cores + (size_t)r->accs, passes = (size_t)r->recorded + 1;
    look l = {.r = r, .pass = calloc(passes, sizeof *l.pass)};
    double *by_unit = calloc(4 * units + 1, sizeof *by_unit);
    l.room = calloc(passes, sizeof *l.room);
    l.early = calloc(passes, sizeof *l.early);
    *s = (ctsar__shortfall){.left_out = -1, .early = l.early};
    bool room = l.pass && l.room && l.early && by_unit;
    bool known = !r->tasks && room && find(&l, by_unit, s);
    free(l.pass);
    free(l.room);
    free(by_unit);
    return known;
}

void ctsar__shortfall_free(ctsar__shortfall *s)
{
    free(s->early);
    s->early = NULL;
}
