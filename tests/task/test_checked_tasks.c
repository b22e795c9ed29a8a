/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Check mode names what a task's body accesses and has not declared, and of right programs it says
 * nothing: their results are the serial ones. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"

enum { N = 24, B = 4 };

static ctsar_tasks *t;
static unsigned devices = CTSAR_DEV_ALL; /* of the set */
static float m[N][N], grid[N][N];
static double row[40];

/* ---- What is said ------------------------------------------------------------------------------
 */

static char said[20000];
static char why[1024]; /* the last error */

/* Executes `program` on a set of tasks in check mode; the status of the wait. */
static int check(void (*program)(void))
{
    FILE *caught = tmpfile();
    assert_non_null(caught);
    fflush(stderr);
    int stderr_was = dup(STDERR_FILENO);
    dup2(fileno(caught), STDERR_FILENO);
    assert_int_equal(ctsar_tasks_init(&t, devices, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    program();
    int status = ctsar_tasks_wait(t, NULL);
    if (status)
        snprintf(why, sizeof why, "%s", ctsar_last_error(NULL));
    ctsar_tasks_free(&t);
    fflush(stderr);
    dup2(stderr_was, STDERR_FILENO);
    close(stderr_was);
    rewind(caught);
    said[fread(said, 1, sizeof said - 1, caught)] = '\0';
    fclose(caught);
    assert_null(t);
    return status;
}

static int setup(void **state)
{
    (void)state;
    units(NULL, NULL, "real");
    setenv("CTSAR_CHECK", "1", 1);
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            m[i][j] = (float)(i * N + j + 1), grid[i][j] = -1;
    for (int i = 0; i < 40; ++i)
        row[i] = i + 1;
    return ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
}

static void submit(const ctsar_kernel *k, const ctsar_access *a, int n)
{
    assert_int_equal(ctsar_task(t, k, 0, B, a, n, 0), CTSAR_OK);
}

/* One mistake is told, in one line that has this. */
static void assert_told(void (*program)(void), const char *what)
{
    assert_int_equal(check(program), CTSAR_ECHECK);
    const char *line = strstr(said, "ctsar: check: ");
    if (!line || !strstr(line, what) || strstr(line + 1, "ctsar: check: "))
        fail_msg("not one line with \"%s\":\n%s", what, said);
}

/* ---- Bodies: the box at (B, B) of m to that of grid
 * ---------------------------------------------- */

typedef struct tile {
    const float *from;
    float *to;
    size_t si, so;
} tile;

static tile tile_of(const ctsar_call *c)
{
    return (tile){c->arg[0], c->arg[1], c->strides[0][0], c->strides[1][0]};
}

/* Element (i, j) of the result is that one of `from`. */
#define BODY(id, reads)                                                                            \
    static void id##_body(const ctsar_call *c)                                                     \
    {                                                                                              \
        tile b = tile_of(c);                                                                       \
        for (size_t i = 0; i < B; ++i)                                                             \
            for (size_t j = 0; j < B; ++j)                                                         \
                b.to[i * b.so + j] = (reads);                                                      \
    }                                                                                              \
    static const ctsar_kernel id##_kernel = {.name = #id, .host = id##_body};                      \
    static void id(void)                                                                           \
    {                                                                                              \
        const ctsar_access a[] = {CTSAR_IN_BOX(m, sizeof **m, {N, B, B}, {N, B, B}),               \
                                  CTSAR_OUT_BOX(grid, sizeof **grid, {N, B, B}, {N, B, B})};       \
        submit(&id##_kernel, a, 2);                                                                \
    }

BODY(copy, b.from[i * b.si + j])
BODY(right_of_it, b.from[i * b.si + j + 1])
BODY(left_of_it, *(b.from + i * b.si + j - 1))
BODY(below_it, b.from[(i + 1) * b.si + j])
BODY(above_it, *(b.from + i * b.si + j - b.si))
BODY(host_rows, b.from[i * N + j])
BODY(whole_matrix, b.from[i * b.si + j] + grid[i + B][j + B])
BODY(reads_out, b.from[i * b.si + j] + b.to[i * b.so + j])

static void behind_value_body(const ctsar_call *c)
{
    float *to = c->arg[2];
    const float *from = c->arg[1];
    *to = from[1];
}

static void behind_value(void)
{
    static const ctsar_kernel kernel = {.name = "behind_value", .host = behind_value_body};
    const ctsar_access a[] = {CTSAR_VALUE(&kernel, sizeof kernel), CTSAR_IN(&m[0][0], sizeof **m),
                              CTSAR_OUT(&grid[0][0], sizeof **grid)};
    submit(&kernel, a, 3);
}

static void what_is_read_beside_a_box_is_named(void **state)
{
    (void)state;
    assert_int_equal(check(copy), CTSAR_OK);
    assert_string_equal(said, "");
    assert_told(right_of_it, "kernel right_of_it: task 1 reads m[4][8], which it has not declared, "
                             "as grid[4][7] tells; declare all that the body reads: a larger part, "
                             "or one more. m: access 0 of the task, 24 x 24 elements of 4 bytes");
    assert_told(behind_value, "&m[0][0]): access 1 of the task");
    assert_told(left_of_it, "task 1 reads m[4][3], which it has not declared");
    assert_told(below_it, "task 1 reads m[8][");
    assert_told(above_it, "task 1 reads m[3][");
}

static void rows_at_the_host_s_distance_are_told(void **state)
{
    (void)state;
    assert_told(host_rows, "task 1 reads m[5][4] with the host's distance of rows, as grid[5][4] "
                           "tells; index it with the distances of call->strides");
}

static void the_host_s_own_array_is_told(void **state)
{
    (void)state;
    assert_told(whole_matrix,
                "reads grid[4][4] from the host's array itself, as grid[4][4] tells; use "
                "the pointer of call->arg");
}

static void an_output_that_is_read_is_named(void **state)
{
    (void)state;
    assert_told(reads_out, "reads grid[4][4], which is declared OUT, before it has written it");
}

/* ---- Columns of a wide matrix --------------------------------------------------------------- */

enum { TALL = 600, WIDE = 16384, FAR = WIDE / 2 }; /* more rows than pages can be noted */
static float wide[TALL][WIDE];
static int probe[2]; /* a pipe */
static bool near_is_open, far_is_open;

/* Column 7 gets what `reads` says, row by row. */
#define COLUMN(id, reads, statement)                                                               \
    static void id##_body(const ctsar_call *c)                                                     \
    {                                                                                              \
        float *x = c->arg[0];                                                                      \
        size_t pitch = c->strides[0][0];                                                           \
        for (size_t i = 0; i < TALL; ++i)                                                          \
            x[i * pitch] += (reads);                                                               \
        statement;                                                                                 \
    }                                                                                              \
    static const ctsar_kernel id##_kernel = {.name = #id, .host = id##_body};                      \
    static void id(void)                                                                           \
    {                                                                                              \
        const ctsar_access a[] = {                                                                 \
            CTSAR_INOUT_BOX(wide, sizeof **wide, {TALL, 0, TALL}, {WIDE, 7, 1})};                  \
        submit(&id##_kernel, a, 1);                                                                \
    }

/* Can the system read there? */
static bool is_open(const void *at)
{
    char byte;
    return write(probe[1], at, 1) == 1 && read(probe[0], &byte, 1) == 1;
}

COLUMN(add_one, 1, (void)0)
COLUMN(add_far, i < TALL - 1 ? x[i * pitch + FAR] : 1, (void)0)
COLUMN(add_once, i == TALL - 1 && x[i * pitch] > 0 ? x[(i - 1) * pitch + FAR] : 1, (void)0)
COLUMN(by_host_rows, x[i * WIDE], (void)0)
COLUMN(write_far, 1, x[3 * pitch + FAR] = 1)
COLUMN(look_beside, 1, near_is_open = is_open(&x[pitch + 1]);
       far_is_open = is_open(&x[pitch + FAR]))

static void set_wide(void)
{
    for (int i = 0; i < TALL; ++i) {
        wide[i][7] = (float)i;
        wide[i][7 + FAR] = 2;
    }
}

static void assert_column(float added, float last)
{
    for (int i = 0; i < TALL; ++i)
        assert_true(wide[i][7] == (float)i + (i < TALL - 1 ? added : last));
}

/* Pages between rows are closed where they are many, and found to be touched all the same. */
static void what_is_touched_far_from_a_column_is_named(void **state)
{
    (void)state;
    set_wide();
    assert_int_equal(check(add_one), CTSAR_OK);
    assert_string_equal(said, "");
    assert_column(1, 1);
    set_wide();
    assert_told(add_far, "task 1 reads wide[0][8199], which it has not declared, as wide[0][7]");
    assert_column(2, 1);
    set_wide();
    assert_told(add_once, "task 1 reads wide[598][8199], which it has not declared, as wide[599]");
    assert_column(1, 2);
    assert_told(by_host_rows, "with the host's distance of rows, as wide[");
    assert_told(write_far, "task 1 writes wide[3][8199], which it has not declared");
}

static void what_is_far_from_a_column_is_closed(void **state)
{
    (void)state;
    assert_int_equal(pipe(probe), 0);
    assert_int_equal(check(look_beside), CTSAR_OK);
    assert_true(near_is_open);
    assert_false(far_is_open);
    close(probe[0]);
    close(probe[1]);
}

/* ---- Writes
 * -------------------------------------------------------------------------------------- */

#define WRITES(id, statement)                                                                      \
    static void id##_body(const ctsar_call *c)                                                     \
    {                                                                                              \
        tile b = tile_of(c);                                                                       \
        copy_body(c);                                                                              \
        statement;                                                                                 \
    }                                                                                              \
    static const ctsar_kernel id##_kernel = {.name = #id, .host = id##_body};                      \
    static void id(void)                                                                           \
    {                                                                                              \
        const ctsar_access a[] = {CTSAR_IN_BOX(m, sizeof **m, {N, B, B}, {N, B, B}),               \
                                  CTSAR_OUT_BOX(grid, sizeof **grid, {N, B, B}, {N, B, B})};       \
        submit(&id##_kernel, a, 2);                                                                \
    }

WRITES(writes_beside, b.to[2 * b.so + B] = 5)
WRITES(writes_input, ((float *)b.from)[b.si] = 5)
WRITES(writes_host, (void)b; grid[5][5] = 5)

/* What is hidden there is small: what is added to it shows. */
static void adds_on_host_body(const ctsar_call *c)
{
    (void)c;
    row[3] += 1;
}
static const ctsar_kernel adds_on_host_kernel = {.name = "adds_on_host", .host = adds_on_host_body};
static void adds_on_host(void)
{
    const ctsar_access a[] = {CTSAR_INOUT(row, sizeof row)};
    submit(&adds_on_host_kernel, a, 1);
}

static void what_is_written_and_not_declared_is_named(void **state)
{
    (void)state;
    assert_told(writes_beside, "task 1 writes grid[6][8], which it has not declared; declare all");
    assert_told(writes_input, "task 1 writes m[5][4], which is declared IN; declare it INOUT");
    assert_told(writes_host,
                "task 1 writes grid[5][5] in the host's array itself; use the pointer");
    assert_told(adds_on_host, "task 1 writes byte 24 of row in the host's array itself; use the");
}

static void half_body(const ctsar_call *c)
{
    tile b = tile_of(c);
    for (size_t i = 0; i < B; ++i)
        for (size_t j = 0; j < B; ++j)
            if (i != 2 || j != 3)
                b.to[i * b.so + j] = b.from[i * b.si + j];
}
static const ctsar_kernel half_kernel = {.name = "half", .host = half_body};
static void half(void)
{
    const ctsar_access a[] = {CTSAR_IN_BOX(m, sizeof **m, {N, B, B}, {N, B, B}),
                              CTSAR_OUT_BOX(grid, sizeof **grid, {N, B, B}, {N, B, B})};
    submit(&half_kernel, a, 2);
}

static void nothing_body(const ctsar_call *c)
{
    (void)c;
}
static const ctsar_kernel nothing_kernel = {.name = "nothing", .host = nothing_body};
static void nothing(void)
{
    const ctsar_access a[] = {CTSAR_OUT(row, sizeof row)};
    submit(&nothing_kernel, a, 1);
}

static void first_ones_body(const ctsar_call *c)
{
    for (int i = 0; i < 30; ++i)
        ((double *)c->arg[0])[i] = i;
}
static const ctsar_kernel first_ones_kernel = {.name = "first_ones", .host = first_ones_body};
static void first_ones(void)
{
    const ctsar_access a[] = {CTSAR_OUT(row, sizeof row)};
    submit(&first_ones_kernel, a, 1);
}

static void an_output_that_is_not_written_is_named(void **state)
{
    (void)state;
    assert_told(half, "task 1 does not write grid[6][7], which is declared OUT and comes back "
                      "undefined; write all of it, or, to keep what is there, declare it INOUT");
    assert_float_equal(grid[B][B], m[B][B], 0);
    assert_float_equal(grid[B + 2][B + 3], -1, 0); /* as it was */
    assert_told(nothing, "task 1 does not write byte 0 of row, which is declared OUT");
    assert_told(first_ones, "task 1 does not write byte 240 of row, which is declared OUT");
}

/* ---- Contiguous parts, cubes
 * ------------------------------------------------------------------------ */

static double sums[2];
static void sum_body(const ctsar_call *c)
{
    const double *x = c->arg[0];
    double *s = c->arg[1];
    *s = 0;
    for (int i = 0; i <= 10; ++i) /* one too many */
        *s += x[i];
}
static const ctsar_kernel sum_kernel = {.name = "sum", .host = sum_body};
static void too_far(void)
{
    const ctsar_access a[] = {CTSAR_IN(row + 5, 10 * sizeof *row), CTSAR_OUT(sums, sizeof *sums)};
    submit(&sum_kernel, a, 2);
    submit(&sum_kernel, a, 2);
}

static float cube[5][6][7];
static void cube_body(const ctsar_call *c)
{
    float *x = c->arg[0];
    const size_t *s = c->strides[0];
    for (size_t i = 0; i < 2; ++i)
        for (size_t j = 0; j < 3; ++j)
            for (size_t k = 0; k < 2; ++k)
                x[i * s[0] + j * s[1] + k] += 1;
    if (c->end == 2)
        x[s[0] + 3 * s[1] + 1] = 7; /* behind the box in its second dimension */
}
static const ctsar_kernel cube_kernel = {.name = "cube", .host = cube_body};
static void right_cube(void)
{
    const ctsar_access a = CTSAR_INOUT_BOX(cube, sizeof ***cube, {5, 1, 2}, {6, 2, 3}, {7, 4, 2});
    assert_int_equal(ctsar_task(t, &cube_kernel, 0, 1, &a, 1, 0), CTSAR_OK);
}
static void wrong_cube(void)
{
    const ctsar_access a = CTSAR_INOUT_BOX(cube, sizeof ***cube, {5, 1, 2}, {6, 2, 3}, {7, 4, 2});
    assert_int_equal(ctsar_task(t, &cube_kernel, 0, 2, &a, 1, 0), CTSAR_OK);
}

static void parts_of_all_kinds_are_looked_at(void **state)
{
    (void)state;
    assert_told(too_far, "task 1 reads byte 80 of (row + 5), which is beside what it has declared");
    assert_int_equal(check(right_cube), CTSAR_OK);
    assert_string_equal(said, "");
    for (int i = 0; i < 5 * 6 * 7; ++i) {
        int x = i / 42, y = i / 7 % 6, z = i % 7;
        bool in = x >= 1 && x < 3 && y >= 2 && y < 5 && z >= 4 && z < 6;
        assert_float_equal(cube[x][y][z], in, 0);
    }
    assert_told(wrong_cube, "task 1 writes cube[2][5][5], which it has not declared");
}

/* Rows without gaps and all their bytes are one part, and each access has its own distances. */
enum { ROWS = 6, COLUMNS = 5 };
static double shaped[ROWS][COLUMNS];
static void shaped_body(const ctsar_call *c)
{
    const double *from = c->arg[0];
    double *to = c->arg[1];
    size_t row = c->strides[0] ? c->strides[0][0] : ROWS;
    for (size_t k = 0; k < ROWS * COLUMNS; ++k)
        to[k / COLUMNS * c->strides[1][0] + k % COLUMNS] = from[k / ROWS * row + k % ROWS] + 1;
}
static const ctsar_kernel shaped_kernel = {.name = "shaped", .host = shaped_body};
static void shapes(void)
{
    const ctsar_access out =
        CTSAR_OUT_BOX(shaped, sizeof **shaped, {ROWS, 0, ROWS}, {COLUMNS, 0, COLUMNS});
    submit(&shaped_kernel, (const ctsar_access[]){CTSAR_IN(shaped, sizeof shaped), out}, 2);
    submit(&shaped_kernel,
           (const ctsar_access[]){
               CTSAR_IN_BOX(shaped, sizeof **shaped, {COLUMNS, 0, COLUMNS}, {ROWS, 0, ROWS}), out},
           2);
}

static void a_part_may_have_several_shapes(void **state)
{
    (void)state;
    int status = check(shapes);
    assert_string_equal(said, "");
    assert_int_equal(status, CTSAR_OK);
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            assert_float_equal(shaped[i][j], 2, 0);
}

/* The same of rows with gaps: pairs of numbers, and numbers. */
static void halves_body(const ctsar_call *c)
{
    const double *from = c->arg[0];
    double *to = c->arg[1];
    for (size_t i = 0; i < ROWS; ++i)
        for (size_t k = 0; k < 2; ++k)
            to[i * c->strides[1][0] + k] = from[i * 2 * c->strides[0][0] + k] + 1;
}
static const ctsar_kernel halves_kernel = {.name = "halves", .host = halves_body};
static double gapped[ROWS][2 * COLUMNS];
static void shapes_with_gaps(void)
{
    const ctsar_access a[] = {
        CTSAR_IN_BOX(gapped, 2 * sizeof **gapped, {ROWS, 0, ROWS}, {COLUMNS, 1, 1}),
        CTSAR_OUT_BOX(gapped, sizeof **gapped, {ROWS, 0, ROWS}, {2 * COLUMNS, 2, 2})};
    submit(&halves_kernel, a, 2);
}

static void a_part_with_gaps_may_have_several_shapes(void **state)
{
    (void)state;
    int status = check(shapes_with_gaps);
    assert_string_equal(said, "");
    assert_int_equal(status, CTSAR_OK);
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < 2 * COLUMNS; ++j)
            assert_float_equal(gapped[i][j], j == 2 || j == 3, 0);
}

/* ---- Arrays of which a task declares nothing
 * ------------------------------------------------------------- */

static double far[8], result[2], kept;
static void increase_body(const ctsar_call *c)
{
    double *x = c->arg[0];
    for (int i = 0; i < B; ++i)
        x[i] += 1;
}
static const ctsar_kernel increase_kernel = {.name = "increase", .host = increase_body};
static void increase(double *x)
{
    const ctsar_access a = CTSAR_INOUT_BOX(x, sizeof *x, {B, 0, B});
    submit(&increase_kernel, &a, 1);
}

static void far_write_body(const ctsar_call *c)
{
    (void)c;
    far[1] += 1;
}
static const ctsar_kernel far_write_kernel = {.name = "far_write", .host = far_write_body};
static void far_write_between(void)
{
    increase(far);
    submit(&far_write_kernel, NULL, 0);
    increase(far);
}

static void far_read_body(const ctsar_call *c)
{
    *(double *)c->arg[0] = 2 * far[1];
}
static const ctsar_kernel far_read_kernel = {.name = "far_read", .host = far_read_body};
static void far_read(int k)
{
    const ctsar_access a = CTSAR_OUT(&result[k], sizeof *result);
    submit(&far_read_kernel, &a, 1);
}
static void far_read_between(void)
{
    far_read(0);
    increase(far);
    far_read(1);
}

/* Tasks that access it may come later: they write what this one reads. */
static void what_other_tasks_declare_is_named(void **state)
{
    (void)state;
    memset(far, 0, sizeof far);
    assert_told(far_write_between,
                "kernel far_write: task 2 writes x[1], which it has not declared and task 3 "
                "writes; declare all that the body writes: one access more");
    assert_float_equal(far[1], 2, 0); /* what was written is lost */
    assert_told(far_read_between,
                "kernel far_read: task 1 reads x[1], which it has not declared and task 2 writes, "
                "as byte 0 of (&result[k]) tells; declare all that the body reads: one access "
                "more");
    assert_float_equal(result[0], 4, 0);
    assert_float_equal(result[1], 6, 0);
}

/* It reads far[0] and far[2 .. 4], of which it may read all but far[4]. */
static void near_body(const ctsar_call *c)
{
    const double *x = c->arg[0];
    *(double *)c->arg[1] = x[0] + far[0] + far[2] + far[3] + (c->end == 2 ? far[4] : 0);
}
static const ctsar_kernel near_kernel = {.name = "near", .host = near_body};
static void near(long end)
{
    const ctsar_access a[] = {CTSAR_IN_BOX(far, sizeof *far, {8, 0, B}),
                              CTSAR_OUT(result, sizeof *result)};
    assert_int_equal(ctsar_task(t, &near_kernel, 0, end, a, 2, 0), CTSAR_OK);
    increase(far + 2);
}
static void near_right(void)
{
    near(1);
}
static void near_wrong(void)
{
    near(2);
}

static void of_a_part_that_overlaps_its_own_a_task_misses_the_rest(void **state)
{
    (void)state;
    for (int i = 0; i < 8; ++i)
        far[i] = i;
    int status = check(near_right);
    assert_string_equal(said, "");
    assert_int_equal(status, CTSAR_OK);
    assert_float_equal(result[0], 5, 0);
    assert_told(near_wrong, "task 1 reads x[2], which it has not declared and task 2 writes");
    assert_float_equal(result[0], 3 + 4 + 5, 0);
}

/* Rows of tiles: what lies between is another task's. */
static void sees_body(const ctsar_call *c)
{
    float *x = c->arg[0];
    for (size_t i = 0; i < B; ++i)
        for (size_t j = 0; j < B; ++j)
            x[i * c->strides[0][0] + j] += c->end == 1 ? m[i][j + B] : 0;
}
static const ctsar_kernel sees_kernel = {.name = "sees", .host = sees_body};
static void sees_the_next(void)
{
    for (size_t j = 0; j < 2 * B; j += B) {
        const ctsar_access a = CTSAR_INOUT_BOX(m, sizeof **m, {N, 0, B}, {N, j, B});
        assert_int_equal(ctsar_task(t, &sees_kernel, 0, j ? 2 : 1, &a, 1, 0), CTSAR_OK);
    }
}

static void tiles_of_one_matrix_are_apart(void **state)
{
    (void)state;
    assert_told(sees_the_next, "task 1 reads m[0][4], which it has not declared and task 2 writes, "
                               "as m[0][0] tells");
    for (size_t j = 0; j < B; ++j)
        assert_float_equal(m[2][j], 2 * (2 * N) + (float)(2 * j + B + 2), 0);
}

/* What it finds there the first time tells whether it was hidden; no output does. */
static bool looked;
static void look_body(const ctsar_call *c)
{
    *(double *)c->arg[0] = 1;
    if (!looked)
        kept = far[3];
    looked = true;
}
static const ctsar_kernel look_kernel = {.name = "look", .host = look_body};
static void look(void)
{
    const ctsar_access a = CTSAR_OUT(result, sizeof *result);
    submit(&look_kernel, &a, 1);
}
static void take_body(const ctsar_call *c)
{
    *(double *)c->arg[1] = *(const double *)c->arg[0];
}
static const ctsar_kernel take_kernel = {.name = "take", .host = take_body};
static void take(const double *x, size_t n)
{
    const ctsar_access a[] = {CTSAR_IN_BOX(x, sizeof *x, {n, 0, n}), CTSAR_OUT(sums, sizeof *sums)};
    submit(&take_kernel, a, 2);
}
static void write_what_is_read(void)
{
    take(far, 8);
    submit(&far_write_kernel, NULL, 0);
}

/* Programs that have been told what they may read. */
static void given_by_a_part(void)
{
    increase(far);
    assert_int_equal(ctsar_tasks_wait(t, &far[1]), CTSAR_OK);
    look();
}
static void given_and_read_by_a_task(void)
{
    increase(far);
    take(far, B);
    assert_int_equal(ctsar_tasks_wait(t, &far[1]), CTSAR_OK);
    take(far, B);
    look();
}
static void not_given(void)
{
    increase(far);
    look();
}
static void given_by_flush(void)
{
    increase(far);
    assert_int_equal(ctsar_tasks_flush(t, true), CTSAR_OK);
    look();
}
static void given_back(void)
{
    double *x = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(x, MAP_FAILED);
    increase(x);
    increase(far);
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    munmap(x, 1 << 16);
    look();
}
/* By the result of those that read it. */
static void given_with_a_result(void)
{
    double *x = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(x, MAP_FAILED);
    increase(far);
    take(x, 1 << 13);
    assert_int_equal(ctsar_tasks_wait(t, sums), CTSAR_OK);
    munmap(x, 1 << 16);
    look();
}

static void assert_silent(void (*program)(void), double seen)
{
    memset(far, 0, sizeof far);
    kept = 0;
    looked = false;
    int status = check(program);
    assert_string_equal(said, "");
    assert_int_equal(status, CTSAR_OK);
    assert_memory_equal(&kept, &seen, sizeof kept);
}

static void what_the_program_may_touch_is_not_hidden(void **state)
{
    (void)state;
    assert_silent(given_by_a_part, 1);
    assert_silent(given_and_read_by_a_task, 1);
    assert_silent(given_by_flush, 1);
    assert_silent(given_back, 1);
    assert_silent(given_with_a_result, 1);

    double hidden;
    memset(&hidden, 0x37, sizeof hidden);
    assert_silent(not_given, hidden);
}

/* A thread is in the body of a task when this one waits for what has been written before. */
static _Atomic bool inside;
static void slow_body(const ctsar_call *c)
{
    *(double *)c->arg[0] = 1;
    inside = true;
    usleep(20000);
}
static const ctsar_kernel slow_kernel = {.name = "slow", .host = slow_body};
static void *wait_for_all(void *data)
{
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    return data;
}
static void read_beside_another_thread(void)
{
    const ctsar_access a = CTSAR_OUT(result, sizeof *result);
    pthread_t thread;
    increase(far);
    submit(&slow_kernel, &a, 1);
    pthread_create(&thread, NULL, wait_for_all, NULL);
    while (!inside)
        usleep(100);
    assert_int_equal(ctsar_tasks_wait(t, far), CTSAR_OK);
    kept = far[2];
    pthread_join(thread, NULL);
}

static void what_one_thread_reads_is_not_hidden_by_another(void **state)
{
    (void)state;
    inside = false;
    assert_silent(read_beside_another_thread, 1);
}

static const double constant[8] = {1, 2, 3, 4, 5, 6, 7, 8}; /* cannot be written */
static void read_constant(void)
{
    take(constant, 8);
    look();
}

static void what_other_tasks_read_is_watched(void **state)
{
    (void)state;
    assert_silent(read_constant, 0);
    far[1] = 7;
    assert_told(write_what_is_read,
                "task 2 writes x[1], which it has not declared and task 1 reads; declare");
    assert_float_equal(far[1], 7, 0);
}

/* An address that is hidden leads nowhere. */
static const char *where; /* of bytes, which lie anywhere */
static void follow_body(const ctsar_call *c)
{
    *(double *)c->arg[0] = *where;
}
static const ctsar_kernel follow_kernel = {.name = "follow", .host = follow_body};
static void set_where_body(const ctsar_call *c)
{
    *(const char **)c->arg[0] = said;
}
static const ctsar_kernel set_where_kernel = {.name = "set_where", .host = set_where_body};
static int follow_where(void)
{
    const ctsar_access to = CTSAR_OUT(&where, sizeof where), a = CTSAR_OUT(sums, sizeof *sums);
    signal(SIGSEGV, SIG_DFL);
    ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT);
    ctsar_task(t, &set_where_kernel, 0, 1, &to, 1, 0);
    ctsar_task(t, &follow_kernel, 0, 1, &a, 1, 0);
    return ctsar_tasks_wait(t, NULL);
}

static void who_follows_a_hidden_address_is_told_before_it_dies(void **state)
{
    (void)state;
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        dup2(ends[1], STDERR_FILENO);
        _exit(follow_where());
    }
    close(ends[1]);
    said[read(ends[0], said, sizeof said - 1)] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_non_null(strstr(said, "ctsar: check: kernel follow: task 2 ends here. What other tasks "
                                 "access is hidden from it"));
}

/* More memory than one task is kept from: others are kept from the rest. */
enum { LARGE = 40, PIECE = 4096 }; /* pieces, their numbers */
static double large[LARGE][PIECE];
static int piece; /* that each body writes beside its own */
static void set_body(const ctsar_call *c)
{
    for (size_t i = 0; i < PIECE; ++i)
        ((double *)c->arg[0])[i] = 1;
}
static const ctsar_kernel set_kernel = {.name = "set", .host = set_body};
static void stray_body(const ctsar_call *c)
{
    set_body(c);
    large[piece][5] = 2;
}
static const ctsar_kernel stray_kernel = {.name = "stray", .host = stray_body};
static void stray(void)
{
    for (int k = 0; k < LARGE; ++k) {
        const ctsar_access a =
            CTSAR_OUT_BOX(large, sizeof **large, {LARGE, (size_t)k, 1}, {PIECE, 0, PIECE});
        submit(k == piece ? &set_kernel : &stray_kernel, &a, 1);
    }
}

static void much_memory_is_hidden_by_turns(void **state)
{
    (void)state;
    for (piece = 0; piece < LARGE; piece += LARGE / 4) {
        char text[60];
        snprintf(text, sizeof text, "writes large[%d][5], which it has not declared", piece);
        assert_told(stray, text);
    }
}

/* More parts than one task is kept from, one behind the other. */
enum { MANY = 2000 };
static double small[MANY], own[8];
static void bump_small(const ctsar_call *c)
{
    *(double *)c->arg[0] += 1;
}
static const ctsar_kernel small_kernel = {.name = "small", .host = bump_small};
static void stray_small_body(const ctsar_call *c)
{
    *(double *)c->arg[0] = 1;
    small[MANY - 1] = 2;
}
static const ctsar_kernel stray_small_kernel = {.name = "stray_small", .host = stray_small_body};
static void strays_among_many(void)
{
    for (int i = 0; i < MANY; ++i)
        submit(&small_kernel, &CTSAR_INOUT(&small[i], sizeof *small), 1);
    for (int i = 0; i < 8; ++i)
        submit(&stray_small_kernel, &CTSAR_OUT(&own[i], sizeof *own), 1);
}

static void many_parts_are_hidden_by_turns(void **state)
{
    (void)state;
    assert_told(strays_among_many,
                "which it has not declared and task 2000 writes; declare all that the body writes");
}

/* ---- Order by something else
 * ------------------------------------------------------------------------------------ */

static double summand[B], in_all;
static char token;
static void bump_and_token(const ctsar_call *c)
{
    *(double *)c->arg[0] += 1;
}
static const ctsar_kernel summand_kernel = {.name = "summand", .host = bump_and_token};
static void sum_up_body(const ctsar_call *c)
{
    double *to = c->arg[1];
    *to = 0;
    for (int i = 0; i < B; ++i)
        *to += summand[i];
}
static const ctsar_kernel sum_up_kernel = {.name = "sum_up", .host = sum_up_body};
static void adds_up(bool declares)
{
    const ctsar_access a[] = {CTSAR_INOUT(&token, 1),
                              CTSAR_OUT_BOX(&in_all, sizeof in_all, {1, 0, 1}),
                              CTSAR_IN_BOX(summand, sizeof *summand, {B, 0, B})};
    for (size_t i = 0; i < B; ++i)
        submit(&summand_kernel,
               (const ctsar_access[]){CTSAR_INOUT_BOX(summand, sizeof *summand, {B, i, 1}),
                                      CTSAR_INOUT(&token, 1)},
               2);
    submit(&sum_up_kernel, a, declares ? 3 : 2);
}
static void orders_by_a_token(void)
{
    adds_up(false);
}
static void declares_what_it_adds_up(void)
{
    adds_up(true);
}

/* A token that all tasks declare does not declare the rest, where only cores execute them
 * either. */
static void a_token_declares_nothing_else(void **state)
{
    (void)state;
    memset(summand, 0, sizeof summand);
    devices = CTSAR_DEV_CPU;
    assert_told(orders_by_a_token, "kernel sum_up: task 5 reads summand[0], which it has not "
                                   "declared and task 1 writes, as (&in_all)[0] tells; declare all "
                                   "that the body reads: one access more");
    assert_float_equal(in_all, B, 0);
    assert_int_equal(check(declares_what_it_adds_up), CTSAR_OK);
    assert_string_equal(said, "");
    assert_float_equal(in_all, 2 * B, 0);
    devices = CTSAR_DEV_ALL;
}

/* ---- Right programs
 * ------------------------------------------------------------------------------------ */

static void add_body(const ctsar_call *c)
{
    *(long *)c->arg[1] += *(const int *)c->arg[0];
}
static const ctsar_kernel add_kernel = {.name = "add", .host = add_body};
static void combine(void *into, void *from)
{
    *(long *)into += *(long *)from;
}

/* ---- What a body submits -------------------------------------------------------------------- */

static int shared[4], made[2], got;

static void make_body(const ctsar_call *c)
{
    ((int *)c->arg[0])[1] = 42;
}
static const ctsar_kernel make_kernel = {.name = "make", .host = make_body};
static void get_body(const ctsar_call *c)
{
    *(int *)c->arg[1] = *(const int *)c->arg[0];
}
static const ctsar_kernel get_kernel = {.name = "get", .host = get_body};

static void give(int value)
{
    const ctsar_access a[] = {CTSAR_VALUE(&value, sizeof value), CTSAR_OUT(&got, sizeof got)};
    ctsar_task(t, &get_kernel, 0, 1, a, 2, 0);
}

#define GIVES(id, n, statement)                                                                    \
    static void id##_body(const ctsar_call *c)                                                     \
    {                                                                                              \
        (void)c;                                                                                   \
        statement;                                                                                 \
    }                                                                                              \
    static const ctsar_kernel id##_kernel = {.name = #id, .host = id##_body};                      \
    static void id(void)                                                                           \
    {                                                                                              \
        const ctsar_access all = CTSAR_INOUT_BOX(shared, sizeof *shared, {4, 0, 4});               \
        const ctsar_access out = CTSAR_OUT_BOX(made, sizeof *made, {2, 0, 2});                     \
        submit(&make_kernel, &all, 1);                                                             \
        submit(&id##_kernel, &out, n);                                                             \
    }

GIVES(gives_shared, 0, give(shared[1]))
GIVES(gives_shared_and_writes, 1, ((int *)c->arg[0])[0] = ((int *)c->arg[0])[1] = 1;
      give(shared[1]))
GIVES(gives_out, 1, give(((int *)c->arg[0])[1]); ((int *)c->arg[0])[0] = ((int *)c->arg[0])[1] = 1)

/* As its outputs do, and what is submitted is right. */
static void what_a_body_submits_tells_what_it_has_read(void **state)
{
    (void)state;
    got = 0;
    assert_told(gives_shared, "task 2 reads shared[1], which it has not declared and task 1 "
                              "writes, as what it submits tells");
    assert_int_equal(got, 42);
    got = 0;
    assert_told(gives_shared_and_writes, "task 2 reads shared[1], which it has not declared and "
                                         "task 1 writes, as what it submits tells");
    assert_int_equal(got, 42);
    made[1] = 6;
    assert_told(gives_out, "task 2 reads made[1], which is declared OUT, before it has written it, "
                           "as what it submits tells");
    assert_int_equal(got, 6);
}

/* Its accesses overlap, which the wait tells. */
static void give_over_itself(int value)
{
    const ctsar_access a[] = {CTSAR_VALUE(&value, sizeof value), CTSAR_OUT(made, sizeof made),
                              CTSAR_INOUT(&made[1], sizeof made[1])};
    ctsar_task(t, &get_kernel, 0, 1, a, 3, 0);
}
GIVES(gives_over_itself, 0, give_over_itself(shared[1]))

static void what_is_found_is_told_where_what_is_submitted_fails(void **state)
{
    (void)state;
    assert_int_equal(check(gives_over_itself), CTSAR_EINVAL);
    assert_non_null(strstr(why, "accesses 1 and 2 of a task of kernel get overlap"));
    assert_non_null(strstr(said, "task 2 reads shared[1], which it has not declared and task 1 "
                                 "writes, as what it submits tells"));
}

/* ---- What a body submits and may not ----------------------------------------------------------
 */

static int places[64];
static int refused; /* what ctsar_task has returned to a body */

/* A box of the array from `at` on. */
static void bump_at(ctsar_tasks *set, int at)
{
    const ctsar_access a[] = {CTSAR_INOUT_BOX(places, sizeof *places, {64, (size_t)at, 4}),
                              CTSAR_OUT(&got, sizeof got)};
    refused = ctsar_task(set, &get_kernel, 0, 1, a, 2, 0);
    if (refused)
        snprintf(why, sizeof why, "%s", ctsar_last_error(NULL));
}

static ctsar_tasks *second; /* another set */
GIVES(bumps_at_shared, 0, bump_at(t, shared[1]))
GIVES(bumps_at_out, 1, bump_at(t, ((int *)c->arg[0])[1]);
      ((int *)c->arg[0])[0] = ((int *)c->arg[0])[1] = 1)
GIVES(bumps_beyond, 0, bump_at(t, 20 + shared[1]))
GIVES(bumps_elsewhere, 1, bump_at(second, shared[1]);
      ((int *)c->arg[0])[0] = ((int *)c->arg[0])[1] = 1)

/* The number of an element that a pattern makes is in no array. */
static void what_a_body_takes_from_a_pattern_is_no_error_of_a_call(void **state)
{
    (void)state;
    places[42] = 7;
    got = refused = 0;
    assert_told(bumps_at_shared, "task 2 reads shared[1], which it has not declared and task 1 "
                                 "writes, as what it submits tells");
    assert_int_equal(refused, CTSAR_OK);
    assert_int_equal(got, 7);
    made[1] = 42;
    got = 0;
    assert_told(bumps_at_out, "task 2 reads made[1], which is declared OUT, before it has written "
                              "it, as what it submits tells");
    assert_int_equal(got, 7);
}

/* The wait says what the call would. */
static void what_a_body_may_not_submit_is_told_by_the_wait(void **state)
{
    (void)state;
    assert_int_equal(check(bumps_beyond), CTSAR_EINVAL);
    assert_non_null(strstr(why, "task 2 of kernel bumps_beyond submits a task that is refused: "
                                "access 0 of a task of kernel get: dimension 0 has 64 elements, "
                                "and the box 4 of them from 62 on"));
}

static void give_at_wrong_place(void)
{
    assert_int_equal(ctsar_tasks_init(&second, devices, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    bump_at(second, 100);
    assert_int_equal(refused, CTSAR_EINVAL);
    ctsar_tasks_free(&second);
}

/* A call that is executed at once, by whatever the body has read. */
static void an_error_behind_a_pattern_says_that_there_may_be_one(void **state)
{
    (void)state;
    assert_int_equal(ctsar_tasks_init(&second, devices, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    *why = '\0';
    (void)check(bumps_elsewhere);
    assert_non_null(strstr(why, "; check mode executes task 2 of kernel bumps_elsewhere, and what "
                                "the task has not declared"));
    ctsar_tasks_free(&second);
    give_at_wrong_place();
    assert_null(strstr(why, "check mode"));
}

static int blocks;

static void count_body(const ctsar_call *c)
{
    *(int *)c->arg[1] += 1;
}
static const ctsar_kernel count_kernel = {.name = "count", .host = count_body};

/* As if the value were the address of memory that is allocated anew. */
static void allocates_body(const ctsar_call *c)
{
    const int at = ++blocks;
    const ctsar_access a[] = {CTSAR_VALUE(&at, sizeof at), CTSAR_INOUT(&got, sizeof got)};
    (void)c;
    ctsar_task(t, &count_kernel, 0, 1, a, 2, 0);
}
static const ctsar_kernel allocates_kernel = {.name = "allocates", .host = allocates_body};
static void allocates(void)
{
    const ctsar_access all = CTSAR_INOUT(shared, sizeof shared);
    submit(&make_kernel, &all, 1);
    for (int i = 0; i < 3; ++i)
        submit(&allocates_kernel, NULL, 0);
}

/* Each execution may allocate memory for what it submits. */
static void what_a_body_submits_may_differ(void **state)
{
    (void)state;
    got = 0;
    assert_int_equal(check(allocates), CTSAR_OK);
    assert_string_equal(said, "");
    assert_int_equal(got, 3);
}

/* Over the second pattern what it submits differs, or a reduction, until it is to be certain. */
static int executions;
static bool by_chance(void)
{
    int n = ++executions;
    return n == 2 || (n >= 4 && n < 7);
}
static void wavers_body(const ctsar_call *c)
{
    int *x = c->arg[0];
    x[0] = x[1] = 1;
    give(by_chance());
}
static const ctsar_kernel wavers_kernel = {.name = "wavers", .host = wavers_body};
static void wavers(void)
{
    const ctsar_access out = CTSAR_OUT_BOX(made, sizeof *made, {2, 0, 2});
    submit(&wavers_kernel, &out, 1);
}

static long sum_of_chance;
static void adds_chance_body(const ctsar_call *c)
{
    int *x = c->arg[0];
    x[0] = x[1] = 1;
    *(long *)c->arg[1] += by_chance();
}
static const ctsar_kernel adds_chance_kernel = {.name = "adds_chance", .host = adds_chance_body};
static void adds_chance(void)
{
    static const long zero;
    const ctsar_access a[] = {CTSAR_OUT_BOX(made, sizeof *made, {2, 0, 2}),
                              CTSAR_REDUCTION(&sum_of_chance, sizeof zero, &zero, combine)};
    submit(&adds_chance_kernel, a, 2);
}

static void what_differs_by_chance_is_no_other_array_s(void **state)
{
    (void)state;
    executions = 0;
    assert_int_equal(check(wavers), CTSAR_OK);
    assert_string_equal(said, "");
    assert_true(executions >= 8);
    executions = 0;
    assert_int_equal(check(adds_chance), CTSAR_OK);
    assert_true(executions >= 8);
    assert_non_null(strstr(said, "note: task 1 gives other outputs when it is executed again on "
                                 "the same data, as the reduction into 0x"));
    assert_null(strstr(said, "made"));
}

/* ---- What is there no more -------------------------------------------------------------------
 */

static __attribute__((noinline)) void submit_local(void)
{
    int local[8] = {0};
    const ctsar_access all = CTSAR_INOUT(local, sizeof local);
    submit(&make_kernel, &all, 1);
}

static void submit_unmapped(void)
{
    int *at = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const ctsar_access all = CTSAR_INOUT(at, 1 << 16);
    assert_true(at != MAP_FAILED);
    submit(&make_kernel, &all, 1);
    munmap(at, 1 << 16);
}

static void a_task_s_arrays_live_until_a_wait(void **state)
{
    int local[4] = {0};
    const ctsar_access all = CTSAR_INOUT(local, sizeof local);
    (void)state;
    assert_int_equal(ctsar_tasks_init(&t, devices, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    submit(&make_kernel, &all, 1);
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    assert_int_equal(local[1], 42);
    submit_local();
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_ECHECK);
    assert_non_null(strstr(ctsar_last_error(NULL), "task 2 of kernel make: local, access 0"));
    assert_non_null(
        strstr(ctsar_last_error(NULL), "of a function that has returned before a wait"));
    submit_unmapped();
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_ECHECK);
    assert_non_null(strstr(ctsar_last_error(NULL), "was given back to the system before a wait"));
    ctsar_tasks_free(&t);
}

/* An element's size that is the array's, for instance. */
static void what_never_was_there_is_refused(void **state)
{
    static char matrix[512][4096];
    (void)state;
    const ctsar_access box = CTSAR_IN_BOX(matrix, sizeof matrix, {512, 0, 512});
    assert_int_equal(ctsar_tasks_init(&t, devices, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    assert_int_equal(ctsar_task(t, &make_kernel, 0, 1, &box, 1, 0), CTSAR_EINVAL);
    assert_non_null(strstr(ctsar_last_error(NULL), "matrix, access 0 of a task of kernel make, is "
                                                   "from 0x"));
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    ctsar_tasks_free(&t);
}

/* What a later task writes and is there no more is not hidden from an earlier one: nobody could
 * write a pattern there, or it would be in what others have there by now. */
static __attribute__((noinline)) void count_before(void (*later)(void))
{
    const int one = 1;
    const ctsar_access a[] = {CTSAR_VALUE(&one, sizeof one), CTSAR_INOUT(&got, sizeof got)};
    submit(&count_kernel, a, 2);
    later();
}

static void assert_gone(void (*later)(void), const char *how)
{
    got = 0;
    assert_int_equal(ctsar_tasks_init(&t, devices, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    count_before(later);
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_ECHECK);
    assert_non_null(strstr(ctsar_last_error(NULL), "task 2 of kernel make"));
    assert_non_null(strstr(ctsar_last_error(NULL), how));
    assert_int_equal(got, 1);
    ctsar_tasks_free(&t);
}

static void what_is_there_no_more_is_not_hidden(void **state)
{
    (void)state;
    assert_gone(submit_unmapped, "was given back to the system");
    assert_gone(submit_local, "a variable of a function that has returned");
}

/* A body fills another set with more tasks than it may have at once, on the body's own variables.
 */
enum { BEYOND = 70000 };
static void fills_body(const ctsar_call *c)
{
    int own = 0;
    ctsar_tasks *set = NULL;
    const int one = 1;
    const ctsar_access a[] = {CTSAR_VALUE(&one, sizeof one), CTSAR_INOUT(&own, sizeof own)};
    ctsar_tasks_init(&set, devices, CTSAR_PLACEMENT_DEFAULT);
    for (int i = 0; i < BEYOND; ++i)
        assert_int_equal(ctsar_task(set, &count_kernel, 0, 1, a, 2, 0), CTSAR_OK);
    assert_int_equal(ctsar_tasks_wait(set, NULL), CTSAR_OK);
    ctsar_tasks_free(&set);
    *(int *)c->arg[0] = own;
}
static const ctsar_kernel fills_kernel = {.name = "fills", .host = fills_body};
static void fills(void)
{
    const ctsar_access out = CTSAR_OUT(&got, sizeof got);
    submit(&fills_kernel, &out, 1);
}

static void a_body_may_fill_another_set_beyond_its_window(void **state)
{
    (void)state;
    assert_int_equal(check(fills), CTSAR_OK);
    assert_string_equal(said, "");
    assert_int_equal(got, BEYOND);
}

/* Halves of what a task has been given. */
static int halved[64];
static void halve_body(const ctsar_call *c);
static const ctsar_kernel halve_kernel = {.name = "halve", .host = halve_body};
static void halve_body(const ctsar_call *c)
{
    int *x = c->arg[0];
    long half = (c->end - c->start) / 2;
    const ctsar_access parts[] = {CTSAR_INOUT(x, (size_t)half * sizeof *x),
                                  CTSAR_INOUT(x + half, (size_t)half * sizeof *x)};
    for (int i = 0; i < 2 && half > 2; ++i)
        assert_int_equal(ctsar_task(t, &halve_kernel, 0, half, &parts[i], 1, 0), CTSAR_OK);
    for (long i = 0; i < 2 * half; ++i)
        x[i]++;
}
static void halves(void)
{
    const ctsar_access all = CTSAR_INOUT(halved, sizeof halved);
    assert_int_equal(ctsar_task(t, &halve_kernel, 0, 64, &all, 1, 0), CTSAR_OK);
}

static int refusal;
static void divide_body(const ctsar_call *c)
{
    const ctsar_access part = CTSAR_INOUT(c->arg[0], sizeof **grid);
    refusal = ctsar_task(t, &halve_kernel, 0, 1, &part, 1, 0);
}
static const ctsar_kernel divide_kernel = {.name = "divide", .host = divide_body};
static void divides_a_box(void)
{
    const ctsar_access box = CTSAR_INOUT_BOX(grid, sizeof **grid, {N, B, B}, {N, B, B});
    submit(&divide_kernel, &box, 1);
}

static void a_body_may_submit_tasks_on_parts_of_what_it_was_given(void **state)
{
    (void)state;
    memset(halved, 0, sizeof halved);
    assert_int_equal(check(halves), CTSAR_OK);
    assert_string_equal(said, "");
    for (int i = 0; i < 64; ++i)
        assert_int_equal(halved[i], 5);
    assert_int_equal(check(divides_a_box), CTSAR_EINVAL);
    assert_int_equal(refusal, CTSAR_OK);
}

static long total, nested, elsewhere;
static ctsar_tasks *other; /* another set */
static void inner_body(const ctsar_call *c)
{
    ++*(long *)c->arg[0];
}
static const ctsar_kernel inner_kernel = {.name = "inner", .host = inner_body};
static void outer_body(const ctsar_call *c)
{
    const ctsar_access a = CTSAR_INOUT(&nested, sizeof nested);
    *(double *)c->arg[0] = 1;
    ctsar_task(t, &inner_kernel, 0, 1, &a, 1, 0);
    const ctsar_access b = CTSAR_INOUT(&elsewhere, sizeof elsewhere);
    ctsar_task(other, &inner_kernel, 0, 1, &b, 1, 0);
}
static const ctsar_kernel outer_kernel = {.name = "outer", .host = outer_body};

static void right(void)
{
    static const long zero;
    for (int k = 0; k < 10; ++k) {
        const ctsar_access a[] = {CTSAR_VALUE(&k, sizeof k),
                                  CTSAR_REDUCTION(&total, sizeof total, &zero, combine)};
        submit(&add_kernel, a, 2);
    }
    for (size_t i = 0; i < N; i += B)
        for (size_t j = 0; j < N; j += B) {
            const ctsar_access a[] = {CTSAR_IN_BOX(m, sizeof **m, {N, i, B}, {N, j, B}),
                                      CTSAR_OUT_BOX(grid, sizeof **grid, {N, i, B}, {N, j, B})};
            submit(&copy_kernel, a, 2);
        }
    for (int k = 0; k < 3; ++k) {
        const ctsar_access a = CTSAR_OUT(&row[k], sizeof row[k]);
        submit(&outer_kernel, &a, 1);
    }
}

static void right_tasks_give_the_serial_results_and_no_message(void **state)
{
    (void)state;
    total = nested = elsewhere = 0;
    assert_int_equal(ctsar_tasks_init(&other, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT), CTSAR_OK);
    int status = check(right);
    assert_int_equal(ctsar_tasks_wait(other, NULL), CTSAR_OK);
    ctsar_tasks_free(&other);
    assert_string_equal(said, "");
    assert_int_equal(status, CTSAR_OK);
    assert_int_equal(total, 45);
    assert_int_equal(nested, 3);    /* bodies are executed more than once, and submit once, ... */
    assert_int_equal(elsewhere, 3); /* ... to any set */
    assert_memory_equal(grid, m, sizeof m);
}

/* What is told of a kernel is told once, and the tasks behind the wrong one are checked too. */
static void several(void)
{
    for (size_t k = 0; k < 3; ++k) {
        const ctsar_access a[] = {CTSAR_IN_BOX(m, sizeof **m, {N, B, B}, {N, k * B, B}),
                                  CTSAR_OUT_BOX(grid, sizeof **grid, {N, B, B}, {N, k * B, B})};
        submit(&right_of_it_kernel, a, 2);
    }
    submit(&half_kernel,
           (const ctsar_access[]){CTSAR_IN_BOX(m, sizeof **m, {N, B, B}, {N, B, B}),
                                  CTSAR_OUT_BOX(grid, sizeof **grid, {N, B, B}, {N, B, B})},
           2);
}

static void every_kernel_s_mistakes_are_told_once(void **state)
{
    (void)state;
    assert_int_equal(check(several), CTSAR_ECHECK);
    int lines = 0;
    for (const char *p = said; (p = strstr(p, "ctsar: check: ")); ++p)
        lines++;
    if (lines != 2 || !strstr(said, "kernel right_of_it") || !strstr(said, "kernel half"))
        fail_msg("%s", said);
    assert_float_equal(grid[B][B + 1], m[B][B + 1], 0); /* half, over what the third wrote */
}

/* ---- What the threads of a body's team submit --------------------------------------------- */

enum { TEAM = 3, TALLY = 12 };
static int tally[TALLY], waits[TEAM];

static void sum_up_one_body(const ctsar_call *c)
{
    *(int *)c->arg[1] += *(const int *)c->arg[0];
}
static const ctsar_kernel sum_up_one_kernel = {.name = "sum_up_one", .host = sum_up_one_body};
static void add_to_tally(int i, int by)
{
    const ctsar_access a[] = {CTSAR_VALUE(&by, sizeof by),
                              CTSAR_INOUT_BOX(tally, sizeof *tally, {TALLY, (size_t)i, 1})};
    ctsar_task(t, &sum_up_one_kernel, 0, 1, a, 2, 0);
}

/* In any order, and beside a loop with the schedule that marks threads. */
static int add_by_team(int by)
{
    int sum = 0;
#pragma omp parallel num_threads(TEAM)
    {
#pragma omp for schedule(dynamic, 1) nowait
        for (int i = 0; i < TALLY; ++i)
            add_to_tally(i, by);
#pragma omp for schedule(runtime) reduction(+ : sum)
        for (int i = 0; i < TALLY; ++i)
            sum += i;
    }
    return sum;
}

GIVES(team_gives_one, 1, ((int *)c->arg[0])[0] = ((int *)c->arg[0])[1] = add_by_team(1))
GIVES(team_gives_shared, 0, add_by_team(shared[1]))

static void wait_by_team(void)
{
#pragma omp parallel for num_threads(TEAM) schedule(static)
    for (int i = 0; i < TEAM; ++i)
        waits[i] = ctsar_tasks_wait(t, NULL);
}

GIVES(team_waits, 0, wait_by_team())

static void *add_all_by(void *by)
{
    for (int i = 0; i < TALLY; ++i)
        add_to_tally(i, *(const int *)by);
    return NULL;
}
static void add_by_thread(int by)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, add_all_by, &by), 0);
    pthread_join(thread, NULL);
}

GIVES(thread_gives_one, 0, add_by_thread(1))
GIVES(thread_gives_shared, 0, add_by_thread(shared[1]))

static void what_a_body_s_own_thread_submits_is_submitted_once(void **state)
{
    (void)state;
    memset(tally, 0, sizeof tally);
    assert_int_equal(check(thread_gives_one), CTSAR_OK);
    assert_string_equal(said, "");
    assert_told(thread_gives_shared, "task 2 reads shared[1], which it has not declared and task 1 "
                                     "writes, as what it submits tells");
    for (int i = 0; i < TALLY; ++i)
        assert_int_equal(tally[i], 1 + 42);
}

static void what_a_body_s_team_submits_is_submitted_once(void **state)
{
    (void)state;
    memset(tally, 0, sizeof tally);
    assert_int_equal(check(team_gives_one), CTSAR_OK);
    assert_string_equal(said, "");
    assert_int_equal(made[1], TALLY * (TALLY - 1) / 2);
    assert_told(team_gives_shared, "task 2 reads shared[1], which it has not declared and task 1 "
                                   "writes, as what it submits tells");
    for (int i = 0; i < TALLY; ++i)
        assert_int_equal(tally[i], 1 + 42);
    check(team_waits);
    for (int i = 0; i < TEAM; ++i)
        assert_int_equal(waits[i], CTSAR_ESTATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_is_read_beside_a_box_is_named, setup),
        cmocka_unit_test_setup(rows_at_the_host_s_distance_are_told, setup),
        cmocka_unit_test_setup(the_host_s_own_array_is_told, setup),
        cmocka_unit_test_setup(an_output_that_is_read_is_named, setup),
        cmocka_unit_test_setup(what_is_touched_far_from_a_column_is_named, setup),
        cmocka_unit_test_setup(what_is_far_from_a_column_is_closed, setup),
        cmocka_unit_test_setup(what_is_written_and_not_declared_is_named, setup),
        cmocka_unit_test_setup(an_output_that_is_not_written_is_named, setup),
        cmocka_unit_test_setup(parts_of_all_kinds_are_looked_at, setup),
        cmocka_unit_test_setup(a_part_may_have_several_shapes, setup),
        cmocka_unit_test_setup(a_part_with_gaps_may_have_several_shapes, setup),
        cmocka_unit_test_setup(what_other_tasks_declare_is_named, setup),
        cmocka_unit_test_setup(of_a_part_that_overlaps_its_own_a_task_misses_the_rest, setup),
        cmocka_unit_test_setup(tiles_of_one_matrix_are_apart, setup),
        cmocka_unit_test_setup(what_the_program_may_touch_is_not_hidden, setup),
        cmocka_unit_test_setup(what_one_thread_reads_is_not_hidden_by_another, setup),
        cmocka_unit_test_setup(what_other_tasks_read_is_watched, setup),
        cmocka_unit_test_setup(who_follows_a_hidden_address_is_told_before_it_dies, setup),
        cmocka_unit_test_setup(much_memory_is_hidden_by_turns, setup),
        cmocka_unit_test_setup(many_parts_are_hidden_by_turns, setup),
        cmocka_unit_test_setup(a_token_declares_nothing_else, setup),
        cmocka_unit_test_setup(what_a_body_submits_tells_what_it_has_read, setup),
        cmocka_unit_test_setup(what_is_found_is_told_where_what_is_submitted_fails, setup),
        cmocka_unit_test_setup(what_a_body_takes_from_a_pattern_is_no_error_of_a_call, setup),
        cmocka_unit_test_setup(what_a_body_may_not_submit_is_told_by_the_wait, setup),
        cmocka_unit_test_setup(an_error_behind_a_pattern_says_that_there_may_be_one, setup),
        cmocka_unit_test_setup(what_a_body_submits_may_differ, setup),
        cmocka_unit_test_setup(what_differs_by_chance_is_no_other_array_s, setup),
        cmocka_unit_test_setup(a_body_may_submit_tasks_on_parts_of_what_it_was_given, setup),
        cmocka_unit_test_setup(a_task_s_arrays_live_until_a_wait, setup),
        cmocka_unit_test_setup(what_never_was_there_is_refused, setup),
        cmocka_unit_test_setup(what_is_there_no_more_is_not_hidden, setup),
        cmocka_unit_test_setup(a_body_may_fill_another_set_beyond_its_window, setup),
        cmocka_unit_test_setup(right_tasks_give_the_serial_results_and_no_message, setup),
        cmocka_unit_test_setup(every_kernel_s_mistakes_are_told_once, setup),
        cmocka_unit_test_setup(what_a_body_s_team_submits_is_submitted_once, setup),
        cmocka_unit_test_setup(what_a_body_s_own_thread_submits_is_submitted_once, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
