enum { N = 100 };
static double a[2 * N], b[N];

void f(int radius)
{
#pragma ctsar for hetero(1) part_copyin(a[1:2 * N:radius@i + 3]) part_copyout(b[1:N])
    for (int i = 0; i < N; i++)
        b[i] = i > radius ? a[i + 3 - radius] + a[i + 3 + radius] : a[i + 3];
}
