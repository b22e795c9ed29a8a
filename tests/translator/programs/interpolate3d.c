/* Values of a field at points within cells: eight corners, by a function and a macro, bounds in a struct. */
#include <stdio.h>
#include <stdlib.h>
typedef struct { int nx, ny, nz; double h; double *data; } field_t;
#define F(f, i, j, k) ((f)->data[((i) * (f)->ny + (j)) * (f)->nz + (k)])
static double mix(double a, double b, double t) { return a + t * (b - a); }
static double sample(const field_t *f, double x, double y, double z)
{
    int i = (int)(x / f->h), j = (int)(y / f->h), k = (int)(z / f->h);
    double u = x / f->h - i, v = y / f->h - j, w = z / f->h - k;
    return mix(mix(mix(F(f, i, j, k), F(f, i + 1, j, k), u), mix(F(f, i, j + 1, k), F(f, i + 1, j + 1, k), u), v),
               mix(mix(F(f, i, j, k + 1), F(f, i + 1, j, k + 1), u), mix(F(f, i, j + 1, k + 1), F(f, i + 1, j + 1, k + 1), u), v), w);
}
int main(void)
{
    field_t f = {10, 12, 14, 0.5, NULL};
    int n = 500, i;
    double *px = malloc(3 * n * sizeof(double)), *val = malloc(n * sizeof(double)), sum = 0;
    f.data = malloc(f.nx * f.ny * f.nz * sizeof(double));
    for (i = 0; i < f.nx * f.ny * f.nz; i++)
        f.data[i] = i * 13 % 37;
    for (i = 0; i < n; i++) {
        px[3 * i] = (i * 7 % 43) / 10.0;
        px[3 * i + 1] = (i * 11 % 53) / 10.0;
        px[3 * i + 2] = (i * 3 % 61) / 10.0;
    }
#pragma omp parallel for private(i) hetero(1)
    for (i = 0; i < n; i++)
        val[i] = sample(&f, px[3 * i], px[3 * i + 1], px[3 * i + 2]);
    for (i = 0; i < n; i++)
        sum += val[i] * (i % 6 + 1);
    printf("%.9g\n", sum);
    return 0;
}
