/* Loops on the cores call functions with loops that are divided and leave arrays on accelerators,
   and use these arrays between the calls: behind pointers to functions, by several threads, where
   guards do not hold. */
#include <math.h>
#include <stdio.h>

enum { N = 400, STEPS = 5, PARTS = 4, PART = N / PARTS };
static double v[N], w[N], got[STEPS];

static void add(double *x, int by)
{
#pragma ctsar for hetero(1) part_copy(x [1:N]) persist(x)
    for (int i = 0; i < N; i++)
        x[i] += by + i;
}

static void (*volatile how)(double *, int) = add;

static double added(int by)
{
    how(v, by);
    return v[N - 2] + v[N / 3];
}

static double (*volatile value)(int) = added;

static void reads(void)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < STEPS; t++) {
        how(v, t);
        got[t] = v[t * 7] + v[N - 1] + v[N / 2];
    }
}

static void reads_within(void)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < STEPS; t++)
        got[t] += value(t);
}

/* Accelerators have values of before the host writes. */
static void writes(void)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < STEPS; t++) {
        how(w, t);
        w[t * t % N] += 1000;
    }
}

static void add_to_part(double *x, int by)
{
#pragma ctsar for hetero(1) part_copy(x [1:PART]) persist(x)
    for (int i = 0; i < PART; i++)
        x[i] += by * i;
}

static void (*volatile to_part)(double *, int) = add_to_part;

static void by_threads(void)
{
#pragma omp parallel for hetero(1)
    for (int k = 0; k < PARTS; k++) {
        double *x = v + k * PART;
        for (int t = 0; t < STEPS; t++) {
            to_part(x, t);
            x[t] += x[PART - 1 - t];
        }
    }
}

static double total(const double *x)
{
    double sum = 0;
#pragma ctsar for hetero(1) part_copyin(x [1:N]) persist(x) reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += x[i] / N;
    return sum;
}

/* It is not divided where y is x. */
static void totals(int n, double *y, const double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] = total(x);
}

/* Nobody sees its loop, by which accelerators get a copy. */
double total_of(const double *x)
{
    return total(x);
}
double pure_total(const double *) __attribute__((pure, alias("total_of")));

static void writes_what_is_read(void)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < STEPS; t++)
        w[N - 1 - t * t] = lround(pure_total(w) * 64) % 1009 + t;
}

static void add_next(const int *by)
{
    how(v, *by);
}

static void writes_before_ends(void)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < STEPS; t++) {
        __attribute__((cleanup(add_next))) int by = t;
        v[t * 7] += by;
        got[t] += v[t + 100];
    }
}

static void show(const char *name)
{
    double sum = 0;
    for (int t = 0; t < STEPS; t++)
        sum += got[t] * (t + 1);
    printf("%s %.12g", name, sum);
#pragma ctsar depersist(v, w)
    sum = 0;
    for (int i = 0; i < N; i++)
        sum += v[i] * (i + 1) + w[i] * (i + 2);
    printf(" %.12g\n", sum);
}

int main(void)
{
    for (int round = 0; round < 2; round++) {
        add(v, 2);
        reads();
        show("reads");
        add(v, 3);
        reads_within();
        show("reads within");
        writes();
        show("writes");
        for (int k = 0; k < PARTS; k++)
            add_to_part(v + k * PART, 1);
        by_threads();
        for (int k = 0; k < PARTS; k++) {
            double *x = v + k * PART;
#pragma ctsar depersist(x)
        }
        show("by threads");
        totals(20, w, v);
        totals(20, v, v);
        show("totals");
        writes_what_is_read();
        show("writes what is read");
        add(v, 2);
        writes_before_ends();
        show("writes before ends");
    }
    return 0;
}
