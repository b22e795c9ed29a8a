/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that runs with more rights than who started it takes nothing from the environment.  The
 * test makes a copy of itself that does: owned by another user where it may, else by another group
 * of its own. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <grp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "config/config.h"
#include "support/environment.h"
#ifdef CTSAR_WITH_OPENCL
#include "device/opencl/program_cache.h"
#endif

enum { SKIPPED = 77 };

static int config_status(void)
{
    ctsar__config c;
    int status = ctsar__config_read(&c);
    if (!status)
        ctsar__config_free(&c);
    return status;
}

static bool has_cache_folder(void)
{
#ifdef CTSAR_WITH_OPENCL
    char *dir = ctsar__program_cache_dir(NULL);
    free(dir);
    return dir;
#else
    return false;
#endif
}

/* With more rights than its caller's. */
static int inside(void)
{
    if (!getauxval(AT_SECURE))
        return SKIPPED;
    if (config_status())
        fprintf(stderr, "%s\n", ctsar__error_detail());
    return config_status() || has_cache_folder();
}

static bool copy_self(int to)
{
    char bytes[1 << 16];
    ssize_t got = 0;
    int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    while (from >= 0 && (got = read(from, bytes, sizeof bytes)) > 0)
        if (write(to, bytes, (size_t)got) != got)
            got = -1;
    close(from);
    return from >= 0 && got == 0;
}

/* A group of this process's other than its main one, or -1. */
static gid_t another_group(void)
{
    gid_t group[64];
    int groups = getgroups(64, group);
    for (int i = 0; i < groups; ++i)
        if (group[i] != getegid())
            return group[i];
    return (gid_t)-1;
}

static bool raise_rights(int fd)
{
    if (geteuid() == 0)
        return !fchown(fd, 65534, (gid_t)-1) && !fchmod(fd, 04755);
    return another_group() != (gid_t)-1 && !fchown(fd, (uid_t)-1, another_group()) &&
           !fchmod(fd, 02755);
}

static int run_inside(const char *path)
{
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        execl(path, path, "inside", NULL);
        _exit(SKIPPED);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_program_with_more_rights_than_its_caller_ignores_the_environment(void **state)
{
    (void)state;
    setenv("CTSAR_DEVICES", "nonsense", 1);
    setenv("CTSAR_NO_SUCH_VARIABLE", "1", 1);
    setenv("HOME", "/home/somebody", 1);
    setenv("XDG_CACHE_HOME", "/home/somebody/.cache", 1);
    assert_int_not_equal(config_status(), CTSAR_OK); /* as itself it reads it */
    char path[] = "./ctsar-secure-XXXXXX";           /* /tmp may be mounted nosuid */
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    bool made = copy_self(fd) && raise_rights(fd);
    close(fd);
    int status = made ? run_inside(path) : SKIPPED;
    unlink(path);
    if (status == SKIPPED)
        skip();
    assert_int_equal(status, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_with_more_rights_than_its_caller_ignores_the_environment),
    };
    if (argc > 1 && !strcmp(argv[1], "inside"))
        return inside();
    return cmocka_run_group_tests_name("secure", tests, NULL, NULL);
}
