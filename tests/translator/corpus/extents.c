// How far arrays are copied: no further than iterations reach them, for a program need not have more.
#include <sys/mman.h>

// Memory whose end nothing can be read behind.
static double *ending(int count)
{
    static char *at;
    size_t room = 1 << 16, bytes = (size_t)count * sizeof(double);
    if (!at) {
        at = mmap(NULL, 65 * room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        mprotect(at, room, PROT_READ | PROT_WRITE);
    }
    double *found = (double *)(at + room - bytes);
    for (int i = 0; i < count; i++)
        found[i] = i % 11 + 1;
    return found;
}

static void add_to_rows(double *restrict x, int n, int m, int distance)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * distance + j] += 1;
}
// independent: no iteration reaches anything, which OpenMP's loop may execute
LOOP(rows_of_nothing)
{
    add_to_rows(NULL, many, none, 1000);
}

// guarded: rows have no length
LOOP(packed_rows_of_nothing)
{
    double *x = flat;
    int n = many, m = none;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] += 1;
}

// guarded: rows have a length below 0
LOOP(packed_rows_of_less_than_nothing)
{
    double *x = flat;
    int n = many, m = none - one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] += 1;
}

// independent: rows have a length
LOOP(packed_rows_of_something)
{
    double *x = flat;
    int n = M, m = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] += 1;
}

static void add_unsigned(double *restrict x, unsigned n, unsigned m)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            x[i * m + j] += 1;
}
// guarded: the same without a sign
LOOP(packed_rows_of_nothing_without_a_sign)
{
    add_unsigned(a, (unsigned)many, (unsigned)none);
}

// guarded: planes have no rows
LOOP(planes_of_nothing)
{
    double *x = flat;
    int n = five, m = none, k = five;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                x[(i * m + j) * k + l] += 1;
}

// guarded: planes have no columns
LOOP(planes_of_empty_rows)
{
    double *x = flat;
    int n = five, m = five, k = none - one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                x[(i * m + j) * k + l] += 1;
}

static void sums(double *restrict x, const double *restrict y, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i] += y[j];
}
// guarded: what all iterations would read is not there
LOOP(sums_of_nothing)
{
    sums(a, NULL, many, none);
}

// guarded: a triangle of one row, which is empty
LOOP(an_empty_triangle)
{
    double *x = NULL;
    int n = one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            x[i * n + j] += 1;
}

// independent: a triangle of many rows
LOOP(a_triangle)
{
    double *x = flat;
    int n = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            x[i * n + j] += 1;
}

static void every_seventh(double *restrict x, const double *restrict y, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j += 7)
            x[i] += y[j];
}
// independent: the array ends with the last number of a step
LOOP(a_step_ends_early)
{
    every_seventh(a, ending(71), many, 77 * one);
}

static void rows_apart(double *restrict x, const double *restrict y, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j += 3)
            x[i] += y[j * m + i];
}
// independent: there are no rows behind the last one of a step
LOOP(steps_over_rows)
{
    rows_apart(a, ending(10 * M), 12 * one, pitch);
}

static void columns_apart(double *restrict x, int n, int m, int distance)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j += 5)
            x[i * distance + j] += i;
}
// independent: the last row ends with the last number of a step
LOOP(steps_over_columns)
{
    double *x = ending(19 * M + 6);
    columns_apart(x, M, 10 * one, pitch);
    for (int i = 0; i < 19 * M + 6; i++)
        flat[i] = x[i];
}

// guarded: a condition leaves out what is not there
LOOP(a_condition_leaves_out_the_rest)
{
    const double *y = ending(20);
    double *x = a;
    int n = many, k = 20 * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (i < k)
            x[i] += y[i];
}

// independent: a condition that leaves nothing out
LOOP(a_condition_leaves_out_nothing)
{
    const double *y = ending(N);
    double *x = a;
    int n = many, k = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (i < k)
            x[i] += y[i];
}

static void first_half(double *restrict x, const double *restrict y, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (i < n / 2)
            x[i] += y[i];
}
// independent: half of the array is not there
LOOP(half_is_not_there)
{
    first_half(a, ending(half), many);
}

static void each_several_times(double *restrict x, const double *restrict y, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i] += y[i / m];
}
// independent: the array ends with the last quotient
LOOP(a_quotient_ends_early)
{
    each_several_times(a, ending(N / 7 + 1), many, five + two);
}
// independent: one element is all that there is
LOOP(a_quotient_is_nothing)
{
    each_several_times(a, ending(1), many, many);
}

static void rows_several_times(size_t n, size_t m, size_t k, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            x[i * k + j] += y[i / m * k + j];
}
// independent: the same of rows
LOOP(a_quotient_of_rows_ends_early)
{
    rows_several_times(M, five + two, (size_t)pitch, flat, ending(3 * M));
}

