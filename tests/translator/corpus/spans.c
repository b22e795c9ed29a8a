// Inner loops that begin and end where rows do: `for (k = i * m; k < (i + 1) * m; k++)`.

// independent
LOOP(next_row)
{
    int n = M, m = pitch;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < (i + 1) * m; k++)
            y[k] = x[k] * 2;
}

// independent
LOOP(plus_length)
{
    int n = M, m = pitch;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < i * m + m; k++)
            y[k] += x[k];
}

// independent
LOOP(first_and_end)
{
    int n = M, m = pitch;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int first = i * m, end = first + m;
        double s = 0;
        for (int k = first; k < end; k++)
            s += x[k];
        for (int k = first; k < end; k++)
            y[k] = s - x[k];
    }
}

// independent: C89
LOOP(declared_outside)
{
    int n = M, m = pitch, i, k;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (i = 0; i < n; i++)
        for (k = i * m; k < (i + 1) * m; k++)
            y[k] = x[k] * 2;
}

// independent: C89, OpenMP
LOOP(declared_outside_private)
{
    int n = M, m = pitch, i, k;
    double *x = flat, *y = dense;
#pragma omp parallel for private(k) hetero(1)
    for (i = 0; i < n; i++)
        for (k = i * m; k < (i + 1) * m; k++)
            y[k] = x[k] * 2;
}

// unknown: used behind the loop
LOOP(used_behind)
{
    int n = M - 1, m = pitch, i, k;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (i = 0; i < n; i++) {
        for (k = i * m; k < (i + 1) * m - 3; k++)
            y[k] = x[k] * 2;
        y[k + 1] = 5;
    }
}

// independent: the last value is used
LOOP(used_after_all)
{
    int n = M, m = pitch, i, k = 0;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (i = 0; i < n; i++)
        for (k = i * m; k < (i + 1) * m; k++)
            y[k] = x[k] * 2;
    keep(0, k);
}

// dependent: needs the value of the iteration before
LOOP(read_before)
{
    int n = M, m = pitch, i, k = 3;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (i = 0; i < n; i++) {
        a[i] = k;
        for (k = i * m; k < (i + 1) * m; k++)
            y[k] = x[k] * 2;
    }
}

// guarded: they overlap
LOOP(that_overlap)
{
    int n = M - 1, m = pitch, l = m + one;
    double *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < i * m + l; k++)
            y[k] = y[k] + i;
}

// independent: rows with gaps
LOOP(with_gaps)
{
    int n = M, m = pitch, l = m - five;
    double *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < i * m + l; k++)
            y[k] = y[k] + i;
}

// independent: an offset within the row
LOOP(from_an_offset_on)
{
    int n = M, m = pitch, o = two;
    double *y = dense, *x = flat;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m + o; k < i * m + m; k++)
            y[k] = x[k - o] + i;
}

// independent
LOOP(relative_to_the_first)
{
    int n = M, m = pitch;
    double *y = dense, *x = flat;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < (i + 1) * m; k++)
            y[k] = x[k - i * m] + a[k - i * m];
}

// dependent
LOOP(reads_the_next_row)
{
    int n = M - 1, m = pitch;
    double *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < (i + 1) * m; k++)
            y[k] = y[k + m] + 1;
}

// independent: reads the next row of another
LOOP(reads_the_next_row_of_another)
{
    int n = M - 1, m = pitch;
    double *y = dense, *x = flat;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < (i + 1) * m; k++)
            y[k] = x[k + m] + x[k];
}

// guarded: there is none
LOOP(of_nothing)
{
    int n = M, m = none;
    double *y = dense, *x = flat;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < (i + 1) * m; k++)
            y[k] = x[k] + 1;
}

// unknown: the bound changes inside
LOOP(bound_changes)
{
    int n = M, m = pitch;
    double *y = dense, *x = flat;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int end = i * m + 4;
        for (int k = i * m; k < end; k++) {
            y[k] = x[k] + 1;
            if (k == i * m + 2)
                end = i * m + m;
        }
    }
}

// unknown: the variable changes inside
LOOP(variable_changes)
{
    int n = M, m = pitch;
    double *y = dense, *x = flat;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < (i + 1) * m; k++) {
            y[k] = x[k] + 1;
            k++;
        }
}

// independent
LOOP(left_by_break)
{
    int n = M, m = pitch;
    double *y = dense, *x = flat;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < (i + 1) * m; k++) {
            if (x[k] > 12)
                break;
            if (x[k] < 0)
                continue;
            y[k] = x[k] + 1;
        }
}

// independent: rows of planes
LOOP(of_planes)
{
    long nz = 5, ny = 6, nx = pitch / 2;
    double *y = flat;
#pragma ctsar for hetero(1)
    for (long z = 0; z < nz; z++)
        for (long r = z * ny; r < (z + 1) * ny; r++)
            for (long k = r * nx; k < (r + 1) * nx; k++)
                y[k] += z;
}

// independent
LOOP(reduced)
{
    int n = M, m = pitch;
    double *x = flat, s = 0;
#pragma ctsar for hetero(1) reduction(+: s)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < (i + 1) * m; k++)
            s += x[k] * b[k - i * m];
    keep(0, s);
}

