/* What a condition leaves out is not in the clause: that it does is asked before the loop. */
void sums(int n, int wide, double *restrict sum, const double *restrict from)
{
#pragma ctsar for hetero(1) part_copy(sum[1:n]) copyin(from[0:n])
    for (int i = 0; i < n; i++) {
        sum[i] += from[i];
        if (wide)
            sum[i] += from[i + n];
    }
}
