enum { N = 90 };
static double a[N], b[N];

void f(void)
{
#pragma ctsar for hetero(1) part_copyin(a[1:N]) part_copy(b[1:N@i:20])
    for (int i = 0; i < N - 8; i += 20)
        for (int j = 0; j < 8; j++)
            b[i + j] = a[i];
}
