/* Shallow water: a struct of pointers, fluxes first, then depths and speeds. */
#include <stdio.h>
#include <stdlib.h>
#define AT(a, i, j) ((a)[(size_t)(i) * g->nx + (j)])
typedef struct grid {
    int nx, ny;
    float *h, *u, *v, *fx, *fy;
} grid;
static float *field(int n) { return calloc(n, sizeof(float)); }

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
int main(void)
{
    grid w = {60, 44, 0, 0, 0, 0, 0}, *g = &w;
    int i, j, t;
    double sum = 0;
    g->h = field(60 * 44), g->u = field(60 * 44), g->v = field(60 * 44), g->fx = field(60 * 44), g->fy = field(60 * 44);
    for (i = 0; i < g->ny; i++)
        for (j = 0; j < g->nx; j++)
            AT(g->h, i, j) = 1 + ((i - 20) * (i - 20) + (j - 30) * (j - 30) < 50) * 0.5f;
    for (t = 0; t < 10; t++)
        step(g, 0.02f);
    for (i = 0; i < g->ny; i++)
        for (j = 0; j < g->nx; j++)
            sum += AT(g->h, i, j) * (i + j) + AT(g->u, i, j);
    printf("%.6g\n", sum);
    return 0;
}
