// Blocks of iterations made by hand, the last of which may have what is left over.

// independent
static void blocks(double *x, int n, int parts)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < parts; t++) {
        int lo = t * n / parts, hi = (t + 1) * n / parts;
        for (int i = lo; i < hi; i++)
            x[i] = 2 * x[i] + 1;
    }
}
LOOP(ends_by_quotients)
{
    blocks(a, N, 7);
}

// independent
static void blocks_rest(double *x, const double *y, int n, int parts)
{
    int size = n / parts;
#pragma ctsar for hetero(1)
    for (int t = 0; t < parts; t++) {
        int lo = t * size;
        int hi = (t == parts - 1) ? n : lo + size;
        for (int i = lo; i < hi; i++)
            x[i] = y[i] + 1;
    }
}
LOOP(the_last_has_the_rest)
{
    blocks_rest(a, b, N, 7);
}

// independent
static void blocks_ceil(double *x, const double *y, int n, int parts)
{
    int chunk = (n + parts - 1) / parts;
#pragma ctsar for hetero(1)
    for (int t = 0; t < parts; t++) {
        int lo = t * chunk;
        int hi = lo + chunk;
        if (hi > n) hi = n;
        for (int i = lo; i < hi; i++)
            x[i] = y[i] + 1;
    }
}
LOOP(cut_off_at_the_end)
{
    blocks_ceil(a, b, N, 7);
}

// independent
static void blocks_long(double *x, double *y, long n, int parts)
{
    long size = n / parts, rest = n % parts;
#pragma ctsar for hetero(1)
    for (int t = 0; t < parts; t++) {
        long lo = t * size + (t < rest ? t : rest);
        long len = size + (t < rest);
        for (long i = lo; i < lo + len; i++)
            x[i] = y[i] + 1;
    }
}
LOOP(the_first_have_one_more)
{
    blocks_long(a, b, N, 7);
}

// independent
static void blocks_begin_end(double *x, double *y, int n, int nt)
{
    int size = n / nt;
#pragma ctsar for hetero(1)
    for (int t = 0; t < nt; t++) {
        int start = t * size, end;
        if (t == nt - 1)
            end = n;
        else
            end = start + size;
        double sum = 0;
        for (int i = start; i < end; i++)
            sum += y[i];
        for (int i = start; i < end; i++)
            x[i] = sum;
    }
}
LOOP(the_last_by_if_and_else)
{
    blocks_begin_end(a, b, N, 7);
}

// independent
static void blocks_pointers(double *x, const double *y, size_t n, size_t parts)
{
#pragma ctsar for hetero(1)
    for (size_t t = 0; t < parts; t++) {
        size_t lo = n * t / parts;
        size_t hi = n * (t + 1) / parts;
        for (size_t i = lo; i < hi; ++i)
            x[i] += y[i];
    }
}
LOOP(quotients_of_size_t)
{
    blocks_pointers(a, b, N, 7);
}

// independent
static void block_sums(double *part, const double *y, int n, int parts)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < parts; t++) {
        double s = 0;
        for (int i = t * n / parts; i < (t + 1) * n / parts; i++)
            s += y[i];
        part[t] = s;
    }
}
LOOP(sums_of_blocks)
{
    block_sums(a, b, N, 7);
}

// independent
static void block_rows(double (*x)[M], double (*y)[M], int n, int parts)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < parts; t++) {
        int lo = t * n / parts, hi = (t + 1) * n / parts;
        for (int i = lo; i < hi; i++)
            for (int j = 0; j < M; j++)
                x[i][j] = y[i][j] + y[i][0];
    }
}
LOOP(rows_of_an_array)
{
    block_rows(aa, bb, M, 6);
}

// independent
static void block_scan(double *x, int n, int parts)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < parts; t++) {
        int lo = t * n / parts, hi = (t + 1) * n / parts;
        for (int i = lo + 1; i < hi; i++)
            x[i] += x[i - 1];
    }
}
LOOP(sums_within_blocks)
{
    block_scan(a, N, 7);
}

// guarded
static void block_overlap(double *x, const double *add, int n, int parts)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < parts; t++) {
        int lo = t * n / parts, hi = (t + 1) * n / parts + 1;
        for (int i = lo; i < hi; i++)
            x[i] = 2 * x[i] + add[i];
    }
}
LOOP(blocks_that_overlap)
{
    block_overlap(a, b, N, 7);
}

// independent
static void block_flat(double *x, const double *y, int n, int m, int parts)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < parts; t++) {
        int lo = t * n / parts, hi = (t + 1) * n / parts;
        for (int i = lo; i < hi; i++)
            for (int j = 0; j < m; j++)
                x[i * m + j] = y[i * m + j] + y[i];
    }
}
LOOP(flat_rows)
{
    block_flat(flat, dense, M, M, 6);
}

// guarded
static void rows_overlap(double *x, int n, int m, int parts)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < parts; t++) {
        int lo = t * n / parts, hi = (t + 1) * n / parts;
        for (int i = lo; i < hi; i++)
            for (int j = 0; j <= m; j++)
                x[i * m + j] = 2 * x[i * m + j] + t;
    }
}
LOOP(flat_rows_that_overlap)
{
    rows_overlap(flat, M, M, 6);
}
