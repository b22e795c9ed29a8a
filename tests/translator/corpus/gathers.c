// Gathers behind pointers: rings, tables, neighbours, padded rows. What is read of unknown length must lie apart from what is written.

// independent: a ring is read out
static void ring_out(int n, int size, int head, double *to, const double *ring)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = ring[(head + i) % size];
}
LOOP(gather_ring)
{
    ring_out(half, half + 5, 7 * one, a, b);
}

// guarded: ... onto itself
static void ring_onto_itself(int n, int size, int head, double *to, const double *ring)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = ring[(head + i) % size];
}
LOOP(gather_ring_onto_itself)
{
    ring_onto_itself(half, half + 5, 7 * one, a + 30, a);
}

// guarded: ... from a place before it, where remainders are below 0
static void ring_from_before(int n, int size, int head, double *to, const double *ring)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = ring[(head + i) % size];
}
LOOP(gather_ring_from_before)
{
    ring_from_before(40, 30, -50 * one, a, a + 40);
}

// independent: a ring is filled
static void ring_in(int n, int size, int head, double *ring, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        ring[(head + i) % size] = from[i];
}
LOOP(ring_push)
{
    ring_in(half, half + 5, 7 * one, a, b);
}

// guarded: ... with more than it holds
static void ring_in_too_much(int n, int size, int head, double *ring, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        ring[(head + i) % size] = from[i];
}
LOOP(ring_push_around)
{
    ring_in_too_much(half, half - 5, 7 * one, a, b);
}

// unknown: the ring's length is a power of two
static void ring_of_two(int n, unsigned mask, unsigned head, double *to, const double *ring)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = ring[(head + (unsigned)i) & mask];
}
LOOP(ring_with_a_mask)
{
    ring_of_two(half, 63u * (unsigned)one, 9, a, b);
}

// data: ... onto itself
static void ring_of_two_again(int n, unsigned mask, unsigned head, double *to, const double *ring)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = ring[(head + (unsigned)i) & mask];
}
LOOP(ring_with_a_mask_onto_itself)
{
    ring_of_two_again(half, 63u * (unsigned)one, 9, a + 20, a);
}

struct ring {
    int head, size;
    double *at;
};

// independent: a ring in a struct
static void ring_of_a_struct(const struct ring *r, int n, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = r->at[(r->head + i) % r->size];
}
LOOP(ring_in_a_struct)
{
    struct ring r = {3, half, b};
    ring_of_a_struct(&r, N, a);
}

// independent: padded rows
static void ell(int n, int width, const int *col, const double *val, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < width; k++)
            s += val[i * width + k] * x[col[i * width + k]];
        y[i] = s;
    }
}
LOOP(ell_spmv)
{
    ell(M, five, iq, b, c, a);
}

// guarded: ... of what is written
static void ell_again(int n, int width, const int *col, const double *val, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < width; k++)
            s += val[i * width + k] * x[col[i * width + k]];
        y[i] = s;
    }
}
LOOP(ell_spmv_in_place)
{
    ell_again(M, five, iq, b, a, a);
}

// independent: padded rows by columns
static void ell_by_columns(int n, int width, const int *col, const double *val, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < width; k++)
            s += val[k * n + i] * x[col[k * n + i]];
        y[i] = s;
    }
}
LOOP(ell_spmv_by_columns)
{
    ell_by_columns(M, five, iq, b, c, a);
}

// guarded: ... of what is written
static void ell_by_columns_again(int n, int width, const int *col, const double *val, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < width; k++)
            s += val[k * n + i] * x[col[k * n + i]];
        y[i] = s;
    }
}
LOOP(ell_spmv_by_columns_in_place)
{
    ell_by_columns_again(M, five, iq, b, a, a);
}

// independent: padding is marked by -1
static void ell_marked(int n, int width, const int *col, const double *val, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < width; k++) {
            int j = col[i * width + k];
            if (j >= 0)
                s += val[i * width + k] * x[j];
        }
        y[i] = s;
    }
}
LOOP(ell_with_marks)
{
    for (int i = 0; i < M * 5; i++)
        counts[i] = i % 5 == 4 ? -1 : i * 3 % 50;
    ell_marked(M, five, counts, b, c, a);
}

// guarded: ... of what is written
static void ell_marked_again(int n, int width, const int *col, const double *val, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < width; k++) {
            int j = col[i * width + k];
            if (j >= 0)
                s += val[i * width + k] * x[j];
        }
        y[i] = s;
    }
}
LOOP(ell_with_marks_in_place)
{
    for (int i = 0; i < M * 5; i++)
        counts[i] = i % 5 == 4 ? -1 : i * 3 % 50;
    ell_marked_again(M, five, counts, b, a + 10, a);
}

