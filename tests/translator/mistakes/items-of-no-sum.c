enum { N = 100 };
static double a[N], b[N];

void f(int n)
{
#pragma ctsar for hetero(1) part_copyin(a[1:N]) part_copyout(b[1:N@i * i])
    for (int i = 0; i < 10; i++)
        b[i * i] = a[i];
}
