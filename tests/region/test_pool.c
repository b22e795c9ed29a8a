/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random views of one pool of numbers against a serial model: arrays that are parts of each other,
 * or the same numbers in another shape, several a pass, in several regions, persisted or not, and
 * what the host does between passes.  And threads whose regions have parts of one persisted array.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/random.h"

enum { SIZE = 300, VIEWS = 4, REGIONS = 3, STEPS = 25 };

/* A matrix in the pool, of which iteration i has row i (dim 0) or column i. */
typedef struct view {
    size_t at, ext[2];
    int dim;
    bool in, out, persists;
    size_t halo; /* of what is only read */
} view;

typedef struct job {
    view v[VIEWS];
    int views;
    long lo, hi;
    unsigned key;
} job;

typedef struct world {
    random_state r;
    long seed;
    ctsar *s[REGIONS];
    job last[REGIONS];
    size_t kept[SIZE]; /* numbers of the array that persists from there on; 0: none does */
} world;

static unsigned pool[SIZE], model[SIZE];

static bool once_in(world *w, long n)
{
    return random_long(&w->r, 1, n) == 1;
}

static size_t random_size(world *w, size_t lo, size_t hi)
{
    return (size_t)random_long(&w->r, (long)lo, (long)hi);
}

static void expect(const world *w, int status)
{
    if (status)
        fail_msg("seed %ld: %s", w->seed, ctsar_last_error(NULL));
}

/* ---- What an iteration does ------------------------------------------------------------------ */

static size_t numbers(const view *v)
{
    return v->ext[0] * v->ext[1];
}

static size_t number(const view *v, size_t item, size_t k)
{
    return v->dim ? k * v->ext[1] + item : item * v->ext[1] + k;
}

static size_t first_read(const view *v, long i)
{
    return (size_t)i > v->halo ? (size_t)i - v->halo : 0;
}

static size_t behind_read(const view *v, long i)
{
    size_t end = (size_t)i + v->halo + 1;
    return end < v->ext[v->dim] ? end : v->ext[v->dim];
}

static unsigned read_view(const view *v, const unsigned *p, long i, unsigned h)
{
    for (size_t item = first_read(v, i); item < behind_read(v, i); ++item)
        for (size_t k = 0; k < v->ext[!v->dim]; ++k)
            h = h * 31 + p[number(v, item, k)];
    return h;
}

static unsigned write_view(const view *v, unsigned *p, long i, unsigned h)
{
    for (size_t k = 0; k < v->ext[!v->dim]; ++k) {
        unsigned *to = &p[number(v, (size_t)i, k)];
        h = h * 1664525u + 1013904223u;
        *to = h + (v->in ? 3 * *to : 0);
    }
    return h;
}

static void iterate(const job *j, unsigned *const *p, long i)
{
    unsigned h = j->key + (unsigned)i;
    for (int k = 0; k < j->views; ++k)
        h = j->v[k].in ? read_view(&j->v[k], p[k], i, h) : h;
    for (int k = 0; k < j->views; ++k)
        h = j->v[k].out ? write_view(&j->v[k], p[k], i, h) : h;
}

static void iterate_on_unit(const ctsar_call *c)
{
    const job *j = *(const job *const *)c->arg[0];
    unsigned *p[VIEWS] = {pool, pool, pool, pool};
    for (int k = 0; k < j->views; ++k)
        p[k] = c->arg[1 + k];
    for (long i = c->start; i < c->end; ++i)
        iterate(j, p, i);
}

static const ctsar_kernel kernel = {.name = "pool", .host = iterate_on_unit};

static void iterate_serially(const job *j)
{
    unsigned *p[VIEWS] = {pool, pool, pool, pool};
    for (int k = 0; k < j->views; ++k)
        p[k] = model + j->v[k].at;
    for (long i = j->lo; i < j->hi; ++i)
        iterate(j, p, i);
}

/* ---- Which views go together ----------------------------------------------------------------- */

/* Has iteration i of view k any of the numbers that others write?  It is to write them if it
 * `writes`. */
