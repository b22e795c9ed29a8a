/* SPDX-License-Identifier: BSD-3-Clause */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../libctsar/device/program_cache.h"

static char top[64], dir[80];

static int make_dir(void **state)
{
    (void)state;
    snprintf(top, sizeof top, "/tmp/ctsar-cache-XXXXXX");
    if (!mkdtemp(top))
        return -1;
    snprintf(dir, sizeof dir, "%s/a/b", top); /* not there yet */
    return 0;
}

/* The only file in the folder. */
static void file(char path[static 512])
{
    DIR *d = opendir(dir);
    int n = 0;
    assert_non_null(d);
    for (const struct dirent *e; (e = readdir(d)) != NULL;)
        if (*e->d_name != '.') {
            snprintf(path, 512, "%.200s/%.200s", dir, e->d_name);
            n++;
        }
    closedir(d);
    assert_int_equal(n, 1);
}

static int remove_dir(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", top);
    return system(command); // NOLINT(bugprone-command-processor): a name of its own
}

static void assert_loads(const char *key, const char *program, size_t size)
{
    size_t got_size = 0;
    char *got = ctsar__program_cache_load(dir, key, &got_size);
    if (!program) {
        assert_null(got);
        return;
    }
    assert_non_null(got);
    assert_int_equal(got_size, size);
    assert_memory_equal(got, program, size);
    free(got);
}

static void what_is_kept_is_found_by_its_key_alone(void **state)
{
    (void)state;
    static const char program[] = "bytes\0with\na 0";
    assert_loads("key", NULL, 0);
    ctsar__program_cache_store(dir, "key", program, sizeof program);
    assert_loads("key", program, sizeof program);
    assert_loads("kez", NULL, 0);
    ctsar__program_cache_store(dir, "key", "other", 5);
    assert_loads("key", "other", 5);
    char path[512];
    file(path);
}

static void a_file_that_is_damaged_anywhere_is_as_good_as_none(void **state)
{
    (void)state;
    static const char program[] = "0123456789";
    ctsar__program_cache_store(dir, "key\nof two lines", program, sizeof program);
    char path[512], bytes[512];
    file(path);
    FILE *f = fopen(path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    assert_true(size > sizeof program && size < sizeof bytes);
    for (size_t i = 0; i < size; ++i) {
        f = fopen(path, "r+b");
        fseek(f, (long)i, SEEK_SET);
        fputc(bytes[i] ^ 1, f);
        fclose(f);
        assert_loads("key\nof two lines", NULL, 0);
        f = fopen(path, "r+b");
        fwrite(bytes, 1, size, f);
        fclose(f);
    }
    assert_loads("key\nof two lines", program, sizeof program);
    for (size_t i = 0; i < size; ++i) {
        assert_int_equal(truncate(path, (off_t)i), 0);
        assert_loads("key\nof two lines", NULL, 0);
        f = fopen(path, "wb");
        fwrite(bytes, 1, size, f);
        fclose(f);
    }
}

static void a_folder_that_cannot_be_written_is_no_error(void **state)
{
    (void)state;
    ctsar__program_cache_store("/proc/none/here", "key", "x", 1);
    size_t size;
    assert_null(ctsar__program_cache_load("/proc/none/here", "key", &size));
    ctsar__program_cache_store(NULL, "key", "x", 1);
    assert_null(ctsar__program_cache_load(NULL, "key", &size));
}

static void the_folder_is_what_is_set_or_the_users_cache(void **state)
{
    (void)state;
    const struct {
        const char *setting, *xdg, *home, *dir;
    } cases[] = {{"/x/y", "/xdg", "/home/u", "/x/y"},
                 {"0", "/xdg", "/home/u", NULL},
                 {NULL, "/xdg", "/home/u", "/xdg/ctsar"},
                 {NULL, "relative", "/home/u", "/home/u/.cache/ctsar"},
                 {NULL, "", "/home/u", "/home/u/.cache/ctsar"}};
    char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char *was_xdg = xdg ? strdup(xdg) : NULL, *was_home = home ? strdup(home) : NULL;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        setenv("XDG_CACHE_HOME", cases[i].xdg, 1);
        setenv("HOME", cases[i].home, 1);
        char *got = ctsar__program_cache_dir(cases[i].setting);
        if (cases[i].dir)
            assert_string_equal(got, cases[i].dir);
        else
            assert_null(got);
        free(got);
    }
    unsetenv("XDG_CACHE_HOME");
    if (was_xdg)
        setenv("XDG_CACHE_HOME", was_xdg, 1);
    if (was_home)
        setenv("HOME", was_home, 1);
    free(was_xdg);
    free(was_home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_kept_is_found_by_its_key_alone, make_dir,
                                        remove_dir),
        cmocka_unit_test_setup_teardown(a_file_that_is_damaged_anywhere_is_as_good_as_none,
                                        make_dir, remove_dir),
        cmocka_unit_test(a_folder_that_cannot_be_written_is_no_error),
        cmocka_unit_test(the_folder_is_what_is_set_or_the_users_cache),
    };
    return cmocka_run_group_tests_name("program_cache", tests, NULL, NULL);
}
