/* All shortest paths: the k-th row and column are copied first, so that rows are independent. */
#include <stdio.h>
#include <stdlib.h>
#define V 60
#define INF 1000000
int dist[V][V], row_k[V];

int main(void)
{
    int i, j, k;
    long sum = 0;
    for (i = 0; i < V; i++)
        for (j = 0; j < V; j++)
            dist[i][j] = i == j ? 0 : (i * 13 + j * 7) % 11 < 3 ? 1 + (i * j) % 17 : INF;
    for (k = 0; k < V; k++) {
        for (j = 0; j < V; j++)
            row_k[j] = dist[k][j];
#pragma omp parallel for private(i, j) hetero(1)
        for (i = 0; i < V; i++) {
            int via = dist[i][k];
            for (j = 0; j < V; j++)
                if (via + row_k[j] < dist[i][j])
                    dist[i][j] = via + row_k[j];
        }
    }
    for (i = 0; i < V; i++)
        for (j = 0; j < V; j++)
            sum += dist[i][j] % INF * (i + 2 * j);
    printf("%ld\n", sum);
    return 0;
}
