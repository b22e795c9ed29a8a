/* Pointers that are declared outside of the loop, and that each iteration sets before it uses them. */

// independent: rows of a matrix in a vector
static void rows_in_a_vector_(int n, int m, double *x, const double *y)
{
    double *to;
    const double *from;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        to = x + i * m;
        from = &y[i * m];
        for (int j = 0; j < m; j++)
            to[j] = 2 * from[j];
    }
}
LOOP(rows_in_a_vector)
{
    rows_in_a_vector_(M, M, aa[0], flat);
}

// independent: rows that are found by pointers
static void rows_by_pointers_(int n, int m, double **x)
{
    double *row;
    int i, j;
#pragma ctsar for hetero(1)
    for (i = 0; i < n; i++) {
        row = x[i];
        for (j = 0; j < m; j++)
            row[j] = row[j] * 2 + i;
    }
}
LOOP(rows_by_pointers)
{
    double *x[M];
    for (int i = 0; i < M; i++)
        x[i] = aa[i];
    rows_by_pointers_(M, M, x);
}

// independent: one pointer, set to one row after the other
LOOP(one_pointer_for_several_rows)
{
    double *to, *from;
    int i, j;
#pragma omp parallel for hetero(1) private(to, from, j)
    for (i = 1; i < M - 1; i++) {
        to = aa[i];
        from = bb[i - 1];
        for (j = 0; j < M; j++)
            to[j] = from[j];
        from = bb[i + 1];
        for (j = 0; j < M; j++)
            to[j] += from[j];
    }
}

// independent: a pointer that walks from where it is set
LOOP(walk_from_there)
{
    double *p;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        p = &flat[i * M];
        for (int j = 0; j < M; j++)
            *p++ += i;
    }
}

// independent: one is set to the other, and further
LOOP(one_pointer_by_another)
{
    double *p, *q;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        p = aa[i];
        q = p + 2;
        for (int j = 0; j < M - 2; j++)
            q[j] = p[0] + j;
        p = p + 1;
        *p = i;
    }
}

// dependent: the pointer of the iteration before
LOOP(pointer_of_the_iteration_before)
{
    double *p = a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        *p += i;
        p = &b[i];
    }
    keep(0, *p);
}

// dependent: rows of the next iteration
LOOP(row_of_the_next_iteration)
{
    double *to, *from;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++) {
        to = aa[i];
        from = aa[i + 1];
        for (int j = 0; j < M; j++)
            from[j] = to[j] + 1;
    }
}

// dependent: set to the same row, under a condition
LOOP(row_by_a_condition)
{
    double *p;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        p = aa[i];
        if (i % 3 == 1)
            p = aa[i - 1];
        for (int j = 0; j < M; j++)
            p[j] += i + p[0] / 2;
    }
}

// dependent: set by one iteration of an inner loop for the next
LOOP(row_of_the_inner_iteration_before)
{
    double *p = aa[0];
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            *p += i + j;
            p = &aa[i][j];
        }
}

// data: its value is used after the loop
LOOP(pointer_after_the_loop)
{
    double *p = a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        p = &b[i];
        *p += i;
    }
    keep(1, *p);
    keep(2, (double)(p - b));
}

// unknown: somebody else may set it
static double *of_the_file;
static void sets_it(int i)
{
    of_the_file = &c[i];
}
LOOP(pointer_of_the_file)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        of_the_file = &b[i];
        if (i % 2)
            sets_it(i);
        *of_the_file += i;
    }
}

// unknown: its address is known
LOOP(pointer_whose_address_is_known)
{
    double *p, **q = &p;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        p = &b[i];
        *q = &c[i];
        *p += i;
    }
}
