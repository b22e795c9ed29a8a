// A radio link in complex numbers of C99: symbols on carriers, an inverse transform by sums, a
// channel with echoes, noise, the transform back, equalisation, and the errors counted.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CARRIERS 32
#define PREFIX 8
#define LENGTH (CARRIERS + PREFIX)
#define TAPS 4

typedef double complex cplx;

struct link {
    int symbols;
    double noise;
    unsigned char *bits; // two a carrier
    cplx *sent, *air, *received, *equal;
};

static const cplx constellation[4] = {1 + 1 * I, -1 + 1 * I, 1 - 1 * I, -1 - 1 * I};
static cplx twiddle[CARRIERS], channel[TAPS], response[CARRIERS];

static struct link open_link(int symbols, double noise)
{
    struct link l = {.symbols = symbols, .noise = noise};
    l.bits = malloc(symbols * CARRIERS);
    l.sent = malloc(symbols * CARRIERS * sizeof(cplx));
    l.air = calloc(symbols * LENGTH, sizeof(cplx));
    l.received = calloc(symbols * LENGTH, sizeof(cplx));
    l.equal = malloc(symbols * CARRIERS * sizeof(cplx));
    for (int i = 0; i < symbols * CARRIERS; i++)
        l.bits[i] = (unsigned char)((i * 7 + i / 11) % 4);
    return l;
}

static void prepare(void)
{
    const double pi = acos(-1);
    for (int k = 0; k < CARRIERS; k++)
        twiddle[k] = cexp(2 * pi * I * k / CARRIERS);
    channel[0] = 1;
    channel[1] = 0.3 - 0.2 * I;
    channel[2] = 0.1 * I;
    channel[3] = -0.05;
    for (int k = 0; k < CARRIERS; k++) {
        response[k] = 0;
        for (int t = 0; t < TAPS; t++)
            response[k] += channel[t] * conj(twiddle[k * t % CARRIERS]);
    }
}

static void map_bits(struct link *l)
{
    int n = l->symbols * CARRIERS;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        l->sent[i] = constellation[l->bits[i]] / sqrt(2);
}

static void modulate(struct link *l)
{
    int s, t, k;
    const cplx *sent = l->sent;
    cplx *air = l->air;
#pragma omp parallel for private(s, t, k) hetero(1)
    for (s = 0; s < l->symbols; s++) {
        cplx *out = air + s * LENGTH;
        for (t = 0; t < CARRIERS; t++) {
            cplx z = 0;
            for (k = 0; k < CARRIERS; k++)
                z += sent[s * CARRIERS + k] * twiddle[k * t % CARRIERS];
            out[PREFIX + t] = z / CARRIERS;
        }
        for (t = 0; t < PREFIX; t++) // the end again, before the beginning
            out[t] = out[CARRIERS + t];
    }
}

static void propagate(const cplx *restrict in, cplx *restrict out, int n, double noise)
{
    int i, t;
#pragma omp parallel for private(i, t) firstprivate(noise) hetero(1)
    for (i = 0; i < n; i++) {
        unsigned h = i * 2654435761u;
        cplx z = noise * ((h >> 16 & 255) / 128.0 - 1 + I * ((h >> 24) / 128.0 - 1));
        for (t = 0; t < TAPS && t <= i; t++)
            z += channel[t] * in[i - t];
        out[i] = z;
    }
}

static void demodulate(struct link *l)
{
#pragma omp parallel for collapse(2) hetero(1)
    for (int s = 0; s < l->symbols; s++)
        for (int k = 0; k < CARRIERS; k++) {
            cplx z = 0;
            for (int t = 0; t < CARRIERS; t++)
                z += l->received[s * LENGTH + PREFIX + t] * conj(twiddle[k * t % CARRIERS]);
            l->equal[s * CARRIERS + k] = z / response[k];
        }
}

static int decide(cplx z) { return (creal(z) < 0) + 2 * (cimag(z) < 0); }

int main(int argc, char **argv)
{
    int symbols = argc > 1 ? atoi(argv[1]) : 16;
    prepare();
    for (int level = 0; level < 3; level++) {
        struct link l = open_link(symbols, 0.15 * level);
        int n = symbols * CARRIERS, errors = 0;
        double power = 0, evm = 0, re = 0, im = 0;
        map_bits(&l);
        modulate(&l);
        propagate(l.air, l.received, symbols * LENGTH, l.noise);
        demodulate(&l);
#pragma omp parallel for reduction(+ : errors, evm) hetero(1)
        for (int i = 0; i < n; i++) {
            cplx miss = l.equal[i] - l.sent[i];
            errors += decide(l.equal[i]) != l.bits[i];
            evm += creal(miss * conj(miss));
        }
#pragma omp parallel for reduction(+ : power, re, im) hetero(1)
        for (int i = 0; i < symbols * LENGTH; i++) {
            power += creal(l.received[i]) * creal(l.received[i]) + cimag(l.received[i]) * cimag(l.received[i]);
            re += creal(l.received[i]) * (i % 5);
            im += cimag(l.received[i]) * (i % 3);
        }
        printf("noise %.2f: %d of %d wrong, error %.5f, power %.6g, sums %.6g %.6g\n", l.noise, errors, n, sqrt(evm / n), power,
               re, im);
        free(l.bits), free(l.sent), free(l.air), free(l.received), free(l.equal);
    }
    return 0;
}
