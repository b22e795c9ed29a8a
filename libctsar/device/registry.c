/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An explicit list: a constructor would be dropped from a static archive. */
#include "device/registry.h"

#include <string.h>

#define NOTHING(...)
#define TABLE(name) &ctsar__backend_##name,
#define REASON(name, why) {#name, why},

const ctsar__backend *const ctsar__backends[] = {
#define IF_BUILT(name, built, why, form) built(TABLE, NOTHING)(name)
    CTSAR__BACKEND_LIST(IF_BUILT) NULL,
};

const ctsar__left_out ctsar__backends_left_out[] = {
#define IF_LEFT_OUT(name, built, why, form) built(NOTHING, REASON)(name, why)
    CTSAR__BACKEND_LIST(IF_LEFT_OUT){NULL, NULL},
};

const char *ctsar__backend_left_out(const char *name)
{
    for (const ctsar__left_out *b = ctsar__backends_left_out; b->name; ++b)
        if (!strcmp(b->name, name))
            return b->why;
    return NULL;
}

bool ctsar__kernel_has_form(const ctsar_kernel *k)
{
#define OR_HAS(name, built, why, form) || (form)
    return k->host CTSAR__BACKEND_LIST(OR_HAS);
}

bool ctsar__vendor_is_driven(unsigned vendor)
{
    for (const ctsar__backend *const *b = ctsar__backends; *b; ++b)
        if ((*b)->vendor && (*b)->vendor == vendor && (*b)->select(NULL, NULL, 0) > 0)
            return true;
    return false;
}

const ctsar__backend *ctsar__backend_named(const char *name)
{
    for (const ctsar__backend *const *b = ctsar__backends; *b; ++b)
        if (!strcmp((*b)->name, name))
            return *b;
    return NULL;
}

const char *ctsar__backend_names(void)
{
    static _Thread_local char names[80];
    *names = '\0';
    for (const ctsar__backend *const *b = ctsar__backends; *b; ++b) {
        if (*names)
            strncat(names, ", ", sizeof names - strlen(names) - 1);
        strncat(names, (*b)->name, sizeof names - strlen(names) - 1);
    }
    return names;
}
