/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "attack/calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif

enum { FDS = 1024, ARGS = 6 };

static struct {
    char folder[300];
    call_plan plan;
    call_tally *tally;
    bool below[FDS]; /* descriptors of files below the folder */
} watch;

typedef struct call {
    long number, arg[ARGS];
} call;

#ifdef ARCH

/* ---- Calls ----------------------------------------------------------------------------------- */

/* As sixth argument, which none of these calls has: let through by the filter. */
#define OURS 0x5ca1ab1e0ddba11L

static long let_through(const call *c)
{
    long result = syscall(c->number, c->arg[0], c->arg[1], c->arg[2], c->arg[3], c->arg[4], OURS);
    return result < 0 ? -errno : result;
}

static bool is_below(long fd)
{
    return fd >= 0 && fd < FDS && watch.below[fd];
}

static bool names_below(const char *path)
{
    return path && !strncmp(path, watch.folder, strlen(watch.folder));
}

static bool names_below_at(long folder, const char *path)
{
    return path && (*path == '/' ? names_below(path) : is_below((int)folder));
}

typedef enum call_kind { OTHER, OPENS, CLOSES, TRANSFERS, REMOVES } call_kind;

/* Which calls are watched, what they do, and whether they are about a file by name, by folder and
 * name, or by descriptor. */
#define CALL_LIST(X)                                                                               \
    X(SYS_openat, OPENS, names_below_at(a[0], (const char *)a[1]))                                 \
    X(SYS_close, CLOSES, is_below(a[0]))                                                           \
    X(SYS_read, TRANSFERS, is_below(a[0]))                                                         \
    X(SYS_write, TRANSFERS, is_below(a[0]))                                                        \
    X(SYS_fsync, OTHER, is_below(a[0]))                                                            \
    X(SYS_fstat, OTHER, is_below(a[0]))                                                            \
    X(SYS_newfstatat, OTHER, names_below_at(a[0], (const char *)a[1]))                             \
    X(SYS_lseek, OTHER, is_below(a[0]))                                                            \
    X(SYS_flock, OTHER, is_below(a[0]))                                                            \
    X(SYS_unlinkat, REMOVES, names_below_at(a[0], (const char *)a[1]))                             \
    X(SYS_renameat, REMOVES, names_below_at(a[2], (const char *)a[3]))                             \
    X(SYS_mkdirat, OTHER, names_below_at(a[0], (const char *)a[1]))                                \
    CALL_LIST_OLD(X)
#ifdef SYS_open
#define CALL_LIST_OLD(X)                                                                           \
    X(SYS_open, OPENS, names_below((const char *)a[0]))                                            \
    X(SYS_unlink, REMOVES, names_below((const char *)a[0]))                                        \
    X(SYS_rename, REMOVES, names_below((const char *)a[1]))                                        \
    X(SYS_mkdir, OTHER, names_below((const char *)a[0]))
#else
#define CALL_LIST_OLD(X)
#endif

/* False: it is none of the library's. */
static bool understand(const call *c, call_kind *kind)
{
    const long *a = c->arg;
    switch (c->number) {
#define CALL_CASE(call_number, what, ours)                                                         \
    case call_number:                                                                              \
        *kind = (what);                                                                            \
        return (ours);
        CALL_LIST(CALL_CASE) // NOLINT(bugprone-branch-clone): calls of one kind
#undef CALL_CASE
    default:
        return false;
    }
}

static void follow(const call *c, call_kind kind, long result)
{
    if (kind == OPENS && result >= 0 && result < FDS)
        watch.below[result] = true;
    if (kind == CLOSES)
        watch.below[c->arg[0]] = false;
}

static long spoil(call c, call_kind kind)
{
    watch.tally->faults++;
    watch.tally->removals |= kind == REMOVES;
    if (watch.plan.fault == CALL_KILLS)
        kill(getpid(), SIGKILL);
    if (watch.plan.fault == CALL_SHORT) {
        c.arg[2] = kind == TRANSFERS && c.arg[2] > 1 ? c.arg[2] / 2 : c.arg[2];
        long result = let_through(&c);
        follow(&c, kind, result);
        return result;
    }
    if (kind == CLOSES) { /* the descriptor is gone all the same */
        let_through(&c);
        follow(&c, kind, 0);
    }
    return -watch.plan.error;
}

static long execute(const call *c)
{
    call_kind kind;
    if (!understand(c, &kind))
        return let_through(c);
    long number = ++watch.tally->calls;
    if (watch.plan.at &&
        (number == watch.plan.at || (watch.plan.lasting && number > watch.plan.at)))
        return spoil(*c, kind);
    long result = let_through(c);
    follow(c, kind, result);
    return result;
}

static void handle(int signal, siginfo_t *info, void *context)
{
    int before = errno;
    mcontext_t *m = &((ucontext_t *)context)->uc_mcontext;
    (void)signal;
#if defined(__x86_64__)
    greg_t *r = m->gregs;
    const call c = {info->si_syscall,
                    {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]}};
    r[REG_RAX] = execute(&c);
#else
    unsigned long long *r = m->regs;
    const call c = {info->si_syscall,
                    {(long)r[0], (long)r[1], (long)r[2], (long)r[3], (long)r[4], (long)r[5]}};
    r[0] = (unsigned long long)execute(&c);
#endif
    errno = before;
}

/* ---- The filter ------------------------------------------------------------------------------ */

#define LOAD(field)                                                                                \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define LOAD_ARG(i, half)                                                                          \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS,                                                             \
             (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (i) + 4 * (half)))
#define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, skip)
#define END(what) BPF_STMT(BPF_RET | BPF_K, what)

bool calls_fail(const char *folder, const call_plan *plan, call_tally *tally)
{
#define CALL_TRAP(number, what, ours) UNLESS(number, 1), END(SECCOMP_RET_TRAP),
    struct sock_filter filter[] = {LOAD(arch),
                                   UNLESS(ARCH, 5),
                                   LOAD_ARG(5, 0),
                                   UNLESS(OURS & 0xffffffff, 4),
                                   LOAD_ARG(5, 1),
                                   UNLESS(OURS >> 32, 2),
                                   END(SECCOMP_RET_ALLOW),
                                   END(SECCOMP_RET_ALLOW),
                                   LOAD(nr),
                                   CALL_LIST(CALL_TRAP) END(SECCOMP_RET_ALLOW)};
#undef CALL_TRAP
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_NODEFER};
    strncpy(watch.folder, folder, sizeof watch.folder - 1);
    watch.plan = *plan;
    watch.tally = tally;
    return !sigaction(SIGSYS, &action, NULL) && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
           !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#else
bool calls_fail(const char *folder, const call_plan *plan, call_tally *tally)
{
    (void)folder, (void)plan, (void)tally, (void)watch;
    return false;
}
#endif
