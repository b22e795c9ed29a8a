/* A separable blur, rows then columns, floats, with a kernel from a function. */
#include <math.h>
#include <stdio.h>
#define R 3
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
enum { WIDTH = 80, HEIGHT = 60 };
static float img[HEIGHT][WIDTH], tmp[HEIGHT][WIDTH], out[HEIGHT][WIDTH], kern[2 * R + 1];

static void make_kernel(float sigma)
{
    int k;
    float sum = 0;
    for (k = -R; k <= R; k++)
        sum += kern[k + R] = expf(-k * k / (2 * sigma * sigma));
    for (k = 0; k <= 2 * R; k++)
        kern[k] /= sum;
}

int main(void)
{
    int x, y, k;
    float acc;
    double sum = 0;
    make_kernel(1.5f);
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++)
            img[y][x] = (float)((x * 5 + y * 11) % 64);
#pragma omp parallel for private(x, k, acc) hetero(1)
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++) {
            acc = 0;
            for (k = -R; k <= R; k++)
                acc += kern[k + R] * img[y][MIN(MAX(x + k, 0), WIDTH - 1)];
            tmp[y][x] = acc;
        }
#pragma omp parallel for private(x, k, acc) hetero(1)
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++) {
            acc = 0;
            for (k = -R; k <= R; k++)
                acc += kern[k + R] * tmp[MIN(MAX(y + k, 0), HEIGHT - 1)][x];
            out[y][x] = acc;
        }
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++)
            sum += out[y][x] * (x + 2 * y);
    printf("%.6g\n", sum);
    return 0;
}