static void windows_of_several(double *restrict x, const double *restrict y, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            x[i] += y[(3 * i + j) / m];
}
// independent: the same by two loops
LOOP(a_quotient_of_a_sum_ends_early)
{
    windows_of_several(a, ending(3 * N / 7 + 1), many, five + two);
}

// independent: one element fewer
LOOP(the_first_has_none_before)
{
    const double *y = ending(N - 1);
    int n = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = i ? y[i - 1] : 7;
}

// guarded: no element at all
LOOP(the_only_one_has_none_before)
{
    const double *y = NULL;
    int n = one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = i ? y[i - 1] : 7;
}

static void around(double *restrict x, const double *restrict y, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i] = y[i - 1] + y[i] + y[i + 1];
}
// independent: the pointer leads to the second element
LOOP(a_pointer_behind_the_first)
{
    around(a, b + 1, many);
}

// guarded: the pointer leads into the middle
LOOP(a_pointer_to_the_middle)
{
    const double *y = b + 20;
    int n = half, k = 20 * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] += y[i - k];
}

// independent: the pointer leads before the first element
LOOP(a_pointer_before_the_first)
{
    const double *y = b;
    int n = half, k = -20 * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] += y[i - k];
}

// guarded: a pointer walks out of a declared row
LOOP(walks_out_of_a_row)
{
    int n = M - 1, m = pitch + 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double *p = aa[i];
        for (int j = 0; j < m; j++)
            *p++ += i + j;
    }
}

// independent: it stays there
LOOP(walks_in_a_row)
{
    int n = M, m = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double *p = aa[i];
        for (int j = 0; j < m; j++)
            *p++ += i + j;
    }
}

static void add_up(double *row, int m, int by)
{
    for (int j = 0; j < m; j++)
        row[j] += by;
}
// guarded: a function leaves the row
LOOP(a_function_leaves_the_row)
{
    int m = pitch + 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++)
        add_up(aa[i], m, i);
}

// unknown: nobody sees which elements a condition leaves out
LOOP(a_condition_of_data)
{
    double *x = flat;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (counts[i] > 2)
            x[i] += b[i];
}

// independent: rows that no iteration reaches do not fit into what is declared
LOOP(rows_that_do_not_fit)
{
    long n = 1000000L * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            if (counts[j] > 1000)
                flat[i * n] = 1;
}

// independent: they do
LOOP(rows_that_fit)
{
    long n = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            if (counts[j] > 2)
                flat[i * n] = 1;
}

// independent: a size behind a division by what is 0 where there is no iteration
static void up_to_a_quotient(int n, int d, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (i < n / d)
            x[i] += 1;
}
LOOP(no_iteration_divides)
{
    up_to_a_quotient(none, none, a);
    up_to_a_quotient(many, one, a);
}

// independent: an image whose rows are read from their ends
static void mirrored(const unsigned char *in, unsigned char *out, int w, int n)
{
#pragma ctsar for hetero(1)
    for (int y = 0; y < n; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = in[y * w + (w - 1 - x)];
}
LOOP(image_mirrored)
{
    mirrored(image, picture, pitch, M);
}

// independent: one whose last row is read first
static void upside_down(const unsigned char *in, unsigned char *out, int w, int n)
{
#pragma ctsar for hetero(1)
    for (int y = 0; y < n; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = in[(n - 1 - y) * w + x];
}
LOOP(image_upside_down)
{
    upside_down(image, picture, pitch, M);
}

// independent: the same, counted in long
static void mirrored_long(const unsigned char *in, unsigned char *out, long w, long n)
{
#pragma ctsar for hetero(1)
    for (long y = 0; y < n; y++)
        for (long x = 0; x < w; x++)
            out[y * w + (w - 1 - x)] = in[y * w + x];
#pragma ctsar for hetero(1)
    for (long y = 0; y < n; y++)
        for (long x = 0; x < w; x++)
            out[y * w + x] ^= in[(n - 1 - y) * w + x];
}
LOOP(image_flipped_in_long)
{
    mirrored_long(image, picture, pitch, M);
}

// independent: the same, counted in size_t
static void mirrored_size(const unsigned char *in, unsigned char *out, size_t w, size_t n)
{
#pragma ctsar for hetero(1)
    for (size_t y = 0; y < n; y++)
        for (size_t x = 0; x < w; x++)
            out[y * w + x] = in[y * w + (w - 1 - x)];
#pragma ctsar for hetero(1)
    for (size_t y = 0; y < n; y++)
        for (size_t x = 0; x < w; x++)
            out[y * w + x] ^= in[(n - 1 - y) * w + x];
#pragma ctsar for hetero(1)
    for (size_t y = 0; y < n; y++)
        for (size_t x = 0; x < w; x++)
            out[y * w + x] += in[(n - 1 - y) * w + (w - 1 - x)];
}
LOOP(image_flipped_in_sizes)
{
    mirrored_size(image, picture, (size_t)pitch, (size_t)M);
}

// dependent: an image is turned upside down in place
static void in_place(unsigned char *out, int w, int n)
{
#pragma ctsar for hetero(1)
    for (int y = 0; y < n; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = out[(n - 1 - y) * w + x] + 1;
}
LOOP(image_flipped_in_place)
{
    in_place(image, pitch, M);
}

// independent: rows above and below, where there are such
static void rows_around(double *restrict x, const double *restrict y, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = y[i * m + j];
            if (i > 0)
                s += y[(i - 1) * m + j];
            if (i < n - 1)
                s += y[(i + 1) * m + j];
            x[i * m + j] = s;
        }
}
LOOP(rows_around_a_row)
{
    rows_around(flat, ending(M * M), M, pitch);
}

// independent: two elements behind, where there are such
static void two_behind(double *restrict x, const double *restrict y, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i] = y[i] + (i < n - 2 ? y[i + 2] : 0);
}
LOOP(two_elements_behind)
{
    two_behind(a, ending(N), many);
}

// independent: one element behind in a loop inside, where there is such
static void next_inside(double *restrict x, const double *restrict y, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (j < m - 1)
                x[i] += y[j + 1] - y[j];
}
LOOP(an_element_behind_inside)
{
    next_inside(a, ending(half), many, half);
}

// independent: elements at a distance that the program chooses, where there are such
static void at_a_distance(double *restrict x, const double *restrict y, int n, int w)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (i >= w && i < n - w)
            x[i] = y[i - w] + y[i + w];
}
LOOP(elements_at_a_distance)
{
    at_a_distance(a, ending(N), many, two);
}

