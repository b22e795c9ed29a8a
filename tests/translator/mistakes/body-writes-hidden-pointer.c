struct grid { int n; double *at; };
void f(struct grid *g, const double *a)
{
#pragma ctsar for hetero(1) part_copyin(a[1:100])
    for (int i = 0; i < 100; ++i)
        g->at[0] += a[i];
}
