/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/compare.h"

#include <math.h>

#include "sched/math/cost.h"
#include "sched/math/lengths.h"
#include "sched/math/pace.h"

#define WEIGHT 0.25 /* of a pass in what is usual */
#define HARMS 1.01  /* times as long as on units of one kind alone */
#define GAINS 0.98  /* times as long, at which who was left out returns */
#define SURE 1.5    /* times as long by rates, where nobody disturbs anybody so much */
enum {
    HARDLY = 2,     /* times as rarely are passes compared where rates leave no doubt */
    MOST_RARER = 3, /* of them, after each of which they may take half the part of the time */
    MOST_RELAPSES = 20,
    FORGIVEN_ONE_IN = 400, /* of the time is what trying accelerators once more may cost */
    TRIED = 3,             /* passes of those that come back, until they are judged again */
};

/* When a pass on units of one kind alone is worth its cost. */
typedef struct worth {
    int since;     /* passes before the first one */
    double most;   /* T_alone / T_together over which it is not tried */
    double early;  /* the part of a pass that the first one may cost, whatever has gone by */
    double one_in; /* else the part of the time that they cost is one in so many */
} worth;

/* Cores are rarely in the way of accelerators that do most of a pass, so these are tried alone less
 * often, and early only where cores do less than an eighth, and passes have settled. */
static const worth of_cores = {4, 8, 0.25, 100}, of_accelerators = {10, 8, 0.125, 200};

/* ---- A pass ---------------------------------------------------------------------------- */

typedef struct passed {
    ctsar__only meant, worked; /* who was to have iterations, and who had */
    double pace, work;         /* seconds per work, and all of that */
    bool waited;               /* accelerators took far longer than cores */
    double lived;              /* seconds, with those of passes that were not told */
} passed;

/* Who worked in it; ANYBODY: there was a probe, and it tells nothing.  What cores execute that are
 * to have nothing is what accelerators have left, so it belongs to what these take alone. */
static ctsar__only who(const ctsar__backoff *b, ctsar__team team, ctsar__only whose)
{
    bool cores = false, accelerators = false;
    for (int u = 0; u < ctsar__team_units(team); u++) {
        const ctsar__standing *e = ctsar__standing_of(b, team, u);
        if (e->probe > 0)
            return CTSAR__ANYBODY;
        *(u < team.cores ? &cores : &accelerators) |= e->done > 0;
    }
    if (whose == CTSAR__ONLY_ACCELERATORS)
        return whose;
    if (!accelerators)
        return CTSAR__ONLY_CORES;
    return cores ? CTSAR__EVERYBODY : CTSAR__ONLY_ACCELERATORS;
}

/* Seconds that the busiest one of the first `units` took; 0: nothing was timed. */
static double longest(const ctsar__backoff *b, ctsar__team team, int units)
{
    double t = 0;
    for (int u = 0; u < units; u++)
        t = fmax(t, ctsar__standing_of(b, team, u)->seconds);
    return t;
}

/* ---- Units of one kind alone ------------------------------------------------------------ */

/* Is the unit one of `these`, and not left out by the rules? */
static bool is_in(const ctsar__backoff *b, ctsar__team team, int unit, ctsar__only these)
{
    ctsar__only others = unit < team.cores ? CTSAR__ONLY_ACCELERATORS : CTSAR__ONLY_CORES;
    return these != others && b->o[unit] < CTSAR__AWAY && !ctsar__standing_of(b, team, unit)->out;
}

/* The work that they do a second, at today's rates. */
static double speed(const ctsar__backoff *b, ctsar__team team, ctsar__only these)
{
    double all = 0;
    for (int u = 0; u < ctsar__team_units(team); u++)
        all += is_in(b, team, u, these) ? 1 / b->p[u] : 0;
    return all;
}

/* Seconds that a pass on them takes at today's rates; INFINITY where an accelerator has none. */
static double predicted(const ctsar__backoff *b, ctsar__team team, ctsar__only these, double work)
{
    for (int u = 0; u < ctsar__team_units(team); u++) {
        if (!is_in(b, team, u, these))
            continue;
        if (u >= team.cores && !ctsar__standing_measured(b, team, u))
            return INFINITY;
        work += b->o[u] / b->p[u];
    }
    return work / speed(b, team, these);
}

