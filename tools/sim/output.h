/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The comparison as a table for people and as JSON for programs. */
#ifndef CTSAR_SIM_OUTPUT_H
#define CTSAR_SIM_OUTPUT_H

#include <jansson.h>

#include "options.h"
#include "summary.h"

void output_heading(const options *o, const machine *m, const workload *w);
/* `nodes`: with the column of exchange. */
void output_row(const player *p, const summary *s, bool nodes);
/* A line for each pass shown, under the row. */
void output_passes(const summary *s);

json_t *quantiles_json(quantiles q);
/* The whole comparison, to which policies are added one after another. */
json_t *output_json(const options *o, const machine *m, const workload *w);
/* `run` is NULL, or the runs behind the summary. */
void output_json_policy(json_t *all, const player *p, const summary *s, const play_run *run,
                        int runs, ctsar__team team);
/* Ends the program when it cannot be written. */
void output_json_write(json_t *all, const char *file);

#endif
