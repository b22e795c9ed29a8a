/* Pooling layers: the greatest of each window with its place, backwards through that place, means
   with padding, one mean a channel, and back to full size. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 3
#define C 4
#define H 32
#define W 40

float in[BATCH][C][H][W], out[BATCH][C][H / 2][W / 2];
float grad_in[BATCH][C][H][W], grad_out[BATCH][C][H / 2][W / 2];
int where[BATCH][C][H / 2][W / 2];

typedef struct {
    int n, c, h, w;
    float *data;
} tensor;

#define T(t, n_, c_, y, x) ((t)->data[(((n_) * (t)->c + (c_)) * (t)->h + (y)) * (t)->w + (x)])

static tensor make(int n, int c, int h, int w)
{
    tensor t = {n, c, h, w, NULL};
    t.data = calloc((size_t)n * c * h * w, sizeof(float));
    if (t.data == NULL)
        abort();
    return t;
}

/* Each output row from two input rows. */
static void forward(int n)
{
    int c, y, x, i, j;
    for (c = 0; c < C; c++) {
#pragma omp parallel for private(y, x, i, j) hetero(1)
        for (y = 0; y < H / 2; y++)
            for (x = 0; x < W / 2; x++) {
                float best = in[n][c][2 * y][2 * x];
                int at = 0;
                for (i = 0; i < 2; i++)
                    for (j = 0; j < 2; j++)
                        if (in[n][c][2 * y + i][2 * x + j] > best) {
                            best = in[n][c][2 * y + i][2 * x + j];
                            at = 2 * i + j;
                        }
                out[n][c][y][x] = best;
                where[n][c][y][x] = at;
            }
    }
}

/* The gradient goes to where the greatest was; windows do not overlap. */
static void backward(void)
{
    int n, c, y, x;
#pragma omp parallel for collapse(2) private(n, c, y, x) hetero(1)
    for (n = 0; n < BATCH; n++)
        for (c = 0; c < C; c++)
            for (y = 0; y < H / 2; y++)
                for (x = 0; x < W / 2; x++) {
                    int at = where[n][c][y][x];
                    grad_in[n][c][2 * y + at / 2][2 * x + at % 2] = grad_out[n][c][y][x];
                }
}

/* Windows of any size, stride and padding; padding counts or does not. */
static void mean_pool(const tensor *from, tensor *to, int size, int stride, int pad, int count_padding)
{
    int n, c, y, x;
#pragma omp parallel for collapse(3) hetero(1)
    for (n = 0; n < to->n; n++)
        for (c = 0; c < to->c; c++)
            for (y = 0; y < to->h; y++)
                for (x = 0; x < to->w; x++) {
                    float sum = 0;
                    int seen = 0, dy, dx;
                    for (dy = 0; dy < size; dy++) {
                        int sy = y * stride + dy - pad;
                        if (sy < 0 || sy >= from->h)
                            continue;
                        for (dx = 0; dx < size; dx++) {
                            int sx = x * stride + dx - pad;
                            if (sx < 0 || sx >= from->w)
                                continue;
                            sum += T(from, n, c, sy, sx);
                            seen++;
                        }
                    }
                    T(to, n, c, y, x) = sum / (count_padding ? size * size : seen);
                }
}

/* One number a channel: its mean and its greatest. */
static void global_pool(const tensor *from, float (*stats)[2])
{
    const int planes = from->n * from->c, size = from->h * from->w;
#pragma omp parallel for hetero(1)
    for (int p = 0; p < planes; p++) {
        const float *v = from->data + (size_t)p * size, *end = v + size;
        float sum = 0, top = -FLT_MAX;
        for (; v < end; v++) {
            sum += *v;
            top = *v > top ? *v : top;
        }
        stats[p][0] = sum / (float)size;
        stats[p][1] = top;
    }
}

/* Each pixel four times. */
static void upsample(const tensor *from, tensor *to)
{
#pragma omp parallel for schedule(static, 8) hetero(1)
    for (int row = 0; row < to->n * to->c * to->h; row++) {
        int plane = row / to->h, y = row % to->h;
        const float *s = from->data + (plane * from->h + y / 2) * from->w;
        float *d = to->data + row * to->w;
        for (int x = 0; x < to->w; ++x)
            d[x] = s[x / 2];
    }
}

static double sum_of(const tensor *t)
{
    double s = 0;
    size_t k, all = (size_t)t->n * t->c * t->h * t->w;
    for (k = 0; k < all; k++)
        s += t->data[k] * (double)(k % 31);
    return s;
}

int main(void)
{
    tensor a = make(BATCH, C, H, W), b, wide;
    float stats[BATCH * C][2];
    double sum = 0, back = 0;
    int n, c, y, x;
    for (n = 0; n < BATCH; n++)
        for (c = 0; c < C; c++)
            for (y = 0; y < H; y++)
                for (x = 0; x < W; x++) {
                    in[n][c][y][x] = (float)((n * 11 + c * 31 + y * 17 + x * 7) % 53);
                    T(&a, n, c, y, x) = in[n][c][y][x] - 20;
                    grad_out[n][c][y / 2][x / 2] = (float)((x / 2 + y) % 9 - 4);
                }
    for (n = 0; n < BATCH; n++)
        forward(n);
    backward();
    for (n = 0; n < BATCH; n++)
        for (c = 0; c < C; c++)
            for (y = 0; y < H; y++)
                for (x = 0; x < W; x++) {
                    sum += out[n][c][y / 2][x / 2] * (x + 1) + where[n][c][y / 2][x / 2] * (y + 1);
                    back += grad_in[n][c][y][x] * (x + 3 * y + n);
                }
    printf("%.9g %.9g\n", sum, back);
    b = make(BATCH, C, 16, 20);
    mean_pool(&a, &b, 3, 2, 1, 0);
    printf("%.7g ", sum_of(&b));
    mean_pool(&a, &b, 3, 2, 1, 1);
    wide = make(BATCH, C, H, W);
    upsample(&b, &wide);
    global_pool(&wide, stats);
    for (sum = 0, n = 0; n < BATCH * C; n++)
        sum += stats[n][0] * n + stats[n][1];
    printf("%.7g %.6g\n", sum_of(&wide), sum);
    free(a.data);
    free(b.data);
    free(wide.data);
    return 0;
}
