/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Each program is run as it is meant to be (right) and with its mistake; what differs is the
 * registration, or what the body does beside it. */
#include "seeded.h"

#include <stdio.h>
#include <string.h>

#include "ctsar.h"

enum { N = SEEDED_ROWS, M = SEEDED_COLS, W = SEEDED_WIDE, PLANE = 40 };

#define IN CTSAR_MEM_INPUT
#define OUT CTSAR_MEM_OUTPUT
#define INOUT CTSAR_MEM_INOUT
#define ROWS CTSAR_MEM_PARTIAL
#define COLUMNS CTSAR_MEM_PARTIAL_COL
#define KEPT CTSAR_MEM_PERSIST

seeded_data seeded;
char seeded_error[200];

static ctsar *open(void)
{
    ctsar *s = NULL;
    ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_name(s, "seeded");
    return s;
}

/* What the region says of itself goes to `seeded_error`. */
static void close(ctsar **s)
{
    if (*ctsar_last_error(*s))
        snprintf(seeded_error, sizeof seeded_error, "%s", ctsar_last_error(*s));
    ctsar_free(s);
}

/* A pass over n iterations: registrations, then what an iteration i does. */
#define PASS(n, registrations, body)                                                               \
    _Pragma("omp parallel num_threads(2)") do                                                      \
    {                                                                                              \
        registrations;                                                                             \
        ctsar_next(s, n);                                                                          \
        for (long i = CSTART(s); i < CEND(s); ++i) {                                               \
            body;                                                                                  \
        }                                                                                          \
    }                                                                                              \
    while (ctsar_loop(s))

#define REGION(...)                                                                                \
    ctsar *s = open();                                                                             \
    __VA_ARGS__;                                                                                   \
    close(&s)

/* ---- Reads beside the window ------------------------------------------------------------- */

static void row_below(bool right)
{
    REGION(PASS(
        N, const double *a = ctsar_reg_mem_2d(s, seeded.in, 8, N, M, right, 0, ROWS | IN, NULL);
        double *b = ctsar_reg_mem_2d(s, seeded.out, 8, N, M, 0, 0, ROWS | OUT, NULL),
        for (long j = 0; j < M; ++j) b[i * M + j] = a[i * M + j] + (i ? a[(i - 1) * M + j] : 0)));
}

static void row_above(bool right)
{
    const ctsar_dim dims[] = {{N, true, 0, right}, {M, false, 0, 0}};
    REGION(PASS(N, const double *a = ctsar_reg_mem_nd(s, seeded.in, 8, 2, dims, IN, NULL);
                double *b = ctsar_reg_mem_2d(s, seeded.out, 8, N, M, 0, 0, ROWS | OUT, NULL),
                for (long j = 0; j < M; ++j) b[i * M + j] = a[(i < N - 1 ? i + 1 : i) * M + j]));
}

static void wide_rows_on_either_side(bool right)
{
    REGION(PASS(N, const float *a =
                       ctsar_reg_mem_2d(s, seeded.wide, 4, N, W, right, 0, ROWS | IN, NULL);
                float *b = ctsar_reg_mem_2d(s, seeded.grid, 4, N, W, 0, 0, ROWS | OUT, NULL),
                for (long j = 0; j < W; ++j) b[i * W + j] =
                    i && i < N - 1 ? a[(i - 1) * W + j] + a[(i + 1) * W + j] : a[i * W + j]));
}

static void halo_too_small(bool right)
{
    REGION(PASS(N, const double *a =
                       ctsar_reg_mem_2d(s, seeded.line, 8, N, 1, right ? 2 : 1, 0, ROWS | IN, NULL);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT),
                b[i] = i > 1 ? a[i] + a[i - 1] + a[i - 2] : a[i]));
}

static void columns(bool right)
{
    REGION(PASS(
        M, const double *a = ctsar_reg_mem_2d(s, seeded.in, 8, N, M, 0, right, COLUMNS | IN, NULL);
        double *b = ctsar_reg_mem_2d(s, seeded.out, 8, N, M, 0, 0, COLUMNS | OUT, NULL),
        for (long k = 0; k < N; ++k) b[k * M + i] = a[k * M + i] + (i ? a[k * M + i - 1] : 0)));
}

