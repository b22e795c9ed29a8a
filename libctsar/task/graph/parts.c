/* SPDX-License-Identifier: BSD-3-Clause
 *
 * By box there is a table of lists.  By address there is a tree, sorted by where boxes begin and
 * kept flat by random weights, of which each subtree knows how far it reaches.  That says little of
 * columns, which all reach from the first row to the last one; so a subtree also knows its columns.
 */
#include "task/graph/parts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* ---- Columns ------------------------------------------------------------------------------ */

/* In rows of `row` bytes; rows of the box that are apart by a multiple of that have them alike. */
static ctsar__columns columns_in(const ctsar__box *b, const char *end, size_t row)
{
    bool alike = b->levels > 0;
    for (int k = 0; k < b->levels; ++k)
        alike = alike && b->apart[k] % row == 0;
    size_t lo = (uintptr_t)b->at % row, width = alike ? b->run : (size_t)(end - b->at);
    return (ctsar__columns){width < row ? row : 0, lo, lo + width};
}

static ctsar__columns both(ctsar__columns a, ctsar__columns b)
{
    return (ctsar__columns){.row = a.row == b.row ? a.row : 0,
                            .lo = a.lo < b.lo ? a.lo : b.lo,
                            .hi = a.hi > b.hi ? a.hi : b.hi};
}

/* None of a column of one is one of the other. */
static bool are_apart(ctsar__columns a, ctsar__columns b)
{
    return a.row && a.row == b.row && (a.lo >= b.hi || b.lo >= a.hi) && a.lo + a.row >= b.hi &&
           b.lo + b.row >= a.hi;
}

/* ---- The tree --------------------------------------------------------------------------- */

static bool before(const ctsar__part *a, const ctsar__part *b)
{
    return a->box.at != b->box.at ? a->box.at < b->box.at : a < b;
}

static void reach_as(ctsar__part *p, const ctsar__part *child)
{
    if (!child)
        return;
    if (child->most > p->most)
        p->most = child->most;
    p->all = both(p->all, child->all);
}

static void reach(ctsar__part *p)
{
    p->most = p->end;
    p->all = p->columns;
    reach_as(p, p->left);
    reach_as(p, p->right);
}

/* Divides a tree into what is before `at` and what is not. */
static void split(ctsar__part *tree, const ctsar__part *at, ctsar__part **lo, ctsar__part **hi)
{
    if (!tree) {
        *lo = *hi = NULL;
        return;
    }
    if (before(tree, at)) {
        split(tree->right, at, &tree->right, hi);
        *lo = tree;
    } else {
        split(tree->left, at, lo, &tree->left);
        *hi = tree;
    }
    reach(tree);
}

static ctsar__part *join(ctsar__part *lo, ctsar__part *hi)
{
    if (!lo || !hi)
        return lo ? lo : hi;
    ctsar__part *top = lo->weight > hi->weight ? lo : hi;
    if (top == lo)
        lo->right = join(lo->right, hi);
    else
        hi->left = join(lo, hi->left);
    reach(top);
    return top;
}

static ctsar__part *plant(ctsar__part *tree, ctsar__part *p)
{
    if (!tree || tree->weight < p->weight) {
        split(tree, p, &p->left, &p->right);
        reach(p);
        return p;
    }
    if (before(p, tree))
        tree->left = plant(tree->left, p);
    else
        tree->right = plant(tree->right, p);
    reach(tree);
    return tree;
}

static ctsar__part *uproot(ctsar__part *tree, const ctsar__part *p)
{
    if (tree == p)
        return join(tree->left, tree->right);
    if (before(p, tree))
        tree->left = uproot(tree->left, p);
    else
        tree->right = uproot(tree->right, p);
    reach(tree);
    return tree;
}

typedef struct visitor {
    const ctsar__box *box;
    const char *end;
    bool (*visit)(void *data, ctsar__part *p);
    void *data;
    size_t row; /* of which the box's columns are known */
    ctsar__columns columns;
} visitor;

/* Nothing in the tree has a column of the box. */
static bool is_beside(const ctsar__part *tree, visitor *v)
{
    size_t row = tree->all.row;
    if (row && row != v->row) {
        v->row = row;
        v->columns = columns_in(v->box, v->end, row);
    }
    return row && are_apart(tree->all, v->columns);
}

static bool walk(ctsar__part *tree, visitor *v)
{
    if (!tree || tree->most <= v->box->at || is_beside(tree, v))
        return true;
    if (!walk(tree->left, v))
        return false;
    if (tree->box.at >= v->end)
        return true;
    if (ctsar__boxes_overlap(&tree->box, v->box) && !v->visit(v->data, tree))
        return false;
    return walk(tree->right, v);
}

