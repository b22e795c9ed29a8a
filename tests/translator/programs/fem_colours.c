/* Bilinear elements on a bent mesh of quadrilaterals, matrix-free: scatter by four colours, so that
   elements of one colour share no node, which only the lists say; damped Jacobi to a solution. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NX 18
#define NY 14
#define NODES ((NX + 1) * (NY + 1))
#define ELEMENTS (NX * NY)
#define COLOURS 4

static double px[NODES], py[NODES], u[NODES], ku[NODES], load[NODES], diag[NODES];
static int fixed[NODES];
static int conn[ELEMENTS][4];
static double stiffness[ELEMENTS][4][4], area[ELEMENTS];
static int colour_first[COLOURS + 1], colour_list[ELEMENTS];

static void mesh(void)
{
    int i, j, c, k = 0;
    for (j = 0; j <= NY; j++)
        for (i = 0; i <= NX; i++) {
            int n = j * (NX + 1) + i;
            px[n] = i + 0.15 * sin(j * 0.9);
            py[n] = j + 0.1 * cos(i * 0.7);
            fixed[n] = i == 0 || (j == 0 && i < NX / 2);
            u[n] = 0;
        }
    for (j = 0; j < NY; j++)
        for (i = 0; i < NX; i++) {
            int *e = conn[j * NX + i], n = j * (NX + 1) + i;
            e[0] = n;
            e[1] = n + 1;
            e[2] = n + NX + 2;
            e[3] = n + NX + 1;
        }
    for (c = 0; c < COLOURS; c++) {
        colour_first[c] = k;
        for (j = c / 2; j < NY; j += 2)
            for (i = c % 2; i < NX; i += 2)
                colour_list[k++] = j * NX + i;
    }
    colour_first[COLOURS] = k;
}

/* Two by two Gauss points. */
static void element_matrices(void)
{
    static const double g = 0.57735026918962576451;
    int e, q, a, b;
#pragma omp parallel for private(q, a, b) hetero(1)
    for (e = 0; e < ELEMENTS; e++) {
        area[e] = 0;
        for (a = 0; a < 4; a++)
            for (b = 0; b < 4; b++)
                stiffness[e][a][b] = 0;
        for (q = 0; q < 4; q++) {
            double s = q & 1 ? g : -g, t = q & 2 ? g : -g;
            double ds[4], dt[4], gx[4], gy[4], xs = 0, xt = 0, ys = 0, yt = 0, det;
            ds[0] = -(1 - t) / 4, ds[1] = (1 - t) / 4, ds[2] = (1 + t) / 4, ds[3] = -(1 + t) / 4;
            dt[0] = -(1 - s) / 4, dt[1] = -(1 + s) / 4, dt[2] = (1 + s) / 4, dt[3] = (1 - s) / 4;
            for (a = 0; a < 4; a++) {
                xs += ds[a] * px[conn[e][a]];
                xt += dt[a] * px[conn[e][a]];
                ys += ds[a] * py[conn[e][a]];
                yt += dt[a] * py[conn[e][a]];
            }
            det = xs * yt - xt * ys;
            for (a = 0; a < 4; a++) {
                gx[a] = (ds[a] * yt - dt[a] * ys) / det;
                gy[a] = (dt[a] * xs - ds[a] * xt) / det;
            }
            for (a = 0; a < 4; a++)
                for (b = 0; b < 4; b++)
                    stiffness[e][a][b] += det * (gx[a] * gx[b] + gy[a] * gy[b]);
            area[e] += det;
        }
    }
}

static void assemble(void)
{
    int colour, k, a;
    for (colour = 0; colour < COLOURS; colour++) {
#pragma omp parallel for private(k, a) hetero(1)
        for (k = colour_first[colour]; k < colour_first[colour + 1]; k++) {
            int e = colour_list[k];
            for (a = 0; a < 4; a++) {
                diag[conn[e][a]] += stiffness[e][a][a];
                load[conn[e][a]] += area[e] / 4;
            }
        }
    }
}

static void apply(void)
{
    int colour, k, a, b;
    for (k = 0; k < NODES; k++)
        ku[k] = 0;
    for (colour = 0; colour < COLOURS; colour++) {
        int from = colour_first[colour], to = colour_first[colour + 1];
#pragma omp parallel for private(a, b) hetero(1)
        for (k = from; k < to; k++) {
            const int *node = conn[colour_list[k]];
            for (a = 0; a < 4; a++) {
                double s = 0;
                for (b = 0; b < 4; b++)
                    s += stiffness[colour_list[k]][a][b] * u[node[b]];
                ku[node[a]] += s;
            }
        }
    }
}

int main(int argc, char **argv)
{
    int limit = argc > 1 ? atoi(argv[1]) : 30, n, it;
    double sum = 0, total = 0, change = 1, omega = 0.7;
    mesh();
    element_matrices();
    assemble();
    for (it = 0; it < limit && change > 1e-3; it++) {
        apply();
        change = 0;
#pragma omp parallel for firstprivate(omega) reduction(max : change) hetero(1)
        for (n = 0; n < NODES; n++) {
            double d;
            if (fixed[n])
                continue;
            d = omega * (load[n] - ku[n]) / diag[n];
            u[n] += d;
            if (fabs(d) > change)
                change = fabs(d);
        }
    }
#pragma omp parallel for reduction(+ : total) hetero(1)
    for (n = 0; n < ELEMENTS; n++)
        total += area[n];
    for (n = 0; n < NODES; n++)
        sum += u[n] * (n % 5) + load[n] * (n % 7) + diag[n];
    printf("%d iterations, change %.6g, area %.10g, sum %.9g\n", it, change, total, sum);
    return 0;
}
