/* SPDX-License-Identifier: BSD-3-Clause */
#include "version/learner.h"

#include <math.h>
#include <stddef.h>

static const double budget = 0.01;    /* of the time spent, for trials that are not the first */
static const double unnoticed = 0.02; /* of the range's time: a trial that costs less may be */
static const double hopeless = 4;     /* so many times the best's time */
static const double hysteresis =
    0.98;                          /* of the time of the version in use: another one is better */
static const double drifted = 1.5; /* a rate so many times the one before, or its inverse */
static const double least_slope = 0.05; /* of a rate, as extrapolated to larger ranges, ... */
static const double plain_slope = 0.8;  /* ... and where smaller launches took longer */
static const double cold_cost = 0.1;    /* of the range's time: a first launch that took less */
static const double part_of_a_range = 0.05;
static const double newest = 0.2; /* weight of an observation among many */
static const int trial_part[CTSAR__TRIALS] = {400, 100, 25};
enum { NEAR = 9, FIRST_ASK = 64 }; /* classes below a range's that its trials may have */
enum { QUIET = 7 }; /* launches without a look for trials, after one that found none */

int ctsar__class_of(double work)
{
    int class = work > 0 ? ilogb(work) + CTSAR__CLASS_OF_ONE : 0;
    return class < 0 ? 0 : class >= CTSAR__CLASSES ? CTSAR__CLASSES - 1 : class;
}

/* ---- Predictions ------------------------------------------------------------------------ */

/* The nearest class with a rate from `class` down, or up; -1: none. */
static int known_from(const ctsar__version_state *s, int class, int step)
{
    while (class >= 0 && class < CTSAR__CLASSES && s->rate[class].count == 0)
        class += step;
    return class >= 0 && class < CTSAR__CLASSES ? class : -1;
}

/* time = o + p * work by two classes of smaller launches; p is not more than the larger one's rate.
 * Where the smaller one took longer it was cold. */
static double extrapolated(const ctsar__version_state *s, int class, double work)
{
    double rate = s->rate[class].rate, size = s->rate[class].work;
    int smaller = known_from(s, class - 1, -1);
    if (smaller < 0)
        return rate * work;
    double before = s->rate[smaller].work;
    double slope = (rate * size - s->rate[smaller].rate * before) / (size - before);
    slope = slope <= 0 ? plain_slope * rate : fmin(fmax(slope, least_slope * rate), rate);
    return rate * size + slope * (work - size);
}

static double predicted(const ctsar__version_state *s, double work)
{
    int class = ctsar__class_of(work), below = known_from(s, class, -1);
    if (below == class)
        return s->rate[class].rate * work;
    if (below >= 0)
        return extrapolated(s, below, work);
    int above = known_from(s, class, 1);
    return above < 0 ? INFINITY : s->rate[above].rate * work;
}

/* ---- The best ------------------------------------------------------------------------------- */

static bool usable(const ctsar__learner *l, int v, const bool *unfit)
{
    return !l->v[v].out && !(unfit && unfit[v]);
}

/* The usable version of the shortest predicted time, the one in use unless another is clearly
 * better; -1: none is usable. */
static int best_for(const ctsar__learner *l, double work, const bool *unfit)
{
    int in_use = l->best[ctsar__class_of(work)] - 1, best = -1;
    double least = INFINITY;
    if (in_use >= 0 && usable(l, in_use, unfit)) {
        best = in_use;
        least = hysteresis * predicted(&l->v[in_use], work);
    }
    for (int v = 0; v < l->versions; ++v) {
        double t = usable(l, v, unfit) ? predicted(&l->v[v], work) : INFINITY;
        if (usable(l, v, unfit) && (best < 0 || t < least)) {
            best = v;
            least = t;
        }
    }
    return best;
}

/* ---- Trials --------------------------------------------------------------------------------- */

/* Launches of very different sizes say little of each other. */
static bool known_near(const ctsar__version_state *s, int class)
{
    int known = known_from(s, class + 1 < CTSAR__CLASSES ? class + 1 : class, -1);
    return known >= 0 && known >= class - NEAR;
}

/* Was the version launched once, in little time beside the range's? */
static bool once_in_passing(const ctsar__version_state *s, const ctsar__version_range *r,
                            double whole)
{
    int known = s->launches == 1 ? known_from(s, ctsar__class_of(r->work), -1) : -1;
    return known >= 0 && s->rate[known].rate * s->rate[known].work < cold_cost * whole;
}

/* How many iterations the version's next trial has.  What has taken long is asked as little as
 * before. */
static long trial_length(const ctsar__learner *l, int v, int best, const ctsar__version_range *r,
                         long left)
{
    const ctsar__version_state *s = &l->v[v];
    int tries = s->tries[ctsar__class_of(r->work)];
    if (tries >= CTSAR__TRIALS)
        return left;
    if (s->launches == 1 && !once_in_passing(s, r, predicted(&l->v[best], r->work)))
        tries = 0;
    long n = r->n / trial_part[tries];
    double whole = predicted(&l->v[best], r->work);
    double least = l->grain > 0 && isfinite(whole) ? (double)r->n * l->grain / whole : 0;
    if (least > (double)n)
        n = least < (double)left ? (long)ceil(least) : left;
    return n > 0 ? n : 1;
}

