/* The longest common subsequence, diagonal by diagonal: each diagonal needs the two before. */
#include <stdio.h>
#include <string.h>
#define LEN 120
char s[LEN + 1], t[LEN + 1];
int d[LEN + 1][LEN + 1];
int max2(int a, int b) { return a > b ? a : b; }

int main(void)
{
    int i, k, lo, hi;
    for (i = 0; i < LEN; i++) {
        s[i] = 'a' + i * 7 % 5;
        t[i] = 'a' + i * 3 % 7 % 5;
    }
    for (k = 2; k <= 2 * LEN; k++) {
        lo = k - LEN > 1 ? k - LEN : 1;
        hi = k - 1 < LEN ? k - 1 : LEN;
#pragma omp parallel for private(i) hetero(1)
        for (i = lo; i <= hi; i++) {
            int j = k - i;
            if (s[i - 1] == t[j - 1])
                d[i][j] = d[i - 1][j - 1] + 1;
            else
                d[i][j] = max2(d[i - 1][j], d[i][j - 1]);
        }
    }
    printf("%d\n", d[LEN][LEN]);
    return 0;
}
