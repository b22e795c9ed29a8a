/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays against a naive model: one copy of everything, written serially. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "mem/bring.h"
#include "mem/arrays.h"
#include "mem/data.h"
#include "mem/directory.h"
#include "mem/holder.h"
#include "mem/shared.h"
#include "mem/there.h"
#include "mem/window.h"
#include "support/accelerator.h"
#include "support/deliver.h"
#include "support/random.h"

enum { CORES = 2, ACCS = 2, UNITS = CORES + ACCS, ARRAYS = 3, REGIONS = 2, MAX_BYTES = 6000 };

/* Several regions over the same arrays and accelerators. */
typedef struct world {
    random_state random;
    ctsar__device *device[ACCS];
    ctsar__arrays region[REGIONS];
    unsigned long pass[REGIONS];
    char host[ARRAYS][MAX_BYTES], truth[ARRAYS][MAX_BYTES];
    int ndim[ARRAYS]; /* the arrays' extents stay; how they are associated does not */
    size_t elem[ARRAYS], extent[ARRAYS][CTSAR_MAX_DIMS];
    ctsar__cache cache;
} world;

static long pick(world *w, long lo, long hi)
{
    return random_long(&w->random, lo, hi);
}

static size_t bytes_of(const world *w, int a)
{
    size_t bytes = w->elem[a];
    for (int k = 0; k < w->ndim[a]; ++k)
        bytes *= w->extent[a][k];
    return bytes;
}

static void make_arrays(world *w)
{
    static const size_t elems[] = {1, 4, 8, 12};
    for (int a = 0; a < ARRAYS; ++a) {
        w->elem[a] = elems[pick(w, 0, 3)];
        w->ndim[a] = (int)pick(w, 1, 4);
        for (int k = 0; k < w->ndim[a]; ++k)
            w->extent[a][k] = (size_t)pick(w, 1, w->ndim[a] > 2 ? 4 : 20);
        for (size_t i = 0; i < MAX_BYTES; ++i)
            w->host[a][i] = w->truth[a][i] = (char)random_bits(&w->random);
    }
}

static void world_open(world *w, uint64_t seed)
{
    memset(w, 0, sizeof *w);
    w->random.x = seed;
    w->cache = (ctsar__cache)pick(w, 0, 2);
    for (int d = 0; d < ACCS; ++d) {
        w->device[d] = accelerator(SIZE_MAX);
        w->device[d]->simd = 1u << pick(w, 0, 4);
    }
    for (int r = 0; r < REGIONS; ++r)
        ctsar__arrays_init(&w->region[r], w->device, ACCS, w->cache);
    make_arrays(w);
}

static void world_close(world *w)
{
    for (int r = 0; r < REGIONS; ++r) {
        assert_int_equal(ctsar__arrays_flush(&w->region[r]), CTSAR_OK);
        assert_int_equal(ctsar__arrays_free(&w->region[r]), CTSAR_OK);
    }
    for (int a = 0; a < ARRAYS; ++a)
        assert_memory_equal(w->host[a], w->truth[a], bytes_of(w, a));
    for (int d = 0; d < ACCS; ++d)
        w->device[d]->backend->close(w->device[d]);
}

/* ---- One pass ------------------------------------------------------------------------ */

/* An array in a pass. */
typedef struct part {
    int array;
    ctsar__shape shape;
    char written[MAX_BYTES]; /* by element: in this pass, by a unit so far or to come */
} part;

static void choose_shape(world *w, part *p, bool whole)
{
    static const unsigned directions[] = {CTSAR_MEM_INPUT, CTSAR_MEM_OUTPUT, CTSAR_MEM_INOUT};
    int a = p->array, assoc = whole ? -1 : (int)pick(w, 0, w->ndim[a] - 1);
    ctsar_dim dim[CTSAR_MAX_DIMS] = {{0}};
    unsigned flags = whole ? CTSAR_MEM_INPUT : directions[pick(w, 0, 2)];
    bool strides = pick(w, 0, 2);
    for (int k = 0; k < w->ndim[a]; ++k)
        dim[k].extent = w->extent[a][k];
    if (!pick(w, 0, 3)) /* a part of it, from its beginning */
        dim[0].extent = (size_t)pick(w, 1, (long)w->extent[a][0]);
    if (assoc >= 0)
        dim[assoc] =
            (ctsar_dim){dim[assoc].extent, true, (size_t)pick(w, 0, 2), (size_t)pick(w, 0, 2)};
    flags |= pick(w, 0, 3) ? CTSAR_MEM_PERSIST : 0;
    flags |= strides && pick(w, 0, 1) ? CTSAR_MEM_PAD : 0;
    assert_int_equal(ctsar__shape_nd(w->elem[a], w->ndim[a], dim, flags, strides, &p->shape),
                     CTSAR_OK);
}

/* The element's place in a copy with these strides, and its index in the associated
 * dimension. */
static size_t place_of(const ctsar__shape *s, const size_t *strides, size_t element, long *index)
{
    size_t at = 0;
    *index = 0;
    for (int k = s->ndim - 1; k >= 0; --k) {
        size_t i = element % s->extent[k];
        element /= s->extent[k];
        at += i * (k == s->ndim - 1 ? 1 : strides[k]);
        if (k == s->dim)
            *index = (long)i;
    }
    return at * s->elem;
}

static bool is_value(ctsar__values v, long i)
{
    return v.count > 0 && i >= v.lo && i <= v.lo + (v.count - 1) * v.step &&
           (i - v.lo) % v.step == 0;
}

static bool owned(const ctsar__shape *s, ctsar__values v, long i)
{
    return s->flags & CTSAR_MEM_OUTPUT && is_value(v, i);
}

/* Needed, and not written by another unit in this pass. */
static bool readable(const part *p, ctsar__values v, long i, size_t element)
{
    const ctsar__shape *s = &p->shape;
    if (!(s->flags & CTSAR_MEM_INPUT))
        return false;
    if (ctsar__shape_whole(s))
        return true;
    long last = v.lo + (v.count - 1) * v.step;
    return i >= v.lo - (long)s->halo_below && i <= last + (long)s->halo_above &&
           (!p->written[element] || is_value(v, i));
}

