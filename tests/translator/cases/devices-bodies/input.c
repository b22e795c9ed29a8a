/* What bodies may hold that devices see in another way: address spaces, words that are taken there, types, tables, functions. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 150, M = 7 };
enum colour { RED, GREEN = 5, BLUE };
typedef enum { LEFT, RIGHT = 3 } side; // C++ makes no such value of an int
typedef struct point {
    float x, y;
    int tag[2];
} point;
struct weights {
    double w[3];
    int64_t shift;
};
static const double weight[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}}, half = 0.5, third = 1.0 / 3;
static const int steps[] = {3, 1, 4, 1, 5};

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[k] * b[k];
    return sum;
}

static inline int step(int k)
{
    return steps[k % 5] << (k & 1);
}

/* OpenCL has functions of these names. */
static double distance(double a, double b)
{
    return fabs(a - b);
}

static void scale(double *v, const struct weights *by, int n)
{
    double *last = v + n - 1;
    for (; v <= last; ++v)
        *v = *v * by->w[1] + by->shift;
}

static point moved(point p, float x)
{
    point q = {p.x + x, p.y - x, {p.tag[1], p.tag[0]}};
    return q;
}

static double mixed(long long kernel, unsigned char local)
{
    return (double)(kernel % 100LL) + local;
}

struct flags {
    bool on, off;
    char level;
};

static double outer(int n, struct flags *flags, const double *x, float *y)
{
    double scratch[3];
    unsigned char small;
    struct flags mask = {true, false, 3};
#pragma ctsar for hetero(1) part_copy(flags[1:n], y[1:n]) copyin(x[0:M]) private(scratch, small)
    for (int i = 0; i < n; ++i) {
        const double *from = x + i % 3;
        for (small = 0; small < 3; ++small)
            scratch[small] = from[small] * small;
        flags[i].on = flags[i].level > mask.level && mask.on;
        flags[i].level += (char)(scratch[1] + scratch[2]);
        float root = sqrt(y[i] + 1), power = pow(y[i], 2);
        y[i] = root + power + sqrtf((float)small);
    }
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += flags[i].on * 3 + flags[i].off + flags[i].level + y[i];
    return sum;
}

static double pointers(int n, double a[restrict n][M], const double *x, double *y)
{
    struct weights by = {{1, 1.5, 2}, 1};
#pragma ctsar for hetero(1) part_copy(a[1:n][0:M]) copyin(x[0:M]) part_copyout(y[1:n])
    for (int i = 0; i < n; ++i) {
        double own[M] = {1, 0.5}, *p = own;
        const double *row = a[i];
        for (int j = 2; j < M; ++j)
            p[j] = row[j] + j;
        scale(own, &by, M);
        scale(&a[i][1], &by, M - 1);
        y[i] = dot(a[i], x, M) + dot(row, own, M) + dot(own, own, M) + dot(weight[i % 3], own, 3) + p[1];
    }
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += y[i] + a[i][i % M];
    return sum;
}

static double words(int n, const int *kernel, long long *local, bool *private, unsigned short *new)
{
    const bool global = n > 3;
    size_t template = 3;
    int and = 2;
#pragma ctsar for hetero(1) part_copyin(kernel[1:n]) part_copyout(local[1:n], private[1:n]) part_copy(new[1:n])
    for (int this = 0; this < n; ++this) {
        unsigned long long half = 3ull * (unsigned)kernel[this] + 0x10ULL;
        int8_t event_t = (int8_t)(this % 100);
        local[this] = (long long)half - event_t * 1LL;
        private[this] = (global ? kernel[this] : 0) & 4;
        new[this] += (unsigned short)(template + and + mixed(kernel[this], (unsigned char)this));
    }
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += (double)local[i] + private[i] * 3 + new[i];
    return sum;
}

static float turned(float x, const side to)
{
    return to == RIGHT ? -x : x;
}

static double types(int n, point *p, enum colour *c, float *f, double *d, int which, const side to)
{
    enum { OWN = 9 };
    static const float table[2][2] = {{1, 2}, {3, 4}};
    const int few[4] = {4, 3, 2, 1};
    point at = {1, 2, {3, 4}};
    enum colour first = BLUE;
    uint16_t base = 0;
#pragma ctsar for hetero(1) part_copy(p[1:n], c[1:n], f[1:n]) part_copyout(d[1:n])
    for (int i = 0; i < n; ++i) {
        p[i] = moved(p[i], at.x + table[i & 1][which & 1]);
        p[i].tag[1] += few[i & 3] + OWN;
        if (c[i] == GREEN)
            c[i] = first;
        int r = abs(i - n / 2);
        p[i].x = turned(p[i].x, to);
        f[i] = (float)sqrt(f[i]) + fabsf(-f[i]) * 0.5f + fminf(f[i], 3) - (float)floor(f[i]);
        d[i] = distance(exp(-f[i]), half) * third + pow(r, 2) + fmax(i, 3.5) + ldexp(1, i % 7) + labs(-i) + lround(0.25 * i) + lrintf(f[i] / 2) + nearbyint(i * 0.5) + step(i) - base;
        switch (i % 3) {
        case 0:
            d[i] += 1;
            break;
        case 1:
            d[i] = -d[i] > 0 ? 1 : d[i];
            break;
        default:
            d[i] *= 2;
        }
    }
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += p[i].x * 2 + p[i].y + p[i].tag[0] - p[i].tag[1] + c[i] + f[i] + d[i];
    return sum;
}

int main(void)
{
    static double a[N][M], x[M], y[N], d[N];
    static int k[N];
    static long long l[N];
    static bool b[N];
    static unsigned short s[N];
    static point p[N];
    static enum colour c[N];
    static float f[N];
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j < M; ++j)
            a[i][j] = (i * 7 + j * 3) % 11, x[j] = j - 2;
        k[i] = i * 37 % 101, s[i] = (unsigned short)(i * 500), f[i] = (float)i / 8;
        p[i] = (point){(float)i, (float)(N - i), {i, 2 * i}}, c[i] = i % 2 ? GREEN : RED;
    }
    printf("%.10g %.10g\n", pointers(N, a, x, y), words(N, k, l, b, s));
    static struct flags flags[N];
    for (int i = 0; i < N; ++i)
        flags[i].level = (char)(i % 7);
    printf("%.5g\n", outer(N, flags, x, f));
    printf("%.5g\n", types(N, p, c, f, d, 3, RIGHT));
    return 0;
}
