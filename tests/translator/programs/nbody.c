/* Bodies that attract each other: an array of structs, forces then motion, a step as long as the
   fastest allows, energies and momenta, and the same by leaps with vectors. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 150
#define SOFT 0.01

struct body {
    double x, y, z, vx, vy, vz, m;
};

typedef struct {
    float v[3];
} vec3;

struct body b[N];
double fx[N], fy[N], fz[N];

static vec3 pos[N], vel[N], acc[N];
static float mass[N];

static void galaxy(void)
{
    int i;
    for (i = 0; i < N; i++) {
        b[i].x = i * 37 % 101;
        b[i].y = i * 53 % 97;
        b[i].z = i * 11 % 89;
        b[i].vx = (48 - b[i].y) / 400;
        b[i].vy = (b[i].x - 50) / 400;
        b[i].vz = 0;
        b[i].m = 1 + i % 3;
    }
}

void forces(void)
{
    int i, j;
    double dx, dy, dz, r2, inv;
#pragma omp parallel for private(i, j, dx, dy, dz, r2, inv) hetero(1)
    for (i = 0; i < N; i++) {
        double ax = 0, ay = 0, az = 0;
        for (j = 0; j < N; j++) {
            if (i == j) continue;
            dx = b[j].x - b[i].x;
            dy = b[j].y - b[i].y;
            dz = b[j].z - b[i].z;
            r2 = dx * dx + dy * dy + dz * dz + SOFT;
            inv = b[j].m / (r2 * sqrt(r2));
            ax += dx * inv;
            ay += dy * inv;
            az += dz * inv;
        }
        fx[i] = ax;
        fy[i] = ay;
        fz[i] = az;
    }
}

/* The step in which nobody goes further than `reach`. */
static double step_length(double reach, double longest)
{
    double dt = longest;
    int i;
#pragma omp parallel for private(i) reduction(min : dt) hetero(1)
    for (i = 0; i < N; i++) {
        double v2 = b[i].vx * b[i].vx + b[i].vy * b[i].vy + b[i].vz * b[i].vz;
        double a2 = fx[i] * fx[i] + fy[i] * fy[i] + fz[i] * fz[i], own = longest;
        if (v2 > 0)
            own = reach / sqrt(v2);
        if (a2 > 0 && sqrt(reach / sqrt(a2)) < own)
            own = sqrt(reach / sqrt(a2));
        if (own < dt)
            dt = own;
    }
    return dt;
}

void move(double dt)
{
    int i;
#pragma omp parallel for private(i) hetero(1)
    for (i = 0; i < N; i++) {
        b[i].vx += dt * fx[i];
        b[i].vy += dt * fy[i];
        b[i].vz += dt * fz[i];
        b[i].x += dt * b[i].vx;
        b[i].y += dt * b[i].vy;
        b[i].z += dt * b[i].vz;
    }
}

static double energy(void)
{
    double kinetic = 0, potential = 0;
    int i, j;
#pragma omp parallel for reduction(+ : kinetic) hetero(1)
    for (i = 0; i < N; i++)
        kinetic += 0.5 * b[i].m * (b[i].vx * b[i].vx + b[i].vy * b[i].vy + b[i].vz * b[i].vz);
#pragma omp parallel for private(j) reduction(- : potential) schedule(dynamic) hetero(1)
    for (i = 0; i < N; i++)
        for (j = i + 1; j < N; j++) {
            double dx = b[i].x - b[j].x, dy = b[i].y - b[j].y, dz = b[i].z - b[j].z;
            potential -= b[i].m * b[j].m / sqrt(dx * dx + dy * dy + dz * dz + SOFT);
        }
    return kinetic + potential;
}

typedef struct {
    double px, py, turning;
} motion;

static motion joined(motion a, motion b)
{
    a.px += b.px;
    a.py += b.py;
    a.turning += b.turning;
    return a;
}

#pragma omp declare reduction(join : motion : omp_out = joined(omp_out, omp_in)) initializer(omp_priv = (motion){0, 0, 0})

static motion momentum(void)
{
    motion all = {0, 0, 0};
#pragma omp parallel for reduction(join : all) hetero(1)
    for (int i = 0; i < N; i++) {
        const struct body *q = &b[i];
        motion own = {q->m * q->vx, q->m * q->vy, q->m * (q->x * q->vy - q->y * q->vx)};
        all = joined(all, own);
    }
    return all;
}

/* Leapfrog in single precision: a half kick, a drift, new forces, a half kick. */
static void pull(int n, const vec3 *restrict p, const float *restrict m, vec3 *restrict a)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        vec3 sum = {{0, 0, 0}};
        for (int j = 0; j < n; j++) {
            float d[3], r2 = (float)SOFT;
            for (int k = 0; k < 3; k++) {
                d[k] = p[j].v[k] - p[i].v[k];
                r2 += d[k] * d[k];
            }
            float inv = m[j] / (r2 * sqrtf(r2));
            for (int k = 0; k < 3; k++)
                sum.v[k] += d[k] * inv;
        }
        a[i] = sum;
    }
}

static void leap(float dt)
{
#pragma omp parallel for collapse(2) hetero(1)
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++) {
            vel[i].v[k] += 0.5f * dt * acc[i].v[k];
            pos[i].v[k] += dt * vel[i].v[k];
        }
    pull(N, pos, mass, acc);
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            vel[i].v[k] += 0.5f * dt * acc[i].v[k];
}

int main(int argc, char **argv)
{
    int i, t, steps = argc > 1 ? atoi(argv[1]) : 4;
    double time = 0, sum = 0;
    motion m;
    galaxy();
    for (i = 0; i < N; i++) {
        vec3 at = {{(float)b[i].x, (float)b[i].y, (float)b[i].z}}, v = {{(float)b[i].vx, (float)b[i].vy, 0}};
        pos[i] = at, vel[i] = v, mass[i] = (float)b[i].m;
    }
    for (t = 0; t < steps; t++) {
        double dt;
        forces();
        dt = step_length(0.05, 0.4);
        move(dt);
        time += dt;
    }
    m = momentum();
    printf("time %.6g, energy %.7g, momentum %.5f %.5f, turning %.6g\n", time, energy(), m.px, m.py, m.turning);
    pull(N, pos, mass, acc);
    for (t = 0; t < steps; t++)
        leap(0.1f);
    for (i = 0; i < N; i++)
        sum += pos[i].v[0] + 2 * pos[i].v[1] - pos[i].v[2] + vel[i].v[0] * i;
    printf("%.5g\n", sum);
    return 0;
}