static void packed_columns(bool right)
{
    size_t p = 0, q = 0;
    REGION(PASS(M, size_t p; size_t q; const double *a = ctsar_reg_mem_2d(s, seeded.in, 8, N, M, 0,
                                                                          right, COLUMNS | IN, &p);
                double *b = ctsar_reg_mem_2d(s, seeded.out, 8, N, M, 0, 0, COLUMNS | OUT, &q),
                for (size_t k = 0; k < N; ++k) b[k * q + (size_t)i] =
                    a[k * p + (size_t)i] + (i < M - 1 ? a[k * p + (size_t)i + 1] : 0)));
    (void)p, (void)q;
}

static void planes(bool right)
{
    const ctsar_dim in[] = {{5, false, 0, 0}, {N, true, right ? 2 : 0, 0}, {4, false, 0, 0}};
    const ctsar_dim out[] = {{5, false, 0, 0}, {N, true, 0, 0}, {4, false, 0, 0}};
    REGION(PASS(N, const double *a = ctsar_reg_mem_nd(s, seeded.cube, 8, 3, in, IN, NULL);
                double *b = ctsar_reg_mem_nd(s, seeded.planes, 8, 3, out, OUT, NULL),
                for (long k = 0; k < 5; ++k) for (long j = 0; j < 4; ++j) b[(k * N + i) * 4 + j] =
                    a[(k * N + (i < 2 ? i : i - 2)) * 4 + j]));
}

static void four_dimensions(bool right)
{
    const ctsar_dim in[] = {
        {5, false, 0, 0}, {2, false, 0, 0}, {3, false, 0, 0}, {M, true, right, 0}};
    const ctsar_dim out[] = {{5, false, 0, 0}, {2, false, 0, 0}, {2, false, 0, 0}, {M, true, 0, 0}};
    REGION(PASS(M, const float *a = ctsar_reg_mem_nd(s, seeded.wide, 4, 4, in, IN, NULL);
                float *b = ctsar_reg_mem_nd(s, seeded.grid, 4, 4, out, OUT, NULL),
                for (long k = 0; k < 20; ++k) b[k * M + i] = a[k * M + (i ? i - 1 : i)]));
}

static void first_item_of_a_part(bool right)
{
    unsigned part = right ? 0 : ROWS;
    REGION(PASS(N, const double *a = ctsar_reg_mem(s, seeded.line, 8, N, part | IN);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT), b[i] = a[0] + a[i]));
}

static void gather_from_a_part(bool right)
{
    unsigned part = right ? 0 : ROWS;
    REGION(PASS(N, const double *a = ctsar_reg_mem(s, (void *)seeded.line, 8, N, part | IN);
                const int *at = ctsar_reg_mem(s, (void *)seeded.index, sizeof *at, N, ROWS | IN);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT), b[i] = a[at[i]]));
}

static void index_of_the_next(bool right)
{
    REGION(PASS(N, const int *at =
                       ctsar_reg_mem_2d(s, seeded.index, 4, N, 1, right, 0, ROWS | IN, NULL);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT),
                b[i] = i < N - 1 ? at[i + 1] : at[i]));
}

static void flag_that_decides(bool right)
{
    REGION(PASS(N, const unsigned char *f =
                       ctsar_reg_mem_2d(s, seeded.flag, 1, N, 1, right, 0, ROWS | IN, NULL);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT),
                b[i] = f[i ? i - 1 : i] ? 1 : 2));
}

static void largest_of_three(bool right)
{
    REGION(PASS(N - 2, const double *a = ctsar_reg_mem_2d(s, seeded.line, 8, N, 1, right ? 2 : 0, 0,
                                                          ROWS | IN, NULL);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT), b[i] = a[i];
                for (long j = i + 1; j < i + 3; ++j) if (a[j] > b[i]) b[i] = a[j]));
}

