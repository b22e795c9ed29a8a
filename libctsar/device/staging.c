/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/staging.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/model.h"

enum { BUFFER = 1 << 20 }; /* bytes: a transfer of so many is as fast as one of more */

/* ---- Pieces ------------------------------------------------------------------------ */

/* `rows` blocks from block `row` on, of each `width` bytes from `column` on. */
typedef struct piece {
    size_t row, rows, column, width;
} piece;

/* The piece behind *p; false: there is none. */
static bool advance(const ctsar__copy2d *c, piece *p)
{
    p->column += p->width;
    if (p->column >= c->width) {
        p->row += p->rows;
        p->column = 0;
    }
    if (p->row >= c->rows)
        return false;
    size_t rows = c->width > 0 && c->width < BUFFER ? BUFFER / c->width : 1,
           left = c->rows - p->row;
    size_t rest = c->width - p->column;
    p->width = rest < BUFFER ? rest : BUFFER;
    p->rows = rows < left ? rows : left;
    return true;
}

/* A copy on its way; blocks that follow each other are one. */
typedef struct transfer {
    ctsar__staging *staging;
    ctsar__device *device;
    int slot;
    bool out;
    ctsar__copy2d copy;
    pthread_mutex_t lock; /* of what follows, while it is staged */
    piece last;           /* that somebody has taken */
    int status;           /* the first error, ... */
    char detail[256];     /* ... and what the thread said that met it */
} transfer;

/* One buffer's piece. */
typedef struct flight {
    char *buffer;
    bool under_way;
    piece piece;
    ctsar__event event;
} flight;

/* Between the buffer, where the piece's blocks follow each other, and the host's memory. */
static void pack(const transfer *t, const flight *f)
{
    const ctsar__copy2d *c = &t->copy;
    const piece *p = &f->piece;
    for (size_t r = 0; r < p->rows; ++r) {
        char *at = f->buffer + r * p->width;
        if (t->out)
            memcpy(c->dst + (p->row + r) * c->dst_pitch + p->column, at, p->width);
        else
            memcpy(at, c->src + (p->row + r) * c->src_pitch + p->column, p->width);
    }
}

static int send(const transfer *t, flight *f)
{
    const ctsar__staging_ops *ops = t->staging->ops;
    const piece *p = &f->piece;
    ctsar__copy2d c = t->copy;
    if (t->out) {
        c.src += p->row * c.src_pitch + p->column;
        c.dst = f->buffer;
        c.dst_pitch = p->width;
    } else {
        pack(t, f);
        c.dst += p->row * c.dst_pitch + p->column;
        c.src = f->buffer;
        c.src_pitch = p->width;
    }
    c.width = p->width;
    c.rows = p->rows;
    int status = (t->out ? ops->copy_out : ops->copy_in)(t->device, t->slot, &c, &f->event);
    f->under_way = !status;
    return status;
}

/* Until the buffer is free; `failed`: what is in it is of no use any more. */
static int settle(const transfer *t, flight *f, bool failed)
{
    if (!f->under_way)
        return CTSAR_OK;
    f->under_way = false;
    int status = t->staging->ops->wait(t->device, &f->event);
    if (!status && !failed && t->out)
        pack(t, f);
    return status;
}

/* The next piece for a thread; false: there is none. */
static bool take(transfer *t, piece *p)
{
    pthread_mutex_lock(&t->lock);
    bool more = !t->status && advance(&t->copy, &t->last);
    *p = t->last;
    pthread_mutex_unlock(&t->lock);
    return more;
}

static void fail(transfer *t, int status)
{
    t->staging->failed = true;
    pthread_mutex_lock(&t->lock);
    if (!t->status) {
        t->status = status;
        snprintf(t->detail, sizeof t->detail, "%s", ctsar__error_detail());
    }
    pthread_mutex_unlock(&t->lock);
}

static void make_pieces(transfer *t, const ctsar__pinned *buffer)
{
    flight flights[2] = {{.buffer = buffer[0].at}, {.buffer = buffer[1].at}};
    int status = CTSAR_OK, n = 0;
    for (piece next; !status && take(t, &next); ++n) {
        flight *f = &flights[n % 2];
        status = settle(t, f, false);
        f->piece = next;
        if (!status)
            status = send(t, f);
    }
    for (int i = 0; i < 2; ++i, ++n) { /* the older one first */
        int late = settle(t, &flights[n % 2], status != CTSAR_OK);
        status = status ? status : late;
    }
    if (status)
        fail(t, status);
}

/* ---- Copies ------------------------------------------------------------------------ */

static bool is_contiguous(const ctsar__copy2d *c)
{
    return c->rows == 1 || (c->width == c->dst_pitch && c->width == c->src_pitch);
}

/* Both of a thread's buffers, made when first used.  Under the slot's lock, or with the crew. */
static bool provide(ctsar__staging *s, ctsar__device *d, ctsar__pinned *buffer)
{
    for (int i = 0; i < 2; ++i)
        if (!buffer[i].at && !s->ops->pin(d, BUFFER, &buffer[i]))
            return false;
    return true;
}

