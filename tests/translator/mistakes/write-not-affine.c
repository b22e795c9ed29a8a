void f(int n, double *b)
{
#pragma ctsar for hetero(1) part_copy(b[1:n])
    for (int i = 0; i < n; ++i)
        b[i * i % n] = i;
}
