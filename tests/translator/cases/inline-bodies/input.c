/* Bodies that must stay in their function: types that only it knows, and static locals. */
#include <stdio.h>

static double run(int n)
{
    struct pair {
        int first, second;
    };
    static int table[3] = {1, 2, 3};
    struct pair pairs[n];
    double results[n], sum = 0, t;
    int offset = 4;
    for (int i = 0; i < n; ++i)
        pairs[i] = (struct pair){i, 2 * i};
#pragma ctsar for hetero(1) part_copyin(pairs[1:n]) part_copyout(results[1:n]) reduction(+: sum) private(t) firstprivate(offset)
    for (int i = 0; i < n; ++i) {
        struct pair p = pairs[i];
        t = p.first * 2 + p.second + offset;
        results[i] = t * table[i % 3];
        sum += t;
    }
    for (int i = 0; i < n; ++i)
        sum += results[i];
    return sum;
}

int main(void)
{
    printf("%.10g\n", run(77));
    return 0;
}
