/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How this process was started. */
#ifndef CTSAR_LAUNCHER_H
#define CTSAR_LAUNCHER_H

#include <stdbool.h>

/* Was it started by a launcher of MPI programs, beside others or as far as one can tell? */
bool ctsar__launched(void);
/* Is it the first of those? */
bool ctsar__launched_first(void);
/* Does the program bring an MPI library itself? */
bool ctsar__program_has_mpi(void);
/* "openmpi" or "mpich", as the program or the launcher has it; NULL: neither says. */
const char *ctsar__launcher_mpi(void);

#endif
