static int squares[401];
void f(void)
{
    int *middle = squares + 200;
#pragma ctsar for hetero(1)
    for (int i = -200; i <= 200; ++i)
        middle[i] = i * i;
}