/* May a version that is known have another trial, as far as its cost goes? */
static bool affordable(const ctsar__learner *l, int v, int best, const ctsar__version_range *r,
                       long n)
{
    double work = r->work * (double)n / (double)r->n;
    double cost = predicted(&l->v[v], work) - predicted(&l->v[best], work);
    double whole = predicted(&l->v[best], r->work);
    return once_in_passing(&l->v[v], r, whole) || cost <= unnoticed * whole ||
           l->excess + cost <= budget * l->spent;
}

/* Is the version to have a trial of n iterations now? */
static bool wants_trial(const ctsar__learner *l, int v, int best, const ctsar__version_range *r,
                        long n)
{
    const ctsar__version_state *s = &l->v[v];
    int class = ctsar__class_of(r->work), tries = s->tries[class];
    if (tries >= CTSAR__TRIALS || s->pending > 0)
        return tries == CTSAR__TRIALS && s->pending == 0 && !known_near(s, class);
    double time = predicted(s, r->work);
    double part = (double)(r->tried + n) / (double)r->n, whole = predicted(&l->v[best], r->work);
    bool short_one = isfinite(whole) && whole * (double)(n - 1) <= l->grain * (double)r->n;
    bool small = part <= part_of_a_range || short_one;
    if (!known_near(s, class)) /* even if it takes all of a range of one iteration */
        return small || n == 1;
    if (v == best && s->rate[class].count > 0)
        return false;
    if (s->launches > 1 && time > hopeless * predicted(&l->v[best], r->work))
        return false;
    return (small || (n == 1 && r->tried == 0)) && affordable(l, v, best, r, n);
}

/* Versions that were never executed come first, then those with the fewest trials. */
static int next_trial(const ctsar__learner *l, int best, const ctsar__version_range *r, long left,
                      const bool *unfit)
{
    int class = ctsar__class_of(r->work), found = -1;
    for (int v = 0; v < l->versions; ++v) {
        long n = trial_length(l, v, best, r, left);
        if (!usable(l, v, unfit) || n > left || !wants_trial(l, v, best, r, n))
            continue;
        bool fewer = found < 0 || l->v[v].launches == 0
                         ? found < 0 || l->v[found].launches > 0
                         : l->v[v].tries[class] < l->v[found].tries[class];
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
    int trial = best < 0 || range->work <= 0 ? -1 : next_trial(l, best, range, left, unfit);
    if (trial < 0)
        return (ctsar__version_choice){best, left, false};
    return (ctsar__version_choice){trial, trial_length(l, trial, best, range, left), true};
}

/* ---- What was executed --------------------------------------------------------------------- */

void ctsar__learner_begin(ctsar__learner *l, const ctsar__version_choice *choice)
{
    l->v[choice->version].pending += choice->trial;
}

/* A second observation replaces the first, which may have been cold, where it is smaller. */
static void observe(ctsar__version_rate *r, double work, double rate)
{
    r->work = work;
    double weight = fmax(1.0 / (r->count + 1), newest);
    if (r->count == 0 || (r->count == 1 && rate < r->rate))
        r->rate = rate;
    else
        r->rate += weight * (rate - r->rate);
    r->count++;
    r->fresh++;
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

/* The best version executed most of a range: has its rate become another one? */
static void follow(ctsar__learner *l, int class, ctsar__version_rate *r, double rate)
{
    int way = r->count == 0 ? 0 : rate > drifted * r->rate ? 1 : rate * drifted < r->rate ? -1 : 0;
    signed char *drift = &l->drift[class];
    *drift = (signed char)(way && *drift * way > 0 ? *drift + way : way);
    if (*drift == 2 || *drift == -2) {
        r->count = 0;
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
        bool slow = s->launches > 1 && predicted(s, work) > hopeless * predicted(&l->v[best], work);
        bool tried = s->tries[class] > CTSAR__TRIALS ||
                     (s->tries[class] == CTSAR__TRIALS && known_near(s, class));
        if (v != best && !s->out && !slow && !tried)
            return false;
    }
    return true;
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
        follow(l, of_range, &s->rate[of_launch], rate);
    observe(&s->rate[of_launch], work, rate);
    if (l->quiet[of_range] > 0 && l->best[of_range] == choice->version + 1) {
        l->quiet[of_range]--;
        return;
    }
    l->best[of_range] = (signed char)(best_for(l, range->work, NULL) + 1);
    bool whole = choice->n == range->n && l->best[of_range] == choice->version + 1;
    l->quiet[of_range] = whole && is_settled(l, range->work) ? QUIET : 0;
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
    double least = predicted(&l->v[best], r->launch[i].work);
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
    for (int c = class > 0 ? class - 1 : 0; c <= class + NEAR && c < CTSAR__CLASSES; ++c)
        l->v[v].tries[c] = CTSAR__TRIALS;
}
