/* Particles in cells: lists by counting, forces from nine cells, energies summed up. */
#include <stdio.h>
#include <stdlib.h>
#define SIDE 6
#define CELLS (SIDE * SIDE)
#define COUNT 240
#define BOX 12.0
typedef struct { double x[2], f[2]; int cell; } particle;
static particle p[COUNT];
static int cell_first[CELLS + 1], cell_list[COUNT];
static void sort_into_cells(void)
{
    int i, c, fill[CELLS] = {0};
    for (i = 0; i < COUNT; i++) {
        p[i].cell = (int)(p[i].x[1] / (BOX / SIDE)) * SIDE + (int)(p[i].x[0] / (BOX / SIDE));
        fill[p[i].cell]++;
    }
    for (c = 0; c < CELLS; c++)
        cell_first[c + 1] = cell_first[c] + fill[c];
    for (c = 0; c < CELLS; c++)
        fill[c] = cell_first[c];
    for (i = 0; i < COUNT; i++)
        cell_list[fill[p[i].cell]++] = i;
}
int main(void)
{
    int i, k, dx, dy;
    double energy = 0, sum = 0;
    for (i = 0; i < COUNT; i++) {
        p[i].x[0] = (i * 37 % 480) / 40.0;
        p[i].x[1] = (i * 101 % 479) / 40.0;
    }
    sort_into_cells();
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
                    if (j != i && r2 < 4.0) {
                        double w = (4.0 - r2) / 16;
                        fx += w * rx;
                        fy += w * ry;
                        energy += w * w / 2;
                    }
                }
            }
        p[i].f[0] = fx;
        p[i].f[1] = fy;
    }
    for (i = 0; i < COUNT; i++)
        sum += p[i].f[0] * (i % 3 + 1) - p[i].f[1] * (i % 5);
    printf("%.9g %.9g\n", energy, sum);
    return 0;
}
