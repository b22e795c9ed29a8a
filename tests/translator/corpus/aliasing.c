// Equivalencing and aliasing: one memory under several names.

// independent: a pointer to the array's middle, read and written apart
LOOP(pointer_to_the_middle)
{
    double *p = a + N / 2;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        p[i] = b[i];
}

// dependent: a pointer one element on
LOOP(pointer_one_element_on)
{
    double *p = a + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        p[i] = a[i] + b[i];
}

// dependent: a pointer one element back
LOOP(pointer_one_element_back)
{
    double *p = a + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = p[i] + b[i];
}

// data: pointers of a caller that overlap by one
static void from_a_caller(int n, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}
LOOP(pointers_that_overlap)
{
    from_a_caller(N - 1, a + 1, a);
}

// data: parameters that are declared as arrays are pointers
static void from_arrays_of_a_caller(int n, double to[], const double from[n])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] += from[i] + 1;
}
LOOP(array_parameters_that_overlap)
{
    from_arrays_of_a_caller(N - 1, a, a + 1);
}

// independent: ... which lie apart here
LOOP(array_parameters_that_lie_apart)
{
    from_arrays_of_a_caller(N, a, b);
}

// data: the other way
LOOP(pointers_that_overlap_downwards)
{
    from_a_caller(N - 1, a, a + 1);
}

// independent: pointers of a caller that are apart
static void from_another_caller(int n, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}
LOOP(pointers_that_are_apart)
{
    from_another_caller(N, a, b);
}

// independent: both pointers the same, element by element
static void the_same(int n, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[i] * 2;
}
LOOP(both_pointers_the_same)
{
    the_same(N, a, a);
}

// independent: a vector's product with itself, both names are read
static double product(int n, const double *x, const double *y)
{
    double sum = 0;
#pragma ctsar for hetero(1) reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}
LOOP(one_vector_read_under_two_names)
{
    keep(0, product(N, a, a));
}

// independent: restrict
static void restricted(int n, double *restrict to, const double *restrict from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[n - 1 - i];
}
LOOP(restrict_and_reversed)
{
    restricted(N, a, b);
}

// independent: two halves of one array by two pointers
static void halves(int n, double *low, double *high)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double t = low[i];
        low[i] = high[i];
        high[i] = t;
    }
}
LOOP(two_halves_by_two_pointers)
{
    halves(N / 2, a, a + N / 2);
}

// guarded: every second element, by a pointer to the second
static void pairs(int n, double *even, double *odd)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        odd[2 * i] = even[2 * i] + 1;
}
LOOP(real_and_imaginary_parts)
{
    pairs(N / 2, a, a + 1);
}

// independent: a union's other member
static union {
    double d[N];
    long l[N];
} both;
LOOP(union_element_by_element)
{
    for (int i = 0; i < N; i++)
        both.d[i] = i + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        wide[i] = both.l[i];
}

// data: a pointer of the file into an array of the file
static double *global_pointer;
LOOP(pointer_of_the_file)
{
    global_pointer = a + 2;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        global_pointer[i] = a[i] + 1;
}

// data: a pointer out of a struct into the array
LOOP(pointer_out_of_a_struct)
{
    struct series s = {a, a + 1, N};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        s.to[i] = s.from[i] + 1;
}

// independent: a pointer of a struct that is apart
LOOP(pointers_of_a_struct_apart)
{
    struct series s = {b, a, N};
#pragma ctsar for hetero(1)
    for (int i = 0; i < s.n; i++)
        s.to[i] = s.from[i] + 1;
}

// independent: a matrix as one row
LOOP(matrix_as_one_row)
{
    double *p = &aa[0][0];
#pragma ctsar for hetero(1)
    for (int i = 0; i < M * M; i++)
        p[i] = p[i] * 2;
}

// dependent: a matrix as one row, and as a matrix
LOOP(matrix_under_two_names)
{
    double *p = &aa[0][0];
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[i][j] = p[(i - 1) * M + j] + 1;
}

