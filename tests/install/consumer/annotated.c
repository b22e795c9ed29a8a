/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Built by ctsar_translate. */
#include <stdio.h>

enum { N = 1000 };

int main(void)
{
    static double x[N], y[N];
    int wrong = 0;

    for (int i = 0; i < N; ++i)
        x[i] = i;
#pragma ctsar for hetero(1) part_copyin(x[1:N]) part_copyout(y[1:N])
    for (int i = 0; i < N; ++i)
        y[i] = 2 * x[i] + 1;
    for (int i = 0; i < N; ++i)
        wrong += y[i] != 2.0 * i + 1;
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
