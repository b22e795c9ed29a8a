/* Lattice Boltzmann, D2Q9: each velocity an array in a struct, stream by pulling, then collide. */
#include <stdio.h>
#include <string.h>
#define W 64
#define H 40
#define Q 9
typedef struct {
    double f[Q][H][W];
    unsigned char solid[H][W];
} lattice;
static lattice grid, next;
static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weight[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

static void collide_and_stream(double omega)
{
    int x, y, q;
#pragma omp parallel for private(x, q) hetero(1)
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++) {
            double in[Q], rho = 0, ux = 0, uy = 0, uu;
            for (q = 0; q < Q; q++) {
                int sx = (x - cx[q] + W) % W, sy = (y - cy[q] + H) % H;
                in[q] = grid.solid[sy][sx] ? grid.f[opposite[q]][y][x] : grid.f[q][sy][sx];
                rho += in[q];
                ux += cx[q] * in[q];
                uy += cy[q] * in[q];
            }
            ux /= rho;
            uy /= rho;
            uu = 1.5 * (ux * ux + uy * uy);
            for (q = 0; q < Q; q++) {
                double cu = 3 * (cx[q] * ux + cy[q] * uy);
                next.f[q][y][x] = in[q] + omega * (weight[q] * rho * (1 + cu + 0.5 * cu * cu - uu) - in[q]);
            }
        }
}

int main(void)
{
    int x, y, q, t;
    double mass = 0, flow = 0;
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++) {
            grid.solid[y][x] = (x - 20) * (x - 20) + (y - 20) * (y - 20) < 30;
            for (q = 0; q < Q; q++)
                grid.f[q][y][x] = weight[q] * (1 + 0.01 * ((x * 7 + y * 3) % 5)) * (q == 1 ? 1.2 : 1.0);
        }
    for (t = 0; t < 8; t++) {
        collide_and_stream(1.2);
        memcpy(grid.f, next.f, sizeof grid.f);
    }
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++)
            for (q = 0; q < Q; q++) {
                mass += grid.f[q][y][x];
                flow += cx[q] * grid.f[q][y][x] * (y + 1);
            }
    printf("%.8g %.8g\n", mass, flow);
    return 0;
}
