/* Contrast of grey pictures: a histogram by a reduction over an array, a table and its application;
 * the same by tiles with clipping, tables blended; a threshold after Otsu. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 120
#define HEIGHT 75
#define PIXELS (WIDTH * HEIGHT)
#define TX 8
#define TY 5
#define TILE 15 /* pixels a side */
#define CLIP 4

typedef unsigned char byte;

byte in[PIXELS], out[PIXELS], tiled[PIXELS], mask[PIXELS], lut[256];
int hist[256];
byte tables[TY][TX][256];

static void histogram(const byte *p, int n)
{
    int i;
    memset(hist, 0, sizeof hist);
#pragma omp parallel for reduction(+ : hist) hetero(1)
    for (i = 0; i < n; i++)
        hist[p[i]]++;
}

static int global(void)
{
    int v, i, total = 0;
    histogram(in, PIXELS);
    for (v = 0; v < 256; v++) {
        total += hist[v];
        lut[v] = (byte)((long)total * 255 / PIXELS);
    }
#pragma omp parallel for hetero(1)
    for (i = 0; i < PIXELS; i++)
        out[i] = lut[in[i]];
    return total;
}

/* A table for each tile; what is above the limit is spread over all levels. */
static void tile_tables(void)
{
    int t;
#pragma omp parallel for private(t) hetero(1)
    for (t = 0; t < TX * TY; t++) {
        int count[256] = {0}, ty = t / TX, tx = t % TX, x, y, v, over = 0, sum = 0;
        int limit = CLIP * TILE * TILE / 256 + 1;
        for (y = ty * TILE; y < (ty + 1) * TILE; y++)
            for (x = tx * TILE; x < (tx + 1) * TILE; x++)
                count[in[y * WIDTH + x]]++;
        for (v = 0; v < 256; v++)
            if (count[v] > limit) {
                over += count[v] - limit;
                count[v] = limit;
            }
        for (v = 0; v < 256; v++) {
            sum += count[v] + over / 256 + (v < over % 256);
            tables[ty][tx][v] = (byte)(sum * 255 / (TILE * TILE));
        }
    }
}

static void blend(void)
{
    int x, y;
#pragma omp parallel for private(x, y) hetero(1)
    for (y = 0; y < HEIGHT; y++) {
        int cy = 2 * y - TILE < 0 ? 0 : (2 * y - TILE) / (2 * TILE), dy = 2 * y - TILE - 2 * TILE * cy;
        int cy1 = cy + 1 < TY ? cy + 1 : cy;
        if (dy < 0)
            dy = 0;
        for (x = 0; x < WIDTH; x++) {
            int cx = 2 * x - TILE < 0 ? 0 : (2 * x - TILE) / (2 * TILE), dx = 2 * x - TILE - 2 * TILE * cx, v = in[y * WIDTH + x];
            int cx1 = cx + 1 < TX ? cx + 1 : cx;
            long top, bottom;
            if (dx < 0)
                dx = 0;
            top = tables[cy][cx][v] * (2L * TILE - dx) + tables[cy][cx1][v] * (long)dx;
            bottom = tables[cy1][cx][v] * (2L * TILE - dx) + tables[cy1][cx1][v] * (long)dx;
            tiled[y * WIDTH + x] = (byte)((top * (2 * TILE - dy) + bottom * dy) / (4L * TILE * TILE));
        }
    }
}

/* The threshold that separates best: all candidates are tried. */
static int otsu(void)
{
    int t, best = 0;
    static double between[256];
#pragma omp parallel for private(t) hetero(1)
    for (t = 0; t < 256; t++) {
        long n0 = 0, n1 = 0, s0 = 0, s1 = 0;
        for (int v = 0; v < 256; v++)
            if (v <= t)
                n0 += hist[v], s0 += (long)v * hist[v];
            else
                n1 += hist[v], s1 += (long)v * hist[v];
        between[t] = 0;
        if (n0 && n1) {
            double d = (double)s0 / n0 - (double)s1 / n1;
            between[t] = d * d * n0 * n1;
        }
    }
    for (t = 1; t < 256; t++)
        if (between[t] > between[best])
            best = t;
    return best;
}

static unsigned long fold(const byte *p)
{
    unsigned long sum = 0;
    for (int i = 0; i < PIXELS; i++)
        sum = sum * 33 + p[i];
    return sum;
}

int main(void)
{
    int i, total, threshold, white = 0;
    for (i = 0; i < PIXELS; i++)
        in[i] = (byte)(i * i / 97 % 180 / (1 + i % WIDTH / 60) + 20);
    total = global();
    threshold = otsu();
    tile_tables();
    blend();
#pragma omp parallel for firstprivate(threshold) reduction(+ : white) hetero(1)
    for (i = 0; i < PIXELS; i++)
        white += mask[i] = in[i] > threshold;
    printf("%d %lx\n%d %d %lx\n%lx\n", total, fold(out), threshold, white, fold(mask), fold(tiled));
    return 0;
}
