static void moved(int *p)
{
    __asm__("nop" : "=r"(p[1]) : "0"(p[0]));
}
void f(int n, int *a)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; ++i)
        moved(a + i);
}
