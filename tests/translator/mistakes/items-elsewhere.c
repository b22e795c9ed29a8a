enum { N = 100 };
static double a[N], b[N];

void f(void)
{
#pragma ctsar for hetero(1) part_copyin(a[1:N]) part_copyout(b[1:N@i + 2])
    for (int i = 0; i < N - 2; i++)
        b[i + 1] = a[i];
}