static int directly(const transfer *t, ctsar__event *event)
{
    const ctsar__staging_ops *ops = t->staging->ops;
    return (t->out ? ops->copy_out : ops->copy_in)(t->device, t->slot, &t->copy, event);
}

static bool is_pinned(const transfer *t)
{
    const ctsar__staging_ops *ops = t->staging->ops;
    return ops->is_pinned && ops->is_pinned(t->device, t->out ? t->copy.dst : t->copy.src);
}

/* Nobody waits for a copy any more that takes too long, and when it comes after all the host's
 * memory may be another's: then it ends in the buffer.  Pinned memory may be read late. */
static bool may_come_late(const transfer *t)
{
    const ctsar__device *d = t->device;
    return d->timeout > 0 && isfinite(d->timeout) && (t->out || !is_pinned(t));
}

static int without_buffers(const transfer *t, ctsar__event *event)
{
    if (!may_come_late(t))
        return directly(t, event);
    return ctsar__error(CTSAR_ENOMEM, "%s: no memory for buffers, which copies take that may fail",
                        t->device->name);
}

/* A member's part of the copy: what it gets of it.  Once one has failed helpers get nothing: a slot
 * ends with its copy, but their buffers would be another slot's. */
static void take_part(void *data, int member)
{
    transfer *t = data;
    ctsar__staging *s = t->staging;
    ctsar__pinned *buffer = member ? s->helpers[member] : s->slot[t->slot].buffer;
    if (member && s->failed)
        return;
    if (provide(s, t->device, buffer)) /* else others do it */
        make_pieces(t, buffer);
}

static int pass_through(transfer *t)
{
    bool helped = t->copy.width * t->copy.rows >= CTSAR__HELPED;
    pthread_mutex_init(&t->lock, NULL);
    ctsar__crew_work(t->staging->crew, helped ? t->staging->members : 1, take_part, t);
    pthread_mutex_destroy(&t->lock);
    return t->status ? ctsar__error(t->status, "%s", t->detail) : CTSAR_OK;
}

static int copy_by_buffers(transfer *t, ctsar__event *event)
{
    ctsar__staging_slot *s = &t->staging->slot[t->slot];
    double began = ctsar__now();
    if (is_contiguous(&t->copy)) {
        t->copy.width *= t->copy.rows;
        t->copy.rows = 1;
    }
    pthread_mutex_lock(&s->lock);
    bool pinned = provide(t->staging, t->device, s->buffer);
    int status = pinned ? pass_through(t) : without_buffers(t, event);
    pthread_mutex_unlock(&s->lock);
    if (pinned)
        *event = (ctsar__event){.seconds = ctsar__now() - began};
    return status;
}

static int copy(transfer *t, ctsar__event *event)
{
    const ctsar__staging *s = t->staging;
    const ctsar__copy2d *c = &t->copy;
    bool small = c->width * c->rows < s->least;
    if (!may_come_late(t) && (small || is_pinned(t)))
        return directly(t, event);
    return copy_by_buffers(t, event);
}

/* What has been staged takes as long as one copy does under the virtual clock. */
static int book(const transfer *t, int status, ctsar__event *event)
{
    const ctsar__emu_spec *model = t->staging->model;
    if (model)
        event->seconds = ctsar__model_copy(model, (double)t->copy.width * (double)t->copy.rows);
    return status;
}

int ctsar__staging_in(ctsar__device *d, int slot, const ctsar__copy2d *c, ctsar__event *event)
{
    transfer t = {.staging = d->staging, .device = d, .slot = slot, .copy = *c};
    return book(&t, copy(&t, event), event);
}

int ctsar__staging_out(ctsar__device *d, int slot, const ctsar__copy2d *c, ctsar__event *event)
{
    transfer t = {.staging = d->staging, .device = d, .slot = slot, .out = true, .copy = *c};
    return book(&t, copy(&t, event), event);
}

/* ---- Life --------------------------------------------------------------------------- */

void ctsar__staging_init(ctsar__staging *s, ctsar__device *d, const ctsar__staging_ops *ops,
                         const ctsar__emu_spec *model)
{
    *s = (ctsar__staging){.ops = ops, .model = model, .least = SIZE_MAX, .members = 1};
    d->staging = s;
    for (int i = 0; i < CTSAR__SLOTS; ++i)
        pthread_mutex_init(&s->slot[i].lock, NULL);
}

static void unpin(ctsar__staging *s, ctsar__device *d, ctsar__pinned *buffer)
{
    for (int i = 0; i < 2; ++i)
        if (buffer[i].at)
            s->ops->unpin(d, &buffer[i]);
}

void ctsar__staging_free(ctsar__device *d)
{
    ctsar__staging *s = d->staging;
    ctsar__crew_close(s->crew);
    for (int m = 0; m < CTSAR__CREW_MOST; ++m)
        unpin(s, d, s->helpers[m]);
    for (int i = 0; i < CTSAR__SLOTS; ++i) {
        unpin(s, d, s->slot[i].buffer);
        pthread_mutex_destroy(&s->slot[i].lock);
    }
}

void ctsar__staging_rest(ctsar__device *d)
{
    if (d->staging)
        ctsar__crew_dismiss(d->staging->crew);
}