// independent: two rows of one matrix by pointers
LOOP(two_rows_by_pointers)
{
    double *to = aa[3], *from = aa[4];
#pragma ctsar for hetero(1)
    for (int j = 0; j < M; j++)
        to[j] = from[j] + 1;
}

// unknown: a row by a pointer that is the same row, which is asked when the loop is reached
LOOP(the_same_row_by_a_pointer)
{
    double *to = aa[3] + 1;
#pragma ctsar for hetero(1)
    for (int j = 0; j < M - 1; j++)
        to[j] = aa[3][j] + 1;
}

// independent: buffers that are exchanged between passes
LOOP(buffers_exchanged)
{
    double *from = a, *to = b;
    for (int t = 0; t < 3; t++) {
#pragma ctsar for hetero(1)
        for (int i = 1; i < N - 1; i++)
            to[i] = from[i - 1] + from[i + 1];
        double *swap = from;
        from = to;
        to = swap;
    }
}

// independent: memory from malloc
LOOP(memory_from_malloc)
{
    double *p = malloc(N * sizeof *p), *q = malloc(N * sizeof *q);
    for (int i = 0; i < N; i++)
        q[i] = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        p[i] = q[i] * 2;
    for (int i = 0; i < N; i++)
        a[i] = p[i];
    free(p);
    free(q);
}

// independent: rows by pointers
LOOP(rows_by_pointers)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = aa[M - 1 - i];
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            rows[i][j] = i + j;
}

// independent: rows by pointers, in no order, of two matrices
static void smoothed_rows(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = from[i - 1][j] + from[i + 1][j] - from[i][j - 1] * from[i][j + 1];
}
LOOP(rows_by_pointers_of_two_matrices)
{
    double *to[M], *from[M];
    for (int i = 0; i < M; i++) {
        to[i] = aa[i * 7 % M];
        from[i] = bb[i * 3 % M];
    }
    smoothed_rows(M, M, to, from);
}

// independent: rows of bytes, which their pointers might be
static void negated_rows(int n, int m, unsigned char **rows)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        unsigned char *row = rows[i];
        for (int j = 0; j < m; j++)
            row[j] = 255 - row[j];
    }
}
LOOP(rows_of_bytes_by_pointers)
{
    unsigned char *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = image + (M - 1 - i) * M;
    negated_rows(M, M, rows);
}

// independent: columns of rows by pointers, beside a vector
static void scaled_columns(int n, int m, double **x, const double *by, double *sums)
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < m; j++) {
        double s = 0;
        for (int i = 0; i < n; i++) {
            x[i][j] *= by[j];
            s += x[i][j];
        }
        sums[j] = s;
    }
}
LOOP(columns_of_rows_by_pointers)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = aa[i];
    scaled_columns(M, M, rows, b, a);
}

// guarded: rows that overlap by one element
static void smoothed_overlapping(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = from[i - 1][j] + from[i + 1][j] - from[i][j - 1] * from[i][j + 1];
}
LOOP(rows_by_pointers_that_overlap)
{
    double *to[M], *from[M];
    for (int i = 0; i < M; i++) {
        to[i] = flat + i * (M - 3);
        from[i] = bb[i];
    }
    smoothed_overlapping(M, M, to, from);
}

// guarded: rows that are read and written by two names
static void smoothed_in_place(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = from[i - 1][j] + from[i + 1][j] - from[i][j - 1] * from[i][j + 1];
}
LOOP(rows_by_pointers_of_one_matrix)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = aa[i];
    smoothed_in_place(M, M, rows, rows);
}

// guarded: a row where pointers stand, whose iterations are over then
static void negated_pointers(int n, int m, unsigned char **rows)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        unsigned char *row = rows[i];
        for (int j = 0; j < m; j++)
            row[j] = 255 - row[j];
    }
}
LOOP(rows_of_bytes_that_are_their_pointers)
{
    unsigned char *rows[M], bytes[M][M];
    for (int i = 0; i < M; i++)
        rows[i] = memset(bytes[i], i, M);
    rows[3] = (unsigned char *)rows;
    negated_pointers(M, M, rows);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            picture[i * M + j] = bytes[i][j];
}

