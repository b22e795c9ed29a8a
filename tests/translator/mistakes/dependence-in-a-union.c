union number { float f; int i; };
void f(int n, union number *a)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n - 1; ++i)
        a[i].f = a[i + 1].i % 7;
}
