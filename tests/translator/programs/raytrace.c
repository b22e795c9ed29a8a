/* Spheres, one ray a pixel; vectors are structs that functions return. */
#include <math.h>
#include <stdio.h>
#define WIDTH 64
#define HEIGHT 48
#define SPHERES 5
typedef struct {
    double x, y, z;
} vec;
typedef struct {
    vec centre;
    double radius;
    int colour;
} sphere;
static sphere scene[SPHERES];
static int frame[HEIGHT][WIDTH];

static vec sub(vec a, vec b)
{
    vec r = {a.x - b.x, a.y - b.y, a.z - b.z};
    return r;
}
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static double hit(const sphere *s, vec origin, vec direction)
{
    vec to = sub(s->centre, origin);
    double b = dot(to, direction), d = b * b - dot(to, to) + s->radius * s->radius;
    if (d < 0)
        return -1;
    return b - sqrt(d);
}

static int trace(vec origin, vec direction)
{
    double best = 1e30;
    int k, colour = 0;
    for (k = 0; k < SPHERES; k++) {
        double t = hit(&scene[k], origin, direction);
        if (t > 0 && t < best) {
            best = t;
            colour = scene[k].colour + (int)(t * 0.5);
        }
    }
    return colour;
}

int main(void)
{
    int x, y, k;
    unsigned long sum = 0;
    for (k = 0; k < SPHERES; k++) {
        scene[k].centre.x = k * 2 - 4;
        scene[k].centre.y = k % 2;
        scene[k].centre.z = 10 + k;
        scene[k].radius = 1.3;
        scene[k].colour = 16 * (k + 1);
    }
#pragma omp parallel for private(x, y) schedule(dynamic, 1) hetero(1)
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++) {
            vec o = {0, 0, 0}, d;
            double l;
            d.x = (x - WIDTH / 2 + 0.37) / 40;
            d.y = (y - HEIGHT / 2 + 0.21) / 40;
            d.z = 1;
            l = sqrt(dot(d, d));
            d.x /= l;
            d.y /= l;
            d.z /= l;
            frame[y][x] = trace(o, d);
        }
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++)
            sum = sum * 3 + frame[y][x];
    printf("%lx\n", sum);
    return 0;
}
