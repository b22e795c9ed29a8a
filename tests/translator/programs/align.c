/* Local alignment of a query against a database of sequences that lie one behind another. */
#include <stdio.h>
#include <stdlib.h>
#define QUERY 20
#define MAXLEN 48
static int similarity(char a, char b) { return a == b ? 3 : (a ^ b) & 1 ? -2 : -1; }
int main(void)
{
    int count = 90, s, i, j, total = 0, best, *offset, *score;
    char *base, query[QUERY];
    long sum = 0;
    offset = malloc((count + 1) * sizeof(int));
    score = malloc(count * sizeof(int));
    for (s = 0; s < count; s++) {
        offset[s] = total;
        total += 20 + s % 27;
    }
    offset[count] = total;
    base = malloc(total);
    for (i = 0; i < total; i++)
        base[i] = "ACGT"[i * i / 3 % 4];
    for (i = 0; i < QUERY; i++)
        query[i] = "ACGT"[i * 5 % 7 % 4];
#pragma omp parallel for private(i, j, best) schedule(guided) hetero(1)
    for (s = 0; s < count; s++) {
        int row[MAXLEN + 1] = {0}, n = offset[s + 1] - offset[s];
        const char *seq = base + offset[s];
        best = 0;
        for (i = 0; i < QUERY; i++) {
            int diagonal = 0;
            for (j = 1; j <= n; j++) {
                int up = row[j], h = diagonal + similarity(query[i], seq[j - 1]);
                if (h < up - 2) h = up - 2;
                if (h < row[j - 1] - 2) h = row[j - 1] - 2;
                if (h < 0) h = 0;
                diagonal = up;
                row[j] = h;
                if (h > best) best = h;
            }
        }
        score[s] = best;
    }
    for (s = 0; s < count; s++)
        sum = sum * 5 % 1000003 + score[s];
    printf("%ld\n", sum);
    return 0;
}
