/* SPDX-License-Identifier: BSD-3-Clause */
#include "power.h"

int main(void)
{
    double norm = 0;
    fill();
#pragma acc data copyin(a)
    for (int step = 0; step < STEPS; step++) {
        double squares = 0;
#pragma acc parallel loop gang copyin(x) copyout(y) reduction(+ : squares)
        for (int i = 0; i < N; i++) {
            double sum = 0;
#pragma acc loop vector reduction(+ : sum)
            for (int j = 0; j < N; j++)
                sum += a[i * N + j] * x[j];
            y[i] = sum;
            squares += sum * sum;
        }
        norm = sqrt(squares);
        scale(norm);
    }
    show(norm);
    return 0;
}
