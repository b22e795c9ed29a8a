/* An array parameter is a pointer, which iterations have lead to memory of their own. */
void halves(int n, double *x, double t[4])
{
#pragma omp parallel for hetero(1) private(t)
    for (int i = 0; i < n; i++) {
        double own[4];
        t = own;
        t[1] = x[i] / 2;
        x[i] = t[1];
    }
}
