// Symbolics: offsets and bounds whose values are not known.

// independent
static void symbolic_copy(int n, int shift, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[i + shift];
}
LOOP(read_at_a_symbolic_offset)
{
    symbolic_copy(N - 5, five, a, b);
}

// independent: written at an offset that is not known
static void symbolic_write(int n, int shift, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i + shift] = from[i];
}
LOOP(written_at_a_symbolic_offset)
{
    symbolic_write(N - 5, five, a, b);
}

// data: the offset is 1, which carries
static void symbolic_offset(int n, int shift, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i] = x[i + shift] + 1;
}
LOOP(in_place_at_a_symbolic_offset)
{
    symbolic_offset(N - 1, one, a);
}

// data: the distance is 5 of many
static void symbolic_back(int from, int to, int back, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = from; i < to; i++)
        x[i] = x[i - back] + 1;
}
LOOP(back_by_a_symbolic_distance)
{
    symbolic_back(5, many, five, a);
}

// independent: where the halves are apart, which is asked when the loop is reached
static void symbolic_halves(int n, int far, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i] = x[i + far] * 2;
}
LOOP(symbolic_halves_apart)
{
    symbolic_halves(half, half, a);
}

// independent: n is both the bound and the offset
static void bound_is_offset(int n, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i] = x[i + n] * 2;
}
LOOP(the_bound_is_the_offset)
{
    bound_is_offset(half, a);
}

// independent: lower and upper bound are parameters
static void any_range(int from, int to, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = from; i < to; i++)
        x[i] = y[i] + 1;
}
LOOP(a_range_of_parameters)
{
    any_range(five, half, a, b);
}

// independent: an empty range
LOOP(an_empty_range)
{
    any_range(half, five, a, b);
}

// independent: no iteration at all
LOOP(no_iteration)
{
    any_range(none, none, a, b);
}

// independent: a step that is a parameter
static void any_step(int n, int step, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i += step)
        x[i] = x[i] * 2 + 1;
}
LOOP(a_step_that_is_a_parameter)
{
    any_step(many, five, a);
}

// data: two names of one column
static void symbolic_columns(int n, int m, int from, int to, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i * m + to] = x[i * m + from] + 1;
}
LOOP(symbolic_columns_of_a_row)
{
    symbolic_columns(M, M, one, two, flat);
}

// data: rows that are chosen by parameters, one of them written
static void symbolic_rows(int n, int m, int which, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] += x[which * m + j];
}
LOOP(symbolic_row_among_the_written)
{
    symbolic_rows(M, M, five, flat);
}

// independent: an offset that is a variable of the file
LOOP(offset_is_a_variable_of_the_file)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[i + two];
}

// independent: a three-dimensional array by two pitches
static void two_pitches(int n, int m, int k, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                x[(i * m + j) * k + l] = y[(i * m + j) * k + l] + l;
}
LOOP(three_dimensions_of_parameters)
{
    two_pitches(5, 8, 10, flat, dense);
}

// data: the pitch is smaller than the inner bound, so rows overlap
static void overlapping_rows(int n, int m, int lda, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * lda + j] += i + 1;
}
LOOP(rows_that_overlap)
{
    overlapping_rows(M - 2, pitch + 2, pitch, flat);
}

// independent: variable-length rows
static void vla(int n, int m, double x[n][m], double y[n][m])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i][j] = y[i][m - 1 - j];
}
LOOP(variable_length_rows)
{
    vla(M, M, aa, bb);
}

// independent: min of two bounds
LOOP(bound_is_a_minimum)
{
    int end = many < half ? many : half;
#pragma ctsar for hetero(1)
    for (int i = 0; i < end; i++)
        a[i] = b[i] * 2;
}

static void inside_a_row_of_two(int n)
{
#pragma ctsar for hetero(1)
    for (int i = 2; i < n; i++)
        if (a[2 * i] > 5)
            a[i] += 1;
}

