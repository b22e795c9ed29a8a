enum { N = 100 };
static double a[N], b[N];

void f(void)
{
#pragma ctsar for hetero(1) part_copyin(a[1:N:1/0@i + 1]) part_copyout(b[1:N])
    for (int i = 1; i < N - 2; i++)
        b[i] = a[i - 1] + a[i + 1];
}