/* The body: all that may be read is right, all that is owned is written. */
static void execute(world *w, part *p, ctsar__values v, char *base, const size_t *strides)
{
    const ctsar__shape *s = &p->shape;
    char *truth = w->truth[p->array];
    size_t elements = ctsar__shape_bytes(s) / s->elem;
    for (size_t e = 0; e < elements; ++e) {
        long index;
        size_t at = place_of(s, strides, e, &index);
        if (readable(p, v, index, e))
            assert_memory_equal(base + at, truth + e * s->elem, s->elem);
        if (!owned(s, v, index))
            continue;
        for (size_t b = 0; b < s->elem; ++b)
            base[at + b] = truth[e * s->elem + b] = (char)random_bits(&w->random);
    }
}

static void turn(world *w, int r, part *p, int parts, int unit, ctsar__values v)
{
    int acc = unit < CORES ? -1 : unit - CORES;
    ctsar__device *d = acc < 0 ? NULL : w->device[acc];
    ctsar__array *a[ARRAYS];
    size_t strides[ARRAYS][CTSAR_MAX_DIMS];
    void *base[ARRAYS];
    for (int i = 0; i < parts; ++i) {
        ctsar__traffic t = {0};
        assert_int_equal(ctsar__arrays_register(&w->region[r], w->host[p[i].array], &p[i].shape,
                                                w->pass[r], &a[i]),
                         CTSAR_OK);
        assert_int_equal(ctsar__window_base(a[i], AT(acc, d), strides[i], &base[i], &t), CTSAR_OK);
        assert_int_equal(ctsar__window_fetch(a[i], AT(acc, d), v, w->pass[r], &t), CTSAR_OK);
        t = (ctsar__traffic){0};
        assert_int_equal(ctsar__window_fetch(a[i], AT(acc, d), v, w->pass[r], &t), CTSAR_OK);
        if (a[i]->persists)
            assert_int_equal(t.bytes_in + t.bytes_out + t.bytes_between, 0);
    }
    for (int i = 0; i < parts; ++i)
        if (v.count > 0)
            execute(w, &p[i], v, base[i], strides[i]);
    for (int i = 0; i < parts; ++i) {
        ctsar__traffic t = {0};
        assert_int_equal(deliver_window(a[i], AT(acc, d), v, &t), CTSAR_OK);
        ctsar__window_release(a[i], AT(acc, d));
    }
}

/* Elements that the pass will write. */
static void mark_written(part *p, ctsar__values all)
{
    const ctsar__shape *s = &p->shape;
    const size_t none[CTSAR_MAX_DIMS] = {0};
    for (size_t e = 0; e < ctsar__shape_bytes(s) / s->elem; ++e) {
        long index;
        place_of(s, none, e, &index);
        p->written[e] = owned(s, all, index);
    }
}

/* Parts for a pass; the iterations that all of them can stand. */
static int choose_parts(world *w, part *p, ctsar__values *all)
{
    int parts = (int)pick(w, 1, ARRAYS), first = (int)pick(w, 0, ARRAYS - 1);
    long most = 20;
    for (int i = 0; i < parts; ++i) {
        p[i].array = (first + i) % ARRAYS;
        choose_shape(w, &p[i], pick(w, 0, 4) == 0);
        if (!ctsar__shape_whole(&p[i].shape) && (long)p[i].shape.assoc < most)
            most = (long)p[i].shape.assoc;
    }
    *all = (ctsar__values){pick(w, 0, most - 1), pick(w, 0, 2) ? 1 : pick(w, 1, 3), 0};
    all->count = pick(w, 0, 4) ? (most - 1 - all->lo) / all->step + 1 : pick(w, 0, 1);
    if (all->lo + (all->count - 1) * all->step >= most)
        all->count = 0;
    for (int i = 0; i < parts; ++i)
        mark_written(&p[i], *all);
    return parts;
}

/* Splits the values in unit order, at random. */
static void split(world *w, ctsar__values all, ctsar__values *of)
{
    long boundary[UNITS + 1] = {0};
    for (int u = 1; u < UNITS; ++u)
        boundary[u] = pick(w, boundary[u - 1], all.count);
    boundary[UNITS] = all.count;
    for (int u = 0; u < UNITS; ++u)
        of[u] = (ctsar__values){all.lo + boundary[u] * all.step, all.step,
                                boundary[u + 1] - boundary[u]};
}

/* What a pass leaves on the host. */
static void check_host(world *w, const part *p)
{
    const ctsar__shape *s = &p->shape;
    bool plain = !(s->flags & CTSAR_MEM_PERSIST) || w->cache != CTSAR__CACHE_WRITEBACK;
    for (size_t e = 0; plain && e < ctsar__shape_bytes(s) / s->elem; ++e)
        if (p->written[e])
            assert_memory_equal(w->host[p->array] + e * s->elem, w->truth[p->array] + e * s->elem,
                                s->elem);
}

static void one_pass(world *w, int r, part *p)
{
    ctsar__values all, of[UNITS];
    int parts = choose_parts(w, p, &all), rounds = (int)pick(w, 1, 3), first = (int)pick(w, 0, 3);
    for (; rounds > 0; --rounds) { /* passes that differ in their split */
        w->pass[r]++;
        split(w, all, of);
        for (int u = 0; u < UNITS; ++u)
            turn(w, r, p, parts, (first + u) % UNITS, of[(first + u) % UNITS]);
        for (int acc = 0; acc < ACCS; ++acc)
            if (!of[CORES + acc].count)
                assert_int_equal(ctsar__arrays_vacate(&w->region[r], acc, &(ctsar__traffic){0}),
                                 CTSAR_OK);
        assert_int_equal(ctsar__arrays_end_pass(&w->region[r], w->pass[r], &(ctsar__traffic){0}),
                         CTSAR_OK);
        for (int i = 0; i < parts; ++i)
            check_host(w, &p[i]);
    }
}

/* ---- Between passes -------------------------------------------------------------------- */

static void write_on_host(world *w, int a)
{
    for (long n = pick(w, 1, 50); n > 0; --n) {
        size_t at = (size_t)pick(w, 0, (long)bytes_of(w, a) - 1);
        w->host[a][at] = w->truth[a][at] = (char)random_bits(&w->random);
    }
}

