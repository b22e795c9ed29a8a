/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Executes a script, each of its threads on a world of its own. */
#ifndef CTSAR_ATTACK_RUN_H
#define CTSAR_ATTACK_RUN_H

#include "attack/script.h"

/* The last line on stderr: passes and refused allocations. */
#define TALLY "attack: tally "

/* Returns 0: the library agrees with the model, or has said why it cannot; else says on stderr what
 * is wrong, and returns 1.  Once a process. */
int run_script(const script *s);

#endif
