// Structs that have no name, of the file and of a function; they stay on cores and emulated accelerators.
#include <stdio.h>

static struct {
    double x;
    int k[3];
} p[100], m[10][20], *q = p, one = {3, {1, 0, 0}};
typedef struct {
    float a;
} named_by_typedef;
static named_by_typedef t[100];
typedef struct {
    const double *all;
    double weight[4];
} *named_pointer;

static void weigh(int n, double *restrict to, named_pointer by)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = 2 * by->weight[i];
}

int main(void)
{
    struct {
        int a, b;
    } own[50], two = {1, 2};
    struct {
        struct {
            int u;
        } in;
        double v[4];
    } nest[50];
#pragma ctsar for hetero(1)
    for (int i = 0; i < 100; i++) {
        p[i].x = i + one.x;
        p[i].k[0] = 1;
        p[i].k[1] = 2;
        p[i].k[2] = i;
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 20; j++) {
            m[i][j].x = i * j;
            m[i][j].k[0] = m[i][j].k[1] = m[i][j].k[2] = j;
        }
#pragma ctsar for hetero(1)
    for (int i = 0; i < 50; i++) {
        own[i].a = i + two.a;
        own[i].b = 2 * i;
        nest[i].in.u = i;
        for (int j = 0; j < 4; j++)
            nest[i].v[j] = j;
        t[i].a = 2 * i;
    }
#pragma ctsar for hetero(1) part_copy(q[1:100])
    for (int i = 0; i < 100; i++)
        q[i].x += 1;
    double sum = 0, weighed[4];
    weigh(4, weighed, &(__typeof__(*(named_pointer)0)){weighed, {1, 2, 3, 4}});
    for (int i = 0; i < 4; i++)
        sum += weighed[i] * i;
    for (int i = 0; i < 50; i++)
        sum += p[i].x + p[i].k[2] + own[i].a * own[i].b + nest[i].in.u + nest[i].v[2] + t[i].a;
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 20; j++)
            sum += i * m[i][j].x + m[i][j].k[1];
    printf("%g %g %g\n", sum, p[99].x, q[3].x);
    return 0;
}