// guarded: a vector that is one of the rows
static void scaled_and_summed(int n, int m, double **x, const double *by, double *sums)
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < m; j++) {
        double s = 0;
        for (int i = 0; i < n; i++) {
            x[i][j] *= by[j];
            s += x[i][j];
        }
        sums[j] = s;
    }
}
LOOP(rows_by_pointers_and_one_as_a_vector)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = aa[i];
    scaled_and_summed(M, M, rows, b, aa[4]);
}

// dependent: rows by pointers, of which each is made from the one before
LOOP(rows_by_pointers_carried)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = aa[i];
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++)
            rows[i][j] += rows[i - 1][j];
}

// unknown: no row is reached
static void smoothed_nowhere(int n, int m, double **to, double **from)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = from[i - 1][j] + from[i + 1][j] - from[i][j - 1] * from[i][j + 1];
}
LOOP(rows_by_pointers_to_nowhere)
{
    smoothed_nowhere(M * none, M, NULL, NULL);
}

// unknown: pointers that the loop sets
LOOP(rows_by_pointers_that_are_set)
{
    double *rows[M];
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        rows[i] = aa[i / 2];
        for (int j = 0; j < M; j++)
            rows[i][j] = i;
    }
}

// data: two rows are the same
LOOP(rows_by_pointers_twice_the_same)
{
    double *rows[M];
    for (int i = 0; i < M; i++)
        rows[i] = aa[i / 2];
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            rows[i][j] = 3 * rows[i][j] - i;
}

// data: the loop writes its own bound, by the array's other name
LOOP(bound_behind_a_pointer)
{
    int *n = &counts[3];
    *n = 20;
#pragma ctsar for hetero(1)
    for (int i = 0; i < *n; i++)
        counts[i] = 5;
}

// data: a member of what is written as its bound
LOOP(bound_behind_an_arrow)
{
    struct cell *first = &cells[3];
    first->count = 20;
#pragma ctsar for hetero(1)
    for (int i = 0; i < first->count; i++)
        cells[i].count = 5;
}

// independent: pointers that have been swapped
static void swapped(double *x, double *y, int times, int n)
{
    for (int t = 0; t < times; t++) {
        double *z = x;
        x = y;
        y = z;
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] = x[i] + y[i];
}
LOOP(pointers_that_have_been_swapped)
{
    swapped(a, b, five, many);
}

// guarded: the same of pointers that are one then
static void swapped_or_one(double *x, double *y, int same, int n)
{
    double *z = x;
    x = y;
    y = z;
    if (same)
        y = x;
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; i++)
        y[i] = x[i - 1] + y[i];
}
LOOP(pointers_that_are_swapped_and_then_one)
{
    swapped_or_one(a, b, one, many);
}

static int row_length = 10;

static int row_and_column(int i, int j)
{
    return i * row_length + j;
}

static void through_a_function(int n, int *to, int *other)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        to[row_and_column(i, 0)] = i;
        if (i < 1)
            other[i] = 11;
    }
}

// dependent: a pointer leads to the variable that a function makes subscripts of
LOOP(size_of_a_function)
{
    row_length = 10;
    through_a_function(20, counts, &row_length);
    row_length = 10;
}

static double scale = 2;

static double scaled(double value)
{
    return value * scale;
}

static void scaled_to(int n, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = scaled(from[i]);
}

// independent: a function reads a variable of the file
LOOP(scaled_by_a_function)
{
    scale = 2;
    scaled_to(half, a, b);
}

static void scale_and_more(int n, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = scaled(from[i]);
}

// guarded: a pointer leads to it
LOOP(scaled_by_what_is_written)
{
    scale = 2;
    scale_and_more(1, &scale, b);
    result[0] = scale;
}

