/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Quantities as text. */
#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/quantity.h"
#include "support/random.h"

typedef bool parse_real(const char *text, double *out);

static void expect(parse_real *parse, const char *text, double expected)
{
    double value = -1;
    if (!parse(text, &value) || value != expected)
        fail_msg("'%s' gives %.17g, not %.17g", text, value, expected);
}

static void expect_refusal(parse_real *parse, const char *text)
{
    double value = -1;
    if (parse(text, &value))
        fail_msg("'%s' is accepted as %.17g", text, value);
    assert_true(value == -1);
}

static void numbers_are_decimal(void **state)
{
    (void)state;
    expect(ctsar__parse_number, "8", 8);
    expect(ctsar__parse_number, "0", 0);
    expect(ctsar__parse_number, "0.25", 0.25);
    expect(ctsar__parse_number, ".5", 0.5);
    expect(ctsar__parse_number, "2.", 2);
    expect(ctsar__parse_number, "1e-3", 1e-3);
    expect(ctsar__parse_number, "1E3", 1000);
}

static void what_is_no_plain_number_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",    " 1",       "1 ",   "-1",    "+1",  "inf",
                                        "nan", "INFINITY", "0x8",  "1e999", "1,5", "one",
                                        ".",   "1e2x",     "1..2", "e3"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        expect_refusal(ctsar__parse_number, wrong[i]);
}

static void times_have_a_unit(void **state)
{
    (void)state;
    expect(ctsar__parse_seconds, "2s", 2);
    expect(ctsar__parse_seconds, "1.5ms", 1.5e-3);
    expect(ctsar__parse_seconds, "20us", 20e-6);
    expect(ctsar__parse_seconds, "7ns", 7e-9);
    expect(ctsar__parse_seconds, "0", 0);
    expect(ctsar__parse_seconds, "0us", 0);
    static const char *const wrong[] = {"20", "20 us", "us",   "20usx", "20u",
                                        "1m", "1h",    "-1us", "1US",   "infs"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        expect_refusal(ctsar__parse_seconds, wrong[i]);
}

static void rates_have_a_unit_per_second(void **state)
{
    (void)state;
    expect(ctsar__parse_rate, "10GB/s", 10e9);
    expect(ctsar__parse_rate, "3MB/s", 3e6);
    expect(ctsar__parse_rate, "4KB/s", 4e3);
    expect(ctsar__parse_rate, "5B/s", 5);
    expect(ctsar__parse_rate, "1KiB/s", 1024);
    expect(ctsar__parse_rate, "0.5MiB/s", 524288);
    expect(ctsar__parse_rate, "2GiB/s", 2147483648.0);
    static const char *const wrong[] = {"10", "10GB",    "10/s",    "10Gb/s",
                                        "/s", "10GB/sx", "10 GB/s", "1e308GB/s"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        expect_refusal(ctsar__parse_rate, wrong[i]);
}

static void sizes_are_whole_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t bytes;
    } right[] = {{"64MiB", 64u << 20}, {"1B", 1},        {"4KiB", 4096},  {"2GiB", 2ul << 30},
                 {"1.5KB", 1500},      {"3MB", 3000000}, {"0.3KiB", 307}, {"1GB", 1000000000}};
    for (size_t i = 0; i < sizeof right / sizeof *right; ++i) {
        size_t bytes = 0;
        assert_true(ctsar__parse_bytes(right[i].text, &bytes));
        assert_int_equal(bytes, right[i].bytes);
    }
    static const char *const wrong[] = {"64",  "64M", "64mib", "-1B", "1e20B", "99999999999GiB",
                                        "1B/s"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        size_t bytes = 77;
        assert_false(ctsar__parse_bytes(wrong[i], &bytes));
        assert_int_equal(bytes, 77);
    }
}

/* The lists are what messages offer; each of their units must be accepted. */
static void expect_units(parse_real *parse, const char *list)
{
    char copy[100], number[120];
    snprintf(copy, sizeof copy, "%s", list);
    int units = 0;
    for (char *unit = strtok(copy, ", "); unit; unit = strtok(NULL, ", "), ++units) {
        double value = 0;
        snprintf(number, sizeof number, "1%s", unit);
        assert_true(parse(number, &value));
        assert_true(value > 0);
    }
    assert_true(units >= 4);
}

static bool parse_bytes_as_real(const char *text, double *out)
{
    size_t bytes;
    bool read = ctsar__parse_bytes(text, &bytes);
    if (read)
        *out = (double)bytes;
    return read;
}

