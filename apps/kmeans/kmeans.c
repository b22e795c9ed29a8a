/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Colour quantisation of a photograph: k-means over its pixels, each iteration one
 * pass of a ctsar region.  The sums and counts of all clusters are one reduction
 * with a combining function of the program's own. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctsar.h>

#include "../common/app.h"
#include "cluster.h"
#include "image.h"

typedef struct options {
    const char *input, *output;
    int k, max_iterations;
    bool check;
} options;

static ctsar *s;

/* A pass over all units: pixel i and label i go where iteration i runs, the
 * centres everywhere. */
static void pass_on_units(const pixel *pixels, clustering *c, tally *total)
{
    static const tally zero;
    size_t n = c->n, k = (size_t)c->k;

    ctsar_init(&s, n, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
#pragma omp parallel default(shared)
    do {
        pixel *px =
            ctsar_reg_mem(s, (void *)pixels, sizeof *px, n, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
        centre *centres = ctsar_reg_mem(s, c->centres, sizeof *centres, k, CTSAR_MEM_INPUT);
        uint16_t *label =
            ctsar_reg_mem(s, c->label, sizeof *label, n, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
        tally *t = ctsar_reg_reduc(s, total, &zero, sizeof *t, cluster_combine);
        ctsar_next(s, n);
        cluster_assign(px, centres, c->k, label, t, CSTART(s), CEND(s));
    } while (ctsar_loop(s));
}

/* Replaces every pixel's colour by its cluster's. */
static void paint(image *im, const clustering *c)
{
    for (size_t i = 0; i < c->n; ++i)
        for (int j = 0; j < 3; ++j)
            im->pixels[i].channel[j] = (uint8_t)lrintf(c->centres[c->label[i]].channel[j]);
}

/* Root of the mean squared error of the painted image, per channel. */
static double rms_error(const image *im, const clustering *c)
{
    double sum = 0;

    for (size_t i = 0; i < c->n; ++i)
        for (int j = 0; j < 3; ++j) {
            double d = (double)im->pixels[i].channel[j] - c->centres[c->label[i]].channel[j];
            sum += d * d;
        }
    return sqrt(sum / (3.0 * (double)c->n));
}

/* The largest error of any cluster's colour against the serial run's. */
static double centre_error(const clustering *c, const clustering *serial)
{
    double worst = 0;

    for (int k = 0; k < c->k; ++k) {
        double value[3], expected[3];
        for (int j = 0; j < 3; ++j) {
            value[j] = c->centres[k].channel[j];
            expected[j] = serial->centres[k].channel[j];
        }
        worst = fmax(worst, app_row_error(value, expected, 3));
    }
    return worst;
}

/* Compares with a serial run, prints the verdict; true when they are equal. */
static bool check(const image *im, const clustering *c, int max_iterations)
{
    clustering serial = cluster(im->pixels, c->n, c->k, max_iterations, cluster_pass_serial);
    size_t wrong = 0;

    for (size_t i = 0; i < c->n; ++i)
        wrong += c->label[i] != serial.label[i];
    double error = centre_error(c, &serial);
    bool good = error == 0 && wrong == 0 && serial.iterations == c->iterations;
    printf("k-means k=%d: max relative error %.2e against the serial run, %zu of %zu labels "
           "differ, %d and %d iterations: %s\n",
           c->k, error, wrong, c->n, c->iterations, serial.iterations,
           good ? "equal" : "NOT equal");
    cluster_free(&serial);
    return good;
}

static void help(void)
{
    printf("usage: kmeans [OPTION]... [IMAGE.png]\n"
           "Reduces a PNG image to K colours by k-means over all units.\n"
           "  -k K                  colours, 1 to %d (default 16)\n"
           "  -m, --max-iterations N  stop after N iterations (default 300)\n"
           "  -o FILE.png           write the image there (default quantised.png)\n"
           "  -c, --check           compare with a serial run; exit status 1 if they differ\n"
           "  -h, --help            this text\n"
           "Without IMAGE.png: %s\n"
           "Units and their speeds: CTSAR_DEVICES, CTSAR_EMU; shares per pass: CTSAR_REPORT=1.\n",
           CLUSTER_MAX, KMEANS_PHOTO);
}

static options parse(int argc, char **argv)
{
    static const struct option longs[] = {{"max-iterations", required_argument, NULL, 'm'},
                                          {"check", no_argument, NULL, 'c'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    options o = {.input = KMEANS_PHOTO, .output = "quantised.png", .k = 16, .max_iterations = 300};
    int c;

    while ((c = getopt_long(argc, argv, "k:m:o:ch", longs, NULL)) != -1) {
        if (c == 'k')
            o.k = (int)app_number("K", optarg, 1, CLUSTER_MAX);
        else if (c == 'm')
            o.max_iterations = (int)app_number("--max-iterations", optarg, 1, 1000000);
        else if (c == 'o')
            o.output = optarg;
        else if (c == 'c')
            o.check = true;
        else if (c == 'h') {
            help();
            exit(0);
        } else
            exit(2);
    }
    if (argc - optind > 1)
        app_fail("one image at a time; '%s' is one too many", argv[optind + 1]);
    if (optind < argc)
        o.input = argv[optind];
    return o;
}

int main(int argc, char **argv)
{
    options o = parse(argc, argv);
    image im = image_read(o.input);

    double start = app_seconds();
    clustering c = cluster(im.pixels, image_size(&im), o.k, o.max_iterations, pass_on_units);
    double seconds = app_seconds() - start;
    ctsar_free(&s);
    printf("%s: %u x %u pixels, %d colours, %d iterations (%s), %.3f s of wall time, "
           "RMS error %.2f of 255\n",
           o.input, im.width, im.height, c.k, c.iterations,
           c.converged ? "converged" : "not converged", seconds, rms_error(&im, &c));
    bool good = !o.check || check(&im, &c, o.max_iterations);
    paint(&im, &c);
    image_write(&im, o.output);
    printf("written: %s\n", o.output);
    cluster_free(&c);
    image_free(&im);
    return good ? 0 : 1;
}
