/* Counts words by kind.  Iterations are not independent, though the directive says so. */
#include <stdio.h>

enum { WORDS = 6, KINDS = 4 };

static int count[KINDS];

static void histogram(int n, const int *word)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        count[word[i] % KINDS]++;
}

int main(void)
{
    const int word[WORDS] = {2, 5, 7, 10, 8, 9};
    histogram(WORDS, word);
    printf("%d\n", count[2]);
}
