/* reduction: what all iterations make together. */
#include <stdio.h>

enum { N = 500 };
static int v[N];

int main(void)
{
    long sum = 100;
    int least = 1000, all_odd = 1;
    for (int i = 0; i < N; i++)
        v[i] = 2 * (i * 37 % N) + 1;
#pragma ctsar for hetero(1) part_copyin(v[1:N]) reduction(+: sum) reduction(min: least) reduction(&&: all_odd)
    for (int i = 0; i < N; i++) {
        sum += v[i];
        least = v[i] < least ? v[i] : least;
        all_odd = all_odd && v[i] % 2;
    }
    printf("%ld %d %d\n", sum, least, all_odd);
    return 0;
}
