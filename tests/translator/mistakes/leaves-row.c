double a[20][20];
void f(void)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 19; ++i)
        for (int j = 0; j <= 20; ++j)
            a[i][j] = 0;
}
