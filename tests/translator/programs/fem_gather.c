/* Finite elements on triangles: local matrices per element, then each node gathers from its elements. */
#include <stdio.h>
#include <stdlib.h>
#define SIDE 16
#define NODES (SIDE * SIDE)
#define ELEMS (2 * (SIDE - 1) * (SIDE - 1))
typedef struct {
    int node[3];
    double area, k[3][3];
} element;
static double px[NODES], py[NODES], u[NODES], r[NODES];
static element el[ELEMS];
static int first[NODES + 1], list[3 * ELEMS], corner[3 * ELEMS];

static void mesh(void)
{
    int i, j, e = 0, n, k;
    for (i = 0; i < SIDE; i++)
        for (j = 0; j < SIDE; j++) {
            px[i * SIDE + j] = j + 0.1 * (i % 3);
            py[i * SIDE + j] = i;
            u[i * SIDE + j] = (i * 5 + j * 3) % 7;
        }
    for (i = 0; i < SIDE - 1; i++)
        for (j = 0; j < SIDE - 1; j++) {
            n = i * SIDE + j;
            el[e].node[0] = n, el[e].node[1] = n + 1, el[e++].node[2] = n + SIDE;
            el[e].node[0] = n + 1, el[e].node[1] = n + SIDE + 1, el[e++].node[2] = n + SIDE;
        }
    for (n = k = 0; n < NODES; n++) {
        first[n] = k;
        for (e = 0; e < ELEMS; e++)
            for (i = 0; i < 3; i++)
                if (el[e].node[i] == n) {
                    list[k] = e;
                    corner[k++] = i;
                }
    }
    first[NODES] = k;
}

int main(void)
{
    int e, i, j, n, k;
    double sum = 0;
    mesh();
#pragma omp parallel for private(e, i, j) hetero(1)
    for (e = 0; e < ELEMS; e++) {
        double bx[3], by[3];
        for (i = 0; i < 3; i++) {
            int a = el[e].node[(i + 1) % 3], b = el[e].node[(i + 2) % 3];
            bx[i] = py[a] - py[b];
            by[i] = px[b] - px[a];
        }
        el[e].area = 0.5 * (bx[0] * by[1] - bx[1] * by[0]);
        for (i = 0; i < 3; i++)
            for (j = 0; j < 3; j++)
                el[e].k[i][j] = (bx[i] * bx[j] + by[i] * by[j]) / (4 * el[e].area);
    }
#pragma omp parallel for private(n, k, j) hetero(1)
    for (n = 0; n < NODES; n++) {
        double s = 0;
        for (k = first[n]; k < first[n + 1]; k++)
            for (j = 0; j < 3; j++)
                s += el[list[k]].k[corner[k]][j] * u[el[list[k]].node[j]];
        r[n] = s;
    }
    for (n = 0; n < NODES; n++)
        sum += r[n] * (n % 11);
    printf("%.8g\n", sum);
    return 0;
}
