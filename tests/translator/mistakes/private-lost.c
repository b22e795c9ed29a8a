/* Nothing reads what iterations keep to themselves. */
static double table[100], total[100];

void fill(int n, const double *x)
{
#pragma ctsar for hetero(1) part_copyin(x[1:n]) private(table, total)
    for (int i = 0; i < n; i++) {
        table[i] = x[i];
        total[i] = 0;
        for (int j = 0; j < 20; j++)
            total[i] += x[i] * j;
    }
}
