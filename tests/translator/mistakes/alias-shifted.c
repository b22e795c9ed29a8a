static double a[100];
void f(void)
{
    double *next = &a[1];
#pragma ctsar for hetero(1) part_copy(a[1:99]) part_copyin(next[1:99])
    for (int i = 0; i < 99; ++i)
        a[i] += next[i];
}
