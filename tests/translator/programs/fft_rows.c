/* Poisson's equation on a torus by Fourier transforms: every row in place by a function, a
   transposition, rows again, division by the eigenvalues, and back. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double re, im;
} cplx;

struct plan {
    int n, log2n;
    cplx *root;
    unsigned short *reversed;
};

static struct plan *plan_new(int n)
{
    struct plan *p = malloc(sizeof *p);
    int i, b;
    p->n = n;
    for (p->log2n = 0; 1 << p->log2n < n; p->log2n++)
        ;
    p->root = malloc(n / 2 * sizeof(cplx));
    p->reversed = malloc(n * sizeof *p->reversed);
    for (i = 0; i < n / 2; i++) {
        p->root[i].re = cos(2 * M_PI * i / n);
        p->root[i].im = -sin(2 * M_PI * i / n);
    }
    for (i = 0; i < n; i++) {
        unsigned r = 0;
        for (b = 0; b < p->log2n; b++)
            r |= (i >> b & 1u) << (p->log2n - 1 - b);
        p->reversed[i] = (unsigned short)r;
    }
    return p;
}

static void plan_free(struct plan *p)
{
    free(p->root);
    free(p->reversed);
    free(p);
}

static void fft(cplx *x, int n, const cplx *root, const unsigned short *reversed, int sign)
{
    int i, j, m, half, step;
    for (i = 0; i < n; i++) {
        j = reversed[i];
        if (i < j) {
            cplx t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }
    for (m = 2; m <= n; m <<= 1) {
        half = m >> 1;
        step = n / m;
        for (i = 0; i < n; i += m)
            for (j = 0; j < half; j++) {
                double c = root[j * step].re, s = sign * root[j * step].im;
                cplx u = x[i + j], v = x[i + j + half], w;
                w.re = v.re * c - v.im * s;
                w.im = v.re * s + v.im * c;
                x[i + j].re = u.re + w.re;
                x[i + j].im = u.im + w.im;
                x[i + j + half].re = u.re - w.re;
                x[i + j + half].im = u.im - w.im;
            }
    }
}

static void rows(cplx *data, int count, const struct plan *p, int sign)
{
    int r, n = p->n;
    const cplx *root = p->root;
    const unsigned short *reversed = p->reversed;
#pragma omp parallel for private(r) hetero(1)
    for (r = 0; r < count; r++)
        fft(&data[r * n], n, root, reversed, sign);
}

static void transpose(const cplx *in, cplx *out, int h, int w)
{
    int i, j;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 0; i < w; i++)
        for (j = 0; j < h; j++)
            out[i * h + j] = in[j * w + i];
}

/* Columns are rows of the transpose, so this has w rows of h. */
static void divide(cplx *data, int w, int h)
{
    int i, j;
#pragma omp parallel for private(j) hetero(1)
    for (i = 0; i < w; i++) {
        double a = 2 - 2 * cos(2 * M_PI * i / w);
        cplx *row = data + (size_t)i * h;
        for (j = 0; j < h; j++) {
            double e = a + 2 - 2 * cos(2 * M_PI * j / h);
            if (i + j == 0)
                row[j].re = row[j].im = 0; /* the mean */
            else {
                row[j].re /= e * w * h;
                row[j].im /= e * w * h;
            }
        }
    }
}

static double residual(const cplx *u, const double *f, int h, int w)
{
    double worst = 0;
    int i, j;
#pragma omp parallel for private(i, j) reduction(max : worst) hetero(1)
    for (i = 0; i < h; i++)
        for (j = 0; j < w; j++) {
            double r = 4 * u[i * w + j].re - u[(i + 1) % h * w + j].re - u[(i + h - 1) % h * w + j].re - u[i * w + (j + 1) % w].re -
                       u[i * w + (j + w - 1) % w].re - f[i * w + j];
            worst = fmax(worst, fabs(r));
        }
    return worst;
}

int main(int argc, char **argv)
{
    int h = argc > 1 ? atoi(argv[1]) : 32, w = argc > 2 ? atoi(argv[2]) : 64, i, j;
    cplx *u = malloc(sizeof(cplx) * h * w), *t = malloc(sizeof(cplx) * h * w);
    double *f = malloc(sizeof(double) * h * w), mean = 0, sum = 0, energy = 0;
    struct plan *along = plan_new(w), *across = plan_new(h);
    for (i = 0; i < h; i++)
        for (j = 0; j < w; j++) {
            f[i * w + j] = (i * 31 + j * 13) % 17 - 8 + (i == 5 && j == 7 ? 40 : 0);
            mean += f[i * w + j];
        }
    mean /= h * w;
#pragma omp parallel for private(i) firstprivate(mean) hetero(1)
    for (i = 0; i < h * w; i++) {
        f[i] -= mean;
        u[i].re = f[i];
        u[i].im = 0;
    }
    rows(u, h, along, 1);
    transpose(u, t, h, w);
    rows(t, w, across, 1);
    for (i = 0; i < h * w; i++)
        energy += (t[i].re * t[i].re + t[i].im * t[i].im) * (i % 3);
    divide(t, w, h);
    rows(t, w, across, -1);
    transpose(t, u, w, h);
    rows(u, h, along, -1);
    for (i = 0; i < h * w; i++)
        sum += u[i].re * (i % 11);
    printf("%.8g %.8g, solved: %d\n", energy, sum, residual(u, f, h, w) < 1e-9);
    plan_free(along), plan_free(across);
    free(u), free(t), free(f);
    return 0;
}
