/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Libraries that are loaded by name where they are needed: drivers of devices, MPI's plugin. */
#ifndef CTSAR_LOAD_H
#define CTSAR_LOAD_H

/* dlopen.  NULL also in a program that is linked statically, in which libraries that bring a C
 * library of their own crash.  Any thread. */
void *ctsar__load(const char *name, int flags);
/* After NULL, why, in the calling thread; never NULL. */
const char *ctsar__load_error(void);

#endif
