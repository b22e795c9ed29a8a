/* Directives of tasks before single calls. */
#include <stdio.h>

static void add_tile(double *at, long stride, int rows, int columns, double by)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            at[i * stride + j] += by;
}

static void axpy(int n, float a, const float *x, float *y)
{
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

static double m[40][50];

int main(void) { for (int t = 0; t < 2; t++) {
        static float once[300];
        printf("%g\n", once[0]); }
    float x[300], y[300];
    double *flat = m[0];
    for (int i = 0; i < 300; i++)
        x[i] = i % 7, y[i] = 1;
    for (int i = 0; i < 300; i += 50) {
#pragma ctsar task in(x[i:50]) inout(y[i:50]) priority(i)
        axpy(50, 2, x + i, &y[i]);
    }
#pragma ctsar task in([300]x) inout(y[0:300])
    axpy(300, 3, x, y);
    for (int r = 0; r < 40; r += 10)
        for (int c = 0; c < 50; c += 25) {
#pragma ctsar task inout(m[r:10][c:25])
            add_tile(&m[r][c], 50, 10, 25, r + c);
#pragma ctsar task inout(([40][50]flat)[r:10][c:25])
            add_tile(flat + r * 50 + c, 50, 10, 25, 1);
        }
#pragma omp target device(smp) copy_deps
#pragma omp task in([100]x) inout(y[200;100])
    axpy(100, 4, x, y + 200);
#pragma ctsar taskwait
    double s = 0;
    for (int i = 0; i < 300; i++) s += i * y[i];
    for (int i = 0; i < 2000; i++) s += i % 13 * m[i / 50][i % 50];
    printf("%.12g\n", s);
    return 0;
}
