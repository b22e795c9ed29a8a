#include <stdlib.h>
void f(int n, double *a)
{
#pragma ctsar for hetero(1) independent part_copyout(a[1:n])
    for (int i = 0; i < n; ++i)
        a[i] = rand();
}
