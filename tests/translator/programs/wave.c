/* The wave equation: three time levels, pointers that rotate; a source, layers of different speed,
   sponges at the borders, receivers; a finer stencil; a string that is plucked. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 72
#define STRING 257
#define REACH 4
#define TRACES 12
#define STEPS 40

typedef double field[N];

struct medium {
    float *speed2, *damp; /* (c dt / h) squared, and what is left of a wave after a step */
    int nx, nz;
};

struct shot {
    int sx, sz, steps;
    float frequency;
    float trace[TRACES][STEPS];
};

static void membrane(void)
{
    field *prev, *cur, *next, *tmp;
    int i, j, t;
    double sum = 0;
    const double c2 = 0.2;
    prev = calloc(N, sizeof *prev);
    cur = calloc(N, sizeof *cur);
    next = calloc(N, sizeof *next);
    cur[N / 2][N / 2] = 10;
    cur[N / 3][N / 4] = -6;
    for (t = 0; t < 25; t++) {
#pragma omp parallel for private(i, j) hetero(1)
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                next[i][j] = 2 * cur[i][j] - prev[i][j] +
                             c2 * (cur[i - 1][j] + cur[i + 1][j] + cur[i][j - 1] + cur[i][j + 1] - 4 * cur[i][j]);
        tmp = prev;
        prev = cur;
        cur = next;
        next = tmp;
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += cur[i][j] * (i - 2 * j);
    printf("membrane %.9g\n", sum);
    free(prev), free(cur), free(next);
}

/* Layers that dip; sponges at three sides. */
static struct medium ground(int nx, int nz)
{
    struct medium m = {malloc(nx * nz * sizeof(float)), malloc(nx * nz * sizeof(float)), nx, nz};
    int x, z;
    float *speed2 = m.speed2, *damp = m.damp;
#pragma omp parallel for private(x) hetero(1)
    for (z = 0; z < nz; z++)
        for (x = 0; x < nx; x++) {
            int edge = x < nx - 1 - x ? x : nx - 1 - x, layer = (z + x / 6) / 15;
            if (nz - 1 - z < edge)
                edge = nz - 1 - z;
            speed2[z * nx + x] = 0.06f + 0.05f * layer;
            damp[z * nx + x] = edge < 10 ? 1 - 0.004f * (10 - edge) : 1;
        }
    return m;
}

static float ricker(float t, float f)
{
    float a = (float)M_PI * f * (t - 1 / f);
    return (1 - 2 * a * a) * expf(-a * a);
}

/* Eighth order in space. */
static void step(const struct medium *m, const float *restrict now, float *restrict last)
{
    static const float w[REACH + 1] = {-205.f / 72, 8.f / 5, -1.f / 5, 8.f / 315, -1.f / 560};
    const int nx = m->nx, nz = m->nz;
    const float *speed2 = m->speed2, *damp = m->damp;
#pragma omp parallel for collapse(2) schedule(static) hetero(1)
    for (int z = REACH; z < nz - REACH; z++)
        for (int x = REACH; x < nx - REACH; x++) {
            int at = z * nx + x;
            float lap = 2 * w[0] * now[at];
            for (int k = 1; k <= REACH; k++)
                lap += w[k] * (now[at - k] + now[at + k] + now[at - k * nx] + now[at + k * nx]);
            last[at] = damp[at] * (2 * now[at] - damp[at] * last[at] + speed2[at] * lap);
        }
}

static void fire(const struct medium *m, struct shot *s)
{
    float *now = calloc(m->nx * m->nz, sizeof(float)), *last = calloc(m->nx * m->nz, sizeof(float)), *tmp;
    double energy = 0;
    int t, k, x, n = m->nx * m->nz;
    for (t = 0; t < s->steps; t++) {
        step(m, now, last);
        last[s->sz * m->nx + s->sx] += ricker((float)t, s->frequency);
        for (k = 0; k < TRACES; k++)
            s->trace[k][t] = last[(REACH + 1) * m->nx + 8 + k * 5];
        tmp = now, now = last, last = tmp;
    }
#pragma omp parallel for reduction(+ : energy) hetero(1)
    for (x = 0; x < n; x++)
        energy += (double)(now[x] - last[x]) * (now[x] - last[x]) / m->speed2[x];
    printf("shot at %d: energy %.5g\n", s->sx, energy);
    free(now);
    free(last);
}

/* When each receiver hears the most, and how loud. */
static void pick(const struct shot *s, int *when, float *loud)
{
#pragma omp parallel for hetero(1)
    for (int k = 0; k < TRACES; k++) {
        int best = 0;
        for (int t = 1; t < s->steps; t++)
            if (fabsf(s->trace[k][t]) > fabsf(s->trace[k][best]))
                best = t;
        when[k] = best;
        loud[k] = s->trace[k][best];
    }
}

/* A string, both ends fixed: levels are rows of one array, taken in turn. */
static double string(int steps, double stiffness, double loss)
{
    static double y[3][STRING];
    int i, t, crossings = 0;
    double sum = 0;
    for (i = 0; i < STRING; i++)
        y[0][i] = y[1][i] = i < 60 ? i / 60.0 : (STRING - 1 - i) / (STRING - 61.0);
    for (t = 0; t < steps; t++) {
        const double *now = y[(t + 1) % 3], *before = y[t % 3];
        double *after = y[(t + 2) % 3];
#pragma omp parallel for hetero(1)
        for (i = 1; i < STRING - 1; i++) {
            double bend = i > 1 && i < STRING - 2 ? now[i - 2] - 4 * now[i - 1] + 6 * now[i] - 4 * now[i + 1] + now[i + 2] : 0;
            after[i] = (2 * now[i] - (1 - loss) * before[i] + 0.9 * (now[i - 1] - 2 * now[i] + now[i + 1]) - stiffness * bend) / (1 + loss);
        }
        crossings += after[40] * now[40] < 0;
    }
    for (i = 0; i < STRING; i++)
        sum += y[steps % 3][i] * (i % 10);
    return sum + crossings;
}

int main(void)
{
    struct medium m = ground(76, 64);
    struct shot *shots = calloc(2, sizeof *shots);
    int k, s, when[TRACES], picked = 0;
    float loud[TRACES];
    double sum = 0;
    membrane();
    for (s = 0; s < 2; s++) {
        shots[s].sx = 20 + 30 * s;
        shots[s].sz = 8;
        shots[s].steps = STEPS;
        shots[s].frequency = 0.08f;
        fire(&m, &shots[s]);
        pick(&shots[s], when, loud);
        for (k = 0; k < TRACES; k++) {
            picked += when[k] * (k + 1);
            sum += loud[k];
        }
    }
    printf("picked %d, %.4g\n", picked, sum);
    printf("string %.8g\n", string(150, 0.01, 0.001));
    return 0;
}
