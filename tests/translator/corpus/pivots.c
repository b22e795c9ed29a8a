/* Iterations that write rows of their own and read one that none writes, as elimination has it. */

// independent: the rows below the one that is read, in each pass others
LOOP(elimination)
{
    for (int k = 0; k < M - 1; k++) {
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < M; i++) {
            double f = fmod(aa[i][k] + aa[k][k], 3);
            for (int j = k; j < M; j++)
                aa[i][j] -= f * aa[k][j];
        }
    }
}

// independent: the same, of rows that stay where they are computed
LOOP(elimination_that_persists)
{
    for (int k = 0; k < M - 1; k++) {
#pragma ctsar for hetero(1) persist(aa)
        for (int i = k + 1; i < M; i++) {
            double f = fmod(aa[i][k] + aa[k][k], 3);
            for (int j = k; j < M; j++)
                aa[i][j] -= f * aa[k][j];
        }
    }
#pragma ctsar depersist(aa)
}

// independent: with a clause that says which rows are an iteration's own
LOOP(elimination_by_a_clause)
{
    for (int k = 0; k < M - 1; k++) {
#pragma ctsar for hetero(1) part_copy(aa [1:M] [0:M]) persist(aa)
        for (int i = k + 1; i < M; i++)
            for (int j = k; j < M; j++)
                aa[i][j] -= fmod(aa[i][k], 3) * aa[k][j];
    }
#pragma ctsar depersist(aa)
}

static void eliminate_(int n, double x[n][n], int k)
{
#pragma ctsar for hetero(1)
    for (int i = k + 1; i < n; i++) {
        double f = fmod(x[i][k] + x[k][k], 3);
        if (f == 0)
            continue;
        for (int j = k; j < n; j++)
            x[i][j] -= f * x[k][j];
    }
}

// independent: a parameter whose extents are others, data that leave rows out
LOOP(rows_that_data_leave_out)
{
    for (int k = 0; k < pitch - 1; k++)
        eliminate_(pitch, aa, k);
}

static void flat_(int n, int lda, double *x)
{
    int i, j, k;
    for (k = 0; k < n - 1; k++) {
#pragma ctsar for hetero(1) private(j)
        for (i = k + 1; i < n; i++)
            for (j = k + 1; j < n; j++)
                x[i * lda + j] -= fmod(x[i * lda + k], 3) * x[k * lda + j];
    }
}

// independent: a matrix by one subscript, in a larger one
LOOP(elimination_flattened)
{
    flat_(pitch - 3, pitch, flat + 2);
}

// independent: the rows above
LOOP(substitution_backwards)
{
    for (int k = M - 1; k > 0; k--) {
#pragma ctsar for hetero(1)
        for (int i = 0; i < k; i++)
            for (int j = 0; j < M; j++)
                bb[i][j] -= fmod(aa[i][k], 3) * bb[k][j];
    }
}

static void above_(int n, int m, double *x, const double *y, int k)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < k; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] -= fmod(y[i * n + k], 3) * x[k * m + j];
}

// independent: the row that is read lies behind all that iterations write
LOOP(row_behind_them_all)
{
    for (int k = M - 1; k > 0; k--)
        above_(pitch, pitch, flat, dense, k);
}

// independent: the row is among the iterations', and left out by a condition
LOOP(gauss_jordan)
{
    for (int k = 0; k < M; k++) {
#pragma ctsar for hetero(1)
        for (int i = 0; i < M; i++)
            if (i != k) {
                double f = fmod(aa[i][k] + aa[k][k], 3);
                for (int j = 0; j < M; j++)
                    aa[i][j] -= f * aa[k][j];
            }
    }
}

// independent: the same by a jump, and of rows that persist
LOOP(gauss_jordan_by_a_jump)
{
    for (int k = 0; k < M; k++) {
#pragma ctsar for hetero(1) persist(aa)
        for (int i = 0; i < M; i++) {
            if (i == k)
                continue;
            for (int j = 0; j < M; j++)
                if (j != k)
                    aa[i][j] -= fmod(aa[i][k], 3) * aa[k][j];
        }
    }
#pragma ctsar depersist(aa)
}

