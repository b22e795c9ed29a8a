/* What OmpSs's papers print besides: directives before a call that is the body of a statement, a
 * shape before what leads to a tile, and a range of work-items with an offset. */
#include <stdio.h>
#include <stdlib.h>

enum { TILES = 3, SIDE = 8, SIZE = 240 };

/* As a library's function: no directive stands before it. */
static void fold(char how, int side, float by, const float *a, const float *b, float *c)
{
    for (int i = 0; i < side; i++)
        for (int k = 0; k < side; k++)
            for (int j = 0; j < side; j++)
                c[i * side + j] +=
                    by * (how == 'T' ? a[k * side + i] : a[i * side + k]) * b[k * side + j];
}

static void product(float **a, float **b, float **c)
{
    for (int i = 0; i < TILES; i++)
        for (int j = 0; j < TILES; j++)
            for (int k = 0; k < TILES; k++)
#pragma omp target device(smp) copy_deps
#pragma omp task inout([SIDE][SIDE] c[i * TILES + j]) \
    input([SIDE][SIDE] a[i * TILES + k]) \
    input([SIDE][SIDE] b[k * TILES + j])
                fold('T', SIDE, 0.5F, a[i * TILES + k], b[k * TILES+j], c[i * TILES + j]);
}

#pragma omp target device(clcpu) ndrange(1, 0, size, 8) copy_deps
#pragma omp task in([size]from) out([size]to)
void twice(double *from, double *to, int size)
{
    for (int i = 0; i < size; i++)
        to[i] = 2 * from[i];
}

#pragma omp target device(clgpu) ndrange(2, 0, 0, size / 8, 8, 4, 4) copy_deps
#pragma omp task inout([size]x)
void more(double *x, int size)
{
    for (int i = 0; i < size; i++)
        x[i] += i % 5;
}

static void count(long *seen, long by)
{
    *seen = *seen * 3 + by;
}

/* Branches, of which one is a task, and what repeats one. */
static void branches(long *seen, int n)
{
    if (n % 2)
#pragma omp task inout(*seen)
        count(seen, 1);
    else
        n++;
    if (n % 3)
        n++;
    else
#pragma omp task inout(*seen)
        count(seen, 2);
    do
#pragma omp task inout(*seen)
        count(seen, n);
    while (--n > 0);
    while (n++ < 2)
#pragma omp task inout(*seen)
        count(seen, n + 10);
    switch (n) {
    case 3:
#pragma omp task inout(*seen)
        count(seen, 5);
        break;
    default:
#pragma omp task inout(*seen)
        count(seen, 6);
    }
last:
#pragma omp task inout(*seen)
    count(seen, 7);
    if (*&n > 3 && 0)
        goto last;
}

int main(void)
{
    float *m[3][TILES * TILES];
    double x[SIZE], y[SIZE], sum = 0;
    long seen = 1;
    for (int t = 0; t < 3; t++)
        for (int k = 0; k < TILES * TILES; k++) {
            m[t][k] = malloc(SIDE * SIDE * sizeof(float));
            for (int e = 0; e < SIDE * SIDE; e++)
                m[t][k][e] = t < 2 ? (float)((e * (k + t)) % 5) : 0;
        }
    product(m[0], m[1], m[2]);
#pragma omp task inout([SIDE * SIDE] m[2][0]) in([SIDE * SIDE] m[0][1])
    fold('N', SIDE, 1, m[0][1], m[0][1], m[2][0]);
    for (int i = 0; i < SIZE; i++)
        x[i] = i;
    twice(x, y, SIZE);
    more(y, SIZE);
    branches(&seen, 5);
    branches(&seen, 4);
#pragma omp taskwait
    for (int k = 0; k < TILES * TILES; k++)
        for (int e = 0; e < SIDE * SIDE; e++)
            sum += (e + k) % 7 * m[2][k][e];
    for (int k = 0; k < 3 * TILES * TILES; k++)
        free(m[k / (TILES * TILES)][k % (TILES * TILES)]);
    printf("%.12g\n", sum);
    for (int i = 0; i < SIZE; i++)
        sum += i * y[i];
    printf("%.12g %ld\n", sum, seen);
    return 0;
}
