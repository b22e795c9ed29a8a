/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A launch of a family, from the choice of a version until what became of it is noted.  Regions on
 * cores, regions on accelerators and tasks launch alike; how a unit executes a version, a table of
 * functions says.
 *
 * Versions are chosen one after the other until one could be launched.  Where its results must not
 * count before they have been compared, the version that verifies it is executed before it. */
#ifndef CTSAR_VERSION_LAUNCH_H
#define CTSAR_VERSION_LAUNCH_H

#include "version/launch/verify.h"
#include "version/versions.h"

typedef struct ctsar__version_launch ctsar__version_launch;

/* What a unit does for a launch, which is the first member of what knows more. */
typedef struct ctsar__launcher {
    /* The family is the caller's alone from now on; not `hold`: it no longer is.  NULL: it always
     * is. */
    void (*hold)(ctsar__version_launch *x, bool hold);
    /* The call for the first n of the iterations that are left. */
    const ctsar_call *(*call)(ctsar__version_launch *x, long n);
    /* The call is about to be verified: what does it write? */
    const ctsar__writer *(*writer)(ctsar__version_launch *x);
    /* Executes the call by a version, until that is over.  *refused: it could not be launched
     * (EDEVICE), and this call has changed nothing; outputs are as they were before it, which is
     * not as before the launch where a version is verified. */
    int (*execute)(ctsar__version_launch *x, int version, double *seconds, bool *refused);
    /* The work of the iterations chosen; NULL: all of the range's. */
    double (*work)(const ctsar__version_launch *x);
    /* It has been executed and noted; the family is still held.  May be NULL. */
    void (*noted)(ctsar__version_launch *x);
} ctsar__launcher;

struct ctsar__version_launch {
    const ctsar__launcher *unit;
    ctsar__family *family;
    ctsar__version_range *range;
    ctsar__traffic *traffic;
    long left;   /* iterations of the range */
    bool whole;  /* one version is to execute all of them, else the front as far as it wants */
    bool writes; /* there are results to be compared */

    /* What came of it. */
    ctsar__version_choice choice;
    int first;                     /* the version that has verified it; -1: none had to */
    bool agree;                    /* not so: the results are that version's */
    double seconds, first_seconds; /* that both took */
    int refused;                   /* the version that could not be launched last; -1: none */
};

/* Launches the next version, with what precedes `choice` set.  ENODEV: none may be used for the
 * range; EDEVICE: none is left, or the unit has failed; as _verify_. */
int ctsar__version_launch_next(ctsar__version_launch *x) CTSAR__MUST_CHECK;

#endif
