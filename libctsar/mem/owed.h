/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays: what a registration's ranges on an accelerator make others pay.  Who reads what
 * they have left there fetches it, as a one-off.  But where they write it again it is fetched
 * again, in each pass, so whoever weighs what the accelerator gains has to be told: the ranges owe
 * it.  They account for it when they write the same positions the next time.  All under the array's
 * mutex. */
#ifndef CTSAR_OWED_H
#define CTSAR_OWED_H

#include "mem/persisted.h"

/* The wish's ranges have written these positions on h; NULL: somebody's, who owes nothing. */
int ctsar__owed_note(ctsar__holder *h, ctsar__wish *wish, ctsar__items at) CTSAR__MUST_CHECK;
/* What ranges have written there is not any more, or is not only theirs. */
int ctsar__owed_forget(ctsar__holder *h, ctsar__items at) CTSAR__MUST_CHECK;
/* A piece has been copied from h, for a range of others (NULL: for the program).  A halo comes with
 * each of their passes, and is known as a cost of theirs. */
int ctsar__owed_fetched(ctsar__holder *h, const ctsar__use *u,
                        ctsar__items piece) CTSAR__MUST_CHECK;
/* Adds what the wish's ranges owe of these positions, which they write again, to t->home. */
int ctsar__owed_account(const ctsar__shared *s, const ctsar__holder *h, ctsar__wish *wish,
                        ctsar__items at, ctsar__traffic *t) CTSAR__MUST_CHECK;

#endif
