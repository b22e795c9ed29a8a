/* Rows that are found by pointers: of one matrix, which accelerators can have, or of none. */

static void smooth_(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = from[i - 1][j] + 2 * from[i + 1][j] - from[i][j - 1] * from[i][j + 1];
}

// independent: two blocks, read with a halo and written inside
LOOP(one_block_each)
{
    double *to[M], *from[M];
    for (int i = 0; i < M; i++) {
        to[i] = aa[i];
        from[i] = flat + i * M;
    }
    smooth_(M, M, to, from);
}

static void smooth_apart_(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = from[i - 1][j] + 2 * from[i + 1][j] - from[i][j - 1] * from[i][j + 1];
}

// independent: rows in memory of their own
LOOP(rows_allocated_apart)
{
    double *to[M], *from[M];
    for (int i = 0; i < M; i++) {
        to[i] = calloc(M + i % 3 * 4, sizeof(double));
        from[i] = malloc((M + i % 5 * 4) * sizeof(double));
        memcpy(from[i], bb[i], sizeof bb[i]);
    }
    smooth_apart_(M, M, to, from);
    for (int i = 0; i < M; i++) {
        memcpy(aa[i], to[i], sizeof aa[i]);
        free(to[i]);
        free(from[i]);
    }
}

static void smooth_like_(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = from[i - 1][j] + 2 * from[i + 1][j] - from[i][j - 1] * from[i][j + 1];
}

// independent: rows in memory of their own, equally far apart as they may be
LOOP(rows_allocated_alike)
{
    double *to[M], *from[M];
    for (int i = 0; i < M; i++)
        to[i] = calloc(M, sizeof(double));
    for (int i = 0; i < M; i++)
        memcpy(from[i] = malloc(M * sizeof(double)), bb[i], sizeof bb[i]);
    smooth_like_(M, M, to, from);
    for (int i = 0; i < M; i++) {
        memcpy(aa[i], to[i], sizeof aa[i]);
        free(to[i]);
        free(from[i]);
    }
}

static void smooth_between_(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = from[i - 1][j] + 2 * from[i + 1][j] - from[i][j - 1] * from[i][j + 1];
}

// independent: rows of one matrix between those of the other
LOOP(rows_between_rows)
{
    double *to[M / 2], *from[M / 2];
    for (int i = 0; i < M / 2; i++) {
        to[i] = aa[2 * i];
        from[i] = aa[2 * i + 1];
    }
    smooth_between_(M / 2, M, to, from);
}

static void smooth_permuted_(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = from[i - 1][j] + 2 * from[i + 1][j] - from[i][j - 1] * from[i][j + 1];
}

// independent: one of the rows stands elsewhere
LOOP(rows_but_two_in_order)
{
    double *to[M], *from[M];
    for (int i = 0; i < M; i++) {
        to[i] = aa[i == 7 ? 12 : i == 12 ? 7 : i];
        from[i] = bb[i];
    }
    smooth_permuted_(M, M, to, from);
}

static void negate_up_(int n, int m, double **x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i][j] = i - 2 * x[i][j];
}

// independent: rows from the last to the first
LOOP(rows_upside_down)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = aa[M - 1 - i];
    negate_up_(M, M, rows);
}

static void meet_(int n, int m, double **x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i][j] = i - 2 * x[i][j];
}

// guarded: equally far apart, and less far than they are long
LOOP(rows_that_meet_at_one_distance)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = flat + i * (M - 1);
    meet_(M, M, rows);
}

static void shift_(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i][j] = from[i][j] + i;
}

// guarded: one block, a row further on by its other name
LOOP(blocks_that_are_one)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = aa[i];
    shift_(M - 1, M, rows + 1, rows);
}

static void scale_columns_(int n, int m, double **x)
{
#pragma ctsar for hetero(1)
    for (int j = 1; j < m - 1; j++)
        for (int i = 1; i < n; i++)
            x[i][j] += 2 * x[i - 1][j];
}

// independent: columns, each from its top to its end
LOOP(columns_of_one_block)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = flat + i * (M + 7);
    scale_columns_(M, M, rows);
}

static void multiply_(int n, double **c, double **a, double **b)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

// independent: of one matrix every unit needs all
LOOP(product_of_blocks)
{
    double *x[M], *y[M], *z[M];
    for (int i = 0; i < M; i++) {
        x[i] = aa[i];
        y[i] = bb[i];
        z[i] = cc[i];
    }
    multiply_(M, z, x, y);
}

