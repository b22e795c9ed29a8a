void f(int n, int *a)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; ++i)
        __asm__("nop" : "=r"(a[i]) : "0"(a[i - 1]));
}
