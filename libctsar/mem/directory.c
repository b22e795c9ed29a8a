/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The directory: the process's persisted arrays by host address.  Its mutex is taken before an
 * array's own. */
#include "mem/directory.h"

#include <stdlib.h>

#include "mem/bring.h"
#include "mem/holder.h"
#include "mem/shared.h"

static struct {
    pthread_mutex_t mutex; /* also guards arrays' `next` and `references` */
    pthread_cond_t let_go; /* nobody has a reference to some array any more */
    ctsar__shared *_Atomic first;
    int users;
    _Atomic unsigned long generation;
} table = {.mutex = PTHREAD_MUTEX_INITIALIZER, .let_go = PTHREAD_COND_INITIALIZER};

static const ctsar__shared_words words = {
    .name = "persisted array", .mend = "write them anew and say so with ctsar_host_modified"};

/* ---- The table ----------------------------------------------------------- */

static size_t bytes_of(const ctsar__shared *s)
{
    size_t known = s->bytes, claimed = s->claimed;
    return known > claimed ? known : claimed;
}

static bool overlap(const ctsar__shared *s, const char *host, size_t bytes)
{
    return ctsar__bytes_meet(s->base, bytes_of(s), host, bytes);
}

/* Its memory may have been freed since, and have come to another array. */
static bool in_the_way(const ctsar__shared *s, const char *host, size_t bytes)
{
    return !s->dormant && overlap(s, host, bytes);
}

static void unlink_shared(ctsar__shared *s)
{
    if (table.first == s)
        table.first = s->next;
    else {
        ctsar__shared *before = table.first;
        while (before->next != s)
            before = before->next;
        before->next = s->next;
    }
    ctsar__shared_destroy(s);
}

/* Nobody has it registered any more.  What was not brought to the host when it was let go, for want
 * of memory, is now; what could not be, because a device has failed, was an error then. */
static int forget(ctsar__shared *s)
{
    int status = ctsar__shared_sync(s, &(ctsar__traffic){0});
    if (status == CTSAR_ENOMEM)
        return status;
    unlink_shared(s);
    return CTSAR_OK;
}

/* Looks for what has bytes in common with these, under the mutex; *exactly: the array at
 * `host`.  What nobody has registered any more is forgotten. */
static int look_up(char *host, size_t bytes, ctsar__shared **exactly)
{
    int status = CTSAR_OK;
    *exactly = NULL;
    for (ctsar__shared *s = table.first, *next; s && !status; s = next) {
        next = s->next;
        if (s->base == host)
            *exactly = s;
        else if (!in_the_way(s, host, bytes))
            continue;
        else if (!s->references)
            status = forget(s);
        else
            return ctsar__error(
                CTSAR_ECONFLICT,
                "the array of %zu bytes at %p overlaps the persisted one of %zu "
                "bytes at %p; register it as a whole, or ctsar_depersist it, before "
                "its memory is freed",
                bytes, (void *)host, bytes_of(s), (void *)s->base);
    }
    return status;
}

/* Nothing else is in the way. */
static int come_back(ctsar__shared *s, const ctsar__shape *shape)
{
    size_t bytes = ctsar__shape_bytes(shape);
    int status = s->dormant ? ctsar__shared_revive(s, shape) : CTSAR_OK;
    if (status)
        return status;
    table.generation += s->dormant || bytes > bytes_of(s);
    s->claimed = s->dormant || bytes > s->claimed ? bytes : s->claimed;
    s->dormant = false;
    return status;
}

static int find_or_create(char *host, const ctsar__shape *shape, ctsar__shared **out)
{
    int status = look_up(host, ctsar__shape_bytes(shape), out);
    if (status || *out)
        return status ? status : come_back(*out, shape);
    status = ctsar__shared_create(host, shape, NULL, &words, out);
    if (status)
        return status;
    (*out)->next = table.first;
    table.first = *out;
    table.generation++;
    return CTSAR_OK;
}

void ctsar__directory_open(void)
{
    pthread_mutex_lock(&table.mutex);
    table.users++;
    pthread_mutex_unlock(&table.mutex);
}

/* Is one of the arrays referred to?  Where there is no region, a thread is about to let go of it.
 */
static bool in_use(void)
{
    for (const ctsar__shared *s = table.first; s; s = s->next)
        if (s->references)
            return true;
    return false;
}

static int drop_all(void)
{
    int status = CTSAR_OK;
    while (table.first) {
        int failed = ctsar__shared_sync(table.first, &(ctsar__traffic){0});
        status = failed ? failed : status;
        unlink_shared(table.first);
    }
    return status;
}

int ctsar__directory_close(void)
{
    int status = CTSAR_OK;
    pthread_mutex_lock(&table.mutex);
    table.users--;
    while (table.users == 0 && in_use())
        pthread_cond_wait(&table.let_go, &table.mutex);
    if (table.users == 0)
        status = drop_all();
    pthread_mutex_unlock(&table.mutex);
    return status;
}

unsigned long ctsar__directory_generation(void)
{
    return atomic_load_explicit(&table.generation, memory_order_acquire);
}

int ctsar__directory_acquire(void *host, const ctsar__shape *shape, ctsar__shared **out)
{
    pthread_mutex_lock(&table.mutex);
    int status = find_or_create(host, shape, out);
    if (!status)
        (*out)->references++;
    pthread_mutex_unlock(&table.mutex);
    return status;
}

