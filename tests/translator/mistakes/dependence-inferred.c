static double a[100];
void f(void)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < 100; ++i)
        a[i] = a[i - 1] + 1;
}