static void call_something(world *w)
{
    int a = (int)pick(w, 0, ARRAYS - 1), r = (int)pick(w, 0, REGIONS - 1);
    ctsar__traffic t = {0};
    int status;
    switch (pick(w, 0, 5)) {
    case 0:
        assert_int_equal(ctsar__directory_sync(w->host[a], &t), CTSAR_OK);
        assert_memory_equal(w->host[a], w->truth[a], bytes_of(w, a));
        assert_int_equal(t.bytes_in, 0);
        break;
    case 1:
        assert_int_equal(ctsar__directory_sync(w->host[a], &t), CTSAR_OK);
        write_on_host(w, a);
        assert_int_equal(ctsar__directory_host_modified(w->host[a]), CTSAR_OK);
        break;
    case 2:
        assert_int_equal(ctsar__directory_depersist(w->host[a], &t), CTSAR_OK);
        assert_memory_equal(w->host[a], w->truth[a], bytes_of(w, a));
        break;
    case 3:
        status = ctsar__arrays_unregister(&w->region[r], w->host[a]);
        assert_true(status == CTSAR_OK || status == CTSAR_ENOTREG);
        if (!status)
            assert_memory_equal(w->host[a], w->truth[a], bytes_of(w, a));
        break;
    case 4:
        status = ctsar__arrays_retarget(&w->region[r], w->host[a], w->host[(a + 1) % ARRAYS]);
        assert_true(status == CTSAR_OK || status == CTSAR_ENOTREG);
        break;
    case 5:
        if (pick(w, 0, 3))
            break;
        assert_int_equal(ctsar__arrays_flush(&w->region[r]), CTSAR_OK);
        assert_int_equal(ctsar__arrays_free(&w->region[r]), CTSAR_OK);
        ctsar__arrays_init(&w->region[r], w->device, ACCS, w->cache);
    }
}

static void every_unit_reads_what_the_serial_program_would(void **state)
{
    (void)state;
    world *w = malloc(sizeof *w);
    part *p = calloc(ARRAYS, sizeof *p);
    for (uint64_t seed = 1; seed <= 400; ++seed) {
        world_open(w, seed);
        for (int step = 0; step < 25; ++step)
            if (pick(w, 0, 2))
                one_pass(w, (int)pick(w, 0, REGIONS - 1), p);
            else
                call_something(w);
        world_close(w);
    }
    free(p);
    free(w);
}

/* A pass of one part with a split that is given; accelerators come first. */
static void pass_with(world *w, part *p, ctsar__values all, const ctsar__values *of)
{
    w->pass[0]++;
    mark_written(p, all);
    for (int u = UNITS - 1; u >= 0; --u)
        turn(w, 0, p, 1, u, of[u]);
    assert_int_equal(ctsar__arrays_end_pass(&w->region[0], w->pass[0], &(ctsar__traffic){0}),
                     CTSAR_OK);
}

static void open_matrix(world *w, part *p, size_t rows, size_t cols, bool columns)
{
    const ctsar_dim dim[] = {{rows, !columns, 0, 0}, {cols, columns, 0, 0}};
    world_open(w, 1);
    w->region[0].cache = CTSAR__CACHE_WRITEBACK;
    w->ndim[0] = 2;
    w->elem[0] = 4;
    w->extent[0][0] = rows;
    w->extent[0][1] = cols;
    p->array = 0;
    assert_int_equal(
        ctsar__shape_nd(4, 2, dim, CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST, true, &p->shape), CTSAR_OK);
}

static void columns_that_pass_through_a_packed_window_survive_it(void **state)
{
    (void)state;
    world *w = malloc(sizeof *w);
    part *p = calloc(1, sizeof *p);
    open_matrix(w, p, 15, 100, true);
    for (long lo = 0; lo <= 70; lo += 4) /* before it, behind it: cores; 30 columns in it */
        pass_with(w, p, (ctsar__values){0, 1, 100},
                  (ctsar__values[]){{0, 1, lo}, {lo + 30, 1, 70 - lo}, {lo, 1, 30}, {0, 1, 0}});
    world_close(w);
    free(p);
    free(w);
}

static void what_only_an_accelerator_has_stays_there_when_its_range_moves_on(void **state)
{
    (void)state;
    world *w = malloc(sizeof *w);
    part *p = calloc(1, sizeof *p);
    ctsar__traffic t = {0};
    open_matrix(w, p, 100, 15, false);
    for (long lo = 0; lo <= 80; lo += 20) /* loops over a part each */
        pass_with(w, p, (ctsar__values){lo, 1, 20},
                  (ctsar__values[]){{0, 1, 0}, {0, 1, 0}, {lo, 1, 20}, {0, 1, 0}});
    assert_int_equal(ctsar__directory_sync(w->host[0], &t), CTSAR_OK);
    assert_int_equal(t.bytes_out, 100 * 15 * 4);
    assert_memory_equal(w->host[0], w->truth[0], 100 * 15 * 4);
    world_close(w);
    free(p);
    free(w);
}

static void shape_rows(part *p, size_t rows, unsigned flags)
{
    const ctsar_dim dim[] = {{rows, true, 0, 0}, {15, false, 0, 0}};
    assert_int_equal(ctsar__shape_nd(4, 2, dim, flags | CTSAR_MEM_PERSIST, true, &p->shape),
                     CTSAR_OK);
}

/* A loop that reads all rows, and one that writes all but the last. */
static void a_registration_of_fewer_rows_leaves_them_where_they_are(void **state)
{
    (void)state;
    world *w = malloc(sizeof *w);
    part *p = calloc(1, sizeof *p);
    ctsar__traffic t = {0};
    open_matrix(w, p, 100, 15, false);
    for (int i = 0; i < 6; ++i) {
        long rows = i % 2 ? 100 : 99;
        shape_rows(p, (size_t)rows, i % 2 ? CTSAR_MEM_INPUT : CTSAR_MEM_INOUT);
        pass_with(w, p, (ctsar__values){0, 1, rows},
                  (ctsar__values[]){{0, 1, 0}, {0, 1, 0}, {0, 1, 50}, {50, 1, rows - 50}});
        ctsar__shared *s = ctsar__directory_at(w->host[0]);
        const ctsar__holder *h = ctsar__shared_holder(s, w->device[1]);
        assert_true(i < 2 || ctsar__intervals_cover(&h->current, (ctsar__items){50 * 60, 99 * 60}));
        ctsar__directory_release(s, false);
    }
    assert_int_equal(ctsar__directory_sync(w->host[0], &t), CTSAR_OK);
    assert_int_equal(t.bytes_out, 99 * 15 * 4);
    world_close(w);
    free(p);
    free(w);
}

