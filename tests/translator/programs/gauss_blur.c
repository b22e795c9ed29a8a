/* Blurs and sharpens: a separable Gaussian with edges mirrored, a box by running sums, a bilateral
   filter, an unsharp mask, differences of Gaussians and where they change sign. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define R 3
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CLAMP(v, lo, hi) MIN(MAX(v, lo), hi)

enum { WIDTH = 80, HEIGHT = 60 };

typedef float plane[HEIGHT][WIDTH];

static plane img, tmp, out, wide, sharp, box, calm;
static unsigned char edge[HEIGHT][WIDTH];
static float kern[2 * R + 1];

static void make_kernel(float sigma)
{
    int k;
    float sum = 0;
    for (k = -R; k <= R; k++)
        sum += kern[k + R] = expf(-k * k / (2 * sigma * sigma));
    for (k = 0; k <= 2 * R; k++)
        kern[k] /= sum;
}

static inline int mirror(int i, int n) { return i < 0 ? -i - 1 : i >= n ? 2 * n - 1 - i : i; }

static void blur(plane src, plane dst, float sigma)
{
    int x, y, k;
    float acc;
    make_kernel(sigma);
#pragma omp parallel for private(x, k, acc) hetero(1)
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++) {
            acc = 0;
            for (k = -R; k <= R; k++)
                acc += kern[k + R] * src[y][mirror(x + k, WIDTH)];
            tmp[y][x] = acc;
        }
#pragma omp parallel for private(x, k, acc) hetero(1)
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++) {
            acc = 0;
            for (k = -R; k <= R; k++)
                acc += kern[k + R] * tmp[CLAMP(y + k, 0, HEIGHT - 1)][x];
            dst[y][x] = acc;
        }
}

/* Sums that run along each row: one in, one out. */
static void running_box(void)
{
    int y;
#pragma omp parallel for hetero(1)
    for (y = 0; y < HEIGHT; y++) {
        float *row = box[y], s = 0;
        const float *from = img[y];
        int x;
        for (x = 0; x <= R; x++)
            s += from[x];
        for (x = 0; x < WIDTH; x++) {
            int first = MAX(x - R, 0), last = MIN(x + R, WIDTH - 1);
            row[x] = s / (last - first + 1);
            if (x + R + 1 < WIDTH)
                s += from[x + R + 1];
            if (x - R >= 0)
                s -= from[x - R];
        }
    }
}

static void bilateral(float sigma)
{
    int x, y, i, j;
#pragma omp parallel for collapse(2) private(x, y, i, j) firstprivate(sigma) hetero(1)
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++) {
            float s = 0, w = 0;
            for (j = MAX(y - 2, 0); j <= MIN(y + 2, HEIGHT - 1); j++)
                for (i = MAX(x - 2, 0); i <= MIN(x + 2, WIDTH - 1); i++) {
                    float d = img[j][i] - img[y][x], g = expf(-d * d / (2 * sigma * sigma));
                    s += g * img[j][i];
                    w += g;
                }
            calm[y][x] = s / w;
        }
}

static double checksum(plane p)
{
    double s = 0;
    int x, y;
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++)
            s += p[y][x] * (x % 5 + y % 3);
    return s;
}

int main(void)
{
    int x, y, edges = 0;
    float amount = 0.7f, brightest = 0;
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++)
            img[y][x] = (float)((x * 5 + y * 11) % 64 + (x > 30 && y > 20 ? 60 : 0));
    blur(img, wide, 2.5f);
    blur(img, out, 1.2f);
    running_box();
    bilateral(12.0f);
#pragma omp parallel for private(x) firstprivate(amount) reduction(max : brightest) hetero(1)
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++) {
            float v = img[y][x] + amount * (img[y][x] - out[y][x]);
            sharp[y][x] = CLAMP(v, 0.0f, 140.0f);
            if (out[y][x] > brightest)
                brightest = out[y][x];
        }
#pragma omp parallel for private(y, x) reduction(+ : edges) hetero(1)
    for (y = 0; y < HEIGHT - 1; y++)
        for (x = 0; x < WIDTH - 1; x++) {
            float here = out[y][x] - wide[y][x], right = out[y][x + 1] - wide[y][x + 1], below = out[y + 1][x] - wide[y + 1][x];
            edge[y][x] = (here * right < -0.01f || here * below < -0.01f) ? 255 : 0;
            edges += edge[y][x] != 0;
        }
    printf("%.5g %.5g %.5g %.5g %.5g\n", checksum(out), checksum(wide), checksum(box), checksum(calm), checksum(sharp));
    printf("brightest %.3f, edges about %d\n", brightest, (edges + 5) / 10 * 10);
    return 0;
}
