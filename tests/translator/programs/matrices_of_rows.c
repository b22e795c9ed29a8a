/* A small library of matrices: rows that are found by a pointer in a struct, by loops whose variables
   stand outside of them. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { unsigned int w, h; float **m; } matrix;

static matrix *matrix_new(unsigned w, unsigned h)
{
    matrix *a = malloc(sizeof *a);
    a->w = w; a->h = h; a->m = malloc(h * sizeof(float *));
    for (unsigned i = 0; i < h; i++) a->m[i] = calloc(w, sizeof(float));
    return a;
}

static void matrix_free(matrix *a)
{
    for (unsigned i = 0; i < a->h; i++) free(a->m[i]);
    free(a->m);
    free(a);
}

static void product(const matrix *a, const matrix *b, matrix *c, int nthreads)
{
    unsigned i, j, k;
    assert(a->w == b->h && c->h == a->h && c->w == b->w);
#pragma omp parallel for shared(a, b, c) private(i, j, k) num_threads(nthreads) hetero(1)
    for (i = 0; i < a->h; i++)
        for (j = 0; j < b->w; j++) {
            float s = 0;
            for (k = 0; k < a->w; k++)
                s += a->m[i][k] * b->m[k][j];
            c->m[i][j] = s;
        }
}

static matrix *transposed(const matrix *a)
{
    matrix *t = matrix_new(a->h, a->w);
    unsigned i, j;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 0; i < t->h; i++)
        for (j = 0; j < t->w; j++)
            t->m[i][j] = a->m[j][i];
    return t;
}

/* y = alpha x + y, elementwise, only where there are enough of them. */
static void add_scaled(float alpha, const matrix *x, matrix *y)
{
    unsigned i, j;
#pragma omp parallel for private(i, j) if (x->h > 8) hetero(1)
    for (i = 0; i < x->h; i++) {
        const float *from = x->m[i];
        float *to = y->m[i];
        for (j = 0; j < x->w; j++)
            to[j] += alpha * from[j];
    }
}

static float trace(const matrix *a)
{
    float t = 0;
#pragma omp parallel for reduction(+ : t) hetero(1)
    for (unsigned i = 0; i < a->h; i++)
        t += a->m[i][i];
    return t;
}

static float frob(const matrix *a)
{
    float t = 0;
    unsigned i, j;
#pragma omp parallel for reduction(+ : t) collapse(2) hetero(1)
    for (i = 0; i < a->h; i++)
        for (j = 0; j < a->w; j++)
            t += a->m[i][j] * a->m[i][j];
    return t;
}

static int is_symmetric(const matrix *a)
{
    int ok = 1;
#pragma omp parallel for reduction(&& : ok) hetero(1)
    for (unsigned i = 0; i < a->h; i++)
        for (unsigned j = 0; j < i; j++)
            ok = ok && a->m[i][j] == a->m[j][i];
    return ok;
}

static void power_iteration(const matrix *a, float *x, float *y, int steps)
{
    int n = a->h;
    for (int s = 0; s < steps; s++) {
        float big = 0;
#pragma omp parallel for reduction(max : big) hetero(1)
        for (int i = 0; i < n; i++) {
            float t = 0;
            for (int j = 0; j < n; j++)
                t += a->m[i][j] * x[j];
            y[i] = t;
            big = fabsf(t) > big ? fabsf(t) : big;
        }
#pragma omp parallel for simd hetero(1)
        for (int i = 0; i < n; i++)
            x[i] = y[i] / big;
    }
}

/* Gauss and Jordan: rows are exchanged by their pointers; a and its inverse side by side. */
static int invert(matrix *a, matrix *inverse)
{
    unsigned n = a->h, i, j, k;
    for (i = 0; i < n; i++) {
        memset(inverse->m[i], 0, n * sizeof(float));
        inverse->m[i][i] = 1;
    }
    for (k = 0; k < n; k++) {
        unsigned p = k;
        float *row, by;
        for (i = k + 1; i < n; i++)
            if (fabsf(a->m[i][k]) > fabsf(a->m[p][k])) p = i;
        if (a->m[p][k] == 0)
            return 0;
        row = a->m[p], a->m[p] = a->m[k], a->m[k] = row;
        row = inverse->m[p], inverse->m[p] = inverse->m[k], inverse->m[k] = row;
        by = 1 / a->m[k][k];
        for (j = 0; j < n; j++) a->m[k][j] *= by, inverse->m[k][j] *= by;
#pragma omp parallel for private(i, j) hetero(1)
        for (i = 0; i < n; i++) {
            float f = a->m[i][k];
            if (i == k || f == 0)
                continue;
            for (j = 0; j < n; j++) {
                a->m[i][j] -= f * a->m[k][j];
                inverse->m[i][j] -= f * inverse->m[k][j];
            }
        }
    }
    return 1;
}

int main(void)
{
    matrix *a = matrix_new(24, 24), *b = matrix_new(24, 24), *c = matrix_new(24, 24), *t, *copy = matrix_new(24, 24);
    float x[24], y[24], s = 0, worst = 0;
    int i, j;
#pragma omp parallel for private(j) hetero(1)
    for (i = 0; i < 24; i++) {
        x[i] = 1;
        for (j = 0; j < 24; j++) {
            a->m[i][j] = (i + j) % 5;
            b->m[i][j] = (i * 3 + j) % 7 - 2;
        }
    }
    product(a, b, c, 4);
    power_iteration(a, x, y, 3);
    for (i = 0; i < 24; i++) s += x[i];
    printf("%g %g %d %d %.5g\n", trace(c), frob(c), is_symmetric(a), is_symmetric(c), s);
    t = transposed(c);
    add_scaled(0.5f, c, t);
    for (i = 0; i < 24; i++) b->m[i][i] += 30;
    for (i = 0; i < 24; i++) memcpy(copy->m[i], b->m[i], 24 * sizeof(float));
    printf("%g %d\n", trace(t), invert(b, a));
    product(copy, a, c, 2);
#pragma omp parallel for private(j) reduction(max : worst) hetero(1)
    for (i = 0; i < 24; i++)
        for (j = 0; j < 24; j++)
            worst = fmaxf(worst, fabsf(c->m[i][j] - (i == j)));
    printf("%s\n", worst < 1e-4f ? "inverse" : "no inverse");
    matrix_free(a), matrix_free(b), matrix_free(c), matrix_free(t), matrix_free(copy);
    return 0;
}