/* Room for a quarter of the array: what was written leaves as the range moves. */
static void an_accelerator_without_room_gives_back_what_its_range_has_left(void **state)
{
    (void)state;
    world *w = malloc(sizeof *w);
    part *p = calloc(1, sizeof *p);
    ctsar__shape s;
    static char host[64 * 4096], truth[64 * 4096];
    open_matrix(w, p, 10, 15, false);
    ctsar__device *small = accelerator(16 * page_size());
    ctsar__arrays arrays;
    ctsar__arrays_init(&arrays, &small, 1, CTSAR__CACHE_WRITEBACK);
    assert_int_equal(ctsar__shape_2d(1, 64, 4096, 0, 0,
                                     CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST, false,
                                     &s),
                     CTSAR_OK);
    for (unsigned long pass = 1; pass <= 60; ++pass) {
        ctsar__array *a;
        void *base;
        ctsar__traffic t = {0};
        ctsar__values v = {random_long(&w->random, 0, 63 - 10), 1, 10};
        assert_int_equal(ctsar__arrays_register(&arrays, host, &s, pass, &a), CTSAR_OK);
        assert_int_equal(ctsar__window_base(a, AT(0, small), NULL, &base, &t), CTSAR_OK);
        assert_int_equal(ctsar__window_fetch(a, AT(0, small), v, pass, &t), CTSAR_OK);
        for (size_t i = (size_t)v.lo * 4096; i < (size_t)(v.lo + 10) * 4096; ++i) {
            assert_int_equal(((char *)base)[i], truth[i]);
            ((char *)base)[i] = truth[i] = (char)(i + pass);
        }
        assert_int_equal(deliver_window(a, AT(0, small), v, &t), CTSAR_OK);
        assert_int_equal(ctsar__arrays_end_pass(&arrays, pass, &(ctsar__traffic){0}), CTSAR_OK);
    }
    assert_int_equal(ctsar__arrays_flush(&arrays), CTSAR_OK);
    assert_memory_equal(host, truth, sizeof host);
    assert_int_equal(ctsar__arrays_free(&arrays), CTSAR_OK);
    world_close(w);
    small->backend->close(small);
    free(p);
    free(w);
}

/* All of a persisted or plain array on one accelerator, in a region of its own. */
static int use_all(ctsar__arrays *arrays, ctsar__device *d, char *host, unsigned persist)
{
    ctsar__shape s;
    ctsar__array *a;
    void *base;
    ctsar__traffic t = {0};
    ctsar__values v = {0, 1, 8};
    assert_int_equal(ctsar__shape_2d(1, 8, page_size(), 0, 0,
                                     CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | persist, false, &s),
                     CTSAR_OK);
    assert_int_equal(ctsar__arrays_register(arrays, host, &s, 1, &a), CTSAR_OK);
    assert_int_equal(ctsar__window_base(a, AT(0, d), NULL, &base, &t), CTSAR_OK);
    int status = ctsar__window_fetch(a, AT(0, d), v, 1, &t);
    if (!status)
        status = deliver_window(a, AT(0, d), v, &t);
    ctsar__window_release(a, AT(0, d));
    return status;
}

static void what_no_region_has_any_more_makes_room_when_it_is_needed(void **state)
{
    (void)state;
    for (int persist = 0; persist < 2; ++persist) {
        static char one[8 << 16], two[8 << 16];
        ctsar__device *d = accelerator(10 * page_size());
        ctsar__arrays first, second;
        ctsar__arrays_init(&first, &d, 1, CTSAR__CACHE_WRITEBACK);
        ctsar__arrays_init(&second, &d, 1, CTSAR__CACHE_WRITEBACK);
        assert_int_equal(use_all(&first, d, one, CTSAR_MEM_PERSIST), CTSAR_OK);
        unsigned flags = persist ? CTSAR_MEM_PERSIST : 0;
        assert_int_equal(use_all(&second, d, two, flags), CTSAR_ENOMEM);
        assert_int_equal(ctsar__arrays_flush(&first), CTSAR_OK);
        assert_int_equal(ctsar__arrays_free(&first), CTSAR_OK);
        assert_int_equal(use_all(&second, d, two, flags), CTSAR_OK);
        assert_int_equal(ctsar__arrays_flush(&second), CTSAR_OK);
        assert_int_equal(ctsar__arrays_free(&second), CTSAR_OK);
        d->backend->close(d);
    }
}

/* A core is at work on what an accelerator had, which has to give it back before the core is done.
 */
static void what_is_given_back_late_does_not_overwrite_what_a_core_has_written(void **state)
{
    (void)state;
    for (int persist = 0; persist < 2; ++persist) {
        static char host[8 << 16];
        size_t bytes = 8 * page_size();
        unsigned flags = CTSAR_MEM_OUTPUT | CTSAR_MEM_PARTIAL | (persist ? CTSAR_MEM_PERSIST : 0);
        ctsar__device *d = accelerator(SIZE_MAX);
        ctsar__arrays arrays;
        ctsar__shape s;
        ctsar__array *a;
        void *base;
        ctsar__traffic t = {0};
        ctsar__values v = {2, 1, 4};
        memset(host, 1, sizeof host);
        ctsar__arrays_init(&arrays, &d, 1, CTSAR__CACHE_WRITEBACK);
        assert_int_equal(use_all(&arrays, d, host, CTSAR_MEM_PERSIST), CTSAR_OK);
        assert_int_equal(ctsar__shape_2d(1, 8, page_size(), 0, 0, flags, false, &s), CTSAR_OK);
        assert_int_equal(ctsar__arrays_register(&arrays, host, &s, 2, &a), CTSAR_OK);
        assert_int_equal(ctsar__window_base(a, AT(-1, NULL), NULL, &base, &t), CTSAR_OK);
        ctsar__data data = {.arrays = {(void **)&a, 1, 1}};
        assert_int_equal(ctsar__data_fetch(&data, AT(-1, NULL), v, 2, &t), CTSAR_OK);
        memset(host + 2 * page_size(), 2, 4 * page_size());
        assert_int_equal(ctsar__arrays_shrink(&arrays, AT(0, d), 2, &t), CTSAR_OK);
        assert_int_equal(ctsar__data_deliver(&data, AT(-1, NULL), v, false, NULL, &t), CTSAR_OK);
        assert_int_equal(ctsar__arrays_end_pass(&arrays, 2, &t), CTSAR_OK);
        assert_int_equal(ctsar__arrays_flush(&arrays), CTSAR_OK);
        for (size_t i = 0; i < bytes; ++i)
            assert_int_equal(host[i], i / page_size() >= 2 && i / page_size() < 6 ? 2 : 1);
        assert_int_equal(ctsar__arrays_free(&arrays), CTSAR_OK);
        d->backend->close(d);
    }
}

