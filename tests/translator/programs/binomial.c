/* American options by trees: each has a tree of its own in a local array. */
#include <math.h>
#include <stdio.h>
#define STEPS 40
#define COUNT 120
static double price[COUNT];
int main(void)
{
    int o, i, t;
    double sum = 0;
#pragma omp parallel for private(o, i, t) hetero(1)
    for (o = 0; o < COUNT; o++) {
        double v[STEPS + 1], s0 = 80 + o % 40, k = 100, dt = 1.0 / STEPS, u = 1 + 0.2 * sqrt(dt), d = 1 / u, p, disc;
        disc = 1 - 0.05 * dt;
        p = (1 / disc - d) / (u - d);
        for (i = 0; i <= STEPS; i++) {
            double s = s0;
            for (t = 0; t < STEPS; t++)
                s *= t < i ? u : d;
            v[i] = s < k ? k - s : 0;
        }
        for (t = STEPS - 1; t >= 0; t--)
            for (i = 0; i <= t; i++)
                v[i] = disc * (p * v[i + 1] + (1 - p) * v[i]);
        price[o] = v[0];
    }
    for (o = 0; o < COUNT; o++)
        sum += price[o] * (o % 3 + 1);
    printf("%.7g\n", sum);
    return 0;
}
