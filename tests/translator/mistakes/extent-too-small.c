static double a[100];
void f(void)
{
#pragma ctsar for hetero(1) part_copy(a[1:50])
    for (int i = 0; i < 100; ++i)
        a[i] = i;
}