static void multiply_wide_(int n, double **c, double **a, double **b)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

// independent: the same of rows that are longer than what is reached
LOOP(product_of_parts_of_blocks)
{
    double *x[M], *y[M], *z[M];
    for (int i = 0; i < M; i++) {
        x[i] = aa[i];
        y[i] = flat + i * (M + 3);
        z[i] = cc[i];
    }
    multiply_wide_(M - 3, z, x, y);
}

static void from_one_(int n, int m, float **x, int **by)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            x[i][j] = x[i][j] * by[i][j] - j;
}

// independent: rows and columns that are counted from 1, as Fortran's
LOOP(blocks_counted_from_one)
{
    float *x[16];
    int *by[16];
    for (int i = 1; i <= 15; i++) {
        x[i] = u + (i - 1) * 16 - 1;
        by[i] = counts + (i - 1) * 16 - 1;
    }
    from_one_(15, 16, x, by);
}

static void move_points_(int n, int m, struct point **at)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            at[i][j].x += at[i][j].y;
            at[i][j].z = j;
        }
}

// independent: rows of structs
LOOP(block_of_structs)
{
    struct point *rows[10];
    for (int i = 0; i < 10; i++)
        rows[i] = pt + i * 24;
    move_points_(10, 24, rows);
}

static void invert_(int n, int m, unsigned char **x)
{
#pragma ctsar for hetero(1)
    for (int i = n - 1; i >= 0; i--)
        for (int j = 0; j < m; j++)
            x[i][j] = 255 - x[i][j];
}

// independent: rows of bytes, from the last one on
LOOP(block_of_bytes)
{
    unsigned char *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = image + i * M;
    invert_(M, M, rows);
}

static void invert_beside_(int n, int m, unsigned char **x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i][j] = 255 - x[i][j];
}

// independent: rows of bytes, with their pointers in between
LOOP(pointers_between_their_rows)
{
    static unsigned char *room[4 * M];
    for (int i = 0; i < 4; i++)
        room[i + M / 4] = memset((unsigned char *)room + i * 8 * M, i, 2 * M);
    invert_beside_(4, 2 * M, room + M / 4);
    for (int i = 0; i < 4; i++)
        memcpy(image + i * 2 * M, room[i + M / 4], 2 * M);
}

static void one_row_(double *x, int m, double by)
{
    for (int j = 0; j < m; j++)
        x[j] *= by;
}
static void by_calls_(int n, int m, double **x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        one_row_(x[i], m, i);
}

// independent: rows are passed to a function
LOOP(rows_of_a_block_are_passed)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = aa[i];
    by_calls_(M, M, rows);
}

static void cut_(int n, int m, double **x, const double *const *at)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double *row = x[i];
        for (int j = 0; j < m; j++)
            if (row[j] > at[i][j])
                row[j] = at[i][j];
    }
}

// guarded: no block, and one core's where it cannot be told what conditions leave out
LOOP(rows_cut_under_conditions)
{
    double *x[M];
    const double *at[M];
    for (int i = 0; i < M; i++) {
        x[i] = aa[M - 1 - i];
        at[i] = bb[i];
    }
    cut_(M, M, x, at);
}

static void cut_blocks_(int n, int m, double **x, const double *const *at)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double *row = x[i];
        for (int j = 0; j < m; j++)
            if (row[j] > at[i][j])
                row[j] = at[i][j];
    }
}

// independent: the same of blocks
LOOP(blocks_cut_under_conditions)
{
    double *x[M];
    const double *at[M];
    for (int i = 0; i < M; i++) {
        x[i] = aa[i];
        at[i] = bb[i];
    }
    cut_blocks_(M, M, x, at);
}

static void step_(int n, int m, long **to, long **from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i][j] = (i > 0 ? from[i - 1][j] : 7) + from[i][j];
}

// independent: two blocks that change places between loops
LOOP(blocks_that_are_exchanged)
{
    long *rows[2][8], **to = rows[0], **from = rows[1];
    for (int i = 0; i < 8; i++) {
        rows[0][i] = wide + i * 15;
        rows[1][i] = wide + 120 + i * 15;
    }
    for (int k = 0; k < 3; k++) {
        long **other = to;
        step_(8, 15, to, from);
        to = from;
        from = other;
    }
}