static void register_bytes(ctsar__arrays *arrays, char *host, size_t bytes, unsigned long pass,
                           int expected)
{
    ctsar__array *a;
    ctsar__shape shape;
    assert_int_equal(ctsar__shape_vector(
                         1, bytes, CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL | CTSAR_MEM_PERSIST, &shape),
                     CTSAR_OK);
    assert_int_equal(ctsar__arrays_register(arrays, host, &shape, pass, &a), expected);
}

/* From 100 bytes to 300, before any accelerator has got to know it. */
static void register_grown(ctsar__arrays *arrays, char *host)
{
    register_bytes(arrays, host, 100, 1, CTSAR_OK);
    assert_int_equal(ctsar__arrays_end_pass(arrays, 1, &(ctsar__traffic){0}), CTSAR_OK);
    register_bytes(arrays, host, 300, 2, CTSAR_OK);
}

static void an_array_that_has_grown_is_in_the_way_of_what_is_behind_it(void **state)
{
    (void)state;
    static char host[400];
    ctsar__device *d = accelerator(SIZE_MAX);
    ctsar__arrays arrays;
    ctsar__arrays_init(&arrays, &d, 1, CTSAR__CACHE_WRITEBACK);
    register_grown(&arrays, host);
    register_bytes(&arrays, host + 200, 100, 2, CTSAR_ECONFLICT);
    assert_int_equal(ctsar__arrays_free(&arrays), CTSAR_OK);
    d->backend->close(d);
}

static void an_array_that_has_grown_takes_another_address_with_all_of_its_bytes(void **state)
{
    (void)state;
    static char host[400], other[400];
    ctsar__arrays arrays;
    ctsar__arrays_init(&arrays, NULL, 0, CTSAR__CACHE_WRITEBACK);
    register_bytes(&arrays, other + 200, 100, 1, CTSAR_OK);
    register_grown(&arrays, host);
    assert_int_equal(ctsar__arrays_end_pass(&arrays, 2, &(ctsar__traffic){0}), CTSAR_OK);
    assert_int_equal(ctsar__arrays_retarget(&arrays, host, other), CTSAR_ECONFLICT);
    assert_int_equal(ctsar__arrays_free(&arrays), CTSAR_OK);
}

static void a_depersisted_array_goes_with_the_last_region_that_has_it(void **state)
{
    (void)state;
    static char host[100];
    ctsar__arrays arrays, lasting;
    ctsar__arrays_init(&lasting, NULL, 0, CTSAR__CACHE_WRITEBACK);
    ctsar__arrays_init(&arrays, NULL, 0, CTSAR__CACHE_WRITEBACK);
    register_bytes(&arrays, host, 100, 1, CTSAR_OK);
    assert_int_equal(ctsar__directory_depersist(host, &(ctsar__traffic){0}), CTSAR_OK);
    assert_int_equal(ctsar__arrays_free(&arrays), CTSAR_OK);
    assert_true(ctsar__directory_is_empty());
    assert_int_equal(ctsar__arrays_free(&lasting), CTSAR_OK);
}

/* ---- What is in flight ------------------------------------------------------------------------
 */

/* The range may be writing there. */
static void what_a_range_in_flight_needs_does_not_come_home(void **state)
{
    static const ctsar__shared_words words = {"array", "write them"};
    static char host[64];
    (void)state;
    ctsar__device *d = accelerator(SIZE_MAX);
    ctsar__shared *s;
    ctsar__holder *h = NULL;
    ctsar__wish wish = {0};
    ctsar__shape shape;
    ctsar__traffic t = {0};
    const unsigned flags = CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT;
    assert_int_equal(ctsar__shape_2d(1, 8, 8, 0, 0, flags, false, &shape), CTSAR_OK);
    const ctsar__items all = {0, sizeof host};
    const ctsar__use u = {.shape = &shape, .needs = all, .owns = all, .reads = true};
    assert_int_equal(ctsar__shared_create(host, &shape, NULL, &words, &s), CTSAR_OK);
    assert_int_equal(ctsar__shared_hold(s, &shape, d, &wish, &h, AT(0, d), &t), CTSAR_OK);
    assert_int_equal(ctsar__shared_reads(s, h, &u, &wish, 1, AT(0, d), &t), CTSAR_OK);
    assert_int_equal(ctsar__shared_wrote(s, h, &u, &wish, false), CTSAR_OK);
    assert_int_equal(ctsar__shared_sync_idle(s, &t), CTSAR_OK);
    assert_false(ctsar__shared_is_on_host(s));
    ctsar__shared_release(s, &wish, 0);
    assert_int_equal(ctsar__shared_sync_idle(s, &t), CTSAR_OK);
    assert_true(ctsar__shared_is_on_host(s));
    ctsar__shared_let_go(s, h, &wish);
    ctsar__shared_destroy(s);
    d->backend->close(d);
}

/* Half of it is executed when somebody asks for the array, and then the device fails: who executes
 * the range anew must not find that half. */
