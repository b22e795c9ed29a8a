/* SPDX-License-Identifier: BSD-3-Clause */
#include "power.h"

enum { ROWS = 100 };

#pragma omp target device(smp) copy_deps
#pragma omp task input([n * rows] m, [n] v) output([rows] out)
void multiply(int rows, int n, double *m, double *v, double *out)
{
    for (int i = 0; i < rows; i++) {
        out[i] = 0;
        for (int j = 0; j < n; j++)
            out[i] += m[i * n + j] * v[j];
    }
}

int main(void)
{
    double norm = 0;
    fill();
    for (int step = 0; step < STEPS; step++) {
        double squares = 0;
        for (int i = 0; i < N; i += ROWS)
            multiply(ROWS, N, &a[i * N], x, &y[i]);
#pragma omp taskwait
        for (int i = 0; i < N; i++)
            squares += y[i] * y[i];
        norm = sqrt(squares);
        scale(norm);
    }
    show(norm);
    return 0;
}