// independent: columns, of which one is read
LOOP(column_that_stays)
{
    for (int k = 0; k < M - 1; k++) {
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < M; i++)
            for (int j = k; j < M; j++)
                aa[j][i] -= fmod(aa[k][i], 3) * aa[j][k];
    }
}

// independent: columns that persist
LOOP(column_that_persists)
{
    for (int k = 0; k < M - 1; k++) {
#pragma ctsar for hetero(1) persist(aa)
        for (int i = k + 1; i < M; i++)
            for (int j = k; j < M; j++)
                aa[j][i] -= fmod(aa[k][i], 3) * aa[j][k];
    }
#pragma ctsar depersist(aa)
}

static void columns_(int n, double *x, int k)
{
#pragma ctsar for hetero(1)
    for (int i = k + 1; i < n; i++)
        for (int j = 0; j < n; j++)
            x[j * n + i] -= fmod(x[k * n + i], 3) * x[j * n + k];
}

// independent: a column of a matrix by one subscript
LOOP(column_flattened)
{
    for (int k = 0; k < M - 1; k++)
        columns_(pitch, flat, k);
}

// independent: one number of a vector
LOOP(number_that_stays)
{
    for (int k = 0; k < 8; k++) {
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < N; i++)
            a[i] -= fmod(b[i], 3) * a[k];
    }
}

// independent: a row, a number of another row
LOOP(number_of_another_row)
{
    for (int k = 1; k < M - 1; k++) {
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < M; i++)
            for (int j = k + 1; j < M; j++)
                aa[i][j] -= fmod(aa[0][k], 3) * aa[k][j];
    }
}

// independent: a row and a column that both stay
LOOP(row_and_column)
{
    for (int k = 0; k < M - 1; k++) {
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < M; i++)
            for (int j = k + 1; j < M; j++)
                aa[i][j] += fmod(aa[k][j], 3) + aa[j][k];
    }
}

// independent: rows of a block above all that is written
LOOP(block_of_rows)
{
    for (int k = 0; k < M; k += 4) {
        int end = k + 4 < M ? k + 4 : M;
#pragma ctsar for hetero(1)
        for (int i = end; i < M; i++)
            for (int l = k; l < end; l++)
                for (int j = l + 1; j < M; j++)
                    aa[i][j] -= fmod(aa[i][l], 3) * aa[l][j];
    }
}

static void block_(int n, int lda, double *x, int k, int end)
{
#pragma ctsar for hetero(1)
    for (int i = end; i < n; i++)
        for (int l = k; l < end; l++)
            for (int j = l + 1; j < n; j++)
                x[i * lda + j] -= fmod(x[i * lda + l], 3) * x[l * lda + j];
}

// independent: the same by one subscript
LOOP(block_of_rows_flattened)
{
    for (int k = 0; k < M; k += 4)
        block_(pitch, pitch, flat, k, k + 4);
}

// independent: planes of a cube
LOOP(plane_that_stays)
{
    for (int k = 0; k < 4; k++) {
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < M; i++)
            for (int j = 0; j < M; j++)
                for (int l = 1; l < M; l++)
                    cube[i][j][l] += fmod(cube[k][j][l], 3) + cube[i][j][0];
    }
}

// independent: a member of structs, of which others are written
LOOP(struct_that_stays)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++) {
        pt[i].x += pt[0].x * 2 - pt[0].y;
        pt[i].z = pt[i].y + pt[0].z;
    }
}

// independent: another member than the one that is written, of an element that is
LOOP(member_that_stays)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        pt[i].x += pt[five].y;
}

static struct {
    double v, w;
} nameless_[M][M];

