/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the environment says of versions, as the configuration fills it in. */
#ifndef CTSAR_VERSION_SETTINGS_H
#define CTSAR_VERSION_SETTINGS_H

#include <stdbool.h>

/* What the virtual clock takes a version's launches for. */
typedef struct ctsar__version_cost {
    double factor;  /* of the seconds that a core takes for the iterations, ... */
    double seconds; /* ... and so many more a launch */
    bool fails;     /* accelerators cannot execute it */
} ctsar__version_cost;

/* An item of CTSAR_VIRTUAL_VERSIONS. */
typedef struct ctsar__virtual_version {
    char *unit; /* a backend, "cpu", or a device's name; NULL: all */
    char *version;
    ctsar__version_cost cost;
} ctsar__virtual_version;

/* An item of CTSAR_VERSIONS. */
typedef struct ctsar__forced_version {
    char *family; /* NULL: all */
    char *version;
} ctsar__forced_version;

typedef struct ctsar__version_settings {
    ctsar__forced_version *forced; /* the first that a unit can execute is the one */
    int nforced;
    ctsar__virtual_version *cost; /* the last that names version and unit holds */
    int ncosts;
} ctsar__version_settings;

#endif
