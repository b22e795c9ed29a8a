/* ELLPACK: columns of equal length, column-major, padding marked by -1. */
#include <stdio.h>
#define ROWS 500
#define WIDTH 6
static int col[WIDTH * ROWS];
static float val[WIDTH * ROWS], x[ROWS], y[ROWS];

int main(void)
{
    int i, k, c;
    double sum = 0;
    for (i = 0; i < ROWS; i++) {
        x[i] = (float)(i % 23) / 4;
        for (k = 0; k < WIDTH; k++) {
            col[k * ROWS + i] = k <= i % WIDTH ? (i * 7 + k * 31) % ROWS : -1;
            val[k * ROWS + i] = (float)(k + 1) / 2;
        }
    }
#pragma omp parallel for private(i, k, c) hetero(1)
    for (i = 0; i < ROWS; i++) {
        float s = 0;
        for (k = 0; k < WIDTH; k++) {
            c = col[k * ROWS + i];
            if (c < 0)
                break;
            s += val[k * ROWS + i] * x[c];
        }
        y[i] = s;
    }
    for (i = 0; i < ROWS; i++)
        sum += y[i] * (i % 5);
    printf("%.9g\n", sum);
    return 0;
}
