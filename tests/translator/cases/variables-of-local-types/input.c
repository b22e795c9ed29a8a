// Variables that begin with something, declared together with their type.
#include <stdio.h>

enum { N = 24 };
static unsigned w[N], v[N];
static int x[N], y[N], t[N];

static int twice(const int *of, int k)
{
    struct two {
        int a, b;
    } p = {k + of[k], k};
    return p.a + p.b;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        w[i] = v[i] = i * 77777;
        x[i] = y[i] = t[i] = 3 * i % 24;
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        union {
            unsigned u;
            unsigned char b[4];
        } z = {w[i]};
        z.b[i & 3]++;
        w[i] = z.u;
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        struct pair {
            int a, b;
        } z = {x[i], x[i] + 1}, *p = &z;
        p->b++;
        x[i] = z.a + z.b;
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        enum { EVEN, ODD } o = v[i] % 2 ? ODD : EVEN;
        v[i] = o == ODD ? 7 : 9;
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        struct {
            int a;
        } z = {t[i]++};
        x[i] += z.a;
    }
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        y[i] += twice(t, N - i);
    for (int i = 0; i < N; i++)
        printf("%u %u %d %d %d\n", w[i], v[i], x[i], y[i], t[i]);
    return 0;
}
