/* Pooling by two: each output row from two input rows, and the place of the greatest. */
#include <stdio.h>
#define C 4
#define H 32
#define W 40
float in[C][H][W], out[C][H / 2][W / 2];
int where[C][H / 2][W / 2];

int main(void)
{
    int c, y, x, i, j;
    double sum = 0;
    for (c = 0; c < C; c++)
        for (y = 0; y < H; y++)
            for (x = 0; x < W; x++)
                in[c][y][x] = (float)((c * 31 + y * 17 + x * 7) % 53);
    for (c = 0; c < C; c++) {
#pragma omp parallel for private(y, x, i, j) hetero(1)
        for (y = 0; y < H / 2; y++)
            for (x = 0; x < W / 2; x++) {
                float best = in[c][2 * y][2 * x];
                int at = 0;
                for (i = 0; i < 2; i++)
                    for (j = 0; j < 2; j++)
                        if (in[c][2 * y + i][2 * x + j] > best) {
                            best = in[c][2 * y + i][2 * x + j];
                            at = 2 * i + j;
                        }
                out[c][y][x] = best;
                where[c][y][x] = at;
            }
    }
    for (c = 0; c < C; c++)
        for (y = 0; y < H / 2; y++)
            for (x = 0; x < W / 2; x++)
                sum += out[c][y][x] * (x + 1) + where[c][y][x] * (y + 1);
    printf("%.9g\n", sum);
    return 0;
}
