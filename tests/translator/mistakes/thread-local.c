static _Thread_local double factor;
void f(int n, double *a)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i)
        a[i] *= factor;
}
