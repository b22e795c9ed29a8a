/* A compiler ignores what it does not know: these loops would stay serial without a word. */
void fill(int n, double *a)
{
#pragma ctsra for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp parallel for \
    hetro(1)
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma acc region for part_copyot(a[1:n])
    for (int i = 0; i < n; i++)
        a[i] *= 2;
#pragma other for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] -= 1;
    /* no directive:
#pragma ctasr for hetero(1) */
#pragma	omp	parallel for	hetero(1)
    for (int i = 0; i < n; i++)
        a[i] *= 3;
#pragma other "hetero(1) is for loops"
#pragma GCC ivdep
    for (int i = 0; i < n; i++)
        a[i] /= 2;
}
