enum { N = 100 };
static double a[N], b[N];

void f(int n)
{
#pragma ctsar for hetero(1) part_copyin(a[1:N]) part_copyout(b[1:N@n * i:n])
    for (int i = 0; i < N / n; i++)
        for (int j = 0; j < n; j++)
            b[n * i + j] = a[i];
}
