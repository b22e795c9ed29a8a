/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Check mode (CTSAR_CHECK=1): finds mistakes in registrations.
 *
 * One thread of the team executes all iterations of a pass, one at a time and in order, on memory
 * that is nobody else's: of each array only the window of that iteration, with a pattern
 * around it and in all that the iteration has not been promised.  Then it executes the iteration
 * again over another pattern.  What was written beside its own items is found by
 * comparing, what was read and never copied in by outputs that differ, and by pages that
 * cannot be touched.  Which byte it was that made an output differ is found by further
 * executions, each over the second pattern in a part of those bytes.
 *
 * What is found is remembered, and the iteration is executed again as if it had been registered
 * rightly, so that one pass finds all mistakes and each of them once. */
#ifndef CTSAR_CHECK_H
#define CTSAR_CHECK_H

#include "mem/shape.h"

/* What a region has found. */
typedef struct ctsar__check ctsar__check;

/* An array as a turn registers it. */
typedef struct ctsar__checked_array {
    void *host;
    const ctsar__shape *shape;
    const char *name; /* as the program writes it, or NULL */
    bool persists;    /* accelerators keep it from pass to pass ... */
    bool through;     /* ... and the host is current after each of them */
} ctsar__checked_array;

/* A part that a task accesses: a box of an array, of which there is nothing else. */
typedef struct ctsar__checked_part {
    int index; /* of the task's accesses */
    void *host;
    size_t elem;
    int ndim; /* 0: `elem` bytes */
    const ctsar_side *side;
    unsigned flags; /* CTSAR_MEM_INPUT, _OUTPUT */
    const char *name;
    bool flat; /* rows are as far apart as the host's: other accesses see it in other shapes */
} ctsar__checked_part;

/* `name` is the region's and stays the caller's; `what` is executed, an "iteration".  ENOMEM. */
int ctsar__check_create(const char *name, const char *what, double patience,
                        ctsar__check **out) CTSAR__MUST_CHECK;
/* Brings the host's copies of its persisted arrays up to date. */
void ctsar__check_free(ctsar__check *c);

/* Makes the calling thread the one that executes the pass; false: another one is or was that.
 * Waits for other regions' passes.  It must _leave when there is no more to execute. */
bool ctsar__check_enter(ctsar__check *c, unsigned long pass);
void ctsar__check_leave(ctsar__check *c);

/* All of these by that thread.  A turn's registrations begin with _turn; each gives the pointer
 * and the strides (or NULL) that are to be used.  They may come before _begin or after it.
 * ENOMEM, EDEVICE. */
void ctsar__check_turn(ctsar__check *c);
int ctsar__check_array(ctsar__check *c, const ctsar__checked_array *spec, size_t *strides,
                       void **pointer) CTSAR__MUST_CHECK;
/* Of a task, which is a pass of one iteration.  Parts of the turn do not overlap where one is
 * written.  The pointer is the first element's. */
int ctsar__check_part(ctsar__check *c, const ctsar__checked_part *spec, size_t *strides,
                      void **pointer) CTSAR__MUST_CHECK;
/* Whose byte of the host's array the address is, given to a body: itself, if it is no such.  NULL:
 * of an array whose rows do not lie there as on the host. */
void *ctsar__check_host(const ctsar__check *c, void *address);
/* Element of a part that an access declares, `offset` bytes from its array's first one. */
void ctsar__check_part_element(const ctsar__checked_part *spec, ptrdiff_t offset, char *out,
                               size_t room);
/* The same array's, for a launch; *strides that are NULL remain so. */
void ctsar__check_view(ctsar__check *c, const void *host, void **pointer, const size_t **strides);
/* `copy` is the private one, at which the turn accumulates. */
int ctsar__check_reduction(ctsar__check *c, void *result, void *copy,
                           size_t size) CTSAR__MUST_CHECK;
/* By the last thread of a pass: says what has been found.  ECHECK: something was. */
int ctsar__check_end_pass(ctsar__check *c) CTSAR__MUST_CHECK;

/* Two arrays that the region knows swap their roles; otherwise the old one does not persist any
 * more: as ctsar_retarget_mem. */
void ctsar__check_retarget(ctsar__check *c, void *old, void *host);

#endif