// independent: an array of pointers that the file has
static double *lines_[M];
LOOP(block_of_a_file)
{
    for (int i = 0; i < M; i++)
        lines_[i] = aa[i];
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double *at = lines_[i];
        for (int j = 0; j < M; j++)
            *at++ = i * j;
    }
}

static void lower_rows_(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n - 2; i++)
        for (int j = 0; j < m; j++)
            to[i + 2][j] = from[i][j] + 3 * from[i + 1][j];
}

// independent: rows further down than the iteration's
LOOP(rows_of_a_block_further_down)
{
    double *to[M], *from[M];
    for (int i = 0; i < M; i++) {
        to[i] = flat + i * (M + 5);
        from[i] = aa[i];
    }
    lower_rows_(M, M, to, from);
}

static void turn_rows_(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            to[n - i][j] = from[i][m - j] + to[n - i][j];
}

// independent: rows that are counted from the last one on
LOOP(rows_of_a_block_turned)
{
    double *to[M], *from[M];
    for (int i = 0; i < M; i++) {
        to[i] = flat + i * (M + 5);
        from[i] = aa[i];
    }
    turn_rows_(M, M, to, from);
}

static void pairs_of_rows_(int n, int m, double **x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n / 2; i++)
        for (int j = 0; j < m; j++) {
            x[2 * i][j] += j;
            x[2 * i + 1][j] *= x[2 * i][j];
        }
}

// independent: two rows an iteration
LOOP(rows_of_a_block_in_pairs)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = flat + i * (M + 5);
    pairs_of_rows_(M, M, rows);
}

static void smooth_columns_(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int j = 2; j < m - 1; j++)
        for (int i = 3; i < n; i++)
            to[i][j] += from[i][j - 2] - 2 * from[i][j + 1] + from[i - 1][j];
}

// independent: columns with a halo
LOOP(columns_of_blocks_with_a_halo)
{
    double *to[M], *from[M];
    for (int i = 0; i < M; i++) {
        to[i] = flat + i * (M + 5);
        from[i] = aa[i];
    }
    smooth_columns_(M, M, to, from);
}

static void some_columns_(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int j = 1; j < m; j += 3)
        for (int i = 1; i < n; i++)
            to[i][m - j] = from[i][j] + to[i][m - j];
}

// independent: every third column, from the last one on
LOOP(some_columns_of_blocks)
{
    double *to[M], *from[M];
    for (int i = 0; i < M; i++) {
        to[i] = flat + i * (M + 5);
        from[i] = aa[i];
    }
    some_columns_(M, M, to, from);
}

static void first_rows_(int n, int m, int k, double **x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (i < k)
            for (int j = 0; j < m; j++)
                x[i][j] = i * j;
}

// independent: no other rows are there than the first
LOOP(first_rows_of_a_block)
{
    double *rows[M / 2];
    for (int i = 0; i < M / 2; i++)
        rows[i] = aa[i];
    first_rows_(M, M, M / 2, rows);
}

static void first_columns_(int n, int m, int k, double **x)
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < m; j++) {
        if (j >= k)
            continue;
        for (int i = 0; i < n; i++)
            x[i][j] = i * j;
    }
}

// unknown: no other columns are there than the first
LOOP(first_columns_of_a_block)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = flat + i * M / 2;
    first_columns_(M, M, M / 2, rows);
}

static void clear_(int n, int m, int p, double **x)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                x[i][j] += k;
}

// unknown: an inner loop is empty, and no row is there
LOOP(no_row_is_reached)
{
    clear_(M, M, none, (double **)a);
    clear_(none, M, M, NULL);
    clear_(M, none, M, NULL);
}

// independent: one row, and two
LOOP(blocks_of_one_row_and_of_two)
{
    double *rows[] = {aa[3], aa[9]};
    negate_up_(1, M, rows);
    negate_up_(2, M, rows);
}

// dependent: rows of a block, of which each is made from the one before
LOOP(block_carried)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = aa[i];
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++)
            rows[i][j] += rows[i - 1][j];
}

// unknown: OpenMP's, since it has the value that the last iteration leaves
static int last_value(int n, int m, double **x)
{
    int last = -1;
#pragma omp parallel for lastprivate(last) hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            x[i][j] += 1;
            last = j;
        }
    return last;
}
LOOP(a_last_value_beside_rows)
{
    double *x[M];
    for (int i = 0; i < M; i++)
        x[i] = flat + i * M;
    result[0] = last_value(M, pitch, x);
}