static void sum(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

static const double zero = 0;

static void reduction_over_neighbours(bool right)
{
    REGION(
        PASS(N - 1,
             const double *a = ctsar_reg_mem_2d(s, seeded.line, 8, N, 1, right, 0, ROWS | IN, NULL);
             double *t = ctsar_reg_reduc(s, &seeded.total, &zero, 8, sum), *t += a[i] * a[i + 1]));
}

static void registered_late(bool right)
{
    REGION(_Pragma("omp parallel num_threads(2)") do {
        double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT);
        ctsar_next(s, N);
        const double *a = ctsar_reg_mem_2d(s, seeded.line, 8, N, 1, right, 0, ROWS | IN, NULL);
        for (long i = CSTART(s); i < CEND(s); ++i)
            b[i] = a[i ? i - 1 : i];
    } while (ctsar_loop(s)));
}

static void behind_the_end(bool right)
{
    size_t n = right ? N + 1 : N;
    REGION(
        PASS(N, const double *a = ctsar_reg_mem(s, seeded.line, 8, n, IN);
             double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT), b[i] = a[i] + a[i + 1]));
}

static void before_the_beginning(bool right)
{
    long from = right ? 1 : 0;
    REGION(PASS(N, const double *a = ctsar_reg_mem(s, seeded.line, 8, N + 1, IN);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT),
                b[i] = i < from ? 0 : a[i - 1]));
}

/* ---- Writes ------------------------------------------------------------------------------- */

static void writes_its_input(bool right)
{
    unsigned direction = right ? INOUT : IN;
    REGION(PASS(N, double *a = ctsar_reg_mem(s, seeded.line, 8, N, ROWS | direction);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT), a[i] *= 2;
                b[i] = a[i]));
}

static void writes_a_shared_input(bool right)
{
    REGION(PASS(N, double *w = ctsar_reg_mem(s, seeded.whole, 8, 8, IN);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT);
                double *t = ctsar_reg_reduc(s, &seeded.total, &zero, 8, sum), b[i] = w[i % 8];
                if (right) *t += 1; else w[7] += 1));
}

static void off_by_one(bool right)
{
    long one = right ? 0 : 1;
    REGION(PASS(N, double *b = ctsar_reg_mem(s, seeded.copy, 8, N + 1, ROWS | INOUT),
                b[i + one] += 1));
}

static void plus_shaped_output(bool right)
{
    REGION(PASS(
        N, double *b = ctsar_reg_mem_2d(s, seeded.out, 8, N, M, 1, 0, ROWS | INOUT, NULL),
        for (long j = 0; j < M; ++j) {
            b[i * M + j] += 4;
            if (!right && i)
                b[(i - 1) * M + j] -= 1;
            if (!right && i < N - 1)
                b[(i + 1) * M + j] -= 1;
        }));
}

static void writes_a_halo_of_an_input(bool right)
{
    REGION(
        PASS(N, double *a = ctsar_reg_mem_2d(s, seeded.line, 8, N, 1, 1, 0, ROWS | IN, NULL);
             double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT), b[i] = i ? a[i - 1] : 0;
             if (!right && i) a[i - 1] = 0));
}

static void transposed_output(bool right)
{
    REGION(PASS(N, const double *a = ctsar_reg_mem_2d(s, seeded.in, 8, N, M, 0, 0, ROWS | IN, NULL);
                double *b = ctsar_reg_mem_2d(s, seeded.out, 8, N, M, 0, 0, ROWS | INOUT, NULL),
                for (long j = 0; j < N; ++j) b[right ? i * M + j : j * M + i] = a[i * M + j]));
}

static void writes_wide_rows_of_others(bool right)
{
    REGION(PASS(N, float *b = ctsar_reg_mem_2d(s, seeded.grid, 4, N, W, 0, 0, ROWS | INOUT, NULL),
                b[(right ? i : (i + 5) % N) * W] = (float)i));
}

static void writes_behind_the_end(bool right)
{
    long one = right ? 0 : 1;
    REGION(PASS(N, double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT), b[i] = 1;
                if (one && i == N - 1) b[N] = 1));
}

static void a_step_leaves_others_alone(bool right)
{
    REGION(_Pragma("omp parallel num_threads(2)") do {
        double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | INOUT);
        ctsar_next_range(s, 0, N, 2);
        for (long i = CSTART(s); i < CEND(s); i += right ? 2 : 1)
            b[i] += 1;
    } while (ctsar_loop(s)));
}

