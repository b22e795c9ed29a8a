/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/trial.h"

#include <math.h>

#define BETTER 0.98 /* of the time before: less of a gain may be chance */
#define WEIGHT 0.25
#define OUTLIER 1.5 /* times the usual: it says little */
enum {
    PHASE = 4,       /* passes: in the first ones data move, ... */
    JUDGED = 2,      /* ... the last ones count */
    FIRST_WAIT = 32, /* so long all regions have level boundaries */
    LONGEST_WAIT = 1024,
    PAUSE = 8
};

void ctsar__trial_start(ctsar__trial *t)
{
    *t = (ctsar__trial){.begun = true, .wait = FIRST_WAIT};
}

static void learn(ctsar__trial *t, double pace)
{
    if (t->usual == 0)
        t->usual = pace;
    else
        t->usual += WEIGHT * (fmin(pace, OUTLIER * t->usual) - t->usual);
}

static ctsar__ruling stay(ctsar__trial *t, ctsar__ruling ruling)
{
    t->wait = t->next_wait > FIRST_WAIT ? t->next_wait : FIRST_WAIT;
    t->next_wait = t->wait < LONGEST_WAIT ? 2 * t->wait : LONGEST_WAIT;
    return ruling;
}

/* The old ones come back in any case: unless passes get longer again, it was not the boundaries
 * that made them shorter. */
static ctsar__ruling end_phase(ctsar__trial *t)
{
    bool better = t->pace < BETTER * t->usual;
    if (t->again) {
        t->again = false;
        if (t->tried >= BETTER * t->pace)
            return stay(t, CTSAR__STAY);
        t->usual = t->tried;
        t->next_wait = 0;
        return CTSAR__RETURN;
    }
    t->again = better;
    t->tried = t->pace;
    t->left = better ? PHASE : 0;
    t->pace = INFINITY;
    return better ? CTSAR__RETURN : stay(t, CTSAR__RETURN);
}

ctsar__ruling ctsar__trial_judge(ctsar__trial *t, double pace)
{
    if (t->left > 0) {
        if (--t->left < JUDGED) /* the best of them, since mishaps only make passes longer */
            t->pace = fmin(t->pace, pace);
        return t->left > 0 ? CTSAR__STAY : end_phase(t);
    }
    learn(t, pace);
    if (t->wait == 0)
        return CTSAR__FREE;
    t->wait--;
    return CTSAR__STAY;
}

void ctsar__trial_pause(ctsar__trial *t)
{
    t->wait = PAUSE;
}

void ctsar__trial_begin(ctsar__trial *t)
{
    t->left = PHASE;
    t->pace = INFINITY;
}
