// Global data flow: what is known from elsewhere in the function.

// independent: a constant of the function
LOOP(a_constant_of_the_function)
{
    const int shift = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[i + shift];
}

// independent: a local enum is a bound and a pitch
LOOP(a_local_enum)
{
    enum { ROWS = 12, COLUMNS = 16 };
#pragma ctsar for hetero(1)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            flat[i * COLUMNS + j] = dense[i * COLUMNS + j] + 1;
}

// data: the offset is known where the loop is reached
LOOP(known_offset_carries)
{
    int back = 1;
#pragma ctsar for hetero(1)
    for (int i = 2; i < N; i++)
        a[i] = a[i - back] + 1;
}

// independent: the offset is as large as the range
LOOP(known_offset_is_far)
{
    enum { FAR = N / 2 };
#pragma ctsar for hetero(1)
    for (int i = 0; i < FAR; i++)
        a[i] = a[i + FAR] * 2;
}

// independent: the condition chooses between two ranges, both apart
LOOP(two_ranges_apart)
{
    int half_ = N / 2;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        a[i] = b[i] + b[i + half_];
}

// independent: two sizes of the same value
static void two_names(int n, int m, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] = y[i * m + j] + i;
}
LOOP(rows_and_columns_as_parameters)
{
    two_names(M, M, flat, dense);
}

// independent: the pitch is larger than the bound
static void pitched(int n, int m, int lda, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s += y[i * lda + j];
        x[i] = s;
    }
}
LOOP(bound_and_pitch_differ)
{
    pitched(M, M - 3, M, a, dense);
}

// independent: bounds in a struct
LOOP(bounds_in_a_struct)
{
    struct {
        int rows, columns;
    } size = {M, M};
#pragma ctsar for hetero(1)
    for (int i = 0; i < size.rows; i++)
        for (int j = 0; j < size.columns; j++)
            flat[i * size.columns + j] = dense[i * size.columns + j] * 3;
}

// independent: a dead value of before the loop
LOOP(dead_value_of_before)
{
    double t = 5;
    keep(0, t);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        t = b[i] * b[i];
        a[i] = t + 1;
    }
}

// independent: values that are computed before the loop
LOOP(values_from_before)
{
    double scale = b[0] * 2, offset = scale + c[1];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = scale * b[i] + offset;
}

// independent: two loops after each other on the same arrays
LOOP(one_loop_after_another)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[i] + 1;
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        c[i] = a[i - 1] * 2;
}

// independent: within a serial loop, two arrays in turn
LOOP(within_a_serial_loop)
{
    for (int t = 0; t < 3; t++) {
#pragma ctsar for hetero(1)
        for (int i = 1; i < N - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
#pragma ctsar for hetero(1)
        for (int i = 1; i < N - 1; i++)
            a[i] = b[i] - 1;
    }
}

// independent: rows beyond the pivot, by a serial loop's variable
LOOP(rows_beyond_the_pivot)
{
    for (int k = 0; k < 4; k++) {
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < M; i++)
            for (int j = k + 1; j < M; j++)
                aa[i][j] -= aa[i][k] * aa[k][j];
    }
}

// dependent: the pivot's row is among those that are written
LOOP(the_pivot_is_written_too)
{
    for (int k = 0; k < 3; k++) {
#pragma ctsar for hetero(1)
        for (int i = k; i < M; i++)
            for (int j = k; j < M; j++)
                aa[i][j] -= aa[k][j];
    }
}
