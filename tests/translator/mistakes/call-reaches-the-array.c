static double a[100];
static double left(int i)
{
    return a[i - 1];
}
void f(double *b)
{
#pragma ctsar for hetero(1) part_copy(a[1:100]) part_copy(b[1:100])
    for (int i = 1; i < 100; ++i) {
        a[i] = i;
        b[i] = left(i);
    }
}
