/* What check mode must not execute twice, and what setting a bit-field reads. */
#include <stdio.h>
#include <stdlib.h>

struct bodies {
    double *x, *v;
    long n;
};
struct packed {
    unsigned a : 5;
    unsigned b : 11;
    signed c : 7;
};

static void step(struct bodies *s, double by)
{
#pragma ctsar for hetero(1)
    for (long i = 0; i < s->n; i++)
        s->x[i] += by * s->v[i];
}

int main(void)
{
    struct bodies s = {malloc(60 * sizeof(double)), malloc(60 * sizeof(double)), 60};
    static struct packed p[60];
    for (int i = 0; i < 60; i++) {
        s.x[i] = i;
        s.v[i] = 3 * i % 7;
    }
    step(&s, 0.5);
#pragma ctsar for hetero(1, cpu)
    for (int i = 0; i < 60; i++) {
        p[i].a = i;
        p[i].b = 7 * i;
        p[i].c = i - 30;
    }
    for (int i = 0; i < 60; i++)
        printf("%g %d\n", s.x[i], p[i].a + p[i].b * p[i].c);
    free(s.x);
    free(s.v);
    return 0;
}