// independent: parts of one block, each found by the one before
LOOP(parts_of_one_block)
{
    double *x = flat, *y = x + many, *z = &y[many];
#pragma ctsar for hetero(1)
    for (int i = 0; i < many; i++)
        z[i] = x[i] * y[i];
}

// guarded: parts of one block that overlap
LOOP(parts_of_one_block_that_overlap)
{
    double *x = flat, *y = x + five;
#pragma ctsar for hetero(1)
    for (int i = 0; i < many; i++)
        y[i] = x[i] + 1;
}

// independent: any elements of memory that is another pointer's own
LOOP(any_elements_of_memory_from_malloc)
{
    double *table = malloc(N * sizeof *table), *to = NULL;
    to = (double *)malloc(N * sizeof *to);
    for (int i = 0; i < N; i++)
        table[i] = to[i] = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        to[i] = table[(int)fabs(a[i])] + table[i * i % 7];
    for (int i = 0; i < N; i++)
        b[i] = to[i];
    free(table);
    free(to);
}

// dependent: the pointer to memory of its own has been copied
LOOP(any_elements_of_memory_from_malloc_by_two_names)
{
    double *table = malloc(N * sizeof *table), *to = malloc(sizeof *to);
    free(to);
    to = table;
    for (int i = 0; i < N; i++)
        table[i] = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        to[i] = table[(int)fabs(a[i])] + table[i * i % 7];
    for (int i = 0; i < N; i++)
        b[i] = to[i];
    free(table);
}

static void exchange(double **one, double **other)
{
    *one = *other;
}

// dependent: a function has set the pointer to memory of its own
LOOP(any_elements_of_memory_from_malloc_that_a_function_sets)
{
    double *table = malloc(N * sizeof *table), *to = NULL;
    exchange(&to, &table);
    for (int i = 0; i < N; i++)
        table[i] = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        to[i] = table[(int)fabs(a[i])] + table[i * i % 7];
    for (int i = 0; i < N; i++)
        b[i] = to[i];
    free(table);
}

// guarded: pointers to rows of an array, which are later set to none
LOOP(pointers_to_rows_that_begin_with_an_array)
{
    double (*p)[M] = aa, (*q)[M] = aa + one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++)
        for (int j = 0; j < M; j++)
            q[i][j] = p[i][j] + 1;
    p = NULL;
    q = NULL;
}

// guarded: many lines between a pointer's name and its value
LOOP(value_of_a_pointer_far_below_its_name)
{
    double *p












        = a + one;
    if (none)
        p = malloc(sizeof a);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++)
        p[i] = a[i] + 1;
}

static void *same_memory(size_t size)
{
    return size ? c : NULL;
}

// guarded: a pointer to a function of the program's own is called malloc
LOOP(memory_from_another_malloc)
{
    void *(*malloc)(size_t) = same_memory;
    double *p = malloc(sizeof a), *q = malloc(sizeof a);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++)
        p[i + 1] = q[i] + 1;
}

// guarded: a part of what a restrict pointer leads to
static void part_of_restrict(int n, double *restrict x)
{
    double *y = x + n;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - n; i++)
        y[i] = x[i] + 1;
}
LOOP(a_part_of_what_restrict_leads_to)
{
    part_of_restrict(one, a);
}

// guarded: ... that a function has found
static double *following(double *x)
{
    return x + one;
}
static void found_by_restrict(int n, double *restrict x)
{
    double *y = following(x);
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] = x[i] + 1;
}
LOOP(a_part_of_what_restrict_leads_to_by_a_function)
{
    found_by_restrict(N, a);
}

// guarded: ... that a parameter leads to where the caller has given none
static void in_place(int n, double *restrict to, const double *from)
{
    if (!from)
        from = to + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}
LOOP(restrict_in_place)
{
    in_place(N, a, NULL);
}

// guarded: ... in an array of pointers
static void rows_of_restrict(int n, double *restrict x)
{
    double *rows[2] = {x, x + n};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        rows[1][i] = x[i] + 1;
}
LOOP(rows_in_what_restrict_leads_to)
{
    rows_of_restrict(one, a);
}

