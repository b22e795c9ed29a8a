/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The set of tasks of a test: made by the test, ended after it.  Include after cmocka. */
#ifndef CTSAR_TESTS_TASK_SET_H
#define CTSAR_TESTS_TASK_SET_H

#include "ctsar.h"
#include "environment.h"

static ctsar_tasks *t;

/* Errors are returned, and the environment is nobody's. */
static inline int setup_tasks(void **state)
{
    (void)state;
    units_default();
    return ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
}

static inline int end_tasks(void **state)
{
    (void)state;
    ctsar_tasks_free(&t);
    return t != NULL;
}

static inline void done(void)
{
    if (ctsar_tasks_wait(t, NULL))
        fail_msg("%s", ctsar_last_error(NULL));
}

#endif
