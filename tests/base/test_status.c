/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Errors' texts, the error mode, and warnings. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/report.h"
#include "base/status.h"

static void every_status_has_a_text_of_its_own(void **state)
{
    (void)state;
    static const int statuses[] = {
#define STATUS(name, value, text) value,
        CTSAR_STATUS_LIST(STATUS)
#undef STATUS
    };
    size_t count = sizeof statuses / sizeof *statuses;
    for (size_t i = 0; i < count; ++i) {
        assert_true(strlen(ctsar_strerror(statuses[i])) > 0);
        for (size_t j = 0; j < i; ++j)
            assert_string_not_equal(ctsar_strerror(statuses[i]), ctsar_strerror(statuses[j]));
    }
    assert_string_equal(ctsar_strerror(CTSAR_ENOMEM), "not enough memory");
}

static void a_number_that_is_no_status_still_has_a_text(void **state)
{
    (void)state;
    assert_string_equal(ctsar_strerror(1), ctsar_strerror(-1000));
    assert_string_not_equal(ctsar_strerror(1), ctsar_strerror(CTSAR_OK));
}

static void the_error_mode_is_abort_until_it_is_set(void **state)
{
    (void)state;
    assert_int_equal(ctsar__errors(), CTSAR_ERRORS_ABORT);
    assert_int_equal(ctsar_set_error_mode(CTSAR_ERRORS_RETURN), CTSAR_OK);
    assert_int_equal(ctsar__errors(), CTSAR_ERRORS_RETURN);
}

static void an_unknown_error_mode_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    assert_int_equal(ctsar_set_error_mode(CTSAR_ERRORS_RETURN), CTSAR_OK);
    assert_int_equal(ctsar_set_error_mode((ctsar_error_mode)7), CTSAR_EINVAL);
    assert_non_null(strstr(ctsar__error_detail(), "7"));
    assert_int_equal(ctsar__errors(), CTSAR_ERRORS_RETURN);
    assert_int_equal(ctsar_set_error_mode(CTSAR_ERRORS_ABORT), CTSAR_OK);
    assert_int_equal(ctsar__errors(), CTSAR_ERRORS_ABORT);
}

static void error_returns_its_status_and_keeps_the_particulars(void **state)
{
    (void)state;
    assert_int_equal(ctsar__error(CTSAR_EINVAL, "row %d of %s", 3, "A"), CTSAR_EINVAL);
    assert_string_equal(ctsar__error_detail(), "row 3 of A");
}

static void particulars_may_be_wrapped_in_particulars(void **state)
{
    (void)state;
    (void)ctsar__error(CTSAR_EINVAL, "inner");
    (void)ctsar__error(CTSAR_EINVAL, "outer (%s)", ctsar__error_detail());
    assert_string_equal(ctsar__error_detail(), "outer (inner)");
}

static void particulars_are_one_line_of_limited_length(void **state)
{
    (void)state;
    char text[3000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    (void)ctsar__error(CTSAR_EINVAL, "%s", text);
    size_t length = strlen(ctsar__error_detail());
    assert_true(length >= 300 && length < sizeof text);
    assert_string_equal(ctsar__error_detail() + length - 3, "...");
    (void)ctsar__error(CTSAR_EINVAL, "a\nb\tc\x7f");
    assert_string_equal(ctsar__error_detail(), "a?b?c?");
}

static void *particulars_of_another_thread(void *arg)
{
    (void)arg;
    bool empty = ctsar__error_detail()[0] == '\0';
    (void)ctsar__error(CTSAR_EINVAL, "of the other thread");
    return empty ? arg : NULL;
}

static void particulars_belong_to_their_thread(void **state)
{
    (void)state;
    pthread_t thread;
    int token;
    void *result;
    (void)ctsar__error(CTSAR_EINVAL, "of this thread");
    assert_int_equal(pthread_create(&thread, NULL, particulars_of_another_thread, &token), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_ptr_equal(result, &token);
    assert_string_equal(ctsar__error_detail(), "of this thread");
}

static void a_warning_is_one_line_on_stderr(void **state)
{
    (void)state;
    char text[200] = "";
    FILE *file = tmpfile();
    int saved = dup(STDERR_FILENO);
    assert_non_null(file);
    assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
    ctsar__warn("no %s\nfound", "GPU");
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    assert_true(length > 0);
    assert_string_equal(text, "ctsar: warning: no GPU?found\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_error_mode_is_abort_until_it_is_set),
        cmocka_unit_test(every_status_has_a_text_of_its_own),
        cmocka_unit_test(a_number_that_is_no_status_still_has_a_text),
        cmocka_unit_test(an_unknown_error_mode_is_refused_and_changes_nothing),
        cmocka_unit_test(error_returns_its_status_and_keeps_the_particulars),
        cmocka_unit_test(particulars_may_be_wrapped_in_particulars),
        cmocka_unit_test(particulars_are_one_line_of_limited_length),
        cmocka_unit_test(particulars_belong_to_their_thread),
        cmocka_unit_test(a_warning_is_one_line_on_stderr),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
