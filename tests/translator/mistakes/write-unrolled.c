enum { N = 100 };
double a[N], b[N];
void f(void)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i += 2) {
        a[i] += 2 * b[i];
        a[i + 1] += 2 * b[i + 1];
    }
}
