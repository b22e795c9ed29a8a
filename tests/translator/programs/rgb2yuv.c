/* Pictures between formats: interleaved RGB to planes, planes at half the size, back again, packed
   words of 32 and 16 bits, grey by gamma tables, and what was lost on the way. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;
typedef struct {
    int width, height;
    byte *y, *u, *v;
} planes_t;

static byte linear_to_gamma[1024];
static unsigned short gamma_to_linear[256];

static byte clip(int x) { return (byte)(x < 0 ? 0 : x > 255 ? 255 : x); }

static byte *bytes(size_t n)
{
    byte *p = malloc(n);
    if (p == NULL) {
        fprintf(stderr, "out of memory (%zu)\n", n);
        exit(EXIT_FAILURE);
    }
    return p;
}

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

/* Colours have half the size; each is used for four pixels. Rows are walked through by pointers. */
static void back(const byte *restrict y, const byte *restrict u, const byte *restrict v, byte *restrict rgb, int w, int h)
{
    int row, x;
#pragma omp parallel for private(row, x) schedule(static) hetero(1)
    for (row = 0; row < h; row++) {
        const byte *py = y + row * w, *pu = u + row / 2 * (w / 2), *pv = v + row / 2 * (w / 2);
        byte *to = rgb + 3 * row * w;
        for (x = 0; x < w; x++) {
            int c = 298 * (*py++ - 16), d = *pu - 128, e = *pv - 128;
            *to++ = clip((c + 409 * e + 128) >> 8);
            *to++ = clip((c - 100 * d - 208 * e + 128) >> 8);
            *to++ = clip((c + 516 * d + 128) >> 8);
            if (x & 1)
                pu++, pv++;
        }
    }
}

static uint32_t pack(byte r, byte g, byte b) { return 0xFF000000u | (uint32_t)r << 16 | (uint32_t)g << 8 | b; }

static void words(const byte *rgb, uint32_t *argb, uint16_t *rgb565, int n)
{
    int i;
#pragma omp parallel for hetero(1)
    for (i = 0; i < n; i++) {
        const byte *p = &rgb[3 * i];
        argb[i] = pack(p[0], p[1], p[2]);
        rgb565[i] = (uint16_t)((p[0] >> 3) << 11 | (p[1] >> 2) << 5 | p[2] >> 3);
    }
}

/* Two pictures one over the other; the upper one shines through by a mask of a nibble a pixel. */
static void blend(uint32_t *under, const uint32_t *over, const byte *mask, int n)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        unsigned alpha = i & 1 ? mask[i / 2] >> 4 : mask[i / 2] & 15, rest = 15 - alpha;
        uint32_t a = under[i], b = over[i], out = 0xFF;
        if (alpha == 0)
            continue;
        for (int shift = 16; shift >= 0; shift -= 8)
            out = out << 8 | (((a >> shift & 0xFF) * rest + (b >> shift & 0xFF) * alpha) / 15);
        under[i] = out;
    }
}

static void tables(void)
{
    int k;
    for (k = 0; k < 256; k++)
        gamma_to_linear[k] = (unsigned short)(k * k * 1023L / (255 * 255));
    for (k = 0; k < 1024; k++)
        linear_to_gamma[k] = (byte)(sqrt(k / 1023.0) * 255 + 0.25);
}

static void grey(const byte *rgb, byte *out, int w, int h, int stride)
{
#pragma omp parallel for collapse(2) hetero(1)
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const byte *p = rgb + (y * w + x) * 3;
            unsigned light = 2126u * gamma_to_linear[p[0]] + 7152u * gamma_to_linear[p[1]] + 722u * gamma_to_linear[p[2]];
            out[y * stride + x] = linear_to_gamma[light / 10000];
        }
}

static int lost(const byte *a, const byte *b, int n, int *worst)
{
    int i, d, far = 0, total = 0;
#pragma omp parallel for private(d) reduction(+ : total) reduction(max : far) hetero(1)
    for (i = 0; i < n; i++) {
        d = a[i] - b[i];
        d = d < 0 ? -d : d;
        total += d;
        far = d > far ? d : far;
    }
    *worst = far;
    return total;
}

int main(void)
{
    planes_t p = {64, 48, 0, 0, 0};
    int n = p.width * p.height, i, worst, total, stride = 80;
    byte *rgb = bytes(3 * n), *u = bytes(n / 4), *v = bytes(n / 4), *again = bytes(3 * n), *g = bytes(stride * 48), *mask = bytes(n / 2);
    uint32_t *argb = malloc(n * 4), *other = malloc(n * 4);
    uint16_t *small = malloc(n * 2);
    unsigned long sum = 0;
    p.y = bytes(n);
    p.u = bytes(n);
    p.v = bytes(n);
    for (i = 0; i < 3 * n; i++)
        rgb[i] = (byte)(i / 6 * 7 + i % 3 * 20 + i / 64);
    for (i = 0; i < n / 2; i++)
        mask[i] = (byte)(i * 5 + i / 32);
    memset(g, 1, stride * 48);
    tables();
    convert(rgb, &p);
    halve(p.u, u, p.width, p.height);
    halve(p.v, v, p.width, p.height);
    back(p.y, u, v, again, p.width, p.height);
    total = lost(rgb, again, 3 * n, &worst);
    for (i = 0; i < n; i++)
        sum = sum * 31 + p.y[i] + 3 * p.v[i];
    printf("%lx, lost %d, at most %d\n", sum, total, worst);
    words(rgb, other, small, n);
    words(again, argb, small, n);
    blend(argb, other, mask, n);
    grey(again, g, p.width, p.height, stride);
    for (sum = 0, i = 0; i < n; i++)
        sum = sum * 17 + argb[i] + small[i] * 3u;
    for (i = 0; i < stride * 48; i++)
        sum = sum * 13 + g[i];
    printf("%lx\n", sum);
    return 0;
}
