/* Spheres over a chequered plane: rays that are reflected, a lamp with shadows, vectors as structs
   that functions return; then tones and a box filter for the picture. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 64
#define HEIGHT 48
#define SPHERES 5
#define BOUNCES 3
#define NOTHING 1e30

typedef struct {
    double x, y, z;
} vec;
typedef struct {
    vec centre;
    double radius;
    vec colour;
    double mirror;
} sphere;
typedef struct {
    int object; /* -1: nothing, SPHERES: the plane */
    double distance;
    vec point, normal;
} contact;
typedef struct camera {
    vec at;
    double zoom;
} camera;

static sphere scene[SPHERES];
static vec light[HEIGHT][WIDTH];
static unsigned char frame[HEIGHT][WIDTH][3], small[HEIGHT / 2][WIDTH / 2];

static vec vector(double x, double y, double z)
{
    vec r = {x, y, z};
    return r;
}
static vec add(vec a, vec b) { return vector(a.x + b.x, a.y + b.y, a.z + b.z); }
static vec sub(vec a, vec b) { return vector(a.x - b.x, a.y - b.y, a.z - b.z); }
static vec scale(vec a, double by) { return vector(a.x * by, a.y * by, a.z * by); }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec unit(vec a) { return scale(a, 1 / sqrt(dot(a, a))); }

static double hit(const sphere *s, vec origin, vec direction)
{
    vec to = sub(s->centre, origin);
    double b = dot(to, direction), d = b * b - dot(to, to) + s->radius * s->radius;
    if (d < 0)
        return -1;
    return b - sqrt(d);
}

static contact nearest(vec origin, vec direction)
{
    contact c = {-1, NOTHING, {0, 0, 0}, {0, 0, 0}};
    int k;
    for (k = 0; k < SPHERES; k++) {
        double t = hit(&scene[k], origin, direction);
        if (t > 1e-6 && t < c.distance) {
            c.distance = t;
            c.object = k;
        }
    }
    if (direction.y < -1e-9) {
        double t = (-1.5 - origin.y) / direction.y;
        if (t > 1e-6 && t < c.distance) {
            c.distance = t;
            c.object = SPHERES;
        }
    }
    if (c.object < 0)
        return c;
    c.point = add(origin, scale(direction, c.distance));
    c.normal = c.object == SPHERES ? vector(0, 1, 0) : unit(sub(c.point, scene[c.object].centre));
    return c;
}

static vec trace(vec origin, vec direction, vec lamp)
{
    vec sum = {0, 0, 0};
    double weight = 1;
    int bounce;
    for (bounce = 0; bounce < BOUNCES; bounce++) {
        contact c = nearest(origin, direction);
        vec colour, to_lamp;
        double mirror = 0.2, bright;
        if (c.object < 0)
            return add(sum, scale(vector(0.3, 0.4, 0.6), weight * (1 + direction.y)));
        if (c.object == SPHERES) {
            int odd = ((int)floor(c.point.x + 0.013) + (int)floor(c.point.z + 0.017)) & 1;
            colour = odd ? vector(0.9, 0.9, 0.9) : vector(0.1, 0.1, 0.1);
        } else {
            colour = scene[c.object].colour;
            mirror = scene[c.object].mirror;
        }
        to_lamp = unit(sub(lamp, c.point));
        bright = dot(to_lamp, c.normal);
        if (bright < 0 || nearest(c.point, to_lamp).object >= 0)
            bright = 0;
        sum = add(sum, scale(colour, weight * (1 - mirror) * (0.2 + 0.8 * bright)));
        weight *= mirror;
        if (weight < 0.05)
            break;
        origin = c.point;
        direction = sub(direction, scale(c.normal, 2 * dot(direction, c.normal)));
    }
    return sum;
}

static void render(const camera *cam, vec lamp)
{
    int x, y;
#pragma omp parallel for private(x, y) schedule(dynamic, 1) hetero(1)
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++) {
            vec d = vector((x - WIDTH / 2 + 0.37) / cam->zoom, (HEIGHT / 2 - y + 0.21) / cam->zoom, 1);
            light[y][x] = trace(cam->at, unit(d), lamp);
        }
}

static unsigned char tone(double v, double top)
{
    int level = (int)(256 * sqrt(v / top));
    return (unsigned char)(level > 255 ? 255 : level);
}

/* How bright the brightest is, and the mean; tones follow. */
static void develop(double *brightest, double *mean)
{
    double top = 0, all = 0;
    int x, y;
#pragma omp parallel for private(x) reduction(max : top) reduction(+ : all) hetero(1)
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++) {
            top = fmax(top, fmax(light[y][x].x, fmax(light[y][x].y, light[y][x].z)));
            all += (light[y][x].x + light[y][x].y + light[y][x].z) / 3;
        }
#pragma omp parallel for collapse(2) hetero(1)
    for (y = 0; y < HEIGHT; y++)
        for (x = 0; x < WIDTH; x++) {
            frame[y][x][0] = tone(light[y][x].x, top);
            frame[y][x][1] = tone(light[y][x].y, top);
            frame[y][x][2] = tone(light[y][x].z, top);
        }
#pragma omp parallel for private(x) hetero(1)
    for (y = 0; y < HEIGHT / 2; y++)
        for (x = 0; x < WIDTH / 2; x++) {
            int sum = 0, dx, dy;
            for (dy = 0; dy < 2; dy++)
                for (dx = 0; dx < 2; dx++)
                    sum += 2 * frame[2 * y + dy][2 * x + dx][0] + 5 * frame[2 * y + dy][2 * x + dx][1] + frame[2 * y + dy][2 * x + dx][2];
            small[y][x] = (unsigned char)(sum / 32);
        }
    *brightest = top;
    *mean = all / (WIDTH * HEIGHT);
}

int main(void)
{
    camera cam = {{0, 0.2, 0}, 40};
    int k, turn;
    double top, mean;
    for (k = 0; k < SPHERES; k++) {
        scene[k].centre = vector(k * 2 - 4, k % 2, 10 + k);
        scene[k].radius = 1.3;
        scene[k].colour = vector(0.2 * k, 1 - 0.2 * k, 0.5);
        scene[k].mirror = k % 2 ? 0.5 : 0.1;
    }
    for (turn = 0; turn < 2; turn++) {
        unsigned long sum = 0, bytes = 0;
        render(&cam, vector(8 - 14 * turn, 12, 2));
        develop(&top, &mean);
        for (k = 0; k < WIDTH * HEIGHT * 3; k++)
            bytes += (&frame[0][0][0])[k] / 16;
        for (k = 0; k < WIDTH * HEIGHT / 4; k++)
            sum += (unsigned long)(&small[0][0])[k] * (k % 5 + 1);
        printf("brightest %.5f, mean %.6f, %lu, %.4g\n", top, mean, bytes / 64, (double)sum);
        cam.at.x += 0.7;
        cam.zoom *= 1.25;
    }
    return 0;
}
