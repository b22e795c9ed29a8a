/* Pointers of which it is known when the program runs only whether they lead into one array: where what is written lies in
 * what is read, the loop is not split. */
#include <stdio.h>
#include <string.h>

enum { N = 100 };
static double base[2 * N], src[N], *p;

static void scan(int n, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}

static void rows(int n, int m, double *to, double *from, int asked)
{
#pragma ctsar for hetero(asked > 0 || asked < -5) part_copyin(from[1:n][0:m]) part_copy(to[1:n][0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i * m + j] += 2 * from[i * m + j];
}

static void show(void)
{
    for (int i = 0; i < 2 * N; i++)
        printf("%g%c", base[i], i % 20 == 19 ? '\n' : ' ');
}

int main(void)
{
    for (int i = 0; i < N; i++)
        src[i] = i;
    for (int shift = 0; shift < N; shift += 33) {
        p = base + shift;
#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++)
            p[i] = base[i] + src[i];
    }
    show();
    memset(base, 0, sizeof base);
    for (int shift = -1; shift < 2; shift++)
        scan(N, base + N / 2 + shift, base + N / 2);
    scan(N, base, base + N);
    scan(N, src, src);
    show();
    for (int asked = 0; asked < 2; asked++) {
        rows(4, 10, base + 20, base, asked);
        rows(4, 10, base + 40, base, asked);
    }
    show();
    for (int i = 0; i < N; i++)
        printf("%g ", src[i]);
    printf("\n");
    return 0;
}