int ctsar__directory_renew(ctsar__shared *s, const ctsar__shape *shape)
{
    size_t bytes = ctsar__shape_bytes(shape);
    ctsar__shared *exactly;
    if (!s->dormant && bytes <= bytes_of(s))
        return CTSAR_OK;
    pthread_mutex_lock(&table.mutex);
    int status = look_up(s->base, bytes, &exactly);
    if (!status)
        status = come_back(s, shape);
    pthread_mutex_unlock(&table.mutex);
    return status;
}

ctsar__shared *ctsar__directory_at(void *host)
{
    pthread_mutex_lock(&table.mutex);
    ctsar__shared *s = table.first;
    while (s && s->base != host)
        s = s->next;
    if (s)
        s->references++;
    pthread_mutex_unlock(&table.mutex);
    return s;
}

static size_t count_beneath(const char *host, size_t bytes)
{
    size_t n = 0;
    for (const ctsar__shared *s = table.first; s; s = s->next)
        n += in_the_way(s, host, bytes);
    return n;
}

int ctsar__directory_beneath(const char *host, size_t bytes, ctsar__beneath **out)
{
    int status = CTSAR_OK;
    *out = NULL;
    pthread_mutex_lock(&table.mutex);
    size_t n = count_beneath(host, bytes);
    ctsar__beneath *b = n ? calloc(1, sizeof *b + n * sizeof b->at[0]) : NULL;
    if (n && !b)
        status = ctsar__error(CTSAR_ENOMEM, "no memory for a directory");
    for (ctsar__shared *s = table.first; s && b; s = s->next)
        if (in_the_way(s, host, bytes)) {
            s->references++;
            b->at[b->count++] = s;
        }
    pthread_mutex_unlock(&table.mutex);
    *out = b;
    return status;
}

void ctsar__directory_drop(ctsar__beneath *b)
{
    for (ctsar__beneath *older; b; b = older) {
        older = b->older;
        for (size_t i = 0; i < b->count; ++i)
            ctsar__directory_release(b->at[i], false);
        free(b);
    }
}

void ctsar__directory_release(ctsar__shared *s, bool forgets)
{
    pthread_mutex_lock(&table.mutex);
    if (--s->references == 0) {
        if ((forgets || s->dormant) && ctsar__shared_is_on_host(s))
            unlink_shared(s);
        pthread_cond_broadcast(&table.let_go);
    }
    pthread_mutex_unlock(&table.mutex);
}

void ctsar__directory_reclaim(void)
{
    pthread_mutex_lock(&table.mutex);
    for (ctsar__shared *s = table.first, *next; s; s = next) {
        next = s->next;
        if (!s->references && ctsar__shared_is_on_host(s))
            unlink_shared(s);
    }
    pthread_mutex_unlock(&table.mutex);
}

/* ---- By address ---------------------------------------------------------- */

int ctsar__directory_sync(void *host, ctsar__traffic *t)
{
    ctsar__shared *s = ctsar__directory_at(host);
    if (!s)
        return CTSAR_OK;
    int status = ctsar__shared_sync(s, t);
    ctsar__directory_release(s, false);
    return status;
}

int ctsar__directory_host_modified(void *host)
{
    ctsar__shared *s = ctsar__directory_at(host);
    if (!s)
        return CTSAR_OK;
    int status = ctsar__shared_host_modified(s);
    ctsar__directory_release(s, false);
    return status;
}

int ctsar__directory_depersist(void *host, ctsar__traffic *t)
{
    ctsar__shared *s = ctsar__directory_at(host);
    if (!s)
        return CTSAR_OK;
    int status = ctsar__shared_vacate(s, t);
    if (!status && ctsar__shared_is_on_host(s)) { /* what is lost has to be told to its readers */
        pthread_mutex_lock(&table.mutex);
        s->dormant = true;
        pthread_mutex_unlock(&table.mutex);
    }
    ctsar__directory_release(s, !status);
    return status;
}

/* The first one behind `after` (NULL: of all) that overlaps these; to be released. */
static ctsar__shared *next_overlapping(ctsar__shared *after, const char *host, size_t bytes)
{
    pthread_mutex_lock(&table.mutex);
    ctsar__shared *s = after ? after->next : table.first;
    while (s && !in_the_way(s, host, bytes))
        s = s->next;
    if (s)
        s->references++;
    pthread_mutex_unlock(&table.mutex);
    return s;
}

bool ctsar__directory_is_empty(void)
{
    return !atomic_load_explicit(&table.first, memory_order_acquire);
}

int ctsar__directory_settle(const void *host, size_t bytes, bool writes, ctsar__traffic *t)
{
    int status = CTSAR_OK;
    if (ctsar__directory_is_empty())
        return status;
    for (ctsar__shared *s = next_overlapping(NULL, host, bytes), *next; s; s = next) {
        if (!status)
            status = ctsar__shared_settle(s, writes, t);
        next = next_overlapping(s, host, bytes); /* while it cannot go */
        ctsar__directory_release(s, false);
    }
    return status;
}

int ctsar__directory_retarget(ctsar__shared *s, int references, void *host, bool *done,
                              ctsar__traffic *t)
{
    int status = CTSAR_OK;
    pthread_mutex_lock(&table.mutex);
    *done = s->references == references;
    for (ctsar__shared *o = table.first; o; o = o->next)
        *done = *done && (o == s || !overlap(o, host, bytes_of(s)));
    if (*done) {
        status = ctsar__shared_rebase(s, host, t);
        table.generation++;
    }
    pthread_mutex_unlock(&table.mutex);
    return status;
}
