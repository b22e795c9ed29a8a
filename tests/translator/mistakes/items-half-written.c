enum { N = 100 };
static double a[N], b[2 * N];

void f(void)
{
#pragma ctsar for hetero(1) part_copyin(a[1:N]) part_copyout(b[1:2 * N@2 * i:2])
    for (int i = 0; i < N; i++)
        b[2 * i + 1] = a[i];
}
