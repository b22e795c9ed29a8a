/* Advection: first order with inflow at the left, second order with limiters by a switch, Burgers'
   equation with wind from both sides, two dimensions with a field that turns; each against the truth. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { NONE, MINMOD, SUPERBEE, VAN_LEER } limiter_t;

typedef struct {
    int n;
    double dx, dt, speed;
    double *u, *unew;
} State;

struct options {
    int cells, steps;
    double courant;
};

static void advance(State *s)
{
    int i;
    double left;
    int n = s->n;
    double *u = s->u, *un = s->unew, c = s->speed * s->dt / s->dx;
#pragma omp parallel for private(i, left) hetero(1)
    for (i = 0; i < n; i++) {
        if (i == 0)
            left = 1.0;
        else
            left = u[i - 1];
        un[i] = u[i] - c * (u[i] - left);
    }
    s->u = un;
    s->unew = u;
}

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

static double limited(limiter_t by, double r)
{
    switch (by) {
    case MINMOD:
        return larger(0, smaller(1, r));
    case SUPERBEE:
        return larger(0, larger(smaller(2 * r, 1), smaller(r, 2)));
    case VAN_LEER:
        return (r + fabs(r)) / (1 + fabs(r));
    case NONE:
        break;
    }
    return 0;
}

/* A ring: fluxes between cells first, then cells. flux[i] is what comes from cell i - 1. */
static void second_order(State *s, double *flux, limiter_t by)
{
    const int n = s->n;
    const double c = s->speed * s->dt / s->dx;
    double *u = s->u;
#pragma omp parallel for firstprivate(by) hetero(1)
    for (int i = 0; i < n; i++) {
        int l = (i + n - 1) % n, ll = (i + n - 2) % n;
        double step = u[i] - u[l], before = u[l] - u[ll];
        double r = fabs(step) > 1e-12 ? before / step : 0;
        flux[i] = s->speed * (u[l] + 0.5 * (1 - c) * limited(by, r) * step);
    }
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        u[i] -= s->dt / s->dx * (flux[i + 1 < n ? i + 1 : 0] - flux[i]);
}

/* The wind is what is blown: upwind is on either side. The step is as long as the fastest allows. */
static double burgers(State *s, double courant)
{
    int i, n = s->n;
    double *u = s->u, *un = s->unew, fastest = 0, dt;
#pragma omp parallel for reduction(max : fastest) hetero(1)
    for (i = 0; i < n; i++)
        if (fabs(u[i]) > fastest)
            fastest = fabs(u[i]);
    dt = courant * s->dx / fastest;
    un[0] = u[0];
    un[n - 1] = u[n - 1];
#pragma omp parallel for private(i) hetero(1)
    for (i = 1; i < n - 1; i++) {
        double right = (u[i] + u[i + 1]) / 2, left = (u[i - 1] + u[i]) / 2;
        double out = right > 0 ? u[i] * u[i] / 2 : u[i + 1] * u[i + 1] / 2;
        double in = left > 0 ? u[i - 1] * u[i - 1] / 2 : u[i] * u[i] / 2;
        un[i] = u[i] - dt / s->dx * (out - in);
    }
    s->u = un;
    s->unew = u;
    return dt;
}

/* Turning about the middle. Outside there is nothing. */
static void turning(int n, double (*q)[n], double (*next)[n], double dt)
{
    int i, j;
    double h = 2.0 / n;
#pragma omp parallel for private(j) schedule(static) hetero(1)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            double vx = -(-1 + (i + 0.5) * h), vy = -1 + (j + 0.5) * h, here = q[i][j];
            double gx, gy;
            if (vx >= 0)
                gx = here - (j > 0 ? q[i][j - 1] : 0);
            else
                gx = (j < n - 1 ? q[i][j + 1] : 0) - here;
            if (vy >= 0)
                gy = here - (i > 0 ? q[i - 1][j] : 0);
            else
                gy = (i < n - 1 ? q[i + 1][j] : 0) - here;
            next[i][j] = here - dt / h * (vx * gx + vy * gy);
        }
}

static double bump(double x) { return x > 0.3 && x < 0.6 ? 1 : exp(-200 * (x - 0.8) * (x - 0.8)); }

static double error(const State *s, double time)
{
    double sum = 0;
    int i;
#pragma omp parallel for private(i) reduction(+ : sum) hetero(1)
    for (i = 0; i < s->n; i++) {
        double x = fmod((i + 0.5) * s->dx - s->speed * time + 10, 1);
        sum += fabs(s->u[i] - bump(x)) * s->dx;
    }
    return sum;
}

static State ring(const struct options *o, double speed)
{
    State s = {o->cells, 1.0 / o->cells, 0, speed, NULL, NULL};
    int i;
    s.dt = o->courant * s.dx / speed;
    s.u = malloc(s.n * sizeof(double));
    s.unew = calloc(s.n, sizeof(double));
    for (i = 0; i < s.n; i++)
        s.u[i] = bump((i + 0.5) * s.dx);
    return s;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"none", "minmod", "superbee", "van leer"};
    struct options o = {200, 60, 0.6};
    State s = {400, 0.01, 0.004, 1.25, NULL, NULL}, r;
    int t, i, by;
    double sum = 0, *flux = malloc(o.cells * sizeof *flux), time = 0;
    double (*q)[48] = calloc(48, sizeof *q), (*next)[48] = calloc(48, sizeof *next), (*swap)[48];
    if (argc > 1)
        o.courant = atof(argv[1]);
    s.u = calloc(s.n, sizeof(double));
    s.unew = calloc(s.n, sizeof(double));
    for (t = 0; t < 30; t++)
        advance(&s);
    for (i = 0; i < s.n; i++)
        sum += s.u[i] * (i + 1);
    printf("%.9g\n", sum);
    for (by = NONE; by <= VAN_LEER; by++) {
        r = ring(&o, 0.8);
        for (t = 0; t < o.steps; t++)
            second_order(&r, flux, (limiter_t)by);
        printf("%s: %.6f\n", names[by], error(&r, o.steps * r.dt));
    }
    for (i = 0; i < r.n; i++)
        r.u[i] = i < r.n / 2 ? 1 - i * 0.002 : -0.5;
    for (t = 0; t < 40; t++)
        time += burgers(&r, 0.8);
    for (sum = 0, i = 0; i < r.n; i++)
        sum += r.u[i] * (i % 9);
    printf("burgers: %.6f s, %.8g\n", time, sum);
    for (i = 8; i < 20; i++)
        for (t = 20; t < 28; t++)
            q[i][t] = i - 7;
    for (t = 0; t < 20; t++) {
        turning(48, q, next, 0.015);
        swap = q, q = next, next = swap;
    }
    for (sum = 0, i = 0; i < 48 * 48; i++)
        sum += q[i / 48][i % 48] * (i % 53);
    printf("turned: %.9g\n", sum);
    return 0;
}
