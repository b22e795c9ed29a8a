void f(int count, double *a)
{
#pragma ctsar for hetero(1) part_copy(a[1:cuont])
    for (int i = 0; i < count; ++i)
        a[i] = i;
}