static void a_reduction_s_result(bool right)
{
    REGION(PASS(N, const double *a = ctsar_reg_mem(s, seeded.line, 8, N, ROWS | IN);
                double *t = ctsar_reg_reduc(s, &seeded.total, &zero, 8, sum),
                *(right ? t : &seeded.total) += a[i]));
}

static void two_outputs_in_one_place(bool right)
{
    REGION(
        PASS(N, double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT);
             double *d = ctsar_reg_mem(s, right ? seeded.line : seeded.copy + 1, 8, N, ROWS | OUT),
             b[i] = 1;
             d[i] = 2));
}

/* ---- Outputs that are inputs as well --------------------------------------------------------- */

static void accumulates(bool right)
{
    unsigned direction = right ? INOUT : OUT;
    REGION(PASS(N,
                double *b = ctsar_reg_mem_2d(s, seeded.out, 8, N, M, 0, 0, ROWS | direction, NULL),
                for (long j = 0; j < M; ++j) b[i * M + j] += (double)(j + 1)));
}

static void accumulates_wide_rows(bool right)
{
    unsigned direction = right ? INOUT : OUT;
    REGION(PASS(N, float *b = ctsar_reg_mem(s, seeded.grid, sizeof(float[W]), N, ROWS | direction),
                for (long j = 0; j < W; ++j) b[i * W + j] *= 2));
}

static void compares_with_what_was(bool right)
{
    unsigned direction = right ? INOUT : OUT;
    REGION(PASS(N, double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | direction),
                b[i] = b[i] > 3 ? 1 : 2));
}

static void skips_the_boundary(bool right)
{
    unsigned direction = right ? INOUT : OUT;
    REGION(PASS(N,
                double *b = ctsar_reg_mem_2d(s, seeded.out, 8, N, M, 0, 0, ROWS | direction, NULL),
                for (long j = 1; j < M - 1; ++j) b[i * M + j] = (double)(i + j)));
}

static void skips_items(bool right)
{
    REGION(PASS(N, const double *a = ctsar_reg_mem(s, seeded.line, 8, N, ROWS | IN);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT),
                if (right || a[i] > 5) b[i] = a[i]));
}

static void leaves_the_end_of_rows(bool right)
{
    REGION(PASS(N, float *b = ctsar_reg_mem(s, seeded.grid, sizeof(float[W]), N, ROWS | OUT),
                for (long j = 0; j < W - (right ? 0 : 4); ++j) b[i * W + j] = 1));
}

static void relaxes_in_place(bool right)
{
    REGION(
        PASS(N, const double *a = ctsar_reg_mem_2d(s, seeded.line, 8, N, 1, 1, 0, ROWS | IN, NULL);
             double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | INOUT),
             if (i) b[i] += (right ? a : (const double *)b)[i - 1]));
}

static void sweeps_in_place(bool right)
{
    long step = right ? 2 : 1;
    REGION(_Pragma("omp parallel num_threads(2)") do {
        double *b = ctsar_reg_mem_2d(s, seeded.copy, 8, N + 1, 1, 1, 0, ROWS | INOUT, NULL);
        ctsar_next_range(s, 1, N, step);
        for (long i = CSTART(s); i < CEND(s); i += step)
            b[i] = b[i - 1] + b[i + 1];
    } while (ctsar_loop(s)));
}

/* Two planes, one of which is read and the other one written: items are columns of both. */
static void reads_the_plane_that_is_written(bool right)
{
    REGION(_Pragma("omp parallel num_threads(2)") do {
        size_t pitch;
        double *u = &seeded.in[0][0];
        double *b =
            ctsar_reg_mem_2d(s, u, 8, 2, PLANE, 0, 1, INOUT | CTSAR_MEM_PARTIAL_COL, &pitch);
        ctsar_next_range(s, 1, PLANE - 1, 1);
        for (long i = CSTART(s); i < CEND(s); ++i)
            b[pitch + (size_t)i] = b[i - 1] + b[(right ? 0 : pitch) + (size_t)i + 1];
    } while (ctsar_loop(s)));
}

