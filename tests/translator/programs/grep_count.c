/* Counts a word in lines of text; lines are found before. */
#include <stdio.h>
#include <string.h>
#define LINES 300
static char text[LINES * 40];
static int start[LINES], length[LINES], hits[LINES];
static int count(const char *line, int n, const char *word, int m)
{
    int i, j, found = 0;
    for (i = 0; i + m <= n; i++) {
        for (j = 0; j < m; j++)
            if (line[i + j] != word[j])
                break;
        if (j == m)
            found++;
    }
    return found;
}
int main(void)
{
    const char word[3] = {'a', 'b', 'a'};
    int i, k, at = 0, total = 0;
    for (i = 0; i < LINES; i++) {
        start[i] = at;
        length[i] = 10 + i % 29;
        for (k = 0; k < length[i]; k++)
            text[at++] = "abacab"[(i * k + k) % 6];
    }
#pragma omp parallel for private(i) reduction(+ : total) hetero(1)
    for (i = 0; i < LINES; i++) {
        hits[i] = count(text + start[i], length[i], word, 3);
        total += hits[i];
    }
    for (i = k = 0; i < LINES; i++)
        k = k * 3 % 10007 + hits[i];
    printf("%d %d\n", total, k);
    return 0;
}