static void what_a_range_in_flight_writes_is_not_settled(void **state)
{
    static const ctsar__shared_words words = {"array", "write them"};
    static char host[64];
    (void)state;
    ctsar__device *d = accelerator(SIZE_MAX);
    ctsar__shared *s;
    ctsar__holder *h = NULL;
    ctsar__wish wish = {0};
    ctsar__shape shape;
    ctsar__traffic t = {0};
    const unsigned flags = CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT;
    assert_int_equal(ctsar__shape_2d(1, 8, 8, 0, 0, flags, false, &shape), CTSAR_OK);
    const ctsar__items all = {0, sizeof host}, half = {16, 48}, first = {0, 16}, last = {48, 64};
    const ctsar__use u = {.shape = &shape, .needs = all, .owns = all, .reads = true},
                     some = {.shape = &shape, .needs = half, .owns = half, .reads = true},
                     before = {.shape = &shape, .needs = first, .owns = first, .reads = true},
                     behind = {.shape = &shape, .needs = last, .owns = last, .reads = true};
    memset(host, 1, sizeof host);
    assert_int_equal(ctsar__shared_create(host, &shape, NULL, &words, &s), CTSAR_OK);
    assert_int_equal(ctsar__shared_hold(s, &shape, d, &wish, &h, AT(0, d), &t), CTSAR_OK);
    assert_int_equal(ctsar__shared_reads(s, h, &u, &wish, 1, AT(0, d), &t), CTSAR_OK);
    assert_int_equal(ctsar__shared_wrote(s, h, &u, &wish, false), CTSAR_OK);
    memset(host, 0, sizeof host);
    assert_int_equal(ctsar__shared_settle(s, false, &t), CTSAR_OK); /* it is over */
    assert_int_equal(host[0] + host[31] + host[63], 3);
    assert_int_equal(ctsar__shared_wrote(s, h, &u, &wish, false), CTSAR_OK);
    ctsar__shared_release(s, &wish, 0);
    memset(host, 0, sizeof host);
    assert_int_equal(ctsar__shared_reads(s, h, &some, &wish, 2, AT(0, d), &t), CTSAR_OK);
    for (int writes = 0; writes < 2; ++writes)
        assert_int_equal(ctsar__shared_settle(s, writes, &t), CTSAR_OK);
    for (size_t i = 0; i < sizeof host; ++i)
        assert_int_equal(host[i], i < 16 || i >= 48);
    ctsar__device_fail(d);
    assert_int_equal(ctsar__shared_host_reads(s, &before, &ctsar__on_host, &t), CTSAR_OK);
    assert_int_equal(ctsar__shared_host_reads(s, &behind, &ctsar__on_host, &t), CTSAR_OK);
    assert_int_equal(ctsar__shared_host_reads(s, &some, &ctsar__on_host, &t), CTSAR_EDEVICE);
    ctsar__shared_release(s, &wish, 0);
    ctsar__shared_let_go(s, h, &wish);
    ctsar__shared_destroy(s);
    d->backend->close(d);
}

/* ---- Threads of a team that look at once ------------------------------------------------------
 */

static void (*meanwhile)(void); /* what others do while it is asked for; once */
unsigned long __real_ctsar__directory_generation(void);
unsigned long __wrap_ctsar__directory_generation(void);
unsigned long __wrap_ctsar__directory_generation(void)
{
    void (*others)(void) = meanwhile;
    meanwhile = NULL;
    if (others)
        others();
    return __real_ctsar__directory_generation();
}

static ctsar__data *team;

static void fetch_first_half(void)
{
    const ctsar__values v = {0, 1, 4};
    assert_int_equal(ctsar__data_fetch(team, AT(-1, NULL), v, 2, &(ctsar__traffic){0}), CTSAR_OK);
}

/* Both have the same slots, and there is no room for both. */
static void ranges_of_two_regions_keep_what_they_need(void **state)
{
    static const ctsar__shared_words words = {"array", "write them"};
    (void)state;
    size_t page = page_size();
    ctsar__device *d = accelerator(2 * page);
    char *host = calloc(4, page);
    ctsar__shared *s;
    ctsar__holder *h[2] = {0};
    ctsar__wish wish[2] = {0};
    ctsar__shape shape;
    ctsar__traffic t = {0};
    const ctsar__target tight = {.device = d, .tight = true};
    const unsigned flags = CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT;
    assert_int_equal(ctsar__shape_vector(1, 4 * page, flags, &shape), CTSAR_OK);
    const ctsar__items first = {0, 2 * page}, last = {3 * page, 4 * page};
    const ctsar__use one = {.shape = &shape, .needs = first, .owns = first, .reads = true},
                     other = {.shape = &shape, .needs = last, .owns = last, .reads = true};
    assert_int_equal(ctsar__shared_create(host, &shape, NULL, &words, &s), CTSAR_OK);
    for (int i = 0; i < 2; ++i)
        assert_int_equal(ctsar__shared_hold(s, &shape, d, &wish[i], &h[i], AT(0, d), &t), CTSAR_OK);
    assert_int_equal(ctsar__shared_reads(s, h[0], &one, &wish[0], 1, AT(0, d), &t), CTSAR_OK);
    assert_int_equal(ctsar__shared_reads(s, h[1], &other, &wish[1], 1, &tight, &t), CTSAR_ENOMEM);
    assert_int_equal(ctsar__holder_bytes(h[0]), 2 * page);
    ctsar__shared_release(s, &wish[0], 0);
    assert_int_equal(ctsar__shared_reads(s, h[1], &other, &wish[1], 1, &tight, &t), CTSAR_OK);
    for (int i = 0; i < 2; ++i)
        ctsar__shared_let_go(s, h[i], &wish[i]);
    ctsar__shared_destroy(s);
    d->backend->close(d);
    free(host);
}

/* Another shape, and a longer array at another address, would leave a range in flight nothing. */
static void a_range_in_flight_keeps_its_layout_and_its_address(void **state)
{
    static const ctsar__shared_words words = {"array", "write them"};
    static char host[128];
    (void)state;
    ctsar__device *d = accelerator(SIZE_MAX);
    ctsar__shared *s;
    ctsar__holder *h[3] = {0};
    ctsar__wish wish[3] = {0};
    ctsar__shape rows, columns, longer;
    ctsar__traffic t = {0};
    const unsigned flags = CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT;
    size_t page = page_size();
    assert_int_equal(ctsar__shape_2d(1, 8, 8, 0, 0, flags, false, &rows), CTSAR_OK);
    assert_int_equal(
        ctsar__shape_2d(1, 8, 8, 0, 0, CTSAR_MEM_PARTIAL_COL | CTSAR_MEM_INPUT, false, &columns),
        CTSAR_OK);
    assert_int_equal(ctsar__shape_vector(1, 4 * page, flags, &longer), CTSAR_OK);
    const ctsar__items all = {0, 64};
    const ctsar__use u = {.shape = &rows, .needs = all, .reads = true};
    assert_int_equal(ctsar__shared_create(host, &rows, NULL, &words, &s), CTSAR_OK);
    assert_int_equal(ctsar__shared_hold(s, &rows, d, &wish[0], &h[0], AT(0, d), &t), CTSAR_OK);
    assert_int_equal(ctsar__shared_reads(s, h[0], &u, &wish[0], 1, AT(0, d), &t), CTSAR_OK);
    assert_int_equal(ctsar__shared_hold(s, &columns, d, &wish[1], &h[1], AT(0, d), &t),
                     CTSAR_ENOMEM);
    assert_int_equal(ctsar__shared_hold(s, &longer, d, &wish[2], &h[2], AT(0, d), &t),
                     CTSAR_ENOMEM);
    ctsar__shared_release(s, &wish[0], 0);
    assert_int_equal(ctsar__shared_hold(s, &longer, d, &wish[2], &h[2], AT(0, d), &t), CTSAR_OK);
    ctsar__shared_let_go(s, h[0], &wish[0]);
    ctsar__shared_let_go(s, h[2], &wish[2]);
    ctsar__shared_destroy(s);
    d->backend->close(d);
}

