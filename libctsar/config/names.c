/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "config/names.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "config/read.h"
#include "config/variables.h"

static int min3(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* How many letters must be put in, taken out or replaced to make b of a (Levenshtein). */
static int edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 32 };
    int row[LONGEST + 1], columns = (int)strlen(b);
    if (columns > LONGEST)
        return INT_MAX;
    for (int j = 0; j <= columns; ++j)
        row[j] = j;
    for (int i = 1; a[i - 1]; ++i) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= columns; ++j) {
            int replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = min3(replaced, row[j] + 1, row[j - 1] + 1);
        }
    }
    return row[columns];
}

/* The variable whose name `name` comes near to, or NULL. */
static const char *near_miss(const char *name)
{
    const char *best = NULL;
    int least = 3; /* two slips, such as two letters swapped */
    for (int i = 0; ctsar__variable_name(i); ++i) {
        int distance = edit_distance(name, ctsar__variable_name(i));
        if (distance < least) {
            least = distance;
            best = ctsar__variable_name(i);
        }
    }
    return best;
}

static int refuse_name(const char *name)
{
    char list[500] = "";
    for (int i = 0; ctsar__variable_name(i); ++i)
        ctsar__append_name(list, sizeof list, ctsar__variable_name(i));
    const char *meant = near_miss(name);
    return ctsar__error(CTSAR_ECONFIG, "no variable is called %.60s%s%s%s; there are: %s", name,
                        meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "",
                        list);
}

static bool is_variable(const char *name)
{
    for (int i = 0; ctsar__variable_name(i); ++i)
        if (!strcmp(name, ctsar__variable_name(i)))
            return true;
    /* Where the package is installed: for module systems and CMake, not for this library. */
    return !strcmp(name, CTSAR__PREFIX "ROOT");
}

/* An entry of the environment that has the prefix but is no variable is an error: ignored, a
 * misspelt name would look like one that has no effect. */
int ctsar__check_names(void)
{
    if (getauxval(AT_SECURE)) /* then none is read either */
        return CTSAR_OK;
    for (char *const *entry = environ; entry && *entry; ++entry) {
        if (strncmp(*entry, CTSAR__PREFIX, strlen(CTSAR__PREFIX)) != 0)
            continue;
        char *name = strndup(*entry, strcspn(*entry, "="));
        if (!name)
            return ctsar__error(CTSAR_ENOMEM, "no memory to read the environment");
        int status = is_variable(name) ? CTSAR_OK : refuse_name(name);
        free(name);
        if (status)
            return status;
    }
    return CTSAR_OK;
}
