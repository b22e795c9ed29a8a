void look_up(int n, double scale, const double *x, const double *table, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] = table[(int)(x[i] * scale)];
}
