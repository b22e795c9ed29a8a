// What no clause can say, or only OpenMP has: such loops stay as they are, on the cores.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double re, im;
} number;
#pragma omp declare reduction(plus : number : omp_out.re += omp_in.re, omp_out.im += omp_in.im)

#pragma omp declare reduction(maxi : number : omp_out = omp_in.re > omp_out.re ? omp_in : omp_out)

enum { N = 200, M = 50 };
static double a[N][M], b[N], c[N];
static int order[N], count[10];

static double last_ones(int *after)
{
    int i, k = 0;
    double last = 0;
#pragma omp parallel for lastprivate(last, k) hetero(1)
    for (i = 0; i < N; i++) {
        b[i] = 3 * i;
        if (i > N / 2) {
            last = b[i];
            k = i;
        }
    }
    *after = k;
    return last;
}

static number sums(double parts[4], double *less)
{
    number total = {0, 0};
    double rest = 1000;
#pragma omp parallel for hetero(1) reduction(+ : parts[:4])
    for (int i = 0; i < N; i++)
        parts[i % 4] += b[i];
#pragma omp parallel for hetero(1) reduction(plus : total)
    for (int i = 0; i < N; i++) {
        total.re += b[i];
        total.im -= b[i];
    }
#pragma omp parallel for hetero(1) reduction(- : rest) if (rest > 3) schedule(dynamic, 4)
    for (int i = 0; i < N; i++)
        rest -= b[i];
    *less = rest;
    return total;
}

static void scattered(void)
{
    double t;
    int i;
#pragma omp parallel for hetero(1) private(t)
    for (i = 0; i < N; i++) {
        t = 2 * b[i];
        c[order[i]] = t;
    }
#pragma ctsar for hetero(1)
    for (i = 0; i < N; i++)
        c[order[i] / 2] += b[i];
#pragma ctsar for hetero(1) independent
    for (i = 0; i < N; i++)
        c[order[i]] += b[i];
#pragma omp parallel for hetero(1)
    for (i = 0; i < N; i++) {
#pragma omp atomic
        count[order[i] % 10]++;
    }
}

static double rows(int n)
{
    double **m = malloc(n * sizeof *m), sum = 0;
    for (int i = 0; i < n; i++)
        m[i] = calloc(n, sizeof **m);
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = i + 2 * j;
#pragma omp parallel for hetero(1)
    for (int i = n - 1; i >= 0; i -= 2)
        m[i][0] = 7;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            sum += (i + 1) * m[i][j];
        free(m[i]);
    }
    free(m);
    return sum;
}

static double in_order(void)
{
    double sum = 0;
#pragma omp parallel for ordered hetero(1)
    for (int i = 0; i < N; i++) {
#pragma omp ordered
        sum = sum / 2 + b[i];
    }
    return sum;
}

/* An operator whose name is much like one of OpenMP's. */
static double largest(void)
{
    number most = {-1, -1};
#pragma omp parallel for hetero(1) reduction(maxi : most)
    for (int i = 0; i < N; i++)
        if (b[i] > most.re) {
            most.re = b[i];
            most.im = i;
        }
    return most.re + 1000 * most.im;
}

/* Where a loop may be ended by iterations; nobody ends this one. */
static double cancelled(void)
{
    double sum = 0;
#pragma omp parallel for hetero(1) reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        sum += b[i];
#pragma omp cancellation point for
    }
    return sum;
}

static int mine;
#pragma omp threadprivate(mine)

/* Sums so far, a variable that goes on by itself, and one of each thread's. */
static double along(void)
{
    double sofar = 0, at = 3, sum = 0;
#pragma omp parallel for hetero(1) reduction(inscan, + : sofar)
    for (int i = 0; i < N; i++) {
        sofar += b[i];
#pragma omp scan inclusive(sofar)
        c[i] = sofar;
    }
#pragma omp parallel for reduction(inscan, + : sum)
    for (int i = 0; i < N; i++) {
        a[i][0] = sum;
#pragma omp scan exclusive(sum)
        sum += b[i];
    }
    int k = 5;
#pragma omp parallel for hetero(1) linear(k : 2)
    for (int i = 0; i < N; i++) {
        a[i][1] = k;
        k += 2;
    }
    int third = 0;
#pragma omp parallel for hetero(1) linear(third : 3)
    for (int i = 0; i < N; i++) {
        third = 3 * i;
        b[i] += third;
    }
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        mine = 3 * i;
        a[i][2] = mine + i;
    }
    for (int i = 0; i < N; i++)
        at = at / 2 + c[i] + a[i][0] - a[i][1] + a[i][2];
    return at + k;
}

int main(void)
{
    int i, j, after;
    double parts[4] = {0}, less, last;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            a[i][j] = i + j;
#pragma omp parallel for collapse(2) hetero(1)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            a[i][j] += 2 * i + j;
    last = last_ones(&after);
    number total = sums(parts, &less);
    for (i = 0; i < N; i++)
        order[i] = (i * 37) % N;
    scattered();
#pragma omp parallel for simd hetero(1) simdlen(4)
    for (i = 0; i < N; i++)
        b[i] += 1;
    double all = 0;
    for (i = 0; i < N; i++)
        all += (i + 1) * c[i] + a[i][i % M] + b[i] + count[i % 10];
    printf("%g %d %g %g %g %g %.10g %g %.12g\n", last, after, parts[2], less, total.re, total.im, all, rows(30), in_order());
    printf("%.12g %.12g %.12g\n", along(), largest(), cancelled());
    return 0;
}
