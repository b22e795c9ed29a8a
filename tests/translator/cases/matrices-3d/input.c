/* Matrices and cubes as static arrays, as variable arrays and flattened; rows, columns and planes. */
#include <stdio.h>
#include <stdlib.h>

enum { NI = 12, NJ = 9, NK = 7 };
static int cube[NI][NJ][NK];

static void planes(void)
{
#pragma ctsar for hetero(1) part_copy(cube[1:NI][0:NJ][0:NK])
    for (int i = 0; i < NI; ++i)
        for (int j = 0; j < NJ; ++j)
            for (int k = 0; k < NK; ++k)
                cube[i][j][k] += 100 * i + 10 * j + k;
}

static void middle(void)
{
#pragma ctsar for hetero(1) part_copy(cube[0:NI][1:NJ][0:NK])
    for (int j = 0; j < NJ; ++j)
        for (int i = 0; i < NI; ++i)
            for (int k = 0; k < NK; ++k)
                cube[i][j][k] += j * (i + k);
}

static void innermost(int *flat)
{
#pragma ctsar for hetero(1) part_copy(flat[0:NI][0:NJ][1:NK])
    for (int k = 0; k < NK; ++k)
        for (int i = 0; i < NI; ++i)
            for (int j = 0; j < NJ; ++j)
                flat[(i * NJ + j) * NK + k] -= k * i;
}

static void columns(int n, int m, double a[n][m], const double *restrict b, double *y)
{
#pragma ctsar for hetero(1) part_copyin(a[0:n][1:m]) part_copyin(b[0:n][1:m]) part_copyout(y[1:m])
    for (int j = 0; j < m; ++j) {
        y[j] = 0;
        for (int i = 0; i < n; ++i)
            y[j] += a[i][j] * b[i * m + j];
    }
}

static void stencil(int n, int m, double (*in)[m], double (*out)[m])
{
#pragma ctsar for hetero(1) part_copyin(in[1:n:1][0:m]) part_copy(out[1:n][0:m])
    for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < m - 1; ++j)
            out[i][j] = in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1];
}

int main(void)
{
    planes();
    middle();
    innermost(&cube[0][0][0]);
    long sum = 0;
    for (int i = 0; i < NI; ++i)
        for (int j = 0; j < NJ; ++j)
            for (int k = 0; k < NK; ++k)
                sum += cube[i][j][k] * (i + 2 * j + 3 * k);
    printf("%ld\n", sum);

    int n = 23, m = 37;
    double (*a)[m] = malloc(sizeof(double[n][m])), (*b)[m] = malloc(sizeof(double[n][m])), y[m];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            a[i][j] = i + j, b[i][j] = i - j;
    columns(n, m, a, &b[0][0], y);
    double s = 0;
    for (int j = 0; j < m; ++j)
        s += y[j] * (j + 1);
    stencil(n, m, a, b);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            s += b[i][j] * (i - j);
    printf("%.12g\n", s);
    free(a), free(b);
    return 0;
}