// independent: structs whose type has no name
LOOP(nameless_struct_that_stays)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            nameless_[i][j].v = nameless_[i][j].w = i + j;
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++)
            nameless_[i][j].v += nameless_[0][j].w;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[i][j] = nameless_[i][j].v;
}

static struct {
    double (*rows)[M];
    int n;
} held_ = {aa, M};

// independent: a matrix behind a pointer in a struct
LOOP(matrix_in_a_struct)
{
    for (int k = 0; k < M - 1; k++) {
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < held_.n; i++)
            for (int j = k; j < M; j++)
                held_.rows[i][j] -= fmod(held_.rows[i][k], 3) * held_.rows[k][j];
    }
}

// independent: a loop that counts down, with a step
LOOP(every_second_row)
{
#pragma ctsar for hetero(1)
    for (int i = M - 1; i > 0; i -= 2)
        for (int j = 0; j < M; j++)
            aa[i][j] += aa[0][j];
}

// independent: rows between those that are written
LOOP(row_between_them)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i += 2)
        for (int j = 0; j < M; j++)
            aa[i][j] += aa[5][j];
}

static void between_(double x[M][M], int k, int from, int to, int m)
{
#pragma ctsar for hetero(1)
    for (int i = from; i < to; i++)
        for (int j = 0; j < m; j++)
            x[i][j] += fmod(x[i][k], 3) * x[k][j];
}

// independent: nobody knows where the row lies: it lies before the others
LOOP(row_anywhere_before)
{
    between_(aa, two, five, pitch, pitch);
}

// independent: it lies behind them
LOOP(row_anywhere_behind)
{
    between_(aa, pitch - 1, two, pitch - five, pitch);
}

// independent: nothing of it is read
LOOP(nothing_of_it)
{
    between_(aa, -5, none, none, pitch);
}

static void among_(double x[M][M], int k, int from, int to, int m)
{
#pragma ctsar for hetero(1)
    for (int i = from; i < to; i++)
        for (int j = 0; j < m; j++)
            x[i][j] += fmod(x[i][k], 3) * x[k][j];
}

// guarded: it is one of them
LOOP(row_among_them)
{
    among_(aa, five, two, pitch, pitch);
}

static void alone_(double x[M][M], int k, int from, int to, int m)
{
#pragma ctsar for hetero(1)
    for (int i = from; i < to; i++)
        for (int j = 1; j < m; j++)
            x[i][j] += x[k][j - 1];
}

// independent: the only one, which each column changes before the next one reads it
LOOP(row_of_the_only_iteration)
{
    alone_(aa, five, five, five + 1, pitch);
}

// independent: an offset by which rows are others
LOOP(row_at_an_offset)
{
    for (int k = two; k < M - 1; k++) {
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < M; i++)
            for (int j = 0; j < M; j++)
                aa[i][j] += fmod(aa[k - 1][j], 3) * aa[k - 2][j];
    }
}

// independent: the number is an element's of another array
LOOP(row_by_an_index)
{
    for (int k = 0; k < M - 1; k++) {
        int p = k - k % 3;
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < M; i++)
            for (int j = k; j < M; j++)
                aa[i][j] -= fmod(aa[i][k], 3) * aa[p][j];
    }
}

static void two_(int n, double x[n][n], double y[n][n], int k)
{
#pragma ctsar for hetero(1)
    for (int i = k + 1; i < n; i++)
        for (int j = 0; j < n; j++) {
            x[i][j] += y[k][j];
            y[i][j] -= x[k][j];
        }
}

// independent: two matrices, a row of each
LOOP(rows_of_two)
{
    for (int k = 0; k < M - 1; k++)
        two_(pitch, aa, bb, k);
}

static void overlapping_(int n, double (*x)[M], double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; i++) {
        for (int j = 0; j < M; j++)
            x[i][j] += x[0][j];
        y[i] = i;
    }
}

// guarded: what another array writes is the row
LOOP(row_that_another_writes)
{
    overlapping_(M - 1, aa + 1, aa[1]);
}

