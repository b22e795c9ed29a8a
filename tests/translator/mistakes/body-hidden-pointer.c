struct grid { int n; double *at; };
void f(struct grid *g, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:100])
    for (int i = 0; i < 100; ++i)
        a[i] += g[i].at[0];
}
