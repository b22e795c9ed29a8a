/* Elements, or parts of them, that an iteration leaves as they were: after continue, after the break of an inner loop,
 * after a function's early return, the other members of a struct. */
#include <stdio.h>

enum { N = 60, M = 5 };
struct point { double x, y; };
static double a[N], b[N], c[N][M], d[N];
static double e[N][M], f[N][M], cube[N][M][M];
static struct point p[N], q[N];

static void clip(double *at, double value)
{
    if (value > 30)
        return;
    *at = value;
}

/* A loop without iterations. */
static void none(int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < M; j++)
                f[i][j] = k;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i % 3;
        b[i] = d[i] = i;
        p[i] = q[i] = (struct point){i, -i};
        for (int j = 0; j < M; j++)
            c[i][j] = e[i][j] = f[i][j] = cube[i][j][0] = cube[i][0][j] = 100 + i + j;
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (a[i] == 0)
            continue;
        b[i] = -1;
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            if (j > a[i])
                break;
            c[i][j] = -j;
        }
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        clip(&d[i], 2 * i);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        p[i].x = 2 * i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        q[i].y = i;
        q[i].x = 1;
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M / 2 + 1; j++)
            e[i][2 * j] = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            cube[i][j][j] = i + 1;
    none(0);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++)
            printf("%g %g %g ", e[i][j], f[i][j], cube[i][j][0] + cube[i][0][j]);
        printf("%g %g %g %g %g %g :", b[i], d[i], p[i].x, p[i].y, q[i].x, q[i].y);
        for (int j = 0; j < M; j++)
            printf(" %g", c[i][j]);
        printf("\n");
    }
    return 0;
}
