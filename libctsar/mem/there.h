/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an accelerator has of a persisted array already. */
#ifndef CTSAR_THERE_H
#define CTSAR_THERE_H

#include "mem/use.h"

/* The same as ctsar__shared_reads (shared.h) where nothing has to be backed, copied or waited for,
 * and true; else nothing is changed.  What another slot copies there now is not there yet. */
bool ctsar__shared_is_there(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                            ctsar__wish *wish, unsigned long pass, int slot);

#endif
