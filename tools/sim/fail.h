/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the simulator ends when it cannot go on, and memory that is there or ends it. */
#ifndef CTSAR_SIM_FAIL_H
#define CTSAR_SIM_FAIL_H

#include <stddef.h>

/* Exit statuses. */
enum {
    SIM_WRONG_INPUT = 2, /* the command line or a file */
    SIM_WRONG_POLICY = 3 /* a policy broke its contract: that is a bug of ours */
};

/* Prints "ctsar-sim: message" as one line on stderr and exits with `status`. */
_Noreturn void sim_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Zeroed room for `count` elements; ends the program when there is none. */
void *sim_alloc(size_t count, size_t size);

#endif