static bool claims(int *writer, const view *v, long i, int mark, bool writes)
{
    size_t lo = writes ? (size_t)i : first_read(v, i), hi = writes ? lo + 1 : behind_read(v, i);
    for (size_t item = lo; item < hi; ++item)
        for (size_t k = 0; k < v->ext[!v->dim]; ++k) {
            int *of = &writer[v->at + number(v, item, k)];
            if (*of && *of != mark)
                return true;
            if (writes)
                *of = mark;
        }
    return false;
}

static bool is_in_conflict(const job *j)
{
    int writer[SIZE] = {0};
    bool conflict = false;
    for (int writes = 1; writes >= 0; --writes)
        for (int k = 0; k < j->views; ++k)
            for (long i = j->lo; i < j->hi && (writes ? j->v[k].out : j->v[k].in); ++i)
                conflict = claims(writer, &j->v[k], i, (int)i * VIEWS + k + 1, writes) || conflict;
    for (int k = 0; k + 1 < j->views; ++k)
        conflict = j->v[k].at == j->v[j->views - 1].at || conflict;
    return conflict;
}

static void random_view(world *w, const job *j, view *v)
{
    *v = (view){.dim = (int)random_long(&w->r, 0, 1), .persists = !once_in(w, 3)};
    v->ext[v->dim] = (size_t)j->hi + random_size(w, 0, 3);
    v->ext[!v->dim] = random_size(w, 1, once_in(w, 2) ? 2 : 12);
    v->out = j->views == 0 || once_in(w, 2);
    v->in = !v->out || once_in(w, 2);
    v->halo = v->out ? 0 : random_size(w, 0, 2);
    const view *other = &j->v[0];
    v->at = random_size(w, 0, SIZE - numbers(v));
    if (j->views > 0 && once_in(w, 2)) /* a part of another one */
        v->at = (other->at + random_size(w, 0, numbers(other) - 1)) % (SIZE - numbers(v) + 1);
}

static void random_job(world *w, job *j)
{
    *j = (job){.lo = random_long(&w->r, 0, 3)};
    j->hi = j->lo + random_long(&w->r, j->lo == 0, 12);
    for (int tries = 0; tries < 8 && j->views < VIEWS; ++tries) {
        view v;
        random_view(w, j, &v);
        j->v[j->views++] = v;
        j->views -= is_in_conflict(j);
    }
}

/* ---- What persists --------------------------------------------------------------------------- */

static void depersist(world *w, size_t at)
{
    w->kept[at] = 0;
    expect(w, ctsar_depersist(pool + at));
}

static bool persists_in(const job *j, size_t at)
{
    bool any = false;
    for (int k = 0; k < j->views; ++k)
        any = any || (j->v[k].persists && j->v[k].at == at);
    return any;
}

/* Of persisted arrays none overlaps another one: one of the two persists no more. */
static void keep(world *w, const job *j, view *v)
{
    for (size_t at = 0; at < SIZE && v->persists; ++at) {
        if (at == v->at || at >= v->at + numbers(v) || v->at >= at + w->kept[at])
            continue;
        if (!persists_in(j, at) && once_in(w, 2))
            depersist(w, at);
        else
            v->persists = false;
    }
    if (v->persists && w->kept[v->at] < numbers(v))
        w->kept[v->at] = numbers(v);
}

/* ---- Passes ---------------------------------------------------------------------------------- */

static unsigned *register_view(ctsar *s, const view *v)
{
    ctsar_dim dims[] = {{.extent = v->ext[0]}, {.extent = v->ext[1]}};
    unsigned flags = (v->in ? CTSAR_MEM_INPUT : 0) | (v->out ? CTSAR_MEM_OUTPUT : 0) |
                     (v->persists ? CTSAR_MEM_PERSIST : 0);
    dims[v->dim] = (ctsar_dim){v->ext[v->dim], true, v->halo, v->halo};
    return ctsar_reg_mem_nd(s, pool + v->at, sizeof *pool, 2, dims, flags, NULL);
}

static void execute(ctsar *s, const job *j, int threads, bool launches)
{
#pragma omp parallel num_threads(threads)
    do {
        unsigned *p[VIEWS] = {pool, pool, pool, pool};
        ctsar_arg args[1 + VIEWS] = {CTSAR_ARG_VALUE(&j, sizeof j)};
        for (int k = 0; k < j->views; ++k) {
            p[k] = register_view(s, &j->v[k]);
            args[1 + k] = CTSAR_ARG_MEM(pool + j->v[k].at);
        }
        ctsar_next_range(s, j->lo, j->hi, 1);
        if (launches)
            ctsar_launch(s, &kernel, args, 1 + j->views);
        else
            for (long i = CSTART(s); i < CEND(s); ++i)
                iterate(j, p, i);
    } while (ctsar_loop(s));
}

