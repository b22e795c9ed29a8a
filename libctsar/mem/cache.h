/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What becomes of a persisted array's outputs on an accelerator (CTSAR_CACHE). */
#ifndef CTSAR_CACHE_H
#define CTSAR_CACHE_H

typedef enum ctsar__cache {
    CTSAR__CACHE_WRITEBACK,    /* they stay there until they are needed elsewhere */
    CTSAR__CACHE_WRITETHROUGH, /* they are copied to the host as well, in each turn */
    CTSAR__CACHE_NONE          /* nothing persists */
} ctsar__cache;

#endif
