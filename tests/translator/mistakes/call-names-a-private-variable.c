static int t;
static int twice(void)
{
    return 2 * t;
}
void f(int n, int *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:n]) private(t)
    for (int i = 0; i < n; ++i) {
        t = a[i] + 1;
        a[i] = twice();
    }
}
