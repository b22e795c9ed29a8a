/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Blocks of bytes by their addresses.  Of each byte there is the first iteration that has written
 * it, and the first that has read it: since they come in order, an iteration is the only one that
 * has read a byte if it is the first one. */
#include "check/meet.h"

#include <stdlib.h>

enum { BLOCK = 256, ROOM = 64 };

typedef struct block {
    uintptr_t number;                      /* address / BLOCK */
    uint32_t writer[BLOCK], reader[BLOCK]; /* 0: none */
} block;

struct ctsar__meet {
    block **at; /* a table with gaps, never more than half full */
    size_t room, used;
    block *last;
};

ctsar__meet *ctsar__meet_create(void)
{
    ctsar__meet *m = calloc(1, sizeof *m);
    if (m && !(m->at = calloc(ROOM, sizeof *m->at))) {
        free(m);
        return NULL;
    }
    if (m)
        m->room = ROOM;
    return m;
}

void ctsar__meet_free(ctsar__meet *m)
{
    for (size_t k = 0; m && k < m->room; ++k)
        free(m->at[k]);
    if (m)
        free(m->at);
    free(m);
}

/* Where the block is, or would be. */
static block **place(block **at, size_t room, uintptr_t number)
{
    size_t k = (size_t)((number * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (room - 1);
    while (at[k] && at[k]->number != number)
        k = (k + 1) & (room - 1);
    return &at[k];
}

static bool make_room(ctsar__meet *m)
{
    if (2 * (m->used + 1) <= m->room)
        return true;
    block **at = calloc(2 * m->room, sizeof *at);
    if (!at)
        return false;
    for (size_t k = 0; k < m->room; ++k)
        if (m->at[k])
            *place(at, 2 * m->room, m->at[k]->number) = m->at[k];
    free(m->at);
    m->at = at;
    m->room *= 2;
    return true;
}

/* NULL: there is no memory. */
static block *block_of(ctsar__meet *m, uintptr_t address)
{
    uintptr_t number = address / BLOCK;
    if (m->last && m->last->number == number)
        return m->last;
    if (!make_room(m))
        return NULL;
    block **b = place(m->at, m->room, number);
    if (!*b) {
        if (!(*b = calloc(1, sizeof **b)))
            return NULL;
        (*b)->number = number;
        m->used++;
    }
    return m->last = *b;
}

/* Whom the touch meets at a byte; 0: nobody. */
static uint32_t other(const ctsar__touch *t, uint32_t writer, uint32_t reader)
{
    if (writer && writer != t->iteration)
        return writer;
    return t->how & CTSAR__WRITES && reader != t->iteration ? reader : 0;
}

int ctsar__meet_touch(ctsar__meet *m, const ctsar__touch *t, ctsar__met *met)
{
    met->byte = NULL;
    for (size_t k = 0; k < t->size; ++k) {
        uintptr_t address = (uintptr_t)t->at + k;
        block *b = block_of(m, address);
        if (!b)
            return ctsar__error(CTSAR_ENOMEM, "no memory for what iterations touch");
        uint32_t *writer = &b->writer[address % BLOCK], *reader = &b->reader[address % BLOCK];
        uint32_t before = other(t, *writer, *reader);
        if (before && !met->byte)
            *met = (ctsar__met){(const char *)t->at + k, before, before == *writer};
        if (t->how & CTSAR__READS && !*reader)
            *reader = t->iteration;
        if (t->how & CTSAR__WRITES && !*writer)
            *writer = t->iteration;
    }
    return CTSAR_OK;
}
