/* Prices of options: arrays of floats, a polynomial for the normal distribution. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define OPTIONS 800
typedef float fptype;
typedef struct {
    fptype s, strike, r, v, t;
    char type;
} OptionData;

static fptype cndf(fptype x)
{
    int sign = 0;
    fptype k, w;
    if (x < 0) {
        x = -x;
        sign = 1;
    }
    k = 1.0f / (1.0f + 0.2316419f * x);
    w = 1.0f - 0.39894228f * expf(-0.5f * x * x) *
               k * (0.31938153f + k * (-0.35656378f + k * (1.78147793f + k * (-1.82125597f + 1.33027442f * k))));
    return sign ? 1.0f - w : w;
}

int main(void)
{
    OptionData *data = malloc(OPTIONS * sizeof(OptionData));
    fptype *prices = malloc(OPTIONS * sizeof(fptype)), d1, d2, price;
    int i;
    double sum = 0;
    for (i = 0; i < OPTIONS; i++) {
        data[i].s = 40 + i % 30;
        data[i].strike = 35 + i % 37;
        data[i].r = 0.03f;
        data[i].v = 0.1f + (i % 5) / 20.0f;
        data[i].t = 0.25f + (i % 8) / 4.0f;
        data[i].type = i % 2 ? 'P' : 'C';
    }
#pragma omp parallel for private(i, d1, d2, price) hetero(1)
    for (i = 0; i < OPTIONS; i++) {
        OptionData o = data[i];
        d1 = (logf(o.s / o.strike) + (o.r + 0.5f * o.v * o.v) * o.t) / (o.v * sqrtf(o.t));
        d2 = d1 - o.v * sqrtf(o.t);
        if (o.type == 'C')
            price = o.s * cndf(d1) - o.strike * expf(-o.r * o.t) * cndf(d2);
        else
            price = o.strike * expf(-o.r * o.t) * (1 - cndf(d2)) - o.s * (1 - cndf(d1));
        prices[i] = price;
    }
    for (i = 0; i < OPTIONS; i++)
        sum += prices[i];
    printf("%.5g\n", sum);
    return 0;
}
