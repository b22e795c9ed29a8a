/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What units have learned of versions, into the history and out of it. */
#ifndef CTSAR_HISTORY_VERSIONS_H
#define CTSAR_HISTORY_VERSIONS_H

#include "observe/history.h"
#include "version/versions.h"

/* Hints for a new family of unit number `unit`. */
void ctsar__history_recall_family(const ctsar__history_region *r, int unit, ctsar__family *f);
/* Says what is new of all families of the unit, until _said.  `used`: but for versions that the
 * unit does not use by this; NULL: all. */
void ctsar__history_say_versions(const ctsar__versions *all, const ctsar__versions *used, int unit,
                                 ctsar__history_say *say, void *to);
void ctsar__history_said_versions(const ctsar__versions *all);

#endif
