/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What all programs of this folder share: the matrix, the vectors, and what they print. */
#ifndef POWER_H
#define POWER_H

#include <math.h>
#include <stdio.h>

enum { N = 600, STEPS = 10 };

static double a[N * N], x[N], y[N];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = 1;
        for (int j = 0; j < N; j++)
            a[i * N + j] = 1.0 / (1 + i + j);
    }
}

/* y, of that norm, is the next x. */
static void scale(double norm)
{
    for (int i = 0; i < N; i++)
        x[i] = y[i] / norm;
}

static void show(double norm)
{
    printf("norm %.9f, x[1] %.9f\n", norm, x[1]);
}

#endif
