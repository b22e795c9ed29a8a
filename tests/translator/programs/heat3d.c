/* Heat in a block of two materials: seven points in three dimensions, flat arrays and a macro for
 * the subscript; conductivity between cells, sources, faces by conditions, probes along the way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define IDX(i, j, k) ((i) * ny * nz + (j) * nz + (k))
#define SWAP(a, b) do { double *t_ = a; a = b; b = t_; } while (0)
#define HARMONIC(a, b) (2 * (a) * (b) / ((a) + (b)))
#define PROBES 3

typedef struct {
    int nx, ny, nz;
    double dt;
    double *now, *next;
    float *conductivity;
    unsigned char *heater;
} block;

static double *cube(int nx, int ny, int nz)
{
    double *p = (double *)malloc(sizeof(double) * nx * ny * nz);
    if (p == 0) {
        fputs("heat3d: no memory\n", stderr);
        exit(1);
    }
    return p;
}

static void setup(block *b)
{
    int nx = b->nx, ny = b->ny, nz = b->nz, i, j, k, n;
    float *c = b->conductivity = (float *)malloc(sizeof(float) * nx * ny * nz);
    unsigned char *h = b->heater = (unsigned char *)calloc(nx * ny * nz, 1);
    b->now = cube(nx, ny, nz);
    b->next = cube(nx, ny, nz);
    for (n = 0; n < nx * ny * nz; n++)
        b->now[n] = b->next[n] = (n * 17 % 101) / 10.0;
#pragma omp parallel for private(i, j, k) hetero(1)
    for (i = 0; i < nx; i++)
        for (j = 0; j < ny; j++)
            for (k = 0; k < nz; k++) {
                c[IDX(i, j, k)] = i + j < nx ? 1.0f : 0.25f;
                if (i > nx / 2 && k == nz / 2)
                    h[IDX(i, j, k)] = 1;
            }
}

static void plain_step(const double *in, double *out, int nx, int ny, int nz, double c)
{
    int i, j, k;
#pragma omp parallel for private(j, k) hetero(1)
    for (i = 1; i < nx - 1; i++)
        for (j = 1; j < ny - 1; j++)
            for (k = 1; k < nz - 1; k++)
                out[IDX(i, j, k)] = in[IDX(i, j, k)] + c * (in[IDX(i - 1, j, k)] + in[IDX(i + 1, j, k)] +
                    in[IDX(i, j - 1, k)] + in[IDX(i, j + 1, k)] + in[IDX(i, j, k - 1)] + in[IDX(i, j, k + 1)] -
                    6.0 * in[IDX(i, j, k)]);
}

static void full_step(const block *b)
{
    int nx = b->nx, ny = b->ny, nz = b->nz, i, j, k;
    const double *in = b->now, dt = b->dt;
    double *out = b->next;
    const float *c = b->conductivity;
    const unsigned char *heater = b->heater;
#pragma omp parallel for private(j, k) hetero(1)
    for (i = 0; i < nx; i++)
        for (j = 0; j < ny; j++)
            for (k = 0; k < nz; k++) {
                double here = in[IDX(i, j, k)], own = c[IDX(i, j, k)], q = 0;
                if (i > 0) q += HARMONIC(own, c[IDX(i - 1, j, k)]) * (in[IDX(i - 1, j, k)] - here);
                if (i < nx - 1) q += HARMONIC(own, c[IDX(i + 1, j, k)]) * (in[IDX(i + 1, j, k)] - here);
                if (j > 0) q += HARMONIC(own, c[IDX(i, j - 1, k)]) * (in[IDX(i, j - 1, k)] - here);
                if (j < ny - 1) q += HARMONIC(own, c[IDX(i, j + 1, k)]) * (in[IDX(i, j + 1, k)] - here);
                if (k > 0) q += HARMONIC(own, c[IDX(i, j, k - 1)]) * (in[IDX(i, j, k - 1)] - here);
                if (k < nz - 1) q += HARMONIC(own, c[IDX(i, j, k + 1)]) * (in[IDX(i, j, k + 1)] - here);
                out[IDX(i, j, k)] = here + dt * (q + (heater[IDX(i, j, k)] ? 2.0 : 0.0));
            }
}

/* The lowest and the highest face are held at a temperature. */
static void faces(block *b, double cold)
{
    int nx = b->nx, ny = b->ny, nz = b->nz, i, j;
    double *t = b->next;
#pragma omp parallel for collapse(2) private(i, j) firstprivate(cold) hetero(1)
    for (i = 0; i < nx; i++)
        for (j = 0; j < ny; j++)
            t[IDX(i, j, 0)] = t[IDX(i, j, nz - 1)] = cold;
}

static double content(const block *b, double *hottest)
{
    long n, cells = (long)b->nx * b->ny * b->nz;
    double sum = 0, most = -1;
    const double *t = b->now;
#pragma omp parallel for reduction(+ : sum) reduction(max : most) hetero(1)
    for (n = 0; n < cells; n++) {
        sum += t[n];
        most = t[n] > most ? t[n] : most;
    }
    *hottest = most;
    return sum;
}

int main(int argc, char **argv)
{
    block b = {24, 18, 20, 0.125};
    int steps = argc > 1 ? atoi(argv[1]) : 6, s, n, p, probe[PROBES];
    double before, after, hot, sum = 0, track[PROBES] = {0};
    setup(&b);
    for (p = 0; p < PROBES; p++)
        probe[p] = ((p + 1) * b.nx / 4 * b.ny + b.ny / 2) * b.nz + b.nz / 2 + p;
    before = content(&b, &hot);
    for (s = 0; s < steps; s++) {
        plain_step(b.now, b.next, b.nx, b.ny, b.nz, b.dt);
        SWAP(b.now, b.next);
    }
    for (s = 0; s < steps; s++) {
        full_step(&b);
        if (s % 2)
            faces(&b, 1.5);
        SWAP(b.now, b.next);
        for (p = 0; p < PROBES; p++)
            track[p] += b.now[probe[p]];
    }
    after = content(&b, &hot);
    for (n = 0; n < b.nx * b.ny * b.nz; n++)
        sum += b.now[n] * (n % 13);
    printf("%.9g: %.9g to %.9g, hottest %.7g\n", sum, before, after, hot);
    printf("probes %.8g %.8g %.8g\n", track[0], track[1], track[2]);
    free(b.now), free(b.next), free(b.conductivity), free(b.heater);
    return 0;
}
