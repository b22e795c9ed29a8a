/* Edges in a picture: a blur, Sobel's operator on bytes with a border that repeats, thin lines by the
   direction, and two thresholds between which a line goes on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char u8;
typedef signed char s8;

enum direction { HORIZONTAL, RISING, VERTICAL, FALLING };
enum { NONE = 0, WEAK = 100, STRONG = 255 };

struct canny {
    int w, h;
    u8 *smooth, *thin, *edge;
    short *size;
    s8 *direction;
};

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

/* Five by five, by rows and then by columns. */
static void blur(const u8 *in, u8 *out, int w, int h)
{
    static const int k[5] = {1, 4, 6, 4, 1};
    unsigned short *tmp = malloc(w * h * sizeof *tmp);
    int x, y, i;
#pragma omp parallel for private(x, i) hetero(1)
    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++) {
            unsigned s = 0;
            for (i = -2; i <= 2; i++)
                s += (unsigned)k[i + 2] * in[y * w + clampi(x + i, 0, w - 1)];
            tmp[y * w + x] = (unsigned short)s;
        }
#pragma omp parallel for private(x, i) hetero(1)
    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++) {
            unsigned s = 128;
            for (i = -2; i <= 2; i++)
                s += (unsigned)k[i + 2] * tmp[clampi(y + i, 0, h - 1) * w + x];
            out[y * w + x] = (u8)(s >> 8);
        }
    free(tmp);
}

static enum direction direction_of(int gx, int gy)
{
    int ax = abs(gx), ay = abs(gy);
    if (ay * 5 < ax * 2) return HORIZONTAL;
    if (ax * 5 < ay * 2) return VERTICAL;
    return (gx > 0) == (gy > 0) ? FALLING : RISING;
}

static void gradients(struct canny *c)
{
    const int w = c->w, h = c->h;
#pragma omp parallel for schedule(static) hetero(1)
    for (int y = 1; y < h - 1; y++) {
        const u8 *up = c->smooth + (y - 1) * w, *at = up + w, *down = at + w;
        for (int x = 1; x < w - 1; x++) {
            int gx = up[x + 1] + 2 * at[x + 1] + down[x + 1] - up[x - 1] - 2 * at[x - 1] - down[x - 1];
            int gy = down[x - 1] + 2 * down[x] + down[x + 1] - up[x - 1] - 2 * up[x] - up[x + 1];
            c->size[y * w + x] = (short)(abs(gx) + abs(gy));
            c->direction[y * w + x] = (s8)direction_of(gx, gy);
        }
    }
}

/* What is not the greatest across the line goes. */
static void thin(struct canny *c, int low, int high)
{
    int x, y, w = c->w, a, b, here;
    const short *size = c->size;
    u8 *edge = c->edge;
#pragma omp parallel for private(x, a, b, here) hetero(1)
    for (y = 1; y < c->h - 1; y++)
        for (x = 1; x < w - 1; x++) {
            here = size[y * w + x];
            switch (c->direction[y * w + x]) {
            case HORIZONTAL:
                a = size[y * w + x - 1], b = size[y * w + x + 1];
                break;
            case VERTICAL:
                a = size[(y - 1) * w + x], b = size[(y + 1) * w + x];
                break;
            case RISING:
                a = size[(y - 1) * w + x + 1], b = size[(y + 1) * w + x - 1];
                break;
            default:
                a = size[(y - 1) * w + x - 1], b = size[(y + 1) * w + x + 1];
                break;
            }
            if (here < a || here <= b || here < low)
                edge[y * w + x] = NONE;
            else
                edge[y * w + x] = here >= high ? STRONG : WEAK;
        }
}

/* Weak points beside strong ones become strong, until none does. */
static int grow(struct canny *c)
{
    int w = c->w, h = c->h, rounds = 0, changed;
    u8 *now = c->edge, *next = c->thin, *t;
    memcpy(next, now, w * h);
    do {
        int x, y;
        changed = 0;
#pragma omp parallel for private(x) reduction(| : changed) hetero(1)
        for (y = 1; y < h - 1; y++)
            for (x = 1; x < w - 1; x++) {
                u8 v = now[y * w + x];
                if (v == WEAK)
                    for (int k = 0; k < 9; k++)
                        if (now[(y + k / 3 - 1) * w + x + k % 3 - 1] == STRONG) {
                            v = STRONG;
                            changed |= 1;
                            break;
                        }
                next[y * w + x] = v;
            }
        t = now, now = next, next = t;
        rounds++;
    } while (changed);
    c->edge = now;
    c->thin = next;
    return rounds;
}

int main(void)
{
    int w = 90, h = 70, i, rounds, strong = 0, weak = 0;
    unsigned long sum = 0;
    u8 *a = malloc(w * h), *b = calloc(w * h, 1);
    struct canny c = {w, h, NULL, NULL, NULL, NULL, NULL};
    c.smooth = malloc(w * h), c.thin = calloc(w * h, 1), c.edge = calloc(w * h, 1);
    c.size = calloc(w * h, sizeof(short)), c.direction = calloc(w * h, 1);
    for (i = 0; i < w * h; i++) {
        int dx = i % w - 40, dy = i / w - 33;
        a[i] = (u8)((dx * dx + 2 * dy * dy < 600 ? 150 : 60) + (i * 7 ^ i / w * 13) % 32 + dx / 2);
    }
    sobel(a, b, w, h);
    for (i = 0; i < w * h; i++)
        sum = sum * 31 + b[i];
    printf("%lx\n", sum);
    blur(a, c.smooth, w, h);
    gradients(&c);
    thin(&c, 16, 230);
    rounds = grow(&c);
#pragma omp parallel for reduction(+ : strong, weak) hetero(1)
    for (i = 0; i < w * h; i++) {
        strong += c.edge[i] == STRONG;
        weak += c.edge[i] == WEAK;
    }
    for (sum = 0, i = 0; i < w * h; i++)
        sum = sum * 31 + c.edge[i] + c.smooth[i];
    printf("%d rounds, %d strong, %d weak, %lx\n", rounds, strong, weak, sum);
    return 0;
}
