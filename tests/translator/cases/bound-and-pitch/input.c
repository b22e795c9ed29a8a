// A bound and a pitch of two names: whether rows are long enough is asked when the loop is reached.
#include <stdio.h>
static double a[100 * 60], b[100], c[100 * 60];
static void f(int n, int m, const double *x, int lda)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++) {
            s += x[i * lda + j];
            c[i * lda + j] = s;
        }
        b[i] += s;
    }
}
int main(void)
{
    for (int i = 0; i < 6000; i++) a[i] = i % 7;
    f(100, 50, a, 60); f(99, 61, a, 60); f(10, 60, a, 60);
    double s = 0; for (int i = 0; i < 6000; i++) s += i * c[i]; for (int i = 0; i < 100; i++) s += i * b[i];
    printf("%.12g\n", s);
    return 0;
}
