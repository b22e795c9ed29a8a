// options: -fopenmp
/* Regions in headers; directives on top of each other, as in the paper's Figure 1; the loop's variable afterwards. */
#include <stdio.h>
#include "work.h"

int main(void)
{
    enum { N = 90 };
    int v[N], i, by = 4, sum = 0;
#pragma omp parallel for
#pragma acc region for part_copyout(v[1:N]) hetero(1)
#pragma GCC ivdep
    for (i = 0; i < N; ++i) {
        v[i] = i;
    }
    printf("%d %d\n", i, doubled(v, N));
#pragma ctsar for hetero(i > 0)
    for (i = 1; i < N; i += by) {
        int t = 0;
#pragma omp simd reduction(+: t)
        for (int k = 0; k < i; ++k)
            t += k;
        v[i] += t;
    }
    printf("%d\n", i);
#pragma ctsar for hetero(1)
    for (i = N - 1; i >= 3; i--)
        v[i]++;
    printf("%d\n", i);
#pragma omp parallel for reduction(+: sum)
    for (int k = 0; k < N; ++k)
        sum += v[k] * k;
    printf("%d\n", sum);
    return 0;
}
