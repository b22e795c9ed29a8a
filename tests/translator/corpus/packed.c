// Subscripts that grow with the square of the loop's variable: packed triangles.

// independent: the lower triangle
LOOP(lower_triangle)
{
    int n = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            flat[i * (i + 1) / 2 + j] = aa[i][j] + i;
}

// independent: the upper triangle
LOOP(upper_triangle)
{
    int n = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            flat[i * (2 * n - i - 1) / 2 + j] += aa[i][j];
}

// independent: the upper triangle from the diagonal on
LOOP(upper_triangle_from_the_diagonal)
{
    long n = pitch;
#pragma ctsar for hetero(1)
    for (long i = 0; i < n; i++)
        for (long j = i; j < n; j++)
            flat[i * n - i * (i - 1) / 2 + (j - i)] = aa[i][j];
}

// independent: without the diagonal
LOOP(triangle_without_its_diagonal)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < i; j++)
            flat[(i * i - i) / 2 + j] = aa[i][j] * flat[i * (i - 1) / 2 + j];
}

// independent: a row has a name
LOOP(row_of_a_triangle)
{
    int n = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double *row = flat + i * (i + 1) / 2;
        double s = 0;
        for (int j = 0; j <= i; j++)
            s += row[j];
        row[i] = s;
    }
}

// independent: the beginning of a row has a name, in 64 bits without a sign
LOOP(row_of_a_triangle_by_its_beginning)
{
    size_t n = pitch;
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < n; i++) {
        size_t at = i * (i + 1) / 2;
        for (size_t j = 0; j <= i; j++)
            flat[at + j] = aa[i][j];
    }
}

// independent: squares
LOOP(squares)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 16; i++)
        a[i * i] = b[i];
}

// independent: from elsewhere on
LOOP(squares_from_elsewhere)
{
    int first = two;
#pragma ctsar for hetero(1)
    for (int i = first; i < 16; i++)
        a[i * i] = b[i];
}

// guarded: squares of what is below 0
LOOP(squares_from_below)
{
    int first = -two;
#pragma ctsar for hetero(1)
    for (int i = first; i < 16; i++)
        a[i * i] += b[i + 2];
}

// dependent: squares meet
LOOP(squares_meet)
{
#pragma ctsar for hetero(1)
    for (int i = -9; i < 10; i++)
        a[i * i] += b[i + 9];
}

// dependent: a row is one too long
LOOP(row_of_a_triangle_too_long)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j <= i + 1; j++)
            flat[i * (i + 1) / 2 + j] += i;
}

// dependent: the row before is read
LOOP(row_before_in_a_triangle)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < i; j++)
            flat[i * (i + 1) / 2 + j] += flat[i * (i - 1) / 2 + j];
}

// dependent: a quotient with a rest
LOOP(thirds_of_squares)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++)
        a[i * i / 3] += i;
}

// dependent: rows that shrink too fast
LOOP(rows_shrink_too_fast)
{
    int n = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            flat[i * (n - i) + j] += j;
}

static void packed_of(int n, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            to[i * (i + 1) / 2 + j] = from[i * n + j];
}

// independent: behind pointers
LOOP(triangle_behind_pointers)
{
    packed_of(pitch, flat, dense);
}

// guarded: behind pointers that meet
LOOP(triangle_behind_pointers_that_meet)
{
    double *to = flat + 10;
    const double *from = flat;
    int n = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            to[i * (i + 1) / 2 + j] = from[i + j];
}

// unknown: one ends where the other begins
LOOP(triangles_side_by_side)
{
    double *to = flat;
    const double *from = flat + 10;
    int n = 2 * two;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            to[i * (i + 1) / 2 + j] = from[i + j];
}

// unknown: no row
LOOP(triangle_of_no_row)
{
    double *to = flat;
    const double *from = flat;
    int n = none;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            to[i * (i + 1) / 2 + j] = from[i + j];
}

// unknown: less than no row
LOOP(triangle_of_less_than_no_row)
{
    double *to = flat;
    const double *from = flat;
    int n = -five;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            to[i * (i + 1) / 2 + j] = from[i + j];
}

// independent: one row
LOOP(triangle_of_one_row)
{
    double *to = flat;
    const double *from = dense;
    int n = one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            to[i * (i + 1) / 2 + j] = from[i + j];
}
