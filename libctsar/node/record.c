/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "node/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"

enum { WORDS = 240 };

void ctsar__record_note(ctsar__record *r, int number, uint64_t hash)
{
    if (number < CTSAR__TOLD)
        r->entry[number] = hash;
    else
        r->rest = ctsar__hash(r->rest, &hash, sizeof hash);
}

/* ---- Who differs --------------------------------------------------------------------- */

/* A rank that has failed early in a pass is at its end while others are at its beginning. */
static bool same_part(const ctsar__record *a, const ctsar__record *b)
{
    bool fails = (a->deed == CTSAR__PASS && a->status) || (b->deed == CTSAR__PASS && b->status);
    return a->deed == b->deed || (fails && (a->deed == CTSAR__GATE || b->deed == CTSAR__GATE));
}

static bool same_deed(const ctsar__record *a, const ctsar__record *b)
{
    return same_part(a, b) && a->pass == b->pass && !strncmp(a->name, b->name, sizeof a->name);
}

static bool same_loop(const ctsar__record *a, const ctsar__record *b)
{
    return a->lo == b->lo && a->step == b->step && a->n == b->n;
}

/* The first registration that differs, from 1; 0: none does. */
static int other_entry(const ctsar__record *a, const ctsar__record *b)
{
    for (int i = 0; i < CTSAR__TOLD; ++i)
        if (a->entry[i] != b->entry[i])
            return i + 1;
    return a->rest != b->rest ? CTSAR__TOLD + 1 : 0;
}

static void say_deed(const ctsar__record *r, char *text)
{
    if (r->deed == CTSAR__EXIT)
        snprintf(text, WORDS, "has ended");
    else if (r->deed == CTSAR__START)
        snprintf(text, WORDS, "begins with %.63s", r->name);
    else if (r->deed == CTSAR__CALL)
        snprintf(text, WORDS, "calls %.63s for an array that nodes have in parts", r->name);
    else if (r->deed == CTSAR__GATE)
        snprintf(text, WORDS, "begins pass %llu of %.63s, before which arrays are exchanged",
                 (unsigned long long)r->pass, r->name);
    else
        snprintf(text, WORDS, "is in pass %llu of %.63s", (unsigned long long)r->pass, r->name);
}

static void say_loop(const ctsar__record *r, char *text)
{
    snprintf(text, WORDS, "has %lld iterations from %lld by %lld", (long long)r->n,
             (long long)r->lo, (long long)r->step);
}

static void say_count(const ctsar__record *r, char *text)
{
    snprintf(text, WORDS, "registers %d arrays and %d reductions", r->arrays, r->reductions);
}

static void say_entry(const ctsar__record *r, int number, char *text)
{
    bool array = number <= r->arrays;
    snprintf(text, WORDS, "registers another %s as number %d (%s)", array ? "array" : "reduction",
             array ? number : number - r->arrays,
             array ? "size, extents, association or directions" : "size");
}

static const char *other_way(const ctsar__record *r)
{
    return r->deed == CTSAR__CALL ? "calls it for another array"
                                  : "divides the pass in another way";
}

/* How r differs from rank 0's record: what r does, and what rank 0 does.  False: it does not. */
static bool differs(const ctsar__record *zero, const ctsar__record *r, char *it, char *other)
{
    int entry = other_entry(zero, r);
    void (*say)(const ctsar__record *, char *) = say_deed;
    bool failed = zero->status || r->status; /* then not all of the pass is known */
    if (same_deed(zero, r) && failed)
        return false;
    if (same_deed(zero, r) && !same_loop(zero, r))
        say = say_loop;
    else if (same_deed(zero, r) && (zero->arrays != r->arrays || zero->reductions != r->reductions))
        say = say_count;
    else if (same_deed(zero, r) && !entry && zero->division == r->division)
        return false;
    say(r, it);
    say(zero, other);
    if (say == say_deed && same_deed(zero, r)) {
        snprintf(other, WORDS, r->deed == CTSAR__START ? "its own" : "does otherwise");
        if (r->deed == CTSAR__START)
            snprintf(it, WORDS,
                     "has other arguments (CTSAR_NODES=mpi says that it may, 0 that each rank is "
                     "alone)");
        else if (entry)
            say_entry(r, entry, it);
        else
            snprintf(it, WORDS, "%s", other_way(r));
    }
    return true;
}

/* ---- The end of the job --------------------------------------------------------------- */

/* All know the same, so rank 0 speaks; the others give it the time to. */
static _Noreturn void end(const ctsar__node *n, int rank, const char *it, const char *other)
{
    struct timespec while_it_speaks = {.tv_sec = 2};
    if (n->world.rank == 0)
        fprintf(stderr,
                "ctsar: the nodes differ: rank %d %s, rank 0 %s; all ranks must execute the same "
                "passes on the same data\n",
                rank, it, other);
    else
        nanosleep(&while_it_speaks, NULL);
    n->transport->abort();
    abort();
}

/* ---- All together ----------------------------------------------------------------------- */

void ctsar__tell_nodes(const ctsar__node *n, const ctsar__record *mine)
{
    n->transport->allgather(mine, n->said, sizeof *mine);
}

void ctsar__compare_nodes(const ctsar__node *n, const ctsar__record *mine)
{
    char it[WORDS], other[WORDS];
    ctsar__tell_nodes(n, mine);
    for (int r = 1; r < n->world.size; ++r)
        if (differs(&n->said[0], &n->said[r], it, other))
            end(n, r, it, other);
}

int ctsar__node_failed(const ctsar__node *n)
{
    for (int r = 0; r < n->world.size; ++r)
        if (n->said[r].status)
            return r;
    return -1;
}
