/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compiled programs on disk, so that a second run need not compile them again.  An entry is found
 * by its key, all that the program depends on, which it contains: one that is damaged, or another
 * key's with the same hash, is as good as none. */
#ifndef CTSAR_PROGRAM_CACHE_H
#define CTSAR_PROGRAM_CACHE_H

#include "base/status.h"

/* The folder: `setting` as CTSAR_CACHE_DIR has it; NULL: XDG's cache folder of the user.  NULL
 * where programs are not to be kept or there is no such folder; else to be freed. */
char *ctsar__program_cache_dir(const char *setting);
/* The program of that key, to be freed, or NULL. */
void *ctsar__program_cache_load(const char *dir, const char *key, size_t *size);
/* Keeps it, if it can: a cache that cannot be written is no error, but it is
 * said once. */
void ctsar__program_cache_store(const char *dir, const char *key, const void *program, size_t size);

#endif
