struct mesh { const double *values; const int *neighbour; };
void f(int n, const struct mesh *m, double *sums)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i)
        sums[i] = m->values[m->neighbour[i]];
}
