// Pictures in other sizes: nearest, bilinear, bicubic; back again, and how much of it is lost.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef enum { NEAREST, BILINEAR, BICUBIC } filter_t;

typedef struct {
    int w, h, channels;
    float *data; // rows of pixels of channels
} image;

static image image_new(int w, int h, int channels)
{
    image m = {w, h, channels, calloc((size_t)w * h * channels, sizeof(float))};
    return m;
}

static inline int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

static inline float at(const image *m, int x, int y, int c)
{
    x = clampi(x, 0, m->w - 1);
    y = clampi(y, 0, m->h - 1);
    return m->data[(y * m->w + x) * m->channels + c];
}

static inline float cubic(float t) // Keys, a = -0.5
{
    t = fabsf(t);
    if (t < 1)
        return 1 + t * t * (1.5f * t - 2.5f);
    return t < 2 ? 2 + t * (-4 + t * (2.5f - 0.5f * t)) : 0;
}

static void resize_nearest(const image *src, image *dst)
{
    const float *in = src->data;
    float *out = dst->data;
    int sw = src->w, dw = dst->w, nc = dst->channels;
#pragma omp parallel for hetero(1)
    for (int y = 0; y < dst->h; y++) {
        int sy = y * src->h / dst->h;
        for (int x = 0; x < dw; x++) {
            int sx = x * sw / dw;
            for (int c = 0; c < nc; c++)
                out[(y * dw + x) * nc + c] = in[(sy * sw + sx) * nc + c];
        }
    }
}

static void resize_bilinear(const image *src, image *dst)
{
    int x, y, c;
    float sx = (float)src->w / dst->w, sy = (float)src->h / dst->h;
    const float *in = src->data;
    float *out = dst->data;
    int sw = src->w, sh = src->h, dw = dst->w, dh = dst->h, nc = src->channels;
#pragma omp parallel for private(x, y, c) firstprivate(sx, sy) hetero(1)
    for (y = 0; y < dh; y++) {
        float fy = y * sy;
        int y0 = (int)fy, y1 = y0 + 1 < sh ? y0 + 1 : sh - 1;
        float wy = fy - y0;
        for (x = 0; x < dw; x++) {
            float fx = x * sx;
            int x0 = (int)fx, x1 = x0 + 1 < sw ? x0 + 1 : sw - 1;
            float wx = fx - x0;
            for (c = 0; c < nc; c++)
                out[(y * dw + x) * nc + c] =
                    (1 - wy) * ((1 - wx) * in[(y0 * sw + x0) * nc + c] + wx * in[(y0 * sw + x1) * nc + c]) +
                    wy * ((1 - wx) * in[(y1 * sw + x0) * nc + c] + wx * in[(y1 * sw + x1) * nc + c]);
        }
    }
}

static void resize_bicubic(const image *src, image *dst)
{
    const float sx = (float)src->w / dst->w, sy = (float)src->h / dst->h;
#pragma omp parallel for collapse(2) hetero(1)
    for (int y = 0; y < dst->h; y++)
        for (int x = 0; x < dst->w; x++) {
            float fx = x * sx, fy = y * sy;
            int x0 = (int)floorf(fx), y0 = (int)floorf(fy);
            for (int c = 0; c < dst->channels; c++) {
                float sum = 0, weight = 0;
                for (int j = -1; j <= 2; j++)
                    for (int i = -1; i <= 2; i++) {
                        float w = cubic(fx - x0 - i) * cubic(fy - y0 - j);
                        sum += w * at(src, x0 + i, y0 + j, c);
                        weight += w;
                    }
                dst->data[(y * dst->w + x) * dst->channels + c] = sum / weight;
            }
        }
}

static void resize(const image *src, image *dst, filter_t how)
{
    switch (how) {
    case NEAREST: resize_nearest(src, dst); break;
    case BILINEAR: resize_bilinear(src, dst); break;
    case BICUBIC: resize_bicubic(src, dst); break;
    }
}

static double lost(const image *a, const image *b)
{
    double e = 0;
    int n = a->w * a->h * a->channels;
#pragma omp parallel for reduction(+ : e) hetero(1)
    for (int i = 0; i < n; i++)
        e += (double)(a->data[i] - b->data[i]) * (a->data[i] - b->data[i]);
    return 10 * log10(255.0 * 255.0 * n / (e + 1e-9));
}

int main(void)
{
    static const char *const name[] = {"nearest", "bilinear", "bicubic"};
    image a = image_new(40, 30, 3);
    for (int i = 0; i < a.w * a.h * 3; i++)
        a.data[i] = 128 + 60 * sinf(i % 120 / 17.0f) + 40 * cosf(i / 120 / 5.0f) + i % 3;
    for (filter_t how = NEAREST; how <= BICUBIC; how++) {
        image b = image_new(64, 51, 3), back = image_new(a.w, a.h, 3);
        double sum = 0;
        resize(&a, &b, how);
        resize(&b, &back, how);
        for (int i = 0; i < b.w * b.h * 3; i++)
            sum += b.data[i] * (i % 13);
        printf("%-8s %.6g %.4f dB\n", name[how], sum, lost(&a, &back));
        free(b.data);
        free(back.data);
    }
    free(a.data);
    return 0;
}
