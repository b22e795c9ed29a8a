struct series {
    double a[100];
    int n;
    double b[100];
};
struct odd {
    union {
        long x;
        double y[100];
    };
};
static struct series s;
static struct odd o;
void f(void)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 100; i++)
        s.b[i] = s.a[i] * s.n;
#pragma ctsar for hetero(1)
    for (int i = 1; i < 100; i++)
        s.b[i] = s.b[i - 1] * s.n;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 100; i++)
        o.y[i] = o.x;
}