// dependent: a row of two elements, in which no i of the loop lies
LOOP(row_that_no_iteration_lies_in)
{
    inside_a_row_of_two(half);
}

static double small[33];

static void ahead_by(int k)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 17; i++)
        small[2 * i] = small[i + k] + i;
}

// dependent: iterations are apart where k is larger than the array
LOOP(offset_beyond_the_array)
{
    for (int i = 0; i < 33; i++)
        small[i] = i;
    ahead_by(five);
    for (int i = 0; i < 33; i++)
        a[i] = small[i];
}

// independent: a place in a flat matrix, counted by a size and kept in an int
LOOP(narrow_place_of_a_size)
{
    size_t n = (size_t)pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (size_t j = 0; j < n; j++) {
            int k = i * n + j;
            flat[k] = dense[k] + i;
        }
}

// independent: the first place of a row, in an int
LOOP(narrow_row_of_a_long)
{
    long n = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int row = i * n;
        for (int j = i; j < n; j++)
            flat[row + j] = j - dense[row + j];
    }
}

// independent: a place that is made narrow, all of it sizes
static void narrowed(size_t rows, size_t n, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++) {
            const int k = (int)(i * n + j);
            to[k] = from[k] * 2;
        }
}
LOOP(narrow_place_by_parameters)
{
    narrowed(M, (size_t)pitch, flat, dense);
}

// guarded: all rows are one in an int
LOOP(narrow_rows_that_meet)
{
    long n = 0x100000000L * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            int k = i * n + j;
            flat[k] = flat[k] * 2 + i;
        }
}

// unknown: rows that are taken away from the end, by a pitch below 0
LOOP(narrow_rows_below)
{
    long n = -0x100000000L * one;
    double *end = flat + M;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 1; j < M; j++) {
            int k = i * n - j;
            end[k] = end[k] * 2 + i;
        }
}

// independent: the diagonal of a matrix in one dimension
static void diagonal(double *restrict x, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i * n + i] += 3;
}
LOOP(a_diagonal)
{
    diagonal(dense, pitch);
}

// independent: the diagonal of rows that are longer, which is asked
static void part_of_a_diagonal(double *restrict x, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i * m + i] += 3;
}
LOOP(a_diagonal_of_longer_rows)
{
    part_of_a_diagonal(dense, M - 5, pitch);
}

// independent: the same, where it leaves the rows; cores go on by m + 1
LOOP(a_diagonal_of_shorter_rows)
{
    double *x = flat;
    int n = M, m = pitch - 2;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i * m + i] += 3;
}

// independent: from the upper right to the lower left
static void other_diagonal(double *restrict x, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i * n + n - 1 - i] += 3;
}
LOOP(the_other_diagonal)
{
    other_diagonal(dense, pitch);
}

// independent: all but the diagonal is read, and the diagonal is set
static void sums_on_the_diagonal(double *restrict x, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            if (j != i)
                sum += x[i * m + j];
        x[i * m + i] = sum;
    }
}
LOOP(sums_of_rows_on_the_diagonal)
{
    sums_on_the_diagonal(dense, pitch, pitch);
}

// independent: the same, where rows have one more element than there are variables in the factor
static void padded_sums(double *restrict x, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += x[i * (m + 1) + j];
        x[i * (m + 1) + i] = sum;
    }
}
LOOP(padded_sums_on_the_diagonal)
{
    padded_sums(flat, pitch, pitch);
}

// independent: a step of the method of Jacobi
static void jacobi_step(double *restrict y, const double *restrict x, const double *restrict m, const double *restrict f, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            if (j != i)
                sum += m[i * n + j] * x[j];
        y[i] = (f[i] - sum) * m[i * n + i];
    }
}
LOOP(a_step_of_jacobi)
{
    jacobi_step(a, b, dense, c, pitch);
}

