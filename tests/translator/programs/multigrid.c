/* V-cycles: in one dimension with all levels in one block of memory, in two with a struct a level. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 5

static int size[LEVELS], offset[LEVELS];

static void smooth(double *u, const double *f, double *tmp, int n)
{
    int i;
#pragma omp parallel for private(i) hetero(1)
    for (i = 1; i < n - 1; i++)
        tmp[i] = u[i] + 0.6 * (0.5 * (u[i - 1] + u[i + 1] + f[i]) - u[i]);
#pragma omp parallel for private(i) hetero(1)
    for (i = 1; i < n - 1; i++)
        u[i] = tmp[i];
}

static void restriction(const double *u, const double *f, double *coarse, int n)
{
    int i;
#pragma omp parallel for private(i) hetero(1)
    for (i = 1; i < n - 1; i++) {
        double l = f[2 * i - 1] - 2 * u[2 * i - 1] + u[2 * i - 2] + u[2 * i];
        double m = f[2 * i] - 2 * u[2 * i] + u[2 * i - 1] + u[2 * i + 1];
        double r = f[2 * i + 1] - 2 * u[2 * i + 1] + u[2 * i] + u[2 * i + 2];
        coarse[i] = l + 2 * m + r;
    }
}

static void prolong(double *u, const double *coarse, int n)
{
    int i;
#pragma omp parallel for private(i) hetero(1)
    for (i = 0; i < n - 1; i++) {
        u[2 * i] += coarse[i];
        u[2 * i + 1] += 0.5 * (coarse[i] + coarse[i + 1]);
    }
}

static double one_dimension(int cycles)
{
    int l, i, total = 0, cycle;
    double *u, *f, *tmp, sum = 0;
    for (l = 0; l < LEVELS; l++) {
        size[l] = (256 >> l) + 1;
        offset[l] = total;
        total += size[l];
    }
    u = calloc(total, sizeof *u);
    f = calloc(total, sizeof *f);
    tmp = calloc(total, sizeof *tmp);
    for (i = 0; i < size[0]; i++)
        f[i] = (i % 16 - 7.5) / 64;
    for (cycle = 0; cycle < cycles; cycle++) {
        for (l = 0; l < LEVELS - 1; l++) {
            smooth(u + offset[l], f + offset[l], tmp, size[l]);
            restriction(u + offset[l], f + offset[l], f + offset[l + 1], size[l + 1]);
            for (i = 0; i < size[l + 1]; i++)
                u[offset[l + 1] + i] = 0;
        }
        for (l = LEVELS - 1; l > 0; l--) {
            smooth(u + offset[l], f + offset[l], tmp, size[l]);
            prolong(u + offset[l - 1], u + offset[l], size[l]);
        }
    }
    for (i = 0; i < size[0]; i++)
        sum += u[i] * (i % 9 + 1);
    free(u), free(f), free(tmp);
    return sum;
}

typedef struct level {
    int n; /* points a side, the border included */
    double h;
    double *u, *f, *r;
    struct level *coarser;
} level;

#define IX(l, i, j) ((i) * (l)->n + (j))

static level *levels(int n, double h)
{
    level *l = malloc(sizeof *l);
    l->n = n;
    l->h = h;
    l->u = calloc(n * n, sizeof(double));
    l->f = calloc(n * n, sizeof(double));
    l->r = calloc(n * n, sizeof(double));
    l->coarser = n > 5 ? levels((n + 1) / 2, 2 * h) : NULL;
    return l;
}

/* Red points and black points in turn. */
static void relax(level *l, int sweeps)
{
    int s, i, j, n = l->n;
    double *u = l->u, h2 = l->h * l->h;
    for (s = 0; s < 2 * sweeps; s++) {
#pragma omp parallel for private(i, j) hetero(1)
        for (i = 1; i < n - 1; i++)
            for (j = 1 + (i + s) % 2; j < n - 1; j += 2)
                u[IX(l, i, j)] = 0.25 * (u[IX(l, i - 1, j)] + u[IX(l, i + 1, j)] + u[IX(l, i, j - 1)] + u[IX(l, i, j + 1)] + h2 * l->f[IX(l, i, j)]);
    }
}

static double residual(level *l)
{
    double norm = 0;
    const int n = l->n;
    const double *u = l->u, *f = l->f, scale = 1 / (l->h * l->h);
#pragma omp parallel for reduction(+ : norm) hetero(1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double r = f[IX(l, i, j)] - scale * (4 * u[IX(l, i, j)] - u[IX(l, i - 1, j)] - u[IX(l, i + 1, j)] - u[IX(l, i, j - 1)] - u[IX(l, i, j + 1)]);
            l->r[IX(l, i, j)] = r;
            norm += r * r;
        }
    return sqrt(norm) * l->h;
}

static void cycle(level *l)
{
    level *c = l->coarser;
    if (!c) {
        relax(l, 20);
        return;
    }
    relax(l, 2);
    residual(l);
    memset(c->u, 0, sizeof(double) * c->n * c->n);
#pragma omp parallel for hetero(1)
    for (int i = 1; i < c->n - 1; i++)
        for (int j = 1; j < c->n - 1; j++) {
            const double *r = l->r + IX(l, 2 * i, 2 * j);
            c->f[IX(c, i, j)] = (4 * r[0] + 2 * (r[1] + r[-1] + r[l->n] + r[-l->n]) + r[l->n + 1] + r[l->n - 1] + r[-l->n + 1] + r[-l->n - 1]) / 16;
        }
    cycle(c);
#pragma omp parallel for hetero(1)
    for (int i = 1; i < l->n - 1; i++)
        for (int j = 1; j < l->n - 1; j++) {
            int a = i / 2, b = j / 2, a1 = a + (i & 1), b1 = b + (j & 1);
            l->u[IX(l, i, j)] += 0.25 * (c->u[IX(c, a, b)] + c->u[IX(c, a1, b)] + c->u[IX(c, a, b1)] + c->u[IX(c, a1, b1)]);
        }
    relax(l, 2);
}

int main(void)
{
    level *top = levels(33, 1.0 / 32);
    double before, now, sum = 0;
    int i, j, cycles = 0;
    printf("%.9g\n", one_dimension(2));
    for (i = 1; i < top->n - 1; i++)
        for (j = 1; j < top->n - 1; j++)
            top->f[IX(top, i, j)] = (i * 7 + j * 3) % 5 - 1.5 + (i > 16 && j > 16);
    before = now = residual(top);
    while (now > 1e-5 * before && cycles < 12) {
        cycle(top);
        now = residual(top);
        cycles++;
    }
    for (i = 0; i < top->n * top->n; i++)
        sum += top->u[i] * (i % 13);
    printf("%d cycles, from %.6g to below %.0e, %.6g\n", cycles, before, 1e-5 * before, sum);
    return 0;
}
