/* loop independent: the user's word that an inner loop's iterations do not meet, where it cannot be proved. */
#include <stdio.h>

enum { N = 50, M = 64 };
static int order[M], table[N][M];

static void fill(void)
{
    for (int j = 0; j < M; j++)
        order[j] = j * 13 % M;
#pragma ctsar for hetero(1) part_copyout(table[1:N][0:M]) copyin(order[0:M])
    for (int i = 0; i < N; i++)
#pragma ctsar loop independent
        for (int j = 0; j < M; j++)
            table[i][order[j]] = i * M + j;
}

int main(void)
{
    long sum = 0;
    fill();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += (long)table[i][j] * j;
    printf("%ld\n", sum);
    return 0;
}