// dependent: from a diagonal to the next column
LOOP(beside_the_diagonal)
{
    double *x = dense;
    int n = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n - 1; i++)
        x[(i + 1) * n + i + 1] = x[i * n + i] + 1;
}

static void row_beside_(int n, int m, int r, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i * m + j] = from[i * m + j] - from[r * m + j];
}
// independent: a row that is the same for all iterations, beside their own
LOOP(row_that_all_read)
{
    row_beside_(M, M - 1, five, flat, &cube[0][0][0]);
}

// independent: it lies behind those of the iterations, and OpenMP executes the loop
LOOP(row_behind_that_all_read)
{
    double *to = flat;
    const double *from = &cube[0][0][0];
    int n = M - 7, r = M - 2, m = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i * m + j] = pow(from[i * m + j], 2) - from[r * m + j];
}

// guarded: it is one of those that are written
static void row_within_(int n, int m, int r, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] -= x[r * m + j];
}
LOOP(row_that_all_read_and_one_writes)
{
    row_within_(M, M - 1, five, flat);
}

static void half_of_a_grid_(int n, double *restrict to, const double *restrict from)
{
    int half = n / 2;
#pragma ctsar for hetero(1)
    for (int i = 0; i < half; i++)
        for (int j = 0; j < half; j++)
            to[i * half + j] = from[2 * i * n + 2 * j];
}
// independent: two grids, one half as wide as the other
LOOP(half_of_a_grid)
{
    half_of_a_grid_(M, flat, aa[0]);
}

static void less_than_half_(int n, double *restrict to, const double *restrict from)
{
    int half = n / 2;
    half -= 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < half; i++)
        for (int j = 0; j < half; j++)
            to[i * half + j] = from[2 * i * n + 2 * j];
}
// data: that is no half any more
LOOP(less_than_half_of_a_grid)
{
    less_than_half_(M, flat, aa[0]);
}

// independent: a pitch and a bound that are a struct's member
LOOP(pitch_of_a_struct)
{
    struct {
        int n;
    } g = {M};
#pragma ctsar for hetero(1)
    for (int i = 0; i < g.n; i++)
        for (int j = 0; j < g.n; j++)
            flat[i * g.n + j] = 2 * dense[i * g.n + j];
}

static void with_blas_up_and_down(int n, double alpha, const double *x, int incx, double *y,
                                  int incy)
{
    int ix = incx < 0 ? (1 - n) * incx : 0, iy = incy < 0 ? (1 - n) * incy : 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[iy + i * incy] += alpha * x[ix + i * incx];
}

// independent: increments of BLAS, one of them below 0
LOOP(blas_up_and_down)
{
    with_blas_up_and_down(N / 3, 2, a, 2, b, -1);
}

static void with_blas_of_one_number(int n, double alpha, const double *x, int incx, double *y,
                                    int incy)
{
    int ix = incx < 0 ? (1 - n) * incx : 0, iy = incy < 0 ? (1 - n) * incy : 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[iy + i * incy] += alpha * x[ix + i * incx];
}

// independent: what is read does not go on
LOOP(blas_of_one_number)
{
    with_blas_of_one_number(N / 3, 2, a, 0, b, -2);
}

static void with_blas_into_one_element(int n, double alpha, const double *x, int incx, double *y,
                                       int incy)
{
    int ix = incx < 0 ? (1 - n) * incx : 0, iy = incy < 0 ? (1 - n) * incy : 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[iy + i * incy] += alpha * x[ix + i * incx];
}

// guarded: what is written does not go on
LOOP(blas_into_one_element)
{
    with_blas_into_one_element(N / 3, 2, a, 2, b, 0);
}

static void with_blas_beside_itself(int n, double alpha, const double *x, int incx, double *y,
                                    int incy)
{
    int ix = incx < 0 ? (1 - n) * incx : 0, iy = incy < 0 ? (1 - n) * incy : 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[iy + i * incy] += alpha * x[ix + i * incx];
}

