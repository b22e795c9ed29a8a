void f(int n, const unsigned char *pixel, int *count)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i)
        count[pixel[i]]++;
}
