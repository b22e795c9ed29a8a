double a[40], c[40][40];
void f(void)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 40; ++i)
        for (int j = i; j < 40; ++j) {
            c[i][j] = a[i] * a[j];
            c[j][i] = c[i][j];
        }
}
