/* Options by binomial trees: American and European, each tree in a local array; sensitivities by
 * trees of other prices, early exercise's boundary, and checks against put-call parity. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define STEPS 40
#define COUNT 64
#define MAX(a, b) ((a) > (b) ? (a) : (b))

enum kind { CALL, PUT };
enum style { EUROPEAN, AMERICAN };

struct option {
    enum kind kind;
    enum style style;
    double spot, strike, rate, volatility, maturity;
};

struct result {
    double value, delta, gamma, vega;
    int exercised; /* nodes of the tree */
};

static struct option book[COUNT];
static struct result priced[COUNT];
static double boundary[STEPS + 1];

static double payoff(const struct option *o, double s)
{
    return o->kind == CALL ? MAX(s - o->strike, 0.0) : MAX(o->strike - s, 0.0);
}

static double tree(const struct option *o, double spot, double volatility, int *exercised)
{
    double v[STEPS + 1], dt = o->maturity / STEPS, u = exp(volatility * sqrt(dt)), d = 1 / u;
    double disc = exp(-o->rate * dt), p = (1 / disc - d) / (u - d), s;
    int i, t, n = 0;
    s = spot * pow(d, STEPS);
    for (i = 0; i <= STEPS; i++) {
        v[i] = payoff(o, s);
        s *= u * u;
    }
    for (t = STEPS - 1; t >= 0; t--) {
        s = spot * pow(d, t);
        for (i = 0; i <= t; i++) {
            v[i] = disc * (p * v[i + 1] + (1 - p) * v[i]);
            if (o->style == AMERICAN) {
                double now = payoff(o, s);
                if (now > v[i]) {
                    v[i] = now;
                    n++;
                }
                s *= u * u;
            }
        }
    }
    *exercised = n;
    return v[0];
}

static void fill_book(void)
{
    int o;
    for (o = 0; o < COUNT; o++) {
        struct option *p = &book[o];
        p->kind = o % 2 ? PUT : CALL;
        p->style = o / 2 % 2 ? AMERICAN : EUROPEAN;
        p->spot = 80 + o / 4 * 2.5;
        p->strike = 100;
        p->rate = 0.05;
        p->volatility = 0.15 + 0.05 * (o / 4 % 3);
        p->maturity = 0.5 + o / 16 * 0.5;
    }
}

/* The highest price at which a put is exercised, by time: a search in each column of the tree. */
static void find_boundary(const struct option *o)
{
    int t;
#pragma omp parallel for private(t) schedule(dynamic) hetero(1)
    for (t = 1; t <= STEPS; t++) {
        struct option left = *o;
        double lo = 0, hi = o->strike;
        int k, unused;
        left.maturity = o->maturity * t / STEPS;
        for (k = 0; k < 12; k++) {
            double mid = (lo + hi) / 2;
            if (tree(&left, mid, left.volatility, &unused) <= payoff(&left, mid) + 1e-9)
                lo = mid;
            else
                hi = mid;
        }
        boundary[t] = lo;
    }
}

int main(void)
{
    int o, t, nodes = 0;
    double sum = 0, greeks = 0, worst = 0, edge = 0;
    fill_book();
#pragma omp parallel for private(o) hetero(1)
    for (o = 0; o < COUNT; o++) {
        const struct option *p = &book[o];
        struct result r;
        double up, down, h = p->spot * 0.01;
        int unused;
        r.value = tree(p, p->spot, p->volatility, &r.exercised);
        up = tree(p, p->spot + h, p->volatility, &unused);
        down = tree(p, p->spot - h, p->volatility, &unused);
        r.delta = (up - down) / (2 * h);
        r.gamma = (up - 2 * r.value + down) / (h * h);
        r.vega = (tree(p, p->spot, p->volatility + 0.01, &unused) - r.value) / 0.01;
        priced[o] = r;
    }
#pragma omp parallel for reduction(max : worst) hetero(1)
    for (o = 0; o < COUNT / 4; o++) { /* call - put = spot - discounted strike, for Europeans */
        const struct option *c = &book[4 * o];
        double parity = priced[4 * o].value - priced[4 * o + 1].value - c->spot + c->strike * exp(-c->rate * c->maturity);
        parity = fabs(parity);
        if (parity > worst)
            worst = parity;
    }
    find_boundary(&book[3]);
    for (o = 0; o < COUNT; o++) {
        sum += priced[o].value * (o % 3 + 1);
        greeks += priced[o].delta + 10 * priced[o].gamma + priced[o].vega / 100;
        nodes += priced[o].exercised;
    }
    for (t = 1; t <= STEPS; t++)
        edge += boundary[t];
    printf("%.7g %.5g %d\nparity holds: %d\nboundary %.5g\n", sum, greeks, nodes, worst < 1e-9, edge);
    return 0;
}
