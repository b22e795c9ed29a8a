/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which accelerators are left out of the next pass (paper 4.1), and how a unit without
 * iterations gets to show that it has become faster.
 *   fill   an accelerator is out after two passes (the env says how many) in which the pass
 *          would be as fast without it: T_with > 0.99 T_without.  Judged together,
 *          slowest first, so that many that help little each are not all dropped.  It is back
 *          when T_with < 0.98 T_without.
 *   paper  out after as many passes in which it was slower than the slowest core; where
 *          pieces are handed out: in which it completed fewer iterations than any core.  Back when
 *          a probe shows it to be faster than the slowest core.
 *   never  none is left out.
 * Under rule fill T counts what others pay, too: outputs that other regions, or the program, write
 * between two passes are brought home in each of them.
 * Under each rule any unit that had nothing to do is probed, from a budget: probes cost 1 % of the
 * passes' time at most.  So many seconds of passes lie between two of them as 100 times what one
 * costs (a range's overhead, or what one iteration takes longer than the pass, and fetching its
 * persisted data), and 8 passes at least; 10 times before the first one of an accelerator whose
 * overhead is less than half a pass, since it may gain far more than that; twice as many after each
 * that did not bring the unit back, until passes become others.  A probe is a range that takes
 * a sixteenth of a pass at the last known speed, which may hold no more, and if it was twice as
 * fast as that, one of eight times as many iterations follows in the next pass.  Who is out comes
 * back by what a probe has shown alone: a default time or a guess proves nothing.  A probe has
 * failed also if its unit comes back and is left out again within as many passes as lay before the
 * probe: it may have fetched its data for nothing. */
#ifndef CTSAR_BACKOFF_H
#define CTSAR_BACKOFF_H

#include "sched/math/standing.h"

/* Nobody is left out.  Makes s->backed_off show what is decided; *s must outlive *b.  ENOMEM. */
int ctsar__backoff_init(ctsar__backoff *b, ctsar__sched *s) CTSAR__MUST_CHECK;
void ctsar__backoff_free(ctsar__backoff *b);

/* Books what a unit did in the running pass.  `work` is that of the range. */
void ctsar__backoff_note(ctsar__backoff *b, const ctsar__sample *sample, double work);

/* Below n is the iterations of the pass asked for: the next one, or the running one. */

/* Has every unit of the team any number?  False also when none has, of whom then no one
 * may be left out.  Pure. */
bool ctsar__backoff_free_for_all(const ctsar__backoff *b, ctsar__team team, long n);

/* Leaves an accelerator out at once, until a probe shows something.  Counted in s->stats. */
void ctsar__backoff_hold(ctsar__backoff *b, ctsar__sched *s, ctsar__team team, int unit);

/* Have all units but one nothing to do in the next pass, or in the running one?  Pure. */
bool ctsar__backoff_one_works(const ctsar__backoff *b, ctsar__team team, long n);

/* Are the cores alone in the next pass, or in the running one?  Pure. */
bool ctsar__backoff_cores_alone(const ctsar__backoff *b, ctsar__team team, long n);

/* Is the next pass, or the running one, a trial: with a probe, or a comparison?  Then the policy is
 * to be told of it, however short it is: until it is told, passes are like this one.  Pure. */
bool ctsar__backoff_tries(const ctsar__backoff *b, ctsar__team team);

/* Is it a comparison?  Pure. */
bool ctsar__backoff_compares(const ctsar__backoff *b, ctsar__team team, long n);

/* Decides about the next pass.  Counted in s->stats.  True: what units may have changes. */
bool ctsar__backoff_end(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *view);

/* For policies that hand out pieces.  At the start of a pass of n iterations; ENOMEM. */
int ctsar__backoff_begin(ctsar__backoff *b, long n, ctsar__team team) CTSAR__MUST_CHECK;
/* The most iterations of the next piece of `unit`, LONG_MAX: any number, 0: it gets none. */
long ctsar__backoff_take(ctsar__backoff *b, ctsar__team team, int unit);
/* The end of a pass of n iterations. */
bool ctsar__backoff_end_queue(ctsar__backoff *b, ctsar__sched *s, long n, ctsar__team team,
                              const ctsar__cost *cost);

#endif