/* What is on an accelerator stays current there where a core writes other bytes: of three rows two
 * columns in three. */
static void what_overlaps_an_array_concerns_its_own_bytes(void **state)
{
    static const ctsar__shared_words words = {"array", "write them"};
    static char host[64];
    (void)state;
    ctsar__device *d = accelerator(SIZE_MAX);
    ctsar__shared *s;
    ctsar__holder *h = NULL;
    ctsar__wish wish = {0};
    ctsar__shape shape, other;
    ctsar__traffic t = {0};
    const unsigned flags = CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT;
    assert_int_equal(ctsar__shape_2d(1, 8, 8, 0, 0, flags, false, &shape), CTSAR_OK);
    assert_int_equal(
        ctsar__shape_2d(1, 3, 16, 0, 0, CTSAR_MEM_PARTIAL_COL | CTSAR_MEM_OUTPUT, false, &other),
        CTSAR_OK);
    const ctsar__items all = {0, sizeof host}, some = {3, 9};
    const ctsar__use u = {.shape = &shape, .needs = all, .owns = all}, of = {.needs = some,
                                                                             .owns = some,
                                                                             .host = host + 16,
                                                                             .of = &other,
                                                                             .groups = {2, 3}};
    memset(host, 1, sizeof host);
    assert_int_equal(ctsar__shared_create(host, &shape, NULL, &words, &s), CTSAR_OK);
    assert_int_equal(ctsar__shared_hold(s, &shape, d, &wish, &h, AT(0, d), &t), CTSAR_OK);
    const ctsar__use in = {.shape = &shape, .needs = all, .owns = all, .reads = true};
    assert_int_equal(ctsar__shared_reads(s, h, &in, &wish, 1, AT(0, d), &t), CTSAR_OK);
    assert_int_equal(ctsar__shared_wrote(s, h, &u, &wish, false), CTSAR_OK);
    ctsar__shared_release(s, &wish, 0);
    assert_int_equal(ctsar__shared_host_reads(s, &of, &ctsar__on_host, &t), CTSAR_OK);
    assert_int_equal(ctsar__shared_host_wrote(s, &of), CTSAR_OK);
    memset(host, 2, sizeof host);
    assert_int_equal(ctsar__shared_sync(s, &t), CTSAR_OK);
    for (int i = 0; i < (int)sizeof host; ++i) {
        int column = (i - 16) % 16;
        bool written = i >= 16 && column >= 3 && column < 9 && column % 3 < 2;
        assert_int_equal(host[i], written ? 2 : 1);
    }
    ctsar__shared_let_go(s, h, &wish);
    ctsar__shared_destroy(s);
    d->backend->close(d);
}

/* The region that persists it has been opened since the array was looked up. */
static void cores_find_what_another_one_has_just_looked_up(void **state)
{
    static char host[8 << 16];
    (void)state;
    ctsar__device *d = accelerator(SIZE_MAX);
    ctsar__arrays plain, persisting;
    ctsar__shape s;
    ctsar__array *a;
    ctsar__traffic t = {0};
    const unsigned flags = CTSAR_MEM_INPUT | CTSAR_MEM_PARTIAL;
    ctsar__arrays_init(&plain, NULL, 0, CTSAR__CACHE_WRITEBACK);
    ctsar__arrays_init(&persisting, &d, 1, CTSAR__CACHE_WRITEBACK);
    assert_int_equal(ctsar__shape_2d(1, 8, page_size(), 0, 0, flags, false, &s), CTSAR_OK);
    assert_int_equal(ctsar__arrays_register(&plain, host, &s, 1, &a), CTSAR_OK);
    memset(host, 1, sizeof host);
    assert_int_equal(use_all(&persisting, d, host, CTSAR_MEM_PERSIST), CTSAR_OK);
    memset(host, 0, sizeof host);
    team = &(ctsar__data){.arrays = {(void **)&a, 1, 1}};
    meanwhile = fetch_first_half;
    assert_int_equal(ctsar__data_fetch(team, AT(-1, NULL), (ctsar__values){4, 1, 4}, 2, &t),
                     CTSAR_OK);
    assert_null(meanwhile);
    for (size_t i = 0; i < 8 * page_size(); ++i)
        assert_int_equal(host[i], 1);
    assert_int_equal(ctsar__arrays_flush(&persisting), CTSAR_OK);
    assert_int_equal(ctsar__arrays_free(&plain), CTSAR_OK);
    assert_int_equal(ctsar__arrays_free(&persisting), CTSAR_OK);
    d->backend->close(d);
}

/* ---- Room beside what is on its way home ------------------------------------------------------
 */

enum { BUSY, OVER, FAILED };

typedef struct room {
    ctsar__shared *s;
    ctsar__holder *h;
    ctsar__device *d;
    _Atomic int made;
} room;

static void *make_room(void *data)
{
    room *r = data;
    int status = ctsar__shared_shrink(r->s, r->h, AT(0, r->d), &(ctsar__traffic){0});
    r->made = status ? FAILED : OVER;
    return NULL;
}

/* As where a task's output comes home while an accelerator that has older values makes room, on
 * which the next task writes, or does not. */
