enum { N = 100 };
static double a[N], b[N];
static int index_[N];

void f(void)
{
#pragma ctsar for hetero(1) part_copyin(a[1:N]) part_copyout(b[1:N@i + 1])
    for (int i = 0; i < N - 1; i++)
        b[index_[i]] = a[i];
}