// guarded: the border is wider than what is taken to be there behind the last one
LOOP(elements_at_a_large_distance)
{
    double *x = a;
    const double *y = b;
    int n = many, w = 20 * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (i >= w && i < n - w)
            x[i] = y[i - w] + y[i + w];
}

// independent: conditions leave out a part of each row
static void upper_triangle(double *restrict x, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (j > i)
                x[i * m + j] += 1;
}
LOOP(a_triangle_by_a_condition)
{
    upper_triangle(flat, M, pitch);
}

// independent: a border
static void without_border(double *restrict x, int n, int m, int w)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (j >= w && j < m - w)
                x[i * m + j] += 1;
}
LOOP(columns_but_for_a_border)
{
    without_border(flat, M, pitch, two);
}

// independent: half of each row
static void left_half(double *restrict x, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (j < m / 2)
                x[i * m + j] += 1;
}
LOOP(half_of_each_row)
{
    left_half(flat, M, pitch);
}

// independent: the middle of each row
static void middle(double *restrict x, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (j >= m / 4 && j < 3 * m / 4)
                x[i * m + j] += 1;
}
LOOP(the_middle_of_each_row)
{
    middle(flat, M, pitch);
}

// independent: rows that get shorter
static void shorter_rows(double *restrict x, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - i; j++)
            x[i * n + j] += 1;
}
LOOP(rows_get_shorter)
{
    shorter_rows(flat, pitch);
}

// independent: the same by a condition
static void shorter_by_a_condition(double *restrict x, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i + j < n)
                x[i * n + j] += 1;
}
LOOP(rows_get_shorter_by_a_condition)
{
    shorter_by_a_condition(flat, pitch);
}

// independent: a band around the diagonal, of which conditions keep what is in the row
static void band(double *restrict x, int n, int w)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = i - w; j <= i + w; j++)
            if (j >= 0 && j < n)
                x[i * n + j] += 1;
}
LOOP(a_band_in_its_rows)
{
    band(flat, pitch, two);
}

// independent: a condition keeps a longer loop in its row
static void longer_than_rows(double *restrict x, int n, int m, int k)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            if (j < m)
                x[i * m + j] += 1;
}
LOOP(a_loop_longer_than_rows)
{
    double *x = ending(M * M);
    longer_than_rows(x, M, pitch, many);
    for (int i = 0; i < M * M; i++)
        flat[i] = x[i];
}

// independent: of an array that no iteration reaches one element is taken to be there
static void never_reached(double *restrict x, const int *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 2; i < M; i++)
        for (int j = 0; j < 3; j++) {
            x[i] = i;
            if (i >= j)
                break;
            x[i] += y[j];
        }
}
LOOP(an_array_that_is_not_reached)
{
    never_reached(flat, ordered);
}

// independent: neighbours in the row, where there are any
static void row_neighbours(double *restrict x, const double *restrict y, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (j > 0)
                x[i] += y[i * m + j - 1];
            if (j < m - 1)
                x[i] += y[i * m + j + 1];
        }
}
LOOP(neighbours_in_the_row)
{
    row_neighbours(a, ending(M * M), M, pitch);
}

