// Clamps: subscripts that are kept within their range.

#define CLAMP(x, low, high) ((x) < (low) ? (low) : (x) > (high) ? (high) : (x))

// independent
LOOP(clamped_neighbours)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[CLAMP(i - 1, 0, N - 1)] + b[CLAMP(i + 1, 0, N - 1)];
}

// independent: in variables, by if
LOOP(clamped_by_if)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int low = i - 2, high = i + 2;
        if (low < 0)
            low = 0;
        if (high > N - 1)
            high = N - 1;
        a[i] = b[low] + b[high];
    }
}

// independent: in two dimensions
LOOP(clamped_in_two_dimensions)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            double s = 0;
            for (int k = -1; k <= 1; k++)
                for (int l = -1; l <= 1; l++) {
                    int y = CLAMP(i + k, 0, M - 1), x = CLAMP(j + l, 0, M - 1);
                    s += bb[y][x];
                }
            aa[i][j] = s;
        }
}

// independent: periodic
LOOP(periodic_neighbours)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[(i + N - 1) % N] - b[(i + 1) % N];
}

// independent: flat and periodic, by a function
static int around(int k, int n)
{
    return k < 0 ? k + n : k >= n ? k - n : k;
}
LOOP(periodic_by_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            flat[i * M + j] = dense[around(i - 1, M) * M + j] + dense[i * M + around(j + 1, M)];
}

// dependent: the clamp makes several write one element
LOOP(clamped_write)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[CLAMP(i, 5, 100)] += b[i];
}

// dependent: clamped neighbours in place
LOOP(clamped_neighbours_in_place)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = a[CLAMP(i - 1, 0, N - 1)] + 1;
}

// independent: skipped at the border
LOOP(skipped_at_the_border)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            if (i == 0 || j == 0 || i == M - 1 || j == M - 1)
                continue;
            aa[i][j] = bb[i - 1][j] + bb[i][j + 1];
        }
}

// independent: copied at the border
LOOP(copied_at_the_border)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[i][j] = i == 0 || i == M - 1 ? bb[i][j] : bb[i - 1][j] + bb[i + 1][j];
}

// independent: reflected
LOOP(reflected)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = i - 3;
        a[i] = b[k < 0 ? -k : k];
    }
}

// independent: the inner range is cut
LOOP(inner_range_is_cut)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int from = i < 2 ? 0 : i - 2, to = i + 2 < N ? i + 2 : N - 1;
        double s = 0;
        for (int k = from; k <= to; k++)
            s += b[k];
        a[i] = s;
    }
}

// independent: unsigned arithmetic wraps below zero, caught by the condition
LOOP(unsigned_wraps)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++)
        a[i] = i - 1u < N ? b[i - 1u] : 0;
}

// independent: faces of a cube
LOOP(faces_of_a_cube)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            cube[i][j][0] = edge[i][j][1];
            cube[i][j][M - 1] = edge[i][j][M - 2];
        }
}

static void periodic_by_size(int n, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[(i + 1) % n] - 2 * from[i] + from[(i - 1 + n) % n];
}

// independent: periodic by a size that is a variable, behind pointers
LOOP(periodic_by_a_size)
{
    periodic_by_size(many, b, a);
}

static void shifted_around(int n, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[(i + 3) % n] = from[i];
}

// independent: written so
LOOP(shifted_around_by_a_size)
{
    shifted_around(many, b, a);
}

static void folded_by_size(int n, int m, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i % m] = from[i];
}

// guarded: the same by a size that is less than the number of iterations
LOOP(folded_by_a_size)
{
    folded_by_size(many, half, b, a);
}

// independent: by one that is more
LOOP(folded_by_a_large_size)
{
    folded_by_size(half, many, b, a);
}

static void periodic_in_two_dimensions(int n, int m, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int up = (i + 1) % n, down = (i - 1 + n) % n;
            to[i * m + j] = from[up * m + j] + from[down * m + j] + from[i * m + (j + 1) % m] +
                from[i * m + (j - 1 + m) % m];
        }
}

// independent: flat, in two dimensions, by sizes that are variables
LOOP(periodic_and_flat)
{
    periodic_in_two_dimensions(pitch, pitch, dense, flat);
}

static void box_of_clamped(int n, int m, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = -2; k <= 2; k++)
                for (int l = -2; l <= 2; l++)
                    s += from[CLAMP(i + k, 0, n - 1) * m + CLAMP(j + l, 0, m - 1)];
            to[i * m + j] = s;
        }
}

// independent: clamped, flat, by sizes that are variables
LOOP(clamped_and_flat)
{
    box_of_clamped(pitch, pitch, dense, flat);
}

static int limited(int v, int low, int high)
{
    if (v < low)
        return low;
    if (v > high)
        return high;
    return v;
}

static void rows_of_clamped(int n, int m, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i * m + j] = from[limited(i - 1, 0, n - 1) * m + limited(j + 2, 0, m - 1)];
}

