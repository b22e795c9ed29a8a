/* Spins on a chessboard, one colour at a time, each site with random numbers of its own: a run
 * through temperatures, with energies, magnetisation, Binder's cumulant and correlations. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define L 40
#define MAXR (L / 2)

typedef signed char spin_t;

struct averages {
    int samples;
    double e, m, m2, m4;
    double corr[MAXR];
};

static spin_t spin[L][L];
static uint32_t state[L][L];
static uint32_t accept[17]; /* by the cost, which is even, from -8 to 8 */
static int row_sum[L], row_energy[L];
static long pair[MAXR];

static uint32_t draw(uint32_t *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 8;
}

static void start(void)
{
    int i, j;
    for (i = 0; i < L; i++)
        for (j = 0; j < L; j++) {
            spin[i][j] = (i * 7 + j * 3) % 5 < 3 ? 1 : -1;
            state[i][j] = (uint32_t)(i * L + j) * 2654435761u + 1;
        }
}

static void set_temperature(double t)
{
    int cost;
    for (cost = -8; cost <= 8; cost++)
        accept[cost + 8] = cost <= 0 ? 1u << 24 : (uint32_t)(exp(-cost / t) * (1 << 24));
}

/* The number of spins that have turned. */
static int update(int colour)
{
    int i, j, turned = 0;
#pragma omp parallel for private(i, j) firstprivate(colour) reduction(+ : turned) hetero(1)
    for (i = 0; i < L; i++)
        for (j = (i + colour) & 1; j < L; j += 2) {
            int around = spin[(i + 1) % L][j] + spin[(i + L - 1) % L][j] + spin[i][(j + 1) % L] + spin[i][(j + L - 1) % L];
            int cost = 2 * spin[i][j] * around;
            uint32_t r = draw(&state[i][j]);
            if (r < accept[cost + 8]) {
                spin[i][j] = (spin_t)-spin[i][j];
                turned++;
            }
        }
    return turned;
}

static void measure(struct averages *a)
{
    int i, j, r, m = 0, e = 0;
    double x;
#pragma omp parallel for private(j) hetero(1)
    for (i = 0; i < L; i++) {
        row_sum[i] = row_energy[i] = 0;
        for (j = 0; j < L; j++) {
            row_sum[i] += spin[i][j];
            row_energy[i] -= spin[i][j] * (spin[i + 1 == L ? 0 : i + 1][j] + spin[i][j + 1 == L ? 0 : j + 1]);
        }
    }
    for (i = 0; i < L; i++) {
        m += row_sum[i];
        e += row_energy[i];
    }
#pragma omp parallel for private(r, i, j) hetero(1)
    for (r = 0; r < MAXR; r++) {
        long s = 0;
        for (i = 0; i < L; i++)
            for (j = 0; j < L; j++)
                s += spin[i][j] * spin[i][(j + r + 1) % L];
        pair[r] = s;
    }
    x = (double)m / (L * L);
    a->samples++;
    a->e += (double)e / (L * L);
    a->m += fabs(x);
    a->m2 += x * x;
    a->m4 += x * x * x * x;
    for (r = 0; r < MAXR; r++)
        a->corr[r] += (double)pair[r] / (L * L);
}

/* Walls between domains, seen from the sites. */
static int walls(void)
{
    int n = 0, i;
#pragma omp parallel for reduction(+ : n) hetero(1)
    for (i = 0; i < L * L; i++) {
        int y = i / L, x = i % L;
        if (x < L - 1 && spin[y][x] != spin[y][x + 1])
            n++;
        if (y < L - 1 && spin[y][x] != spin[y + 1][x])
            n++;
    }
    return n;
}

int main(int argc, char **argv)
{
    static const double temperature[] = {3.5, 2.27, 1.6};
    int sweeps = argc > 1 ? atoi(argv[1]) : 10, t, s, r;
    start();
    for (t = 0; t < 3; t++) {
        struct averages a;
        long turned = 0;
        double decay = 0;
        memset(&a, 0, sizeof a);
        set_temperature(temperature[t]);
        for (s = 0; s < sweeps; s++) {
            turned += update(0) + update(1);
            if (s >= sweeps / 2)
                measure(&a);
        }
        for (r = 0; r < MAXR; r++)
            decay += a.corr[r] / a.samples;
        printf("T %.2f: energy %.6f magnet %.6f cumulant %.5f length %.5f turned %ld walls %d\n", temperature[t], a.e / a.samples,
               a.m / a.samples, 1 - a.m4 * a.samples / (3 * a.m2 * a.m2), decay, turned, walls());
    }
    return 0;
}
