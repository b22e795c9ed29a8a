/* Reaction and diffusion; neighbours on the torus come from arrays of subscripts. */
#include <stdio.h>
#include <stdlib.h>
typedef float real;
#define NX 56
#define NY 48
static real u[NY][NX], v[NY][NX], un[NY][NX], vn[NY][NX];
static int ip1[NX], im1[NX], jp1[NY], jm1[NY];
static void react(real F, real k)
{
    int i, j;
#pragma omp parallel for private(i, j) hetero(1)
    for (j = 0; j < NY; j++)
        for (i = 0; i < NX; i++) {
            real uvv = u[j][i] * v[j][i] * v[j][i];
            real lu = u[j][ip1[i]] + u[j][im1[i]] + u[jp1[j]][i] + u[jm1[j]][i] - 4 * u[j][i];
            real lv = v[j][ip1[i]] + v[j][im1[i]] + v[jp1[j]][i] + v[jm1[j]][i] - 4 * v[j][i];
            un[j][i] = u[j][i] + (real)0.16 * lu - uvv + F * (1 - u[j][i]);
            vn[j][i] = v[j][i] + (real)0.08 * lv + uvv - (F + k) * v[j][i];
        }
}
int main(void)
{
    int i, j, t;
    double sum = 0;
    for (i = 0; i < NX; i++) {
        ip1[i] = (i + 1) % NX;
        im1[i] = (i + NX - 1) % NX;
    }
    for (j = 0; j < NY; j++) {
        jp1[j] = (j + 1) % NY;
        jm1[j] = (j + NY - 1) % NY;
        for (i = 0; i < NX; i++) {
            u[j][i] = 1;
            v[j][i] = abs(i - 28) < 5 && abs(j - 24) < 4 ? (real)0.5 : 0;
        }
    }
    for (t = 0; t < 12; t++) {
        react((real)0.04, (real)0.06);
#pragma omp parallel for private(i, j) hetero(1)
        for (j = 0; j < NY; j++)
            for (i = 0; i < NX; i++) {
                u[j][i] = un[j][i];
                v[j][i] = vn[j][i];
            }
    }
    for (j = 0; j < NY; j++)
        for (i = 0; i < NX; i++)
            sum += u[j][i] * (i + 1) + v[j][i] * (j + 1);
    printf("%.6g\n", sum);
    return 0;
}
