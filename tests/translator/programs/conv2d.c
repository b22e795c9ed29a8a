/* A convolution layer: channels outermost, flat, no padding. */
#include <stdio.h>
#include <stdlib.h>
#define IN(c, y, x) in[((c) * h + (y)) * w + (x)]
#define OUT(c, y, x) out[((c) * oh + (y)) * ow + (x)]
#define K(o, c, y, x) k[(((o) * ci + (c)) * ks + (y)) * ks + (x)]

static void conv(const float *in, const float *k, float *out, int ci, int co, int h, int w, int ks)
{
    int oh = h - ks + 1, ow = w - ks + 1;
    int o, c, y, x, dy, dx;
#pragma omp parallel for private(o, c, y, x, dy, dx) hetero(1)
    for (o = 0; o < co; o++)
        for (y = 0; y < oh; y++)
            for (x = 0; x < ow; x++) {
                float acc = 0;
                for (c = 0; c < ci; c++)
                    for (dy = 0; dy < ks; dy++)
                        for (dx = 0; dx < ks; dx++)
                            acc += IN(c, y + dy, x + dx) * K(o, c, dy, dx);
                OUT(o, y, x) = acc > 0 ? acc : 0.1f * acc;
            }
}

int main(void)
{
    int ci = 3, co = 12, h = 20, w = 24, ks = 3, i, n;
    float *in = malloc(sizeof(float) * ci * h * w), *k = malloc(sizeof(float) * co * ci * ks * ks);
    float *out = malloc(sizeof(float) * co * (h - 2) * (w - 2));
    double sum = 0;
    for (i = 0; i < ci * h * w; i++)
        in[i] = (float)(i * 11 % 29) - 14;
    for (i = 0; i < co * ci * ks * ks; i++)
        k[i] = (float)(i * 5 % 13) - 6;
    conv(in, k, out, ci, co, h, w, ks);
    n = co * (h - 2) * (w - 2);
    for (i = 0; i < n; i++)
        sum += out[i] * (i % 9);
    printf("%.7g\n", sum);
    return 0;
}