// independent: the same by a function
LOOP(clamped_and_flat_by_a_function)
{
    rows_of_clamped(pitch, pitch, dense, flat);
}

// dependent: neighbours in place
LOOP(periodic_in_place)
{
    int n = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = a[(i + 1) % n] + 1;
}

// independent: a quotient by a size picks a row's factor
LOOP(quotient_by_a_size)
{
    int n = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n * five; i++)
        a[i] = b[i / n] + c[i % n];
}

static void clamped_by_two_ifs(int n, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int low, high;
        low = i - 1;
        high = i + 2;
        if (low < 0)
            low = 0;
        if (high >= n) {
            high = n - 1;
        }
        to[i] = from[low] - from[high];
    }
}

// independent: clamped by if, by a size that is a variable
LOOP(clamped_by_ifs_and_a_size)
{
    clamped_by_two_ifs(many, b, a);
}

static void filtered(int n, int m, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = -1; k <= 1; k++)
                for (int l = -1; l <= 1; l++) {
                    int y = i + k, x = j + l;
                    if (y < 0)
                        y = 0;
                    if (y >= n)
                        y = n - 1;
                    if (x < 0)
                        x += m;
                    else if (x >= m)
                        x -= m;
                    s += from[y * m + x];
                }
            to[i * m + j] = s;
        }
}

// independent: a filter that clamps rows, and goes around in columns
LOOP(filter_by_ifs)
{
    filtered(pitch, pitch, dense, flat);
}

static double pixel(const double *from, int y, int x, int n, int m)
{
    if (y < 0)
        y = 0;
    if (y >= n)
        y = n - 1;
    if (x < 0)
        x = 0;
    if (x >= m)
        x = m - 1;
    return from[y * m + x];
}

static void crossed(int n, int m, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i * m + j] = pixel(from, i - 1, j, n, m) + pixel(from, i, j + 1, n, m);
}

// independent: a function sets its parameters
LOOP(pixels_by_a_function)
{
    crossed(pitch, pitch, dense, flat);
}

static int kept_within(int v, int low, int high)
{
    if (v < low)
        v = low;
    if (v > high)
        v = high;
    return v;
}

static void kept_within_size(int n, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[kept_within(i + 1, 0, n - 1)];
}

// independent: a function that returns a parameter that it sets
LOOP(kept_within_by_a_function)
{
    kept_within_size(many, b, a);
}

// dependent: the clamped element is what another iteration writes
LOOP(clamped_by_if_in_place)
{
    int n = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int k = i - 1;
        if (k < 0)
            k = 0;
        a[i] = a[k] + 1;
    }
}

// independent: it is written where it goes around
LOOP(written_around_by_if)
{
    int n = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int k = i + 3;
        if (k >= n)
            k -= n;
        a[k] = b[i];
    }
}

// unknown: what it is made of changes before it is read
LOOP(clamped_before_a_change)
{
    int n = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int from = i, k = from - 1;
        if (k < 0)
            k = 0;
        from = n - 1 - i;
        a[i] = b[k] + b[from];
    }
}

// dependent: it is read before it is clamped
LOOP(read_before_the_clamp)
{
    int n = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int k = i + 1;
        double before = a[k];
        if (k > n - 1)
            k = n - 1;
        a[i] = before + b[k];
    }
}

static void clamped_in_rows(int n, int m, int pitched, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i * pitched + j] = from[i * pitched + CLAMP(j - 1, 0, m - 1)] + from[i * pitched + CLAMP(j + 1, 0, m - 1)];
}

// independent: rows are longer than what is clamped
LOOP(clamped_in_longer_rows)
{
    clamped_in_rows(10, 15, pitch, dense, flat);
}

static void tiles_transposed(int n, int m, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int t = 0; t < m; t += 8)
            for (int j = t; j < t + 8 && j < m; j++)
                to[i * m + j] = from[j * n + i];
}

// independent: a header has two conditions
LOOP(two_conditions_in_a_header)
{
    tiles_transposed(15, 18, dense, flat);
}

// independent: an inner loop ends early by what it finds
LOOP(header_looks_at_what_is_read)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < half; i++) {
        double s = 0;
        for (int j = 0; j < 8 && b[i + j] < 12; j++)
            s += b[i + j];
        a[i] = s;
    }
}

// dependent: the same in place
LOOP(header_looks_at_what_is_written)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < half; i++) {
        double s = 0;
        for (int j = 0; j < 8 && a[i + j] < 12; j++)
            s += a[i + j];
        a[i] = s;
    }
}

// independent: neighbours that are chosen as a whole, in a vector whose pitch is a variable
static void chosen_(int n, int m, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int y = 0; y < n; y++)
        for (int x = 0; x < m; x++) {
            int c = y * m + x;
            int w = x > 0 ? c - 1 : c, e = x == m - 1 ? c : c + 1;
            int s = y == 0 ? c : c - m;
            to[c] = from[w] + from[e] + from[s] + from[y < n - 1 ? c + m : c] - 4 * from[c];
        }
}
LOOP(neighbours_chosen_as_a_whole)
{
    chosen_(M, M - 3, flat, &cube[0][0][0]);
}

