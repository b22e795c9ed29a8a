// options: -Wno-absolute-value -Wno-unneeded-internal-declaration
/* What means something else in C++, or has no name there: sizes of expressions, of names that stand nowhere else in the
   loop, in functions; abs of what is no int, which C makes one. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 120 };
static int a[N], c[N], table[7][9];
static unsigned char u8[N];
static double x[N];

static long weight(int k, const unsigned char *p)
{
    return (long)(sizeof *p + sizeof(k + *p) * k + sizeof 'x' + sizeof(k == 3) * 5);
}

int main(void)
{
    long sum = 0;
    int i, j;
#pragma omp parallel for hetero(1)
    for (i = 0; i < N; i++) {
        c[i] = (int)(sizeof('a') * 10 + sizeof(a[0] == 1) + sizeof(u8[0] + u8[0]) * 100 + sizeof(1.f * 2));
        c[i] += (int)(sizeof(i < 3 ? 'a' : 'b') + sizeof a / sizeof *a);
    }
    for (i = 0; i < N; i++)
        sum = sum * 3 % 1000003 + c[i];
#pragma omp parallel for private(j) hetero(1)
    for (i = 0; i < N; i++) {
        c[i] = 0;
        for (j = 0; j < (int)(sizeof table[0] / sizeof **table); j++)
            c[i] += j * i + (int)weight(j, &u8[i]);
    }
    for (i = 0; i < N; i++)
        sum = sum * 3 % 1000003 + c[i];
    for (i = 0; i < N; i++)
        x[i] = (i - 50) * 1.75;
#pragma omp parallel for hetero(1)
    for (i = 0; i < N; i++)
        x[i] = abs(x[i]) * 2 + abs(3u - (unsigned)i) + abs((long)i - 70) / 2;
    for (i = 0; i < N; i++)
        sum = (sum * 3 + (long)(x[i] * 4)) % 1000003;
    printf("%ld\n", sum);
    return 0;
}
