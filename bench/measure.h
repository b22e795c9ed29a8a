/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Measuring variants of one thing against each other: in one run, in rounds in which each comes
 * once, in an order that is drawn anew for each, so that what disturbs the machine disturbs all of
 * them alike; medians with their spread. */
#ifndef CTSAR_MEASURE_H
#define CTSAR_MEASURE_H

typedef struct measure_variant {
    const char *name;    /* short, for JSON */
    const char *label;   /* for the table */
    void (*run)(long n); /* does it n times */
    /* Out: seconds for one time. */
    double median, p10, p90, mean;
} measure_variant;

/* What the command line says; every bench takes the same. */
typedef struct measure_options {
    long samples; /* times each variant is measured */
    long repeats; /* repetitions in a sample, whose time is divided by them */
    long n;       /* problem size */
    long rest_ms; /* milliseconds before each sample, in which the other side's threads, which may
                   * look for work for a while, fall asleep */
    const char *json;
    /* After each sample of the variant with that label, outside of its time: ends the program if
     * its results are wrong.  NULL: nothing. */
    void (*check)(const char *label);
} measure_options;

/* Reads the command line over the defaults in `o`; prints `help` and ends the program when it is
 * asked for or not understood. */
measure_options measure_parse(int argc, char **argv, measure_options o, const char *help);

/* Runs every variant once to warm up and then takes the samples, in rounds. */
void measure(const measure_options *o, measure_variant *variants, int count);

/* Prints a table, times in `unit` seconds (named `unit_name`) with ratios to the first
 * variant, and writes the same as JSON if the options name a file. */
void measure_report(const char *bench, const measure_options *o, int team,
                    const measure_variant *variants, int count, double unit, const char *unit_name);

#endif