void ctsar__parts_visit(const ctsar__parts *s, const ctsar__box *box,
                        bool (*visit)(void *data, ctsar__part *p), void *data)
{
    visitor v = {.box = box, .end = ctsar__box_end(box), .visit = visit, .data = data};
    walk(s->root, &v);
}

static bool walk_all(ctsar__part *tree, const visitor *v)
{
    return !tree ||
           (walk_all(tree->left, v) && v->visit(v->data, tree) && walk_all(tree->right, v));
}

void ctsar__parts_visit_all(const ctsar__parts *s, bool (*visit)(void *data, ctsar__part *p),
                            void *data)
{
    const visitor v = {.visit = visit, .data = data};
    walk_all(s->root, &v);
}

/* ---- Neighbours --------------------------------------------------------------------------- */

static bool add_neighbour(ctsar__part *p, ctsar__part *other)
{
    ctsar__part **grown =
        ctsar__grow(p->overlap, &p->overlap_room, p->overlaps + 1, sizeof(ctsar__part *));
    if (!grown)
        return false;
    p->overlap = grown;
    p->overlap[p->overlaps++] = other;
    return true;
}

static void drop_neighbour(ctsar__part *p, const ctsar__part *other)
{
    size_t i = 0;
    while (i < p->overlaps && p->overlap[i] != other)
        i++;
    if (i < p->overlaps)
        p->overlap[i] = p->overlap[--p->overlaps];
}

typedef struct meeting {
    ctsar__part *part;
    bool failed;
} meeting;

static bool meet(void *data, ctsar__part *other)
{
    meeting *m = data;
    m->failed = !add_neighbour(m->part, other) || !add_neighbour(other, m->part);
    return !m->failed;
}

static void part_all(ctsar__part *p)
{
    for (size_t i = 0; i < p->overlaps; ++i)
        drop_neighbour(p->overlap[i], p);
}

/* ---- The set ------------------------------------------------------------------------------ */

static void free_part(ctsar__part *p)
{
    free(p->overlap);
    free(p->readers.at);
    free(p->reducers.at);
    free(p);
}

static void free_tree(ctsar__part *p)
{
    if (!p)
        return;
    free_tree(p->left);
    free_tree(p->right);
    free_part(p);
}

void ctsar__parts_free(ctsar__parts *s)
{
    free_tree(s->root);
    free(s->bucket);
    *s = (ctsar__parts){0};
}

/* Twice as many lists. */
static bool rehash(ctsar__parts *s)
{
    size_t buckets = s->buckets ? 2 * s->buckets : 64;
    ctsar__part **bucket = calloc(buckets, sizeof(ctsar__part *));
    if (!bucket)
        return s->buckets > 0; /* slower, but right */
    for (size_t b = 0; b < s->buckets; ++b)
        for (ctsar__part *p = s->bucket[b], *next; p; p = next) {
            ctsar__part **to = &bucket[p->hash & (buckets - 1)];
            next = p->same;
            p->same = *to;
            *to = p;
        }
    free(s->bucket);
    s->bucket = bucket;
    s->buckets = buckets;
    return true;
}

static void enter(ctsar__parts *s, ctsar__part *p)
{
    s->weight = s->weight * 1664525u + 1013904223u;
    p->weight = s->weight ^ s->weight >> 15;
    s->root = plant(s->root, p);
    p->same = s->bucket[p->hash & (s->buckets - 1)];
    s->bucket[p->hash & (s->buckets - 1)] = p;
    s->count++;
}

static ctsar__part *make(ctsar__parts *s, const ctsar__box *box, size_t hash)
{
    if (s->count >= s->buckets && !rehash(s))
        return NULL;
    ctsar__part *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->box = *box;
    p->end = ctsar__box_end(box);
    if (box->levels)
        p->columns = columns_in(box, p->end, box->apart[0]);
    p->hash = hash;
    meeting m = {p, false};
    ctsar__parts_visit(s, box, meet, &m);
    if (m.failed) {
        part_all(p);
        free_part(p);
        return NULL;
    }
    enter(s, p);
    return p;
}

ctsar__part *ctsar__parts_find(ctsar__parts *s, const ctsar__box *box, size_t hash)
{
    ctsar__part *p = s->buckets ? s->bucket[hash & (s->buckets - 1)] : NULL;
    while (p && (p->hash != hash || !ctsar__box_equal(&p->box, box)))
        p = p->same;
    return p ? p : make(s, box, hash);
}

void ctsar__parts_remove(ctsar__parts *s, ctsar__part *p)
{
    ctsar__part **link = &s->bucket[p->hash & (s->buckets - 1)];
    while (*link != p)
        link = &(*link)->same;
    *link = p->same;
    s->root = uproot(s->root, p);
    s->count--;
    part_all(p);
    free_part(p);
}