// guarded: what is read downwards is written upwards
LOOP(blas_beside_itself)
{
    with_blas_beside_itself(N / 3, 2, a, -1, a + 20, 1);
}

static void with_blas_stepped_down(int n, double alpha, const double *x, int incx, double *y,
                                   int incy)
{
    int ix = incx < 0 ? (1 - n) * incx : 0, iy = incy < 0 ? (1 - n) * incy : 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        y[iy] += alpha * x[ix];
        ix += incx;
        iy += incy;
    }
}

// independent: both go down, a step with each iteration
LOOP(blas_stepped_down)
{
    with_blas_stepped_down(N / 3, 2, a, -2, b, -2);
}

static void with_blas_stepped_in_place(int n, double alpha, const double *x, int incx, double *y,
                                       int incy)
{
    int ix = incx < 0 ? (1 - n) * incx : 0, iy = incy < 0 ? (1 - n) * incy : 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        y[iy] += alpha * x[ix];
        ix += incx;
        iy += incy;
    }
}

// guarded: what is written stays where it is
LOOP(blas_stepped_in_place)
{
    with_blas_stepped_in_place(N / 3, 2, a, 2, b, 0);
}

static void with_blas_stepped_in_the_header(int n, double alpha, const double *x, int incx,
                                            double *y, int incy)
{
    int i, ix = incx < 0 ? (1 - n) * incx : 0, iy = incy < 0 ? (1 - n) * incy : 0;
#pragma ctsar for hetero(1)
    for (i = 0; i < n; i++, ix += incx, iy += incy)
        y[iy] += alpha * x[ix];
}

// independent: the steps stand in the header
LOOP(blas_stepped_in_the_header)
{
    with_blas_stepped_in_the_header(N / 3, 2, a, 2, b, -1);
}

static void with_blas_by_pointers(int n, double alpha, const double *x, int incx, double *y,
                                  int incy)
{
    if (incx < 0)
        x -= (n - 1) * incx;
    if (incy < 0)
        y -= (n - 1) * incy;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        *y += alpha * *x;
        x += incx;
        y += incy;
    }
}

// independent: pointers go on
LOOP(blas_by_pointers)
{
    with_blas_by_pointers(N / 3, 2, a, 2, b, -1);
}

static void with_blas_by_a_pointer_in_place(int n, double alpha, const double *x, int incx,
                                            double *y, int incy)
{
    if (incx < 0)
        x -= (n - 1) * incx;
    if (incy < 0)
        y -= (n - 1) * incy;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        *y += alpha * *x;
        x += incx;
        y += incy;
    }
}

// guarded: the written one does not
LOOP(blas_by_a_pointer_in_place)
{
    with_blas_by_a_pointer_in_place(N / 3, 2, a, 2, b, 0);
}

static void with_scaled_downwards(int n, double alpha, double *x, int incx)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i * incx] *= alpha;
}

// independent: one array, downwards
LOOP(scaled_downwards)
{
    with_scaled_downwards(N / 3, 2, a + N, -2);
}

static void with_scaled_in_place(int n, double alpha, double *x, int incx)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i * incx] *= alpha;
}

// guarded: one element, again and again
LOOP(scaled_in_place)
{
    with_scaled_in_place(N / 3, 2, a, 0);
}

static void with_pairs_by_a_step(double *x, int n, int by)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        x[i * by] = x[i * by + 1] + 1;
        x[i * by + 1] *= 2;
    }
}

// independent: pairs as far apart as a variable says, downwards
LOOP(pairs_by_a_step)
{
    with_pairs_by_a_step(a + N, N / 4, -3);
}

static void with_pairs_by_too_small_a_step(double *x, int n, int by)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        x[i * by] = x[i * by + 1] + 1;
        x[i * by + 1] *= 2;
    }
}

// guarded: pairs that meet
LOOP(pairs_by_too_small_a_step)
{
    with_pairs_by_too_small_a_step(a + N, N / 4, -1);
}
