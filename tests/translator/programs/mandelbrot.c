/* The Mandelbrot set, iterations of very different length: an image of counts, equalised colours,
   the same by complex numbers for powers above two, and zooms with sampling at the edges. */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XSIZE 100
#define YSIZE 80
#define LIMIT 200

struct view {
    double left, top, width, height;
};

typedef struct {
    uint8_t r, g, b;
} rgb;

static int *image;
static rgb picture[YSIZE][XSIZE];
static int histogram[LIMIT + 1];

/* Points of the two greatest parts need no iteration. */
static inline int inside(double x, double y)
{
    double q = (x - 0.25) * (x - 0.25) + y * y;
    return q * (q + x - 0.25) < 0.25 * y * y || (x + 1) * (x + 1) + y * y < 0.0625;
}

static void counts(const struct view *v)
{
    int x, y, n;
    double cr, ci, zr, zi, t;
    double left = v->left, top = v->top, dx = v->width / XSIZE, dy = v->height / YSIZE;
#pragma omp parallel for private(x, y, n, cr, ci, zr, zi, t) schedule(dynamic) hetero(1)
    for (y = 0; y < YSIZE; y++)
        for (x = 0; x < XSIZE; x++) {
            cr = left + x * dx;
            ci = top + y * dy;
            zr = zi = 0.0;
            n = 0;
            if (inside(cr, ci)) {
                image[y * XSIZE + x] = LIMIT;
                continue;
            }
            while (n < LIMIT && zr * zr + zi * zi < 4.0) {
                t = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = t;
                n++;
            }
            image[y * XSIZE + x] = n;
        }
}

static long total(int *slowest)
{
    long sum = 0;
    int k, most = 0;
#pragma omp parallel for reduction(+ : sum) reduction(max : most) hetero(1)
    for (k = 0; k < XSIZE * YSIZE; k++) {
        sum += image[k];
        if (image[k] > most && image[k] < LIMIT)
            most = image[k];
    }
    *slowest = most;
    return sum;
}

/* Each colour is used equally often. */
static void colours(void)
{
    int x, y, k, below = 0, share[LIMIT + 1];
    memset(histogram, 0, sizeof histogram);
#pragma omp parallel for reduction(+ : histogram[:LIMIT + 1]) hetero(1)
    for (k = 0; k < XSIZE * YSIZE; k++)
        histogram[image[k]]++;
    for (k = 0; k <= LIMIT; k++) {
        below += histogram[k];
        share[k] = below * 255 / (XSIZE * YSIZE);
    }
#pragma omp parallel for private(y, x) collapse(2) hetero(1)
    for (y = 0; y < YSIZE; y++)
        for (x = 0; x < XSIZE; x++) {
            int n = image[y * XSIZE + x], s = share[n];
            rgb *p = &picture[y][x];
            if (n == LIMIT) {
                p->r = p->g = p->b = 0;
            } else {
                p->r = (uint8_t)s;
                p->g = (uint8_t)(s * s / 255);
                p->b = (uint8_t)(255 - s);
            }
        }
}

static int escape(double complex c, int power, int limit)
{
    double complex z = 0;
    int n;
    for (n = 0; n < limit; n++) {
        double complex p = z;
        for (int k = 1; k < power; k++)
            p *= z;
        z = p + c;
        if (creal(z) * creal(z) + cimag(z) * cimag(z) > 4)
            break;
    }
    return n;
}

static unsigned long multibrot(int power)
{
    unsigned short *row_sum = malloc(YSIZE * sizeof *row_sum);
    unsigned long sum = 0;
#pragma omp parallel for schedule(dynamic, 4) hetero(1)
    for (int y = 0; y < YSIZE; y++) {
        unsigned row = 0;
        for (int x = 0; x < XSIZE; x++)
            row += (unsigned)escape((x - 50.37) / 40 + (y - 40.21) / 32 * I, power, 30);
        row_sum[y] = (unsigned short)row;
    }
    for (int y = 0; y < YSIZE; y++)
        sum = sum * 7 + row_sum[y];
    free(row_sum);
    return sum;
}

/* How many pixels lie at an edge: a neighbour has another count. */
static int edges(void)
{
    int found = 0, x, y;
#pragma omp parallel for private(x) reduction(+ : found) hetero(1)
    for (y = 1; y < YSIZE - 1; y++)
        for (x = 1; x < XSIZE - 1; x++) {
            const int *p = image + y * XSIZE + x;
            if (*p != p[1] || *p != p[-1] || *p != p[XSIZE] || *p != p[-XSIZE])
                found++;
        }
    return found;
}

int main(void)
{
    struct view v = {-2.0, -1.2, 3.0, 2.4};
    int zoom, slowest, k;
    unsigned long sum = 0;
    image = (int *)malloc(XSIZE * YSIZE * sizeof(int));
    for (zoom = 0; zoom < 3; zoom++) {
        long all;
        counts(&v);
        all = total(&slowest);
        colours();
        sum = 0;
        for (k = 0; k < XSIZE * YSIZE; k++) {
            const rgb *p = &picture[0][0] + k;
            sum = sum * 7 + p->r + 3 * p->g + 5 * p->b;
        }
        printf("zoom %d: %ld steps, slowest %d, %d at edges, %lx\n", zoom, all, slowest, edges(), sum);
        v.left += v.width * 0.31;
        v.top += v.height * 0.02;
        v.width *= 0.5;
        v.height *= 0.5;
    }
    printf("cubic %lx, quartic %lx\n", multibrot(3), multibrot(4));
    free(image);
    return 0;
}
