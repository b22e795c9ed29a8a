/* Molecules in a solvent: all pairs by OpenMP's collapse, contacts in a triangle, a map of the
 * greatest distances, three loops made one for a density on a grid. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ATOMS 72
#define RESIDUES 12
#define PER (ATOMS / RESIDUES)
#define GRID 10
#define SQ(x) ((x) * (x))

typedef double vec3[3];

static vec3 atom[ATOMS];
static double charge[ATOMS], radius[ATOMS];
static double dist[ATOMS][ATOMS];
static int contact[RESIDUES][RESIDUES];
static float density[GRID][GRID][GRID];

static void fold_chain(void)
{
    int i;
    for (i = 0; i < ATOMS; i++) {
        atom[i][0] = 5 + 3.5 * cos(i * 0.61) + 0.1 * (i % 3);
        atom[i][1] = 5 + 3.5 * sin(i * 0.61) - 0.1 * (i % 4);
        atom[i][2] = i * 10.0 / ATOMS;
        charge[i] = (i % 5 - 2) * 0.25;
        radius[i] = 1.2 + 0.1 * (i % 4);
    }
}

static void distances(void)
{
    int i, j;
#pragma omp parallel for collapse(2) private(i, j) hetero(1)
    for (i = 0; i < ATOMS; i++)
        for (j = 0; j < ATOMS; j++)
            dist[i][j] = sqrt(SQ(atom[i][0] - atom[j][0]) + SQ(atom[i][1] - atom[j][1]) + SQ(atom[i][2] - atom[j][2]));
}

/* Residues touch if two of their atoms do; how many pairs of atoms. */
static int contacts(double margin)
{
    int a, b, i, j, most = 0;
#pragma omp parallel for collapse(2) private(a, b, i, j) reduction(max : most) schedule(static, 4) hetero(1)
    for (a = 0; a < RESIDUES; a++)
        for (b = 0; b < RESIDUES; b++) {
            int n = 0;
            for (i = a * PER; i < (a + 1) * PER; i++)
                for (j = b * PER; j < (b + 1) * PER; j++)
                    if (i != j && dist[i][j] < radius[i] + radius[j] + margin)
                        n++;
            contact[a][b] = n;
            if (n > most)
                most = n;
        }
    return most;
}

static double electrostatics(double screen)
{
    double e = 0;
    int i, j;
#pragma omp parallel for private(j) reduction(+ : e) schedule(dynamic, 4) hetero(1)
    for (i = 0; i < ATOMS; i++)
        for (j = i + 1; j < ATOMS; j++) {
            double r = dist[i][j];
            if (r < 0.5) r = 0.5;
            e += charge[i] * charge[j] / r * exp(-r / screen);
        }
    return e;
}

static void spread(float h)
{
    int x, y, z, k;
#pragma omp parallel for collapse(3) private(x, y, z, k) hetero(1)
    for (x = 0; x < GRID; x++)
        for (y = 0; y < GRID; y++)
            for (z = 0; z < GRID; z++) {
                double s = 0;
                for (k = 0; k < ATOMS; k++) {
                    double d2 = SQ(x * h - atom[k][0]) + SQ(y * h - atom[k][1]) + SQ(z * h - atom[k][2]);
                    if (d2 > 9.0)
                        continue;
                    s += exp(-d2 / SQ(radius[k]));
                }
                density[x][y][z] = (float)s;
            }
}

/* The cell with most density, and the number of empty ones. */
static int densest(int *empty)
{
    int n = 0, x, y, z, best = 0;
    float top = 0;
#pragma omp parallel for collapse(2) private(z) reduction(+ : n) reduction(max : top) hetero(1)
    for (x = 0; x < GRID; x++)
        for (y = 0; y < GRID; y++)
            for (z = 0; z < GRID; z++) {
                if (density[x][y][z] < 0.01f)
                    n++;
                else if (density[x][y][z] > top)
                    top = density[x][y][z];
            }
    for (x = 0; x < GRID * GRID * GRID; x++)
        if ((&density[0][0][0])[x] == top)
            best = x;
    *empty = n;
    return best;
}

int main(int argc, char **argv)
{
    double margin = argc > 1 ? atof(argv[1]) : 0.3, sum = 0, rho = 0;
    int i, j, most, empty, best, touching = 0;
    fold_chain();
    distances();
    most = contacts(margin);
    for (i = 0; i < ATOMS; i++)
        for (j = 0; j < ATOMS; j++)
            sum += dist[i][j] * ((i * 3 + j) % 7);
    for (i = 0; i < RESIDUES; i++)
        for (j = 0; j < i; j++)
            touching += contact[i][j] > 0 ? i - j : 0;
    spread(10.0f / GRID);
    best = densest(&empty);
    for (i = 0; i < GRID; i++)
        for (j = 0; j < GRID; j++)
            rho += density[i][j][(i + j) % GRID];
    printf("distances %.9g, most contacts %d, touching %d\n", sum, most, touching);
    printf("energy %.6g, density %.5g, densest %d, empty %d\n", electrostatics(4.0), rho, best, empty);
    return 0;
}
