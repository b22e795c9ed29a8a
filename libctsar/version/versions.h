/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The families that a unit executes, with what it has learned of each.  By one thread at a time. */
#ifndef CTSAR_VERSIONS_H
#define CTSAR_VERSIONS_H

#include "version/family.h"
#include "version/learner.h"
#include "version/settings.h"

/* What a version did on the unit since the report was told. */
typedef struct ctsar__version_count {
    long launches, trials, iterations;
    double seconds;
} ctsar__version_count;

enum { CTSAR__VERSION_WHY = 200 }; /* bytes of a reason */

typedef struct ctsar__family {
    struct ctsar__family *next;
    const ctsar_kernel *kernel;
    int versions;
    ctsar__learner *learner; /* its own, or that of all units of the model */
    ctsar__learner own;
    struct ctsar__family *shared;        /* whose learner that is; NULL: its own */
    int sharers;                         /* units that learn by `own` ... */
    int unused_by[CTSAR__VERSIONS_MOST]; /* ... and how many of them use a version no more */
    bool out[CTSAR__VERSIONS_MOST];      /* not to be used on the unit: no form, or it failed */
    ctsar__version_cost cost[CTSAR__VERSIONS_MOST];
    ctsar__version_count count[CTSAR__VERSIONS_MOST];
    char (*why)[CTSAR__VERSION_WHY];     /* a version is not used any more; "": it is */
    bool orphaned[CTSAR__VERSIONS_MOST]; /* only since nobody could verify it any more */
    bool untold[CTSAR__VERSIONS_MOST];   /* nobody has been told of that yet */
    bool verified[CTSAR__VERSIONS_MOST]; /* it agreed with a trusted one on this unit */
    int reference;                       /* the first one without a guard; it needs no verifying */
    char unit[32];
    ctsar__version_state state[]; /* own.v */
} ctsar__family;

/* Of one unit.  Zeroed: none. */
typedef struct ctsar__versions {
    ctsar__family *first;
} ctsar__versions;

/* The unit that executes them. */
typedef struct ctsar__version_unit {
    bool exact;                    /* times are a model's */
    const char *name;              /* "emu0"; "cpu" */
    const char *model;             /* what times on it depend on; NULL: it is like no other */
    const ctsar__backend *backend; /* NULL: a core */
    const ctsar__version_settings *settings;
} ctsar__version_unit;

void ctsar__versions_free(ctsar__versions *all);
/* Do the same versions take the same time on both? */
bool ctsar__versions_alike(const ctsar__version_unit *a, const ctsar__version_unit *b);
/* The unit's family of that kernel; NULL: it has not executed any. */
static inline ctsar__family *ctsar__versions_known(const ctsar__versions *all,
                                                   const ctsar_kernel *kernel)
{
    ctsar__family *f = all->first;
    while (f && f->kernel != kernel)
        f = f->next;
    return f;
}
/* The unit's family of that kernel; *fresh: it is new.  EINVAL as ctsar__kernel_check, ECONFIG:
 * CTSAR_VERSIONS names a version that it has not.  ENOMEM. */
int ctsar__versions_find(ctsar__versions *all, const ctsar_kernel *kernel,
                         const ctsar__version_unit *unit, ctsar__family **family,
                         bool *fresh) CTSAR__MUST_CHECK;

/* A new family learns with `other`, one of the same kernel, from now on, which must outlive it, as
 * so many units do or will.  All of them by one thread at a time. */
void ctsar__versions_learn_with(ctsar__family *f, ctsar__family *other, int units);
/* May the unit use the version?  As far as is known: it may not have executed the family yet. */
bool ctsar__versions_used(const ctsar__versions *all, const ctsar_kernel *kernel, int version);

/* May the version be launched on the unit?  EDEVICE: CTSAR_VIRTUAL_VERSIONS says that it fails. */
int ctsar__versions_launchable(const ctsar__family *f, int version) CTSAR__MUST_CHECK;
/* Needs it not be verified, whatever the call is? */
static inline bool ctsar__versions_verified(const ctsar__family *f, int version)
{
    return !(f->kernel->tolerance > 0) || f->verified[version];
}
enum { CTSAR__TRUSTED = -1, CTSAR__BY_NOBODY = -2 };
/* The version that is to verify this one before its results count: of the trusted ones before it
 * the first that may be used for the call.  TRUSTED: it need not be verified; BY_NOBODY: there is
 * no such version any more, and it is not to be used. */
int ctsar__versions_verifier(const ctsar__family *f, int version, const ctsar_call *call);
/* A choice has been executed: n iterations, `work` of the range's. */
void ctsar__versions_book(ctsar__family *f, ctsar__version_range *range,
                          const ctsar__version_choice *choice, double work, double seconds);
/* What it has computed agrees with what a trusted one has: it is trusted from now on, and of
 * those that are not used for want of somebody to verify them, it and what it can verify are used
 * again. */
void ctsar__versions_agreed(ctsar__family *f, int version);
/* The version has failed on the unit, for the reason that the calling thread's last error tells; a
 * line says so as soon as another one has not.  Versions that nobody can verify any more go with
 * it.  EDEVICE: no other is left, and why.  Of several that have it in hand each may say so; the
 * first reason is kept. */
int ctsar__versions_drop(ctsar__family *f, int version) CTSAR__MUST_CHECK;
/* None may be used for a call.  EDEVICE: all have failed, and why; ENODEV: guards exclude those
 * that have not, which may be used for other calls. */
int ctsar__versions_none(ctsar__family *f, const ctsar_call *call) CTSAR__MUST_CHECK;

#endif
