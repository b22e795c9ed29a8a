/* Sobel's operator on bytes; the border repeats. */
#include <stdio.h>
#include <stdlib.h>
typedef unsigned char u8;
static int clampi(int v, int lo, int hi)
{
    if (v < lo) return lo;
    if (v > hi) return hi;
    return v;
}

void sobel(const u8 *src, u8 *dst, int w, int h)
{
    int x, y;
#pragma omp parallel for private(x) hetero(1)
    for (y = 0; y < h; y++) {
        for (x = 0; x < w; x++) {
            int xm = clampi(x - 1, 0, w - 1), xp = clampi(x + 1, 0, w - 1);
            int ym = clampi(y - 1, 0, h - 1), yp = clampi(y + 1, 0, h - 1);
            int gx = -src[ym * w + xm] - 2 * src[y * w + xm] - src[yp * w + xm] +
                     src[ym * w + xp] + 2 * src[y * w + xp] + src[yp * w + xp];
            int gy = -src[ym * w + xm] - 2 * src[ym * w + x] - src[ym * w + xp] +
                     src[yp * w + xm] + 2 * src[yp * w + x] + src[yp * w + xp];
            int m = abs(gx) + abs(gy);
            dst[y * w + x] = (u8)(m > 255 ? 255 : m);
        }
    }
}

int main(void)
{
    int w = 90, h = 70, i;
    unsigned long sum = 0;
    u8 *a = malloc(w * h), *b = calloc(w * h, 1);
    for (i = 0; i < w * h; i++)
        a[i] = (u8)(i * 7 ^ i / w * 13);
    sobel(a, b, w, h);
    for (i = 0; i < w * h; i++)
        sum = sum * 31 + b[i];
    printf("%lx\n", sum);
    return 0;
}
