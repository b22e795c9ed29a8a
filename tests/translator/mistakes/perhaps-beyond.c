/* Of the rows that the mask has, the clause gives the first half. */
enum { ROWS = 24, COLUMNS = 10 };

void sums(const int *mask, const float a[ROWS][COLUMNS], float *sum)
{
#pragma ctsar for hetero(1) part_copy(sum[1:COLUMNS]) copyin(mask[0:ROWS]) part_copyin(a[0:ROWS / 2][1:COLUMNS])
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < ROWS; j++)
            if (mask[j])
                sum[i] += a[j][i];
}
