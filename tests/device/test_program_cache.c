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
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "device/opencl/program_cache.h"

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

/* ---- Who may have written it --------------------------------------------------------- */

/* "key" is not loaded. */
static bool loads_nothing(void)
{
    size_t size;
    bool none = !ctsar__program_cache_load(dir, "key", &size);
    return !ctsar__program_cache_load(dir, "key", &size) && none;
}

static bool stores_two(void)
{
    ctsar__program_cache_store(dir, "key", "bytes", 6);
    ctsar__program_cache_store(dir, "another", "bytes", 6);
    return true;
}

/* In a child, since a process says it once. */
static void assert_says(bool (*act)(void), const char *why)
{
    int fd[2], status;
    char text[1000];
    assert_int_equal(pipe(fd), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(fd[1], STDERR_FILENO);
        alarm(10); /* a pipe in the place of a file must not be waited for */
        _exit(!act());
    }
    close(fd[1]);
    ssize_t got = read(fd[0], text, sizeof text - 1);
    text[got > 0 ? got : 0] = '\0';
    close(fd[0]);
    assert_true(waitpid(child, &status, 0) == child);
    assert_int_equal(status, 0);
    if (!strstr(text, why) || strchr(text, '\n') != text + strlen(text) - 1)
        fail_msg("'%s' is not one line that says '%s'", text, why);
}

static void assert_refused(const char *why)
{
    assert_says(loads_nothing, why);
}

static void what_others_may_have_written_is_not_used(void **state)
{
    (void)state;
    char path[512], link[160];
    ctsar__program_cache_store(dir, "key", "bytes", 6);
    file(path);
    static const mode_t folder_modes[] = {0770, 0702, 0777}, file_modes[] = {0620, 0602, 0666};
    for (int i = 0; i < 3; ++i) {
        chmod(dir, folder_modes[i]);
        assert_refused("others may write to it");
        chmod(dir, 0755);
        chmod(path, file_modes[i]);
        assert_refused("others may write to it");
        chmod(path, 0644);
        assert_loads("key", "bytes", 6);
    }
    snprintf(link, sizeof link, "%s-before", dir);
    assert_int_equal(rename(dir, link), 0);
    assert_int_equal(symlink(link, dir), 0);
    assert_refused("it is a link");
    unlink(dir);
    assert_int_equal(rename(link, dir), 0);
    if (geteuid() == 0) { /* else one cannot give files away */
        assert_int_equal(chown(path, 65534, 65534), 0);
        assert_refused("it belongs to user 65534");
        assert_int_equal(chown(path, 0, 0) + chown(dir, 65534, 65534), 0);
        assert_refused("it belongs to user 65534");
        assert_int_equal(chown(dir, 0, 0), 0);
    }
    assert_loads("key", "bytes", 6);
}

static void what_is_no_file_is_not_opened(void **state)
{
    (void)state;
    char path[512], beside[600];
    ctsar__program_cache_store(dir, "key", "bytes", 6);
    file(path);
    snprintf(beside, sizeof beside, "%s.real", path);
    assert_int_equal(rename(path, beside), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused("it is no regular file");
    unlink(path);
    assert_int_equal(symlink(beside, path), 0);
    assert_refused("it is a link");
    unlink(beside);
    ctsar__program_cache_store(dir, "key", "anew", 5); /* in the link's place */
    assert_loads("key", "anew", 5);
}

static void a_folder_that_cannot_be_made_is_told_once(void **state)
{
    (void)state;
    char usual[sizeof dir];
    memcpy(usual, dir, sizeof dir);
    snprintf(dir, sizeof dir, "/dev/null/a");
    assert_says(stores_two, "compiled programs cannot be kept in /dev/null/a: Not a directory");
    memcpy(dir, usual, sizeof dir);
}

static void nothing_is_stored_where_others_may_write(void **state)
{
    (void)state;
    char path[512];
    ctsar__program_cache_store(dir, "key", "bytes", 6);
    chmod(dir, 0777);
    ctsar__program_cache_store(dir, "another", "bytes", 6);
    file(path); /* one file */
    chmod(dir, 0700);
    assert_loads("key", "bytes", 6);
    assert_loads("another", NULL, 0);
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
        cmocka_unit_test_setup_teardown(a_folder_that_cannot_be_made_is_told_once, make_dir,
                                        remove_dir),
        cmocka_unit_test_setup_teardown(what_others_may_have_written_is_not_used, make_dir,
                                        remove_dir),
        cmocka_unit_test_setup_teardown(what_is_no_file_is_not_opened, make_dir, remove_dir),
        cmocka_unit_test_setup_teardown(nothing_is_stored_where_others_may_write, make_dir,
                                        remove_dir),
        cmocka_unit_test(a_folder_that_cannot_be_written_is_no_error),
        cmocka_unit_test(the_folder_is_what_is_set_or_the_users_cache),
    };
    return cmocka_run_group_tests_name("program_cache", tests, NULL, NULL);
}
