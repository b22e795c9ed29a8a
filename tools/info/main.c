/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ctsar-info: which units there are, and how the environment was understood. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "info.h"

static const char help[] =
    "usage: ctsar-info [--json]\n"
    "Lists the units that ctsar finds on this machine, and how it understands the CTSAR_ "
    "variables\n"
    "of the environment.  Every device is opened and tried, as a region would do.\n"
    "\n"
    "  --json    print the same as JSON\n"
    "  --help    print this\n"
    "\n"
    "Of each accelerator, under the name that CTSAR_DEVICES has for it:\n"
    "  width      elements that it computes on at once; default times are made from it\n"
    "  memory     that the library takes of it at most\n"
    "  driver     with its version\n"
    "  windows    how the part of an array that it holds is backed with memory\n"
    "  overheads  measured: the least time of an empty launch and of a small copy\n"
    "  NUMA node, cores near   where it sits, as far as hwloc and its driver know\n"
    "A backend without a device says why.  Of each variable: what it means now, and, in brackets, "
    "its\n"
    "value where it is set.\n"
    "\n"
    "Exit status: 0; 1 the environment is not understood (the message says what is valid, and the\n"
    "units are listed as if none of its variables were set); 2 wrong command line; 3 stdout cannot "
    "be\n"
    "written.\n";

enum { UNWRITTEN = 3 };

/* The exit status: `status` if all that was printed has been written. */
static int end(int status)
{
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    fprintf(stderr, "ctsar-info: stdout cannot be written: %s\n", strerror(errno));
    return UNWRITTEN;
}

static void print_errors(const json_t *info)
{
    size_t i;
    const json_t *error;
    json_array_foreach(json_object_get(info, "errors"), i, error)
        fprintf(stderr, "ctsar-info: %s\n", json_string_value(error));
}

int main(int argc, char **argv)
{
    if (fcntl(STDOUT_FILENO, F_GETFD) < 0) { /* the first device that is opened would be it */
        fputs("ctsar-info: stdout is closed\n", stderr);
        return UNWRITTEN;
    }
    bool json = argc == 2 && !strcmp(argv[1], "--json");
    if (argc == 2 && !strcmp(argv[1], "--help")) {
        fputs(help, stdout);
        return end(0);
    }
    if (argc > 2 || (argc == 2 && !json)) {
        fprintf(stderr, "ctsar-info: there are --json and --help, no '%s'\n",
                argv[argc > 2 ? 2 : 1]);
        return 2;
    }
    json_t *info = info_gather();
    print_errors(info);
    if (json) {
        json_dumpf(info, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        putchar('\n');
    } else
        table_print(info);
    int status = json_array_size(json_object_get(info, "errors")) ? 1 : 0;
    json_decref(info);
    return end(status);
}
