/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is known of a version on a unit: the seconds that a unit of work takes in launches of each
 * size.  Sizes are amounts of work, as policies count them, in classes: powers of two. */
#ifndef CTSAR_VERSION_RATES_H
#define CTSAR_VERSION_RATES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CTSAR__CLASSES = 64, /* of size: class k has work from 2^(k-8) to 2^(k-7); one bit each */
    CTSAR__CLASS_OF_ONE = 8
};

typedef struct ctsar__version_rate {
    double rate; /* seconds by work, ... */
    double work; /* ... of launches about so large */
    int count;   /* observations; 0: none */
    int fresh;   /* of them, since the history was told */
} ctsar__version_rate;

/* A version on the unit. */
typedef struct ctsar__version_state {
    ctsar__version_rate rate[CTSAR__CLASSES]; /* by the size of launches */
    uint64_t known;                           /* the classes with a rate, a bit each */
    unsigned char tries[CTSAR__CLASSES];      /* trials, by the size of the unit's ranges */
    bool out;                                 /* it is not to be used: no form, or it failed */
    int pending;                              /* trials that are under way */
    long launches;                            /* ever */
} ctsar__version_state;

/* The class of an amount of work >= 0. */
int ctsar__class_of(double work);
/* The largest class with a rate that is no larger than `class`; -1: none. */
int ctsar__version_known_below(const ctsar__version_state *s, int class);
/* The seconds that so much work takes; infinite: nothing is known. */
double ctsar__version_predicted(const ctsar__version_state *s, double work);
/* A launch of the class had so much work, and took so many seconds by work. */
void ctsar__version_observe(ctsar__version_state *s, int class, double work, double rate);
/* What was observed in these classes says nothing any more. */
void ctsar__version_forget(ctsar__version_state *s, int from, int to);

#endif
