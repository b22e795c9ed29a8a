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
