/* Arrays of variable size keep the extents that they were declared with, whatever happens to the variables. */
#include <stdio.h>
#include <string.h>

static int columns = 24;

static void halve(int n, int m, double a[n][m], double b[restrict n][m])
{
    m /= 2;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = 2 * a[i][j] + 1;
}

static void shrink(int n, double a[n], double b[n])
{
    while (n > 1) {
        n /= 2;
#pragma ctsar for hetero(1)
        for (int i = 0; i < n; i++)
            b[i] = a[2 * i] + a[2 * i + 1];
#pragma ctsar for hetero(1)
        for (int i = 0; i < n; i++)
            a[i] = b[i];
    }
}

int depth = 12;

static void deepen(void)
{
    depth = depth == 12 ? 8 : 1000000000;
}

static void narrow(void)
{
    columns = 12;
}

static void global(int changes, double a[][columns], double b[][columns])
{
    if (changes)
        narrow();
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < columns; j++)
            b[i][j] += a[i][j] * 3;
}

static void extents(const int *d, double a[d[0]][d[1]], double b[static d[0]][d[1]])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < d[0]; i++)
        for (int j = 0; j < d[1]; j++)
            b[i][j] += a[i][j] * 5;
}

static double local(void)
{
    int n = 30, m = 20;
    double a[n], b[n][m], c[n][m++];
    double(*d)[m - 1] = b;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    n = 10;
    m = 7;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 30; i++)
        a[i] += i * n;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 20; j++) {
            d[i][j] += i - j * n;
            c[i][j] = i + j + m;
        }
    double sum = 0;
    {
        int n = 12;
        double e[m];
#pragma ctsar for hetero(1)
        for (int i = 0; i < n; i++)
            b[i][n] = i * n + a[i];
        for (int i = 0; i < m; i++)
            e[i] = b[i][12];
        for (int i = 0; i < m; i++)
            sum += e[i];
    }
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 20; j++)
            sum = sum / 2 + b[i][j] + c[i][j] + a[i];
    return sum;
}

static void of_another(int n, double *p)
{
    double(*a)[n] = (void *)p;
    n -= 3;
    __typeof__(a) b = a;
    __typeof__(b) c = a + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < n; j++)
            b[i][j] += i + j;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < n; j++)
            c[i][j] *= 2;
}

static void of_a_typedef(int n, double *p)
{
    typedef double row[n];
    n -= 3;
    row *a = (void *)p;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += i + j;
}

static void hidden(int n, double *p)
{
    double(*a)[n] = (void *)p;
    {
        enum { n = 5 };
#pragma ctsar for hetero(1)
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < n; j++)
                a[i][j] += i * j;
    }
    {
        enum parity { even, odd } n = odd;
#pragma ctsar for hetero(1)
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < 5; j++)
                a[i][j] += i * j + (int)n;
    }
    {
        typedef double n;
#pragma ctsar for hetero(1)
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < 5; j++)
                a[i][j] += (n)i / 2;
    }
}

static void hidden_from_another(int n, double *p)
{
    double(*a)[n] = (void *)p;
    {
        int n = 7;
        __typeof__(a) b = a;
#pragma ctsar for hetero(1)
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < n; j++)
                b[i][j] += i + j;
    }
}

static void beside_types(int n, double *p)
{
    double(*a)[n] = (void *)p;
    struct pair {
        int first, second;
    } pair = {n -= 3, 1};
#pragma ctsar for hetero(1)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += i + j * pair.second;
    double(*b)[n] = (void *)p;
    double(*c)[n] = (double(*)[n -= 2])p;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < n; j++)
            b[i][j] += c[i][j];
}

static void by_assembler(int n, double *p)
{
    double(*a)[n] = (void *)p;
    __asm__("" : "=r"(n) : "0"(n - 3));
#pragma ctsar for hetero(1)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += i + j;
}

static void of_the_file(double *p)
{
    extern int depth;
    double(*a)[depth] = (void *)p;
    deepen();
#pragma ctsar for hetero(1)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 5; j++)
            a[i][j] += i + j;
}

static void of_a_parameter(int n, double a[][n], double b[n -= 3])
{
    (void)b;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += i + j;
}

static void longer(int *n, double a[*n], double b[*n])
{
    *n *= 1000000;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++)
        a[i] += b[(i * i) & 3];
}

static void deeper(double a[depth], double b[depth])
{
    deepen();
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++)
        a[i] += b[(i * i) & 3];
}

static void show(const double a[600])
{
    double sum = 0;
    for (int i = 0; i < 600; i++)
        sum += a[i] * (i % 101 + 1);
    printf("%.17g\n", sum);
}

int main(void)
{
    static double a[600], b[600];
    const int d[] = {20, 30};
    for (int i = 0; i < 600; i++)
        a[i] = i % 13;
    halve(30, 20, (void *)a, (void *)b);
    shrink(64, a, b + 100);
    global(0, (void *)a, (void *)b);
    global(1, (void *)a, (void *)b);
    extents(d, (void *)a, (void *)b);
    for (int i = 0; i < 600; i++)
        printf("%g %g\n", a[i], b[i]);
    printf("%.12g\n", local());
    void (*const others[])(int, double *) = {of_another, of_a_typedef, hidden, hidden_from_another, beside_types, by_assembler};
    for (unsigned k = 0; k < sizeof others / sizeof others[0]; k++) {
        others[k](12, a);
        show(a);
    }
    of_the_file(a);
    show(a);
    of_a_parameter(12, (void *)a, b);
    show(a);
    longer((int[]){20}, a, b);
    show(a);
    deeper(a, b);
    show(a);
    return 0;
}
