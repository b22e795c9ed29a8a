/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays between passes.  While a pass is checked the host's memory has the values.
 * When it is over, what accelerators would have the only copy of is taken away from the host: it
 * gets a NaN instead, until ctsar_sync_mem or the next pass.  So the host's writing is noticed, and
 * its reading at least does not go well. */
#include "check/persist.h"

#include <stdlib.h>
#include <string.h>

#include "check/alone.h"
#include "check/finding.h"
#include "check/state.h"

typedef enum standing {
    CURRENT, /* on the host as well */
    AWAY,    /* accelerators have the only copy */
    LOST     /* they had it, and ctsar_host_modified made it void */
} standing;

typedef struct kept {
    struct kept *next;
    char *host;
    size_t bytes, elem;
    char *value;          /* after the last pass */
    unsigned char *state; /* of each element, a `standing` */
    size_t away, lost;    /* how many are so */
    unsigned char number; /* from 1; of more than 255 some have the same */
    char name[48];
    bool taken; /* it has been away */
    bool known; /* the host must have: `value` where it is current, else the NaN */
} kept;

static struct {
    kept *first;
    _Atomic int arrays;
    int users;
    unsigned made;
} table;

/* ---- The NaN ----------------------------------------------------------------------------- */

/* Quiet, as a double and as two floats, and what is computed of it keeps all but the sign: the
 * array's number, by which it is known again. */
static char nan_byte(const kept *k, const char *at)
{
    static const unsigned char word[] = {0, 0xc7, 0xed, 0x7f, 0, 0xc7, 0xfd, 0x7f};
    unsigned char byte = word[(uintptr_t)at % sizeof word];
    return (char)(byte ? byte : k->number);
}

bool ctsar__check_is_taken(const char *at, size_t bytes, unsigned char *number)
{
    uint32_t low, high = 0;
    memcpy(&low, at, sizeof low);
    if (bytes == sizeof(uint64_t))
        memcpy(&high, at + sizeof low, sizeof high);
    uint32_t float_nan = low & 0x7fffff00u;
    *number = (unsigned char)low;
    if (bytes == sizeof low)
        return float_nan == 0x7fedc700u || float_nan == 0x7ffdc700u;
    return (low & 0xffffff00u) == 0x7fedc700u && (high & 0x7fffff00u) == 0x7ffdc700u &&
           *number == (unsigned char)high;
}

const char *ctsar__check_kept_name(unsigned char number)
{
    const kept *k = table.first;
    while (k && k->number != number)
        k = k->next;
    return k ? k->name : NULL;
}

bool ctsar__check_any_taken(void)
{
    bool any = false;
    for (const kept *k = table.first; k; k = k->next)
        any = any || k->taken;
    return any;
}

/* Is element `i` all NaN? */
static bool is_nan(const kept *k, size_t i)
{
    for (const char *b = k->host + i * k->elem; b < k->host + (i + 1) * k->elem; ++b)
        if (*b != nan_byte(k, b))
            return false;
    return true;
}

static size_t elements(const kept *k)
{
    return k->bytes / k->elem;
}

static void set_state(kept *k, size_t i, standing state)
{
    k->away -= k->state[i] == AWAY;
    k->lost -= k->state[i] == LOST;
    k->state[i] = (unsigned char)state;
    k->away += state == AWAY;
    k->lost += state == LOST;
}

/* ---- The table ----------------------------------------------------------------------------- */

static void kept_free(kept *k)
{
    kept **link = &table.first;
    while (*link != k)
        link = &(*link)->next;
    *link = k->next;
    free(k->value);
    free(k->state);
    free(k);
    table.arrays--;
}

static kept *find(const void *host)
{
    kept *k = table.first;
    while (k && k->host != host)
        k = k->next;
    return k;
}

static kept *make(char *host, const ctsar__shape *s)
{
    kept *k = calloc(1, sizeof *k);
    size_t bytes = ctsar__shape_bytes(s);
    if (!k)
        return NULL;
    *k = (kept){.next = table.first,
                .host = host,
                .bytes = bytes,
                .elem = s->elem,
                .number = (unsigned char)(1 + table.made++ % 255)};
    table.first = k;
    table.arrays++;
    k->value = malloc(bytes);
    k->state = calloc(bytes / s->elem, 1);
    if (k->value && k->state)
        return k;
    kept_free(k);
    return NULL;
}

void ctsar__check_persist_open(void)
{
    ctsar__check_alone(NULL);
    table.users++;
    ctsar__check_not_alone();
}

void ctsar__check_persist_close(void)
{
    ctsar__check_alone(NULL);
    if (--table.users == 0)
        while (table.first)
            kept_free(table.first);
    ctsar__check_not_alone();
}

/* ---- Between passes -------------------------------------------------------------------------- */

/* The host has again what was away, unless it has written there. */
static void give_back(kept *k, bool stays_away)
{
    for (size_t i = 0; k->away && i < elements(k); ++i) {
        if (k->state[i] != AWAY)
            continue;
        bool taken = is_nan(k, i);
        if (taken)
            memcpy(k->host + i * k->elem, k->value + i * k->elem, k->elem);
        if (!taken || !stays_away)
            set_state(k, i, CURRENT);
    }
}

/* Something else uses these bytes: the host has them, and may have written. */
static void use(const char *host, size_t bytes, bool writes, const kept *but)
{
    for (kept *k = table.first; k; k = k->next)
        if (k != but && ctsar__bytes_meet(k->host, k->bytes, host, bytes)) {
            give_back(k, false);
            k->known = k->known && !writes;
        }
}

void ctsar__check_uses(const void *host, size_t bytes, bool writes)
{
    if (!table.arrays)
        return;
    ctsar__check_alone(NULL);
    use(host, bytes, writes, NULL);
    ctsar__check_not_alone();
}

