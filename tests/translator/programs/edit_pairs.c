/* Edit distances of many pairs of words; two rows in local arrays. */
#include <stdio.h>
#include <string.h>
#define PAIRS 150
#define LEN 24
static char left[PAIRS][LEN], right[PAIRS][LEN];
static int distance[PAIRS];
static int min3(int a, int b, int c)
{
    int m = a < b ? a : b;
    return m < c ? m : c;
}
int main(void)
{
    int p, i, j;
    long sum = 0;
    for (p = 0; p < PAIRS; p++)
        for (i = 0; i < LEN - 1; i++) {
            left[p][i] = (char)(i < 8 + p % 15 ? 'a' + (p * i) % 6 : 0);
            right[p][i] = (char)(i < 5 + p % 13 ? 'a' + (p + i * i) % 6 : 0);
        }
#pragma omp parallel for private(p, i, j) hetero(1)
    for (p = 0; p < PAIRS; p++) {
        int before[LEN + 1], now[LEN + 1], n = 0, m = 0;
        while (left[p][n]) n++;
        while (right[p][m]) m++;
        for (j = 0; j <= m; j++)
            before[j] = j;
        for (i = 1; i <= n; i++) {
            now[0] = i;
            for (j = 1; j <= m; j++)
                now[j] = min3(now[j - 1] + 1, before[j] + 1, before[j - 1] + (left[p][i - 1] != right[p][j - 1]));
            for (j = 0; j <= m; j++)
                before[j] = now[j];
        }
        distance[p] = before[m];
    }
    for (p = 0; p < PAIRS; p++)
        sum += distance[p] * (p % 7 + 1);
    printf("%ld\n", sum);
    return 0;
}