// independent: the same, around the edges
static void chosen_around_(int n, int m, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int y = 0; y < n; y++)
        for (int x = 0; x < m; x++) {
            int c = y * m + x;
            long w = x > 0 ? c - 1 : c + m - 1, e = x < m - 1 ? c + 1 : y * m;
            int s = y > 0 ? c - m : c + (n - 1) * m, t = y < n - 1 ? c + m : x;
            to[c] = from[w] + from[e] + from[s] + from[t];
        }
}
LOOP(neighbours_chosen_around_the_edges)
{
    chosen_around_(M, M - 3, flat, &cube[0][0][0]);
}

// independent: by choices within choices
LOOP(choice_within_a_choice)
{
    int n = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = b[i < 2 ? 0 : i > n - 3 ? n - 1 : i - 1 + (i % 2 ? 2 : 0)] + (i & 1 ? c[i] : c[n - 1 - i]);
}

// unknown: data choose
LOOP(choice_by_data)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int at = flag[i] > 2 ? i : N - 1 - i;
        a[i] = b[at];
    }
}

// dependent: in place
static void chosen_in_place_(int n, int m, double *x)
{
#pragma ctsar for hetero(1)
    for (int y = 0; y < n; y++)
        for (int k = 0; k < m; k++) {
            int c = y * m + k;
            int s = y > 0 ? c - m : c;
            x[c] += x[s] / 2;
        }
}
LOOP(neighbours_in_place)
{
    chosen_in_place_(M, M, flat);
}

// dependent: two iterations choose one element
LOOP(choice_of_what_is_written)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        a[i % 2 ? i : i - 1] += a[i] + i;
}

// data: the choice is no longer what it was
LOOP(choice_that_has_changed)
{
    int n = many, from = none;
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; i++) {
        int at = from > 3 ? i - 1 : i;
        a[i] += a[at] / 2;
        from = at;
    }
}

// independent: tiles that end by an if
LOOP(tile_ends_by_if)
{
    int n = N - 5 * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i += 16) {
        int end = i + 16;
        if (end > n)
            end = n;
        for (int j = i; j < end; j++)
            a[j] = 2 * b[j];
    }
}

// independent: tiles that end by an if and its else
LOOP(tile_ends_by_else)
{
    int n = N - 5 * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i += 16) {
        int end;
        if (i + 16 > n) {
            end = n;
        } else {
            end = i + 16;
        }
        for (int j = i; j < end; j++)
            a[j] = 2 * b[j];
    }
}

// independent: tiles of a size that is a variable
LOOP(tiles_of_a_variable_size)
{
    int n = N - 3 * one, size = five;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i += size) {
        int end = i + size;
        if (end > n)
            end = n;
        for (int j = i; j < end; j++)
            a[j] += 2 * b[j];
    }
}

// guarded: tiles that reach one element of the next
LOOP(tiles_reach_the_next)
{
    int n = N - 3 * one, size = five;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i += size)
        for (int j = i; j <= i + size; j++)
            a[j] += 2 * b[j];
}

// guarded: tiles that reach one element of the next, whatever their size is
LOOP(else_reaches_the_next)
{
    int n = N - 5 * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i += 16) {
        int end;
        if (i + 16 > n)
            end = n;
        else
            end = i + 17;
        for (int j = i; j < end; j++)
            a[j] = 2 * a[j] + b[j];
    }
}

// independent: a table whose middle a pointer leads to, by a number between two constants
static void around_middle(int n, const double *x, const double *table, double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int k = (int)(x[i] * 0.75);
        if (k > 5)
            k = 5;
        if (k < -5)
            k = -5;
        y[i] = table[k];
    }
}
LOOP(table_on_both_sides)
{
    around_middle(N, a, b + 5, c);
}

// independent: the same by constants that a condition chooses
static void chosen_before(int n, const int *p, const double *table, double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] = table[p[i] > 3 ? -5 : p[i] > 2 ? 0 : -1];
}
LOOP(table_before_its_pointer)
{
    chosen_before(N, iq, b + 5, c);
}

// independent: neighbours before the first element, where data say that they are meant
static void neighbours_where(int n, const int *on, const double *x, double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (on[i] > 0)
            y[i] = x[i - 1] + x[i];
}
LOOP(neighbours_before_the_first)
{
    flag[0] = 1;
    neighbours_where(N, flag, b + 1, c);
}

// independent: a window around a pointer, where data say that it is meant
static void window_where(int n, const int *on, const double *x, double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (on[i] > 0)
            for (int k = -3; k <= 3; k++)
                y[i] += x[k];
}
LOOP(window_on_both_sides)
{
    window_where(N, flag, b + 3, c);
}