// independent: an index of an index
static void gathered_twice(int n, const int *one_, const int *other, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[one_[other[i]]];
}
LOOP(index_of_an_index)
{
    gathered_twice(half, ip, iq, b, a);
}

// guarded: ... of what is written
static void gathered_twice_again(int n, const int *one_, const int *other, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[one_[other[i]]];
}
LOOP(index_of_an_index_in_place)
{
    gathered_twice_again(half, ip, iq, a, a);
}

// guarded: the first index array is what is written
static void renumbered_in_place(int n, int *to, const int *one_, const int *other)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = one_[other[i]];
}
LOOP(renumbered_in_its_own_array)
{
    renumbered_in_place(half, counts, counts, iq);
}

// independent: what is gathered are numbers
static void renumbered(int n, int *to, const int *one_, const int *other)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = one_[other[i]];
}
LOOP(renumbered_into_another)
{
    renumbered(half, counts, ip, iq);
}

// independent: a table by bytes, all behind pointers
static void by_a_table(int n, unsigned char *to, const unsigned char *from, const unsigned char *table)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = table[from[i]];
}
LOOP(table_by_bytes_behind_pointers)
{
    unsigned char table[256];
    for (int k = 0; k < 256; k++)
        table[k] = (unsigned char)(255 - k);
    by_a_table(M * M, picture, image, table);
}

// independent: a table by what is computed, between its ends
static void by_a_number(int n, double scale, int size, const double *x, const double *table, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int k = (int)(x[i] * scale);
        if (k < 0)
            k = 0;
        if (k > size - 1)
            k = size - 1;
        y[i] = table[k];
    }
}
LOOP(table_by_a_clamped_number)
{
    by_a_number(half, 2.5, M, b, c, a);
}

// independent: ... and the one behind it
static void interpolated(int n, double scale, int size, const double *x, const double *table, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double at = x[i] * scale;
        int k = (int)at;
        k = k < 0 ? 0 : k > size - 2 ? size - 2 : k;
        y[i] = table[k] + (at - k) * (table[k + 1] - table[k]);
    }
}
LOOP(table_interpolated)
{
    interpolated(half, 0.5, M, b, c, a);
}

// guarded: ... which is what is written
static void by_a_number_again(int n, double scale, int size, const double *x, const double *table, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int k = (int)(x[i] * scale);
        if (k < 0)
            k = 0;
        if (k > size - 1)
            k = size - 1;
        y[i] = table[k];
    }
}
LOOP(table_by_a_clamped_number_in_place)
{
    by_a_number_again(half, 2.5, M, b, a + 10, a);
}

// dependent: two iterations clamp to one element
LOOP(clamped_number_is_written)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = iq[i];
        if (k < 3)
            k = 3;
        a[k] += b[i];
    }
}

// data: the number is another one when it is read again
LOOP(clamped_number_that_changes)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = counts[i];
        if (k < 0)
            k = 0;
        if (k > 5)
            k = 5;
        counts[i] = 77;
        a[i] = b[k];
    }
}

static int found_in(const int *t, int i)
{
    return t[i];
}
static int limited(int k, int n)
{
    return k < 0 ? 0 : k > n - 1 ? n - 1 : k;
}

// data: one function finds two numbers, whose difference is none of the loop's
LOOP(difference_of_clamped_numbers)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        a[limited(found_in(ip, i), 100) - limited(found_in(iq, i), 100) + 100] = b[i];
}

// unknown: nobody can tell between which ends
static void by_any_number(int n, double scale, const double *x, const double *table, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] = table[(int)(x[i] * scale)];
}
LOOP(table_by_any_number)
{
    for (int i = 0; i < half; i++)
        b[i] = i % 9;
    by_any_number(half, 2.0, b, c, a);
}

// independent: lists of neighbours, of so many each
static void forces(int n, int most, const int *count, const int *list, const double *x, double *f)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < count[i]; k++) {
            int j = list[i * most + k];
            s += x[j] - x[i];
        }
        f[i] = s;
    }
}
LOOP(neighbour_lists)
{
    for (int i = 0; i < M; i++)
        counts[i] = i % 7;
    forces(M, 6 * one, counts, iq, b, a);
}

