#include <string.h>
void f(int n, double *a, const double *b)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n - 4; ++i)
        memcpy(&a[i], &b[i], 4 * sizeof *a);
}
