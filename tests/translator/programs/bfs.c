/* Breadth first, pulling: a node joins the next level if a neighbour is in this one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define NODES 500
#define DEGREE 4
static int edge[NODES * DEGREE], level[NODES];
static char frontier[NODES], next[NODES];
int main(void)
{
    int v, k, depth = 0, found;
    long sum = 0;
    for (v = 0; v < NODES; v++) {
        level[v] = -1;
        for (k = 0; k < DEGREE; k++)
            edge[v * DEGREE + k] = (v * (k + 2) + 17 * k + 1) % NODES;
    }
    level[0] = 0;
    frontier[0] = 1;
    do {
        found = 0;
        depth++;
#pragma omp parallel for private(v, k) reduction(+ : found) hetero(1)
        for (v = 0; v < NODES; v++) {
            next[v] = 0;
            if (level[v] >= 0)
                continue;
            for (k = 0; k < DEGREE; k++)
                if (frontier[edge[v * DEGREE + k]]) {
                    level[v] = depth;
                    next[v] = 1;
                    found++;
                    break;
                }
        }
        memcpy(frontier, next, sizeof frontier);
    } while (found);
    for (v = 0; v < NODES; v++)
        sum += level[v] * (v % 13);
    printf("%d %ld\n", depth, sum);
    return 0;
}
