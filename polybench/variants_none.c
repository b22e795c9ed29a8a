/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The one way that plain cc's programs have: the serial loops. */
#include "variants.h"

#include <string.h>

bool suite_variant_exists(const char *name)
{
    return !strcmp(name, "default");
}

void suite_variant_select(const char *name)
{
    (void)name;
}

const char *suite_variants_help(void)
{
    return "default";
}
