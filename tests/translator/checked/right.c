/* Loops that are right, whose iterations check mode cannot tell apart without knowing what each has
 * for itself, and what they do in turns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60, M = 4 };

typedef struct cell {
    int *at;
    int v[M];
    unsigned low : 3, high : 5;
} cell;

static int index_[N];
static double x[N], y[N], most;
static cell cells[N];
static double counts[M];
static int rows_of[N];

static double twice(const double *a)
{
    return 2 * *a;
}

static void memory_of_its_own(int n)
{
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < n; i++) {
        double *t = malloc(M * sizeof *t), own[M], *p = own;
        for (int j = 0; j < M; j++) {
            t[j] = y[i] * j;
            *p++ = t[j] + index_[i];
        }
        x[index_[i] % n] = t[1] + own[2] + p[-1];
        free(t);
    }
}

static void private_memory(int n)
{
    double t[M], *p;
#pragma omp parallel for private(t, p) hetero(1)
    for (int i = 0; i < n; i++) {
        p = t;
        for (int j = 0; j < M; j++)
            *p++ = y[i] * j;
        x[index_[i] % n] = t[3];
    }
}

static void rows_that_are_given_back(int n)
{
    double *rows[N] = {0};
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        int k = index_[i] % n;
        rows[k] = malloc(8 * sizeof *rows[k]);
        rows[k][0] = y[i];
        x[k] = twice(rows[k]);
        free(rows[k]);
    }
}

static void in_turns(int n)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        int k = index_[i] % M;
#pragma omp atomic
        counts[k] += 1;
#pragma omp critical
        if (y[i] > most)
            most = y[i];
        x[index_[i] % n] += k;
    }
}

static void reduced(int n)
{
    double sum[M] = {0}, all = 0;
#pragma omp parallel for reduction(+ : sum[:M]) reduction(+ : all) hetero(1)
    for (int i = 0; i < n; i++) {
        sum[index_[i] % M] += y[i];
        all += y[i];
        x[index_[i] % n] += 1;
    }
    for (int j = 0; j < M; j++)
        y[j] += sum[j] + all;
}

static void parts_of_structs(int n)
{
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < n; i++) {
        cell *c = &cells[index_[i] % n], copy = *c;
        int k = i % M;
        if (k == 3)
            goto next;
        c->low = (unsigned)i;
        copy.v[k]++;
        c->v[k] += copy.v[k] + (int)sizeof c->at[0];
        (*c).v[(k + 1) % M]--;
    next:
        c->high = (unsigned)(i >> 1);
    }
}

static void a_choice_of_arrays(int n)
{
    double *to = x, *other = y;
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < n; i++)
        (i % 2 ? to : other)[index_[i] % n] = i, memset(&rows_of[index_[i] % n], i, sizeof(int));
}

static _Atomic int hits[M];

static void atomic_ones(int n)
{
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < n; i++) {
        x[index_[i] % n] += 2;
        hits[index_[i] % M]++;
    }
}

static int taken[M];

static void take_lock(int *lock)
{
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
        ;
}

static void under_a_lock(int n)
{
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < n; i++) {
        int k = index_[i] % M;
        take_lock(&taken[k]);
        counts[k] += i;
        __atomic_store_n(&taken[k], 0, __ATOMIC_RELEASE);
    }
}

static void a_struct_in_a_register(int n)
{
    register struct {
        double by, *from;
    } s = {3, y};
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < n; i++)
        x[index_[i] % n] = s.by * s.from[i];
}

/* Whose type has an extent that is a variable is evaluated where typeof asks for it. */
static void matrices_of_pointers(int n, int m)
{
    double (*at[N])[m], rows[N][m];
    for (int i = 0; i < n; i++)
        at[i] = rows;
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < n; i++) {
        int k = i;
        double (*to)[m] = at[k++];
        to[index_[i] % n][1] = k;
    }
    for (int i = 0; i < n; i++)
        x[i] += rows[i][1];
}

/* What reads such an element changes a pointer, once. */
static void a_pointer_that_goes_on(int n)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        const int *at = index_, *end = at + i;
        double sum = 0;
        while (at < end)
            sum += y[*at++ % n];
        x[index_[i]] += sum;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        index_[i] = i * 7 % N;
        y[i] = i;
        cells[i].at = index_ + i;
    }
    memory_of_its_own(N);
    private_memory(N);
    rows_that_are_given_back(N);
    in_turns(N);
    reduced(N);
    parts_of_structs(N);
    a_choice_of_arrays(N);
    atomic_ones(N);
    under_a_lock(N);
    a_struct_in_a_register(N);
    matrices_of_pointers(N, M);
    a_pointer_that_goes_on(N);
    double sum = most;
    for (int i = 0; i < N; i++) {
        sum += (i + 1) * x[i] + (i + 2) * y[i] + cells[i].low + 8 * cells[i].high + rows_of[i] % 17;
        for (int j = 0; j < M; j++)
            sum += (i + j) * cells[i].v[j] + counts[j] + hits[j];
    }
    printf("%.17g\n", sum);
    return 0;
}
