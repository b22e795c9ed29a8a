void f(double *a)
{
#pragma ctsar for hetero(1)
    for (unsigned char i = 250; i != 4; ++i)
        a[i] = 0;
}
