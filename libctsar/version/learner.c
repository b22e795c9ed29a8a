/* SPDX-License-Identifier: BSD-3-Clause */
#include "version/learner.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>

static const double budget = 0.01;    /* of the time spent, for trials that are not the first */
static const double free_grains = 50; /* ... which may have cost so many of them at any time */
static const double unnoticed = 0.02; /* of the range's time: a trial that costs less may be */
static const double hopeless = 4;     /* so many times the best's time */
static const double hysteresis =
    0.98;                            /* of the time of the version in use: another one is better */
static const double drifted = 1.5;   /* a rate so many times the one before, or its inverse */
static const double cold_cost = 0.1; /* of the range's time: a first launch that took less */
static const double part_of_a_range = 0.05;
static const int trial_part[CTSAR__TRIALS] = {400, 100, 25};
enum {
    NEAR = 9,       /* classes below a range's that its trials may have */
    FIRST_ASK = 64, /* launches until others are asked again */
    GROWTH = 4      /* of a trial then */
};
/* Launches without a look for trials, after one that found none; more of them where so many grains
 * of the clock pass meanwhile. */
enum { QUIET = 7, QUIET_MOST = UCHAR_MAX, QUIET_GRAINS = 128 };

/* ---- The best ------------------------------------------------------------------------------- */

static bool usable(const ctsar__learner *l, int v, const bool *unfit)
{
    return !l->v[v].out && !(unfit && unfit[v]);
}

/* May trials cost so many seconds more? */
static bool affordable(const ctsar__learner *l, double cost)
{
    return l->excess + cost <= budget * l->spent + free_grains * l->grain;
}

/* Is the version in use known for ranges so large, and the other one by parts of them alone?  Parts
 * may be faster than ranges, for caches or since nobody disturbed them; then what the one in use
 * takes longer for ranges, the other one may take longer, too.  Where that could cost too much, the
 * other one is not used. */
static bool too_bold(const ctsar__learner *l, int in_use, int v, double work)
{
    const ctsar__version_state *old = &l->v[in_use], *new = &l->v[v];
    int class = ctsar__class_of(work), part = ctsar__version_known_below(new, class);
    if (ctsar__version_known_below(old, class) < class - 1 || part < 0 || part >= class - 1)
        return false;
    double now = ctsar__version_predicted(old, work), size = new->rate[part].work;
    double longer = now / work * size / ctsar__version_predicted(old, size);
    double cost = fmax(longer, 1) * ctsar__version_predicted(new, work) - now;
    return cost > unnoticed * now && !affordable(l, cost);
}

/* The usable version of the shortest predicted time, the one in use unless another is clearly
 * better; -1: none is usable. */
static int best_for(const ctsar__learner *l, double work, const bool *unfit)
{
    int in_use = l->best[ctsar__class_of(work)] - 1, best = -1;
    double least = INFINITY;
    if (in_use >= 0 && usable(l, in_use, unfit)) {
        best = in_use;
        least = hysteresis * ctsar__version_predicted(&l->v[in_use], work);
    }
    bool used = best >= 0;
    for (int v = 0; v < l->versions; ++v) {
        double t = usable(l, v, unfit) ? ctsar__version_predicted(&l->v[v], work) : INFINITY;
        bool better = usable(l, v, unfit) && (best < 0 || t < least);
        if (better && !(used && too_bold(l, in_use, v, work))) {
            best = v;
            least = t;
        }
    }
    return best;
}

/* ---- Trials --------------------------------------------------------------------------------- */

/* A range that trials may be part of. */
typedef struct outlook {
    const ctsar__learner *l;
    const ctsar__version_range *range;
    int class;    /* the range's */
    int best;     /* the version for the range, ... */
    double whole; /* ... and what it takes */
} outlook;

/* Launches of very different sizes say little of each other. */
static bool known_near(const ctsar__version_state *s, int class)
{
    int known = ctsar__version_known_below(s, class + 1 < CTSAR__CLASSES ? class + 1 : class);
    return known >= 0 && known >= class - NEAR;
}

