/* SPDX-License-Identifier: BSD-3-Clause
 *
 * k-means over points of nf features, or over the colours of an image: the annotated form.  The
 * region finds every point's nearest centre; the centres' means are made on the host. */
#include "../../polybench/common.h"

#include <stdlib.h>

#include "../common/app.h"
#include "image.h"

/* Labels all points; returns how many labels changed. */
static long label_points(long np, long nf, long k, const DATA_TYPE *x, const DATA_TYPE *c,
                         int *member)
{
    long delta = 0;
#pragma ctsar for hetero(1) part_copyin(x[1:np][0:nf]) persist(x) copyin(c[0:k*nf]) \
    part_copy(member[1:np]) reduction(+:delta)
    for (long i = 0; i < np; ++i) {
        int best = 0;
        DATA_TYPE least = 1e30;
        for (int m = 0; m < k; ++m) {
            DATA_TYPE distance = 0;
            for (long f = 0; f < nf; ++f)
                distance += (x[i * nf + f] - c[m * nf + f]) * (x[i * nf + f] - c[m * nf + f]);
            if (distance < least) {
                least = distance;
                best = m;
            }
        }
        if (member[i] != best)
            delta += 1;
        member[i] = best;
    }
    return delta;
}

static long label_serial(long np, long nf, long k, const double *x, const double *c, double *member)
{
    long delta = 0;

    for (long i = 0; i < np; ++i) {
        int best = 0;
        double least = 1e30;
        for (int m = 0; m < k; ++m) {
            double distance = 0;
            for (long f = 0; f < nf; ++f)
                distance += (x[i * nf + f] - c[m * nf + f]) * (x[i * nf + f] - c[m * nf + f]);
            if (distance < least) {
                least = distance;
                best = m;
            }
        }
        delta += member[i] != best;
        member[i] = best;
    }
    return delta;
}

static long NP, NF, K, loops;
static DATA_TYPE *x, *centres, *first;
static int *member;

/* Sums and counts of every centre's points. */
typedef struct tally {
    double *sum, *count;
} tally;

static tally tally_open(void)
{
    tally t = {app_alloc((size_t)(K * NF) * sizeof(double)), app_alloc((size_t)K * sizeof(double))};

    for (long f = 0; f < K * NF; ++f)
        t.sum[f] = 0;
    for (long m = 0; m < K; ++m)
        t.count[m] = 0;
    return t;
}

/* The mean of feature f of centre m; where it has no points, what it was. */
static double tally_mean(const tally *t, long m, long f, double was)
{
    return t->count[m] > 0 ? t->sum[m * NF + f] / t->count[m] : was;
}

static void tally_close(tally *t)
{
    free(t->sum);
    free(t->count);
}

static void move_centres(void)
{
    tally t = tally_open();

    for (long i = 0; i < NP; ++i) {
        t.count[member[i]] += 1;
        for (long f = 0; f < NF; ++f)
            t.sum[member[i] * NF + f] += (double)x[i * NF + f];
    }
    for (long m = 0; m < K; ++m)
        for (long f = 0; f < NF; ++f)
            centres[m * NF + f] = (DATA_TYPE)tally_mean(&t, m, f, (double)centres[m * NF + f]);
    tally_close(&t);
}

static void move_centres_serial(const double *points, const double *of, double *c)
{
    tally t = tally_open();

    for (long i = 0; i < NP; ++i) {
        t.count[(long)of[i]] += 1;
        for (long f = 0; f < NF; ++f)
            t.sum[(long)of[i] * NF + f] += points[i * NF + f];
    }
    for (long m = 0; m < K; ++m)
        for (long f = 0; f < NF; ++f)
            c[m * NF + f] = tally_mean(&t, m, f, c[m * NF + f]);
    tally_close(&t);
}

/* The points of a picture are its pixels' colours. */
static void read_picture(const char *path, long *dims)
{
    image im = image_read(path);

    NP = dims[0] = (long)image_size(&im);
    NF = dims[1] = 3;
    if (K > NP)
        app_fail("%s has fewer pixels than the %ld centres", path, K);
    x = suite_array(DATA_TYPE, "x", NP, NF, SUITE_INPUT);
    for (long i = 0; i < NP; ++i)
        for (long f = 0; f < NF; ++f)
            x[i * NF + f] = im.pixels[i].channel[f];
    image_free(&im);
}

static void make_points(void)
{
    x = suite_array(DATA_TYPE, "x", NP, NF, SUITE_INPUT);
    for (long i = 0; i < NP; ++i)
        for (long f = 0; f < NF; ++f)
            x[i * NF + f] = (DATA_TYPE)(10 * suite_hash((uint32_t)(i % K * NF + f)) +
                                        16 * (suite_hash((uint32_t)(K * NF + i * NF + f)) - 0.5));
}

/* The first centre is the first point, and so on; of a picture, pixels spread over it. */
static void setup(long *dims, const char *data)
{
    NP = dims[0], NF = dims[1], K = dims[2], loops = dims[3];
    if (data)
        read_picture(data, dims);
    else
        make_points();
    if (K > NP)
        app_fail("%ld points are fewer than the %ld centres", NP, K);
    first = suite_array(DATA_TYPE, "first", K, NF, SUITE_INPUT);
    centres = suite_array(DATA_TYPE, "centres", K, NF, SUITE_OUTPUT | SUITE_RESULT);
    member = suite_array(int, "member", 1, NP, SUITE_OUTPUT | SUITE_UNCHECKED);
    for (long m = 0; m < K; ++m)
        for (long f = 0; f < NF; ++f)
            first[m * NF + f] = x[(data ? NP / K * m : m) * NF + f];
}

static void kernel(void)
{
    long delta = 1;

    for (long m = 0; m < K * NF; ++m)
        centres[m] = first[m];
    for (long i = 0; i < NP; ++i)
        member[i] = -1;
    for (long loop = 0; loop < loops && delta > 0; ++loop) {
        delta = label_points(NP, NF, K, x, centres, member);
        move_centres();
    }
#pragma ctsar depersist(x)
}

static void serial(void)
{
    double *c = suite_serial(centres), *of = suite_serial(member);
    long delta = 1;

    for (long m = 0; m < K * NF; ++m)
        c[m] = suite_serial(first)[m];
    for (long i = 0; i < NP; ++i)
        of[i] = -1;
    for (long loop = 0; loop < loops && delta > 0; ++loop) {
        delta = label_serial(NP, NF, K, suite_serial(x), c, of);
        move_centres_serial(suite_serial(x), of, c);
    }
}

/* Points between two centres may fall to either, by rounding. */
static void verify(void)
{
    const double *of = suite_serial(member);
    double differ = 0;

    for (long i = 0; i < NP; ++i)
        differ += member[i] != (int)of[i];
    suite_expect("points with another centre", differ, 1e-3 * (double)NP);
}

int main(int argc, char **argv)
{
    static const suite_code code = {
        .name = "kmeans",
        .about = "k centres of np points of nf features; at most so many loops",
        .type = SUITE_TYPE_NAME,
        .dims = {"np", "nf", "k", "loops"},
        .sizes = {{20000, 34, 5, 500},
                  {100000, 34, 5, 500},
                  {494020, 34, 5, 500},
                  {988040, 34, 5, 500},
                  {1976080, 34, 5, 500}},
        .data = "FILE.png: the points are the image's colours",
        .tolerance = 1e-4,
        .setup = setup,
        .kernel = kernel,
        .serial = serial,
        .verify = verify};
    return suite_main(argc, argv, &code);
}
