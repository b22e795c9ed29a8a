#define COLUMNS 20
#define ROWS 10
#define PART(x) part_copy(x[1:ROWS][0:COLUMNS])
static double a[10][30];
void f(void)
{
#pragma ctsar for hetero(1) PART(a)
    for (int i = 0; i < ROWS; ++i)
        a[i][0] = 0;
}