// independent: sizes that are members, and rows that end where they are reached
struct table {
    int n, m, apart;
};
static void rows_of_a_table(double *restrict x, const struct table *t)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < t->n; i++)
        for (int j = 0; j < t->m; j++)
            x[i * t->apart + j] += 1;
}
LOOP(members_as_distances)
{
    struct table t = {M, 3 * one, pitch};
    double *x = ending((M - 1) * M + 3);
    rows_of_a_table(x, &t);
    for (int i = 0; i < (M - 1) * M + 3; i++)
        flat[i] = x[i];
}

// independent: a neighbour, up to a member
static void neighbours_up_to_a_member(double *restrict x, const double *restrict y, const struct table *restrict t)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < t->n; i++) {
        x[i] = y[i];
        if (i < t->n - 1)
            x[i] += y[i + 1];
    }
}
LOOP(neighbours_up_to_members)
{
    struct table t = {many, one, one};
    neighbours_up_to_a_member(a, ending(N), &t);
}

// independent: a neighbour that is far
static void far_neighbours(double *restrict x, const double *restrict y, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i] = i < n - 20 ? y[i + 20] : 0;
}
LOOP(neighbours_far_away)
{
    far_neighbours(a, ending(N), many);
}

// independent: of what comes after the first ones
static void from_others(double *restrict x, const double *restrict y, int n, int w)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (i >= w)
            x[i] += y[i - w];
}
LOOP(elements_before)
{
    from_others(a, ending(N - 5), many, five);
}

// independent: as many as lie between two numbers
static void between_numbers(double *restrict x, const double *restrict y, int n, int lo, int hi)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = lo; j < hi; j++)
            x[i] += y[j - lo];
}
LOOP(elements_between_numbers)
{
    between_numbers(a, ending(2 * M), many, five, 2 * pitch + five);
}

// independent: rows of a variable length that a typedef names
static void named_rows(int n, int m, double *x, double *y)
{
    typedef double row[m];
    row *to = (row *)x;
    const row *from = (const row *)y;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i][j] = 2 * from[i][j];
}
LOOP(rows_that_a_typedef_names)
{
    named_rows(M, pitch, flat, dense);
}

// independent: two names that are one, of rows of two lengths
static void rows_of_two_lengths(int n, int m, double *x, double *y)
{
    typedef double row[m];
    row *from = (row *)y;
    {
        int half = m / 2;
        typedef double row[half];
        row *to = (row *)x;
#pragma ctsar for hetero(1)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < half; j++)
                to[i][j] = from[i][2 * j];
    }
}
LOOP(typedefs_of_rows_of_two_lengths)
{
    rows_of_two_lengths(M, pitch, flat, dense);
}

// unknown: what a typedef's length is computed from has changed since
static void length_of_then(int n, int m, double *x, double *y)
{
    typedef double row[m];
    m /= 2;
    row *to = (row *)x;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i][j] = 2 * y[i];
}
LOOP(rows_of_the_length_of_then)
{
    length_of_then(M, pitch, flat, dense);
}

// independent: each row from its end, which is found from the next row's beginning
static void from_the_next_row(const double *restrict x, double *restrict y, int h, int w)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            y[i * w + j] = x[(i + 1) * w - 1 - j];
}
LOOP(a_row_from_where_the_next_one_begins)
{
    from_the_next_row(dense, flat, M, pitch);
}

// independent: the same without a sign, into a mirrored row
static void into_the_next_row(const double *restrict x, double *restrict y, unsigned h, unsigned w)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < h; i++)
        for (unsigned j = 0; j < w; j++)
            y[(i + 1) * w - 1 - j] = x[i * w + j];
}
LOOP(into_a_row_from_where_the_next_one_begins)
{
    into_the_next_row(dense, flat, M, pitch);
}

// independent: all from the end
static void all_from_the_end(const double *restrict x, double *restrict y, int h, int w)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            y[h * w - 1 - (i * w + j)] = x[i * w + j];
}
LOOP(a_matrix_from_its_end)
{
    all_from_the_end(dense, flat, M, pitch);
}

// independent: the last item of each row
static void last_of_rows(const double *restrict x, double *restrict y, int h, int w)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < h; i++)
        y[i] = x[i * w - 1];
}
LOOP(the_last_of_the_row_before)
{
    last_of_rows(dense, a, M, pitch);
}

// unknown: the extent has changed since, by an atomic operation
static void longer_at_once(int *n, double x[*n], double y[*n])
{
    __atomic_fetch_add(n, 1000000000, __ATOMIC_SEQ_CST);
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        x[i] += y[(i * i) & 3];
}
LOOP(an_extent_that_an_atomic_operation_changes)
{
    int n = M;
    longer_at_once(&n, a, b);
}

