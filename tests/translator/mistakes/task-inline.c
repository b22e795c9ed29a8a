void f(double *x)
{
#pragma ctsar task inout(*x)
    *x += 1;
}
