/* The condition keeps half of the columns, and the clause has a quarter. */
void columns(int n, int m, double (*a)[m], double *b)
{
#pragma ctsar for hetero(1) part_copy(b[1:n]) copyin(a[0:m / 4])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (j < m / 2)
                b[i] += a[j][0];
}
