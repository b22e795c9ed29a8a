struct data { const double *x; int n; };
double out[100];
void f(const struct data *given)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 100; ++i) {
        const double *p = given[i].x;
        out[i] = p[i % 10];
    }
}
