// A matrix whose last row ends with what is used of it: behind that there is no memory.
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static void rows(int n, int m, int lda, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * lda + j] = 2 * x[i * lda + j] + y[i * lda + j] + i;
}

static void neighbours(int n, int m, int lda, double *restrict x, const double *restrict y)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < m; j++)
            x[i * lda + j] += y[(i - 1) * lda + j] + y[(i + 1) * lda + j];
}

/* Of a known size. */
enum { ROWS = 30, COLUMNS = 3, PITCH = 50 };
static double known[(ROWS - 1) * PITCH + COLUMNS];
static void constants(void)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            known[i * PITCH + j] += i + j;
}

/* So many numbers, directly before a page that nobody may touch. */
static double *before_the_end(size_t count)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t whole = (count * sizeof(double) + page - 1) / page * page;
    char *at = mmap(NULL, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(at + whole, page, PROT_NONE);
    return (double *)(void *)(at + whole) - count;
}

int main(void)
{
    enum { N = 40, M = 3, LDA = 700, COUNT = (N - 1) * LDA + M };
    double *x = before_the_end(COUNT), *y = before_the_end(COUNT), sum = 0;
    for (int k = 0; k < COUNT; k++) {
        x[k] = k % 17;
        y[k] = k % 23;
    }
    rows(N, M, LDA, x, y);
    neighbours(N, M, LDA, x, y);
    rows(N, 0, LDA, x, y);
    rows(0, M, LDA, x, y);
    rows(3, LDA, LDA, x, y);
    constants();
    for (int k = 0; k < (ROWS - 1) * PITCH + COLUMNS; k++)
        sum += known[k] * (k % 5);
    for (int k = 0; k < COUNT; k++)
        sum += x[k] * (k % 7);
    printf("%.17g\n", sum);
    return 0;
}
