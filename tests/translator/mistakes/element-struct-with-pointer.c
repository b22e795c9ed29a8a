struct row { int n; double *at; };
void f(int n, struct row *rows, double *sums)
{
#pragma ctsar for hetero(1) part_copyin(rows[1:n]) part_copyout(sums[1:n])
    for (int i = 0; i < n; ++i) {
        sums[i] = 0;
        for (int j = 0; j < rows[i].n; ++j)
            sums[i] += rows[i].at[j];
    }
}
