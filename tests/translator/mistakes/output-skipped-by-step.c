void f(int n, double *b)
{
#pragma ctsar for hetero(1) part_copyout(b[1:n])
    for (int i = 0; i < n; i += 2)
        b[i] = i;
}