/* What bringing one of them all data of a pass takes, at most. */
static double moves(const ctsar__backoff *b, const ctsar__backoff_view *v, ctsar__only these)
{
    const ctsar__move *move = &b->env->move;
    double most = 0;
    int end = these == CTSAR__ONLY_ACCELERATORS ? ctsar__team_units(v->team) : 1;
    for (int u = end == 1 ? 0 : v->team.cores; move->seconds && u < end; u++)
        if (is_in(b, v->team, u, these))
            most = fmax(most, move->seconds(move->data, v->team, u, v->part));
    return most;
}

/* What a comparison costs: a pass, or two where data move, that takes so much longer. */
static double price(double longer, double moved)
{
    return (moved > 0 ? 2 : 1) * fmax(longer, 0) + 2 * moved;
}

/* Is the last comparison too near for another one? */
static bool is_near(const ctsar__rival *r, const worth *w)
{
    return r->since < w->since << r->agreed;
}

/* Has it gone by long enough for one that costs so many seconds? */
static bool affords(const ctsar__rival *r, const worth *w, double costs)
{
    int rarer = r->agreed < MOST_RARER ? r->agreed : MOST_RARER;
    return r->lived >= ldexp(w->one_in * costs, rarer);
}

/* The next pass is a comparison. */
static void compare_next(ctsar__compared *c, ctsar__only only, double moved)
{
    c->only = only;
    c->again = moved > 0; /* data move in the first one */
}

/* Has the next pass executed by units of one kind alone, if it is time.  The last comparison may
 * have met a slow one by chance, and then is not to be the last for ever. */
static bool try_alone(ctsar__backoff *b, const ctsar__backoff_view *v, ctsar__only these,
                      double work)
{
    ctsar__compared *c = &b->compared;
    bool cores = these == CTSAR__ONLY_CORES;
    const ctsar__rival *r = cores ? &c->cores : &c->accelerators;
    const worth *w = cores ? &of_cores : &of_accelerators;
    double together = c->together * work, alone = predicted(b, v->team, these, work);
    if (!cores) /* what disturbs all makes both longer */
        alone *= fmax(together / predicted(b, v->team, CTSAR__EVERYBODY, work), 1);
    alone = r->pace > 0 ? fmin(r->pace * work, alone) : alone;
    if (is_near(r, w) || alone > w->most * together)
        return false;
    double moved = moves(b, v, these), costs = price(alone - together, moved);
    bool early = r->pace == 0 && costs <= w->early * together;
    if (!early && !affords(r, w, alone > SURE * together ? HARDLY * costs : costs))
        return false;
    compare_next(c, these, moved);
    return true;
}

/* ---- Decisions --------------------------------------------------------------------------- */

/* A comparison is over, and none has been since. */
static void begin_since(ctsar__rival *r)
{
    r->since = 0;
    r->lived = 0;
}

static void leave_accelerators_out(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v)
{
    ctsar__compared *c = &b->compared;
    c->factor =
        fmax(c->together * (1 / c->cores.pace + speed(b, v->team, CTSAR__ONLY_ACCELERATORS)), 1);
    c->harm = TRIED * (c->together - c->cores.pace) * ctsar__work(v->cost, v->part.lo, v->part.hi);
    c->were = fmax(c->were, c->together);
    c->without = 0;
    c->relapses += c->relapses < MOST_RELAPSES;
    c->together = 0;
    c->passes = 0;
    for (int u = v->team.cores; u < ctsar__team_units(v->team); u++) {
        ctsar__standing_of(b, v->team, u)->failed++;
        ctsar__standing_hold(b, s, v->team, u);
    }
}

static ctsar__rival *rival(ctsar__compared *c, ctsar__only these)
{
    return these == CTSAR__ONLY_CORES ? &c->cores : &c->accelerators;
}

/* Passes of this length are theirs alone from now on, or everybody's.  The next comparison is
 * further off after each change, so that units do not come and go. */
