static inline int doubled(int *v, int n)
{
    int i;
#pragma ctsar for hetero(1) part_copy(v[1:n])
    for (i = 0; i < n; ++i)
        v[i] *= 2;
    return i;
}
