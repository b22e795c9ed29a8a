/* Whoever executes the loop would get a copy of the pointer. */
void weighted(int n, double *x, double w[20])
{
#pragma ctsar for hetero(1) part_copy(x[1:n]) firstprivate(w)
    for (int i = 0; i < n; i++)
        x[i] *= w[i % 20];
}
