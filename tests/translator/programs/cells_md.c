/* Molecular dynamics in two dimensions: cells by counting, soft forces from nine cells, velocity
 * Verlet with walls, a thermostat, energies and a radial distribution. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 6
#define CELLS (SIDE * SIDE)
#define COUNT 240
#define BOX 12.0
#define CUTOFF2 4.0
#define BINS 16

typedef struct { double x[2], v[2], f[2]; int cell; } particle;

static particle p[COUNT];
static int cell_first[CELLS + 1], cell_list[COUNT];
static long rdf[BINS];

static void place(void)
{
    int i;
    for (i = 0; i < COUNT; i++) {
        p[i].x[0] = (i * 37 % 480) / 40.0;
        p[i].x[1] = (i * 101 % 479) / 40.0;
        p[i].v[0] = (i % 7 - 3) / 10.0;
        p[i].v[1] = (i % 5 - 2) / 10.0;
    }
}

static int cell_of(const double x[2])
{
    int cx = (int)(x[0] / (BOX / SIDE)), cy = (int)(x[1] / (BOX / SIDE));
    if (cx >= SIDE) cx = SIDE - 1;
    if (cy >= SIDE) cy = SIDE - 1;
    return cy * SIDE + cx;
}

static void sort_into_cells(void)
{
    int i, c, fill[CELLS] = {0};
    for (i = 0; i < COUNT; i++) {
        p[i].cell = cell_of(p[i].x);
        fill[p[i].cell]++;
    }
    for (c = 0; c < CELLS; c++)
        cell_first[c + 1] = cell_first[c] + fill[c];
    for (c = 0; c < CELLS; c++)
        fill[c] = cell_first[c];
    for (i = 0; i < COUNT; i++)
        cell_list[fill[p[i].cell]++] = i;
}

/* The potential energy. */
static double forces(void)
{
    int i, k, dx, dy;
    double energy = 0;
#pragma omp parallel for private(i, k, dx, dy) reduction(+ : energy) hetero(1)
    for (i = 0; i < COUNT; i++) {
        int cx = p[i].cell % SIDE, cy = p[i].cell / SIDE;
        double fx = 0, fy = 0;
        for (dy = -1; dy <= 1; dy++)
            for (dx = -1; dx <= 1; dx++) {
                int nx = cx + dx, ny = cy + dy, c;
                if (nx < 0 || ny < 0 || nx >= SIDE || ny >= SIDE)
                    continue;
                c = ny * SIDE + nx;
                for (k = cell_first[c]; k < cell_first[c + 1]; k++) {
                    int j = cell_list[k];
                    double rx = p[i].x[0] - p[j].x[0], ry = p[i].x[1] - p[j].x[1], r2 = rx * rx + ry * ry;
                    if (j != i && r2 < CUTOFF2) {
                        double w = (CUTOFF2 - r2) / 16;
                        fx += w * rx;
                        fy += w * ry;
                        energy += 2 * w * w;
                    }
                }
            }
        p[i].f[0] = fx;
        p[i].f[1] = fy;
    }
    return energy;
}

static double half_kick(double dt)
{
    int i, d;
    double kinetic = 0;
#pragma omp parallel for private(d) reduction(+ : kinetic) hetero(1)
    for (i = 0; i < COUNT; i++)
        for (d = 0; d < 2; d++) {
            p[i].v[d] += 0.5 * dt * p[i].f[d];
            kinetic += 0.5 * p[i].v[d] * p[i].v[d];
        }
    return kinetic;
}

/* Walls reflect; the number of impacts. */
static int drift(double dt)
{
    int i, impacts = 0;
#pragma omp parallel for reduction(+ : impacts) hetero(1)
    for (i = 0; i < COUNT; i++) {
        particle *q = &p[i];
        int d;
        for (d = 0; d < 2; d++) {
            double x = q->x[d] + dt * q->v[d];
            if (x < 0 || x > BOX) {
                x = x < 0 ? -x : 2 * BOX - x;
                q->v[d] = -q->v[d];
                impacts++;
            }
            q->x[d] = x;
        }
    }
    return impacts;
}

static void distribution(void)
{
    int i, j;
    memset(rdf, 0, sizeof rdf);
#pragma omp parallel for private(i, j) reduction(+ : rdf) hetero(1)
    for (i = 0; i < COUNT; i++)
        for (j = 0; j < i; j++) {
            double rx = p[i].x[0] - p[j].x[0], ry = p[i].x[1] - p[j].x[1];
            int bin = (int)(sqrt(rx * rx + ry * ry) * 4);
            if (bin < BINS)
                rdf[bin] += 2;
        }
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 8, t, i, impacts = 0;
    double dt = 0.05, potential, kinetic = 0, sum = 0;
    place();
    sort_into_cells();
    potential = forces();
    for (t = 0; t < steps; t++) {
        half_kick(dt);
        impacts += drift(dt);
        sort_into_cells();
        potential = forces();
        kinetic = half_kick(dt);
        if (t % 4 == 3) { /* half of what it is too hot */
            double s = sqrt((kinetic + 5.0) / (2 * kinetic));
#pragma omp parallel for firstprivate(s) hetero(1)
            for (i = 0; i < COUNT; i++) {
                p[i].v[0] *= s;
                p[i].v[1] *= s;
            }
        }
    }
    distribution();
    for (i = 0; i < COUNT; i++)
        sum += p[i].x[0] * (i % 3 + 1) - p[i].v[1] * (i % 5);
    printf("potential %.7g kinetic %.7g sum %.7g impacts %d\n", potential, kinetic, sum, impacts);
    for (i = 0; i < BINS; i++)
        printf("%ld%c", rdf[i], i == BINS - 1 ? '\n' : ' ');
    return 0;
}
