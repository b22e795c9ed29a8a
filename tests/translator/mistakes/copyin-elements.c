/* A matrix by the number of its elements, but from the second one on. */
void rows(int n, int m, int k, const double (*a)[m], double *b)
{
#pragma ctsar for hetero(1) part_copy(b[1:k]) copyin(a[1:n * m])
    for (int i = 0; i < k; i++)
        for (int j = 0; j < n; j++)
            b[i] += a[j][0];
}
