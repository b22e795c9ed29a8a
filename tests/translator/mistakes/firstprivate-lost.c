/* Each unit goes on from what the array was before, and keeps that to itself. */
static double total[100];

void add(int n, const double *x)
{
#pragma ctsar for hetero(1) part_copyin(x[1:n]) firstprivate(total)
    for (int i = 0; i < n; i++)
        total[i] += x[i];
}
