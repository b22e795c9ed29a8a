struct row { int n; double *at; };
void f(int n, struct row *rows)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < rows[i].n; ++j)
            rows[i].at[j] *= 2;
}
