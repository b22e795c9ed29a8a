/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Refuses one allocation of the library's.  Its test is linked with --wrap (tests/CMakeLists.txt).
 */
#ifndef CTSAR_TESTS_REFUSE_H
#define CTSAR_TESTS_REFUSE_H

#include <stdbool.h>
#include <stddef.h>

/* The nth from now on, from 0 on. */
void refuse_allocation(long nth);
/* True: it has been. */
bool refuse_no_more(void);
/* cmocka's and the test's own are not counted. */
void refuse_nothing_of_mine(bool own);
void *refusing_malloc(size_t size);

#endif
