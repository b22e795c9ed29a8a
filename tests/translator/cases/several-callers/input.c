// options: -fopenmp -pthread
// Translated functions that several threads call at once: threads of the system, tasks, a parallel loop, and the body of
// another translated loop.
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, N = 600, TIMES = 25 };
static double m[THREADS][N], other[THREADS][N], base[N], rows[40][N], nested[60];
static const double factor[3] = {1, 2, 3};

static void scale(double *restrict row, int k)
{
#pragma ctsar for hetero(1) part_copyin(base[1:N]) part_copyout(row[1:N])
    for (int i = 0; i < N; i++)
        row[i] = factor[i % 3] * base[i] + k;
}

static void shift(double *restrict row, double by)
{
#pragma ctsar for hetero(by > 0.5)
    for (int i = 0; i < N; i++)
        row[i] += by;
}

static double sum(const double *row)
{
    double s = 0;
#pragma ctsar for hetero(1) reduction(+: s)
    for (int i = 0; i < N; i++)
        s += row[i];
    return s;
}

static void *work(void *data)
{
    int k = *(int *)data;
    for (int t = 0; t < TIMES; t++) {
        scale(m[k], t);
        shift(other[k], t % 2);
        m[k][0] += sum(other[k]);
    }
    return NULL;
}

static double inner(int i)
{
    double part[8];
#pragma ctsar for hetero(1)
    for (int j = 0; j < 8; j++)
        part[j] = i * j;
    return part[7] - part[1];
}

int main(void)
{
    pthread_t thread[THREADS];
    int number[THREADS];
    for (int i = 0; i < N; i++)
        base[i] = i;
    for (int k = 0; k < THREADS; k++) {
        number[k] = k;
        pthread_create(&thread[k], NULL, work, &number[k]);
    }
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int k = 0; k < 20; k++) {
#pragma omp task firstprivate(k)
        scale(rows[k], k);
    }
#pragma omp parallel for num_threads(3)
    for (int k = 20; k < 40; k++) {
        scale(rows[k], k);
        shift(rows[k], 1);
    }
#pragma ctsar for hetero(1, cpu)
    for (int i = 0; i < 60; i++)
        nested[i] = inner(i);
    double all = 0;
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < THREADS; k++)
            all += m[k][i] + other[k][i];
        for (int k = 0; k < 40; k++)
            all += k * rows[k][i];
    }
    for (int i = 0; i < 60; i++)
        all += i * nested[i];
    printf("%.0f\n", all);
    return 0;
}
