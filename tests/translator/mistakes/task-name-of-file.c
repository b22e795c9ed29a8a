#pragma ctsar task in([n]x) out([n]y)
static void scale(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

static const struct {
    const char *name;
    void (*does)(const double *, double *, int);
} ways[] = {{"scale", scale}};

void use(const double *x, double *y, int n)
{
    ways[0].does(x, y, n);
}