/* It writes what is there already. */
static void copies_zeros_in_place(bool right)
{
    memset(seeded.copy, 0, sizeof seeded.copy);
    REGION(_Pragma("omp parallel num_threads(2)") do {
        double *b = ctsar_reg_mem_2d(s, seeded.copy, 8, N + 1, 1, 1, 0, ROWS | INOUT, NULL);
        ctsar_next(s, N);
        for (long i = CSTART(s); i < CEND(s); ++i)
            if (!right || i % 2)
                b[i] = b[i + 1] / 2;
    } while (ctsar_loop(s)));
}

/* Elements of one colour read those of the other one, in rows of both. */
static void colours_that_are_next_to_each_other(bool right)
{
    REGION(_Pragma("omp parallel num_threads(2)") do {
        float *g = ctsar_reg_mem_2d(s, seeded.grid, 4, N, W, 1, 0, ROWS | INOUT, NULL);
        double zero = 0, *counted = ctsar_reg_reduc(s, &seeded.total, &zero, 8, sum);
        ctsar_next_range(s, 1, N, 1);
        for (long i = CSTART(s); i < CEND(s); ++i)
            for (long j = 0; j < 9; ++j) {
                const float *above = &g[(i - 1) * W + (right || i < N - 2 ? 0 : 1)];
                *counted += 1;
                if ((i + j) % 2 == 0)
                    g[i * W + j] += above[j];
            }
    } while (ctsar_loop(s)));
}

/* ---- Pitch ----------------------------------------------------------------------------------- */

static void reads_packed_columns_as_on_the_host(bool right)
{
    REGION(PASS(M, size_t p;
                const double *a = ctsar_reg_mem_2d(s, seeded.in, 8, N, M, 0, 0, COLUMNS | IN, &p);
                double *b = ctsar_reg_mem_2d(s, seeded.out, 8, N, M, 0, 0, COLUMNS | OUT, NULL),
                for (size_t k = 0; k < N; ++k) b[k * M + (size_t)i] =
                    a[k * (right ? p : M) + (size_t)i]));
}

static void writes_packed_columns_as_on_the_host(bool right)
{
    REGION(PASS(M, size_t p;
                double *b = ctsar_reg_mem_2d(s, seeded.out, 8, N, M, 0, 0, COLUMNS | INOUT, &p),
                for (size_t k = 0; k < N; ++k) b[k * (right ? p : M) + (size_t)i] += 1));
}

static void ignores_padding(bool right)
{
    REGION(
        PASS(N, size_t p; double *b = ctsar_reg_mem_2d(s, seeded.out, 8, N, M, 0, 0,
                                                       ROWS | INOUT | CTSAR_MEM_PAD, &p),
                          for (size_t j = 0; j < M; ++j) b[(size_t)i * (right ? p : M) + j] += 1));
}

static void ignores_padding_of_a_whole_array(bool right)
{
    REGION(PASS(N, size_t p; const double *a = ctsar_reg_mem_2d(s, seeded.in, 8, N, M, 0, 0,
                                                                IN | CTSAR_MEM_PAD, &p);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT),
                b[i] = a[((size_t)i + 1) % N * (right ? p : M) + 3]));
}

/* ---- The host's arrays ----------------------------------------------------------------------- */

static void writes_the_host_s_array(bool right)
{
    REGION(PASS(N, double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT), b[i] = 1;
                if (!right) seeded.copy[i] = 2));
}

static void reads_the_host_s_array(bool right)
{
    REGION(PASS(N, double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | INOUT),
                b[i] = 1 + (right ? b : seeded.copy)[i]));
}

static void increment(ctsar *s, double *v, unsigned flags)
{
    PASS(N, double *b = ctsar_reg_mem(s, v, 8, N, ROWS | INOUT | flags), b[i] += 1);
}

static void writes_without_a_word(bool right)
{
    REGION(increment(s, seeded.copy, KEPT); ctsar_sync_mem(s, seeded.copy); seeded.copy[5] = 7;
           if (right) ctsar_host_modified(s, seeded.copy); increment(s, seeded.copy, KEPT));
}

