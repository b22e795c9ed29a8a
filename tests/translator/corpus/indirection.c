// Indirection: subscripts that come from memory.

// independent
LOOP(gather)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[ip[i]];
}

// independent: gathered and weighted
LOOP(gather_of_two)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] += b[ip[i]] * c[iq[i]];
}

// independent: a permutation, which is looked at when the loop is reached
LOOP(scatter_by_a_permutation)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[ip[i]] = b[i];
}

// unknown: the same, said to be independent
LOOP(scatter_said_to_be_independent)
{
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < N; i++)
        a[ip[i]] = b[i];
}

// data: an index array with repeats
LOOP(scatter_with_repeats)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[iq[i]] = b[i];
}

// data: a histogram
LOOP(histogram)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        counts[iq[i]]++;
}

// data: read by indirection what others write
LOOP(gather_in_place)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = a[ip[i]] + 1;
}

// independent: sparse rows
LOOP(sparse_rows)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 100; i++) {
        double s = 0;
        for (int k = ordered[i]; k < ordered[i + 1]; k++)
            s += b[k] * c[iq[k]];
        a[i] = s;
    }
}

// unknown: sparse rows that are written
LOOP(sparse_rows_written)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 100; i++)
        for (int k = ordered[i]; k < ordered[i + 1]; k++)
            a[k] = b[k] * 2;
}

// independent: a table
LOOP(table_by_bytes)
{
    static const unsigned char table[4] = {9, 1, 7, 3};
#pragma ctsar for hetero(1)
    for (int i = 0; i < M * M; i++)
        picture[i] = table[image[i] & 3];
}

// independent: a translation of all bytes
LOOP(table_of_256)
{
    int curve[256];
    for (int k = 0; k < 256; k++)
        curve[k] = 255 - k;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M * M; i++)
        picture[i] = (unsigned char)curve[image[i]];
}

// independent: the remainder as a subscript
LOOP(remainder_as_a_subscript)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[i % 7] + c[(i * 5 + 3) % N];
}

// independent: bins of four by a quotient, read
LOOP(quotient_as_a_subscript)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[i / 4];
}

// dependent: four iterations write one bin
LOOP(quotient_is_written)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i / 4] += b[i];
}

// dependent: the remainder repeats
LOOP(remainder_is_written)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i % 50] = b[i];
}

// independent: the remainder does not repeat
LOOP(remainder_that_does_not_repeat)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[(i + 7) % N] = b[i];
}

// independent: row and column of one loop
LOOP(row_and_column_of_one_loop)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < M * M; t++)
        aa[t / M][t % M] = bb[t / M][t % M] + t;
}

// independent: row and column, kept in variables
LOOP(row_and_column_in_variables)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < M * M; t++) {
        int i = t / M, j = t - i * M;
        flat[j * M + i] = aa[i][j];
    }
}

// independent: shifts and masks
LOOP(shifts_and_masks)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 128; i++)
        a[(i >> 3 << 3) + (i & 7)] = b[i << 1 & 127];
}

// dependent: bits are lost
LOOP(mask_that_loses_bits)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 128; i++)
        a[i & 63] += b[i];
}

// independent: bits reversed
LOOP(bits_reversed)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 16; i++) {
        int r = (i & 1) << 3 | (i & 2) << 1 | (i & 4) >> 1 | (i & 8) >> 3;
        a[i] = b[r];
    }
}

// data: squares repeat modulo 31
LOOP(square_modulo)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i * i % 31] = i;
}

// independent: a double index
LOOP(double_indirection)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[ip[iq[i]]];
}

// independent: rows by a permutation, which is looked at when the loop is reached
LOOP(rows_by_a_permutation)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int row = ordered[i];
        for (int j = 0; j < M; j++)
            flat[ordered[i] * M + j] += aa[i][j] + row;
    }
}

// independent: a pair for each number
LOOP(pairs_by_a_permutation)
{
    int *order = ip;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        pt[order[i]].x = b[i];
        pt[order[i]].y = pt[order[i]].x + c[i];
    }
}

