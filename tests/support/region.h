/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The region of a test: opened by the test, ended after it.  Include after cmocka. */
#ifndef CTSAR_TESTS_REGION_H
#define CTSAR_TESTS_REGION_H

#include <string.h>

#include "ctsar.h"
#include "environment.h"

static ctsar *s __attribute__((unused));

/* Errors are returned, and the environment is nobody's. */
static inline int setup_region(void **state)
{
    (void)state;
    units_default();
    s = NULL;
    return ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
}

static inline int end_region(void **state)
{
    (void)state;
    ctsar_free(&s);
    return s != NULL;
}

/* Is `text` in the region's last error, or, where none is open, in the thread's? */
static inline void assert_says(const char *text)
{
    if (!strstr(ctsar_last_error(s), text))
        fail_msg("'%s' does not say '%s'", ctsar_last_error(s), text);
    assert_null(strchr(ctsar_last_error(s), '\n'));
}

static inline void assert_error(int got, int status, const char *text)
{
    assert_int_equal(got, status);
    assert_says(text);
}

/* A CTSAR_DEVICES that is refused: with which status, and what the message says. */
typedef struct refused_devices {
    const char *devices;
    int status;
    const char *says;
} refused_devices;

static inline void assert_devices_are_refused(const refused_devices *wrong, size_t count)
{
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    for (size_t i = 0; i < count; ++i) {
        ctsar *refused = NULL;
        units_default();
        setenv("CTSAR_DEVICES", wrong[i].devices, 1);
        assert_int_equal(ctsar_init(&refused, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL),
                         wrong[i].status);
        if (!strstr(ctsar_last_error(NULL), wrong[i].says))
            fail_msg("%s: '%s'", wrong[i].devices, ctsar_last_error(NULL));
        assert_null(refused);
    }
}

#endif
