// What programs that were written for OpenMP do, and is split all the same: explain.txt says so.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int *values;
    int most;
} data;

static int table[100];
static double out[1000], a[100][50], b[100], c[100][50];

static int get(int *values, int i)
{
    return values[i % 100];
}

static void member_passed(data d)
{
#pragma omp parallel for hetero(1, cpu)
    for (int i = 0; i < 1000; i++)
        out[i] = get(d.values, i) + d.most;
}

static void loop_variable_is_private(void)
{
    int i, j;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 0; i < 100; i++)
        for (j = 0; j < 50; j++)
            a[i][j] = i + j;
}

static void set_under_conditions(void)
{
    int i, j;
    double t, u;
#pragma ctsar for hetero(1)
    for (i = 0; i < 100; i++) {
        if (b[i] > 0)
            for (j = 0; j < 50; j++)
                c[i][j] = j;
        if (b[i] > 1)
            t = 1;
        else
            t = 2;
        c[i][0] += t;
        if (b[i] < 0) {
            u = 2 * b[i];
            c[i][1] = u;
        }
    }
}

static double *indices(int n, int m, const double *from)
{
    double *to = calloc(n * m, sizeof *to);
    int k, r, j;
#pragma ctsar for hetero(1) private(k)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            k = i * m + j;
            to[k] = 2 * from[k];
        }
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        r = i * m;
        for (j = 0; j < m; j++) {
            k = r + j;
            to[k] += from[k];
        }
    }
    return to;
}

static void local_enumerators(double *to, const double *from)
{
    enum { N = 100, M = 50 };
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            to[i * M + j] = 2 * from[i * M + j] + M;
}

static void members_as_pitch(double *to, const double *from)
{
    struct {
        struct {
            int n;
        } inner;
        int m;
    } g = {{20}, 30};
#pragma ctsar for hetero(1)
    for (int i = 0; i < g.inner.n; i++)
        for (int j = 0; j < g.m; j++)
            to[i * g.m + j] = 2 * from[i * g.m + j];
}

static double read_again(int times)
{
    double t = 0, sum = 0;
    for (int s = 0; s < times; s++) {
        sum += t;
#pragma ctsar for hetero(1)
        for (int i = 0; i < 100; i++) {
            t = 2 * b[i] + s;
            out[i] = t;
        }
        if (s % 2)
            t = 1;
    }
    return sum;
}

static double compensated(int n)
{
    double sum = 0, lost = 0;
#pragma omp parallel for reduction(+: sum, lost) hetero(1)
    for (int i = 0; i < n; i++) {
        double add = i % 7, next = sum + add;
        lost += sum >= add ? sum - next + add : add - next + sum;
        sum = next;
    }
    return sum + lost;
}

int main(void)
{
    double *from = malloc(100 * 50 * sizeof *from), *other = calloc(100 * 50, sizeof *other), sum = 0;
    for (int i = 0; i < 100 * 50; i++)
        from[i] = i % 23;
    for (int i = 0; i < 100; i++) {
        b[i] = i % 5 - 2;
        table[i] = i;
    }
    member_passed((data){table, 3});
    for (int i = 0; i < 1000; i++)
        sum += out[i] * i;
    loop_variable_is_private();
    set_under_conditions();
    double *to = indices(100, 50, from);
    local_enumerators(other, from);
    for (int i = 0; i < 100 * 50; i++)
        sum += to[i] * i + other[i] / (i + 1) + a[i / 50][i % 50] + i * c[i / 50][i % 50];
    members_as_pitch(other, from);
    for (int i = 0; i < 600; i++)
        sum += other[i] * i;
    printf("%.10g %g\n", sum, read_again(5));
    printf("%g\n", compensated(1000));
    free(from);
    free(other);
    free(to);
    return 0;
}
