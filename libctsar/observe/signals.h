/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Signals that end the process: what the library writes before they do.  One that the program
 * handles, or ignores, is its own. */
#ifndef CTSAR_SIGNALS_H
#define CTSAR_SIGNALS_H

#include <signal.h>

enum { CTSAR__SIGNALS = 4 };
/* In this order; the first one is SIGABRT, by which errors of the library end the process. */
extern const int ctsar__signal[CTSAR__SIGNALS];

/* Before a call that may load drivers: notes which signals nobody handles, since drivers may bring
 * handlers of their own. */
void ctsar__signals_look(void);

/* Has `handler` called for those of the signals from number `first` on that nobody handles, drivers
 * and handlers that this has set up aside.  *replaced: what it takes the place of, by number.  One
 * thread at a time. */
void ctsar__signals_take(int first, void (*handler)(int),
                         struct sigaction replaced[static CTSAR__SIGNALS]);

/* From now on the signal does again what it did without that handler.  A handler may call it. */
void ctsar__signals_give_back(int signal, const struct sigaction replaced[static CTSAR__SIGNALS]);

#endif