// independent: by way of a variable, from the end
LOOP(number_in_a_variable)
{
    int k;
#pragma ctsar for hetero(1)
    for (int i = N - 1; i >= 0; i--) {
        k = ip[i];
        a[k] = a[k] * 2 + b[i];
    }
}

static void scattered(int n, double *to, const int *order, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[order[i]] = from[i];
}

// data: the same function with numbers that differ, with some that do not, and into its own input
LOOP(scattered_by_pointers)
{
    scattered(N, a, ip, b);
    scattered(N, c, iq, b);
    scattered(N - 1, d, ip, d + 1);
}

// dependent: neighbours of what others write
LOOP(neighbour_by_a_permutation)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[ip[i]] = a[ip[i] + 1] + b[i];
}

// data: the numbers change meanwhile
LOOP(numbers_that_are_written)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[iq[i]] = b[i];
        iq[i] = i;
    }
}

// data: no number is read where it would not be
LOOP(numbers_under_a_condition)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (flag[i] > 2)
            a[ip[i]] = b[i];
}

// data: twice the number wraps around
LOOP(twice_an_unsigned_number)
{
    unsigned twice[4] = {1, 0x80000001u, 3, 0x80000003u};
#pragma ctsar for hetero(1)
    for (int i = 0; i < 4; i++)
        a[2 * twice[i]] = a[2 * twice[i]] * 2 + i;
}

// data: numbers of another type
LOOP(numbers_cut_off)
{
    long far[4] = {1, 1 + (1L << 32), 2, 2 + (1L << 32)};
#pragma ctsar for hetero(1)
    for (int i = 0; i < 4; i++)
        a[(int)far[i]] = a[(int)far[i]] * 2 + i;
}

// data: the number and the iteration
LOOP(number_and_iteration)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        a[ip[i] % 100 + i] += b[i];
}

// dependent: each number is found by several iterations
LOOP(numbers_that_iterations_share)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        for (int j = 0; j < 3; j++)
            a[ip[i + j]] = a[ip[i + j]] * 0.5 + i;
}

// data: other numbers than the first of each iteration
LOOP(numbers_beside_the_first)
{
    int three[3 * M];
    for (int k = 0; k < 3 * M; k++)
        three[k] = k % 3 ? k % 7 : 100 + k;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < 3; j++)
            a[three[3 * i + j]] = a[three[3 * i + j]] * 0.5 + i;
}

static void gathered(int n, const int *index, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[index[i]];
}

// independent: gathered by way of pointers that may lead to one array
LOOP(gathered_behind_pointers)
{
    gathered(half, ip, b, a);
}

static void gathered_pairs(int n, const int *index, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int k = index[i];
        to[i] = from[2 * k] - from[2 * k + 1] + from[i];
    }
}

// independent: two elements each, and the iteration's own
LOOP(gathered_in_pairs)
{
    gathered_pairs(half, iq, b, a);
}

static void gathered_from_itself(int n, const int *index, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[index[i]];
}

// guarded: what is gathered is what is written
LOOP(gathered_from_what_is_written)
{
    gathered_from_itself(half, ip, a, a + 30);
}

static void gathered_backwards(int n, const int *index, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[index[i]];
}

// guarded: numbers below 0 lead there
LOOP(gathered_from_before)
{
    for (int i = 0; i < half; i++)
        counts[i] = -1 - i % 40;
    gathered_backwards(half, counts, a + 100, a + 70);
}

static void gathered_rows(int n, const int *index, double (*from)[M], double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            to[i] += from[index[i]][j];
}

// independent: rows are gathered
LOOP(gathered_rows_behind_pointers)
{
    for (int i = 0; i < M; i++)
        counts[i] = i * 7 % M;
    gathered_rows(M, counts, aa, a);
}

static void gathered_where(int n, const int *index, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (to[i] > 0)
            to[i] = from[index[i]];
}

// unknown: a condition decides whether a number is there
LOOP(gathered_under_a_condition)
{
    gathered_where(half, ip, b, a);
}

