/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The random sparse matrix of the NAS conjugate gradient benchmark. */
#include "matrix.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/app.h"

/* NAS's generator: x <- 5^13 * x mod 2^46, as a number in (0, 1). */
static double draw(uint64_t *x)
{
    *x = *x * 1220703125u & ((UINT64_C(1) << 46) - 1);
    return ldexp((double)*x, -46);
}

/* One sparse vector. */
typedef struct entry {
    int at;
    double value;
} entry;

static int find(const entry *v, int count, int at)
{
    for (int k = 0; k < count; ++k)
        if (v[k].at == at)
            return k;
    return count;
}

/* Vector i: `nonzer` entries at random places, and 0.5 at place i.  Returns how many it has. */
static int make_vector(uint64_t *x, long n, long nonzer, long i, entry *v)
{
    long power = 1;
    int count = 0;

    while (power < n)
        power *= 2;
    while (count < nonzer) {
        double value = draw(x);
        long at = (long)((double)power * draw(x));
        if (at < n && find(v, count, (int)at) == count)
            v[count++] = (entry){(int)at, value};
    }
    int own = find(v, count, (int)i);
    v[own] = (entry){(int)i, 0.5};
    return own == count ? count + 1 : count;
}

static int by_place(const void *a, const void *b)
{
    return ((const entry *)a)->at - ((const entry *)b)->at;
}

/* Sorts a row's entries and adds up those of one place; returns how many stay. */
static long merge(entry *row, long count)
{
    long kept = 0;

    qsort(row, (size_t)count, sizeof *row, by_place);
    for (long k = 0; k < count; ++k)
        if (kept && row[kept - 1].at == row[k].at)
            row[kept - 1].value += row[k].value;
        else
            row[kept++] = row[k];
    return kept;
}

/* All outer products' entries, row by row; begin[i] is where row i begins. */
static entry *outer_products(long n, long width, const entry *vectors, const int *count,
                             double shift, long *begin)
{
    for (long i = 0; i <= n; ++i)
        begin[i] = 0;
    for (long i = 0; i < n; ++i) {
        ++begin[i + 1]; /* the diagonal's own */
        for (int k = 0; k < count[i]; ++k)
            begin[vectors[i * width + k].at + 1] += count[i];
    }
    for (long i = 0; i < n; ++i)
        begin[i + 1] += begin[i];

    entry *all = app_alloc((size_t)begin[n] * sizeof *all);
    long *fill = app_alloc((size_t)n * sizeof *fill);
    for (long i = 0; i < n; ++i)
        fill[i] = begin[i];
    for (long i = 0; i < n; ++i) {
        const entry *v = vectors + i * width;
        double weight = pow(0.1, (double)i / (double)n);
        for (int k = 0; k < count[i]; ++k)
            for (int l = 0; l < count[i]; ++l)
                all[fill[v[k].at]++] = (entry){v[l].at, weight * v[k].value * v[l].value};
    }
    for (long i = 0; i < n; ++i)
        all[fill[i]++] = (entry){(int)i, 0.1 - shift};
    free(fill);
    return all;
}

/* Merges the rows of `all` into compressed rows. */
static cg_matrix compress(long n, entry *all, const long *begin)
{
    cg_matrix m = {.n = n, .row = app_alloc(((size_t)n + 1) * sizeof(int))};

    m.row[0] = 0;
    for (long i = 0; i < n; ++i) {
        m.nonzeros += merge(all + begin[i], begin[i + 1] - begin[i]);
        if (m.nonzeros > INT_MAX)
            app_fail("the matrix has more than %d entries", INT_MAX);
        m.row[i + 1] = (int)m.nonzeros;
    }
    m.value = app_alloc((size_t)m.nonzeros * sizeof *m.value);
    m.column = app_alloc((size_t)m.nonzeros * sizeof *m.column);
    for (long i = 0; i < n; ++i)
        for (int k = m.row[i]; k < m.row[i + 1]; ++k) {
            m.value[k] = all[begin[i] + k - m.row[i]].value;
            m.column[k] = all[begin[i] + k - m.row[i]].at;
        }
    return m;
}

cg_matrix cg_matrix_make(long n, long nonzer, double shift)
{
    uint64_t x = 314159265;
    long width = nonzer + 1;
    entry *vectors = app_alloc((size_t)n * (size_t)width * sizeof *vectors);
    int *count = app_alloc((size_t)n * sizeof *count);
    long *begin = app_alloc(((size_t)n + 1) * sizeof *begin);

    draw(&x); /* the benchmark drops the first */
    for (long i = 0; i < n; ++i)
        count[i] = make_vector(&x, n, nonzer, i, vectors + i * width);
    entry *all = outer_products(n, width, vectors, count, shift, begin);
    cg_matrix m = compress(n, all, begin);
    free(all);
    free(begin);
    free(count);
    free(vectors);
    return m;
}

void cg_matrix_free(cg_matrix *m)
{
    free(m->value);
    free(m->column);
    free(m->row);
}
