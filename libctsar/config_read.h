/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What reading a variable of the environment needs; for config.c and its parts. */
#ifndef CTSAR_CONFIG_READ_H
#define CTSAR_CONFIG_READ_H

#include "config.h"

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

char *ctsar__trim(char *text);
/* Cuts the next item, trimmed, off the list *rest; NULL when there is none left. */
char *ctsar__next_item(char **rest, const char *separator);
int ctsar__items_in(const char *list, char separator);
/* Appends `name` to the list of names in `list`, of `room` bytes. */
void ctsar__append_name(char *list, size_t room, const char *name);

/* ---- config_emu.c ---- */

extern const ctsar__emu_spec ctsar__default_emu;
int ctsar__parse_emu(const ctsar__reading *r, char *text) CTSAR__CHECKED;

/* ---- config_devices.c ---- */

int ctsar__parse_devices(const ctsar__reading *r, char *text) CTSAR__CHECKED;
/* The accelerators that are used where CTSAR_DEVICES is not set. */
int ctsar__default_devices(ctsar__config *c) CTSAR__CHECKED;

#endif