static void run_pass(world *w, int g)
{
    job *j = &w->last[g];
    if (j->views == 0 || once_in(w, 3))
        random_job(w, j);
    j->key = (unsigned)random_bits(&w->r);
    for (int k = 0; k < j->views; ++k)
        keep(w, j, &j->v[k]);
    execute(w->s[g], j, (int)random_long(&w->r, 1, 3), once_in(w, 2));
    if (*ctsar_last_error(w->s[g]))
        fail_msg("seed %ld: %s", w->seed, ctsar_last_error(w->s[g]));
    iterate_serially(j);
}

/* ---- Between passes -------------------------------------------------------------------------- */

static void compare(const world *w, size_t from, size_t n)
{
    for (size_t k = from; k < from + n; ++k)
        if (pool[k] != model[k])
            fail_msg("seed %ld: number %zu is %u, not %u", w->seed, k, pool[k], model[k]);
}

static void use_by_host(world *w, bool writes)
{
    size_t from = random_size(w, 0, SIZE - 1), n = random_size(w, 1, SIZE - from);
    expect(w, ctsar_host_uses(pool + from, n * sizeof *pool, writes));
    compare(w, from, n);
    for (size_t k = from; k < from + n && writes; ++k)
        pool[k] = model[k] = (unsigned)random_bits(&w->r);
}

static void sync_all(world *w)
{
    for (size_t at = 0; at < SIZE; ++at)
        if (w->kept[at])
            expect(w, ctsar_sync_mem(NULL, pool + at));
    compare(w, 0, SIZE);
}

static void depersist_one(world *w)
{
    size_t at = random_size(w, 0, SIZE - 1);
    while (at < SIZE && !w->kept[at])
        ++at;
    if (at < SIZE)
        depersist(w, at);
}

static void open_region(world *w, int g)
{
    ctsar_policy policy = (ctsar_policy)random_long(&w->r, 0, CTSAR_AUTO);
    expect(w, ctsar_init(&w->s[g], SIZE, policy, CTSAR_DEV_ALL, NULL, NULL));
    w->last[g].views = 0;
}

static void step(world *w)
{
    int g = (int)random_long(&w->r, 0, REGIONS - 1);
    switch (random_long(&w->r, 0, 15)) {
    case 0:
        use_by_host(w, false);
        break;
    case 1:
        use_by_host(w, true);
        break;
    case 2:
        sync_all(w);
        break;
    case 3:
        depersist_one(w);
        break;
    case 4:
        ctsar_free(&w->s[g]);
        open_region(w, g);
        break;
    default:
        run_pass(w, g);
    }
}

static void live(long seed)
{
    static const char *const devices[] = {"cpu:1,emu:1", "cpu:2,emu:1", "cpu:1,emu:2", "emu:2"};
    static const char *const emus[] = {"speed=1", "speed=4;speed=1,latency=1us"};
    world w = {.r = {(uint64_t)seed}, .seed = seed};
    units(devices[random_long(&w.r, 0, 3)], emus[random_long(&w.r, 0, 1)],
          once_in(&w, 4) ? "real" : "virtual");
    setenv("CTSAR_CACHE", once_in(&w, 4) ? "writethrough" : "writeback", 1);
    for (size_t k = 0; k < SIZE; ++k)
        pool[k] = model[k] = (unsigned)random_bits(&w.r);
    for (int g = 0; g < REGIONS; ++g)
        open_region(&w, g);
    for (int i = 0; i < STEPS; ++i)
        step(&w);
    for (int g = 0; g < REGIONS; ++g)
        ctsar_free(&w.s[g]);
    compare(&w, 0, SIZE);
}

static long from_environment(const char *name, long otherwise)
{
    const char *n = getenv(name);
    return n ? strtol(n, NULL, 10) : otherwise;
}

/* As many from seed FIRST on as the variable says, or so many. */
static void each_of(const char *variable, long many, void (*program)(long seed))
{
    long first = from_environment("FIRST", 1), count = from_environment(variable, many);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    for (long seed = first; seed < first + count; ++seed)
        program(seed);
}

