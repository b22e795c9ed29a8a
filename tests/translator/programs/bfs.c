/* Breadth-first search in a graph of compressed rows: levels by pulling, parents afterwards, and
   distances to several sources, from which the nearest is told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNSEEN (-1)
#define SOURCES 3

struct graph {
    int nodes, edges;
    int *first, *to;
};

static struct graph *graph_new(int nodes, int degree)
{
    struct graph *g = malloc(sizeof *g);
    int v, k, n = 0;
    g->nodes = nodes;
    g->first = malloc((nodes + 1) * sizeof(int));
    g->to = malloc(nodes * (degree + 2) * sizeof(int));
    for (v = 0; v < nodes; v++) {
        g->first[v] = n;
        for (k = 0; k < degree + v % 3 - 1; k++)
            g->to[n++] = (v * (k + 2) + 17 * k + 1) % nodes;
    }
    g->first[nodes] = g->edges = n;
    return g;
}

static void graph_free(struct graph *g)
{
    free(g->first);
    free(g->to);
    free(g);
}

/* The number of levels. */
static int levels(const struct graph *g, int source, int *level)
{
    char *frontier = calloc(g->nodes, 1), *next = calloc(g->nodes, 1), *swap;
    const int *first = g->first, *to = g->to;
    int n = g->nodes, v, k, depth = 0, found;
    for (v = 0; v < n; v++)
        level[v] = UNSEEN;
    level[source] = 0;
    frontier[source] = 1;
    do {
        found = 0;
        depth++;
#pragma omp parallel for private(v, k) reduction(+ : found) hetero(1)
        for (v = 0; v < n; v++) {
            next[v] = 0;
            if (level[v] != UNSEEN)
                continue;
            for (k = first[v]; k < first[v + 1]; k++)
                if (frontier[to[k]]) {
                    level[v] = depth;
                    next[v] = 1;
                    found++;
                    break;
                }
        }
        swap = frontier;
        frontier = next;
        next = swap;
    } while (found);
    free(frontier);
    free(next);
    return depth;
}

/* Each node's neighbour that is a level nearer; the one with the lowest number. */
static void parents(const struct graph *g, const int *level, int *parent)
{
    int v, k, best;
    const int *first = g->first, *to = g->to;
#pragma omp parallel for private(v, k, best) hetero(1)
    for (v = 0; v < g->nodes; v++) {
        best = v;
        if (level[v] > 0) {
            best = g->nodes;
            for (k = first[v]; k < first[v + 1]; k++)
                if (level[to[k]] == level[v] - 1 && to[k] < best)
                    best = to[k];
        }
        parent[v] = level[v] == UNSEEN ? UNSEEN : best;
    }
}

int main(int argc, char *argv[])
{
    int nodes = argc > 1 ? atoi(argv[1]) : 500, s, v, reached = 0, farthest = 0, depth[SOURCES];
    int source[SOURCES] = {0, 211, 377}, owners[SOURCES] = {0}, *level[SOURCES], *parent, *near;
    long sum = 0, edges_up = 0;
    struct graph *g = graph_new(nodes, 4);

    for (s = 0; s < SOURCES; s++) {
        level[s] = malloc(nodes * sizeof(int));
        depth[s] = levels(g, source[s] % nodes, level[s]);
    }
    parent = malloc(nodes * sizeof *parent);
    near = malloc(nodes * sizeof *near);
    parents(g, level[0], parent);

#pragma omp parallel for private(v, s) reduction(+ : reached) reduction(max : farthest) hetero(1)
    for (v = 0; v < nodes; v++) {
        int at = UNSEEN, least = nodes;
        for (s = 0; s < SOURCES; s++)
            if (level[s][v] != UNSEEN && level[s][v] < least) {
                least = level[s][v];
                at = s;
            }
        near[v] = at;
        if (at != UNSEEN) {
            reached++;
            if (least > farthest) farthest = least;
        }
    }
#pragma omp parallel for reduction(+ : edges_up) hetero(1)
    for (v = 0; v < nodes; v++)
        if (parent[v] >= 0)
            edges_up += parent[v] != v;

    for (v = 0; v < nodes; v++) {
        sum = (sum * 3 + level[0][v] * (v % 13) + parent[v]) % 1000003;
        if (near[v] >= 0)
            owners[near[v]]++;
    }
    printf("%d nodes, %d edges, depths %d %d %d\n", nodes, g->edges, depth[0], depth[1], depth[2]);
    printf("%d reached, farthest %d, owners %d %d %d, up %ld, %ld\n", reached, farthest, owners[0], owners[1], owners[2],
           edges_up, sum);
    for (s = 0; s < SOURCES; s++)
        free(level[s]);
    free(parent);
    free(near);
    graph_free(g);
    return 0;
}
