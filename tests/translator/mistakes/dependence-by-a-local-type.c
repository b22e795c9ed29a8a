enum { N = 100 };
void f(int y[N])
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++) {
        struct { int a; } z = {y[i - 1] + 1};
        y[i] = z.a;
    }
}
