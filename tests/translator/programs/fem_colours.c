/* Assembly by colours: elements of one colour share no node, which only the colouring says. */
#include <stdio.h>
#define N 401
#define ELEMENTS (N - 1)
static double load[N], x[N], stiff[N], diag[N];

int main(void)
{
    int e, colour, n;
    double h, sum = 0;
    for (n = 0; n < N; n++)
        x[n] = n + 0.25 * (n % 2);
    for (colour = 0; colour < 2; colour++) {
#pragma omp parallel for private(h) hetero(1)
        for (e = colour; e < ELEMENTS; e += 2) {
            h = x[e + 1] - x[e];
            load[e] += h / 2;
            load[e + 1] += h / 2;
            diag[e] += 1 / h;
            diag[e + 1] += 1 / h;
            stiff[e] = -1 / h;
        }
    }
    for (n = 0; n < N; n++)
        sum += load[n] * (n % 5) + diag[n] * (n % 7) + stiff[n];
    printf("%.10g\n", sum);
    return 0;
}
