/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays between passes, in the whole process. */
#ifndef CTSAR_CHECK_PERSIST_H
#define CTSAR_CHECK_PERSIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct ctsar__check ctsar__check;
typedef struct ctsar__tracked ctsar__tracked;

/* As the public calls of these names; without effect where nothing persists at `host`. */
void ctsar__check_sync(void *host);
void ctsar__check_host_modified(void *host);
void ctsar__check_depersist(void *host);
void ctsar__check_discard(void *host);
/* What is not checked uses these bytes of the host; NULL, SIZE_MAX: any. */
void ctsar__check_uses(const void *host, size_t bytes, bool writes);

/* ---- While a pass is checked ---------------------------------------------------------------- */

/* Is the number of 4 or 8 bytes what stands in the place of what is away, or made of it?  Of which
 * array. */
bool ctsar__check_is_taken(const char *at, size_t bytes, unsigned char *number);
const char *ctsar__check_kept_name(unsigned char number);
bool ctsar__check_any_taken(void);
/* The array's first registration in a pass: the host has all that is current.  ENOMEM. */
int ctsar__check_recall(ctsar__check *c, ctsar__tracked *a) CTSAR__MUST_CHECK;
/* The pass has been executed: outputs are somewhere else. */
void ctsar__check_keep(ctsar__check *c, ctsar__tracked *a);
/* From byte `offset` of the host's array on, how many are lost, or are not: *lost. */
size_t ctsar__check_lost(const ctsar__tracked *a, size_t offset, size_t length, bool *lost);
/* What was lost is there again. */
void ctsar__check_restore_lost(ctsar__tracked *a);
/* Between the first and the last of these it is known what persists. */
void ctsar__check_persist_open(void);
void ctsar__check_persist_close(void);

#endif
