/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A version's first launch on a unit, of a family that states a tolerance: a trusted version, which
 * need not be the family's first, executes the same iterations before it, and what both have
 * written is compared.  Ranges of regions and tasks are verified alike.
 *
 *     _begin   what the outputs were is kept
 *     the trusted version executes, and is over
 *     _again   what it has written is kept, and what was there before put back; where that is not
 *              to be read, something else than what it has written
 *     the other one executes, and is over
 *     _end     both are compared; if they differ, the trusted one's outputs count
 */
#ifndef CTSAR_VERIFY_H
#define CTSAR_VERIFY_H

#include "mem/outputs.h"
#include "version/versions.h"

typedef struct ctsar__verification {
    const ctsar__writer *writer;
    int first, other; /* versions: the trusted one, and the one that is verified */
    ctsar__outputs before, by_first, by_other;
} ctsar__verification;

/* *x: zeroed but for the writer and the versions.  ENOMEM, by _begin alone; EDEVICE. */
int ctsar__verify_begin(ctsar__verification *x, ctsar__traffic *t) CTSAR__MUST_CHECK;
int ctsar__verify_again(ctsar__verification *x, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* *agree: they do.  Else the reason is the calling thread's last error. */
int ctsar__verify_end(ctsar__verification *x, const ctsar_kernel *family, bool *agree,
                      ctsar__traffic *t) CTSAR__MUST_CHECK;
void ctsar__verify_free(ctsar__verification *x);

#endif
