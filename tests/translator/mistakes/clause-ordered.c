/* Whose reason is a clause gets a remedy about it, and not about a subscript. */
enum { N = 20 };

static double from[N], to[N], list[N];

void append(void)
{
    int k = 0;
#pragma omp parallel for ordered hetero(1)
    for (int i = 0; i < N; i++) {
        to[i] = 2 * from[i];
#pragma omp ordered
        list[k++] = to[i];
    }
}
