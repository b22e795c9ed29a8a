static double a[10][20];
void f(void)
{
#pragma ctsar for hetero(1) part_copy(a[1:10][0:4][0:5])
    for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 20; ++j)
            a[i][j] = i;
}
