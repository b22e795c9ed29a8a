/* Elements that an index array leads to. Where its numbers all differ, which is asked when the loop is reached, all cores
 * execute the loop; else one does. The test counts how often. */
#include <stdio.h>

enum { N = 60, M = 4 };

static double x[N * M], y[N], table[N][M];
static int order[N];
static unsigned short narrow[2 * N];

static void plain(int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[order[i]] += y[i];
}

static void by_pointers(int n, int m, double *to, const int *index, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[index[i] * m + j] += from[i] + j;
}

static void every_second(int n)
{
    int row;
#pragma ctsar for hetero(1)
    for (int i = n; i > 0; i--) {
        row = narrow[2 * i - 1];
        if (row > 3)
            for (int j = 0; j < M; j++)
                table[row][j] = table[row][j] / 2 + y[i - 1];
    }
}

static void show(const char *name)
{
    double sum = 0;
    for (int i = 0; i < N * M; i++)
        sum = sum * 0.75 + x[i] + 3 * table[i / M][i % M];
    printf("%s %.17g\n", name, sum);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        y[i] = i % 7 - 3;
        order[i] = i * 7 % N;
        narrow[2 * i + 1] = (unsigned short)(N - 1 - i);
    }
    plain(N);
    show("a permutation");
    by_pointers(N, M, x, order, y);
    show("rows");
    every_second(N);
    show("every second number");
    plain(0);
    by_pointers(N, 0, x, NULL, y); /* nothing is read */
    show("empty");
    order[5] = order[50]; /* from here on serial */
    plain(N);
    plain(N);
    show("a number twice");
    plain(40);
    show("but not in the first 40");
    by_pointers(40, M, x, order, x); /* into what it reads */
    show("overlapping");
    narrow[9] = narrow[1];
    every_second(N);
    show("twice in every second");
    every_second(4);
    show("and not in the first 4");
    return 0;
}