static void keep_to(ctsar__compared *c, ctsar__only these)
{
    ctsar__rival *r = rival(c, these ? these : c->those);
    r->pace = these ? r->pace : 0;
    ctsar__rival_agrees(r);
    begin_since(r);
    c->those = these;
    c->passes = CTSAR__PACE_ENOUGH;
}

static void let_all_in(ctsar__compared *c, ctsar__sched *s)
{
    s->stats.returns += c->those == CTSAR__ONLY_CORES;
    keep_to(c, CTSAR__ANYBODY);
}

static void count(ctsar__rival *r, const passed *p)
{
    r->since++;
    r->lived += p->lived;
}

/* A pass of a comparison is over, which tells *pace; of two the better one does. */
static void book_comparison(ctsar__compared *c, ctsar__rival *r, double *pace, const passed *p)
{
    bool first = c->again;
    *pace = first || *pace <= 0 ? p->pace : fmin(*pace, p->pace);
    c->again = false;
    c->only = first ? p->meant : CTSAR__ANYBODY;
    if (!first)
        ctsar__rival_agrees(r);
    begin_since(r);
}

/* Accelerators are about to be left out: might they be faster than the cores alone? */
static bool try_accelerators_first(ctsar__backoff *b, const ctsar__backoff_view *v, double work)
{
    ctsar__compared *c = &b->compared;
    double cores = c->cores.pace * work, moved = moves(b, v, CTSAR__ONLY_ACCELERATORS);
    double alone = predicted(b, v->team, CTSAR__ONLY_ACCELERATORS, work);
    if (c->accelerators.pace > 0 || price(alone - cores, moved) > of_cores.early * cores)
        return false;
    compare_next(c, CTSAR__ONLY_ACCELERATORS, moved);
    return true;
}

/* Leaves out whoever makes passes longer.  True: accelerators. */
static bool judge(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v, double work)
{
    ctsar__compared *c = &b->compared;
    double accelerators = c->accelerators.pace > 0 ? c->accelerators.pace : INFINITY;
    double cores = c->cores.pace > 0 ? c->cores.pace : INFINITY;
    if (c->only || c->those || c->passes <= (c->relapses > 0 ? 1 : CTSAR__PACE_ENOUGH) ||
        fmin(c->together, c->latest) <= HARMS * fmin(cores, accelerators))
        return false; /* also where the last one was no longer: the first ones touch memory */
    if (accelerators <= cores) {
        keep_to(c, CTSAR__ONLY_ACCELERATORS);
        s->stats.cores_out++;
    } else if (!try_accelerators_first(b, v, work)) {
        if (!ctsar__lengths_pay(b, 1 / speed(b, v->team, CTSAR__ONLY_CORES) / SURE))
            return leave_accelerators_out(b, s, v), true;
        keep_to(c, CTSAR__ONLY_CORES);
        s->stats.backoffs++;
    }
    return false;
}

static bool book_together(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v,
                          const passed *p)
{
    ctsar__compared *c = &b->compared;
    ctsar__pace_book(c, p->pace, p->waited);
    c->latest = p->pace;
    count(&c->cores, p);
    count(&c->accelerators, p);
    if (judge(b, s, v, p->work))
        return true;
    if (!c->only && !c->those && !try_alone(b, v, CTSAR__ONLY_CORES, p->work))
        try_alone(b, v, CTSAR__ONLY_ACCELERATORS, p->work);
    return false;
}

/* What was held against accelerators may have been chance, as where passes differ and the one on
 * the cores was a short one.  A probe decides, as soon as its budget allows. */
static void forgive(ctsar__backoff *b, const ctsar__backoff_view *v, double lived)
{
    ctsar__compared *c = &b->compared;
    c->without += lived;
    bool cheap = c->without >= ldexp(FORGIVEN_ONE_IN * c->harm, c->relapses - 1);
    if (c->factor <= 1 || (!cheap && c->cores.pace <= HARMS * c->were))
        return;
    c->factor = 1;
    for (int u = v->team.cores; u < ctsar__team_units(v->team); u++) {
        ctsar__standing *e = ctsar__standing_of(b, v->team, u);
        e->failed = 0;
        e->wait = 0;
    }
}

