static unsigned next(void)
{
    static unsigned state = 1;
    return state = state * 1103515245u + 12345u;
}
void f(int n, unsigned *a)
{
#pragma ctsar for hetero(1) part_copyout(a[1:n])
    for (int i = 0; i < n; ++i)
        a[i] = next();
}
