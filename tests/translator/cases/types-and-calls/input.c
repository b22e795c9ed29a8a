/* Structs as elements and as values, typedefs, tables, functions of the file and of math.h, private scratch arrays. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double x, y;
    int tag[2];
} point;
struct scale {
    double factor;
    int shift;
};
typedef const float *restrict input;
static const int table[4] = {1, 10, 100, 1000};
static const double half = 0.5;
static int calls = 3;

static double square(double v)
{
    return v * v;
}

static double norm(point p)
{
    return sqrt(square(p.x) + square(p.y));
}

static void move(point *restrict to, const point *restrict from, int n, struct scale s)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i) {
        point p = from[i];
        p.x = p.x * s.factor + half;
        p.y += norm(from[i]) + calls;
        p.tag[i % 2] += table[i % 4] << s.shift;
        to[i].x = p.x;
        to[i].y = p.y;
        to[i].tag[0] = p.tag[0];
        to[i].tag[1] = p.tag[1];
    }
}

static void smooth(input in, float *out, int n)
{
    float window[3] = {0.25f, 0.5f, 0.25f}, scratch[3];
#pragma ctsar for hetero(1) private(scratch) firstprivate(window) part_copy(out[1:n]) part_copyin(in[1:n:1])
    for (int i = 1; i < n - 1; ++i) {
        for (int k = 0; k < 3; ++k)
            scratch[k] = in[i + k - 1] * window[k];
        out[i] = scratch[0] + scratch[1] + scratch[2];
    }
}

int main(void)
{
    enum { N = 200 };
    point *from = malloc(N * sizeof *from), *to = malloc(N * sizeof *to);
    float in[N], out[N] = {0};
    for (int i = 0; i < N; ++i) {
        from[i] = (point){i, 2 * i, {i, -i}};
        in[i] = (float)(i % 9);
    }
    move(to, from, N, (struct scale){1.5, 2});
    smooth(in, out, N);
    double sum = 0;
    for (int i = 0; i < N; ++i)
        sum += to[i].x + to[i].y * i + to[i].tag[0] - to[i].tag[1] + out[i];
    printf("%.10g\n", sum);
    free(from), free(to);
    return 0;
}
