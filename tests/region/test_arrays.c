/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays as a user registers them: what moves in each pass, counted to the byte, and the calls
 * between passes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/environment.h"
#include "support/execute.h"
#include "support/random.h"

enum { CORES = 2, ACCS = 2, UNITS = CORES + ACCS, ROWS = 402, COLS = 33, LINE = COLS * 8 };

#define ROWWISE CTSAR_MEM_PARTIAL

typedef struct moved {
    size_t in, out, between;
} moved;

/* What the region has moved since it was asked last. */
static moved moved_by(ctsar *s)
{
    moved m = {0};
    for (int u = 0; u < s->stats.cores + s->stats.accs; ++u) {
        ctsar__unit_stats *unit = &s->stats.unit[u];
        m.in += unit->bytes_in;
        m.out += unit->bytes_out;
        m.between += unit->bytes_between;
        unit->bytes_in = unit->bytes_out = unit->bytes_between = 0;
    }
    return m;
}

/* Where a backend cannot copy between its devices, that goes by way of the host, and counts as
 * both. */
static bool copies_between(const ctsar *s)
{
    return s->devices && s->device[0]->backend->copy_peer;
}

static void assert_moved(ctsar *s, size_t in, size_t out, size_t between)
{
    moved m = moved_by(s);
    if (!copies_between(s)) {
        assert_int_equal(m.between, 0);
        assert_int_equal(m.in, in + between);
        assert_int_equal(m.out, out + between);
        return;
    }
    assert_int_equal(m.in, in);
    assert_int_equal(m.out, out);
    assert_int_equal(m.between, between);
}

static ctsar *open_region(ctsar_policy policy, const double *times)
{
    ctsar *s = NULL;
    assert_int_equal(ctsar_init(&s, ROWS, policy, CTSAR_DEV_ALL, times, NULL), CTSAR_OK);
    s->pass.reporting = true; /* keeps statistics, prints nothing */
    return s;
}

static ctsar *open_on(const char *cache, ctsar_policy policy, const double *times)
{
    units("cpu:2,emu:2", "speed=1,latency=1us", "virtual");
    if (cache)
        setenv("CTSAR_CACHE", cache, 1);
    return open_region(policy, times);
}

/* ---- 5-point Jacobi ------------------------------------------------------------------ */

static double grid[2][ROWS * COLS], serial[2][ROWS * COLS];

static void grid_fill(void)
{
    random_state r = {5};
    for (size_t i = 0; i < ROWS * COLS; ++i)
        grid[0][i] = grid[1][i] = serial[0][i] = serial[1][i] = (double)random_long(&r, 0, 999);
}

static void relax_row(const double *from, double *to, long i)
{
    for (long j = 1; j < COLS - 1; ++j)
        to[i * COLS + j] = (from[(i - 1) * COLS + j] + from[(i + 1) * COLS + j] +
                            from[i * COLS + j - 1] + from[i * COLS + j + 1]) /
                           4;
}

#define RELAXED(from, stride)                                                                      \
    "(" from "[(i - 1) * " stride " + j - " from "_bias] + " from "[(i + 1) * " stride             \
    " + j - " from "_bias] + " from "[i * " stride " + j - 1 - " from "_bias] + " from             \
    "[i * " stride " + j + 1 - " from "_bias]) / 4"

static void relax_kernel_host(const ctsar_call *c)
{
    for (long i = c->start; i < c->end; i += c->step)
        relax_row(c->arg[0], c->arg[1], i);
}
KERNEL(relax_kernel,
       "__global const double *a, long a_bias, long a_stride, "
       "__global double *b, long b_bias, long b_stride",
       "for (long j = 1; j < 32; ++j)\n"
       "            b[i * b_stride + j - b_bias] = " RELAXED("a", "a_stride") ";");

/* One pass from `from` to `to`; the rows that each unit got. */
static void relax(ctsar *s, double *from, double *to, unsigned flags, ctsar__items *of)
{
    declare(s, &relax_kernel);
#pragma omp parallel num_threads(CORES)
    do {
        int unit = ctsar_get_unit(s);
        const double *a =
            ctsar_reg_mem_2d(s, from, 8, ROWS, COLS, 1, 0, ROWWISE | CTSAR_MEM_INPUT | flags, NULL);
        double *b =
            ctsar_reg_mem_2d(s, to, 8, ROWS, COLS, 0, 0, ROWWISE | CTSAR_MEM_INOUT | flags, NULL);
        ctsar_next_range(s, 1, ROWS - 1, 1);
        if (unit >= 0)
            of[unit] = (ctsar__items){(size_t)CSTART(s), (size_t)CEND(s)};
        execute(s, &relax_kernel, 1, 2,
                (operand[]){{.host = from, .unit = a}, {.host = to, .unit = b}});
    } while (ctsar_loop(s));
}

static void relax_serially(int pass)
{
    for (long i = 1; i < ROWS - 1; ++i)
        relax_row(serial[pass % 2], serial[(pass + 1) % 2], i);
}

static void assert_grids_right(ctsar *s)
{
    for (int g = 0; g < 2; ++g) {
        assert_int_equal(ctsar_sync_mem(s, grid[g]), CTSAR_OK);
        assert_memory_equal(grid[g], serial[g], sizeof grid[g]);
    }
}

static void a_persisted_stencil_moves_the_halo_rows_that_cross_an_address_space(void **state)
{
    (void)state;
    grid_fill();
    ctsar *s = open_on(NULL, CTSAR_STATIC, NULL);
    ctsar__items of[UNITS];
    for (int pass = 0; pass < 10; ++pass) {
        relax(s, grid[pass % 2], grid[(pass + 1) % 2], CTSAR_MEM_PERSIST, of);
        relax_serially(pass);
        for (int u = 0; u < UNITS; ++u)
            assert_true(of[u].hi > of[u].lo + 1);
        size_t rows = of[3].hi - of[2].lo;
        /* First touch: each grid comes in once, and the halos of what is read. */
        if (pass == 0)
            assert_moved(s, (2 * rows + 4) * LINE, 0, 0);
        else if (pass == 1) /* the lowest and the highest halo row, and one at the seam */
            assert_moved(s, 2 * LINE, 1 * LINE, 2 * LINE);
        else /* a row each way where cores and accelerators meet, and where accelerators do */
            assert_moved(s, LINE, LINE, 2 * LINE);
    }
    assert_grids_right(s);
    ctsar_free(&s);
}