static void make_room_beside_an_arrival(bool writes_next)
{
    static const ctsar__shared_words words = {"array", "write them"};
    static char host[64];
    ctsar__device *d[] = {accelerator(SIZE_MAX), accelerator(SIZE_MAX)};
    ctsar__holder *h[2] = {0};
    ctsar__wish wish[2] = {0};
    ctsar__shape shape;
    ctsar__shared *s;
    ctsar__traffic t = {0};
    pthread_t other;
    const unsigned flags = CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT;
    assert_int_equal(ctsar__shape_2d(1, 8, 8, 0, 0, flags, false, &shape), CTSAR_OK);
    const ctsar__items all = {0, sizeof host};
    const ctsar__use u = {.shape = &shape, .needs = all, .owns = all, .reads = true},
                     next = {.shape = &shape, .needs = all, .owns = all};
    memset(host, 1, sizeof host);
    assert_int_equal(ctsar__shared_create(host, &shape, NULL, &words, &s), CTSAR_OK);
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(ctsar__shared_hold(s, &shape, d[i], &wish[i], &h[i], AT(i, d[i]), &t),
                         CTSAR_OK);
        assert_int_equal(ctsar__shared_reads(s, h[i], &u, &wish[i], 1, AT(i, d[i]), &t), CTSAR_OK);
    }
    assert_int_equal(ctsar__shared_wrote(s, h[0], &u, NULL, false), CTSAR_OK);
    ctsar__shared_release(s, &wish[0], 0);
    ctsar__shared_expect(s);
    memset(host, 2, sizeof host);
    room r = {.s = s, .h = h[0], .d = d[0], .made = BUSY};
    assert_int_equal(pthread_create(&other, NULL, make_room, &r), 0);
    usleep(20000); /* in which it might */
    assert_int_equal(r.made, BUSY);
    assert_int_equal(ctsar__shared_wrote(s, h[1], &u, NULL, true), CTSAR_OK);
    if (writes_next) /* before the other thread goes on */
        assert_true(ctsar__shared_is_there(s, h[0], &next, &wish[0], 1, 1));
    ctsar__shared_arrived(s);
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_int_equal(r.made, OVER);
    assert_int_equal(ctsar__holder_bytes(h[0]) > 0, writes_next);
    assert_int_equal(ctsar__shared_is_there(s, h[0], &next, &wish[0], 1, 1), writes_next);
    assert_true(ctsar__shared_is_on_host(s));
    for (size_t i = 0; i < sizeof host; ++i)
        assert_int_equal(host[i], 2);
    for (int i = 0; i < 2; ++i)
        ctsar__shared_let_go(s, h[i], &wish[i]);
    ctsar__shared_destroy(s);
    for (int i = 0; i < 2; ++i)
        d[i]->backend->close(d[i]);
}

static void what_is_on_its_way_home_is_not_overwritten_by_what_is_older(void **state)
{
    (void)state;
    make_room_beside_an_arrival(false);
}

static void what_a_task_finds_there_is_not_taken_away(void **state)
{
    (void)state;
    make_room_beside_an_arrival(true);
}

/* ---- The last region's end, and who is at an array by its address ---------------------------- */

enum { OPEN, CLOSED, CLOSED_IN_ERROR };
static _Atomic int closed;

static void *close_last(void *arrays)
{
    int flushed = ctsar__arrays_flush(arrays), freed = ctsar__arrays_free(arrays);
    closed = flushed || freed ? CLOSED_IN_ERROR : CLOSED;
    return NULL;
}

static void the_last_region_ends_when_nobody_is_at_an_array_any_more(void **state)
{
    (void)state;
    static char host[8 << 16];
    ctsar__device *d = accelerator(SIZE_MAX);
    ctsar__arrays arrays;
    pthread_t closing;
    ctsar__arrays_init(&arrays, &d, 1, CTSAR__CACHE_WRITEBACK);
    assert_int_equal(use_all(&arrays, d, host, CTSAR_MEM_PERSIST), CTSAR_OK);
    ctsar__shared *s = ctsar__directory_at(host);
    assert_non_null(s);
    closed = OPEN;
    assert_int_equal(pthread_create(&closing, NULL, close_last, &arrays), 0);
    usleep(20000); /* in which it might */
    assert_int_equal(closed, OPEN);
    assert_int_equal(ctsar__shared_sync(s, &(ctsar__traffic){0}), CTSAR_OK);
    ctsar__directory_release(s, true);
    assert_int_equal(pthread_join(closing, NULL), 0);
    assert_int_equal(closed, CLOSED);
    d->backend->close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_unit_reads_what_the_serial_program_would),
        cmocka_unit_test(columns_that_pass_through_a_packed_window_survive_it),
        cmocka_unit_test(what_only_an_accelerator_has_stays_there_when_its_range_moves_on),
        cmocka_unit_test(a_registration_of_fewer_rows_leaves_them_where_they_are),
        cmocka_unit_test(what_no_region_has_any_more_makes_room_when_it_is_needed),
        cmocka_unit_test(an_accelerator_without_room_gives_back_what_its_range_has_left),
        cmocka_unit_test(what_is_given_back_late_does_not_overwrite_what_a_core_has_written),
        cmocka_unit_test(an_array_that_has_grown_is_in_the_way_of_what_is_behind_it),
        cmocka_unit_test(an_array_that_has_grown_takes_another_address_with_all_of_its_bytes),
        cmocka_unit_test(a_depersisted_array_goes_with_the_last_region_that_has_it),
        cmocka_unit_test(what_a_range_in_flight_needs_does_not_come_home),
        cmocka_unit_test(what_a_range_in_flight_writes_is_not_settled),
        cmocka_unit_test(ranges_of_two_regions_keep_what_they_need),
        cmocka_unit_test(a_range_in_flight_keeps_its_layout_and_its_address),
        cmocka_unit_test(what_overlaps_an_array_concerns_its_own_bytes),
        cmocka_unit_test(cores_find_what_another_one_has_just_looked_up),
        cmocka_unit_test(what_is_on_its_way_home_is_not_overwritten_by_what_is_older),
        cmocka_unit_test(what_a_task_finds_there_is_not_taken_away),
        cmocka_unit_test(the_last_region_ends_when_nobody_is_at_an_array_any_more),
    };
    return cmocka_run_group_tests_name("directory", tests, NULL, NULL);
}