// independent: the rows of a sparse matrix, behind pointers of any kind
static void sparse_product(int n, int *row, int *column, double *value, double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}
LOOP(sparse_matrix_behind_pointers)
{
    sparse_product(N / 2, ordered, ip, b, c, a);
}

// guarded: what is multiplied overlaps the product
static void sparse_product_again(int n, int *row, int *column, double *value, double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}
LOOP(sparse_product_in_place)
{
    sparse_product_again(N / 2, ordered, ip, b, a, a);
}

// guarded: the matrix overlaps the product, which begins in its last row
static void sparse_product_onto(int n, int *row, int *column, double *value, double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}
LOOP(sparse_matrix_ends_in_the_product)
{
    sparse_product_onto(20, ordered, ip, a, b, a + 39);
}

// independent: the product begins behind the last row
static void sparse_product_behind(int n, int *row, int *column, double *value, double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}
LOOP(sparse_matrix_ends_before_the_product)
{
    sparse_product_behind(20, ordered, ip, a, b, a + 40);
}

// guarded: a column is below 0, and its number is in the product
static void sparse_product_below(int n, int *row, int *column, double *value, double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}
LOOP(sparse_matrix_with_a_column_below_0)
{
    sparse_product_below(M, ordered, counts, b, a + M, a);
}

// guarded: rows that do not follow each other
static void sparse_product_back(int n, int *row, int *column, double *value, double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}
LOOP(sparse_matrix_of_rows_in_disorder)
{
    sparse_product_back(N / 2, iq, ip, b, c, a);
}

// guarded: there is no row
static void sparse_product_of_nothing(int n, int *row, int *column, double *value, double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}
LOOP(sparse_matrix_of_nothing)
{
    sparse_product_of_nothing(none, NULL, NULL, NULL, c, a);
}

// independent: a row's ends and columns in variables
static void sparse_by_variables(long n, long *row, int *column, double *value, double *x, double *y)
{
    long i, k;
#pragma ctsar for hetero(1)
    for (i = 0; i < n; i++) {
        long begin = row[i], end = row[i + 1];
        y[i] = 0;
        for (k = begin; k < end; k++) {
            int j = column[k];
            y[i] += value[k] * x[j];
        }
    }
}
LOOP(sparse_matrix_by_variables)
{
    for (int i = 0; i < N; i++)
        wide[i] = 3 * i;
    sparse_by_variables(N / 3, wide, ip, b, c, a);
}

// independent: the rows themselves
static void sparse_scaled(int n, int *row, double *value, double *by)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = row[i]; k < row[i + 1]; k++)
            value[k] = value[k] * by[i];
}
LOOP(sparse_rows_are_scaled)
{
    sparse_scaled(N / 2, ordered, a, b);
}

// guarded: rows that overlap
static void sparse_scaled_again(int n, int *row, double *value, double *by)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = row[i]; k < row[i + 1]; k++)
            value[k] = value[k] * by[i];
}
LOOP(sparse_rows_that_overlap)
{
    sparse_scaled_again(N / 2, iq, a, b);
}

// guarded: an element of the next row
static void sparse_shifted(int n, int *row, double *value)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = row[i]; k < row[i + 1]; k++)
            value[k] = value[k + 1] + 1;
}
LOOP(sparse_rows_reach_the_next)
{
    sparse_shifted(N / 2, ordered, a);
}

// guarded: the rows' ends are in what is written
static void sparse_counted(int n, int *row, int *count)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = row[i]; k < row[i + 1]; k++)
            count[k] = i;
}
LOOP(sparse_rows_onto_their_ends)
{
    for (int i = 0; i <= 8; i++)
        counts[i] = 2 * i;
    sparse_counted(8, counts, counts);
}

struct sparse {
    int n, *row, *column;
    double *value;
};
struct vector {
    double *at;
};

