/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The reservations of a device, found by an address in them. */
#ifndef CTSAR_SPACES_H
#define CTSAR_SPACES_H

#include "base/status.h"

/* What a backend's record of a space begins with. */
typedef struct ctsar__reserved {
    char *base;
    size_t bytes; /* of addresses */
} ctsar__reserved;

/* Zeroed: none.  Not to be changed by one thread while another looks. */
typedef struct ctsar__spaces {
    ctsar__reserved **at; /* sorted by base */
    int count;
    size_t room;
} ctsar__spaces;

/* The record stays the caller's.  ENOMEM. */
int ctsar__spaces_add(ctsar__spaces *s, ctsar__reserved *r) CTSAR__MUST_CHECK;
void ctsar__spaces_remove(ctsar__spaces *s, const ctsar__reserved *r);
/* The one in which the address lies, or NULL. */
void *ctsar__spaces_find(const ctsar__spaces *s, const char *address);

#endif