// dependent: the row is one of those that are written
LOOP(row_that_is_written)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[i][j] += aa[five % 3 * 0 + 5][j];
}

// dependent: an iteration that writes the row under a condition
LOOP(row_written_by_one)
{
#pragma ctsar for hetero(1)
    for (int i = 6; i < M; i++) {
        for (int j = 0; j < M; j++)
            aa[i][j] += aa[5][j];
        if (i == 11)
            aa[5][3] = 7;
    }
}

// dependent: the row is written by data's leave
LOOP(row_written_at_times)
{
#pragma ctsar for hetero(1)
    for (int i = 6; i < M; i++)
        for (int j = 0; j < M; j++) {
            aa[i][j] += aa[5][j];
            if (aa[i][j] > 3)
                aa[5][j] = 1;
        }
}

// dependent: Floyd and Warshall's, where the row is one of the iterations'
LOOP(paths)
{
    for (int k = 0; k < M; k++) {
#pragma ctsar for hetero(1)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++)
                if (aa[i][k] + aa[k][j] < aa[i][j])
                    aa[i][j] = aa[i][k] + aa[k][j];
    }
}

// dependent: the number of the row changes in the loop
LOOP(number_that_changes)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++) {
        for (int j = 0; j < M; j++)
            aa[i][j] += aa[k][j];
        if (aa[i][0] > 3)
            k = i;
    }
}

// dependent: a second variable of the header is the row before
LOOP(number_of_the_header)
{
    int i, k;
#pragma ctsar for hetero(1)
    for (i = 1, k = 0; i < M; i++, k++)
        for (int j = 0; j < M; j++)
            aa[i][j] += aa[k][j];
}

// dependent: a number that the body steps
LOOP(number_that_is_stepped)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++) {
        for (int j = 0; j < M; j++)
            aa[i][j] += aa[k][j];
        k++;
    }
}

// independent: an element that an inner loop ends by, and that is read without a subscript
LOOP(bound_that_stays)
{
    counts[0] = 7;
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        for (int j = 0; j < counts[0]; j++)
            counts[i] += *counts - j;
}

// independent: elements without a subscript, of a row and a column that have copies
LOOP(first_of_what_stays)
{
#pragma ctsar for hetero(1)
    for (int i = 5; i < N; i++)
        for (int j = 0; j < 4; j++)
            a[i] += fmod(a[j] + *a, 3);
#pragma ctsar for hetero(1)
    for (int i = 3; i < M; i++)
        for (int j = 1; j < M; j++)
            aa[i][j] += fmod(aa[0][j] + **aa + (*aa)[2], 3);
#pragma ctsar for hetero(1)
    for (int i = 3; i < M; i++)
        for (int j = 1; j < M; j++)
            aa[j][i] += fmod(*aa[j] + **aa, 3);
}

static int called_;

static int bound_(void)
{
    called_++;
    return -5;
}

// unknown: a bound that is asked for once, and leaves no iteration
LOOP(bound_that_is_a_call)
{
    int k = 1 << 28;
#pragma ctsar for hetero(1)
    for (int i = 0; i < bound_(); i++)
        for (int j = 0; j < M; j++)
            aa[i][j] += aa[k][j];
    keep(0, called_);
}

// dependent: a pointer to the row before
LOOP(pointer_to_the_row_before)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++) {
        const double *row = aa[i - 1];
        for (int j = 0; j < M; j++)
            aa[i][j] += row[j];
    }
}

// independent: a pointer to the row, set in the loop
LOOP(pointer_to_the_row)
{
    for (int k = 0; k < M - 1; k++) {
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < M; i++) {
            double *own = aa[i];
            for (int j = k; j < M; j++)
                own[j] -= fmod(own[k], 3) * aa[k][j];
        }
    }
}

static double from_(const double *row, int j)
{
    return row[j];
}

// unknown: a function that is given the row
LOOP(row_in_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[i][j] += from_(aa[0], j);
}

