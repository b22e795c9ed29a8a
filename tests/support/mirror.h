/* SPDX-License-Identifier: BSD-3-Clause
 *
 * For tests that touch devices' memory where the host does not reach it: a backend in front of the
 * device's own.  A space's addresses are addresses of the host that nothing backs (device.h); here
 * its window is mirrored there.  After what changes the device's memory the mirror is read from the
 * device, and before what reads it the device's is written from the mirror, so that all that a test
 * finds has been on the device.  Include after cmocka. */
#ifndef CTSAR_TESTS_MIRROR_H
#define CTSAR_TESTS_MIRROR_H

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device/device.h"

static const ctsar__backend *mirrored; /* what stands behind the mirror */

static inline int mirror_wait(ctsar__device *d, ctsar__event *e)
{
    return e->handle ? mirrored->wait(d, e) : CTSAR_OK; /* the others are over */
}

/* Blocks between the device and the mirror. */
static inline int mirror_move(ctsar__device *d, int slot, char *at, const ctsar__copy2d *like,
                              size_t pitch, bool to_device)
{
    ctsar__event e;
    ctsar__copy2d c = {at, at, pitch, pitch, like->width, like->rows};
    int status = (to_device ? mirrored->copy_in : mirrored->copy_out)(d, slot, &c, &e);
    return status ? status : mirrored->wait(d, &e);
}

static inline int mirror_copy_in(ctsar__device *d, int slot, const ctsar__copy2d *c,
                                 ctsar__event *e)
{
    int status = mirrored->copy_in(d, slot, c, e);
    if (!status)
        status = mirrored->wait(d, e);
    return status ? status : mirror_move(d, slot, c->dst, c, c->dst_pitch, false);
}

static inline int mirror_copy_out(ctsar__device *d, int slot, const ctsar__copy2d *c,
                                  ctsar__event *e)
{
    int status = mirror_move(d, slot, (char *)c->src, c, c->src_pitch, true);
    if (!status)
        status = mirrored->copy_out(d, slot, c, e);
    return status ? status : mirrored->wait(d, e);
}

static inline void mirror_protect(const ctsar__space *s, int protection)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), from = s->lo / page * page;
    if (s->lo < s->hi && mprotect(s->base + from, s->hi - from, protection))
        fail_msg("no mirror at %p", (void *)s->base);
}

/* What the window had and keeps is read back; what is new has no value that anybody expects. */
static inline int mirror_commit(ctsar__device *d, ctsar__space *s, size_t lo, size_t hi)
{
    ctsar__space was = *s;
    size_t kept_lo = lo > was.lo ? lo : was.lo, kept_hi = hi < was.hi ? hi : was.hi;
    ctsar__copy2d held = {.width = was.hi - was.lo, .rows = 1};
    ctsar__copy2d kept = {.width = kept_hi - kept_lo, .rows = 1};
    int status =
        was.lo < was.hi ? mirror_move(d, 0, was.base + was.lo, &held, held.width, true) : CTSAR_OK;
    if (!status)
        status = mirrored->commit(d, s, lo, hi);
    if (status)
        return status;
    mirror_protect(&was, PROT_NONE);
    mirror_protect(s, PROT_READ | PROT_WRITE);
    memset(s->base + s->lo, 0xa5, s->hi - s->lo);
    return kept_lo < kept_hi ? mirror_move(d, 0, s->base + kept_lo, &kept, kept.width, false)
                             : CTSAR_OK;
}

/* Puts the mirror in front of the device, which is closed by its backend in front. */
static inline void mirror(ctsar__device *d)
{
    static ctsar__backend front;
    if (!mirrored) {
        mirrored = d->backend;
        front = *mirrored;
        front.commit = mirror_commit;
        front.copy_in = mirror_copy_in;
        front.copy_out = mirror_copy_out;
        front.wait = mirror_wait;
    }
    d->backend = &front;
}

#endif
