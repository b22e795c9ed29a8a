// What the header's variables have after the loop, where nothing in the function names them then.
#include <stdio.h>

enum { N = 40 };
static int a[N], at;

static int by_a_pointer(int n)
{
    int i, *where = &i;
    *where = 5;
#pragma omp parallel for hetero(1) lastprivate(i)
    for (i = 0; i < n; i += 3)
        a[i] = i;
    return *where;
}

static void of_the_file(int n)
{
#pragma omp parallel for hetero(1) lastprivate(at)
    for (at = 1; at < n; at += 3)
        a[at] = 2 * at;
}

static void downward(int n)
{
#pragma omp parallel for hetero(1) lastprivate(at)
    for (at = n; at > 4; at -= 3)
        a[at - 1] += at;
}

int main(void)
{
    printf("%d\n", by_a_pointer(N));
    of_the_file(N);
    printf("%d\n", at);
    downward(N);
    printf("%d\n", at);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += (i + 1) * a[i];
    printf("%ld\n", sum);
    return 0;
}
