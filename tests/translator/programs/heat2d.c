/* Heat in a plate: Jacobi's method, two arrays in turn, until the change is small. The plate has
 * edges of three kinds and a hole that is kept hot. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define NX 96
#define NY 64

enum edge { FIXED, INSULATED, LOSING };

struct options {
    int limit;
    double tolerance, film, ambient, hot;
    enum edge west, east, south, north;
};

double t_old[NX][NY], t_new[NX][NY];
char hole[NX][NY];

static struct options parse(int argc, char **argv)
{
    struct options o = {60, 0.5, 0.2, 20.0, 100.0, FIXED, LOSING, INSULATED, FIXED};
    if (argc > 1) o.limit = atoi(argv[1]);
    if (argc > 2) o.tolerance = atof(argv[2]);
    if (o.limit < 1 || o.tolerance <= 0) {
        fprintf(stderr, "usage: %s [steps [tolerance]]\n", argv[0]);
        exit(1);
    }
    return o;
}

static void init(const struct options *o)
{
    int i, j;
    for (i = 0; i < NX; i++)
        for (j = 0; j < NY; j++) {
            hole[i][j] = (i - 60) * (i - 60) + (j - 30) * (j - 30) < 50;
            t_old[i][j] = t_new[i][j] = (i == 0) ? o->hot : (j == NY - 1) ? 25.0 : hole[i][j] ? 80.0 : 0.0;
        }
}

static double sweep(void)
{
    int i, j;
    double d, change = 0.0;
#pragma omp parallel for private(i, j, d) reduction(max : change) hetero(1)
    for (i = 1; i < NX - 1; i++)
        for (j = 1; j < NY - 1; j++) {
            if (hole[i][j])
                continue;
            t_new[i][j] = 0.25 * (t_old[i - 1][j] + t_old[i + 1][j] + t_old[i][j - 1] + t_old[i][j + 1]);
            d = fabs(t_new[i][j] - t_old[i][j]);
            if (d > change)
                change = d;
        }
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 1; i < NX - 1; i++)
        for (j = 1; j < NY - 1; j++)
            t_old[i][j] = t_new[i][j];
    return change;
}

static double at_edge(enum edge kind, double here, double inside, const struct options *o)
{
    switch (kind) {
    case INSULATED:
        return inside;
    case LOSING:
        return (inside + o->film * o->ambient) / (1 + o->film);
    default:
        return here;
    }
}

static void edges(const struct options *o)
{
    int i, j;
#pragma omp parallel for private(j) hetero(1)
    for (j = 0; j < NY; j++) {
        t_old[0][j] = at_edge(o->west, t_old[0][j], t_old[1][j], o);
        t_old[NX - 1][j] = at_edge(o->east, t_old[NX - 1][j], t_old[NX - 2][j], o);
    }
#pragma omp parallel for private(i) hetero(1)
    for (i = 1; i < NX - 1; i++) {
        t_old[i][0] = at_edge(o->south, t_old[i][0], t_old[i][1], o);
        t_old[i][NY - 1] = at_edge(o->north, t_old[i][NY - 1], t_old[i][NY - 2], o);
    }
}

/* What flows through the plate, and the mean. */
static double flow(double *mean)
{
    int i, j;
    double q = 0, sum = 0;
#pragma omp parallel for private(i, j) reduction(+ : q, sum) hetero(1)
    for (i = 1; i < NX - 1; i++)
        for (j = 0; j < NY; j++) {
            double gx = (t_old[i + 1][j] - t_old[i - 1][j]) / 2;
            double gy = j == 0 ? t_old[i][1] - t_old[i][0] : j == NY - 1 ? t_old[i][j] - t_old[i][j - 1] : (t_old[i][j + 1] - t_old[i][j - 1]) / 2;
            q += sqrt(gx * gx + gy * gy);
            sum += t_old[i][j];
        }
    *mean = sum / ((NX - 2) * NY);
    return q;
}

int main(int argc, char **argv)
{
    struct options o = parse(argc, argv);
    int steps = 0, i, j;
    double change, sum = 0, mean, q;
    init(&o);
    do {
        change = sweep();
        edges(&o);
        if (++steps % 20 == 0)
            printf("step %d: change %.6g\n", steps, change);
    } while (change > o.tolerance && steps < o.limit);
    q = flow(&mean);
    for (i = 0; i < NX; i++)
        for (j = 0; j < NY; j++)
            sum += t_old[i][j] * (i + 1);
    printf("%d steps, change %.9g, mean %.9g, flow %.9g, sum %.9g\n", steps, change, mean, q, sum);
    return 0;
}
