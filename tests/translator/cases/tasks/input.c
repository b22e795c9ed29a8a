/* Functions whose calls are tasks: parts of vectors and matrices, priorities, waits, versions. */
#include <stdio.h>

enum { N = 60, ROWS = 20, LENGTH = 240 };

/* ---- Contiguous parts, and a kernel for OpenCL devices. */

#pragma ctsar implements(scale) device(opencl)
static const char scale_cl[] =
    "__kernel void scale_cl(long start, long step, long count, __global const double *from,\n"
    "                       long from_bias, __global double *to, long to_bias, int n, double by)\n"
    "{\n"
    "    for (long k = get_global_id(0); k < count; k += get_global_size(0))\n"
    "        to[k - to_bias] = by * from[k - from_bias];\n"
    "}\n";

#pragma ctsar task in([count]from) out([count]to) priority(count > 1) range(count)
void scale(const double *from, double *to, int count, double by);

#pragma ctsar implements(scale) device(cuda)
int scale_stream(const double *from, double *to, int count, double by, void *stream)
{
    return from == to || count < 0 || by < 0 || stream == NULL;
}

void scale(const double *from, double *to, int count, double by)
{
    for (int i = 0; i < count; i++)
        to[i] = by * from[i];
}

#pragma ctsar implements(scale) device(cpu)
void scale_backward(const double *a, double *b, int n, double factor)
{
    while (n-- > 0)
        b[n] = a[n] * factor;
}

/* ---- Boxes of matrices, in all ways to write one. */

#pragma ctsar task inout(m[r:rows][c:columns]) priority(c)
static void add(int n, int r, int rows, int c, int columns, double m[n][n], double by)
{
    for (int i = r; i < r + rows; i++)
        for (int j = c; j < c + columns; j++)
            m[i][j] += by;
}

#pragma ctsar task in(([n][n]m)[r:rows][0:n]) out(sums[r:rows])
static void row_sums(int n, int r, int rows, const double *m, double *sums)
{
    for (int i = r; i < r + rows; i++) {
        sums[i] = 0;
        for (int j = 0; j < n; j++)
            sums[i] += m[i * n + j];
    }
}

#pragma ctsar task in(([n][n]m)[0:n][c]) out(*sum)
static void column_sum(int n, int c, const double *m, double *sum)
{
    *sum = 0;
    for (int i = 0; i < n; i++)
        *sum += m[i * n + c];
}

#pragma ctsar task inout(cube[1:2][1:2][2:2]) in(steps)
static void corner(int cube[4][4][4], const int steps[3])
{
    for (int i = 1; i < 3; i++)
        for (int j = 1; j < 3; j++)
            for (int k = 2; k < 4; k++)
                cube[i][j][k] += i * steps[0] + j * steps[1] + k * steps[2];
}

/* ---- A task that calls others: they are executed at once. */

#pragma ctsar task inout([2 * count]x)
static void halves(double *x, int count)
{
    scale(x, x + count, count, 3);
#pragma ctsar taskwait
    if (count > 1)
        halves(x, count / 2);
}

static double x[LENGTH], y[LENGTH], z[LENGTH], m[N][N], sums[N];
static int cube[4][4][4];

#pragma ctsar task inout([n]v)
static void set(double *v, int n, double to)
{
    for (int i = 0; i < n; i++)
        v[i] = v[i] / 2 + to;
} static double twice(double v) {
    return 2 * v; }

int main(void)
{
    double column, total = 0;
    const int steps[3] = {1, 10, 100};
    for (int i = 0; i < LENGTH; i++)
        x[i] = i % 17;
    for (int i = 0; i < LENGTH; i += 40)
        scale(x + i, y + i, 40, 2);
    for (int i = 0; i < LENGTH; i += 60)
        scale(y + i, z + i, 60, 0.5);
#pragma ctsar taskwait noflush
    halves(z, LENGTH / 2);
    for (int t = 0; t < 4; t++)
        for (int r = 0; r < N; r += ROWS)
            for (int c = 0; c < N; c += 12)
                add(N, r, ROWS, c, 12, m, t + r * c);
    for (int r = 0; r < N; r += 15)
        row_sums(N, r, 15, m[0], sums);
    column_sum(N, 13, m[0], &column);
    corner(cube, steps);
    corner(cube, steps);
#pragma ctsar taskwait on(column)
    printf("%g\n", column);
#pragma ctsar taskwait on(sums, x[3])
    for (int i = 0; i < N; i++)
        total += sums[i] * (i % 7);
    for (int t = 0; t < 5; t++) { /* the program writes what it has waited for */
        for (int i = 0; i < 40; i++)
            x[i] = t;
        scale(x, y, 40, 2);
#pragma ctsar taskwait on(y[0])
        printf("%g\n", y[39]);
    }
    set(x, 40, twice(3));
#pragma ctsar taskwait
    printf("%g\n", x[5]);
    for (int i = 0; i < LENGTH; i++)
        total += y[i] * (i % 5) + z[i] * (i % 3);
    for (int k = 0; k < 64; k++)
        total += k * (&cube[0][0][0])[k];
    printf("%.12g\n", total);
    return 0;
}
