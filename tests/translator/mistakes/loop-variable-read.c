static int k;
static int next(void)
{
    return k + 1;
}
void f(int n, int *a)
{
#pragma ctsar for hetero(1)
    for (k = 0; k < n; ++k)
        a[k] = next();
}
