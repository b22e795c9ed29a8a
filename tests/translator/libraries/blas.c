// options: -Wl,--no-as-needed -lopenblas
/* Loops that calls of libraries execute as well: CBLAS on cores, cuBLAS on GPUs. */
#include <stdio.h>

#include <cblas.h>
#ifdef WITH_CUBLAS
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#endif

enum { N = 320, SIDE = 24 };

/* Rows times a matrix. */
void product(int n, const float *a, const float *b, float *c)
{
#pragma ctsar for hetero(1) part_copyin(a[1:n][0:SIDE]) copyin(b[0:SIDE * SIDE]) part_copyout(c[1:n][0:SIDE])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < SIDE; j++) {
            float sum = 0;
            for (int k = 0; k < SIDE; k++)
                sum += a[i * SIDE + k] * b[k * SIDE + j];
            c[i * SIDE + j] = sum;
        }
}

#pragma ctsar implements(product) device(cpu) when(last - first >= 4) tolerance(1e-5)
void product_cblas(int n, const float *a, const float *b, float *c, long first, long last)
{
    (void)n;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)(last - first), SIDE, SIDE, 1,
                a + first * SIDE, SIDE, b, SIDE, 0, c + first * SIDE, SIDE);
}

#ifdef WITH_CUBLAS
/* cuBLAS counts columns first: it computes the transpose. */
#pragma ctsar implements(product) device(cuda)
cudaError_t product_cublas(int n, const float *a, const float *b, float *c, long first, long last,
                           cudaStream_t stream)
{
    static _Thread_local cublasHandle_t handle;
    const float one = 1, zero = 0;
    (void)n;
    if (!handle && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return cudaErrorInitializationError;
    if (cublasSetStream(handle, stream) != CUBLAS_STATUS_SUCCESS ||
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, SIDE, (int)(last - first), SIDE, &one, b,
                    SIDE, a + first * SIDE, SIDE, &zero, c + first * SIDE,
                    SIDE) != CUBLAS_STATUS_SUCCESS)
        return cudaErrorLaunchFailure;
    return cudaGetLastError();
}
#endif

/* A vector that is read and written. */
void add(int n, double by, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] += by * x[i];
}

#pragma ctsar implements(add) tolerance(1e-12)
void add_cblas(int n, double factor, const double *x, double *y, long first, long last)
{
    (void)n;
    cblas_daxpy((int)(last - first), factor, x + first, 1, y + first, 1);
}

/* A reduction. */
double dot(int n, const double *x, const double *y)
{
    double sum = 0;
#pragma ctsar for hetero(1) reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

#pragma ctsar implements(dot) tolerance(1e-12)
void dot_cblas(int n, const double *x, const double *y, long first, long last, double *sum)
{
    (void)n;
    *sum += cblas_ddot((int)(last - first), x + first, 1, y + first, 1);
}

static float a[N * SIDE], b[SIDE * SIDE], c[N * SIDE];
static double x[N], y[N];

/* Whole numbers, which all sums have exactly. */
int main(void)
{
    double sum = 0;
    for (int i = 0; i < N * SIDE; i++)
        a[i] = (float)(i % 7);
    for (int i = 0; i < SIDE * SIDE; i++)
        b[i] = (float)(i % 5);
    for (int i = 0; i < N; i++)
        x[i] = i % 9, y[i] = i % 4;
    for (int k = 1; k < 4; k++) {
        product(N, a, b, c);
        add(N, k, x, y);
        sum += dot(N, x, y);
        b[k] += 1;
    }
    for (int i = 0; i < N * SIDE; i++)
        sum += i % 11 * c[i];
    printf("%.10g\n", sum);
    return 0;
}
