// Counting down without a sign in 8 and 16 bits, until the variable goes around.
#include <stdio.h>

enum { N = 66000 };
static int a[N], b[N];

static long sum(void)
{
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += (long)a[i] * (i % 97 + 1) + b[i] * 3L;
    return sum;
}

static void bytes(unsigned char n)
{
    unsigned char i;
#pragma ctsar for hetero(1)
    for (i = n - 1; i < n; i--)
        a[i] += i + 1;
    printf("%d %ld\n", i, sum());
}

static void shorts(unsigned short n, unsigned short from)
{
    unsigned short i;
#pragma ctsar for hetero(1)
    for (i = from; i < n; --i)
        a[i] ^= i;
    printf("%d ", i);
#pragma omp parallel for hetero(1) lastprivate(i)
    for (i = from; i < n; i -= 1)
        b[n - i] += i;
    printf("%d %ld\n", i, sum());
}

/* The bound may be below 0. */
static void bounds_with_a_sign(signed char n, int m)
{
    unsigned char i;
    unsigned short j;
#pragma ctsar for hetero(1)
    for (i = n - 1; i < n; i--)
        a[i] += i + 1;
#pragma ctsar for hetero(1)
    for (j = m - 1; j < (unsigned short)m; j--)
        a[j] += j + 1;
    printf("%d %d %ld\n", i, j, sum());
}

int main(void)
{
    const int few[] = {0, 1, 2, 100, 127, 128, 254, 255};
    const int many[] = {0, 1, 2, 300, 65534, 65535};
    for (int i = 0; i < N; i++) {
        a[i] = i % 31;
        b[i] = i % 7;
    }
    for (int k = 0; k < 8; k++) {
        bytes(few[k]);
        bounds_with_a_sign(few[k] > 127 ? 127 - few[k] : few[k], many[k % 6] + k / 6);
    }
    for (int k = 0; k < 6; k++) {
        shorts(many[k], many[k] - 1);
        shorts(many[k], many[k] / 2);
        shorts(many[k], many[k]);
        shorts(many[k], 65535);
    }
    return 0;
}
