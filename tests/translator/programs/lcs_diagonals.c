/* Tables that are filled diagonal by diagonal: common subsequences, palindromes, chains of matrices. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN 90
#define CHAIN 40

char s[LEN + 1], t[LEN + 1];
int d[LEN + 1][LEN + 1];
int max2(int a, int b) { return a > b ? a : b; }
static inline int min2(int a, int b) { return a < b ? a : b; }

static void letters(char *to, int n, int step, int letters)
{
    for (int i = 0; i < n; i++)
        to[i] = (char)('a' + i * step % 7 % letters);
    to[n] = 0;
}

/* Each diagonal of the table needs the two before. */
static int lcs(void)
{
    int i, k, lo, hi;
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
    return d[LEN][LEN];
}

/* The subsequence itself, from the table's end. */
static unsigned long trace(void)
{
    unsigned long hash = 5381;
    int i = LEN, j = LEN;
    while (i > 0 && j > 0) {
        if (s[i - 1] == t[j - 1]) {
            hash = hash * 33 + (unsigned char)s[i - 1];
            i--, j--;
        } else if (d[i - 1][j] >= d[i][j - 1])
            i--;
        else
            j--;
    }
    return hash;
}

/* Only three diagonals are kept; row i of diagonal k is at [k % 3][i]. */
static int lcs_in_little_memory(int n, int m, const char *a, const char *b)
{
    int (*diagonal)[n + 1] = calloc(3, sizeof *diagonal), answer;
    for (int k = 2; k <= n + m; k++) {
        int *now = diagonal[k % 3], *last = diagonal[(k + 2) % 3], *before = diagonal[(k + 1) % 3];
        int from = max2(1, k - m), to = min2(n, k - 1);
#pragma omp parallel for firstprivate(k) hetero(1)
        for (int i = from; i <= to; i++) {
            int j = k - i;
            if (a[i - 1] == b[j - 1])
                now[i] = (i > 1 && j > 1 ? before[i - 1] : 0) + 1;
            else
                now[i] = max2(i > 1 ? last[i - 1] : 0, j > 1 ? last[i] : 0);
        }
    }
    answer = diagonal[(n + m) % 3][n];
    free(diagonal);
    return answer;
}

/* The longest palindrome among the subsequences: spans of growing length. */
static int palindrome(int n, const char text[n])
{
    int best[n][n];
    memset(best, 0, sizeof best);
    for (int i = 0; i < n; i++)
        best[i][i] = 1;
    for (int span = 2; span <= n; span++) {
#pragma omp parallel for schedule(guided) hetero(1)
        for (int i = 0; i <= n - span; i++) {
            int j = i + span - 1;
            if (text[i] != text[j]) {
                best[i][j] = max2(best[i + 1][j], best[i][j - 1]);
                continue;
            }
            best[i][j] = 2 + (span > 2 ? best[i + 1][j - 1] : 0);
        }
    }
    return best[0][n - 1];
}

/* The cheapest order in which a chain of matrices is multiplied, and where the last product splits. */
static long chain(const int *size, int n, int *last)
{
    static long cost[CHAIN][CHAIN];
    static int split[CHAIN][CHAIN];
    int i, j, k, span;
    for (span = 1; span < n; span++) {
#pragma omp parallel for private(i, j, k) hetero(1)
        for (i = 0; i < n - span; i++) {
            long least = LONG_MAX;
            int at = -1;
            j = i + span;
            for (k = i; k < j; k++) {
                long c = cost[i][k] + cost[k + 1][j] + (long)size[i] * size[k + 1] * size[j + 1];
                if (c < least) {
                    least = c;
                    at = k;
                }
            }
            cost[i][j] = least;
            split[i][j] = at;
        }
    }
    *last = split[0][n - 1];
    return cost[0][n - 1];
}

int main(void)
{
    int size[CHAIN + 1], i, at;
    long cheapest;
    letters(s, LEN, 7, 5);
    letters(t, LEN, 3, 5);
    for (i = 3; i < LEN; i += 5)
        s[i] = (char)('a' + i % 4);
    for (i = 0; i <= CHAIN; i++)
        size[i] = 5 + i * 37 % 45;
    printf("%d", lcs());
    printf(" %lx\n", trace());
    printf("%d\n", lcs_in_little_memory(LEN, LEN - 13, s, t + 13));
    printf("%d\n", palindrome(LEN, s));
    cheapest = chain(size, CHAIN, &at);
    printf("%ld, split at %d\n", cheapest, at);
    return 0;
}