/* Was the version launched once, in little time beside the range's? */
static bool once_in_passing(const outlook *o, int v)
{
    const ctsar__version_state *s = &o->l->v[v];
    int known = s->launches == 1 ? ctsar__version_known_below(s, o->class) : -1;
    return known >= 0 && s->rate[known].rate * s->rate[known].work < cold_cost * o->whole;
}

/* How many iterations the version's next trial has.  What has taken long is asked as little as
 * before. */
static long trial_length(const outlook *o, int v, long left)
{
    const ctsar__version_state *s = &o->l->v[v];
    long all = o->range->n;
    int tries = s->tries[o->class];
    if (tries >= CTSAR__TRIALS)
        return left;
    if (s->launches == 1 && !once_in_passing(o, v))
        tries = 0;
    long n = all / trial_part[tries];
    double time = s->known ? fmax(ctsar__version_predicted(s, o->range->work), o->whole) : o->whole;
    double least = isfinite(time) ? (double)all * o->l->grain / time : 0;
    if (least > (double)n)
        n = least < (double)left ? (long)ceil(least) : left;
    return n > 0 ? n : 1;
}

/* Where others are asked again: so many iterations that the version was never launched with so
 * many. What parts took says little of a version that takes long to begin.  0: that is known, or
 * could cost too much. */
static long bolder(const outlook *o, int v, long left)
{
    const ctsar__learner *l = o->l;
    const ctsar__version_state *s = &l->v[v];
    int known = ctsar__version_known_below(s, o->class);
    if (v == o->best || l->runs[o->class] < FIRST_ASK || s->tries[o->class] != CTSAR__TRIALS - 1 ||
        s->pending > 0 || known < 0 || known == o->class)
        return 0;
    bool clear = ctsar__version_known_below(s, known - 1) >= 0;
    if (clear && ctsar__version_predicted(s, o->range->work) > hopeless * o->whole)
        return 0;
    double each = o->range->work / (double)o->range->n;
    long n = (long)fmin(ceil(GROWTH * s->rate[known].work / each), (double)left);
    double work = each * (double)n;
    double cost =
        ctsar__version_predicted(s, work) - ctsar__version_predicted(&l->v[o->best], work);
    return affordable(l, cost) ? n : 0;
}

/* May a version that is known have another trial, as far as its cost goes? */
static bool worth_its_cost(const outlook *o, int v, long n)
{
    double work = o->range->work * (double)n / (double)o->range->n;
    double cost = ctsar__version_predicted(&o->l->v[v], work) -
                  ctsar__version_predicted(&o->l->v[o->best], work);
    return cost <= unnoticed * o->whole || once_in_passing(o, v) || affordable(o->l, cost);
}

/* Is the version to have a trial of n iterations now? */
static bool wants_trial(const outlook *o, int v, long n)
{
    const ctsar__version_state *s = &o->l->v[v];
    const ctsar__version_range *r = o->range;
    int tries = s->tries[o->class];
    if (tries >= CTSAR__TRIALS || s->pending > 0)
        return tries == CTSAR__TRIALS && s->pending == 0 && !known_near(s, o->class);
    double part = (double)(r->tried + n) / (double)r->n;
    bool short_one = isfinite(o->whole) && o->whole * (double)(n - 1) <= o->l->grain * (double)r->n;
    bool small = part <= part_of_a_range || short_one;
    if (!known_near(s, o->class)) /* even if it takes all of a range of one iteration */
        return small || n == 1;
    if (v == o->best && s->rate[o->class].count > 0)
        return false;
    if (s->launches > 1 && ctsar__version_predicted(s, r->work) > hopeless * o->whole)
        return false;
    return (small || (n == 1 && r->tried == 0)) && worth_its_cost(o, v, n);
}

/* Versions that were never executed come first, then those with the fewest trials. */
static int next_trial(const outlook *o, long left, const bool *unfit)
{
    const ctsar__version_state *s = o->l->v;
    int found = -1;
    for (int v = 0; v < o->l->versions; ++v) {
        long n = trial_length(o, v, left);
        if (!usable(o->l, v, unfit) || (!bolder(o, v, left) && (n > left || !wants_trial(o, v, n))))
            continue;
        bool fewer = found < 0 || s[v].launches == 0
                         ? found < 0 || s[found].launches > 0
                         : s[v].tries[o->class] < s[found].tries[o->class];
        found = fewer ? v : found;
    }
    return found;
}

