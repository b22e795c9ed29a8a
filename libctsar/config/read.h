/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What reading a variable of the environment needs. */
#ifndef CTSAR_CONFIG_READ_H
#define CTSAR_CONFIG_READ_H

#include "base/status.h"
#include "config/state.h"

#define CTSAR__PREFIX "CTSAR_" /* of all variables */

enum { CTSAR__MAX_DEVICES = 1024 }; /* per item of CTSAR_DEVICES, and groups of CTSAR_EMU */

#define CTSAR__MAX_SECONDS 1e9 /* keeps what is computed from a time finite */

typedef struct ctsar__variable ctsar__variable;

/* A variable on its way into the configuration. */
typedef struct ctsar__reading {
    ctsar__config *config;
    const ctsar__variable *variable;
    const char *value; /* as the environment has it */
} ctsar__reading;

struct ctsar__variable {
    const char *name, *valid;
    int (*parse)(const ctsar__reading *r, char *text); /* text: the value, trimmed, to be cut up */
};

/* Notes NAME="VALUE" and what is wrong with it; returns the status. */
int ctsar__refuse(const ctsar__reading *r, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

int ctsar__refuse_memory(const ctsar__reading *r) CTSAR__MUST_CHECK;

char *ctsar__trim(char *text);
/* Cuts the next item, trimmed, off the list *rest; NULL when there is none left. */
char *ctsar__next_item(char **rest, const char *separator);
int ctsar__items_in(const char *list, char separator);
/* Appends `name` to the list of names in `list`, of `room` bytes. */
void ctsar__append_name(char *list, size_t room, const char *name);

#endif
