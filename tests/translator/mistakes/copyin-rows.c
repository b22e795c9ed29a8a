/* All elements but one: of a matrix there are whole rows on a unit. */
void rows(int n, int m, int k, const double (*a)[m], double *b)
{
#pragma ctsar for hetero(1) part_copy(b[1:k]) copyin(a[0:n * m - 1])
    for (int i = 0; i < k; i++)
        for (int j = 0; j < n; j++)
            b[i] += a[j][0];
}
