/* Lattice Boltzmann, D2Q9: flow around a cylinder in a channel; each velocity an array in a struct. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W 64
#define H 40
#define Q 9

typedef enum { FLUID, SOLID, INLET, OUTLET } cell_t;

typedef struct {
    double f[Q][H][W];
    unsigned char kind[H][W];
} lattice;

typedef struct {
    int steps, report;
    double viscosity, speed, radius;
} parameters;

static lattice grid, next;
static double rho_[H][W], ux_[H][W], uy_[H][W];

static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weight[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

static double equilibrium(int q, double rho, double ux, double uy)
{
    double cu = 3 * (cx[q] * ux + cy[q] * uy);
    return weight[q] * rho * (1 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
}

static void initialise(const parameters *p)
{
    int x, y, q;
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++) {
            double dx = x - W / 4, dy = y - H / 2 + 0.5;
            cell_t kind = FLUID;
            if (y == 0 || y == H - 1 || dx * dx + dy * dy < p->radius * p->radius)
                kind = SOLID;
            else if (x == 0)
                kind = INLET;
            else if (x == W - 1)
                kind = OUTLET;
            grid.kind[y][x] = next.kind[y][x] = kind;
        }
#pragma omp parallel for private(x, q) hetero(1)
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++)
            for (q = 0; q < Q; q++)
                grid.f[q][y][x] = equilibrium(q, 1.0, p->speed, 0.001 * (x % 3));
}

/* Pulls what arrives at each cell, then relaxes it. What a wall sends back comes from the cell itself. */
static void collide_and_stream(double omega)
{
    int x, y, q;
#pragma omp parallel for private(x, q) hetero(1)
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++) {
            double in[Q], rho = 0, ux = 0, uy = 0;
            if (grid.kind[y][x] == SOLID)
                continue;
            for (q = 0; q < Q; q++) {
                int sx = (x - cx[q] + W) % W, sy = (y - cy[q] + H) % H;
                in[q] = grid.kind[sy][sx] == SOLID ? grid.f[opposite[q]][y][x] : grid.f[q][sy][sx];
                rho += in[q];
                ux += cx[q] * in[q];
                uy += cy[q] * in[q];
            }
            ux /= rho;
            uy /= rho;
            for (q = 0; q < Q; q++)
                next.f[q][y][x] = in[q] + omega * (equilibrium(q, rho, ux, uy) - in[q]);
        }
}

static void boundaries(double speed)
{
    int y, q;
#pragma omp parallel for private(q) hetero(1)
    for (y = 1; y < H - 1; y++) {
        double profile = speed * 4.0 * y * (H - 1 - y) / ((H - 1.0) * (H - 1.0));
        for (q = 0; q < Q; q++) {
            next.f[q][y][0] = equilibrium(q, 1.0, profile, 0);
            next.f[q][y][W - 1] = next.f[q][y][W - 2];
        }
    }
}

static void macroscopic(void)
{
#pragma omp parallel for hetero(1)
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double rho = 0, mx = 0, my = 0;
            for (int q = 0; q < Q; q++) {
                rho += grid.f[q][y][x];
                mx += cx[q] * grid.f[q][y][x];
                my += cy[q] * grid.f[q][y][x];
            }
            rho_[y][x] = rho;
            ux_[y][x] = grid.kind[y][x] == SOLID ? 0 : mx / rho;
            uy_[y][x] = grid.kind[y][x] == SOLID ? 0 : my / rho;
        }
}

static void report(int step)
{
    double mass = 0, fastest = 0, enstrophy = 0;
    int x, y;
    macroscopic();
#pragma omp parallel for private(x) reduction(+ : mass, enstrophy) reduction(max : fastest) hetero(1)
    for (y = 1; y < H - 1; y++)
        for (x = 1; x < W - 1; x++) {
            double speed2 = ux_[y][x] * ux_[y][x] + uy_[y][x] * uy_[y][x];
            double curl = uy_[y][x + 1] - uy_[y][x - 1] - ux_[y + 1][x] + ux_[y - 1][x];
            if (grid.kind[y][x] == SOLID)
                continue;
            mass += rho_[y][x];
            enstrophy += curl * curl;
            fastest = fmax(fastest, speed2);
        }
    printf("%d: mass %.7g, enstrophy %.5g, fastest %.6g\n", step, mass, enstrophy, sqrt(fastest));
}

int main(int argc, char **argv)
{
    parameters p = {12, 4, 0.05, 0.08, 5.2};
    int t;
    if (argc > 1)
        p.steps = atoi(argv[1]);
    initialise(&p);
    memcpy(next.f, grid.f, sizeof grid.f);
    for (t = 1; t <= p.steps; t++) {
        collide_and_stream(1 / (3 * p.viscosity + 0.5));
        boundaries(p.speed);
        memcpy(grid.f, next.f, sizeof grid.f);
        if (t % p.report == 0)
            report(t);
    }
    return 0;
}
