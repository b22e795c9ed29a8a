/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Files that nobody but this user can have written, as code that is going to be executed must be.
 * Folders and files are judged by their open descriptors, so nothing can take their place after. */
#ifndef CTSAR_OWN_FILE_H
#define CTSAR_OWN_FILE_H

enum { CTSAR__OWN_WHY = 80 };

/* Opens a folder, or a file in it, for reading.  -1: there is none, and *why is ""; or it is
 * somebody else's, may be written by others, is a link, or of another kind, which *why says. */
int ctsar__own_folder(const char *path, char why[static CTSAR__OWN_WHY]);
int ctsar__own_file(int folder, const char *name, char why[static CTSAR__OWN_WHY]);

/* Makes a file for this user alone, that is not there yet, and opens it for writing.  -1. */
int ctsar__own_create(int folder, const char *name);

#endif