// independent: a sparse matrix in a struct
static void sparse_in_a_struct(const struct sparse *m, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < m->n; i++) {
        double s = 0;
        for (int k = m->row[i]; k < m->row[i + 1]; k++)
            s += m->value[k] * x[m->column[k]];
        y[i] = s;
    }
}
LOOP(sparse_matrix_in_a_struct)
{
    struct sparse m = {N / 2, ordered, ip, b};
    sparse_in_a_struct(&m, c, a);
}

// independent: vectors in structs, too
static void sparse_all_in_structs(const struct sparse *m, const struct vector *x, struct vector *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < m->n; i++) {
        double s = 0;
        for (int k = m->row[i]; k < m->row[i + 1]; k++)
            s += m->value[k] * x->at[m->column[k]];
        y->at[i] = s;
    }
}
LOOP(sparse_matrix_and_vectors_in_structs)
{
    struct sparse m = {N / 2, ordered, ip, b};
    struct vector x = {c}, y = {a};
    sparse_all_in_structs(&m, &x, &y);
}

// guarded: what is multiplied is the product
static void sparse_all_in_structs_again(const struct sparse *m, const struct vector *x, struct vector *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < m->n; i++) {
        double s = 0;
        for (int k = m->row[i]; k < m->row[i + 1]; k++)
            s += m->value[k] * x->at[m->column[k]];
        y->at[i] = s;
    }
}
LOOP(sparse_vectors_in_structs_overlap)
{
    struct sparse m = {N / 2, ordered, ip, b};
    struct vector x = {a}, y = {a};
    sparse_all_in_structs_again(&m, &x, &y);
}

// guarded: no row has an element, and nothing leads to a vector
static void sparse_empty_in_structs(const struct sparse *m, const struct vector *x, struct vector *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < m->n; i++) {
        double s = 0;
        for (int k = m->row[i]; k < m->row[i + 1]; k++)
            s += m->value[k] * x->at[m->column[k]];
        y->at[i] = s;
    }
}
LOOP(sparse_rows_of_nothing_in_structs)
{
    static int ends[N];
    struct sparse m = {N / 2, ends, NULL, NULL};
    struct vector y = {a};
    sparse_empty_in_structs(&m, NULL, &y);
}

// guarded: there is no row at all, and no vector either
static void sparse_none_in_structs(const struct sparse *m, const struct vector *x, struct vector *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < m->n; i++) {
        double s = 0;
        for (int k = m->row[i]; k < m->row[i + 1]; k++)
            s += m->value[k] * x->at[m->column[k]];
        y->at[i] = s;
    }
}
LOOP(sparse_matrix_of_nothing_in_a_struct)
{
    struct sparse m = {none, NULL, NULL, NULL};
    sparse_none_in_structs(&m, NULL, NULL);
}

// unknown: a condition decides whether there is a vector
static void sparse_perhaps(const struct sparse *m, const struct vector *x, struct vector *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < m->n; i++) {
        double s = 0;
        for (int k = m->row[i]; k < m->row[i + 1]; k++)
            s += m->column[k] < 0 ? x->at[-m->column[k]] : m->value[k];
        y->at[i] = s;
    }
}
LOOP(sparse_vector_that_is_not_there)
{
    struct sparse m = {N / 2, ordered, ip, b};
    struct vector y = {a};
    sparse_perhaps(&m, NULL, &y);
}

// independent: numbers of an index array in a struct differ
static void scattered_in_a_struct(const struct sparse *m, struct vector *y, const double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < m->n; i++)
        y->at[m->column[i]] += x[i];
}
LOOP(index_array_in_a_struct)
{
    struct sparse m = {N, NULL, ip, NULL};
    struct vector y = {a};
    scattered_in_a_struct(&m, &y, b);
}

// guarded: they do not
static void scattered_in_a_struct_again(const struct sparse *m, struct vector *y, const double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < m->n; i++)
        y->at[m->column[i]] += x[i];
}
LOOP(index_array_in_a_struct_with_equal_numbers)
{
    struct sparse m = {N, NULL, iq, NULL};
    struct vector y = {a};
    scattered_in_a_struct_again(&m, &y, b);
}
