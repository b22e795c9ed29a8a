/* SPDX-License-Identifier: BSD-3-Clause
 *
 * For the coverage build: counts are kept where a process ends by abort, _exit or a fault, too. */
#include <signal.h>
#include <stdlib.h>

void __gcov_dump(void);
void __real_abort(void) __attribute__((noreturn));
void __real__exit(int status) __attribute__((noreturn));
void __wrap_abort(void) __attribute__((noreturn));
void __wrap__exit(int status) __attribute__((noreturn));

/* The linker has all calls come here (--wrap). */
void __wrap_abort(void)
{
    __gcov_dump();
    __real_abort();
}

void __wrap__exit(int status)
{
    __gcov_dump();
    __real__exit(status);
}

static void keep_counts(int number)
{
    __gcov_dump();
    signal(number, SIG_DFL); /* on return the access faults once more */
}

__attribute__((constructor)) static void watch(void)
{
    signal(SIGSEGV, keep_counts);
}