// unknown: the same by a function that is called where a block ends
static int extent_of_the_file;
static void lengthen(int *unused)
{
    (void)unused;
    extent_of_the_file = 1000000000;
}
static void longer_behind_a_block(double x[extent_of_the_file], double y[extent_of_the_file])
{
    {
        __attribute__((cleanup(lengthen))) int inside = 1;
        (void)inside;
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        x[i] += y[(i * i) & 3];
}
LOOP(an_extent_that_a_cleanup_changes)
{
    extent_of_the_file = M;
    longer_behind_a_block(a, b);
}

// independent: of sizes without a sign the last row may end where it is reached, too
static void unsigned_rows(double *restrict x, const double *restrict y, unsigned n, unsigned m, unsigned k)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            for (unsigned l = 0; l < k; l++)
                x[i] += y[j * m + l];
}
LOOP(rows_of_sizes_without_a_sign)
{
    unsigned_rows(a, ending((M - 1) * M + 5), M, (unsigned)pitch, (unsigned)five);
}

// unknown: a pointer of another one's type, of which the extent has changed since
static void of_that_type(int n, double *p)
{
    double(*x)[n] = (void *)p;
    n -= 3;
    __auto_type y = x + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M / 2; i++)
        for (int j = 0; j < n; j++)
            y[i][j] *= 2;
}
LOOP(rows_of_a_type_that_is_taken_over)
{
    of_that_type(pitch, flat);
}

// independent: the last tile is shorter than the others
static void add_tiles(double *restrict x, const double *restrict y, int n)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < (n + 31) / 32; t++)
        for (int k = 0; k < 32; k++)
            if (t * 32 + k < n)
                x[t * 32 + k] += y[t * 32 + k];
}
LOOP(tiles_of_which_the_last_is_shorter)
{
    double *x = ending(M * M - 5);
    add_tiles(x, flat, M * M - 5);
    memcpy(dense, x, (M * M - 5) * sizeof *x);
}

// independent: the same, of what is read
LOOP(tiles_of_which_the_last_is_shorter_are_read)
{
    add_tiles(dense, ending(M * M - 5), M * M - 5);
}

// independent: there is but a shorter one
LOOP(a_shorter_tile)
{
    add_tiles(a, ending(five), five);
}

// independent: there is none
LOOP(tiles_of_nothing)
{
    add_tiles(a, b, none);
}

// independent: no tile is shorter
LOOP(tiles_that_are_whole)
{
    add_tiles(dense, ending(M * M / 32 * 32), M * M / 32 * 32);
}

// independent: how many tiles there are is not how many there should be
static void add_so_many_tiles(double *restrict x, const double *restrict y, int n, int tiles)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < tiles; t++)
        for (int k = 0; k < 32; k++)
            if (t * 32 + k < n)
                x[t * 32 + k] += y[t * 32 + k];
}
LOOP(more_tiles_than_there_are)
{
    add_so_many_tiles(dense, ending(M * M - 5), M * M - 5, 2 * M);
}

// independent: fewer
LOOP(fewer_tiles_than_there_are)
{
    add_so_many_tiles(dense, ending(10 * 32), M * M - 5, 10);
}

// independent: what the last iterations would have is not there
static void add_second(double *restrict x, const double *restrict y, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (2 * i + 2 < n)
            x[2 * i + 2] += y[2 * i + 2];
}
LOOP(every_second_element_that_is_there)
{
    double *x = ending(M * M);
    add_second(x, flat, M * M);
    memcpy(dense, x, M * M * sizeof *x);
}

// independent: the same, of an odd number
LOOP(every_second_element_of_an_odd_number)
{
    add_second(dense, ending(M * M - 1), M * M - 1);
}

// independent: what is left out is jumped over
static void jump_over(double *restrict x, const double *restrict y, int n, int tiles)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < tiles; t++)
        for (int k = 0; k < 32; k++) {
            const int j = t * 32 + k;
            if (j >= n)
                continue;
            x[j] += y[j];
        }
}
LOOP(tiles_that_go_on_behind_the_end)
{
    jump_over(dense, ending(M * M - 5), M * M - 5, M);
}

// independent: a loop inside ends there
static void leave(double *restrict x, const double *restrict y, int n, int tiles)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < tiles; t++)
        for (int k = 0; k < 32; k++) {
            const int j = t * 32 + k;
            if (j >= n)
                break;
            x[j] += y[j];
        }
}
LOOP(tiles_that_end_at_the_end)
{
    leave(dense, ending(M * M - 5), M * M - 5, M);
}

// independent: of an array of a known size, which a loop may go beyond
LOOP(elements_that_a_number_chooses)
{
    int n = N + 100;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (i < N && flag[i % N] > 0)
            a[i] = b[i % N];
}

