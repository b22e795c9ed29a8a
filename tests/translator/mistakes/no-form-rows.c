void add(int n, int m, double (*restrict p)[m], double (*restrict q)[m])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            (*p)[j] += (*q)[j];
        p++;
        q++;
    }
}