ctsar__version_choice ctsar__learner_choose(const ctsar__learner *l,
                                            const ctsar__version_range *range, long left,
                                            const bool *unfit)
{
    int forced = l->forced - 1;
    if (forced >= 0 && usable(l, forced, unfit))
        return (ctsar__version_choice){forced, left, false};
    int class = ctsar__class_of(range->work), in_use = l->best[class] - 1;
    if (l->quiet[class] > 0 && in_use >= 0 && usable(l, in_use, unfit))
        return (ctsar__version_choice){in_use, left, false};
    int best = best_for(l, range->work, unfit);
    if (best < 0 || range->work <= 0)
        return (ctsar__version_choice){best, left, false};
    const outlook o = {l, range, class, best, ctsar__version_predicted(&l->v[best], range->work)};
    int trial = next_trial(&o, left, unfit);
    if (trial < 0)
        return (ctsar__version_choice){best, left, false};
    long bold = bolder(&o, trial, left);
    return (ctsar__version_choice){trial, bold ? bold : trial_length(&o, trial, left), true};
}

/* ---- What was executed --------------------------------------------------------------------- */

void ctsar__learner_begin(ctsar__learner *l, const ctsar__version_choice *choice)
{
    l->v[choice->version].pending += choice->trial;
}

/* All other versions are asked once more in the class. */
static void ask_again(ctsar__learner *l, int class)
{
    l->quiet[class] = 0;
    for (int v = 0; v < l->versions; ++v) {
        ctsar__version_state *s = &l->v[v];
        if (v != l->best[class] - 1 && s->tries[class] >= CTSAR__TRIALS)
            s->tries[class] = CTSAR__TRIALS - 1;
    }
}

/* The best version executed most of a range: has its rate become another one?  Then what parts of
 * ranges took says nothing any more. */
static void follow(ctsar__learner *l, int class, ctsar__version_state *s, double rate)
{
    const ctsar__version_rate *r = &s->rate[class];
    int way = r->count == 0 ? 0 : rate > drifted * r->rate ? 1 : rate * drifted < r->rate ? -1 : 0;
    signed char *drift = &l->drift[class];
    *drift = (signed char)(way && *drift * way > 0 ? *drift + way : way);
    if (*drift == 2 || *drift == -2) {
        ctsar__version_forget(s, class - NEAR, class);
        *drift = 0;
        ask_again(l, class);
    }
    long ask = l->ask[class] ? l->ask[class] : FIRST_ASK;
    if (++l->runs[class] >= ask) {
        l->ask[class] = 2 * ask;
        ask_again(l, class);
    }
}

/* Will no version have a trial for such a range soon, unless others are asked again? */
static bool is_settled(const ctsar__learner *l, double work)
{
    int class = ctsar__class_of(work), best = l->best[class] - 1;
    for (int v = 0; v < l->versions; ++v) {
        const ctsar__version_state *s = &l->v[v];
        bool slow = s->launches > 1 && ctsar__version_predicted(s, work) >
                                           hopeless * ctsar__version_predicted(&l->v[best], work);
        bool tried = s->tries[class] > CTSAR__TRIALS ||
                     (s->tries[class] == CTSAR__TRIALS && known_near(s, class));
        if (v != best && !s->out && !slow && !tried)
            return false;
    }
    return true;
}

/* So many launches of that length pass without a look for trials. */
static unsigned char quiet_after(const ctsar__learner *l, double seconds)
{
    double many = QUIET_GRAINS * l->grain / seconds;
    return (unsigned char)fmin(fmax(many, QUIET), QUIET_MOST);
}

/* A part of a range was executed on trial.  Did the version have a whole one just once, which took
 * much longer?  It may have been cold, or disturbed: it is to have another. */
static void doubt(ctsar__version_state *s, int part, int class, double rate)
{
    for (int c = part + 1; c <= class; ++c)
        if (s->rate[c].count == 1 && s->rate[c].rate > drifted * rate)
            ctsar__version_forget(s, c, c);
}

