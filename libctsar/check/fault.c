/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Pages that must not be touched.  A body that reads or writes beside a window ends in SIGSEGV;
 * here it is noted and let go on: on a page with the host's values where they are known, which what
 * it writes does not outlive.  All other faults are handed to whoever handled them before. */
#define _GNU_SOURCE
#include "check/fault.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "check/finding.h"
#include "check/holes.h"
#include "check/space.h"
#include "check/watch.h"

static struct sigaction before;
static atomic_flag busy = ATOMIC_FLAG_INIT; /* several threads of an inner team may fault */
static ctsar__check *watched;               /* of who has made it busy */

/* ---- Handing on ------------------------------------------------------------------------ */

/* Nobody handles it. */
static bool is_deadly(void)
{
    return !(before.sa_flags & SA_SIGINFO) &&
           (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN);
}

static void hand_on(int signal, siginfo_t *info, void *context)
{
    if (before.sa_flags & SA_SIGINFO)
        before.sa_sigaction(signal, info, context);
    else if (!is_deadly())
        before.sa_handler(signal);
    else /* the instruction is executed again, and dies */
        sigaction(signal, &before, NULL);
}

/* ---- Noting ------------------------------------------------------------------------------ */

static ctsar__tracked *array_at(const ctsar__check *c, const char *address)
{
    ctsar__tracked *a = c->arrays;
    while (a && (address < a->map || address >= a->map + a->map_bytes))
        a = a->next;
    return a;
}

/* Was it a write?  -1: not known. */
static int is_write(const void *context)
{
#if defined(__x86_64__)
    const ucontext_t *u = context;
    return (u->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
    (void)context;
    return -1;
#endif
}

static ctsar__touched *touched_page(ctsar__check *c, ctsar__tracked *a, size_t page)
{
    for (int i = 0; i < c->touches; ++i)
        if (c->touched[i].array == a && c->touched[i].page == page)
            return &c->touched[i];
    if (c->touches == CTSAR__TOUCHED)
        return NULL;
    ctsar__touched *t = &c->touched[c->touches++];
    size_t inside = (size_t)(a->base - a->map);
    bool open = page >= inside + a->lo && page < inside + a->hi;
    *t = (ctsar__touched){a, page, CTSAR__NOWHERE, CTSAR__NOWHERE, !open};
    return t;
}

/* The host's values where bytes lie as there; they may be read. */
static void load(const ctsar__tracked *a, size_t page)
{
    ptrdiff_t at = (ptrdiff_t)page - (a->base - a->map),
              size = (ptrdiff_t)ctsar__shape_bytes(&a->shape);
    ptrdiff_t bytes = (ptrdiff_t)ctsar__check_page(), lo = at < 0 ? 0 : at,
              hi = at + bytes < size ? at + bytes : size;
    if (ctsar__check_is_linear(a) && lo < hi)
        memcpy(a->base + lo, a->host + lo, (size_t)(hi - lo));
}

static bool note(ctsar__check *c, const char *address, const void *context)
{
    ctsar__tracked *a = array_at(c, address);
    if (!a || !c->begun)
        return false;
    size_t bytes = ctsar__check_page(), page = (size_t)(address - a->map) / bytes * bytes;
    size_t inside = (size_t)(a->base - a->map);
    bool open = page >= inside + a->lo && page < inside + a->hi;
    if (open && ctsar__check_touch_holes(a))
        return true;
    if (open && a->shut) {
        /* Should it be a write, it faults again. */
        ctsar__check_touch(c, a, page - inside);
        return true;
    }
    ctsar__touched *t = touched_page(c, a, page);
    if (!t)
        return false;
    bool fresh = t->read_at == CTSAR__NOWHERE && t->wrote == CTSAR__NOWHERE;
    int write = is_write(context);
    if (write < 0) /* what can be read already is written now */
        write = !fresh || !t->opened;
    mprotect(a->map + page, bytes, PROT_READ | PROT_WRITE);
    if (fresh && t->opened)
        load(a, page);
    *(write ? &t->wrote : &t->read_at) = address - a->base;
    if (!write)
        mprotect(a->map + page, bytes, PROT_READ);
    return true;
}

/* The pointer of an array is used outside of a turn's range. */
static void say_too_early(const ctsar__check *c, const char *address)
{
    const ctsar__tracked *a = array_at(c, address);
    if (a && !c->begun)
        fprintf(stderr,
                "ctsar: check: %s: the pointer to %s is used before ctsar_next or after "
                "ctsar_loop; use it between them\n",
                c->name, a->name);
}

/* An address or an index that it took there leads nowhere. */
static void say_hidden(const ctsar__check *c)
{
    if (c->begun && c->elsewhere.bytes && is_deadly())
        fprintf(stderr,
                "ctsar: check: %s: %s %ld ends here. What other tasks access is hidden from it; if "
                "it takes an address or an index from there, declare that it reads that\n",
                c->name, c->what, c->value);
}

static void make_busy(void)
{
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        ;
}

static void make_free(void)
{
    atomic_flag_clear_explicit(&busy, memory_order_release);
}

static void handle(int signal, siginfo_t *info, void *context)
{
    bool noted = false;
    make_busy();
    ctsar__check *c = watched;
    for (ctsar__check *w = c; w && !noted; w = w->outer)
        noted = note(w, info->si_addr, context);
    make_free();
    if (noted)
        return;
    if (c) { /* the last that can be said */
        say_too_early(c, info->si_addr);
        say_hidden(c);
        ctsar__check_tell(c);
    }
    hand_on(signal, info, context);
}

/* ---- From outside -------------------------------------------------------------------------- */

static bool is_installed(struct sigaction *now)
{
    sigaction(SIGSEGV, NULL, now);
    return now->sa_flags & SA_SIGINFO && now->sa_sigaction == handle;
}

/* Who looks at the one that was watched until now has ended then. */
static void watch(ctsar__check *c)
{
    make_busy();
    watched = c;
    make_free();
}

void ctsar__check_watch(ctsar__check *c)
{
    struct sigaction now, ours = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    watch(c);
    if (is_installed(&now))
        return;
    before = now;
    sigaction(SIGSEGV, &ours, NULL);
}

void ctsar__check_unwatch(ctsar__check *c)
{
    struct sigaction now;
    watch(c->outer);
    if (!c->outer && is_installed(&now))
        sigaction(SIGSEGV, &before, NULL);
}

int ctsar__check_close_touched(ctsar__check *c)
{
    size_t bytes = ctsar__check_page();
    int status = CTSAR_OK;
    for (int i = 0; i < c->touches && !status; ++i) {
        ctsar__touched *t = &c->touched[i];
        ctsar__tracked *a = t->array;
        char *page = a->map + t->page;
        if (t->opened) {
            madvise(page, bytes, MADV_DONTNEED);
            mprotect(page, bytes, PROT_NONE);
        } else {
            a->loaded = 0; /* it is copied in again */
            size_t at = (size_t)(page - a->base);
            status = ctsar__check_protect(a, at, at + bytes, true);
        }
    }
    c->touches = 0;
    return status;
}