// guarded: ... in a variable of the file
static double *everywhere;
static void restrict_known_everywhere(int n, double *restrict x)
{
    everywhere = x + n;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        everywhere[i] = x[i] + 1;
}
LOOP(restrict_in_a_variable_of_the_file)
{
    restrict_known_everywhere(one, a);
}

// independent: a parameter that is not set lies apart from what a restrict pointer leads to
static void beside_restrict(int n, double *restrict to, const double *from, const int *by)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[by[i] * by[i] % 7] + from[i + 1];
}
LOOP(parameter_beside_restrict)
{
    beside_restrict(N, a, b, ip);
}

// dependent: pointers in structs that are made of a restrict one
struct part_of_a_block {
    double *at;
};
static void parts_in_structs(double *restrict x)
{
    struct part_of_a_block parts[5];
    for (int k = 0; k < 5; k++)
        parts[k].at = x + 40 * k;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 40; j++)
            x[i * 40 + j] = parts[i].at[j + 40] + 1;
}
LOOP(pointers_in_structs_into_what_restrict_leads_to)
{
    parts_in_structs(a);
}

// dependent: a bound in what a restrict pointer leads to
static void bound_in_restrict(int *restrict x, int n)
{
    const int *count = x + n;
#pragma ctsar for hetero(1)
    for (int i = 0; i < *count; i++)
        x[i] += 1;
}
LOOP(a_bound_in_what_restrict_leads_to)
{
    counts[5] = 20;
    bound_in_restrict(counts, five);
}

// independent: others are found by pointers that are not made of the restrict one
struct sparse_beside {
    const int *row, *column;
    const double *value;
};
static void product_beside(int n, double *restrict y, const struct sparse_beside *m, const double *x)
{
    struct sparse_beside own = *m;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int k = own.row[i]; k < own.row[i + 1]; k++)
            y[i] += own.value[k] * x[own.column[k]];
    }
}
LOOP(structs_beside_restrict)
{
    struct sparse_beside m = {ordered, ip, b};
    product_beside(100, a, &m, c);
}

static void with_one_array_twice(int n, double alpha, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] += alpha * x[i];
}

// independent: one array as both parameters, of which each iteration has its own element
LOOP(one_array_twice)
{
    with_one_array_twice(many, 2, a, a);
}

static void with_one_array_twice_shifted(int n, double alpha, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] += alpha * x[i];
}

// guarded: the same, one element apart
LOOP(one_array_twice_shifted)
{
    with_one_array_twice_shifted(many, 2, a, a + 1);
}

static void with_one_array_twice_reversed(int n, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] = x[n - 1 - i];
}

// guarded: one array twice, read from behind
LOOP(one_array_twice_reversed)
{
    with_one_array_twice_reversed(many, a, a);
}

static void with_one_array_twice_neighbours(int n, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n - 1; i++)
        y[i] = x[i - 1] + x[i] + x[i + 1];
}

// guarded: one array twice, neighbours are read
LOOP(one_array_twice_neighbours)
{
    with_one_array_twice_neighbours(many, a, a);
}

static void with_one_of_three_arrays_twice(int n, const double *x, const double *y, double *z)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        z[i] = x[i] + y[i];
}

// independent: the sum goes into one of its arrays
LOOP(one_of_three_arrays_twice)
{
    with_one_of_three_arrays_twice(many, a, b, a);
}

static void with_one_array_for_three(int n, const double *x, const double *y, double *z)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        z[i] = x[i] + y[i];
}

// independent: all three are one
LOOP(one_array_for_three)
{
    with_one_array_for_three(many, a, a, a);
}

static void with_one_array_twice_beside_reversed(int n, const double *x, const double *y, double *z)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        z[i] = x[i] + y[n - 1 - i];
}

// independent: two are one, and another one is read from behind
LOOP(one_array_twice_beside_reversed)
{
    with_one_array_twice_beside_reversed(many, a, b, a);
}

