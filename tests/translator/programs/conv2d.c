/* A small network for pictures: convolutions with padding and stride, leaky activation, pooling, a
 * dense layer; one step of learning for the filters (gradient of the weights). */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define IN(c, y, x) in[((c) * h + (y)) * w + (x)]
#define OUT(c, y, x) out[((c) * oh + (y)) * ow + (x)]
#define K(o, c, y, x) k[(((o) * ci + (c)) * ks + (y)) * ks + (x)]

typedef struct tensor {
    int c, h, w;
    float *v;
} tensor;

typedef struct conv_layer {
    int ci, co, ks, stride, pad;
    float *k, *bias, *grad;
} conv_layer;

static float *floats(int n)
{
    float *p = calloc((size_t)n, sizeof(float));
    assert(p);
    return p;
}

static tensor tensor_new(int c, int h, int w)
{
    tensor t = {c, h, w, floats(c * h * w)};
    return t;
}

static conv_layer conv_new(int ci, int co, int ks, int stride, int pad)
{
    conv_layer l = {ci, co, ks, stride, pad, floats(co * ci * ks * ks), floats(co), floats(co * ci * ks * ks)};
    int i;
    for (i = 0; i < co * ci * ks * ks; i++)
        l.k[i] = ((i * 5 % 13) - 6) / 16.0f;
    for (i = 0; i < co; i++)
        l.bias[i] = (i % 3 - 1) / 8.0f;
    return l;
}

static tensor conv_forward(const conv_layer *l, const tensor *src)
{
    int ci = l->ci, ks = l->ks, stride = l->stride, pad = l->pad, h = src->h, w = src->w;
    int oh = (h + 2 * pad - ks) / stride + 1, ow = (w + 2 * pad - ks) / stride + 1;
    int o, c, y, x, dy, dx;
    tensor dst = tensor_new(l->co, oh, ow);
    const float *in = src->v, *k = l->k, *bias = l->bias;
    float *out = dst.v;
#pragma omp parallel for private(o, c, y, x, dy, dx) hetero(1)
    for (o = 0; o < l->co; o++)
        for (y = 0; y < oh; y++)
            for (x = 0; x < ow; x++) {
                float acc = bias[o];
                for (c = 0; c < ci; c++)
                    for (dy = 0; dy < ks; dy++) {
                        int iy = y * stride + dy - pad;
                        if (iy < 0 || iy >= h)
                            continue;
                        for (dx = 0; dx < ks; dx++) {
                            int ix = x * stride + dx - pad;
                            if (ix < 0 || ix >= w)
                                continue;
                            acc += IN(c, iy, ix) * K(o, c, dy, dx);
                        }
                    }
                OUT(o, y, x) = acc > 0 ? acc : 0.1f * acc;
            }
    return dst;
}

/* Greatest of 2 by 2. */
static tensor pool(const tensor *src)
{
    int c, y, x, h = src->h, w = src->w, oh = h / 2, ow = w / 2;
    tensor dst = tensor_new(src->c, oh, ow);
    const float *in = src->v;
    float *out = dst.v;
#pragma omp parallel for private(c, y, x) hetero(1)
    for (c = 0; c < src->c; c++)
        for (y = 0; y < oh; y++)
            for (x = 0; x < ow; x++)
                OUT(c, y, x) = fmaxf(fmaxf(IN(c, 2 * y, 2 * x), IN(c, 2 * y, 2 * x + 1)),
                                     fmaxf(IN(c, 2 * y + 1, 2 * x), IN(c, 2 * y + 1, 2 * x + 1)));
    return dst;
}

/* The gradient of sum(out * upstream) with respect to the filters. */
static void conv_gradient(const conv_layer *l, const tensor *src, const tensor *upstream)
{
    int ci = l->ci, ks = l->ks, n = l->co * ci * ks * ks, i, h = src->h, w = src->w;
    int oh = upstream->h, ow = upstream->w;
    const float *in = src->v, *out = upstream->v;
#pragma omp parallel for schedule(static) hetero(1)
    for (i = 0; i < n; i++) {
        int dx = i % ks, dy = i / ks % ks, c = i / (ks * ks) % ci, o = i / (ks * ks * ci), y, x;
        float g = 0;
        for (y = 0; y < oh; y++)
            for (x = 0; x < ow; x++) {
                int iy = y * l->stride + dy - l->pad, ix = x * l->stride + dx - l->pad;
                if (iy >= 0 && iy < h && ix >= 0 && ix < w)
                    g += IN(c, iy, ix) * OUT(o, y, x);
            }
        l->grad[i] = g;
    }
}

static void dense(const tensor *in, const float *weight, float *out, int classes)
{
    int n = in->c * in->h * in->w, k, i;
#pragma omp parallel for private(i) hetero(1)
    for (k = 0; k < classes; k++) {
        float s = 0;
        for (i = 0; i < n; i++)
            s += weight[k * n + i] * in->v[i];
        out[k] = s;
    }
}

static double checksum(const float *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * (i % 9 + 1);
    return s;
}

int main(void)
{
    tensor picture = tensor_new(3, 20, 24), a, b, c, d;
    conv_layer first = conv_new(3, 8, 3, 1, 1), second = conv_new(8, 6, 3, 2, 0);
    int i, classes = 5, n, step;
    float *weight, score[5];
    for (i = 0; i < 3 * 20 * 24; i++)
        picture.v[i] = ((i * 11 % 29) - 14) / 8.0f;
    for (step = 0; step < 2; step++) {
        a = conv_forward(&first, &picture);
        b = pool(&a);
        c = conv_forward(&second, &b);
        d = pool(&c);
        n = d.c * d.h * d.w;
        weight = floats(classes * n);
        for (i = 0; i < classes * n; i++)
            weight[i] = ((i * 3 % 17) - 8) / 32.0f;
        dense(&d, weight, score, classes);
        conv_gradient(&second, &b, &c);
        printf("%d: %dx%dx%d %.5g, gradient %.5g, scores", step, d.c, d.h, d.w, checksum(c.v, c.c * c.h * c.w),
               checksum(second.grad, 6 * 8 * 9));
        for (i = 0; i < classes; i++)
            printf(" %.4g", score[i]);
        putchar('\n');
#pragma omp parallel for hetero(1)
        for (i = 0; i < 6 * 8 * 9; i++)
            second.k[i] -= 1e-3f * second.grad[i];
        free(a.v), free(b.v), free(c.v), free(d.v), free(weight);
    }
    return 0;
}
