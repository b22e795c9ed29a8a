/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays that are apart are made whole: every node has all of them, on the host.  Collective where
 * anything of them is apart; else a load. */
#ifndef CTSAR_PASS_GATHER_H
#define CTSAR_PASS_GATHER_H

#include "pass/core/state.h"

/* Is anything apart?  A load. */
bool ctsar__gather_may(void);
/* For `call`: all that has bytes in common with these.  ENODE: another rank has
 * failed.  EDEVICE, ENOMEM. */
int ctsar__gather(const char *call, const void *host, size_t bytes) CTSAR__MUST_CHECK;
/* What the region has persisted. */
int ctsar__gather_of(const char *call, const ctsar__arrays *arrays) CTSAR__MUST_CHECK;
/* Every rank has written the array at `host`: it is whole, and nothing moves.  Where ranks have
 * other values in it they are warned. */
int ctsar__gather_written(const void *host) CTSAR__MUST_CHECK;
/* Nobody needs what the array at `host` has: nothing moves. */
int ctsar__gather_none(const void *host) CTSAR__MUST_CHECK;

#endif
