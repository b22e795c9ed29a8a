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

// guarded: both pointers the same, element by element
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

// guarded: a vector's product with itself, both names are read
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
