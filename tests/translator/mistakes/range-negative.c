static double a[12], b[12];
void f(void)
{
#pragma ctsar for hetero(1) part_copyin(a[1:12:0/2]) part_copy(b[1:12:0/2])
    for (int i = -2; i < 10; ++i)
        b[i + 2] = a[i + 2];
}
