/* Interleaved RGB to planes, and the planes at half the size. */
#include <stdio.h>
#include <stdlib.h>
typedef unsigned char byte;
typedef struct {
    int width, height;
    byte *y, *u, *v;
} planes_t;
static byte clip(int x) { return (byte)(x < 0 ? 0 : x > 255 ? 255 : x); }

static void convert(const byte *rgb, planes_t *out)
{
    int i, n = out->width * out->height;
    byte *py = out->y, *pu = out->u, *pv = out->v;
#pragma omp parallel for private(i) hetero(1)
    for (i = 0; i < n; i++) {
        int r = rgb[3 * i + 0], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
        py[i] = clip((66 * r + 129 * g + 25 * b + 128) / 256 + 16);
        pu[i] = clip((-38 * r - 74 * g + 112 * b + 128) / 256 + 128);
        pv[i] = clip((112 * r - 94 * g - 18 * b + 128) / 256 + 128);
    }
}
static void halve(const byte *in, byte *out, int w, int h)
{
    int x, y;
#pragma omp parallel for private(x, y) hetero(1)
    for (y = 0; y < h / 2; y++)
        for (x = 0; x < w / 2; x++)
            out[y * (w / 2) + x] = (byte)((in[2 * y * w + 2 * x] + in[2 * y * w + 2 * x + 1] +
                                           in[(2 * y + 1) * w + 2 * x] + in[(2 * y + 1) * w + 2 * x + 1] + 2) / 4);
}
int main(void)
{
    planes_t p = {64, 48, 0, 0, 0};
    int n = p.width * p.height, i;
    byte *rgb = malloc(3 * n), *small = malloc(n / 4);
    unsigned long sum = 0;
    p.y = malloc(n);
    p.u = malloc(n);
    p.v = malloc(n);
    for (i = 0; i < 3 * n; i++)
        rgb[i] = (byte)(i * 7 + i / 64);
    convert(rgb, &p);
    halve(p.u, small, p.width, p.height);
    for (i = 0; i < n; i++)
        sum = sum * 31 + p.y[i] + 3 * p.v[i];
    for (i = 0; i < n / 4; i++)
        sum = sum * 17 + small[i];
    printf("%lx\n", sum);
    return 0;
}
