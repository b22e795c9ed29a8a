/* Particles carried by a flow that is known on a grid: values within cells from eight corners, by a
 * function and a macro, bounds in a struct; steps by Runge and Kutta, residence times, a slice. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int nx, ny, nz; double h; double *data; } field_t;
typedef struct { double x, y, z; } point;
typedef struct { point at; int alive; double age; } tracer;

#define F(f, i, j, k) ((f)->data[((i) * (f)->ny + (j)) * (f)->nz + (k)])

static double mix(double a, double b, double t) { return a + t * (b - a); }

static int bounded(int i, int n) { return i < 0 ? 0 : i > n - 2 ? n - 2 : i; }

static double sample(const field_t *f, double x, double y, double z)
{
    int i = bounded((int)(x / f->h), f->nx), j = bounded((int)(y / f->h), f->ny), k = bounded((int)(z / f->h), f->nz);
    double u = x / f->h - i, v = y / f->h - j, w = z / f->h - k;
    return mix(mix(mix(F(f, i, j, k), F(f, i + 1, j, k), u), mix(F(f, i, j + 1, k), F(f, i + 1, j + 1, k), u), v),
               mix(mix(F(f, i, j, k + 1), F(f, i + 1, j, k + 1), u), mix(F(f, i, j + 1, k + 1), F(f, i + 1, j + 1, k + 1), u), v), w);
}

static field_t field(int nx, int ny, int nz, double h)
{
    field_t f;
    f.nx = nx;
    f.ny = ny;
    f.nz = nz;
    f.h = h;
    f.data = malloc(nx * ny * nz * sizeof(double));
    if (!f.data)
        abort();
    return f;
}

/* A swirl about the axis, with an updraught. */
static void make_flow(field_t *fu, field_t *fv, field_t *fw)
{
    int i, j, k;
    double cx = (fu->nx - 1) / 2.0, cy = (fu->ny - 1) / 2.0;
    double *u = fu->data, *v = fv->data, *w = fw->data;
    int nx = fu->nx, ny = fu->ny, nz = fu->nz;
#pragma omp parallel for private(i, j, k) hetero(1)
    for (i = 0; i < nx; i++)
        for (j = 0; j < ny; j++)
            for (k = 0; k < nz; k++) {
                const int n = (i * ny + j) * nz + k;
                u[n] = -(j - cy) * 0.2;
                v[n] = (i - cx) * 0.2;
                w[n] = 0.3 * (1 - ((i - cx) * (i - cx) + (j - cy) * (j - cy)) / 60) + 0.01 * (k % 3);
            }
}

static point velocity(const field_t *u, const field_t *v, const field_t *w, point p)
{
    point s;
    s.x = sample(u, p.x, p.y, p.z);
    s.y = sample(v, p.x, p.y, p.z);
    s.z = sample(w, p.x, p.y, p.z);
    return s;
}

static int inside(const field_t *f, point p)
{
    return p.x >= 0 && p.y >= 0 && p.z >= 0 && p.x <= (f->nx - 1) * f->h && p.y <= (f->ny - 1) * f->h && p.z <= (f->nz - 1) * f->h;
}

/* How many are left. */
static int advance(tracer *t, int n, const field_t *u, const field_t *v, const field_t *w, double dt)
{
    int i, left = 0;
#pragma omp parallel for private(i) reduction(+ : left) hetero(1)
    for (i = 0; i < n; i++) {
        point a, b, middle;
        if (!t[i].alive)
            continue;
        a = velocity(u, v, w, t[i].at);
        middle = t[i].at;
        middle.x += 0.5 * dt * a.x;
        middle.y += 0.5 * dt * a.y;
        middle.z += 0.5 * dt * a.z;
        b = velocity(u, v, w, middle);
        t[i].at.x += dt * b.x;
        t[i].at.y += dt * b.y;
        t[i].at.z += dt * b.z;
        t[i].age += dt;
        t[i].alive = inside(u, t[i].at);
        left += t[i].alive;
    }
    return left;
}

static void slice(const field_t *f, double z, double *out, int columns, int rows)
{
    int i, j;
    double step = (f->nx - 1) * f->h / columns, other = (f->ny - 1) * f->h / rows;
#pragma omp parallel for private(j) hetero(1)
    for (i = 0; i < columns; i++)
        for (j = 0; j < rows; j++)
            out[i * rows + j] = sample(f, i * step, j * other, z);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300, i, step, left = n;
    field_t u = field(10, 12, 14, 0.5), v = field(10, 12, 14, 0.5), w = field(10, 12, 14, 0.5);
    tracer *t = malloc(n * sizeof *t);
    double *out = malloc(33 * 21 * sizeof *out), sum = 0, age = 0, flux = 0;
    make_flow(&u, &v, &w);
    for (i = 0; i < n; i++) {
        t[i].at.x = (i * 7 % 43) / 10.0;
        t[i].at.y = (i * 11 % 53) / 10.0;
        t[i].at.z = (i * 3 % 61) / 10.0;
        t[i].alive = 1;
        t[i].age = 0;
    }
    for (step = 0; step < 20 && left > 0; step++) {
        left = advance(t, n, &u, &v, &w, 0.25);
        if (step % 5 == 4)
            printf("step %d: %d left\n", step + 1, left);
    }
    slice(&w, 3.1, out, 33, 21);
#pragma omp parallel for reduction(+ : flux) hetero(1)
    for (i = 0; i < 33 * 21; i++)
        flux += out[i] > 0 ? out[i] : 0;
    for (i = 0; i < n; i++) {
        sum += t[i].at.x * (i % 6 + 1) + t[i].at.y - t[i].at.z * (i % 3);
        age += t[i].age;
    }
    printf("%.9g %.9g flux %.8g\n", sum, age, flux);
    free(u.data), free(v.data), free(w.data), free(t), free(out);
    return 0;
}
