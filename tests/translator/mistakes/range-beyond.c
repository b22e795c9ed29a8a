static double a[10], b[12];
void f(void)
{
#pragma ctsar for hetero(1) part_copyin(a[1:10:2/0]) part_copy(b[1:12])
    for (int i = 2; i < 12; ++i)
        b[i] = a[i - 2];
}
