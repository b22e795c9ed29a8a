/* Planes and rows are one dimension for the clause, which has as many as there are planes. */
void planes(int n, int m, int k, const long *a, long (*out)[m][k])
{
#pragma ctsar for hetero(1) part_copyin(a[0:n][1:k]) part_copy(out[0:n][0:m][1:k])
    for (int i = 0; i < k; i++)
        for (int p = 0; p < n; p++)
            for (int j = 0; j < m; j++)
                if ((i + j + p) % 4 == 0)
                    out[p][j][i] = a[(p * m + j) * k + i];
}
