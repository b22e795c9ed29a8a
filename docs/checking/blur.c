/* Averages neighbouring values.  Its registration forgets the neighbours. */
#include <ctsar.h>
#include <stdio.h>

enum { N = 1000 };

static double in[N], out[N];

int main(void)
{
    ctsar *s = NULL;
    for (int i = 0; i < N; ++i)
        in[i] = i * i;
    ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
#pragma omp parallel
    do {
        double *a = ctsar_reg_mem(s, in, sizeof *a, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
        double *b = ctsar_reg_mem(s, out, sizeof *b, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next_range(s, 1, N - 1, 1);
        for (long i = CSTART(s); i < CEND(s); ++i)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    } while (ctsar_loop(s));
    printf("%g\n", out[N / 2]);
    ctsar_free(&s);
}