static void every_unit_that_messages_list_is_understood(void **state)
{
    (void)state;
    expect_units(ctsar__parse_seconds, CTSAR__TIME_UNITS);
    expect_units(parse_bytes_as_real, CTSAR__BYTE_UNITS);
    expect_units(ctsar__parse_rate, CTSAR__RATE_UNITS);
}

static void counts_are_digits_up_to_a_limit(void **state)
{
    (void)state;
    long count = -1;
    assert_true(ctsar__parse_count("0", 10, &count));
    assert_int_equal(count, 0);
    assert_true(ctsar__parse_count("10", 10, &count));
    assert_int_equal(count, 10);
    static const char *const wrong[] = {"11", "",    "-1",  "+1",  " 1",
                                        "1 ", "1.0", "0x1", "1e0", "99999999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        assert_false(ctsar__parse_count(wrong[i], 10, &count));
    assert_int_equal(count, 10);
}

static void quantities_are_shown_with_three_digits(void **state)
{
    (void)state;
    char text[CTSAR__SHOWN];
    static const struct {
        double seconds;
        const char *text;
    } times[] = {{0, "0"},
                 {1, "1.00 s"},
                 {1e-6, "1.00 us"},
                 {12.34e-3, "12.3 ms"},
                 {0.9996, "1.00 s"},
                 {999.4e-6, "999 us"},
                 {1234, "1234 s"},
                 {0.5e-9, "0.50 ns"},
                 {-2e-3, "-2.00 ms"},
                 {9.996, "10.0 s"},
                 {1e-12, "0.001 ns"}};
    for (size_t i = 0; i < sizeof times / sizeof *times; ++i)
        assert_string_equal(ctsar__show_seconds(text, times[i].seconds), times[i].text);
    static const struct {
        size_t bytes;
        const char *text;
    } sizes[] = {{0, "0"},           {1, "1 B"},
                 {999, "999 B"},     {1000, "0.98 KiB"},
                 {1024, "1.00 KiB"}, {1 << 20, "1.00 MiB"},
                 {1536, "1.50 KiB"}, {5ul << 40, "5.00 TiB"}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        assert_string_equal(ctsar__show_bytes(text, sizes[i].bytes), sizes[i].text);
}

static void any_quantity_fits_its_text(void **state)
{
    (void)state;
    char text[CTSAR__SHOWN];
    static const double extremes[] = {DBL_MAX, -DBL_MAX, DBL_TRUE_MIN, INFINITY, NAN};
    for (size_t i = 0; i < sizeof extremes / sizeof *extremes; ++i)
        assert_true(strlen(ctsar__show_seconds(text, extremes[i])) < CTSAR__SHOWN - 1);
    assert_true(strlen(ctsar__show_bytes(text, SIZE_MAX)) < CTSAR__SHOWN - 1);
}

static void what_is_shown_reads_back_as_nearly_the_same(void **state)
{
    (void)state;
    random_state r = {2024};
    for (int i = 0; i < 5000; ++i) {
        double seconds = random_log(&r, 1e-9, 900), back;
        char text[CTSAR__SHOWN];
        ctsar__show_seconds(text, seconds);
        char *space = strchr(text, ' ');
        assert_non_null(space);
        memmove(space, space + 1, strlen(space));
        assert_true(ctsar__parse_seconds(text, &back));
        assert_true(fabs(back - seconds) <= 0.0051 * seconds);
    }
}

static void the_programs_locale_plays_no_part_in_reading(void **state)
{
    (void)state;
    static const char *const with_comma[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    bool set = false;
    for (size_t i = 0; i < 4 && !set; ++i)
        set = setlocale(LC_NUMERIC, with_comma[i]) != NULL;
    if (!set)
        skip();
    expect(ctsar__parse_seconds, "1.5ms", 1.5e-3);
    expect_refusal(ctsar__parse_seconds, "1,5ms");
    setlocale(LC_NUMERIC, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_decimal),
        cmocka_unit_test(what_is_no_plain_number_is_refused),
        cmocka_unit_test(times_have_a_unit),
        cmocka_unit_test(rates_have_a_unit_per_second),
        cmocka_unit_test(sizes_are_whole_bytes),
        cmocka_unit_test(every_unit_that_messages_list_is_understood),
        cmocka_unit_test(counts_are_digits_up_to_a_limit),
        cmocka_unit_test(quantities_are_shown_with_three_digits),
        cmocka_unit_test(any_quantity_fits_its_text),
        cmocka_unit_test(what_is_shown_reads_back_as_nearly_the_same),
        cmocka_unit_test(the_programs_locale_plays_no_part_in_reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
