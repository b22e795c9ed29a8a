#pragma ctsar pure
static double table[8];

#pragma ctsar pure
double next(double);

void f(double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:100])
    for (int i = 0; i < 100; i++)
        a[i] = next(a[i]) + table[i % 8];
}
