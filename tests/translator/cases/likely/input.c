/* Conditions in what tells the compiler how likely they are, as macros of libraries spell it: they
 * say what they say. */
#include <stdio.h>

#define truth(c)                                                                                   \
    __extension__({                                                                                \
        int truth_;                                                                                \
        if (c)                                                                                     \
            truth_ = 1;                                                                            \
        else                                                                                       \
            truth_ = 0;                                                                            \
        truth_;                                                                                    \
    })
#define is_common(c) (__builtin_expect(truth(c), 1))
#define is_rare(c) (__builtin_expect(truth(c), 0))
#define likely(c) __builtin_expect(!!(c), 1)
#define unlikely(c) __builtin_expect((long)(c), 0)

enum { N = 500 };
static double a[N], b[N], mask[N];
static int counts[N], total[N];

static double largest(const double *from, const double *within, int n)
{
    double max = -1e300;
#pragma ctsar for hetero(1) reduction(max : max)
    for (int i = 0; i < n; i++)
        if (is_rare(max < from[i]) && within[i] > 0)
            max = from[i];
    return max;
}

static double smallest(const double *from, int n)
{
    double min = 1e300;
#pragma ctsar for hetero(1) reduction(min : min)
    for (int i = 0; i < n; i++)
        if (unlikely(from[i] < min))
            min = from[i];
    return min;
}

static void smooth(const double *restrict from, double *restrict to, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int left = i - 1, right = i + 1;
        if (is_rare(left < 0))
            left = 0;
        if (is_rare(right >= n))
            right = n - 1;
        to[i] = from[left] + from[right];
    }
}

static void part(double *to, const double *from, int n, int shift)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (likely(i < n - shift))
            to[i] += from[i + shift];
}

/* What is no comparison is a number, or 1 where it is not 0. */
static void counted(int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        total[i] = is_common(counts[i]) + 10 * (int)likely(counts[i]) +
                   100 * (int)__builtin_expect(counts[i], 4);
        if (is_rare(counts[i]))
            total[i] = -total[i];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101, mask[i] = i % 3, counts[i] = i % 5;
    smooth(a, b, N);
    part(b, a, N, 7);
    counted(N);
    double s = 0;
    for (int i = 0; i < N; i++)
        s += b[i] * (i % 7) + total[i] * (i % 11);
    printf("%.12g %g %g\n", s, largest(a, mask, N), smallest(b, N));
    return 0;
}
