struct row {
    double *r;
    int n;
};
struct sizes {
    int n;
};
void f(const struct sizes *s, struct row *p, int d)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < s->n; i++)
        p[i].r[d] = i;
}
