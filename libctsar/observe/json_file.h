/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the files that the library writes have in common. */
#ifndef CTSAR_JSON_FILE_H
#define CTSAR_JSON_FILE_H

#include <jansson.h>
#include <stdio.h>

/* `text` as a JSON string, a new reference; NULL without memory.  JSON is UTF-8: of a text that is
 * not (a name may have been cut within a character) only ASCII is kept. */
json_t *ctsar__json_text(const char *text);

/* Opens a file for reading that is a regular one, and not a pipe that somebody may never write to.
 * NULL with errno. */
FILE *ctsar__json_open(const char *file);

/* Replaces `file` in one step: whoever reads it sees the old contents or the new ones.  0, or an
 * errno value: then `file` is as it was. */
int ctsar__json_replace(const char *file, const json_t *root);
/* The same for what is soon replaced again: it need not outlive a system that goes down. */
int ctsar__json_refresh(const char *file, const json_t *root);

/* `file` from the root on, since a program may change its directory before it ends.  To be freed;
 * NULL without memory. */
char *ctsar__absolute_path(const char *file);

#endif