static double of_five_(int j)
{
    return aa[5][j];
}

// dependent: a function that reads the row by its name, where iterations write it
LOOP(row_in_a_function_and_written)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[i][j] += of_five_(j);
}

static void set_five_(int j)
{
    aa[5][j] = 1;
}

// dependent: a function that writes the row
LOOP(row_written_by_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 6; i < M; i++)
        for (int j = 0; j < M; j++) {
            aa[i][j] += aa[5][j];
            set_five_(j);
        }
}

// data: a row that is found by an index
LOOP(row_by_an_array)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[i][j] += aa[ip[0] % 2][j];
}

// independent: a pointer to the row, set before the loop
static void by_pointer_(double *x, int n, int k)
{
    const double *p = x + k * n;
#pragma ctsar for hetero(1)
    for (int i = k + 1; i < n; i++) {
        double f = fmod(x[i * n + k] + p[k], 3);
        for (int j = k; j < n; j++)
            x[i * n + j] -= f * p[j];
    }
}
LOOP(pointer_set_before)
{
    for (int k = 1; k < pitch - 1; k++)
        by_pointer_(dense, pitch, k);
}

// independent: the row that the matrix begins with, which accelerators know by the same address
static void by_the_same_pointer_(double *x, int n, const double *p)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i * n + j] -= fmod(x[i * n], 3) * p[j];
}
LOOP(pointer_to_the_first_row)
{
    by_the_same_pointer_(dense, pitch, dense);
}

// independent: the same of a matrix with two subscripts
static void by_pointer_rows_(int n, double x[n][n], int k)
{
    const double *p = x[k];
#pragma ctsar for hetero(1)
    for (int i = k + 1; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i][j] -= fmod(x[i][k], 3) * p[j];
}
LOOP(pointer_to_a_row_set_before)
{
    for (int k = 1; k < pitch - 1; k++)
        by_pointer_rows_(pitch, aa, k);
}

// independent: the row lies behind those that are written, or in front of them
static void row_of_a_caller_(double *x, int n, int from, int to, const double *p)
{
#pragma ctsar for hetero(1)
    for (int i = from; i < to; i++)
        for (int j = 0; j < n; j++)
            x[i * n + j] -= fmod(x[i * n + from], 3) * p[j];
}
LOOP(row_of_a_caller)
{
    row_of_a_caller_(dense, pitch, 2, 9, dense + 12 * pitch);
    row_of_a_caller_(dense, pitch, 2, 9, dense + pitch);
    row_of_a_caller_(dense, pitch, 2, 9, dense + 9 * pitch);
}

// guarded: the first of the rows that are written
static void row_that_is_the_first_(double *x, int n, int from, int to, const double *p)
{
#pragma ctsar for hetero(1)
    for (int i = from; i < to; i++)
        for (int j = 0; j < n; j++)
            x[i * n + j] -= fmod(x[i * n + from], 3) * p[j];
}
LOOP(row_that_is_the_first)
{
    row_that_is_the_first_(dense, pitch, 2, 9, dense + 2 * pitch);
}

// guarded: the last of them
static void row_that_is_the_last_(double *x, int n, int from, int to, const double *p)
{
#pragma ctsar for hetero(1)
    for (int i = from; i < to; i++)
        for (int j = 0; j < n; j++)
            x[i * n + j] -= fmod(x[i * n + from], 3) * p[j];
}
LOOP(row_that_is_the_last)
{
    row_that_is_the_last_(dense, pitch, 2, 9, dense + 8 * pitch);
}

// guarded: the last element of what is read is written
static void row_that_ends_in_them_(double *x, int n, int from, int to, const double *p)
{
#pragma ctsar for hetero(1)
    for (int i = from; i < to; i++)
        for (int j = 0; j < n; j++)
            x[i * n + j] -= fmod(x[i * n + from], 3) * p[j];
}
LOOP(row_that_ends_in_them)
{
    row_that_ends_in_them_(dense, pitch, 2, 9, dense + pitch + 1);
}

