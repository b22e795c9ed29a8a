/* Black and Scholes: prices of a book of options, risk by bucket, volatilities implied by quotes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPTIONS 800
#define BUCKETS 8
#define inv_sqrt_2xPI 0.39894228040143270286f

typedef float fptype;

typedef struct {
    fptype s, strike, r, v, t;
    char type;
} OptionData;

/* Greeks, as arrays beside one another. */
typedef struct {
    fptype *price, *delta, *vega, *implied;
    int *rounds;
} Risk;

static fptype cndf(fptype x)
{
    int sign = 0;
    fptype k, w;
    if (x < 0) {
        x = -x;
        sign = 1;
    }
    k = 1.0f / (1.0f + 0.2316419f * x);
    w = 1.0f - inv_sqrt_2xPI * expf(-0.5f * x * x) *
               k * (0.31938153f + k * (-0.35656378f + k * (1.78147793f + k * (-1.82125597f + 1.33027442f * k))));
    return sign ? 1.0f - w : w;
}

static fptype price_of(const OptionData *o, fptype v)
{
    fptype root = v * sqrtf(o->t), d1, d2, disc = o->strike * expf(-o->r * o->t);
    d1 = (logf(o->s / o->strike) + (o->r + 0.5f * v * v) * o->t) / root;
    d2 = d1 - root;
    if (o->type == 'C')
        return o->s * cndf(d1) - disc * cndf(d2);
    return disc * cndf(-d2) - o->s * cndf(-d1);
}

static void init(OptionData *data, int n)
{
    int i;
    for (i = 0; i < n; i++) {
        data[i].s = 40 + i % 30;
        data[i].strike = 35 + i % 37;
        data[i].r = 0.03f;
        data[i].v = 0.1f + (i % 5) / 20.0f;
        data[i].t = 0.25f + (i % 8) / 4.0f;
        data[i].type = i % 2 ? 'P' : 'C';
    }
}

static Risk risk_new(int n)
{
    Risk r;
    fptype *all = malloc(4 * n * sizeof(fptype)); /* one block, four arrays */
    r.price = all;
    r.delta = all + n;
    r.vega = all + 2 * n;
    r.implied = all + 3 * n;
    r.rounds = malloc(n * sizeof(int));
    return r;
}

static void evaluate(const OptionData *data, Risk r, int n)
{
    fptype d1, d2, price;
    int i;
#pragma omp parallel for private(i, d1, d2, price) hetero(1)
    for (i = 0; i < n; i++) {
        OptionData o = data[i];
        d1 = (logf(o.s / o.strike) + (o.r + 0.5f * o.v * o.v) * o.t) / (o.v * sqrtf(o.t));
        d2 = d1 - o.v * sqrtf(o.t);
        if (o.type == 'C') {
            price = o.s * cndf(d1) - o.strike * expf(-o.r * o.t) * cndf(d2);
            r.delta[i] = cndf(d1);
        } else {
            price = o.strike * expf(-o.r * o.t) * (1 - cndf(d2)) - o.s * (1 - cndf(d1));
            r.delta[i] = cndf(d1) - 1;
        }
        r.price[i] = price;
        r.vega[i] = o.s * inv_sqrt_2xPI * expf(-0.5f * d1 * d1) * sqrtf(o.t);
    }
}

/* Newton's steps, kept within [0.01, 2]; bisection would not need the derivative. */
static int imply(const OptionData *data, Risk r, int n)
{
    int i, slowest = 0;
#pragma omp parallel for private(i) schedule(dynamic, 32) reduction(max : slowest) hetero(1)
    for (i = 0; i < n; i++) {
        fptype v = 0.3f, miss;
        int round = 0;
        do {
            fptype up = price_of(&data[i], v + 0.005f), down = price_of(&data[i], v - 0.005f), slope;
            miss = price_of(&data[i], v) - r.price[i];
            slope = (up - down) / 0.01f;
            if (slope < 1e-3f)
                break;
            v -= miss / slope;
            if (v < 0.01f) v = 0.01f;
            if (v > 2) v = 2;
        } while (fabsf(miss) > 1e-3f && ++round < 12);
        r.implied[i] = v;
        r.rounds[i] = round;
        if (round > slowest)
            slowest = round;
    }
    return slowest;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : OPTIONS, i, b, slowest, off = 0;
    OptionData *data = malloc(n * sizeof(OptionData));
    Risk risk = risk_new(n);
    double sum = 0, delta[BUCKETS], vega[BUCKETS];
    init(data, n);
    memset(delta, 0, sizeof delta);
    memset(vega, 0, sizeof vega);
    evaluate(data, risk, n);
    slowest = imply(data, risk, n);
    /* buckets of maturity */
#pragma omp parallel for private(b) reduction(+ : delta, vega) hetero(1)
    for (i = 0; i < n; i++) {
        b = (int)((data[i].t - 0.25f) * 4 + 0.5f);
        delta[b] += risk.delta[i];
        vega[b] += risk.vega[i];
    }
#pragma omp parallel for reduction(+ : sum, off) hetero(1)
    for (i = 0; i < n; i++) {
        sum += risk.price[i];
        off += risk.rounds[i] < 12 && fabsf(risk.implied[i] - data[i].v) > 0.02f;
    }
    printf("%.5g, implied in %d rounds at most: %d\n", sum, slowest, slowest <= 12);
    printf("%d of %d are far off\n", off, n);
    for (b = 0; b < BUCKETS; b++)
        printf("%d: %.4g %.4g\n", b, delta[b], vega[b]);
    free(data), free(risk.price), free(risk.rounds);
    return 0;
}