/* Who has a current copy of which row, row by row. */
typedef struct row_model {
    bool host[ROWS], acc[ACCS][ROWS];
    ctsar__items claim[ACCS][2]; /* as an input, as an output */
} row_model;

/* How many rows the unit has not; then it has them. */
static size_t model_read(bool *here, size_t lo, size_t hi)
{
    size_t missing = 0;
    for (size_t i = lo; i < hi; ++i) {
        missing += !here[i];
        here[i] = true;
    }
    return missing;
}

static void model_wrote(row_model *m, bool *here, ctsar__items of)
{
    for (size_t i = of.lo; i < of.hi; ++i) {
        m->host[i] = false;
        for (int a = 0; a < ACCS; ++a)
            m->acc[a][i] = false;
        here[i] = true;
    }
}

static void model_trim(row_model *m)
{
    for (int a = 0; a < ACCS; ++a) {
        ctsar__items keep = ctsar__items_hull(m->claim[a][0], m->claim[a][1]);
        for (size_t i = 0; i < ROWS; ++i)
            m->acc[a][i] = m->acc[a][i] && i >= keep.lo && i < keep.hi;
    }
}

static bool *model_of(row_model *m, int unit)
{
    return unit < CORES ? m->host : m->acc[unit - CORES];
}

/* Rows that a pass has to move. */
static size_t model_pass(row_model *from, row_model *to, const ctsar__items *of)
{
    size_t rows = 0;
    for (int u = 0; u < UNITS; ++u) {
        ctsar__items o = of[u], n = {o.lo - 1, o.hi + 1};
        bool any = o.lo < o.hi;
        if (u >= CORES) {
            from->claim[u - CORES][0] = any ? n : (ctsar__items){0, 0};
            to->claim[u - CORES][1] = any ? o : (ctsar__items){0, 0};
            /* An idle accelerator holds nothing in any role. */
            if (!any)
                from->claim[u - CORES][1] = to->claim[u - CORES][0] = (ctsar__items){0, 0};
        }
        if (any)
            rows +=
                model_read(model_of(from, u), n.lo, n.hi) + model_read(model_of(to, u), o.lo, o.hi);
    }
    for (int u = 0; u < UNITS; ++u)
        model_wrote(to, model_of(to, u), of[u]);
    model_trim(from);
    model_trim(to);
    return rows;
}

static void when_shares_move_a_slice_moves_and_nothing_else(void **state)
{
    (void)state;
    static row_model model[2];
    /* Default times that are wrong, so that adaptive changes the shares. */
    const double times[] = {1e-6, 5e-6, 3e-6};
    grid_fill();
    memset(model, 0, sizeof model);
    for (int g = 0; g < 2; ++g)
        for (int i = 0; i < ROWS; ++i)
            model[g].host[i] = true;
    ctsar *s = open_on(NULL, CTSAR_ADAPTIVE, times);
    ctsar__items of[UNITS], before[UNITS] = {{0}};
    int changes = 0;
    for (int pass = 0; pass < 12; ++pass) {
        relax(s, grid[pass % 2], grid[(pass + 1) % 2], CTSAR_MEM_PERSIST, of);
        relax_serially(pass);
        changes += pass > 0 && memcmp(of, before, sizeof of) != 0;
        memcpy(before, of, sizeof of);
        moved m = moved_by(s);
        size_t rows = model_pass(&model[pass % 2], &model[(pass + 1) % 2], of);
        size_t all = m.in + m.out + m.between;
        assert_in_range(all, rows * LINE, (copies_between(s) ? 1 : 2) * rows * LINE);
    }
    assert_true(changes > 0);
    assert_grids_right(s);
    ctsar_free(&s);
}

static void without_persistence_each_pass_copies_inputs_and_outputs_once(void **state)
{
    (void)state;
    for (int mode = 0; mode < 2; ++mode) {
        grid_fill();
        ctsar *s = open_on(mode ? "nocache" : NULL, CTSAR_STATIC, NULL);
        ctsar__items of[UNITS];
        for (int pass = 0; pass < 3; ++pass) {
            relax(s, grid[pass % 2], grid[(pass + 1) % 2], mode ? CTSAR_MEM_PERSIST : 0, of);
            relax_serially(pass);
            size_t rows = of[3].hi - of[2].lo;
            assert_moved(s, (2 * rows + 4) * LINE, rows * LINE, 0);
            for (int g = 0; g < 2; ++g)
                assert_memory_equal(grid[g], serial[g], sizeof grid[g]);
        }
        ctsar_free(&s);
    }
}

static void written_through_the_host_is_current_after_every_pass(void **state)
{
    (void)state;
    grid_fill();
    ctsar *s = open_on("writethrough", CTSAR_STATIC, NULL);
    ctsar__items of[UNITS];
    for (int pass = 0; pass < 6; ++pass) {
        relax(s, grid[pass % 2], grid[(pass + 1) % 2], CTSAR_MEM_PERSIST, of);
        relax_serially(pass);
        size_t rows = of[3].hi - of[2].lo;
        for (int g = 0; g < 2; ++g)
            assert_memory_equal(grid[g], serial[g], sizeof grid[g]);
        /* Halo rows come from the host, which has them all. */
        if (pass > 1)
            assert_moved(s, 3 * LINE, rows * LINE, 0);
        moved_by(s);
    }
    ctsar_free(&s);
}

static void gather_kernel_host(const ctsar_call *c)
{
    const double *in = c->arg[0];
    double *out = c->arg[1];
    for (long i = c->start; i < c->end; ++i)
        out[i] = in[10 * i] + in[999];
}
KERNEL(gather_kernel,
       "__global const double *in, long in_bias, __global double *out, long out_bias",
       "out[i - out_bias] = in[10 * i - in_bias] + in[999 - in_bias];");

/* A pass that reads all over a persisted input. */
static void gather(ctsar *s, double *x, double *y)
{
    declare(s, &gather_kernel);
#pragma omp parallel num_threads(CORES)
    do {
        double *in = ctsar_reg_mem(s, x, 8, 1000, CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST);
        double *out = ctsar_reg_mem(s, y, 8, 100, ROWWISE | CTSAR_MEM_OUTPUT);
        ctsar_next(s, 100);
        execute(s, &gather_kernel, 1, 2,
                (operand[]){{.host = x, .unit = in}, {.host = y, .unit = out}});
    } while (ctsar_loop(s));
}

