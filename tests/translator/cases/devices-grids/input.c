/* Independent inner loops in all shapes, and some that only look like it. */
#include <stdio.h>

enum { N = 60, M = 90 };
static double a[N][M], b[N][M], t[N][M], v[N], w[M];
static int order[M];

static double sum(void)
{
    double s = 0;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < M; ++j)
            s += a[i][j] * (1 + (i * 3 + j) % 5);
    return s;
}

int main(void)
{
    int n = N, m = M, j;
    long product = 0;
    for (int i = 0; i < N; ++i)
        for (j = 0; j < M; ++j)
            a[i][j] = i - j, b[i][j] = (i * 5 + j * 3) % 7, w[j] = j % 4, order[j] = j * 7 % M;

#pragma ctsar for hetero(1) part_copy(a[1:N][0:M]) part_copyin(b[1:N][0:M])
    for (int i = 0; i < n; ++i) /* triangular */
        for (int k = i; k <= m - 1; k += 2)
            a[i][k] += b[i][k] * k;
    printf("%g\n", sum());

#pragma ctsar for hetero(1) part_copy(a[1:N][0:M]) copyin(b) private(j)
    for (int i = 0; i < n; i++) /* the independent loop is inside of a serial one */
        for (int k = 0; k < 4; ++k)
            for (j = 1; j != m; ++j)
                a[i][j] += b[k][j] * (i + k);
    printf("%g\n", sum());

#pragma ctsar for hetero(1) part_copy(a[1:N][0:M]) part_copyout(t[1:N][0:M]) copyin(w[0:M])
    for (int i = 0; i < n; ++i) { /* two of them, and what all may repeat */
        const double twice = 2 * w[i % 10];
        int shift = 1;
        shift += i;
        if (i % 5 == 0)
            continue;
        for (j = 0; j < m; ++j)
            t[i][j] = w[j] + twice;
        for (long k = 3; k < m; ++k)
            a[i][k] -= w[k] * shift;
    }
    printf("%g %g\n", sum(), t[3][4]);

#pragma ctsar for hetero(1) part_copy(a[1:N][0:M]) part_copyout(t[1:N][0:M])
    for (int i = 0; i < n; ++i) { /* the second reads what the first has written, but not from its own work-item */
        for (int k = 0; k < m; ++k)
            t[i][k] = a[i][k] * 2;
        for (int k = 3; k < m; ++k)
            a[i][k] = t[i][k] + 1;
    }
    printf("%g %g\n", sum(), t[3][4]);

#pragma ctsar for hetero(1) part_copy(a[1:N][0:M])
    for (int i = 0; i < n; ++i) { /* carried */
        double before = 0;
        for (int k = 0; k < m; ++k) {
            before += a[i][k];
            a[i][k] = before / (k + 1);
        }
    }
    printf("%.10g\n", sum());

#pragma ctsar for hetero(1) part_copy(a[1:N][0:M])
    for (int i = 0; i < n; ++i) /* carried, too */
        for (int k = 1; k < m; ++k)
            a[i][k] += a[i][k - 1] / 4;
    printf("%.10g\n", sum());

#pragma ctsar for hetero(1) part_copy(a[1:N][0:M]) part_copyout(v[1:N])
    for (int i = 0; i < n; ++i) { /* a sum of its own */
        v[i] = 0;
        for (int k = 0; k < m; ++k)
            v[i] += a[i][k];
        for (int k = 0; k < m; ++k)
            a[i][k] /= 1 + v[i] * v[i];
    }
    printf("%.10g\n", sum());

#pragma ctsar for hetero(1) part_copyout(t[1:N][0:M]) copyin(order[0:M]) reduction(+: product)
    for (int i = 0; i < n; ++i)
#pragma ctsar loop independent
        for (int k = 0; k < m; ++k) {
            t[i][order[k]] = i * 2 + k;
            product += i * k;
        }
    for (int i = 0; i < n; ++i)
        for (j = 0; j < m; ++j)
            product += (long)t[i][j] * (j % 3);
    printf("%ld\n", product);

#pragma ctsar for hetero(1) part_copy(a[1:N][0:M])
    for (int i = 0; i < n; ++i) /* left in the middle */
        for (int k = 0; k < m; ++k) {
            if (k > i)
                break;
            a[i][k] += k;
        }
    printf("%.10g\n", sum());
    return 0;
}
