/* Reaction and diffusion after Gray and Scott; neighbours on the torus come from arrays of
   subscripts. Some parameters are tried one after another, patterns are told by their statistics. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef float real;
#define NX 56
#define NY 48

typedef struct {
    const char *name;
    real feed, kill, du, dv;
    int steps;
} recipe;

static real u[NY][NX], v[NY][NX], un[NY][NX], vn[NY][NX];
static int ip1[NX], im1[NX], jp1[NY], jm1[NY];
static int label[NY][NX], next_label[NY][NX];

static void neighbours(void)
{
    int i, j;
    for (i = 0; i < NX; i++) {
        ip1[i] = (i + 1) % NX;
        im1[i] = (i + NX - 1) % NX;
    }
    for (j = 0; j < NY; j++) {
        jp1[j] = (j + 1) % NY;
        jm1[j] = (j + NY - 1) % NY;
    }
}

static void seed(void)
{
    int i, j;
#pragma omp parallel for collapse(2) private(i, j) hetero(1)
    for (j = 0; j < NY; j++)
        for (i = 0; i < NX; i++) {
            int inside = (abs(i - 28) < 5 && abs(j - 24) < 4) || (abs(i - 10) < 3 && abs(j - 40) < 3);
            u[j][i] = inside ? (real)0.5 : 1;
            v[j][i] = inside ? (real)0.25 + (real)((i * 7 + j * 3) % 10) / 100 : 0;
        }
}

static void react(const recipe *r)
{
    int i, j;
    real F = r->feed, k = r->kill;
#pragma omp parallel for private(i, j) hetero(1)
    for (j = 0; j < NY; j++)
        for (i = 0; i < NX; i++) {
            real uvv = u[j][i] * v[j][i] * v[j][i];
            real lu = u[j][ip1[i]] + u[j][im1[i]] + u[jp1[j]][i] + u[jm1[j]][i] - 4 * u[j][i];
            real lv = v[j][ip1[i]] + v[j][im1[i]] + v[jp1[j]][i] + v[jm1[j]][i] - 4 * v[j][i];
            un[j][i] = u[j][i] + r->du * lu - uvv + F * (1 - u[j][i]);
            vn[j][i] = v[j][i] + r->dv * lv + uvv - (F + k) * v[j][i];
        }
}

static void advance(void)
{
    int i, j;
#pragma omp parallel for private(i, j) hetero(1)
    for (j = 0; j < NY; j++)
        for (i = 0; i < NX; i++) {
            u[j][i] = un[j][i];
            v[j][i] = vn[j][i];
        }
}

/* Spots: each cell takes the least label around until nothing changes. */
static int spots(real threshold)
{
    int i, j, changed, count = 0;
#pragma omp parallel for private(i) firstprivate(threshold) hetero(1)
    for (j = 0; j < NY; j++)
        for (i = 0; i < NX; i++)
            label[j][i] = v[j][i] > threshold ? j * NX + i + 1 : 0;
    do {
        changed = 0;
#pragma omp parallel for private(i, j) reduction(| : changed) hetero(1)
        for (j = 0; j < NY; j++)
            for (i = 0; i < NX; i++) {
                const int around[4] = {label[j][ip1[i]], label[j][im1[i]], label[jp1[j]][i], label[jm1[j]][i]};
                int best = label[j][i], k;
                if (best)
                    for (k = 0; k < 4; k++)
                        if (around[k] && around[k] < best)
                            best = around[k];
                next_label[j][i] = best;
                changed |= best != label[j][i];
            }
        memcpy(label, next_label, sizeof label);
    } while (changed);
#pragma omp parallel for private(i) reduction(+ : count) hetero(1)
    for (j = 0; j < NY; j++)
        for (i = 0; i < NX; i++)
            count += label[j][i] == j * NX + i + 1;
    return count;
}

int main(int argc, char **argv)
{
    static const recipe all[] = {
        {"spots", (real)0.035, (real)0.065, (real)0.16, (real)0.08, 40},
        {"stripes", (real)0.04, (real)0.06, (real)0.16, (real)0.08, 40},
        {"chaos", (real)0.026, (real)0.051, (real)0.16, (real)0.08, 25},
    };
    int scale = argc > 1 ? atoi(argv[1]) : 1, n, t, i, j;
    neighbours();
    for (n = 0; n < (int)(sizeof all / sizeof *all); n++) {
        double sum = 0, mass = 0, rough = 0;
        seed();
        for (t = 0; t < all[n].steps * scale; t++) {
            react(&all[n]);
            advance();
        }
#pragma omp parallel for private(i) reduction(+ : mass, rough) hetero(1)
        for (j = 0; j < NY; j++)
            for (i = 0; i < NX; i++) {
                mass += v[j][i];
                rough += fabsf(v[j][i] - v[j][ip1[i]]) + fabsf(v[j][i] - v[jp1[j]][i]);
            }
        for (j = 0; j < NY; j++)
            for (i = 0; i < NX; i++)
                sum += u[j][i] * (i + 1) + v[j][i] * (j + 1);
        printf("%s: %.5g mass %.4g rough %.4g spots %d\n", all[n].name, sum, mass, rough, spots((real)0.12));
    }
    return 0;
}
