double a[64 * 48];
void f(const int *length)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 64; ++i)
        for (int j = 0; j < length[i]; ++j)
            a[i * 48 + j] = i - j;
}
