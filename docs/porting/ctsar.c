/* SPDX-License-Identifier: BSD-3-Clause */
#include "power.h"

int main(void)
{
    double norm = 0;
    fill();
    for (int step = 0; step < STEPS; step++) {
        double squares = 0;
#pragma ctsar for hetero(1) persist(a) reduction(+ : squares)
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++)
                sum += a[i * N + j] * x[j];
            y[i] = sum;
            squares += sum * sum;
        }
        norm = sqrt(squares);
        scale(norm);
    }
#pragma ctsar depersist(a)
    show(norm);
    return 0;
}
