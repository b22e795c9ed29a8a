void f(int n, double *größe)
{
#pragma ctsar for hetero(1) part_copy(größe[1:n])
    for (int i = 0; i < n; ++i)
        größe[i] = i;
}
