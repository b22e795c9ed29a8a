/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must not go on while the process ends: a driver's compiler.  exit() destroys what it
 * consists of (LLVM, in PoCL) while other threads still build, and the process aborts, or never
 * ends.  So the end of the process waits for what is held here, before anything is destroyed. */
#ifndef CTSAR_ENDING_H
#define CTSAR_ENDING_H

#include <stdbool.h>

/* From now on the calling thread waits for what is held when it ends the process, or itself.  A
 * few instructions after the first time.  The thread that loads the library does so by itself.
 * Other threads wait as well, but for the first thing ever held: the compiler makes parts of itself
 * then, and these are destroyed before such a thread hears of the end. */
void ctsar__ending_watch(void);

/* Delays the end of the process until _release; one thread does not hold twice.  False: the process
 * ends already, and nothing may begin.  Waits where a thread ends, until it is clear that the
 * process does not. */
bool ctsar__ending_hold(void);
void ctsar__ending_release(void);

#endif
