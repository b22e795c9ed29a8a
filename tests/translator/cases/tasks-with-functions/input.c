/* Pointers to functions as arguments of tasks: they are values. */
#include <stdio.h>

typedef double (*unary)(double);

static double twice(double x)
{
    return 2 * x;
}

static double more(double x)
{
    return x + 1;
}

#pragma ctsar task in(a[0:n]) out(b[0:n])
static void map(int n, const double *a, double *b, unary f)
{
    for (int i = 0; i < n; i++)
        b[i] = f(a[i]);
}

static void change(int n, double *b, double (*f)(double))
{
    for (int i = 0; i < n; i++)
        b[i] = f(b[i]);
}

int main(void)
{
    double x[10] = {1, 2, 3}, y[10];
    map(10, x, y, twice);
    map(10, y, x, more);
#pragma ctsar task inout(x[0:10])
    change(10, x, twice);
#pragma ctsar taskwait
    for (int i = 0; i < 4; i++)
        printf("%g %g\n", x[i], y[i]);
    return 0;
}
