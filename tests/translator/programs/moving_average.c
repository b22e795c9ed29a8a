/* Means over a window that is cut at both ends, least and greatest as well. */
#include <stdio.h>
#include <stdlib.h>
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define min(a, b) (((a) < (b)) ? (a) : (b))
static void windows(int n, int half, const double *restrict in, double *restrict mean, double *restrict lo, double *restrict hi)
{
    int i, k;
#pragma omp parallel for private(i, k) hetero(1)
    for (i = 0; i < n; i++) {
        int from = max(0, i - half), to = min(n - 1, i + half);
        double s = 0, l = in[from], h = in[from];
        for (k = from; k <= to; k++) {
            s += in[k];
            l = min(l, in[k]);
            h = max(h, in[k]);
        }
        mean[i] = s / (to - from + 1);
        lo[i] = l;
        hi[i] = h;
    }
}
int main(void)
{
    int n = 900, i;
    double *b = malloc(4 * n * sizeof *b), sum = 0;
    for (i = 0; i < n; i++)
        b[i] = i * 31 % 47;
    windows(n, 6, b, b + n, b + 2 * n, b + 3 * n);
    for (i = 0; i < 4 * n; i++)
        sum += b[i] * (i % 5 + 1);
    printf("%.9g\n", sum);
    return 0;
}
