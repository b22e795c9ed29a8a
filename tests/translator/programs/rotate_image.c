/* A picture turned: by any angle, with what lies outside as it was; between pixels; by quarter
   turns; mirrored in place; sheared; as a lens does. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define S 72
#define PIXEL(im, x, y) ((im)->data[(y) * (im)->pitch + (x)])

typedef struct image {
    int w, h, pitch;
    unsigned char *data;
} image;

static unsigned char src[S * S], dst[S * S];

static void turn(double angle)
{
    int x, y, u, v;
    const double c = cos(angle), s = sin(angle);
#pragma omp parallel for private(x, y, u, v) hetero(1)
    for (y = 0; y < S; y++)
        for (x = 0; x < S; x++) {
            u = (int)floor(c * (x - S / 2) + s * (y - S / 2) + 0.3) + S / 2;
            v = (int)floor(-s * (x - S / 2) + c * (y - S / 2) + 0.3) + S / 2;
            if (u < 0 || v < 0 || u >= S || v >= S)
                continue;
            dst[y * S + x] = src[v * S + u];
        }
}

static image *new_image(int w, int h)
{
    image *im = malloc(sizeof *im);
    im->w = w;
    im->h = h;
    im->pitch = (w + 15) / 16 * 16;
    im->data = calloc(im->pitch, h);
    return im;
}

/* Between four pixels; weights are in 256ths. Returns how many pixels have come from outside. */
static int turn_smoothly(const image *from, image *to, double angle, int background)
{
    int outside = 0;
    const double c = cos(angle), s = sin(angle), cx = from->w / 2.0, cy = from->h / 2.0;
#pragma omp parallel for reduction(+ : outside) schedule(guided, 4) hetero(1)
    for (int y = 0; y < to->h; y++) {
        for (int x = 0; x < to->w; x++) {
            double fx = c * (x - cx) + s * (y - cy) + cx + 0.0137, fy = c * (y - cy) - s * (x - cx) + cy + 0.0171;
            int u = (int)floor(fx), v = (int)floor(fy), wx, wy;
            if (u < 0 || v < 0 || u + 1 >= from->w || v + 1 >= from->h) {
                PIXEL(to, x, y) = (unsigned char)background;
                outside++;
                continue;
            }
            wx = (int)((fx - u) * 256);
            wy = (int)((fy - v) * 256);
            PIXEL(to, x, y) = (unsigned char)(((PIXEL(from, u, v) * (256 - wx) + PIXEL(from, u + 1, v) * wx) * (256 - wy) +
                                               (PIXEL(from, u, v + 1) * (256 - wx) + PIXEL(from, u + 1, v + 1) * wx) * wy) >> 16);
        }
    }
    return outside;
}

static void quarter(const image *from, image *to)
{
    int x, y, h = from->h;
#pragma omp parallel for private(x, y) hetero(1)
    for (y = 0; y < from->h; y++)
        for (x = 0; x < from->w; x++)
            PIXEL(to, h - 1 - y, x) = PIXEL(from, x, y);
}

/* In place: the upper row and the lower one change places. */
static void upside_down(unsigned char *p, int w, int h)
{
#pragma omp parallel for hetero(1)
    for (int y = 0; y < h / 2; y++)
        for (int x = 0; x < w; x++) {
            unsigned char t = p[y * w + x];
            p[y * w + x] = p[(h - 1 - y) * w + x];
            p[(h - 1 - y) * w + x] = t;
        }
}

static void mirror(image *im)
{
    int y;
#pragma omp parallel for hetero(1)
    for (y = 0; y < im->h; y++) {
        unsigned char *l = im->data + y * im->pitch, *r = l + im->w - 1, t;
        while (l < r) {
            t = *l;
            *l++ = *r;
            *r-- = t;
        }
    }
}

/* Each row goes to the right by a distance of its own, and comes in again on the left. */
static void shear(image *im, double by)
{
    int w = im->w, y, x, shift;
#pragma omp parallel for private(y, x, shift) firstprivate(w) hetero(1)
    for (y = 0; y < im->h; y++) {
        unsigned char row[256];
        memcpy(row, im->data + y * im->pitch, w);
        shift = (int)(by * y + 0.01) % w;
        for (x = 0; x < w; x++)
            im->data[y * im->pitch + (x + shift) % w] = row[x];
    }
}

/* Coordinates are computed once, then used for many pictures. */
static void lens(int w, int h, short map[h][w][2], double k)
{
    int x, y;
#pragma omp parallel for collapse(2) private(x, y) hetero(1)
    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++) {
            double dx = (x - w / 2.0) / w, dy = (y - h / 2.0) / h, f = 1 + k * (dx * dx + dy * dy);
            int u = (int)(dx * f * w + w / 2.0 + 0.003), v = (int)(dy * f * h + h / 2.0 + 0.003);
            map[y][x][0] = (short)(u < 0 ? 0 : u >= w ? w - 1 : u);
            map[y][x][1] = (short)(v < 0 ? 0 : v >= h ? h - 1 : v);
        }
}

static void remap(int w, int h, short map[h][w][2], const image *from, image *to)
{
#pragma omp parallel for hetero(1)
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            PIXEL(to, x, y) = PIXEL(from, map[y][x][0], map[y][x][1]);
}

static unsigned long hash(const image *im)
{
    unsigned long sum = 0;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            sum = sum * 31 + PIXEL(im, x, y);
    return sum;
}

int main(void)
{
    image *a = new_image(90, 60), *b = new_image(90, 60), *c = new_image(60, 90);
    short (*map)[90][2] = malloc(60 * sizeof *map);
    int x, y, out;
    unsigned long sum = 0;
    for (x = 0; x < S * S; x++) {
        src[x] = (unsigned char)(x * 11 + x / S);
        dst[x] = 7;
    }
    turn(0.5);
    upside_down(dst, S, S);
    turn(-0.25);
    for (x = 0; x < S * S; x++)
        sum = sum * 31 + dst[x];
    printf("%lx\n", sum);
    for (y = 0; y < a->h; y++)
        for (x = 0; x < a->w; x++)
            PIXEL(a, x, y) = (unsigned char)(x * 2 + y * 3);
    out = turn_smoothly(a, b, 0.35, 9);
    printf("%d outside, %lx\n", out, hash(b));
    mirror(b);
    shear(b, 0.75);
    quarter(b, c);
    printf("%lx %lx\n", hash(b), hash(c));
    lens(90, 60, map, 0.4);
    remap(90, 60, map, a, b);
    printf("%lx\n", hash(b));
    return 0;
}
