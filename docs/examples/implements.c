/* implements: functions that execute a loop in another way. */
#include <stdio.h>

enum { ROWS = 300, SIDE = 32 };

static void product(int rows, const float *a, const float *b, float *c)
{
#pragma ctsar for hetero(1) part_copyin(a[1:rows][0:SIDE]) copyin(b[0:SIDE * SIDE]) \
    part_copy(c[1:rows][0:SIDE])
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < SIDE; j++)
            for (int k = 0; k < SIDE; k++)
                c[i * SIDE + j] += a[i * SIDE + k] * b[k * SIDE + j];
}

#pragma ctsar implements(product) device(cpu) when(last - first >= 4)
void product_by_rows(int rows, const float *a, const float *b, float *c, long first, long last)
{
    (void)rows;
    for (long i = first; i < last; i++)
        for (int k = 0; k < SIDE; k++)
            for (int j = 0; j < SIDE; j++)
                c[i * SIDE + j] += a[i * SIDE + k] * b[k * SIDE + j];
}

static float a[ROWS * SIDE], b[SIDE * SIDE], c[ROWS * SIDE];

int main(void)
{
    double sum = 0;
    for (int i = 0; i < ROWS * SIDE; i++)
        a[i] = (float)(i % 7);
    for (int i = 0; i < SIDE * SIDE; i++)
        b[i] = (float)(i % 5);
    for (int pass = 0; pass < 3; pass++)
        product(ROWS, a, b, c);
    for (int i = 0; i < ROWS * SIDE; i++)
        sum += i % 11 * c[i];
    printf("%g\n", sum);
    return 0;
}
