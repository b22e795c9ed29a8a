/* Advection, first order, with inflow at the left: the border is treated in the loop. */
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    int n;
    double dx, dt, speed;
    double *u, *unew;
} State;
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
int main(void)
{
    State s = {400, 0.01, 0.004, 1.25, NULL, NULL};
    int t, i;
    double sum = 0;
    s.u = calloc(s.n, sizeof(double));
    s.unew = calloc(s.n, sizeof(double));
    for (t = 0; t < 30; t++)
        advance(&s);
    for (i = 0; i < s.n; i++)
        sum += s.u[i] * (i + 1);
    printf("%.9g\n", sum);
    return 0;
}
