/* A Julia set whose parameters are a struct, the picture a struct, colours from a palette. */
#include <stdio.h>
#include <stdlib.h>
struct params {
    double cr, ci, zoom;
    int limit;
};
struct picture {
    int w, h;
    unsigned *pixel;
};
static const unsigned palette[8] = {0, 0x40, 0x4080, 0x80ff, 0xffff, 0xff80, 0xff00, 0xffffff};

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

static void render(struct picture *out, struct params p)
{
    int x, y;
#pragma omp parallel for private(x, y) hetero(1)
    for (y = 0; y < out->h; y++)
        for (x = 0; x < out->w; x++) {
            int n = escape(&p, (x - out->w / 2) / p.zoom, (y - out->h / 2) / p.zoom);
            out->pixel[y * out->w + x] = n == p.limit ? 0 : palette[n % 8];
        }
}

int main(void)
{
    struct picture pic = {80, 60, NULL};
    struct params p = {-0.8, 0.156, 25.0, 90};
    unsigned long sum = 0;
    int i;
    pic.pixel = malloc(sizeof(unsigned) * pic.w * pic.h);
    render(&pic, p);
    for (i = 0; i < pic.w * pic.h; i++)
        sum = sum * 5 + pic.pixel[i];
    printf("%lx\n", sum);
    free(pic.pixel);
    return 0;
}
