struct grid { int n; double *x; };
void f(struct grid *s)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < s->n; ++i)
        s->x[i] += s->x[i - 1];
}
