/* Julia sets: parameters are a struct, the picture a struct, colours from a palette; four points a
 * pixel where the picture is rough, a small film with c on a circle, statistics of each frame. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct params {
    double cr, ci, zoom;
    int limit;
};

struct picture {
    int w, h;
    unsigned *pixel;
    unsigned short *count;
};

struct statistics {
    long inside, iterations;
    int deepest;
    unsigned hash;
};

static const unsigned palette[8] = {0, 0x40, 0x4080, 0x80ff, 0xffff, 0xff80, 0xff00, 0xffffff};

static struct picture picture_new(int w, int h)
{
    struct picture p = {w, h, NULL, NULL};
    p.pixel = malloc(sizeof(unsigned) * w * h);
    p.count = malloc(sizeof(unsigned short) * w * h);
    if (!p.pixel || !p.count) {
        perror("picture");
        exit(EXIT_FAILURE);
    }
    return p;
}

static int escape(const struct params *p, double x, double y)
{
    int n;
    for (n = 0; n < p->limit; n++) {
        double t = x * x - y * y + p->cr;
        if (x * x + y * y > 4)
            return n;
        y = 2 * x * y + p->ci;
        x = t;
    }
    return p->limit;
}

static unsigned shade(int n, const struct params *p) { return n == p->limit ? 0 : palette[n % 8]; }

static unsigned average(const unsigned c[4])
{
    unsigned r = 0, g = 0, b = 0;
    for (int k = 0; k < 4; k++) {
        r += c[k] >> 16 & 255;
        g += c[k] >> 8 & 255;
        b += c[k] & 255;
    }
    return r / 4 << 16 | g / 4 << 8 | b / 4;
}

static void render(struct picture *out, struct params p)
{
    int x, y;
#pragma omp parallel for private(x, y) schedule(dynamic, 4) hetero(1)
    for (y = 0; y < out->h; y++)
        for (x = 0; x < out->w; x++) {
            int n = escape(&p, (x - out->w / 2) / p.zoom, (y - out->h / 2) / p.zoom);
            out->count[y * out->w + x] = (unsigned short)n;
            out->pixel[y * out->w + x] = shade(n, &p);
        }
}

/* Where neighbours differ much, four points. How many pixels that were. */
static int refine(struct picture *out, const struct params *p)
{
    int w = out->w, h = out->h, redone = 0;
    const unsigned short *count = out->count;
    unsigned *pixel = out->pixel;
#pragma omp parallel for reduction(+ : redone) hetero(1)
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int here = count[y * w + x], rough = 0;
            for (int k = -1; k <= 1; k += 2) {
                rough += abs(here - count[(y + k) * w + x]);
                rough += abs(here - count[y * w + x + k]);
            }
            if (rough < 16)
                continue;
            unsigned four[4];
            for (int k = 0; k < 4; k++)
                four[k] = shade(escape(p, (x - w / 2 + k % 2 * 0.5) / p->zoom, (y - h / 2 + k / 2 * 0.5) / p->zoom), p);
            pixel[y * w + x] = average(four);
            redone++;
        }
    return redone;
}

static struct statistics study(const struct picture *p, int limit)
{
    struct statistics s = {0, 0, 0, 0};
    long inside = 0, iterations = 0, n = (long)p->w * p->h, i;
    int deepest = 0;
#pragma omp parallel for reduction(+ : inside, iterations) reduction(max : deepest) hetero(1)
    for (i = 0; i < n; i++) {
        iterations += p->count[i];
        if (p->count[i] == limit)
            inside++;
        else
            deepest = p->count[i] > deepest ? p->count[i] : deepest;
    }
    for (i = 0; i < n; i++)
        s.hash = s.hash * 5 + p->pixel[i];
    s.inside = inside;
    s.iterations = iterations;
    s.deepest = deepest;
    return s;
}

/* Half of the size, each pixel the mean of four. */
static void thumbnail(const struct picture *big, struct picture *small)
{
    const unsigned *from = big->pixel;
    unsigned *to = small->pixel;
    int w = small->w, W = big->w, y, x;
#pragma omp parallel for private(x) hetero(1)
    for (y = 0; y < small->h; y++)
        for (x = 0; x < w; x++) {
            const unsigned c[4] = {from[2 * y * W + 2 * x], from[2 * y * W + 2 * x + 1], from[(2 * y + 1) * W + 2 * x],
                                   from[(2 * y + 1) * W + 2 * x + 1]};
            to[y * w + x] = average(c);
        }
}

int main(int argc, char **argv)
{
    struct picture pic = picture_new(80, 60), small = picture_new(40, 30);
    int frames = argc > 1 ? atoi(argv[1]) : 4, f, i;
    for (f = 0; f < frames; f++) {
        struct params p = {-0.8 + 0.05 * (f % 3), 0.156 + 0.02 * f, 25.0 + f, 90};
        struct statistics s;
        unsigned long sum = 0;
        int redone;
        render(&pic, p);
        redone = refine(&pic, &p);
        s = study(&pic, p.limit);
        thumbnail(&pic, &small);
        for (i = 0; i < small.w * small.h; i++)
            sum = sum * 5 + small.pixel[i];
        printf("%d: inside %ld of %d, %ld iterations, deepest %d, redone %d, %08x %lx\n", f, s.inside, pic.w * pic.h, s.iterations,
               s.deepest, redone, s.hash, sum);
    }
    free(pic.pixel), free(pic.count), free(small.pixel), free(small.count);
    return 0;
}