static void note(ctsar__version_range *r, int version, bool first, double work, double seconds)
{
    if (r->launches == CTSAR__TRIALS_NOTED)
        return;
    r->launch[r->launches].version = version;
    r->launch[r->launches].first = first;
    r->launch[r->launches].work = work;
    r->launch[r->launches++].seconds = seconds;
}

void ctsar__learner_end(ctsar__learner *l, ctsar__version_range *range,
                        const ctsar__version_choice *choice, double work, double seconds)
{
    ctsar__version_state *s = &l->v[choice->version];
    int of_range = ctsar__class_of(range->work), of_launch = ctsar__class_of(work);
    s->launches++;
    s->pending -= choice->trial;
    l->spent += seconds;
    note(range, choice->version, s->launches == 1, work, seconds);
    if (choice->trial) {
        range->tried += choice->n;
        s->tries[of_range] += s->tries[of_range] <= CTSAR__TRIALS;
    }
    if (work <= 0 || !(seconds > 0))
        return;
    double rate = seconds / work;
    if (!choice->trial && of_launch == of_range && l->best[of_range] == choice->version + 1)
        follow(l, of_range, s, rate);
    if (choice->trial && l->best[of_range] != choice->version + 1)
        doubt(s, of_launch, of_range, rate);
    ctsar__version_observe(s, of_launch, work, rate);
    if (l->quiet[of_range] > 0 && l->best[of_range] == choice->version + 1) {
        l->quiet[of_range]--;
        return;
    }
    l->best[of_range] = (signed char)(best_for(l, range->work, NULL) + 1);
    bool whole = choice->n == range->n && l->best[of_range] == choice->version + 1;
    l->quiet[of_range] = whole && is_settled(l, range->work) ? quiet_after(l, seconds) : 0;
}

void ctsar__learner_cancel(ctsar__learner *l, const ctsar__version_choice *choice)
{
    l->v[choice->version].pending -= choice->trial;
}

void ctsar__learner_refuse(ctsar__learner *l, const ctsar__version_range *range,
                           const ctsar__version_choice *choice)
{
    unsigned char *tries = &l->v[choice->version].tries[ctsar__class_of(range->work)];
    *tries += choice->trial && *tries <= CTSAR__TRIALS;
}

/* Seconds of launch i over the best version's. */
static double excess_of(const ctsar__learner *l, const ctsar__version_range *r, int i, int best)
{
    double least = ctsar__version_predicted(&l->v[best], r->launch[i].work);
    return r->launch[i].version == best ? 0 : fmax(r->launch[i].seconds - least, 0);
}

double ctsar__learner_excess(ctsar__learner *l, ctsar__version_range *range)
{
    int best = l->best[ctsar__class_of(range->work)] - 1;
    if (range->launches == 1 && range->launch[0].version == best)
        return 0;
    best = l->forced ? -1 : best_for(l, range->work, NULL);
    double all = 0, counted = 0;
    for (int i = 0; i < range->launches && best >= 0; ++i) {
        double more = excess_of(l, range, i, best);
        all += more;
        counted += range->launch[i].first ? 0 : more;
    }
    double more = all - range->forgiven;
    l->excess += counted - range->counted;
    range->forgiven = all;
    range->counted = counted;
    return more;
}

int ctsar__learner_settled(ctsar__learner *l, double work)
{
    int class = ctsar__class_of(work);
    if (l->quiet[class] == 0 || l->forced || l->best[class] == 0)
        return -1;
    l->quiet[class]--;
    l->runs[class]++;
    return l->best[class] - 1;
}

void ctsar__learner_hint(ctsar__learner *l, int v, int class, double rate, int observations)
{
    if (class < 0 || class >= CTSAR__CLASSES || !(rate > 0) || !isfinite(rate))
        return;
    double typical = ldexp(1.5, class - CTSAR__CLASS_OF_ONE);
    l->v[v].rate[class] = (ctsar__version_rate){rate, typical, observations, 0};
    l->v[v].known |= UINT64_C(1) << class;
    for (int c = class > 0 ? class - 1 : 0; c <= class + NEAR && c < CTSAR__CLASSES; ++c)
        l->v[v].tries[c] = CTSAR__TRIALS;
}
