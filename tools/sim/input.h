/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reading JSON that a person wrote: every mistake ends the program with one line that names
 * the file, the key and what would be right. */
#ifndef CTSAR_SIM_INPUT_H
#define CTSAR_SIM_INPUT_H

#include <stdbool.h>

#include <jansson.h>

/* An object of a file. */
typedef struct input {
    const char *file;
    const char *where; /* for messages: "units[2]", "" for the whole file */
    json_t *object;
} input;

/* The object in `file`, which must say "KIND": 1.  input_close frees it. */
input input_open(const char *file, const char *kind);
void input_close(input *in);

/* Ends the program unless every key is in `known`, a NULL-terminated list. */
void input_check_keys(const input *in, const char *const *known);

/* The number at `key`, from min to max; `absent` when there is none. */
double input_number(const input *in, const char *key, double min, double max, double absent);
long input_integer(const input *in, const char *key, long min, long max, long absent);
bool input_bool(const input *in, const char *key, bool absent);
/* The string at `key`, valid while the file is open. */
const char *input_string(const input *in, const char *key, const char *absent);
/* The array at `key`; NULL when there is none. */
json_t *input_array(const input *in, const char *key);
/* The object at `key`; its `object` is NULL when there is none. */
input input_object(const input *in, const char *key);
/* Element i of an array of objects; `name` receives "key[i]" and must outlive the result. */
input input_element(const input *in, json_t *array, const char *key, size_t i, char name[64]);

_Noreturn void input_fail(const input *in, const char *key, const char *what);

#endif