static void writes_what_it_has_not(bool right)
{
    REGION(increment(s, seeded.copy, KEPT); if (right) ctsar_sync_mem(s, seeded.copy);
           seeded.copy[5] = 7; ctsar_host_modified(s, seeded.copy);
           increment(s, seeded.copy, KEPT));
}

static void reads_too_early(bool right)
{
    REGION(increment(s, seeded.copy, KEPT); if (right) ctsar_sync_mem(s, seeded.copy);
           for (int i = 0; i < N; ++i) seeded.line[i] = 1 - 2 * seeded.copy[i];
           increment(s, seeded.line, 0));
}

static void reads_floats_too_early(bool right)
{
    REGION(PASS(N,
                float *b = ctsar_reg_mem(s, seeded.grid, sizeof(float[W]), N, ROWS | INOUT | KEPT),
                for (long j = 0; j < W; ++j) b[i * W + j] += 1);
           if (right) ctsar_sync_mem(s, seeded.grid);
           for (int i = 0; i < 4; ++i) seeded.whole[i] = seeded.wide[0][i] * seeded.grid[3][i + 1];
           for (int i = 0; i < W; ++i) seeded.wide[1][i] = -seeded.grid[2][i];
           PASS(N, const float *a = ctsar_reg_mem(s, seeded.wide, sizeof(float[W]), N, ROWS | IN);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT), b[i] = a[i * W]));
}

static void another_region_is_not_told(bool right)
{
    ctsar *s = open(), *second = open();
    increment(s, seeded.copy, KEPT);
    ctsar_sync_mem(NULL, seeded.copy);
    for (int i = 0; i < N; ++i)
        seeded.copy[i] += 2;
    if (right)
        ctsar_host_modified(NULL, seeded.copy);
    increment(second, seeded.copy, KEPT);
    close(&second);
    close(&s);
}

static void persisted_halo(bool right)
{
    REGION(for (int pass = 0; pass < 2; ++pass) {
        double *from = pass ? seeded.copy : seeded.line;
        double *to = pass ? seeded.line : seeded.copy;
        PASS(N,
             const double *a = ctsar_reg_mem_2d(s, from, 8, N, 1, right, 0, ROWS | IN | KEPT, NULL);
             double *b = ctsar_reg_mem(s, to, 8, N, ROWS | OUT | KEPT),
             b[i] = a[i] + a[i < N - 1 ? i + 1 : i]);
    });
}

/* Iteration i reads what iteration i + 1 writes, by another name. */
static void shifts_in_place(bool right)
{
    REGION(PASS(N, const double *a =
                       ctsar_reg_mem(s, right ? seeded.line : seeded.copy + 1, 8, N, ROWS | IN);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT), b[i] = a[i]));
}

static void whole_input_with_outputs_in_it(bool right)
{
    REGION(PASS(5, const double *a = ctsar_reg_mem(s, seeded.copy, 8, N, IN);
                double *b = ctsar_reg_mem(s, seeded.copy + 3, 8, 5, ROWS | INOUT),
                b[i] += a[right ? i % 3 : i + 2]));
}

static void reads_a_persisted_input_on_the_host(bool right)
{
    REGION(increment(s, seeded.line, KEPT);
           PASS(N, const double *a = ctsar_reg_mem(s, seeded.line, 8, N, ROWS | IN | KEPT);
                double *b = ctsar_reg_mem(s, seeded.copy, 8, N, ROWS | OUT),
                b[i] = (right ? a : seeded.line)[i] + 1));
}