static void an_input_that_does_not_change_is_copied_once(void **state)
{
    (void)state;
    static double x[1000], y[100];
    ctsar *s = open_on(NULL, CTSAR_STATIC, NULL);
    for (int pass = 0; pass < 5; ++pass) {
        gather(s, x, y);
        assert_int_equal(moved_by(s).in, pass ? 0 : ACCS * sizeof x);
    }
    /* Said to have changed, it is copied once more. */
    for (int i = 0; i < 1000; ++i)
        x[i] = i;
    assert_int_equal(ctsar_host_modified(s, x), CTSAR_OK);
    for (int pass = 0; pass < 2; ++pass) {
        gather(s, x, y);
        assert_int_equal(moved_by(s).in, pass ? 0 : ACCS * sizeof x);
        for (int i = 0; i < 100; ++i)
            assert_true(y[i] == 10 * i + 999);
    }
    ctsar_free(&s);
}

static void check_on(const char *devices, const char *clock, ctsar_policy policy, int threads,
                     const char *cache)
{
    units(devices, "speed=3,latency=5us;speed=1,latency=1us", clock);
    setenv("CTSAR_CACHE", cache, 1);
    ctsar *s = open_region(policy, NULL);
    declare(s, &relax_kernel);
    grid_fill();
    for (int pass = 0; pass < 7; ++pass) {
        double *from = grid[pass % 2], *to = grid[(pass + 1) % 2];
#pragma omp parallel num_threads(threads)
        do {
            const double *a = ctsar_reg_mem_2d(s, from, 8, ROWS, COLS, 1, 0,
                                               ROWWISE | CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST, NULL);
            double *b = ctsar_reg_mem_2d(s, to, 8, ROWS, COLS, 0, 0,
                                         ROWWISE | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST, NULL);
            ctsar_next_range(s, 1, ROWS - 1, 1);
            execute(s, &relax_kernel, 1, 2,
                    (operand[]){{.host = from, .unit = a}, {.host = to, .unit = b}});
        } while (ctsar_loop(s));
        relax_serially(pass);
        if (pass % 3 == 2)
            assert_grids_right(s);
    }
    assert_grids_right(s);
    ctsar_free(&s);
}

static void a_persisted_stencil_is_right_under_every_policy(void **state)
{
    (void)state;
    static const char *const devices[] = {"cpu:2,emu:2", "emu:3", "cpu:1,emu:1", "cpu:3,emu:4"};
    static const char *const caches[] = {"writeback", "writethrough"};
    random_state r = {9};
    for (int i = 0; ctsar__policies[i]; ++i)
        for (int n = 0; n < 6; ++n)
            check_on(devices[random_long(&r, 0, 3)], n % 2 ? "real" : "virtual",
                     ctsar__policies[i]->policy, (int)random_long(&r, 1, 4),
                     caches[random_long(&r, 0, 1)]);
}

static void relax_in_place_host(const ctsar_call *c)
{
    for (long i = c->start; i < c->end; i += c->step)
        relax_row(c->arg[0], c->arg[0], i);
}
KERNEL(relax_in_place, "__global double *a, long a_bias, long a_stride",
       "for (long j = 1; j < 32; ++j)\n"
       "            a[i * a_stride + j - a_bias] = " RELAXED("a", "a_stride") ";");

/* Red-black: odd rows from even ones in place, then even ones from odd ones. */
static void a_persisted_array_is_updated_in_place_by_a_loop_with_a_step(void **state)
{
    (void)state;
    grid_fill();
    ctsar *s = open_on(NULL, CTSAR_ADAPTIVE, (const double[]){1e-6, 5e-6, 3e-6});
    declare(s, &relax_in_place);
    for (int pass = 0; pass < 8; ++pass) {
        long first = 1 + pass % 2;
#pragma omp parallel num_threads(CORES)
        do {
            double *a = ctsar_reg_mem_2d(s, grid[0], 8, ROWS, COLS, 1, 0,
                                         ROWWISE | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST, NULL);
            ctsar_next_range(s, first, ROWS - 1, 2);
            execute(s, &relax_in_place, 2, 1, (operand[]){{.host = grid[0], .unit = a}});
        } while (ctsar_loop(s));
        for (long i = first; i < ROWS - 1; i += 2)
            relax_row(serial[0], serial[0], i);
    }
    assert_int_equal(ctsar_sync_mem(s, grid[0]), CTSAR_OK);
    assert_memory_equal(grid[0], serial[0], sizeof grid[0]);
    ctsar_free(&s);
}

/* ---- Several regions ------------------------------------------------------------------- */

static void add_kernel_host(const ctsar_call *c)
{
    double *v = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        v[i] += *(const double *)c->arg[1];
}
KERNEL(add_kernel, "__global double *v, long bias, double by", "v[i - bias] += by;");

/* v[i] += add. */
static void add_with(ctsar *s, double *v, long n, double add, unsigned flags)
{
    declare(s, &add_kernel);
#pragma omp parallel num_threads(CORES)
    do {
        double *p = ctsar_reg_mem(s, v, 8, (size_t)n, ROWWISE | CTSAR_MEM_INOUT | flags);
        ctsar_next(s, (size_t)n);
        execute(s, &add_kernel, 1, 2,
                (operand[]){{.host = v, .unit = p}, {.unit = &add, .bytes = sizeof add}});
    } while (ctsar_loop(s));
}

static void add_to(ctsar *s, double *v, long n, double add)
{
    add_with(s, v, n, add, CTSAR_MEM_PERSIST);
}

static void a_second_region_finds_the_array_in_place(void **state)
{
    (void)state;
    static double v[400];
    ctsar *first = open_on(NULL, CTSAR_STATIC, NULL), *second = open_region(CTSAR_STATIC, NULL);
    for (int i = 0; i < 400; ++i)
        v[i] = i;
    add_to(first, v, 400, 1);
    moved m = moved_by(first);
    assert_true(m.in > 0 && m.out == 0 && m.between == 0);
    for (int pass = 0; pass < 3; ++pass) {
        add_to(second, v, 400, 1);
        assert_moved(second, 0, 0, 0);
        add_to(first, v, 400, 1);
        assert_moved(first, 0, 0, 0);
    }
    ctsar_free(&first); /* brings the host up to date, and leaves what is on units */
    for (int i = 0; i < 400; ++i)
        assert_true(v[i] == i + 7);
    first = open_region(CTSAR_STATIC, NULL);
    add_to(first, v, 400, 1);
    assert_moved(first, 0, 0, 0);
    assert_int_equal(ctsar_depersist(v), CTSAR_OK);
    for (int i = 0; i < 400; ++i)
        assert_true(v[i] == i + 8);
    add_to(second, v, 400, 1);
    assert_moved(second, m.in, 0, 0);
    ctsar_free(&first);
    ctsar_free(&second);
    for (int i = 0; i < 400; ++i)
        assert_true(v[i] == i + 9);
}

