/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether a planned pass is split once and for all or handed out in pieces.  Pieces even out
 * what predictions get wrong, and cost hand-outs and what the units had in their caches.  What
 * hand-outs cost is known; the caches can make a short pass several times as long, so both ways are
 * tried there. */
#include <math.h>

#include "auto.h"
#include "plan.h"

#define SHORT_SECONDS (50 * CTSAR__LEAST_GAIN) /* of a pass: caches count */
#define PACE_WEIGHT 0.1
#define ODD 2.0          /* usual paces */
#define WORTH_PIECES 0.9 /* of the time of a split pass: less of a gain may be chance */
enum { TRIES = 8, FIRST_WAIT = 64, LONGEST_WAIT = 4096 }; /* passes */

/* One pass that takes far longer than usual has another cause, two in a row are a change. */
void ctsar__auto_note_way(ctsar__auto_ways *w, ctsar__mode mode, double pace)
{
    ctsar__auto_way *way = &w->way[mode];
    bool odd = way->passes > 0 && pace > ODD * way->pace;
    w->waited++;
    if (way->passes++ == 0 || (odd && way->odd))
        way->pace = pace;
    else if (!odd)
        way->pace += PACE_WEIGHT * (pace - way->pace);
    way->odd = odd && !way->odd;
}

/* What was faster.  Now and then the other one is tried again: that may have changed. */
static ctsar__mode by_trial(ctsar__auto_ways *w)
{
    for (ctsar__mode mode = CTSAR__SPLIT; mode <= CTSAR__QUEUE; mode++)
        if (w->way[mode].passes < TRIES)
            return mode;
    bool split = w->way[CTSAR__QUEUE].pace > WORTH_PIECES * w->way[CTSAR__SPLIT].pace;
    ctsar__mode better = split ? CTSAR__SPLIT : CTSAR__QUEUE;
    if (w->wait == 0)
        w->wait = FIRST_WAIT;
    if (w->waited < w->wait)
        return better;
    w->waited = 0;
    w->wait = w->wait < LONGEST_WAIT ? 2 * w->wait : LONGEST_WAIT;
    w->way[1 - better].passes = 0;
    return 1 - better;
}

bool ctsar__auto_short(const ctsar__auto_ways *w, const ctsar__auto_queue *q)
{
    double seconds = q->over;
    for (ctsar__mode mode = CTSAR__SPLIT; mode <= CTSAR__QUEUE; mode++)
        if (w->way[mode].passes > 0)
            seconds = fmin(seconds, w->way[mode].pace * (double)q->n);
    return seconds < SHORT_SECONDS;
}

ctsar__mode ctsar__auto_way_next(ctsar__auto_ways *w, const ctsar__auto_queue *q, double error)
{
    if (ctsar__team_units(q->team) == 1 || error * q->over < CTSAR__LEAST_GAIN)
        return CTSAR__SPLIT;
    return ctsar__auto_short(w, q) ? by_trial(w) : CTSAR__QUEUE;
}