// guarded: the first element of what is read is written
static void row_that_begins_in_them_(double *x, int n, int from, int to, const double *p)
{
#pragma ctsar for hetero(1)
    for (int i = from; i < to; i++)
        for (int j = 0; j < n; j++)
            x[i * n + j] -= fmod(x[i * n + from], 3) * p[j];
}
LOOP(row_that_begins_in_them)
{
    row_that_begins_in_them_(dense, pitch, 2, 9, dense + 9 * pitch - 1);
}

// guarded: a pointer to a row that is written
static void below_by_pointer_(double *x, int n, int k)
{
    const double *p = x + (k + 2) * n;
#pragma ctsar for hetero(1)
    for (int i = k + 1; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i * n + j] -= fmod(x[i * n + k], 3) * p[j];
}
LOOP(pointer_to_a_row_that_is_written)
{
    below_by_pointer_(dense, pitch, 3);
}

// guarded: rows that stay where they are computed
static void persisting_(double *x, int n, int from, int to, const double *p)
{
#pragma ctsar for hetero(1) persist(x)
    for (int i = from; i < to; i++)
        for (int j = 0; j < n; j++)
            x[i * n + j] -= fmod(x[i * n + from], 3) * p[j];
}
LOOP(pointer_to_a_row_that_persists)
{
    for (int k = 1; k < pitch - 1; k++)
        persisting_(dense, pitch, k + 1, pitch, dense + k * pitch);
#pragma ctsar depersist(dense)
}

// independent: rows that stayed there until now
static void not_persisting_(double *x, int n, int from, int to, const double *p)
{
#pragma ctsar for hetero(1)
    for (int i = from; i < to; i++)
        for (int j = 0; j < n; j++)
            x[i * n + j] -= fmod(x[i * n + from], 3) * p[j];
}
LOOP(pointer_to_a_row_that_persisted)
{
#pragma ctsar for hetero(1) persist(dense)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            dense[i * M + j] = i * j % 7 - 3;
    for (int k = 1; k < pitch - 1; k++)
        not_persisting_(dense, pitch, k + 1, pitch, dense + k * pitch);
#pragma ctsar depersist(dense)
}

// independent: elements in front of a vector's that are written
static void elements_in_front_(double *x, const double *p, int n, int k)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i + k] += p[i % 4];
}
LOOP(elements_in_front)
{
    elements_in_front_(a, a + 1, half, five);
}

// guarded: the last of them is written
static void elements_of_which_one_is_written_(double *x, const double *p, int n, int k)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i + k] += p[i % 4];
}
LOOP(elements_of_which_one_is_written)
{
    elements_of_which_one_is_written_(a, a + 2, half, five);
}

static void with_pivot_row_by_pointer_is_the_first(double *m, int n, int k)
{
    double *p = m + k * n;
#pragma ctsar for hetero(1)
    for (int i = k + 1; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i * n + j] -= m[i * n + k] * p[j];
}

// independent: the row that p leads to is the first one
LOOP(pivot_row_by_pointer_is_the_first)
{
    with_pivot_row_by_pointer_is_the_first(dense, M, none);
}

static void with_pivot_row_by_pointer_before_the_first(double *m, int n, int k)
{
    double *p = m + k * n;
#pragma ctsar for hetero(1)
    for (int i = k + 1; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i * n + j] -= m[i * n + k] * p[j];
}

// guarded: it lies before the first, and k is below 0
LOOP(pivot_row_by_pointer_before_the_first)
{
    with_pivot_row_by_pointer_before_the_first(dense + M, M - 2, -1);
}

static void with_first_row_by_pointer_is_written(double *m, int n, int k)
{
    double *p = m + k * n;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i * n + j] -= 2 * p[j];
}

// guarded: the first row is written as well
LOOP(first_row_by_pointer_is_written)
{
    with_first_row_by_pointer_is_written(dense, M, none);
}
