/* Cosine transforms of 8 by 8 blocks; a row of blocks is an iteration. */
#include <math.h>
#include <stdio.h>
#define W 64
#define H 48
static short pixel[H][W];
static float coef[H][W], basis[8][8];
static void block(int by, int bx)
{
    int u, v, x, y;
    float tmp[8][8];
    for (v = 0; v < 8; v++)
        for (x = 0; x < 8; x++) {
            float s = 0;
            for (y = 0; y < 8; y++)
                s += basis[v][y] * pixel[by * 8 + y][bx * 8 + x];
            tmp[v][x] = s;
        }
    for (v = 0; v < 8; v++)
        for (u = 0; u < 8; u++) {
            float s = 0;
            for (x = 0; x < 8; x++)
                s += basis[u][x] * tmp[v][x];
            coef[by * 8 + v][bx * 8 + u] = s;
        }
}
int main(void)
{
    int i, j, by, bx;
    double sum = 0;
    for (i = 0; i < 8; i++)
        for (j = 0; j < 8; j++)
            basis[i][j] = (float)((i ? 0.5 : 0.35355339) * cos((2 * j + 1) * i * 3.14159265 / 16));
    for (i = 0; i < H; i++)
        for (j = 0; j < W; j++)
            pixel[i][j] = (short)((i * 9 + j * 5) % 256 - 128);
#pragma omp parallel for private(by, bx) hetero(1)
    for (by = 0; by < H / 8; by++)
        for (bx = 0; bx < W / 8; bx++)
            block(by, bx);
    for (i = 0; i < H; i++)
        for (j = 0; j < W; j++)
            sum += coef[i][j] * ((i + 2 * j) % 7);
    printf("%.5g\n", sum);
    return 0;
}
