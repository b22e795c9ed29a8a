/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fuzzer: the environment.  Each line of the input is NAME=value without the prefix; what is
 * understood is shown, as ctsar-info does. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "config/show.h"
#include "config/variables.h"
#include "ctsar.h"

static void forget(void)
{
    const char *name;
    for (int i = 0; (name = ctsar__variable_name(i)); ++i)
        unsetenv(name);
}

/* A line as a variable that exists; misspelt names are refused before any value is read. */
static void set(char *line)
{
    char name[64] = "CTSAR_", *value = strchr(line, '=');
    if (!value || value - line > 40)
        return;
    strncat(name, line, (size_t)(value - line));
    setenv(name, value + 1, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[400], shown[400];
    char *rest = malloc(size + 1), *all = rest, *line;
    memcpy(all, data, size);
    all[size] = '\0';
    forget();
    while ((line = strsep(&rest, "\n")))
        set(line);
    free(all);
    ctsar__config c;
    if (ctsar__config_read(&c)) {
        strncpy(text, ctsar__error_detail(), sizeof text - 1);
        forget();
        clearenv();
        return 0;
    }
    const char *name;
    for (int i = 0; (name = ctsar__variable_name(i)); ++i)
        ctsar__config_show(&c, name, getenv(name), shown, sizeof shown);
    ctsar__config_free(&c);
    clearenv();
    return 0;
}