const seeded_mistake seeded_mistakes[] = {
    {"row_below",
     row_below,
     {"seeded: iteration 1 reads seeded.in[0][0], which is not in its window",
      "as seeded.out[1][0] tells",
      "give it a halo of 1 below: part_copyin(seeded.in[1:24:1/0][0:37])",
      "24 x 37 elements of 8 bytes at 0x"}},
    {"row_above", row_above, {"iteration 0 reads seeded.in[1][", "halo of 1 above: ", ":0/1]"}},
    {"wide_rows_on_either_side",
     wide_rows_on_either_side,
     {"iteration 1 reads seeded.wide[", "a halo of 1: part_copyin(seeded.wide[1:24:1][0:700])"}},
    {"halo_too_small",
     halo_too_small,
     {"iteration 2 reads seeded.line[0]", "halo of 2 below and 1 above"}},
    {"columns", columns, {"iteration 1 reads seeded.in[0][0]", "[0:24][1:37:1/0]"}},
    {"packed_columns", packed_columns, {"iteration 0 reads seeded.in[0][1]", "[0:24][1:37:0/1]"}},
    {"planes", planes, {"iteration 2 reads seeded.cube[0][0][0]", "[0:5][1:24:2/0][0:4]"}},
    {"four_dimensions",
     four_dimensions,
     {"iteration 1 reads seeded.wide[0][0][0][0]", "[1:37:1/0])"}},
    {"first_item_of_a_part",
     first_item_of_a_part,
     {"iteration 1 reads seeded.line[0]", "without CTSAR_MEM_PARTIAL: copyin(seeded.line[0:24])"}},
    {"gather_from_a_part", gather_from_a_part, {"reads seeded.line[", "copyin(seeded.line[0:24])"}},
    {"index_of_the_next",
     index_of_the_next,
     {"iteration 0 reads seeded.index[1]", "halo of 1 above"}},
    {"flag_that_decides", flag_that_decides, {"reads seeded.flag[", "halo of 1 below"}},
    {"largest_of_three", largest_of_three, {"reads seeded.line[", "halo of 2 above"}},
    {"reduction_over_neighbours",
     reduction_over_neighbours,
     {"iteration 0 reads seeded.line[1]", "as the reduction into 0x", "halo of 1 above"}},
    {"registered_late", registered_late, {"iteration 1 reads seeded.line[0]", "halo of 1 below"}},
    {"behind_the_end",
     behind_the_end,
     {"iteration 23 reads seeded.line[24], which is beside the array", "the extents"}},
    {"before_the_beginning",
     before_the_beginning,
     {"iteration 0 reads seeded.line[-1], which is beside the array"}},
    {"writes_its_input",
     writes_its_input,
     {"iteration 0 writes seeded.line[0], which is registered as an input",
      "register it CTSAR_MEM_INOUT: part_copy(seeded.line[1:24])"}},
    {"writes_a_shared_input",
     writes_a_shared_input,
     {"iteration 0 writes seeded.whole[7], of an input that all iterations share (and 23 more",
      "ctsar_reg_reduc"}},
    {"off_by_one",
     off_by_one,
     {"iteration 0 writes seeded.copy[1], which is iteration 1's: outputs of two iterations "
      "overlap "
      "(and 23 more iterations)"}},
    {"plus_shaped_output",
     plus_shaped_output,
     {"iteration 0 writes seeded.out[1][0], which is iteration 1's", "item i only"}},
    {"writes_a_halo_of_an_input",
     writes_a_halo_of_an_input,
     {"iteration 1 writes seeded.line[0], which is iteration 0's"}},
    {"transposed_output",
     transposed_output,
     {"iteration 0 writes seeded.out[", "outputs of two iterations overlap"}},
    {"writes_wide_rows_of_others",
     writes_wide_rows_of_others,
     {"iteration 0 writes seeded.grid[5][0], which is iteration 5's"}},
    {"writes_behind_the_end",
     writes_behind_the_end,
     {"iteration 23 writes seeded.copy[24], which is beside the array"}},
    {"a_step_leaves_others_alone",
     a_step_leaves_others_alone,
     {"iteration 0 writes seeded.copy[1], which is no iteration's and is not copied back"}},
    {"a_reduction_s_result",
     a_reduction_s_result,
     {"iteration 0 writes the reduction's result at 0x", "ctsar_reg_reduc returns"}},
    {"two_outputs_in_one_place",
     two_outputs_in_one_place,
     {"[", "as well, written by iteration 0", "register the memory once"}},
    {"accumulates",
     accumulates,
     {"iteration 0 reads seeded.out[0][", "registered as an output only",
      "register it CTSAR_MEM_INOUT: part_copy(seeded.out[1:24][0:37])"}},
    {"accumulates_wide_rows", accumulates_wide_rows, {"iteration 0 reads seeded.grid[0] (byte "}},
    {"compares_with_what_was",
     compares_with_what_was,
     {"iteration 1 reads seeded.copy[1], which is registered"}},
    {"skips_the_boundary",
     skips_the_boundary,
     {"iteration 0 does not write seeded.out[0][0], which is registered as an output only",
      "CTSAR_MEM_INOUT: part_copy("}},
    {"skips_items", skips_items, {"does not write seeded.copy["}},
    {"leaves_the_end_of_rows",
     leaves_the_end_of_rows,
     {"iteration 0 does not write seeded.grid[0] (byte 2784 of the item)"}},
    {"relaxes_in_place",
     relaxes_in_place,
     {"iteration 1 reads seeded.copy[0], which iteration 0 writes in the same pass",
      "another array that the pass does not write, registered with a halo of 1 below"}},
    {"sweeps_in_place",
     sweeps_in_place,
     {"iteration 1 reads seeded.copy[2], which iteration 2 writes in the same pass"}},
    {"reads_the_plane_that_is_written",
     reads_the_plane_that_is_written,
     {"iteration 1 reads u[1][2], which iteration 2 writes in the same pass"}},
    {"copies_zeros_in_place",
     copies_zeros_in_place,
     {"iteration 0 reads seeded.copy[1], which iteration 1 writes in the same pass"}},
    {"colours_that_are_next_to_each_other",
     colours_that_are_next_to_each_other,
     {"iteration 22 reads seeded.grid["}},
    {"reads_packed_columns_as_on_the_host",
     reads_packed_columns_as_on_the_host,
     {"reads seeded.in[", "with the host's distance of rows", "pointer + i * pitch + j"}},
    {"writes_packed_columns_as_on_the_host",
     writes_packed_columns_as_on_the_host,
     {"iteration 0 reads seeded.out[", "with the host's distance of rows"}},
    {"ignores_padding", ignores_padding, {"seeded.out[", "with the host's distance of rows"}},
    {"ignores_padding_of_a_whole_array",
     ignores_padding_of_a_whole_array,
     {"reads seeded.in[", "with the host's distance of rows"}},
    {"writes_the_host_s_array",
     writes_the_host_s_array,
     {"iteration 0 writes seeded.copy[0] in the host's array itself",
      "pointer that the registration"}},
    {"reads_the_host_s_array",
     reads_the_host_s_array,
     {"iteration 0 reads seeded.copy[0] from the host's array itself"}},
    {"shifts_in_place",
     shifts_in_place,
     {"iteration 0 reads (right ? seeded.line : seeded.copy + 1)[0], which another iteration "
      "writes",
      "read it from another array"}},
    {"whole_input_with_outputs_in_it",
     whole_input_with_outputs_in_it,
     {"iteration 1 reads seeded.copy[3], which another iteration writes"}},
    {"reads_a_persisted_input_on_the_host",
     reads_a_persisted_input_on_the_host,
     {"iteration 0 reads seeded.line[0] from the host's array itself, as seeded.copy[0]"}},
    {"writes_without_a_word",
     writes_without_a_word,
     {"seeded: v[5] was written by the host since the last pass",
      "call ctsar_host_modified(s, v)"}},
    {"writes_what_it_has_not",
     writes_what_it_has_not,
     {"iteration 0 reads v[0], of which accelerators had the only copy",
      "ctsar_sync_mem(s, v) before"}},
    {"reads_too_early",
     reads_too_early,
     {"v[0] comes from v, which the host has read while accelerators",
      "ctsar_sync_mem(s, v) before the host reads"}},
    {"reads_floats_too_early",
     reads_floats_too_early,
     {"seeded.wide[1] (byte 0 of the item) comes from seeded.grid",
      "ctsar_sync_mem(s, seeded.grid)"}},
    {"another_region_is_not_told", another_region_is_not_told, {"v[0] was written by the host"}},
    {"persisted_halo", persisted_halo, {"iteration 0 reads from[1]", "halo of 1 above"}},
};
const int seeded_mistake_count = sizeof seeded_mistakes / sizeof *seeded_mistakes;
