enum { N = 100, M = 8 };

void f(double (*restrict a)[M])
{
#pragma ctsar for hetero(1)
    for (int i = 2; i < N; i++)
        for (int j = 1; j < 3; j++)
            a[i][0] += a[i - j][0];
}