static void with_one_array_twice_reversed_beside(int n, const double *x, const double *y, double *z)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        z[i] = x[i] + y[n - 1 - i];
}

// guarded: that one is written
LOOP(one_array_twice_reversed_beside)
{
    with_one_array_twice_reversed_beside(many, b, a, a);
}

static void with_one_array_swapped(int n, double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double t = x[i];
        x[i] = y[i] + 1;
        y[i] = t * 2;
    }
}

// independent: both are written
LOOP(one_array_swapped)
{
    with_one_array_swapped(many, a, a);
}

static void with_one_matrix_twice(int n, int m, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] = y[i * m + m - 1 - j] * 2 + j;
}

// independent: one matrix twice, by rows
LOOP(one_matrix_twice)
{
    with_one_matrix_twice(M, pitch, dense, dense);
}

static void with_one_matrix_twice_shifted(int n, int m, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] = y[i * m + j] * 2 + j;
}

// guarded: the same, one row apart
LOOP(one_matrix_twice_shifted)
{
    with_one_matrix_twice_shifted(M - 1, pitch, dense, dense + M);
}

static void with_one_matrix_twice_transposed(int n, double (*x)[20], double (*y)[20])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 20; j++)
            x[i][j] = y[j][i] + 1;
}

// guarded: one matrix twice, its columns are read
LOOP(one_matrix_twice_transposed)
{
    with_one_matrix_twice_transposed(M, aa, aa);
}

static void with_one_matrix_twice_by_columns(int n, int m, double x[][m], double y[][m])
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            x[i][j] = y[n - 1 - i][j] + 1;
}

// independent: the same by columns
LOOP(one_matrix_twice_by_columns)
{
    with_one_matrix_twice_by_columns(M, pitch, aa, aa);
}

static void with_one_array_twice_by_pairs(int n, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        x[2 * i] = y[2 * i + 1];
        x[2 * i + 1] = y[2 * i] + 2;
    }
}

// independent: one array twice, by two elements
LOOP(one_array_twice_by_pairs)
{
    with_one_array_twice_by_pairs(half, a, a);
}

static void with_one_array_twice_by_shifted_pairs(int n, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        x[2 * i] = y[2 * i + 1];
        x[2 * i + 1] = y[2 * i] + 2;
    }
}

// guarded: the same, one element apart
LOOP(one_array_twice_by_shifted_pairs)
{
    with_one_array_twice_by_shifted_pairs(half, a, a + 1);
}

static void with_one_array_twice_each_second(int n, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[2 * i] = y[i];
}

// guarded: one array twice, of which iterations have other elements
LOOP(one_array_twice_each_second)
{
    with_one_array_twice_each_second(half, a, a);
}

static void two_pitches(int n, int m, int l, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i * m + j] = y[i * l + j] * 2 + j;
}

// guarded: one matrix of two pitches
LOOP(one_matrix_of_two_pitches)
{
    two_pitches(five, pitch, 10, dense, dense);
}

static void with_one_array_twice_reduced(int n, double *x, const double *y)
{
    double s = 0;
#pragma ctsar for hetero(1) reduction(+ : s)
    for (int i = 0; i < n; i++) {
        s += x[i] * y[i];
        x[i] = y[i] + 1;
    }
    result[1] = s;
}

// independent: a sum over one array that comes twice
LOOP(one_array_twice_reduced)
{
    with_one_array_twice_reduced(many, a, a);
}

static void with_one_array_twice_last(int n, double *x, const double *y)
{
    double s = 0;
    int i;
#pragma ctsar for hetero(1)
    for (i = 0; i < n; i++) {
        s = x[i] * y[i];
        x[i] = s + 1;
    }
    result[1] = s + i;
}

// independent: the last value of one array that comes twice
LOOP(one_array_twice_last)
{
    with_one_array_twice_last(many, a, a);
}

static void with_one_array_twice_all_read(int n, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] += y[j];
}

// guarded: all of one array is read, and written
LOOP(one_array_twice_all_read)
{
    with_one_array_twice_all_read(many, a, a);
}
