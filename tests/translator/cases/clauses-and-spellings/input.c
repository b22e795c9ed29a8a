/* Every clause that moves data or combines results, on every spelling of the directive. */
#include <stdio.h>

enum { N = 300 };
static double x[N], y[N], z[N];
static long total;

static double sum(const double *a)
{
    double s = 0;
    for (int i = 0; i < N; ++i)
        s += a[i] * (i % 7 + 1);
    return s;
}

static void ctsar_for(double a)
{
#pragma ctsar for hetero(1) part_copyin(x[1:N]) part_copy(y[1:N])
    for (int i = 0; i < N; ++i)
        y[i] += a * x[i];
}

static void acc_region(int n)
{
    double t = 3;
#pragma acc region hetero(TRUE, all, chunk, default, 7) pcopyin(x[true:n:1]) pcopyout(z[true:N]) private(t)
    for (int i = 1; i < n - 1; ++i) {
        t = x[i - 1] + x[i + 1];
        z[i] = t;
    }
    z[0] = z[N - 1] = 0;
}

static double acc_parallel_loop(void)
{
    double s = 0.5, least = 1e9;
    int offset = 2;
#pragma acc parallel loop hetero(1, all, static) part_copyin(x[1:N], z[1:N]) persist(x) \
    reduction(+: s, total) reduction(min: least) firstprivate(offset)
    for (int i = 0; i < N; ++i) {
        s += x[i] * z[i];
        total += i + offset;
        if (x[i] - i < least)
            least = x[i] - i;
    }
    return s + least;
}

static void omp_parallel_for(double *restrict out, const double *table)
{
#pragma omp parallel for schedule(static) hetero(1, cpu, default) part_copyout(out[1:N]) copyin(table[0:N]) num_threads(2)
    for (int i = 0; i < N; ++i)
        out[i] = table[N - 1 - i] + table[i / 2];
}

int main(void)
{
    for (int i = 0; i < N; ++i)
        x[i] = i % 13, y[i] = i % 17;
    ctsar_for(0.5);
    printf("%.12g\n", sum(y));
    acc_region(N);
    printf("%.12g\n", sum(z));
    printf("%.12g\n", acc_parallel_loop());
    printf("%ld\n", total);
#pragma ctsar depersist(x)
    omp_parallel_for(z, y);
    printf("%.12g\n", sum(z));
    return 0;
}