// independent: what a nested condition jumps over is not all that follows
LOOP(a_nested_continue)
{
    int n = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            if (flag[i] > 0) {
                if (flag[i] > 2)
                    continue;
                a[i] += 1;
            }
            c[i] += a[i];
        }
}

// independent: up to a difference of 64 bits without a sign
LOOP(elements_up_to_a_difference_without_a_sign)
{
    double *x = a;
    size_t n = (size_t)many, l = (size_t)five, k = n + l;
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < n; i++)
        if (i < k - l)
            x[i] += 1;
}

// guarded: it is smaller than where the array would end
LOOP(elements_up_to_a_smaller_difference)
{
    double *x = ending(N - 5);
    size_t n = (size_t)many, l = (size_t)five, k = n;
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < n; i++)
        if (i < k - l)
            x[i] += 1;
}

// independent: a difference below 0 is a large number
LOOP(elements_up_to_a_difference_that_wraps_around)
{
    double *x = a;
    size_t n = (size_t)many, l = n, k = (size_t)five;
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < n; i++)
        if (i < k - l)
            x[i] += 1;
}

// guarded: numbers that large are not looked at
LOOP(elements_up_to_a_difference_of_large_numbers)
{
    double *x = a;
    size_t n = (size_t)many, k = (size_t)-one / 2, l = k - n;
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < n; i++)
        if (i < k - l)
            x[i] += 1;
}

// guarded: a quotient in a loop without iterations
LOOP(quotient_that_nobody_computes)
{
    int n = many, m = none;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        c[i] = i;
        for (int j = 0; j < m; j++)
            c[i] += a[j + n / m];
    }
}

static void steps_from_the_iteration(int n, int m, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = i; j < m; j += 2)
            to[i * m] = from[j * m + j] + i;
}

// independent: an inner loop goes from the iteration on, in steps
LOOP(steps_from_the_iteration_on)
{
    steps_from_the_iteration(10, pitch, flat, dense);
}

static void no_condition(int n, int m, double *restrict to, const double *restrict from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j += 4)
            if (j - 2 < m)
                to[i * m + j] = from[m + j] + i;
}

// independent: a condition that always holds says nothing of an array's end, where memory ends, too
LOOP(condition_that_always_holds)
{
    size_t page = 4096, bytes = 2 * 512 * sizeof(double);
    char *at = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(at + bytes, page, PROT_NONE);
    no_condition(half, two, a, (double *)(at + bytes) - 4);
    munmap(at, bytes + page);
}

// independent: no iteration reaches the last row of a triangle that is not the iterations' own
static void triangle_further_down(int n, int m, int w, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            for (int k = 0; k < m; k++)
                x[i * m] = y[(i + w) * n + j] + i;
}
LOOP(triangle_of_rows_further_down)
{
    triangle_further_down(M, M, two, aa[0], ending((M + 1) * M));
}

// guarded: narrow rows: the row behind the last iteration's is not reached
static void next_row_from_one_on(int n, int m, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 1; j < m; j++)
            sum += x[(i + 1) * (m + 2) + j];
        x[i * (m + 2)] = sum + i;
    }
}
LOOP(next_row_that_is_not_reached)
{
    double *x = ending(M * 3);
    next_row_from_one_on(M, one, x);
    for (int i = 0; i < M; i++)
        keep(i % 16, x[3 * i]);
}

// independent: an inner loop ends before the iteration, and has a step
static void step_up_to_the_iteration(int n, int m, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j += 4)
            x[i * m + j] = y[j * n] + i;
}
LOOP(step_up_to_the_iteration_itself)
{
    step_up_to_the_iteration(M, M, aa[0], ending((M - 2) / 4 * 4 * M + 1));
}

static void rows_from_on(int first, int n, int m)
{
#pragma ctsar for hetero(1)
    for (int i = first; i < n; i++)
        for (int j = 0; j < m; j++)
            aa[i][0] += j;
}
// guarded: iterations below 0 reach nothing, as their inner loop is empty
LOOP(rows_below_none_that_are_not_reached)
{
    rows_from_on(-3 * one, 10, none);
}

// guarded: the same behind the last row
LOOP(rows_beyond_the_last_that_are_not_reached)
{
    int n = 2 * many, m = none;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            aa[i][0] += j;
}

// independent: all are reached
LOOP(rows_that_are_reached)
{
    rows_from_on(two, M, five);
}

#define LESS(x, y) ((x) < (y) ? (x) : (y))

static void tiles_by_a_macro_(int n, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i += 16)
        for (int j = i; j < LESS(i + 16, n); j++)
            x[j] += y[j] + i;
}
// independent: a tile ends by a macro, and the last one is not full
LOOP(tiles_by_a_macro)
{
    tiles_by_a_macro_(N - 5, a, ending(N - 5));
    tiles_by_a_macro_(7, c, ending(7));
}