// guarded: ... of what is written
static void forces_again(int n, int most, const int *count, const int *list, const double *x, double *f)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < count[i]; k++) {
            int j = list[i * most + k];
            s += x[j] - x[i];
        }
        f[i] = s;
    }
}
LOOP(neighbour_lists_in_place)
{
    for (int i = 0; i < M; i++)
        counts[i] = i % 7;
    forces_again(M, 6 * one, counts, iq, a, a);
}

// independent: particles find their cell's field
static void fields(int n, int nx, const int *ix, const int *iy, const double *grid, double *force)
{
#pragma ctsar for hetero(1)
    for (int p = 0; p < n; p++)
        force[p] = grid[iy[p] * nx + ix[p]] + grid[(iy[p] + 1) * nx + ix[p]];
}
LOOP(particles_in_cells)
{
    for (int p = 0; p < half; p++) {
        ip[p] = p * 3 % 19;
        iq[p] = p * 5 % 18;
    }
    fields(half, M, ip, iq, flat, a);
}

// guarded: ... and write it
static void fields_in_place(int n, int nx, const int *ix, const int *iy, const double *grid, double *force)
{
#pragma ctsar for hetero(1)
    for (int p = 0; p < n; p++)
        force[p] = grid[iy[p] * nx + ix[p]] + grid[(iy[p] + 1) * nx + ix[p]];
}
LOOP(particles_in_cells_in_place)
{
    for (int p = 0; p < half; p++) {
        ip[p] = p * 3 % 19;
        iq[p] = p * 5 % 18;
    }
    fields_in_place(half, M, ip, iq, flat, flat + 60);
}

// independent: three corners of each triangle
static void areas(int n, const int *corner, const double *x, const double *y, double *area)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < n; t++) {
        int p = corner[3 * t], q = corner[3 * t + 1], r = corner[3 * t + 2];
        area[t] = (x[q] - x[p]) * (y[r] - y[p]) - (x[r] - x[p]) * (y[q] - y[p]);
    }
}
LOOP(corners_of_triangles)
{
    areas(70, iq, b, c, a);
}

// guarded: ... of which one is written
static void areas_again(int n, const int *corner, const double *x, const double *y, double *area)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < n; t++) {
        int p = corner[3 * t], q = corner[3 * t + 1], r = corner[3 * t + 2];
        area[t] = (x[q] - x[p]) * (y[r] - y[p]) - (x[r] - x[p]) * (y[q] - y[p]);
    }
}
LOOP(corners_of_triangles_in_place)
{
    areas_again(70, iq, b, a + 25, a);
}

// independent: corners of tetrahedra in rows of four
static void sums_of_corners(int n, const int (*corner)[4], const double *x, double *sum)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < n; t++) {
        double s = 0;
        for (int k = 0; k < 4; k++)
            s += x[corner[t][k]];
        sum[t] = s / 4;
    }
}
LOOP(corners_in_rows_of_four)
{
    sums_of_corners(50, (const int (*)[4])iq, b, a);
}

// guarded: ... of what is written
static void sums_of_corners_again(int n, const int (*corner)[4], const double *x, double *sum)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < n; t++) {
        double s = 0;
        for (int k = 0; k < 4; k++)
            s += x[corner[t][k]];
        sum[t] = s / 4;
    }
}
LOOP(corners_in_rows_of_four_in_place)
{
    sums_of_corners_again(50, (const int (*)[4])iq, a, a);
}

struct edge_of {
    int from, to;
};

// independent: numbers that are members
static void along_edges(int n, const struct edge_of *e, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < n; k++)
        y[k] = x[e[k].to] - x[e[k].from];
}
LOOP(numbers_in_structs)
{
    along_edges(100, (const struct edge_of *)iq, b, a);
}

// guarded: ... of what is written
static void along_edges_again(int n, const struct edge_of *e, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < n; k++)
        y[k] = x[e[k].to] - x[e[k].from];
}
LOOP(numbers_in_structs_in_place)
{
    along_edges_again(100, (const struct edge_of *)iq, a, a);
}

// independent: two lists of one loop
static void differences(int n, const int *from, const int *to, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < n; k++)
        y[k] = x[to[k]] - x[from[k]];
}
LOOP(two_index_arrays)
{
    differences(half, ip, iq, b, a);
}

// guarded: ... one of which leads to what is written
static void differences_again(int n, const int *from, const int *to, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < n; k++)
        y[k] = x[to[k]] - x[from[k]];
}
LOOP(two_index_arrays_in_place)
{
    differences_again(half, ip, iq, a + 16, a + 100);
}

// dependent: the next iteration's neighbour
LOOP(gathered_and_shifted)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i + 1] = a[i] + b[ip[i]];
}
