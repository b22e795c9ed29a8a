/* A small library of matrices: rows that are found by a pointer in a struct, by loops whose variables stand outside of them. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
typedef struct { unsigned int w, h; float **m; } matrix;

static matrix *matrix_new(unsigned w, unsigned h)
{
    matrix *a = malloc(sizeof *a);
    a->w = w; a->h = h; a->m = malloc(h * sizeof(float *));
    for (unsigned i = 0; i < h; i++) a->m[i] = calloc(w, sizeof(float));
    return a;
}
static void product(const matrix *a, const matrix *b, matrix *c, int nthreads)
{
    unsigned i, j, k;
#pragma omp parallel for hetero(1) shared(a, b, c) private(i, j, k) num_threads(nthreads)
    for (i = 0; i < a->h; i++)
        for (j = 0; j < b->w; j++) {
            float s = 0;
            for (k = 0; k < a->w; k++)
                s += a->m[i][k] * b->m[k][j];
            c->m[i][j] = s;
        }
}
static float trace(const matrix *a)
{
    float t = 0;
#pragma omp parallel for hetero(1) reduction(+ : t)
    for (unsigned i = 0; i < a->h; i++)
        t += a->m[i][i];
    return t;
}
static float frob(const matrix *a)
{
    float t = 0;
    unsigned i, j;
#pragma omp parallel for hetero(1) reduction(+ : t) collapse(2)
    for (i = 0; i < a->h; i++)
        for (j = 0; j < a->w; j++)
            t += a->m[i][j] * a->m[i][j];
    return t;
}
static int is_symmetric(const matrix *a)
{
    int ok = 1;
#pragma omp parallel for hetero(1) reduction(&& : ok)
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
#pragma omp parallel for hetero(1) reduction(max : big)
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
int main(void)
{
    matrix *a = matrix_new(24, 24), *b = matrix_new(24, 24), *c = matrix_new(24, 24);
    float x[24], y[24], s = 0;
    int i, j;
#pragma omp parallel for hetero(1) private(j)
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
    return 0;
}