static void views_of_one_pool_agree_with_the_serial_model(void **state)
{
    (void)state;
    each_of("POOLS", THREADS_WATCHED ? 20 : 200, live);
}

/* ---- Threads that share an array ------------------------------------------------------------- */

enum { THREADS = 3, PART = 4000, LONG = 16384, PASSES = 12 };

static unsigned shared[LONG];

typedef struct sharer {
    int id;
    random_state r;
    unsigned model[PART];
    char error[200];
} sharer;

static void add_to_part(const ctsar_call *c)
{
    unsigned *p = (unsigned *)c->arg[0] + *(const long *)c->arg[1];
    for (long i = c->start; i < c->end; ++i)
        p[i] = p[i] * 31 + (unsigned)i;
}

static const ctsar_kernel adding = {.name = "add", .host = add_to_part};

static void share_pass(ctsar *s, long base, long lo, long hi)
{
    const ctsar_dim all = {LONG, true, 0, 0};
    const ctsar_map part = {1, base, 1};
    const ctsar_arg args[] = {CTSAR_ARG_MEM(shared), CTSAR_ARG_VALUE(&base, sizeof base)};
#pragma omp parallel num_threads(2)
    do {
        ctsar_reg_mem_map(s, shared, sizeof *shared, 1, &all, &part,
                          CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST, NULL);
        ctsar_next_range(s, lo, hi, 1);
        ctsar_launch(s, &adding, args, 2);
    } while (ctsar_loop(s));
}

/* Its own part is as its model says, whatever others do with theirs. */
static void look(sharer *t, ctsar *s)
{
    const unsigned *mine = shared + t->id * PART;
    int status = ctsar_host_uses(mine, PART * sizeof *mine, false);
    if (status || *ctsar_last_error(s))
        snprintf(t->error, sizeof t->error, "%s", ctsar_last_error(status ? NULL : s));
    for (int i = 0; i < PART && !*t->error; ++i)
        if (mine[i] != t->model[i])
            snprintf(t->error, sizeof t->error, "number %d is %u, not %u", i, mine[i], t->model[i]);
}

static void *share(void *arg)
{
    sharer *t = arg;
    ctsar *s = NULL;
    ctsar_init(&s, PART, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    for (int pass = 0; pass < PASSES && !*t->error; ++pass) {
        long lo = random_long(&t->r, 0, PART / 3), hi = random_long(&t->r, lo, PART);
        share_pass(s, (long)t->id * PART, lo, hi);
        for (long i = lo; i < hi; ++i)
            t->model[i] = t->model[i] * 31 + (unsigned)i;
        look(t, s);
    }
    ctsar_free(&s);
    return NULL;
}

static void share_all(long seed)
{
    static sharer t[THREADS];
    pthread_t id[THREADS];
    units("cpu:1,emu:2", seed % 2 ? "speed=1,memory=40KiB" : "speed=1,memory=64KiB", "real");
    assert_int_equal(ctsar_host_uses(shared, sizeof shared, true), CTSAR_OK);
    for (int k = 0; k < LONG; ++k)
        shared[k] = (unsigned)(seed + k);
    ctsar *open = NULL; /* the machine stays */
    assert_int_equal(ctsar_init(&open, 1, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    for (int k = 0; k < THREADS; ++k) {
        t[k] = (sharer){.id = k, .r = {(uint64_t)(seed * THREADS + k)}};
        memcpy(t[k].model, shared + k * PART, sizeof t[k].model);
        assert_int_equal(pthread_create(&id[k], NULL, share, &t[k]), 0);
    }
    for (int k = 0; k < THREADS; ++k)
        pthread_join(id[k], NULL);
    ctsar_free(&open);
    for (int k = 0; k < THREADS; ++k)
        if (*t[k].error)
            fail_msg("seed %ld, thread %d: %s", seed, k, t[k].error);
}

static void regions_of_three_threads_share_a_persisted_array(void **state)
{
    (void)state;
    each_of("SHARERS", THREADS_WATCHED ? 10 : 40, share_all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_of_one_pool_agree_with_the_serial_model),
        cmocka_unit_test(regions_of_three_threads_share_a_persisted_array),
    };
    return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
