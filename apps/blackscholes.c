/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Black-Scholes: the prices of n European options, by the polynomial for the normal distribution of
 * Abramowitz and Stegun, 26.2.17. */
#include "../polybench/common.h"

#include <math.h>

/* The distribution function of the standard normal, within 7.5e-8. */
static DATA_TYPE normal(DATA_TYPE d)
{
    DATA_TYPE k = 1 / (1 + (DATA_TYPE)0.2316419 * fabs(d));
    DATA_TYPE tail = (DATA_TYPE)0.3989422804 * exp(-d * d / 2) * k *
                     ((DATA_TYPE)0.319381530 +
                      k * ((DATA_TYPE)-0.356563782 +
                           k * ((DATA_TYPE)1.781477937 +
                                k * ((DATA_TYPE)-1.821255978 + k * (DATA_TYPE)1.330274429))));
    return d > 0 ? 1 - tail : tail;
}

static void black_scholes(long n, DATA_TYPE rate, DATA_TYPE volatility, const DATA_TYPE *price,
                          const DATA_TYPE *strike, const DATA_TYPE *years, DATA_TYPE *call,
                          DATA_TYPE *put)
{
#pragma ctsar for hetero(1) part_copyin(price[1:n], strike[1:n], years[1:n]) \
    part_copyout(call[1:n], put[1:n])
    for (long i = 0; i < n; ++i) {
        DATA_TYPE spread = volatility * sqrt(years[i]);
        DATA_TYPE d1 =
            (log(price[i] / strike[i]) + (rate + volatility * volatility / 2) * years[i]) / spread;
        DATA_TYPE up = normal(d1), down = normal(d1 - spread);
        DATA_TYPE discounted = strike[i] * exp(-rate * years[i]);
        call[i] = price[i] * up - discounted * down;
        put[i] = discounted * (1 - down) - price[i] * (1 - up);
    }
}

static const DATA_TYPE rate = 0.02, volatility = 0.3;
static long N;
static DATA_TYPE *price, *strike, *years, *call, *put;

static void setup(long *dims, const char *data)
{
    (void)data;
    N = dims[0];
    price = suite_array(DATA_TYPE, "price", 1, N, SUITE_INPUT);
    strike = suite_array(DATA_TYPE, "strike", 1, N, SUITE_INPUT);
    years = suite_array(DATA_TYPE, "years", 1, N, SUITE_INPUT);
    call = suite_array(DATA_TYPE, "call", 1, N, SUITE_OUTPUT | SUITE_RESULT);
    put = suite_array(DATA_TYPE, "put", 1, N, SUITE_OUTPUT | SUITE_RESULT);
    for (long i = 0; i < N; ++i) {
        uint32_t h = 3 * (uint32_t)i;
        price[i] = (DATA_TYPE)(5 + 25 * suite_hash(h));
        strike[i] = (DATA_TYPE)(1 + 99 * suite_hash(h + 1));
        years[i] = (DATA_TYPE)(0.25 + 9.75 * suite_hash(h + 2));
    }
}

static void kernel(void)
{
    black_scholes(N, rate, volatility, price, strike, years, call, put);
}

/* By the error function instead of the polynomial: an independent check. */
static void serial(void)
{
    const double *p = suite_serial(price), *s = suite_serial(strike), *t = suite_serial(years);
    double *c = suite_serial(call), *u = suite_serial(put), sigma = (double)volatility;

    for (long i = 0; i < N; ++i) {
        double spread = sigma * sqrt(t[i]);
        double d1 = (log(p[i] / s[i]) + ((double)rate + sigma * sigma / 2) * t[i]) / spread;
        double up = 0.5 * erfc(-d1 / sqrt(2)), down = 0.5 * erfc(-(d1 - spread) / sqrt(2));
        double discounted = s[i] * exp(-(double)rate * t[i]);
        c[i] = p[i] * up - discounted * down;
        u[i] = discounted * (1 - down) - p[i] * (1 - up);
    }
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "BlackScholes",
                                    .about = "prices of n European options",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"n"},
                                    .sizes = SUITE_SCALED(1000000, 0, 0),
                                    .tolerance = 2e-6, /* of the polynomial and of float */
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}
