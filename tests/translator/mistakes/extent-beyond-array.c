static double a[10];
void f(void)
{
#pragma ctsar for hetero(1) part_copy(a[1:100])
    for (int i = 0; i < 10; ++i)
        a[i] = i;
}
