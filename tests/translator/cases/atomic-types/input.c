// options: -fopenmp
// C11's atomics, which iterations may change: such loops are OpenMP's, and others of the function
// are divided.
#include <stdatomic.h>
#include <stdio.h>

enum { N = 200 };
static atomic_int calls;
static _Atomic long sum;
static atomic_uint count[8];
static struct {
    _Atomic(int) odd;
    int other;
} numbers;
static double a[N];

static void operations(void)
{
    _Atomic int left = N;
    int plain = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        atomic_fetch_add(&calls, 1);
        a[i] = i;
        left--;
        sum += i;
    }
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = a[i] * 2 + left;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        atomic_fetch_add_explicit(&count[i % 8], 2, memory_order_relaxed);
        if (i % 2)
            numbers.odd++;
    }
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        __atomic_fetch_add(&plain, i, __ATOMIC_RELAXED);
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] += calls;
    printf("%d %d\n", left, plain);
}

static long largest(const double *of)
{
    static int at[N];
    atomic_int next;
    _Atomic long most = -1;
    atomic_init(&next, 0);
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = atomic_fetch_add(&next, 1);
        at[k] = 1;
        long before = atomic_load(&most);
        while (before < (long)of[i] && !atomic_compare_exchange_weak(&most, &before, (long)of[i]))
            ;
    }
    int all = 0;
    for (int i = 0; i < N; i++)
        all += at[i];
    return most + 1000 * all;
}

static void in_turns(void)
{
    atomic_flag busy = ATOMIC_FLAG_INIT;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        while (atomic_flag_test_and_set(&busy))
            ;
        a[i] += 1;
        atomic_flag_clear(&busy);
    }
}

int main(void)
{
    double total = 0;
    operations();
    in_turns();
    printf("%ld\n", largest(a));
    for (int i = 0; i < N; i++)
        total += i * a[i];
    printf("%d %ld %u %d %g\n", calls, sum, count[3], numbers.odd, total);
    return numbers.other;
}
