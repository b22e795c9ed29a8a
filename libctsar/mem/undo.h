/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a range or a task that is executed again must find as it was. */
#ifndef CTSAR_UNDO_H
#define CTSAR_UNDO_H

#include "mem/array.h"
#include "mem/box.h"

/* What the host had where a range is to bring its outputs, so that bringing some of them only
 * does no harm.  Zeroed: nothing; the room is kept. */
typedef struct ctsar__undo {
    char *data;
    size_t bytes, room;
} ctsar__undo;

/* Adds what the values own, if executing them again would read it.  ENOMEM. */
int ctsar__undo_save(ctsar__undo *u, const ctsar__array *a, ctsar__values v) CTSAR__MUST_CHECK;
/* Puts all of it back, of the same arrays in the same order; *at is 0 before the first. */
void ctsar__undo_restore(const ctsar__undo *u, const ctsar__array *a, ctsar__values v, size_t *at);
/* The same of what tasks bring, all of a box. */
int ctsar__undo_save_box(ctsar__undo *u, const ctsar__box *b) CTSAR__MUST_CHECK;
void ctsar__undo_restore_box(const ctsar__undo *u, const ctsar__box *b, size_t *at);

#endif
