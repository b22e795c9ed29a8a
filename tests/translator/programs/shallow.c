/* Shallow water in a basin: a struct of pointers; fluxes first, then depths and speeds; walls, an
   island, rain, the longest stable step, gauges, and whether any water was lost. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(a, i, j) ((a)[(size_t)(i) * g->nx + (j)])
#define GAUGES 4

typedef struct grid {
    int nx, ny;
    float *h, *u, *v, *fx, *fy;
    unsigned char *dry;
} grid;

typedef struct { int i, j; float level[64]; } gauge;

static float *field(int n) { return calloc(n, sizeof(float)); }

static grid *basin(int nx, int ny)
{
    grid *g = malloc(sizeof *g);
    int i, j, n = nx * ny;
    g->nx = nx, g->ny = ny;
    g->h = field(n), g->u = field(n), g->v = field(n), g->fx = field(n), g->fy = field(n);
    g->dry = calloc(n, 1);
    for (i = 0; i < ny; i++)
        for (j = 0; j < nx; j++) {
            AT(g->h, i, j) = 1 + ((i - 20) * (i - 20) + (j - 30) * (j - 30) < 50) * 0.5f;
            AT(g->dry, i, j) = (i - 30) * (i - 30) + (j - 12) * (j - 12) < 12;
        }
    return g;
}

static void step(grid *g, float dt)
{
    int i, j;
    float *h = g->h, *u = g->u, *v = g->v, *fx = g->fx, *fy = g->fy;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 0; i < g->ny; i++)
        for (j = 0; j < g->nx; j++) {
            AT(fx, i, j) = AT(h, i, j) * AT(u, i, j);
            AT(fy, i, j) = AT(h, i, j) * AT(v, i, j);
        }
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 1; i < g->ny - 1; i++)
        for (j = 1; j < g->nx - 1; j++)
            AT(h, i, j) -= dt * (AT(fx, i, j + 1) - AT(fx, i, j - 1) + AT(fy, i + 1, j) - AT(fy, i - 1, j)) / 2;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 1; i < g->ny - 1; i++)
        for (j = 1; j < g->nx - 1; j++) {
            AT(u, i, j) -= dt * 4.9f * (AT(h, i, j + 1) - AT(h, i, j - 1));
            AT(v, i, j) -= dt * 4.9f * (AT(h, i + 1, j) - AT(h, i - 1, j));
        }
}

/* Walls throw back: what flows into them has the other sign behind them. */
static void walls(grid *g)
{
    const int nx = g->nx, ny = g->ny;
    float *restrict h = g->h, *restrict u = g->u, *restrict v = g->v;
#pragma omp parallel for hetero(1)
    for (int i = 1; i < ny - 1; i++) {
        h[i * nx] = h[i * nx + 1];
        u[i * nx] = -u[i * nx + 1];
        v[i * nx] = v[i * nx + 1];
        h[i * nx + nx - 1] = h[i * nx + nx - 2];
        u[i * nx + nx - 1] = -u[i * nx + nx - 2];
        v[i * nx + nx - 1] = v[i * nx + nx - 2];
    }
#pragma omp parallel for hetero(1)
    for (int j = 0; j < nx; j++) {
        h[j] = h[nx + j];
        u[j] = u[nx + j];
        v[j] = -v[nx + j];
        h[(ny - 1) * nx + j] = h[(ny - 2) * nx + j];
        u[(ny - 1) * nx + j] = u[(ny - 2) * nx + j];
        v[(ny - 1) * nx + j] = -v[(ny - 2) * nx + j];
    }
}

static void island(grid *g)
{
    int k, n = g->nx * g->ny;
#pragma omp parallel for private(k) hetero(1)
    for (k = 0; k < n; k++)
        if (g->dry[k])
            g->u[k] = g->v[k] = 0;
}

static float longest_step(const grid *g, float limit)
{
    float fastest = 0;
    int i, j;
#pragma omp parallel for private(j) reduction(max : fastest) hetero(1)
    for (i = 0; i < g->ny; i++)
        for (j = 0; j < g->nx; j++) {
            float wave = sqrtf(9.8f * AT(g->h, i, j));
            float c = fmaxf(fabsf(AT(g->u, i, j)), fabsf(AT(g->v, i, j))) + wave;
            if (c > fastest)
                fastest = c;
        }
    return limit / fastest;
}

/* Rain falls on one side only, less with each row. */
static void rain(grid *g, float amount)
{
    float drop = amount;
    int i, j;
#pragma omp parallel for private(j) firstprivate(drop) schedule(static, 4) hetero(1)
    for (i = 0; i < g->ny; i++) {
        float here = drop * (float)(g->ny - i) / (float)g->ny;
        for (j = 0; j < g->nx / 4; j++)
            AT(g->h, i, j) += here;
    }
}

static void balance(const grid *g, double *water, double *energy)
{
    double w = 0, e = 0;
    size_t n = (size_t)g->nx * g->ny, k;
    const float *h = g->h, *u = g->u, *v = g->v;
#pragma omp parallel for reduction(+ : w, e) hetero(1)
    for (k = 0; k < n; k++) {
        w += h[k];
        e += 0.5 * h[k] * (u[k] * u[k] + v[k] * v[k]) + 4.9 * h[k] * h[k];
    }
    *water = w;
    *energy = e;
}

int main(int argc, char **argv)
{
    grid *g = basin(60, 44);
    gauge gauges[GAUGES] = {{10, 10}, {20, 30}, {33, 50}, {41, 5}};
    int t, k, steps = argc > 1 ? atoi(argv[1]) : 10;
    double water, energy, sum = 0;
    float dt, time = 0;
    if (steps > 64)
        steps = 64;
    for (t = 0; t < steps; t++) {
        dt = longest_step(g, 0.09f);
        step(g, dt);
        island(g);
        walls(g);
        if (t % 4 == 3)
            rain(g, 0.01f);
        time += dt;
        for (k = 0; k < GAUGES; k++)
            gauges[k].level[t] = AT(g->h, gauges[k].i, gauges[k].j);
    }
    balance(g, &water, &energy);
    printf("%.5g s: water %.6g, energy %.6g\n", time, water, energy);
    for (k = 0; k < GAUGES; k++)
        printf("%.4f%c", gauges[k].level[steps - 1], k < GAUGES - 1 ? ' ' : '\n');
    for (k = 0; k < g->nx * g->ny; k++)
        sum += g->h[k] * (k % 37) + g->u[k] - g->v[k];
    printf("%.6g\n", sum);
    return 0;
}