static void tiles_by_a_variable_(int n, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < (n + 15) / 16; t++) {
        int end = t * 16 + 16 < n ? t * 16 + 16 : n;
        for (int j = t * 16; j < end; j++)
            x[j] += y[j] + t;
    }
}
// independent: by a variable
LOOP(tiles_by_a_variable)
{
    tiles_by_a_variable_(N - 5, ending(N - 5), b);
    double *x = ending(77);
    tiles_by_a_variable_(77, x, b);
    for (int i = 0; i < 77; i++)
        keep(i % 16, x[i]);
}

static void tiles_that_overlap_(int n, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i += 16)
        for (int j = i; j < LESS(i + 17, n); j++)
            x[j] = x[j] / 2 + i;
}
// guarded: the first element of the next tile
LOOP(tiles_that_overlap)
{
    tiles_that_overlap_(N, a);
}

static void transpose_tiles_(int n, int m, double *restrict x, const double *restrict y)
{
    int i, j, k, l;
#pragma ctsar for hetero(1)
    for (i = 0; i < n; i += 8)
        for (j = 0; j < m; j += 8)
            for (k = i; k < LESS(i + 8, n); k++)
                for (l = j; l < LESS(j + 8, m); l++)
                    x[k * m + l] = y[l * n + k];
}
// independent: tiles of a matrix, of which the last ones are not full
LOOP(tiles_of_a_matrix)
{
    int n = M - 3, m = M - 1;
    transpose_tiles_(n, m, aa[0], ending(n * m));
    double *x = ending(n * m);
    transpose_tiles_(n, m, x, bb[0]);
    for (int i = 0; i < n * m; i++)
        flat[i] += x[i];
}

static void rows_of_an_empty_loop_(unsigned n, unsigned m, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        x[i] += 1;
        for (int j = 0; j < 0; j++)
            if (i < (2 * n))
                x[i] += y[i * m + j];
    }
}
// independent: a condition in a loop without iterations says nothing about a size
LOOP(rows_of_an_empty_loop)
{
    rows_of_an_empty_loop_(M, M, a, ending(M * M));
}

static void mirrored_border(int n, double *restrict to, const double *restrict from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[i < 1 ? i + 1 : i];
}

// independent: an element that a border chooses is no further one behind the last, where memory ends
LOOP(mirrored_border_where_memory_ends)
{
    mirrored_border(many, a, ending(many));
}

static void window_by_two_ends(int n, int k, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k && i + j < n; j++)
            x[i] += y[i + j];
}
// independent: a loop inside ends by two conditions
LOOP(a_window_ends_by_two_conditions)
{
    window_by_two_ends(many, half, a, ending(N));
}

// guarded: nothing of a window is there
LOOP(a_window_of_nothing_by_two_conditions)
{
    const double *y = NULL;
    int n = many, k = none;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k && i + j < n; j++)
            a[i] += y[i + j];
}

// independent: the condition on the loop's own variable comes last
LOOP(a_window_ends_by_the_other_condition_first)
{
    const double *y = ending(N);
    int n = many, k = half;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; i + j < n && j < k; j++)
            a[i] += y[i + j];
}

static void up_to_a_sentinel(int n, int k, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; y[j] > 0 && j < k; j++)
            x[i] += j;
}
// independent: the element before the condition that comes last is read once more
LOOP(a_sentinel_before_the_other_condition)
{
    up_to_a_sentinel(many, five, a, ending(5 + 1));
}

// independent: a window is left by a break
LOOP(a_window_is_left_by_a_break)
{
    const double *y = ending(N);
    int n = many, k = half;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            int at = i + j;
            if (at >= n)
                break;
            a[i] += y[at];
        }
}

// independent: by the else of what it is made of
LOOP(a_window_is_left_by_an_else)
{
    const double *y = ending(N);
    int n = many, k = half;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            if (i + j < n)
                a[i] += y[i + j];
            else
                break;
}

// independent: behind its last element
LOOP(a_window_is_left_behind_its_last)
{
    const double *y = ending(N);
    int n = many, k = half;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            a[i] += y[i + j];
            if (i + j + 1 >= n)
                break;
        }
}

// independent: by what is in the array
LOOP(a_window_is_left_by_data)
{
    double *y = ending(N + 4);
    int n = many, k = half;
    for (int i = 0; i < 4; i++)
        y[N + i] = -1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            if (y[i + j] < 0)
                break;
            a[i] += y[i + j];
        }
}

// independent: in a round of which only the number is known
LOOP(a_loop_is_left_in_one_round)
{
    const double *y = ending(five);
    int n = many, k = half, m = five;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            if (j == m)
                break;
            a[i] += y[j];
        }
}

