#include <setjmp.h>
static jmp_buf place;
void f(int n, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; ++i)
        if (a[i] < 0)
            longjmp(place, 1);
}
