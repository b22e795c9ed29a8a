/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the files of ctsar-info share.  All that it knows is one JSON object, which is either
 * written or shown as tables:
 *   version, cores {count, usable, width}, places [{numa, cores}],
 *   units [{name, backend, used, model, width, memory, driver, windows, launch, copy, pci, numa,
 *           cores, error}],
 *   absent [{backend, why}], variables [{name, value, meaning}], errors [text] */
#ifndef CTSAR_INFO_H
#define CTSAR_INFO_H

#include <jansson.h>

/* ---- gather.c ---- */

/* NULL: no memory. */
json_t *info_gather(void);

/* ---- place.c ---- */

/* Where things sit; NULL: it cannot be told. */
typedef struct places places;
places *places_find(void);
void places_free(places *p);
/* Every NUMA node with its cores. */
json_t *places_nodes(const places *p);
/* Adds "numa" and "cores", the nearest ones, of what is at this PCI address; "" is no address. */
void places_of(const places *p, const char *pci, json_t *unit);

/* ---- table.c ---- */

void table_print(const json_t *info);

#endif
