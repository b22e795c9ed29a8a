/* Memory behind pointers inside structs: where what is written lies in what is read, the loop is not split. */
#include <stdio.h>
#include <stdlib.h>

struct series {
    double *from, *to;
    long n;
};

static void next(struct series *s)
{
#pragma ctsar for hetero(1, cpu)
    for (long i = 1; i < s->n; i++)
        s->to[i] = s->from[i - 1] + 1;
}

static void rows(struct series g, int m, const double *x)
{
    long n = g.n;
#pragma ctsar for hetero(1, cpu)
    for (long i = 0; i < n; i++) {
        double *p = g.to;
        for (int j = 0; j < m; j++)
            p[i * m + j] = x[i] + g.from[j];
    }
}

int main(void)
{
    double *a = calloc(1000, sizeof *a), sum = 0;
    for (int i = 0; i < 1000; i++)
        a[i] = i % 7;
    for (int shift = 0; shift < 500; shift += shift < 2 ? 1 : 83) {
        struct series s = {a, a + shift, 300};
        next(&s);
    }
    for (int shift = 0; shift < 200; shift += shift < 2 ? 1 : 33) {
        struct series g = {a, a + shift, 40};
        rows(g, 10, a + 500);
        rows(g, 10, a + 20);
    }
    for (int i = 0; i < 1000; i++)
        sum += a[i] * (i % 13);
    printf("%.12g\n", sum);
    free(a);
    return 0;
}