void ctsar__check_sync(void *host)
{
    ctsar__check_alone(NULL);
    kept *k = find(host);
    if (k)
        give_back(k, false);
    ctsar__check_not_alone();
}

/* Small elements could be NaN by chance. */
void ctsar__check_host_modified(void *host)
{
    ctsar__check_alone(NULL);
    kept *k = find(host);
    for (size_t i = 0; k && k->away && i < elements(k); ++i)
        if (k->state[i] == AWAY)
            set_state(k, i, k->elem >= sizeof(int) && is_nan(k, i) ? LOST : CURRENT);
    if (k)
        k->known = false;
    ctsar__check_not_alone();
}

void ctsar__check_depersist(void *host)
{
    ctsar__check_alone(NULL);
    kept *k = find(host);
    if (k) {
        give_back(k, false);
        kept_free(k);
    }
    ctsar__check_not_alone();
}

/* What was away stays NaN, which a program that reads it will see. */
void ctsar__check_discard(void *host)
{
    ctsar__check_alone(NULL);
    kept *k = find(host);
    if (k)
        kept_free(k);
    ctsar__check_not_alone();
}

/* ---- In a pass ------------------------------------------------------------------------------- */

/* The first byte that the host has written; bytes: none. */
static size_t first_written(const kept *k)
{
    if (!k->away && !k->lost && !memcmp(k->host, k->value, k->bytes))
        return k->bytes;
    for (size_t i = 0; i < elements(k); ++i) {
        const char *at = k->host + i * k->elem, *value = k->value + i * k->elem;
        if (k->state[i] == CURRENT ? memcmp(at, value, k->elem) != 0 : !is_nan(k, i))
            return i * k->elem;
    }
    return k->bytes;
}

static void look_for_writes(ctsar__check *c, ctsar__tracked *a, const kept *k)
{
    char text[128];
    size_t at = k->known ? first_written(k) : k->bytes;
    if (at < k->bytes)
        ctsar__check_found(c, a, CTSAR__NOT_ANNOUNCED,
                           "%s was written by the host since the last pass, of which units that "
                           "keep the array have not been told",
                           ctsar__check_element(a, (ptrdiff_t)at, text, sizeof text));
}

int ctsar__check_recall(ctsar__check *c, ctsar__tracked *a)
{
    size_t bytes = ctsar__shape_bytes(&a->shape);
    kept *k = a->persists ? find(a->host) : NULL;
    if (k && (k->bytes != bytes || k->elem != a->shape.elem)) {
        give_back(k, false);
        kept_free(k);
        k = NULL;
    }
    use(a->host, bytes, a->shape.flags & CTSAR_MEM_OUTPUT, k);
    if (!a->persists)
        return CTSAR_OK;
    if (!k)
        k = make(a->host, &a->shape);
    if (!k)
        return ctsar__error(CTSAR_ENOMEM, "no memory to check a persisted array of %zu bytes",
                            bytes);
    memcpy(k->name, a->name, sizeof k->name);
    look_for_writes(c, a, k);
    give_back(k, true);
    a->kept = k;
    a->hides = k->taken && !ctsar__shape_whole(&a->shape);
    return CTSAR_OK;
}

/* What the pass's iterations own is away. */
static void mark_outputs(const ctsar__check *c, const ctsar__tracked *a, kept *k)
{
    const ctsar__shape *s = &a->shape;
    size_t each = s->inner / s->elem;
    for (size_t b = 0; b < s->outer; ++b)
        for (long i = 0; i < c->all.count; ++i) {
            ctsar__items own = ctsar__shape_owns(s, (ctsar__values){ctsar__value(c->all, i), 1, 1});
            size_t block = b * s->assoc;
            for (size_t e = (block + own.lo) * each; e < (block + own.hi) * each; ++e)
                set_state(k, e, AWAY);
        }
}

/* Remembers the values of what is not lost, and takes away what is to be. */
static void take_away(kept *k)
{
    for (size_t i = 0; i < elements(k); ++i) {
        char *at = k->host + i * k->elem;
        if (k->state[i] != LOST)
            memcpy(k->value + i * k->elem, at, k->elem);
        for (char *b = at; k->state[i] == AWAY && b < at + k->elem; ++b)
            *b = nan_byte(k, b);
    }
}

void ctsar__check_keep(ctsar__check *c, ctsar__tracked *a)
{
    kept *k = a->kept;
    a->kept = NULL;
    if (!k)
        return;
    k->known = true;
    if (a->shape.flags & CTSAR_MEM_OUTPUT && !a->through && c->executed != c->executed_before)
        mark_outputs(c, a, k);
    k->taken = k->taken || k->away;
    if (k->away || k->lost)
        take_away(k);
    else
        memcpy(k->value, k->host, k->bytes);
}

size_t ctsar__check_lost(const ctsar__tracked *a, size_t offset, size_t length, bool *lost)
{
    const kept *k = a->kept;
    *lost = false;
    if (!k || !k->lost)
        return length;
    size_t i = offset / k->elem, end = i + 1;
    *lost = k->state[i] == LOST;
    while (end * k->elem < offset + length && (k->state[end] == LOST) == *lost)
        ++end;
    size_t n = end * k->elem - offset;
    return n < length ? n : length;
}

void ctsar__check_restore_lost(ctsar__tracked *a)
{
    kept *k = a->kept;
    for (size_t i = 0; k->lost && i < elements(k); ++i)
        if (k->state[i] == LOST) {
            memcpy(k->host + i * k->elem, k->value + i * k->elem, k->elem);
            set_state(k, i, CURRENT);
        }
}
