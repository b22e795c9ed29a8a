/* Heat in a plate: Jacobi's method, two arrays in turn, until the change is small. */
#include <math.h>
#include <stdio.h>
#define NX 96
#define NY 64
double t_old[NX][NY], t_new[NX][NY];

static void init(void)
{
    int i, j;
    for (i = 0; i < NX; i++)
        for (j = 0; j < NY; j++)
            t_old[i][j] = t_new[i][j] = (i == 0) ? 100.0 : (j == 0 || j == NY - 1) ? 25.0 : 0.0;
}

static double sweep(void)
{
    int i, j;
    double d, change = 0.0;
#pragma omp parallel for private(i, j, d) reduction(max : change) hetero(1)
    for (i = 1; i < NX - 1; i++)
        for (j = 1; j < NY - 1; j++) {
            t_new[i][j] = 0.25 * (t_old[i - 1][j] + t_old[i + 1][j] + t_old[i][j - 1] + t_old[i][j + 1]);
            d = fabs(t_new[i][j] - t_old[i][j]);
            if (d > change)
                change = d;
        }
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 1; i < NX - 1; i++)
        for (j = 1; j < NY - 1; j++)
            t_old[i][j] = t_new[i][j];
    return change;
}

int main(void)
{
    int steps = 0, i, j;
    double change, sum = 0;
    init();
    do {
        change = sweep();
        steps++;
    } while (change > 0.5 && steps < 60);
    for (i = 0; i < NX; i++)
        for (j = 0; j < NY; j++)
            sum += t_old[i][j] * (i + 1);
    printf("%d %.9g %.9g\n", steps, change, sum);
    return 0;
}
