// Offsets that are written: segments of which an array has the ends, buckets, packed storage.

// independent: parts of padded rows are written side by side
static void packed_rows(int n, int width, const int *off, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < off[i + 1] - off[i]; j++)
            to[off[i] + j] = from[i * width + j];
}
LOOP(pack_offsets)
{
    packed_rows(100, two, ordered, b, a);
}

// guarded: ... one over the other
static void packed_rows_over(int n, int width, const int *off, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < off[i + 1] - off[i]; j++)
            to[off[i] + j] = from[i * width + j];
}
LOOP(pack_offsets_over)
{
    packed_rows_over(100, two, iq, b, a);
}

// independent: begin and length in variables
static void packed_by_variables(int n, int width, const int *off, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int begin = off[i], count = off[i + 1] - begin;
        for (int j = 0; j < count; j++)
            to[begin + j] = 2 * from[i * width + j];
    }
}
LOOP(pack_by_variables)
{
    packed_by_variables(100, two, ordered, b, a);
}

// independent: read out again
static void unpacked_rows(int n, int width, const int *off, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < off[i + 1] - off[i]; j++)
            to[i * width + j] = from[off[i] + j];
}
LOOP(unpack_offsets)
{
    unpacked_rows(100, two, ordered, b, a);
}

// guarded: ... into longer rows than these are
static void unpacked_rows_over(int n, int width, const int *off, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < off[i + 1] - off[i]; j++)
            to[i * width + j] = from[off[i] + j];
}
LOOP(unpack_offsets_over)
{
    unpacked_rows_over(100, one, ordered, b, a);
}

// independent: a row's part by a pointer
static void sums_of_parts(int n, const int *off, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        const double *part = from + off[i];
        double s = 0;
        for (int j = 0; j < off[i + 1] - off[i]; j++)
            s += part[j];
        to[i] = s;
    }
}
LOOP(parts_by_a_pointer)
{
    sums_of_parts(100, ordered, b, a);
}

// guarded: ... of what is written
static void sums_of_parts_again(int n, const int *off, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        const double *part = from + off[i];
        double s = 0;
        for (int j = 0; j < off[i + 1] - off[i]; j++)
            s += part[j];
        to[i] = s;
    }
}
LOOP(parts_by_a_pointer_in_place)
{
    sums_of_parts_again(100, ordered, a, a);
}

// independent: segments, each by its number
static void spread(int n, const int *off, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = from[i];
        for (int k = off[i]; k < off[i + 1]; k++)
            to[k] = s;
    }
}
LOOP(segments_are_filled)
{
    spread(100, ordered, b, a);
}

// guarded: ... and overlap
static void spread_over(int n, const int *off, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = from[i];
        for (int k = off[i]; k < off[i + 1]; k++)
            to[k] = s;
    }
}
LOOP(segments_overlap)
{
    spread_over(100, iq, b, a);
}

// unknown: segments are sorted, each by itself
static void sorted_segments(int n, const int *off, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = off[i] + 1; k < off[i + 1]; k++) {
            double t = x[k];
            int j = k - 1;
            while (j >= off[i] && x[j] > t) {
                x[j + 1] = x[j];
                j--;
            }
            x[j + 1] = t;
        }
}
LOOP(segments_are_sorted)
{
    sorted_segments(50, ordered, a);
}

// independent: segments from the first to the last
static void scaled_segments(int n, const int *first, const int *last, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = first[i]; k <= last[i]; k++)
            x[k] *= 2;
}
LOOP(segments_from_first_to_last)
{
    for (int i = 0; i < 100; i++)
        counts[i] = 2 * i + 1;
    scaled_segments(100, ordered, counts, a);
}

// guarded: ... that share their ends
static void scaled_segments_over(int n, const int *first, const int *last, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = first[i]; k <= last[i]; k++)
            x[k] *= 2;
}
LOOP(segments_that_share_an_element)
{
    for (int i = 0; i < 100; i++)
        counts[i] = 2 * i + 2;
    scaled_segments_over(100, ordered, counts, a);
}

// independent: the offsets of what is packed are in a struct
struct packed {
    int n, *off;
    double *at;
};
static void packed_in_a_struct(const struct packed *p, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < p->n; i++)
        for (int k = p->off[i]; k < p->off[i + 1]; k++)
            p->at[k] = from[k] + i;
}
LOOP(packed_struct)
{
    struct packed p = {100, ordered, a};
    packed_in_a_struct(&p, b);
}

// independent: one element at each offset
static void marked(int n, const int *off, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[off[i]] = i;
}
LOOP(marks_at_offsets)
{
    marked(100, ordered, a);
}

// guarded: ... some of which are equal
static void marked_twice(int n, const int *off, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[off[i]] = i;
}
LOOP(marks_at_equal_offsets)
{
    marked_twice(100, iq, a);
}

// unknown: a symmetric matrix of which a half is stored
static void symmetric(int n, const double *half_, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < n; j++)
            s += (j <= i ? half_[i * (i + 1) / 2 + j] : half_[j * (j + 1) / 2 + i]) * x[j];
        y[i] = s;
    }
}
LOOP(packed_symmetric)
{
    symmetric(M, flat, b, a);
}

// data: ... of what is written
static void symmetric_again(int n, const double *half_, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < n; j++)
            s += (j <= i ? half_[i * (i + 1) / 2 + j] : half_[j * (j + 1) / 2 + i]) * x[j];
        y[i] = s;
    }
}
LOOP(packed_symmetric_in_place)
{
    symmetric_again(M, flat, b, flat + 200);
}

// independent: a packed triangle is read by rows
static void lower_product(int n, const double *half_, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j <= i; j++)
            s += half_[i * (i + 1) / 2 + j] * x[j];
        y[i] = s;
    }
}
LOOP(packed_lower_product)
{
    lower_product(M, flat, b, a);
}

// independent: items of unequal weight in a knapsack
static void knapsack(int capacity, int weight, double value, const double *before, double *now)
{
#pragma ctsar for hetero(1)
    for (int w = 0; w <= capacity; w++) {
        double best = before[w];
        if (w >= weight && before[w - weight] + value > best)
            best = before[w - weight] + value;
        now[w] = best;
    }
}
LOOP(dp_knapsack)
{
    knapsack(half, five, 3, b, a);
}

// guarded: ... in one array
static void knapsack_again(int capacity, int weight, double value, const double *before, double *now)
{
#pragma ctsar for hetero(1)
    for (int w = 0; w <= capacity; w++) {
        double best = before[w];
        if (w >= weight && before[w - weight] + value > best)
            best = before[w - weight] + value;
        now[w] = best;
    }
}
LOOP(dp_knapsack_in_place)
{
    knapsack_again(half, five, 3, a, a);
}

// dependent: ... that goes on from what it has found
LOOP(dp_knapsack_unbounded)
{
#pragma ctsar for hetero(1)
    for (int w = 5; w < N; w++)
        if (a[w - 5] + 3 > a[w])
            a[w] = a[w - 5] + 3;
}