static void what_is_discarded_moves_nowhere(void **state)
{
    (void)state;
    static double v[400];
    ctsar *s = open_on(NULL, CTSAR_STATIC, NULL);
    for (int i = 0; i < 400; ++i)
        v[i] = i;
    add_to(s, v, 400, 1);
    moved m = moved_by(s);
    add_to(s, v, 400, 1);
    assert_int_equal(ctsar_discard(v), CTSAR_OK);
    assert_moved(s, 0, 0, 0);
    for (int i = 0; i < 400; ++i)
        v[i] = 3 * i; /* the host may use it as it likes */
    add_to(s, v, 400, 1);
    assert_moved(s, m.in, 0, 0);
    ctsar_free(&s);
    for (int i = 0; i < 400; ++i)
        assert_true(v[i] == 3 * i + 1);
    assert_int_equal(ctsar_discard(v), CTSAR_OK); /* nothing persists there */
}

static void reverse_host(const ctsar_call *c)
{
    const double *all = c->arg[0];
    double *out = c->arg[1];
    for (long i = c->start; i < c->end; ++i)
        out[i] = all[399 - i];
}
KERNEL(reverse, "__global const double *all, long all_bias, __global double *out, long out_bias",
       "out[i - out_bias] = all[399 - i - all_bias];");

static void what_another_region_does_not_persist_is_current_there_all_the_same(void **state)
{
    (void)state;
    static double v[400], w[400];
    ctsar *keeps = open_on(NULL, CTSAR_STATIC, NULL), *copies = open_region(CTSAR_STATIC, NULL);
    declare(copies, &reverse);
    for (int i = 0; i < 400; ++i)
        v[i] = i;
    for (int pass = 1; pass < 4; ++pass) {
        add_to(keeps, v, 400, 1);
#pragma omp parallel num_threads(CORES)
        do {
            double *all = ctsar_reg_mem(copies, v, 8, 400, CTSAR_MEM_INPUT);
            double *out = ctsar_reg_mem(copies, w, 8, 400, ROWWISE | CTSAR_MEM_OUTPUT);
            ctsar_next(copies, 400);
            execute(copies, &reverse, 1, 2,
                    (operand[]){{.host = v, .unit = all}, {.host = w, .unit = out}});
        } while (ctsar_loop(copies));
        for (int i = 0; i < 400; ++i)
            assert_true(w[i] == 399 - i + pass);
    }
    ctsar_free(&keeps);
    ctsar_free(&copies);
}

static void twice_host(const ctsar_call *c)
{
    double *v = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        v[i] *= 2;
}
KERNEL(twice, "__global double *v, long bias", "v[i - bias] *= 2;");

static void a_part_of_a_persisted_array_may_be_copied_by_another_region(void **state)
{
    (void)state;
    static double v[400];
    ctsar *keeps = open_on(NULL, CTSAR_STATIC, NULL), *copies = open_region(CTSAR_STATIC, NULL);
    declare(copies, &twice);
    memset(v, 0, sizeof v);
    for (int pass = 0; pass < 3; ++pass) {
        add_to(keeps, v, 400, 1);
#pragma omp parallel num_threads(CORES)
        do {
            double *part = ctsar_reg_mem(copies, v + 150, 8, 200, ROWWISE | CTSAR_MEM_INOUT);
            ctsar_next(copies, 200);
            execute(copies, &twice, 1, 1, (operand[]){{.host = v + 150, .unit = part}});
        } while (ctsar_loop(copies));
    }
    ctsar_free(&keeps);
    ctsar_free(&copies);
    for (int i = 0; i < 400; ++i)
        assert_true(v[i] == (i >= 150 && i < 350 ? 14 : 3));
}

/* Rows of which nothing is there but the first `WIDE` numbers of each page of two. */
enum { LONE = 40, WIDE = 300, APART = 1024 };

static void smooth_row(const double *from, double *to, long i)
{
    for (long j = 0; j < WIDE; ++j)
        to[i * APART + j] += from[(i - 1) * APART + j] + from[(i + 1) * APART + j];
}

static void smooth_host(const ctsar_call *c)
{
    for (long i = c->start; i < c->end; ++i)
        smooth_row(c->arg[0], c->arg[1], i);
}
KERNEL(smooth, "__global const double *from, long from_bias, __global double *to, long to_bias",
       "for (long j = 0; j < 300; ++j) to[i * 1024 + j - to_bias] += "
       "from[(i - 1) * 1024 + j - from_bias] + from[(i + 1) * 1024 + j - from_bias];");

