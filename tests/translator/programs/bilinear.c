/* A picture in another size, by bilinear interpolation; the source's place is computed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct image {
    int w, h;
    float *data;
};
static struct image make(int w, int h)
{
    struct image m;
    m.w = w;
    m.h = h;
    m.data = calloc(w * h, sizeof(float));
    return m;
}
static void resize(const struct image *src, struct image *dst)
{
    int x, y;
    float sx = (float)src->w / dst->w, sy = (float)src->h / dst->h;
    const float *in = src->data;
    float *out = dst->data;
    int sw = src->w, sh = src->h, dw = dst->w, dh = dst->h;
#pragma omp parallel for private(x, y) firstprivate(sx, sy) hetero(1)
    for (y = 0; y < dh; y++) {
        float fy = y * sy;
        int y0 = (int)fy, y1 = y0 + 1 < sh ? y0 + 1 : sh - 1;
        float wy = fy - y0;
        for (x = 0; x < dw; x++) {
            float fx = x * sx;
            int x0 = (int)fx, x1 = x0 + 1 < sw ? x0 + 1 : sw - 1;
            float wx = fx - x0;
            out[y * dw + x] = (1 - wy) * ((1 - wx) * in[y0 * sw + x0] + wx * in[y0 * sw + x1]) +
                              wy * ((1 - wx) * in[y1 * sw + x0] + wx * in[y1 * sw + x1]);
        }
    }
}
int main(void)
{
    struct image a = make(40, 30), b = make(64, 72);
    int i;
    double sum = 0;
    for (i = 0; i < a.w * a.h; i++)
        a.data[i] = (float)(i * 7 % 50);
    resize(&a, &b);
    for (i = 0; i < b.w * b.h; i++)
        sum += b.data[i] * (i % 13);
    printf("%.6g\n", sum);
    return 0;
}
