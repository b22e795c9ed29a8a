/* Elasticity on triangles, as nodes gather from their elements: geometry and stress by element,
 * forces by node, explicit steps in time with damping, energies. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { double x, y; } vec2;

typedef struct {
    int node[3];
    double area, bx[3], by[3]; /* gradients of the shape functions */
    double sxx, syy, sxy;
} element;

typedef struct {
    int element, corner;
} incidence;

typedef struct {
    int nodes, elements, side;
    vec2 *at, *move, *speed, *force;
    double *mass;
    element *el;
    int *first; /* of a node's incidences */
    incidence *of;
} mesh_t;

static void *get(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (p == NULL)
        exit((fputs("out of memory\n", stderr), 2));
    return p;
}

static mesh_t *mesh_new(int side)
{
    mesh_t *m = get(1, sizeof *m);
    int i, j, e = 0, n, k = 0;
    m->side = side;
    m->nodes = side * side;
    m->elements = 2 * (side - 1) * (side - 1);
    m->at = get(m->nodes, sizeof(vec2));
    m->move = get(m->nodes, sizeof(vec2));
    m->speed = get(m->nodes, sizeof(vec2));
    m->force = get(m->nodes, sizeof(vec2));
    m->mass = get(m->nodes, sizeof(double));
    m->el = get(m->elements, sizeof(element));
    m->first = get(m->nodes + 1, sizeof(int));
    m->of = get(3 * m->elements, sizeof(incidence));
    for (i = 0; i < side; i++)
        for (j = 0; j < side; j++) {
            m->at[i * side + j].x = j + 0.1 * (i % 3);
            m->at[i * side + j].y = i;
        }
    for (i = 0; i < side - 1; i++)
        for (j = 0; j < side - 1; j++) {
            n = i * side + j;
            m->el[e].node[0] = n, m->el[e].node[1] = n + 1, m->el[e++].node[2] = n + side;
            m->el[e].node[0] = n + 1, m->el[e].node[1] = n + side + 1, m->el[e++].node[2] = n + side;
        }
    for (n = 0; n < m->nodes; n++) {
        m->first[n] = k;
        for (e = 0; e < m->elements; e++)
            for (i = 0; i < 3; i++)
                if (m->el[e].node[i] == n) {
                    m->of[k].element = e;
                    m->of[k++].corner = i;
                }
    }
    m->first[m->nodes] = k;
    return m;
}

static void geometry(mesh_t *m)
{
    int e, i;
    element *el = m->el;
    const vec2 *at = m->at;
#pragma omp parallel for private(e, i) hetero(1)
    for (e = 0; e < m->elements; e++) {
        for (i = 0; i < 3; i++) {
            int a = el[e].node[(i + 1) % 3], b = el[e].node[(i + 2) % 3];
            el[e].bx[i] = at[a].y - at[b].y;
            el[e].by[i] = at[b].x - at[a].x;
        }
        el[e].area = 0.5 * (el[e].bx[0] * el[e].by[1] - el[e].bx[1] * el[e].by[0]);
        for (i = 0; i < 3; i++) {
            el[e].bx[i] /= 2 * el[e].area;
            el[e].by[i] /= 2 * el[e].area;
        }
    }
}

static void masses(mesh_t *m, double density)
{
    int n, k;
#pragma omp parallel for private(n, k) hetero(1)
    for (n = 0; n < m->nodes; n++) {
        double s = 0;
        for (k = m->first[n]; k < m->first[n + 1]; k++)
            s += density * m->el[m->of[k].element].area / 3;
        m->mass[n] = s;
    }
}

/* The elastic energy. */
static double stresses(element *el, int elements, const vec2 *move, double lame, double shear)
{
    double energy = 0;
    int e, i;
#pragma omp parallel for private(i) reduction(+ : energy) hetero(1)
    for (e = 0; e < elements; e++) {
        double exx = 0, eyy = 0, exy = 0;
        for (i = 0; i < 3; i++) {
            const vec2 d = move[el[e].node[i]];
            exx += el[e].bx[i] * d.x;
            eyy += el[e].by[i] * d.y;
            exy += 0.5 * (el[e].by[i] * d.x + el[e].bx[i] * d.y);
        }
        el[e].sxx = lame * (exx + eyy) + 2 * shear * exx;
        el[e].syy = lame * (exx + eyy) + 2 * shear * eyy;
        el[e].sxy = 2 * shear * exy;
        energy += 0.5 * el[e].area * (el[e].sxx * exx + el[e].syy * eyy + 2 * el[e].sxy * exy);
    }
    return energy;
}

static void gather(const mesh_t *m, vec2 *force, double gravity)
{
    const element *el = m->el;
    const incidence *of = m->of;
    const int *first = m->first;
    int n, k;
#pragma omp parallel for private(n, k) hetero(1)
    for (n = 0; n < m->nodes; n++) {
        vec2 f = {0, -gravity * m->mass[n]};
        for (k = first[n]; k < first[n + 1]; k++) {
            const element *t = &el[of[k].element];
            int c = of[k].corner;
            f.x -= t->area * (t->sxx * t->bx[c] + t->sxy * t->by[c]);
            f.y -= t->area * (t->sxy * t->bx[c] + t->syy * t->by[c]);
        }
        force[n] = f;
    }
}

int main(void)
{
    mesh_t *m = mesh_new(16);
    double dt = 0.1, elastic = 0, kinetic = 0, sum = 0;
    int t, n;
    geometry(m);
    masses(m, 1.0);
    for (t = 0; t < 12; t++) {
        elastic = stresses(m->el, m->elements, m->move, 1.0, 0.5);
        gather(m, m->force, 0.05);
        kinetic = 0;
#pragma omp parallel for private(n) reduction(+ : kinetic) hetero(1)
        for (n = 0; n < m->nodes; n++) {
            if (n < m->side) /* the lowest row is fixed */
                continue;
            m->speed[n].x = 0.98 * m->speed[n].x + dt * m->force[n].x / m->mass[n];
            m->speed[n].y = 0.98 * m->speed[n].y + dt * m->force[n].y / m->mass[n];
            m->move[n].x += dt * m->speed[n].x;
            m->move[n].y += dt * m->speed[n].y;
            kinetic += 0.5 * m->mass[n] * (m->speed[n].x * m->speed[n].x + m->speed[n].y * m->speed[n].y);
        }
    }
    for (n = 0; n < m->nodes; n++)
        sum += m->move[n].x * (n % 7) + m->move[n].y * (n % 11);
    printf("elastic %.6g kinetic %.6g sum %.8g\n", elastic, kinetic, sum);
    free(m->at), free(m->move), free(m->speed), free(m->force), free(m->mass), free(m->el), free(m->first), free(m->of), free(m);
    return 0;
}