// independent: constants
LOOP(constant_rows)
{
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int k = i * M; k < (i + 1) * M; k++)
            y[k] = x[k] - 1;
}

// independent: without a sign, on cores
LOOP(without_sign)
{
    unsigned n = M, m = (unsigned)pitch;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = i * m; k < (i + 1) * m; k++)
            y[k] = x[k] - 1;
}

// independent: cores have it
LOOP(last_is_shorter)
{
    int total = M * M - 7, m = pitch, n = (total + m - 1) / m;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < (i + 1) * m && k < total; k++)
            y[k] = x[k] - 1;
}

// independent: another variable has its name
LOOP(shadowed_name)
{
    int n = M, m = pitch;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < (i + 1) * m; k++) {
            double v_ = x[k];
            {
                int m = 3, k = 1;
                v_ += m * k;
            }
            y[k] = v_;
        }
}

// independent: cores have it
LOOP(inner_goes_by_it)
{
    int n = M, m = pitch;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < (i + 1) * m; k++) {
            y[k] = 0;
            for (int j = i * m; j <= k; j++)
                y[k] += x[j];
        }
}

// independent: each has one element
LOOP(one_element_each)
{
    int n = M, m = pitch;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            for (int k = i * m + j; k < i * m + j + 1; k++)
                y[k] = x[k] + j;
}

// independent: a while
LOOP(by_a_while)
{
    int n = M, m = pitch;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int k = i * m;
        while (k < (i + 1) * m) {
            y[k] = x[k] + 2;
            k++;
        }
    }
}

// independent: cores have it
LOOP(short_variable)
{
    short n = M, m = (short)pitch;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (short i = 0; i < n; i++)
        for (short k = i * m; k < (i + 1) * m; k++)
            y[k] = x[k] + 2;
}

// independent: of another type than its bound
LOOP(wider_variable)
{
    int n = M, m = pitch;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (long k = i * m; k < (i + 1) * m; k++)
            y[k] = x[k] + 2;
}

// independent: cores have it
LOOP(narrower_variable)
{
    long n = M, m = pitch;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (long i = 0; i < n; i++)
        for (int k = i * m; k < (i + 1) * m; k++)
            y[k] = x[k] + 2;
}

// unknown: they lie in the other direction
LOOP(in_the_other_direction)
{
    int n = 8, m = -pitch;
    double *y = dense + 160, *x = flat + 160;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < i * m + M; k++)
            y[k] = x[k] + 1;
}

// independent: cores have it
LOOP(last_is_shorter_by_choice)
{
    int total = M * M - 7, m = pitch, n = (total + m - 1) / m;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int lo = i * m, hi = lo + m < total ? lo + m : total;
        for (int k = lo; k < hi; k++)
            y[k] = x[k] - 1;
    }
}

#define LESSER(a, b) ((a) < (b) ? (a) : (b))
// independent: cores have it
LOOP(last_is_shorter_by_macro)
{
    int total = M * M - 7, m = pitch, n = (total + m - 1) / m;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = i * m; k < LESSER((i + 1) * m, total); k++)
            y[k] = x[k] - 1;
}

// independent: cores have it
LOOP(last_is_shorter_by_if)
{
    int total = M * M - 7, m = pitch, n = (total + m - 1) / m;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int lo = i * m, hi = (i + 1) * m;
        if (hi > total)
            hi = total;
        for (int k = lo; k < hi; k++)
            y[k] = x[k] - 1;
    }
}

// unknown: the greater one
LOOP(greater_end)
{
    int total = M * 3, m = pitch, n = 6;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int lo = i * m, hi = lo + m > total ? lo + m : total;
        for (int k = lo; k < hi; k++)
            y[k] += x[k] - 1;
    }
}

// unknown: neither
LOOP(end_by_another_condition)
{
    int total = M * M - 7, m = pitch, n = 9;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int lo = i * m, hi = i < n - 1 ? lo + m : total;
        for (int k = lo; k < hi; k++)
            y[k] += x[k] - 1;
    }
}

// unknown: blocks overlap by the other end
LOOP(lesser_overlaps)
{
    int total = M * M - 7, m = pitch, n = 9, l = m + five;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int lo = i * m, hi = lo + l < total ? lo + l : total;
        for (int k = lo; k < hi; k++)
            y[k] += x[k] - 1;
    }
}

// unknown: the other end goes down meanwhile
LOOP(lesser_changes)
{
    int total = M * M - 7, m = pitch, n = 9;
    double *x = flat, *y = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int e = total;
        for (int k = i * m; k < LESSER(i * m + m, e); k++) {
            y[k] += x[k] - 1;
            e -= 20;
        }
    }
}

// independent
LOOP(block_sums)
{
    int total = M * M - 7, m = pitch, n = (total + m - 1) / m;
    double *x = flat;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int lo = i * m, hi = LESSER(lo + m, total);
        double s = 0;
        for (int k = lo; k < hi; k++)
            s += x[k];
        c[i] = s;
    }
}