/* So many rows in memory of which every second page cannot be read. */
static double *lone_rows(void)
{
    size_t page = APART / 2 * sizeof(double);
    char *at = mmap(NULL, 2 * LONE * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(at != MAP_FAILED);
    for (size_t i = 0; i < LONE; ++i)
        assert_int_equal(mprotect(at + 2 * i * page, page, PROT_READ | PROT_WRITE), 0);
    return (double *)at;
}

/* By the units that the environment names; what moved. */
static moved smooth_lone_rows(ctsar_policy policy)
{
    double *from = lone_rows(), *to = lone_rows();
    for (long i = 0; i < LONE; ++i)
        for (long j = 0; j < WIDE; ++j)
            from[i * APART + j] = (double)(i * i + j), to[i * APART + j] = (double)j;
    ctsar *s = open_region(policy, NULL);
    declare(s, &smooth);
    const ctsar_dim all = {(LONE - 1) * APART + WIDE, 1, APART, APART};
    const ctsar_dim own = {(LONE - 1) * APART + WIDE, 1, 0, 0};
    const ctsar_map rows = {APART, 0, WIDE};
    const unsigned gaps = CTSAR_MEM_GAPS;
#pragma omp parallel num_threads(CORES)
    do {
        double *in = ctsar_reg_mem_map(s, from, 8, 1, &all, &rows, CTSAR_MEM_INPUT | gaps, NULL);
        double *out = ctsar_reg_mem_map(s, to, 8, 1, &own, &rows, CTSAR_MEM_INOUT | gaps, NULL);
        ctsar_next_range(s, 1, LONE - 1, 1);
        execute(s, &smooth, 1, 2,
                (operand[]){{.host = from, .unit = in}, {.host = to, .unit = out}});
    } while (ctsar_loop(s));
    moved m = moved_by(s);
    ctsar_free(&s);
    for (long i = 1; i < LONE - 1; ++i)
        for (long j = 0; j < WIDE; ++j)
            assert_true(to[i * APART + j] == (double)(2 * i * i + 2 + 3 * j));
    munmap(from, LONE * APART * 8);
    munmap(to, LONE * APART * 8);
    return m;
}

static void what_lies_between_rows_is_not_touched(void **state)
{
    (void)state;
    moved m = smooth_lone_rows(CTSAR_CHUNK);
    assert_true(m.in > 0 && m.in % (WIDE * 8) == 0 && m.out % (WIDE * 8) == 0);
}

static void nor_is_it_where_a_device_fails(void **state)
{
    (void)state;
    if (!is_emulated())
        skip();
    units("cpu:1,emu:1", "fail=copy_out:1", "virtual");
    smooth_lone_rows(CTSAR_STATIC);
    units("cpu:1,emu:1", "fail=executed:1", "virtual");
    smooth_lone_rows(CTSAR_STATIC);
}

/* Tiles of a vector, of which the last one has what is left. */
enum { TILE = 32 };

static void add_tiles_host(const ctsar_call *c)
{
    const double *from = c->arg[0];
    double *to = c->arg[1];
    long count = *(const long *)c->arg[2];
    for (long i = c->start; i < c->end; ++i)
        for (long j = i * TILE; j < i * TILE + TILE && j < count; ++j)
            to[j] += from[j];
}
KERNEL(add_tiles,
       "__global const double *from, long from_bias, __global double *to, long to_bias, long items",
       "for (long j = i * 32; j < i * 32 + 32 && j < items; ++j) to[j - to_bias] += "
       "from[j - from_bias];");

/* Every second number; the last iterations have none. */
static void add_second_host(const ctsar_call *c)
{
    const double *from = c->arg[0];
    double *to = c->arg[1];
    long count = *(const long *)c->arg[2];
    for (long i = c->start; i < c->end; ++i)
        if (2 * i + 2 < count)
            to[2 * i + 2] += from[2 * i + 2];
}
KERNEL(add_second,
       "__global const double *from, long from_bias, __global double *to, long to_bias, long items",
       "if (2 * i + 2 < items) to[2 * i + 2 - to_bias] += from[2 * i + 2 - from_bias];");

/* So many numbers, behind which nothing can be read. */
static double *numbers_at_an_end(size_t count)
{
    size_t page = APART * sizeof(double);
    char *at = mmap(NULL, 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(at != MAP_FAILED && count <= APART);
    assert_int_equal(mprotect(at, page, PROT_READ | PROT_WRITE), 0);
    return (double *)(at + page) - count;
}

/* Adds `count` numbers to others by so many iterations, with that map. */
static void add_cut(ctsar_policy policy, const ctsar_kernel *k, long count, long iterations,
                    ctsar_map map)
{
    double *from = numbers_at_an_end((size_t)count), *to = numbers_at_an_end((size_t)count);
    double right[APART];
    for (long i = 0; i < count; ++i)
        from[i] = (double)(i * i % 97), right[i] = to[i] = (double)i;
    ctsar *s = open_region(policy, NULL);
    declare(s, k);
    const ctsar_dim all = {(size_t)count, 1, 0, 0};
    const unsigned cut = CTSAR_MEM_CUT;
    for (int pass = 0; pass < 2; ++pass) {
#pragma omp parallel num_threads(CORES)
        do {
            double *in = ctsar_reg_mem_map(s, from, 8, 1, &all, &map, CTSAR_MEM_INPUT | cut, NULL);
            double *out = ctsar_reg_mem_map(s, to, 8, 1, &all, &map, CTSAR_MEM_INOUT | cut, NULL);
            assert_int_equal(ctsar_next_range(s, 0, iterations, 1), CTSAR_OK);
            execute(s, k, 1, 3,
                    (operand[]){{.host = from, .unit = in},
                                {.host = to, .unit = out},
                                {.unit = &count, .bytes = sizeof count}});
        } while (ctsar_loop(s));
        void *arg[] = {from, right, &count};
        k->host(&(ctsar_call){.start = 0, .end = iterations, .arg = arg});
    }
    ctsar_free(&s);
    assert_memory_equal(to, right, (size_t)count * sizeof *to);
    munmap((char *)(from + count) - APART * sizeof(double), 2 * APART * sizeof(double));
    munmap((char *)(to + count) - APART * sizeof(double), 2 * APART * sizeof(double));
}

static void add_all_cut(ctsar_policy policy)
{
    static const long counts[] = {1, 2, 31, 32, 33, 63, 64, 65, 250, 999, 1024};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        long n = counts[i];
        add_cut(policy, &add_tiles, n, (n + TILE - 1) / TILE, (ctsar_map){TILE, 0, TILE});
        add_cut(policy, &add_tiles, n, n, (ctsar_map){TILE, 0, TILE});
        add_cut(policy, &add_second, n, (n + 1) / 2, (ctsar_map){2, 2, 1});
        add_cut(policy, &add_second, n, n, (ctsar_map){2, 2, 1});
    }
}

static void the_last_iterations_may_have_less_than_the_others(void **state)
{
    (void)state;
    add_all_cut(CTSAR_CHUNK);
    add_all_cut(CTSAR_STATIC);
    if (!is_emulated())
        return;
    units("cpu:1,emu:2", "fail=copy_out:1", "virtual");
    add_all_cut(CTSAR_STATIC);
    units("cpu:1,emu:1", "fail=executed:1", "virtual");
    add_all_cut(CTSAR_STATIC);
}

static void add_row_number_host(const ctsar_call *c)
{
    double *m = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        for (long j = 0; j < 60; ++j)
            m[i * 60 + j] += (double)i;
}
KERNEL(add_row_number, "__global double *m, long bias, long stride",
       "for (long j = 0; j < 60; ++j)\n            m[i * stride + j - bias] += i;");

/* The range is of columns. */
static void scale_columns_host(const ctsar_call *c)
{
    double *m = c->arg[0];
    long pitch = (long)c->strides[0][0];
    for (long j = c->start; j < c->end; ++j)
        for (long i = 0; i < 60; ++i)
            m[i * pitch + j] *= (double)(j % 3);
}
KERNEL(scale_columns, "__global double *m, long bias, long stride",
       "for (long r = 0; r < 60; ++r)\n            m[r * stride + i - bias] *= i % 3;");

static void a_persisted_array_may_be_associated_otherwise_in_another_region(void **state)
{
    (void)state;
    enum { N = 60 };
    static double m[N * N];
    ctsar *rows = open_on(NULL, CTSAR_STATIC, NULL), *cols = open_region(CTSAR_STATIC, NULL);
    declare(rows, &add_row_number);
    declare(cols, &scale_columns);
    for (int pass = 0; pass < 3; ++pass) {
#pragma omp parallel num_threads(CORES)
        do {
            double *p = ctsar_reg_mem_2d(rows, m, 8, N, N, 0, 0,
                                         ROWWISE | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST, NULL);
            ctsar_next(rows, N);
            execute(rows, &add_row_number, 1, 1, (operand[]){{.host = m, .unit = p}});
        } while (ctsar_loop(rows));
#pragma omp parallel num_threads(CORES)
        do {
            size_t pitch;
            double *p = ctsar_reg_mem_2d(
                cols, m, 8, N, N, 0, 0, CTSAR_MEM_PARTIAL_COL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST,
                &pitch);
            ctsar_next(cols, N);
            execute(cols, &scale_columns, 1, 1,
                    (operand[]){{.host = m, .unit = p, .strides = &pitch}});
        } while (ctsar_loop(cols));
    }
    assert_int_equal(ctsar_sync_mem(NULL, m), CTSAR_OK);
    for (long i = 0; i < N; ++i)
        for (long j = 0; j < N; ++j) {
            double right = 0;
            for (int pass = 0; pass < 3; ++pass)
                right = (right + (double)i) * (double)(j % 3);
            assert_true(m[i * N + j] == right);
        }
    ctsar_free(&rows);
    ctsar_free(&cols);
}

/* ---- Layouts ------------------------------------------------------------------------------ */

static void add_products_host(const ctsar_call *c)
{
    double *sum = c->arg[0];
    const double *m = c->arg[1];
    long sum_pitch = (long)c->strides[0][0], pitch = (long)c->strides[1][0];
    for (long j = c->start; j < c->end; ++j)
        for (long i = 0; i < 512; ++i)
            sum[i * sum_pitch + j] += m[i * pitch + j] + (double)(i * j);
}
KERNEL(add_products,
       "__global double *sum, long sum_bias, long sum_stride, __global const double *m, long bias, "
       "long stride",
       "for (long r = 0; r < 512; ++r)\n"
       "            sum[r * sum_stride + i - sum_bias] += m[r * stride + i - bias] + r * i;");

static void a_packed_column_window_takes_little_more_than_its_columns(void **state)
{
    (void)state;
    enum { N = 512 };
    static double m[N * N], sum[N * N];
    for (int i = 0; i < N * N; ++i)
        m[i] = i % 13;
    ctsar *s = open_on(NULL, CTSAR_STATIC, NULL);
    declare(s, &add_products);
    for (int pass = 0; pass < 2; ++pass)
#pragma omp parallel num_threads(CORES)
        do {
            size_t pitch = 0, sum_pitch = 0;
            int unit = ctsar_get_unit(s);
            double *to = ctsar_reg_mem_2d(s, sum, 8, N, N, 0, 0,
                                          CTSAR_MEM_PARTIAL_COL | CTSAR_MEM_INOUT, &sum_pitch);
            double *p = ctsar_reg_mem_2d(s, m, 8, N, N, 0, 1,
                                         CTSAR_MEM_PARTIAL_COL | CTSAR_MEM_INPUT, &pitch);
            ctsar_next(s, N);
            long owned = CEND(s) - CSTART(s), width = owned + (CSTART(s) > 0) + (CEND(s) < N);
            if (unit < CORES) {
                assert_int_equal(pitch, N);
                assert_int_equal(sum_pitch, N);
            } else if (!launches()) { /* what is launched gets its strides with the call */
                assert_in_range(pitch, width, width + width / 8);
                assert_in_range(sum_pitch, owned, owned + owned / 8);
            }
            execute(s, &add_products, 1, 2,
                    (operand[]){{.host = sum, .unit = to, .strides = &sum_pitch},
                                {.host = m, .unit = p, .strides = &pitch}});
        } while (ctsar_loop(s));
    for (long i = 0; i < N; ++i)
        for (long j = 0; j < N; ++j)
            assert_true(sum[i * N + j] == 2 * (m[i * N + j] + (double)(i * j)));
    for (int a = 0; a < ACCS; ++a) {
        size_t held = s->stats.unit[CORES + a].committed, columns = N * N / 4 * 8;
        if (is_emulated() && !launches()) /* others have more, and two windows in flight */
            assert_in_range(held, 2 * columns, 2 * (columns * 9 / 8 + N * 16 + 2 * 4096));
    }
    ctsar_free(&s);
}

static void padded_rows_are_whole_simd_widths(void **state)
{
    (void)state;
    enum { N = 100, M = 33 };
    static float m[N * M];
    if (!is_emulated())
        skip(); /* the width is the emulation's */
    units("cpu:1,emu:1", "speed=1,simd=32", "virtual");
    ctsar *s = open_region(CTSAR_STATIC, NULL);
    for (int pass = 0; pass < 2; ++pass)
        do {
            size_t pitch = 0;
            int unit = ctsar_get_unit(s);
            float *p = ctsar_reg_mem_2d(s, m, 4, N, M, 1, 0,
                                        ROWWISE | CTSAR_MEM_INOUT | CTSAR_MEM_PAD, &pitch);
            ctsar_next(s, N);
            assert_int_equal(pitch, unit == 0 ? M : 64);
            for (long i = CSTART(s); i < CEND(s); ++i)
                for (long j = 0; j < M; ++j)
                    p[i * (long)pitch + j] += (float)(i + j);
        } while (ctsar_loop(s));
    for (long i = 0; i < N; ++i)
        for (long j = 0; j < M; ++j)
            assert_true(m[i * M + j] == (float)(2 * (i + j)));
    ctsar_free(&s);
}

static void add_to_planes_host(const ctsar_call *c)
{
    double *m = c->arg[0];
    const size_t *stride = c->strides[0];
    for (long b = c->start; b < c->end; b += c->step)
        for (size_t a = 0; a < 6; ++a)
            for (size_t k = 0; k < 7; ++k)
                m[a * stride[0] + (size_t)b * stride[1] + k] += (double)(b + (long)k);
}
KERNEL(add_to_planes, "__global double *m, long bias, long plane, long row",
       "for (long a = 0; a < 6; ++a)\n            for (long c = 0; c < 7; ++c)\n"
       "                m[a * plane + i * row + c - bias] += i + c;");

static void planes_of_three_dimensions_have_strides(void **state)
{
    (void)state;
    enum { A = 6, B = 50, C = 7 };
    static double m[A * B * C];
    const ctsar_dim dims[] = {{.extent = A}, {B, true, 2, 1}, {.extent = C}};
    ctsar *s = open_on(NULL, CTSAR_ADAPTIVE, NULL);
    declare(s, &add_to_planes);
    for (int pass = 0; pass < 3; ++pass)
#pragma omp parallel num_threads(CORES)
        do {
            size_t stride[2];
            double *p = ctsar_reg_mem_nd(
                s, m, 8, 3, dims, CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST | CTSAR_MEM_PAD, stride);
            ctsar_next_range(s, 1, B, 2);
            execute(s, &add_to_planes, 2, 1,
                    (operand[]){{.host = m, .unit = p, .strides = stride}});
        } while (ctsar_loop(s));
    assert_int_equal(ctsar_unreg_mem(s, m), CTSAR_OK);
    for (long a = 0; a < A; ++a)
        for (long b = 0; b < B; ++b)
            for (long c = 0; c < C; ++c)
                assert_true(m[(a * B + b) * C + c] == (b % 2 ? 3 * (b + c) : 0));
    ctsar_free(&s);
}

/* ---- Calls between passes ------------------------------------------------------------------- */

static void add_index_host(const ctsar_call *c)
{
    double *v = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        v[i] += (double)(i + *(const int *)c->arg[1]);
}
KERNEL(add_index, "__global double *v, long bias, int more", "v[i - bias] += i + more;");

static void retargeting_keeps_the_memory_for_another_array(void **state)
{
    (void)state;
    static double v[400], w[400];
    ctsar *s = open_on(NULL, CTSAR_STATIC, NULL);
    memset(v, 0, sizeof v);
    memset(w, 0, sizeof w);
    declare(s, &add_index);
    double *at[UNITS], *again[UNITS];
    for (int block = 0; block < 2; ++block) {
        double *host = block ? w : v;
#pragma omp parallel num_threads(CORES)
        do {
            int unit = ctsar_get_unit(s);
            double *p =
                ctsar_reg_mem(s, host, 8, 400, ROWWISE | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
            (block ? again : at)[unit] = p;
            ctsar_next(s, 400);
            execute(
                s, &add_index, 1, 2,
                (operand[]){{.host = host, .unit = p}, {.unit = &block, .bytes = sizeof block}});
        } while (ctsar_loop(s));
        if (!block)
            assert_int_equal(ctsar_retarget_mem(s, v, w), CTSAR_OK);
    }
    for (int a = CORES; a < UNITS; ++a)
        assert_ptr_equal(at[a], again[a]);
    assert_int_equal(ctsar_sync_mem(s, w), CTSAR_OK);
    for (int i = 0; i < 400; ++i)
        assert_true(v[i] == i && w[i] == i + 1);
    ctsar_free(&s);
}

static void arrays_that_swap_their_roles_stay_where_they_are(void **state)
{
    (void)state;
    grid_fill();
    ctsar *s = open_on(NULL, CTSAR_STATIC, NULL);
    ctsar__items of[UNITS];
    for (int pass = 0; pass < 6; ++pass) {
        relax(s, grid[pass % 2], grid[(pass + 1) % 2], CTSAR_MEM_PERSIST, of);
        relax_serially(pass);
        assert_int_equal(ctsar_retarget_mem(s, grid[0], grid[1]), CTSAR_OK);
        if (pass > 1)
            assert_moved(s, LINE, LINE, 2 * LINE);
        moved_by(s);
    }
    assert_grids_right(s);
    ctsar_free(&s);
}

static void calls_say_what_is_wrong(void **state)
{
    (void)state;
    static double v[400], w[400];
    const ctsar_dim one = {400, true, 0, 0};
    ctsar *s = open_on(NULL, CTSAR_STATIC, NULL);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    assert_int_equal(ctsar_retarget_mem(s, v, w), CTSAR_ENOTREG);
    assert_int_equal(ctsar_retarget_mem(s, NULL, w), CTSAR_EINVAL);
    assert_int_equal(ctsar_retarget_mem(NULL, v, w), CTSAR_EINVAL);
    assert_int_equal(ctsar_unreg_mem(s, v), CTSAR_ENOTREG);
    assert_int_equal(ctsar_sync_mem(NULL, v), CTSAR_OK); /* what no unit has is current */
    assert_int_equal(ctsar_host_modified(NULL, v), CTSAR_OK);
    assert_int_equal(ctsar_depersist(v), CTSAR_OK);
    const struct {
        int ndim;
        const ctsar_dim *dims;
        unsigned flags;
    } bad[] = {{0, &one, CTSAR_MEM_INPUT},
               {CTSAR_MAX_DIMS + 1, &one, CTSAR_MEM_INPUT},
               {1, NULL, CTSAR_MEM_INPUT},
               {1, &one, CTSAR_MEM_INPUT | CTSAR_MEM_PARTIAL}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_null(ctsar_reg_mem_nd(s, v, 8, bad[i].ndim, bad[i].dims, bad[i].flags, NULL));
        ctsar_next(s, 10);
        assert_int_equal(CSTART(s), CEND(s));
        assert_false(ctsar_loop(s));
    }
    ctsar_free(&s);
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
}

static void persisted_arrays_that_overlap_are_refused(void **state)
{
    (void)state;
    static double v[400];
    ctsar *s = open_on(NULL, CTSAR_STATIC, NULL);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    add_to(s, v, 300, 1);
    assert_null(ctsar_reg_mem(s, v + 100, 8, 300, ROWWISE | CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST));
    assert_non_null(strstr(ctsar_last_error(s), "overlaps the persisted one"));
    ctsar_next(s, 10);
    assert_false(ctsar_loop(s));
    ctsar_free(&s);
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
}

/* Two halves, and what comes in between two passes. */
static void what_overlaps_several_persisted_arrays_sees_all_of_them(void **state)
{
    (void)state;
    static double v[600];
    ctsar *parts = open_on(NULL, CTSAR_STATIC, NULL), *whole = open_region(CTSAR_STATIC, NULL);
    for (int i = 0; i < 600; ++i)
        v[i] = i;
    add_to(parts, v, 200, 1);
    add_to(parts, v + 200, 200, 1);
    add_with(whole, v, 600, 1, 0);
    add_to(parts, v + 400, 200, 1);
    add_to(parts, v, 200, 1);
    add_with(whole, v, 600, 1, 0);
    add_to(parts, v + 200, 200, 1);
    add_to(parts, v + 400, 200, 1);
    ctsar_free(&whole);
    ctsar_free(&parts);
    for (int i = 0; i < 600; ++i)
        assert_true(v[i] == i + 4);
}

/* The host reads and writes by other addresses than an array's first. */
static void what_the_host_uses_is_there_by_any_address(void **state)
{
    (void)state;
    static double v[400], w[400];
    ctsar *s = open_on(NULL, CTSAR_STATIC, NULL);
    double *last = v + 399;
    for (int pass = 0; pass < 3; ++pass) {
        add_to(s, v, 400, 1);
        add_to(s, w, 400, 2);
        assert_int_equal(ctsar_host_uses(v + 100, 8, true), CTSAR_OK);
        assert_true(v[0] == 101 * pass + 1 && *last == 101 * pass + 1);
        assert_true(w[399] == 2 * pass); /* it is none of these bytes */
        for (int i = 0; i < 400; ++i)
            v[i] += 100;
        assert_int_equal(ctsar_host_uses(v + 400, 8, false), CTSAR_OK);
        assert_int_equal(ctsar_host_uses(last, 0, false), CTSAR_OK);
        assert_int_equal(ctsar_host_uses(NULL, 0, false), CTSAR_OK);
        assert_true(w[399] == 2 * pass + 2);
        moved_by(s);
        add_to(s, w, 400, 0); /* they were not written */
        assert_moved(s, 0, 0, 0);
    }
    ctsar_free(&s);
    for (int i = 0; i < 400; ++i)
        assert_true(v[i] == 303 && w[i] == 6);
    assert_int_equal(ctsar_host_uses(NULL, 0, true), CTSAR_OK); /* nothing persists */
}

/* Numbers that accelerators have are asked where they are current. */
static void an_index_array_is_asked_as_it_was_written_last(void **state)
{
    (void)state;
    static double v[400]; /* as integers of 8 bytes 0 is 0, and all others are more */
    ctsar *s = open_on(NULL, CTSAR_STATIC, NULL);
    add_to(s, v, 400, 1);
    assert_true(v[399] == 0);
    assert_int_equal(ctsar_greatest(v + 399, -8, 1, 1), 0x3ff0000000000000);
    assert_true(v[399] == 1);
    ctsar_free(&s);
}

/* As where the memory is freed and another array gets it, while regions live on. */
static void what_was_depersisted_is_in_nobodys_way(void **state)
{
    (void)state;
    static double v[400];
    ctsar *first = open_on(NULL, CTSAR_STATIC, NULL), *second = open_region(CTSAR_STATIC, NULL);
    for (int i = 0; i < 400; ++i)
        v[i] = i;
    add_to(first, v, 400, 1);
    add_with(second, v, 400, 1, 0);
    assert_int_equal(ctsar_depersist(v), CTSAR_OK);
    add_to(first, v + 100, 200, 1);
    add_with(second, v, 400, 1, 0); /* what it overlaps is another array now */
    add_to(first, v + 100, 200, 1);
    assert_int_equal(ctsar_sync_mem(first, v + 100), CTSAR_OK);
    for (int i = 0; i < 400; ++i)
        assert_true(v[i] == i + 3 + (i >= 100 && i < 300 ? 2 : 0));
    assert_int_equal(ctsar_depersist(v + 100), CTSAR_OK);
    add_to(first, v, 50, 1); /* it comes back, and is smaller */
    add_to(second, v + 50, 350, 1);
    ctsar_free(&first);
    ctsar_free(&second);
    for (int i = 0; i < 400; ++i)
        assert_true(v[i] == i + 4 + (i >= 100 && i < 300 ? 2 : 0));
}

static void what_comes_back_must_not_overlap_what_persists_by_now(void **state)
{
    (void)state;
    static double v[400];
    ctsar *s = open_on(NULL, CTSAR_STATIC, NULL);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    add_to(s, v, 400, 1);
    assert_int_equal(ctsar_depersist(v), CTSAR_OK);
    add_to(s, v + 100, 200, 1);
    assert_null(ctsar_reg_mem(s, v, 8, 400, ROWWISE | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST));
    assert_non_null(strstr(ctsar_last_error(s), "overlaps the persisted one"));
    ctsar_next(s, 10);
    assert_false(ctsar_loop(s));
    ctsar_free(&s);
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_persisted_stencil_moves_the_halo_rows_that_cross_an_address_space),
        cmocka_unit_test(when_shares_move_a_slice_moves_and_nothing_else),
        cmocka_unit_test(without_persistence_each_pass_copies_inputs_and_outputs_once),
        cmocka_unit_test(written_through_the_host_is_current_after_every_pass),
        cmocka_unit_test(an_input_that_does_not_change_is_copied_once),
        cmocka_unit_test(a_persisted_stencil_is_right_under_every_policy),
        cmocka_unit_test(a_persisted_array_is_updated_in_place_by_a_loop_with_a_step),
        cmocka_unit_test(a_second_region_finds_the_array_in_place),
        cmocka_unit_test(what_is_discarded_moves_nowhere),
        cmocka_unit_test(what_another_region_does_not_persist_is_current_there_all_the_same),
        cmocka_unit_test(a_part_of_a_persisted_array_may_be_copied_by_another_region),
        cmocka_unit_test(a_persisted_array_may_be_associated_otherwise_in_another_region),
        cmocka_unit_test(a_packed_column_window_takes_little_more_than_its_columns),
        cmocka_unit_test(padded_rows_are_whole_simd_widths),
        cmocka_unit_test(planes_of_three_dimensions_have_strides),
        cmocka_unit_test(retargeting_keeps_the_memory_for_another_array),
        cmocka_unit_test(arrays_that_swap_their_roles_stay_where_they_are),
        cmocka_unit_test(what_lies_between_rows_is_not_touched),
        cmocka_unit_test(nor_is_it_where_a_device_fails),
        cmocka_unit_test(the_last_iterations_may_have_less_than_the_others),
        cmocka_unit_test(calls_say_what_is_wrong),
        cmocka_unit_test(persisted_arrays_that_overlap_are_refused),
        cmocka_unit_test(what_overlaps_several_persisted_arrays_sees_all_of_them),
        cmocka_unit_test(what_the_host_uses_is_there_by_any_address),
        cmocka_unit_test(an_index_array_is_asked_as_it_was_written_last),
        cmocka_unit_test(what_was_depersisted_is_in_nobodys_way),
        cmocka_unit_test(what_comes_back_must_not_overlap_what_persists_by_now),
    };
    return cmocka_run_group_tests_name("arrays", tests, NULL, NULL);
}
