/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A process that is ended by Ctrl-C or its like, and has something to say first. */
#ifndef CTSAR_INTERRUPT_H
#define CTSAR_INTERRUPT_H

/* Has `last` called once, by a thread of its own, when SIGINT, SIGTERM or SIGHUP is to end the
 * process and the program does not handle it; then the process ends by that signal.  Other threads
 * than the interrupted one go on meanwhile, and after a second that one too, so `last` may wait for
 * locks.  A second signal ends the process at once.  A forked child ends as ever.  Once in a
 * process; without a thread to be had it does nothing. */
void ctsar__interrupt_watch(void (*last)(void));

#endif
