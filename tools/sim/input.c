/* SPDX-License-Identifier: BSD-3-Clause */
#include "input.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fail.h"

_Noreturn void input_fail(const input *in, const char *key, const char *what)
{
    sim_fail(SIM_WRONG_INPUT, "%s: %s%s%s %s", in->file, in->where, *in->where && *key ? "." : "",
             key, what);
}

input input_open(const char *file, const char *kind)
{
    json_error_t error;
    json_t *root = json_load_file(file, JSON_REJECT_DUPLICATES, &error);
    if (!root && error.line < 0)
        sim_fail(SIM_WRONG_INPUT, "%s", error.text);
    if (!root)
        sim_fail(SIM_WRONG_INPUT, "%s:%d: %s", file, error.line, error.text);
    input in = {.file = file, .where = "", .object = root};
    if (!json_is_object(root) || !json_object_get(root, kind))
        sim_fail(SIM_WRONG_INPUT, "%s: it must be an object with \"%s\": 1", file, kind);
    if (json_integer_value(json_object_get(root, kind)) != 1)
        sim_fail(SIM_WRONG_INPUT, "%s: %s is not 1, the version that this program reads", file,
                 kind);
    return in;
}

void input_close(input *in)
{
    json_decref(in->object);
    in->object = NULL;
}

static bool is_known(const char *key, const char *const *known)
{
    for (; *known; ++known)
        if (strcmp(*known, key) == 0)
            return true;
    return false;
}

void input_check_keys(const input *in, const char *const *known)
{
    const char *key;
    json_t *value;
    json_object_foreach(in->object, key, value)
    {
        if (is_known(key, known))
            continue;
        char list[400] = "is no key; keys:";
        for (size_t used = strlen(list); *known && used < sizeof list; ++known)
            used += (size_t)snprintf(list + used, sizeof list - used, " %s", *known);
        input_fail(in, key, list);
    }
}

double input_number(const input *in, const char *key, double min, double max, double absent)
{
    json_t *value = json_object_get(in->object, key);
    if (!value)
        return absent;
    double x = json_number_value(value);
    if (json_is_number(value) && x >= min && x <= max)
        return x;
    char what[100];
    snprintf(what, sizeof what, "must be a number from %g to %g", min, max);
    input_fail(in, key, what);
}

long input_integer(const input *in, const char *key, long min, long max, long absent)
{
    json_t *value = json_object_get(in->object, key);
    if (!value)
        return absent;
    json_int_t x = json_integer_value(value);
    if (json_is_integer(value) && x >= min && x <= max)
        return (long)x;
    char what[100];
    snprintf(what, sizeof what, "must be a whole number from %ld to %ld", min, max);
    input_fail(in, key, what);
}

bool input_bool(const input *in, const char *key, bool absent)
{
    json_t *value = json_object_get(in->object, key);
    if (value && !json_is_boolean(value))
        input_fail(in, key, "must be true or false");
    return value ? json_is_true(value) : absent;
}

const char *input_string(const input *in, const char *key, const char *absent)
{
    json_t *value = json_object_get(in->object, key);
    if (value && !json_is_string(value))
        input_fail(in, key, "must be a string");
    return value ? json_string_value(value) : absent;
}

json_t *input_array(const input *in, const char *key)
{
    json_t *value = json_object_get(in->object, key);
    if (value && !json_is_array(value))
        input_fail(in, key, "must be a list in [ ]");
    return value;
}

input input_object(const input *in, const char *key)
{
    json_t *value = json_object_get(in->object, key);
    if (value && !json_is_object(value))
        input_fail(in, key, "must be an object in { }");
    return (input){.file = in->file, .where = key, .object = value};
}

input input_element(const input *in, json_t *array, const char *key, size_t i, char name[64])
{
    json_t *value = json_array_get(array, i);
    snprintf(name, 64, "%s[%zu]", key, i);
    if (!json_is_object(value))
        input_fail(in, name, "must be an object in { }");
    return (input){.file = in->file, .where = name, .object = value};
}
