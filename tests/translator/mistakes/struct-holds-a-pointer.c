struct data { const double *x; int n; };
double out[100];
static int count(struct data d)
{
    return d.n;
}
void f(struct data given)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 100; ++i)
        out[i] = count(given);
}
