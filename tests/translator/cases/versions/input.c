/* Loops that functions of the file execute in other ways. */
#include <stdio.h>

enum { N = 240, W = 16 };

/* ---- A matrix times a small one: before and behind the loop's function, for each kind of device. */

#pragma ctsar implements(gemm) device(opencl)
static const char gemm_cl[] =
    "__kernel void gemm_cl(long start, long step, long count, __global const float *a, long a_bias,\n"
    "                      long a_row, __global const float *b, long b_bias, __global float *c,\n"
    "                      long c_bias, long c_row, int n)\n"
    "{\n"
    "    for (long k = get_global_id(0); k < count; k += get_global_size(0)) {\n"
    "        long i = start + k;\n"
    "        for (int j = 0; j < 16; j++) {\n"
    "            float sum = 0;\n"
    "            for (int l = 0; l < 16; l++)\n"
    "                sum += a[i * a_row + l - a_bias] * b[l * 16 + j - b_bias];\n"
    "            c[i * c_row + j - c_bias] = sum;\n"
    "        }\n"
    "    }\n"
    "}\n";

void gemm(int n, const float *a, const float *b, float (*c)[W])
{
#pragma ctsar for hetero(1) part_copyin(a[1:n][0:W]) copyin(b[0:W * W]) part_copyout(c[1:n][0:W])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < W; j++) {
            float sum = 0;
            for (int k = 0; k < W; k++)
                sum += a[i * W + k] * b[k * W + j];
            c[i][j] = sum;
        }
}

struct row {
    float at[W];
};

/* As a library would have it: it is given all rows at once. */
static void library(long rows, const float *a, const float *b, struct row *c)
{
    for (long i = 0; i < rows; i++) {
        struct row sum = {{0}};
        for (int k = 0; k < W; k++)
            for (int j = 0; j < W; j++)
                sum.at[j] += a[i * W + k] * b[k * W + j];
        c[i] = sum;
    }
}

#pragma ctsar implements(gemm) device(cpu) when(last - first >= 8 && rows > W)
void gemm_rows(int rows, const float *x, const float *y, float (*z)[W], long first, long last)
{
    (void)rows;
    library(last - first, x + first * W, y, (struct row *)(z + first));
}

#pragma ctsar implements(gemm) device(cuda)
int gemm_stream(int n, const float *a, const float *b, float (*c)[W], long first, long last,
                void *stream)
{
    return !stream || n < 0 || a == b || c == NULL || first > last;
}

/* ---- A sum, and an array that the loop writes but a version reads, too. */

double norm(int n, const double *x, double *y)
{
    double sum = 0;
    float most = -1;
#pragma ctsar for hetero(1) reduction(+: sum) reduction(max: most)
    for (int i = 0; i < n; i++) {
        y[i] = 2 * x[i];
        sum += y[i] * y[i];
        most = most < x[i] ? (float)x[i] : most;
    }
    return sum + most;
}

#pragma ctsar implements(norm)
void norm_by_two(int n, const double *x, double *y, long from, long to, double *sum, float *most)
{
    double one = 0, two = 0;
    (void)n;
    for (long i = from; i < to; i++) {
        y[i] = x[i];
        y[i] += x[i];
        *(i % 2 ? &one : &two) += y[i] * y[i];
        if (x[i] > *most)
            *most = (float)x[i];
    }
    *sum += one + two;
}

/* ---- Matrices of variable size; a value that changes before the loop. */

void scaled(int n, int m, double by, double a[n][m])
{
    by *= 2;
#pragma ctsar for hetero(by > 0) part_copy(a[1:n][0:m])
    for (long i = 1; i <= n - 1; i++)
        for (int j = 0; j < m; j++)
            a[i][j] *= by;
}

#pragma ctsar implements(scaled) device(smp)
void scaled_flat(int rows, int columns, double factor, double x[rows][columns], long first, long last)
{
    double *all = x[0];
    for (long k = first * columns; k < last * columns; k++)
        all[k] *= factor;
}

static float a[N * W], b[W * W], c[N][W];
static double x[N], y[N], m[N][W];

int main(void)
{
    double sum = 0, norms = 0;
    for (int i = 0; i < N * W; i++)
        a[i] = (float)(i % 7), m[i / W][i % W] = i % 13;
    for (int i = 0; i < W * W; i++)
        b[i] = (float)(i % 5);
    for (int i = 0; i < N; i++)
        x[i] = i % 9;
    for (int k = 1; k < 4; k++) {
        gemm(N, a, b, c);
        norms += norm(N, x, y);
        scaled(N, W, k / 2., m);
        b[k] += 1;
    }
    for (int i = 0; i < N * W; i++)
        sum += i % 11 * (c[i / W][i % W] + m[i / W][i % W]);
    for (int i = 0; i < N; i++)
        sum += i % 5 * y[i];
    printf("%.10g %.10g\n", sum, norms);
    return 0;
}
