/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the library's own work costs, in seconds: the thresholds that policies, passes and tasks go
 * by.  They were found on one machine (`ctsar__costs_found`); on one that is slower or faster by
 * more than twice they are scaled by what a hand-out takes there, which is measured when the first
 * region opens.  docs/costs.md has for each what happens at half and at twice of it, and the
 * command that shows it. */
#ifndef CTSAR_COSTS_H
#define CTSAR_COSTS_H

typedef struct ctsar__costs {
    /* Deciding about a pass, with all that follows from it: a solution, boundaries, data that move
     * to other caches.  Boundaries stay while others would have saved less since they were laid;
     * hand-outs must gain as much.  bench/decision. */
    double decide;
    /* Under so much caches decide what a pass on cores takes, not iterations (trial.h).
     * bench/loops, bench/translated_loops. */
    double short_pass;
    /* In passes between two times that a policy is told of one: hundreds of times what it takes to
     * learn from it.  bench/pass_overhead. */
    double told_every;
    /* Asking the policy for a range, where launching is free: a lock that others have had since,
     * and two readings of the clock.  bench/loops. */
    double hand_out;
    /* The shortest range of a planned pass, besides what the unit's overheads say.  ctsar-sim. */
    double least_piece;
    /* Of short pieces that a thread takes at once: it may end so much later than the others.
     * bench/loops. */
    double claim;
    /* Looking at the barrier before going to sleep.  Who sleeps is late for the next pass: on cores
     * alone as long as OpenMP's barriers do, longer than stragglers of a pass of a millisecond
     * take; ...  bench/pass_overhead. */
    double wait_cores;
    /* ... where accelerators' workers want a processor too short beside a scheduler's time slice;
     * ... */
    double wait_accelerators;
    /* ... with more threads than processors looking only delays the others; ... */
    double wait_crowded;
    /* ... and where even those that serve accelerators have a processor each, a sleep is a
     * hundredth of such a wait: on a processor that has been idle a thread wakes up some 100
     * microseconds late.  So look these too.  bench/gpu/jacobi. */
    double wait_spare;
    /* Of tasks.  A worker that has nothing to do looks for so long before it sleeps: somewhat
     * longer than waking a thread takes, as what comes sooner is not worth a sleep.
     * bench/tasks_empty. */
    double task_wait;
    /* What a task costs more when two threads share the work than when one does it all: the lock,
     * and what it guards, go from one to the other.  bench/tasks_empty. */
    double task_shared;
    /* Of a shorter task a core takes several at a time: what follows each other in the program
     * often lies side by side, and cores that write there fetch it from each other; ...
     * bench/tasks_matmul. */
    double task_brief;
    /* ... and of all of them together, as others may follow them.  bench/tasks_matmul. */
    double task_batch;
    /* A shorter task who submits may execute between two others.  bench/tasks_empty. */
    double task_short;
    /* Of what waits on a unit: less than that waking another one, which may steal it, takes. */
    double task_wake;
    /* A shorter way behind a task makes no other one more urgent: handing it on takes as long.
     * bench/tasks_cholesky, ctsar-sim. */
    double task_way;
    /* One look.  Measured. */
    double look;
} ctsar__costs;

/* As found. */
extern const ctsar__costs ctsar__costs_found;

/* For a machine on which a hand-out without contention takes `hand_out` seconds and a look
 * `look`. */
ctsar__costs ctsar__costs_of(double hand_out, double look);

/* A field by its name, or NULL.  For the simulator's sweeps. */
double *ctsar__costs_named(ctsar__costs *costs, const char *name);
/* The names, for a message. */
const char *ctsar__costs_names(void);

#endif
