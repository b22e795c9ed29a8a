/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The file of the history (history.h): reading it, and bringing it up to date. */
#ifndef CTSAR_HISTORY_FILE_H
#define CTSAR_HISTORY_FILE_H

#include <jansson.h>
#include <stdio.h>

typedef enum ctsar__history_contents {
    CTSAR__HISTORY_USABLE,  /* a history, or no file yet */
    CTSAR__HISTORY_DAMAGED, /* it was a history */
    CTSAR__HISTORY_FOREIGN, /* not to be touched */
    CTSAR__HISTORY_UNREAD   /* it could not be read to its end: not to be touched either */
} ctsar__history_contents;

enum { CTSAR__HISTORY_WHY = 260 }; /* bytes of a reason */

/* The file's table, a new reference; an empty one where there is no file.  NULL unless USABLE,
 * with the reason in `why`. */
ctsar__history_contents ctsar__history_read(const char *file, json_t **regions, char *why);
/* The same of an open file. */
ctsar__history_contents ctsar__history_parse(FILE *in, json_t **regions, char *why);
/* Merges `own` into the file, under its lock and in one step; *found: what it was, as _read.  A
 * damaged one is moved aside, a foreign one is left alone.  0 or an errno value. */
int ctsar__history_write(const char *file, json_t *own, ctsar__history_contents *found, char *why);

#endif
