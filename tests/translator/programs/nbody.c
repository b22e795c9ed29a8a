/* Bodies that attract each other: an array of structs, forces then motion. */
#include <math.h>
#include <stdio.h>
#define N 150
struct body {
    double x, y, z, vx, vy, vz, m;
};
struct body b[N];
double fx[N], fy[N], fz[N];

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
            r2 = dx * dx + dy * dy + dz * dz + 0.01;
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

int main(void)
{
    int i, t;
    double e = 0;
    for (i = 0; i < N; i++) {
        b[i].x = i * 37 % 101;
        b[i].y = i * 53 % 97;
        b[i].z = i * 11 % 89;
        b[i].m = 1 + i % 3;
    }
    for (t = 0; t < 5; t++) {
        forces();
        move(0.01);
    }
#pragma omp parallel for reduction(+ : e) hetero(1)
    for (i = 0; i < N; i++)
        e += 0.5 * b[i].m * (b[i].vx * b[i].vx + b[i].vy * b[i].vy + b[i].vz * b[i].vz);
    printf("%.7g\n", e);
    return 0;
}