static bool book_alone(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v,
                       const passed *p)
{
    ctsar__compared *c = &b->compared;
    ctsar__rival *r = rival(c, p->worked);
    if (p->meant == p->worked) {
        book_comparison(c, r, &r->pace, p);
        return judge(b, s, v, p->work);
    }
    r->pace = ctsar__pace_usual(r->pace, p->pace, WEIGHT);
    begin_since(r);
    if (r == &c->cores)
        forgive(b, v, p->lived);
    return false;
}

/* Others are left out of passes of this length.  One in which they got nothing though they could is
 * a comparison, too. */
static void book_without_others(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v,
                                const passed *p)
{
    ctsar__compared *c = &b->compared;
    ctsar__rival *r = rival(c, c->those);
    const worth *w = &of_accelerators;
    if (p->meant == CTSAR__EVERYBODY) {
        ctsar__rival_agrees(r);
        begin_since(r);
    }
    r->pace = ctsar__pace_usual(r->pace, p->pace, WEIGHT);
    count(r, p);
    ctsar__only come = c->those == CTSAR__ONLY_CORES ? CTSAR__ONLY_ACCELERATORS : CTSAR__EVERYBODY;
    double moved = moves(b, v, come), longer = (c->together - r->pace) * p->work;
    if (c->together * HARMS < r->pace)
        let_all_in(c, s);
    else if (!is_near(r, w) && affords(r, w, price(longer, moved)))
        compare_next(c, CTSAR__EVERYBODY, moved);
}

/* Those that are left out took part once more, for a comparison. */
static void book_with_others(ctsar__compared *c, ctsar__sched *s, const passed *p)
{
    ctsar__rival *r = rival(c, c->those);
    book_comparison(c, r, &c->together, p);
    if (!c->only && c->together < GAINS * r->pace)
        let_all_in(c, s);
}

bool ctsar__compare(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v)
{
    ctsar__compared *c = &b->compared;
    double seconds = longest(b, v->team, ctsar__team_units(v->team));
    double work = ctsar__work(v->cost, v->part.lo, v->part.hi);
    ctsar__only whose = ctsar__standing_whose(b, v->team, ctsar__range_len(v->part));
    const passed p = {.meant = ctsar__lengths_look_up(b, v),
                      .worked = who(b, v->team, whose),
                      .pace = seconds / work,
                      .work = work,
                      .waited = seconds > CTSAR__PACE_OUTLIER * longest(b, v->team, v->team.cores),
                      .lived = fmax(seconds, s->untold)};
    b->alone = false;
    if (b->env->exact || b->env->backoff != CTSAR_BACKOFF_FILL || v->team.cores == 0 ||
        v->team.accs == 0)
        return false;
    if (p.worked == CTSAR__ANYBODY || seconds <= 0)
        return false;
    if (p.worked == CTSAR__EVERYBODY && p.meant == CTSAR__EVERYBODY && c->those)
        book_with_others(c, s, &p);
    else if (p.worked == CTSAR__EVERYBODY)
        return book_together(b, s, v, &p);
    else if (c->those && p.worked == c->those)
        book_without_others(b, s, v, &p);
    else
        return book_alone(b, s, v, &p);
    return false;
}

static void without_accelerators(ctsar__compared *c)
{
    if (c->only == CTSAR__ONLY_ACCELERATORS)
        c->only = CTSAR__ANYBODY;
    if (c->those)
        keep_to(c, CTSAR__ANYBODY);
}

void ctsar__compare_settle(ctsar__backoff *b, ctsar__team team)
{
    if (speed(b, team, CTSAR__ONLY_ACCELERATORS) > 0)
        return;
    without_accelerators(&b->compared);
    for (int i = 0; i < CTSAR__LENGTHS && b->others[i].n > 0; i++)
        without_accelerators(&b->others[i]);
}

double ctsar__compare_factor(const ctsar__backoff *b)
{
    return fmax(b->compared.factor, 1);
}
