/* Seven points in three dimensions, flat arrays and a macro for the subscript. */
#include <stdio.h>
#include <stdlib.h>
#define IDX(i, j, k) ((i) * ny * nz + (j) * nz + (k))
#define SWAP(a, b) do { double *t_ = a; a = b; b = t_; } while (0)

static void step(const double *in, double *out, int nx, int ny, int nz, double c)
{
    int i, j, k;
#pragma omp parallel for private(j, k) hetero(1)
    for (i = 1; i < nx - 1; i++)
        for (j = 1; j < ny - 1; j++)
            for (k = 1; k < nz - 1; k++)
                out[IDX(i, j, k)] = in[IDX(i, j, k)] + c * (in[IDX(i - 1, j, k)] + in[IDX(i + 1, j, k)] +
                    in[IDX(i, j - 1, k)] + in[IDX(i, j + 1, k)] + in[IDX(i, j, k - 1)] + in[IDX(i, j, k + 1)] -
                    6.0 * in[IDX(i, j, k)]);
}

int main(int argc, char **argv)
{
    int nx = 24, ny = 18, nz = 20, steps = argc > 1 ? atoi(argv[1]) : 5, s, n;
    double *a, *b, sum = 0;
    a = malloc(sizeof(double) * nx * ny * nz);
    b = malloc(sizeof(double) * nx * ny * nz);
    for (n = 0; n < nx * ny * nz; n++)
        a[n] = b[n] = (n * 17 % 101) / 10.0;
    for (s = 0; s < steps; s++) {
        step(a, b, nx, ny, nz, 0.125);
        SWAP(a, b);
    }
    for (n = 0; n < nx * ny * nz; n++)
        sum += a[n] * (n % 13);
    printf("%.9g\n", sum);
    free(a);
    free(b);
    return 0;
}