// independent: on both sides of a window conditions keep to what is there
LOOP(a_window_with_two_ends)
{
    const double *y = ending(N);
    int n = many, k = five;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = i - k; j <= i + k; j++) {
            if (j < 0)
                continue;
            if (j >= n)
                break;
            a[i] += y[j];
        }
}

static void lesser(int n, int k, int m, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k && j < m; j++)
            x[i] += y[j];
}
// independent: nobody knows which of two ends comes first
LOOP(the_lesser_of_two_ends)
{
    lesser(many, half, five, a, ending(5));
    lesser(many, five, half, b, ending(5));
}

static void cut_rows(int n, int k, int m, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k && i * k + j < m; j++)
            x[i * k + j] += y[i * k + j];
}
// independent: the last row, of a length that is a variable, is not there to its end
LOOP(rows_of_a_variable_length_are_cut)
{
    cut_rows(M, pitch, 19 * M + 6, flat, ending(19 * M + 6));
}

// independent: the same by a condition
LOOP(rows_of_a_variable_length_are_cut_by_a_condition)
{
    const double *y = ending(19 * M + 6);
    double *x = flat;
    int n = M * one, k = pitch, m = 19 * M + 6 * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            if (i * k + j < m)
                x[i * k + j] += y[i * k + j];
}

static void rows_that_go_around(int n, int m, int k, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            x[i * k + j] += y[i % m * k + j];
}
// independent: rows that a remainder goes through
LOOP(a_remainder_of_rows_ends_early)
{
    rows_that_go_around(M, five + two, pitch, flat, ending(7 * M));
}

static void rows_in_several_parts(int n, int m, int k, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int row = i / m;
        for (int j = 0; j < k; j++)
            x[i * k + j] += y[row * k + j];
    }
}
// independent: rows that a quotient goes through
LOOP(a_quotient_of_signed_rows_ends_early)
{
    rows_in_several_parts(M, five + two, pitch, flat, ending(3 * M));
}

static void begins_of_rows(int n, int m, int k, int w, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < w; j++)
            x[i * k + j] += y[i / m * k + j];
}
// independent: the last row is not there to its end
LOOP(a_quotient_of_cut_rows_ends_early)
{
    begins_of_rows(M, five + two, pitch, five, flat, ending(2 * M + 5));
}

static void rows_from_the_middle(int first, int n, int m, int k, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = first; i < n; i++)
        for (int j = 0; j < k; j++)
            x[i * k + j] += y[i % m * k + j];
}
// independent: not all rows are reached
LOOP(a_remainder_of_few_rows)
{
    rows_from_the_middle(2 * five, M, 2 * M, pitch, flat, ending(M * M));
    rows_from_the_middle(M - 2, M, five + 1, pitch, flat, ending(2 * M));
}

// independent: a caller may have more than a parameter says
static void at_least_ten(int n, double to[static 10], const double from[static 1])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}
LOOP(more_than_a_parameter_says)
{
    at_least_ten(N, a, b);
}

// unknown: ... also where what is read is no multiple of the loop's variable
static void looked_up_in_ten(int n, double *restrict to, const double from[10], const int *restrict at)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[at[i]];
}
LOOP(looked_up_beyond_a_parameter)
{
    looked_up_in_ten(N, a, b, ip);
}

// data: ten behind, in an array that is said to have ten
static void from_ten_behind(int n, double at[10])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        at[i] = at[i + 10] + 1;
}
LOOP(ten_behind_in_ten)
{
    from_ten_behind(N, a);
}

// guarded: the size that a parameter says is less than what is reached
static void of_a_size(int n, int size, double *restrict to, const double from[size])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}
LOOP(more_than_the_size_of_a_parameter)
{
    of_a_size(N, five, a, b);
}

// independent: no step of the inner loop comes to what the condition leaves; the cores execute it
static void in_steps_from_a_border(int n, int m, int w, double *restrict to, const double *restrict from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j += 4)
            if (j - w >= 0)
                to[i * m] = from[j - w] + i;
}
LOOP(no_step_beyond_a_border)
{
    in_steps_from_a_border(12, M - one, M - two, a, b);
}

// independent: ... some do
static void in_steps_behind_a_border(int n, int m, int w, double *restrict to, const double *restrict from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j += 4)
            if (j - w >= 0)
                to[i * m] = from[j - w] + i;
}
LOOP(steps_beyond_a_border)
{
    in_steps_behind_a_border(12, M - one, five, a, b);
}

// independent: ... up to the lesser of two bounds
static void in_steps_up_to_both(int n, int m, int w, double *restrict to, const double *restrict from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j += 4)
            if (j - w >= 0 && j < n)
                to[i * m] = from[j - w] + i;
}
LOOP(no_step_up_to_both)
{
    in_steps_up_to_both(two, two + 1, one, a, b);
}
