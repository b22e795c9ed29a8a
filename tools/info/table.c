/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "base/quantity.h"
#include "base/status.h"
#include "info.h"

/* What drivers and the environment say, for a terminal; valid for some calls. */
static const char *text_of(const json_t *object, const char *key)
{
    enum { AT_ONCE = 8 };
    static char line[AT_ONCE][2000];
    static int next;
    const char *text = json_string_value(json_object_get(object, key));
    next = (next + 1) % AT_ONCE;
    snprintf(line[next], sizeof *line, "%s", text ? text : "");
    ctsar__plain(line[next]);
    return line[next];
}

static void print_cores(const json_t *info)
{
    const json_t *c = json_object_get(info, "cores"), *node;
    size_t i;
    printf("Cores: %d, of which this process may run on %d; %d single-precision elements wide%s\n",
           (int)json_integer_value(json_object_get(c, "count")),
           (int)json_integer_value(json_object_get(c, "usable")),
           (int)json_integer_value(json_object_get(c, "width")),
           json_is_true(json_object_get(c, "used")) ? "" : "; no units here");
    json_array_foreach(json_object_get(info, "places"), i, node)
        printf("   NUMA node %d: cores %s\n",
               (int)json_integer_value(json_object_get(node, "numa")), text_of(node, "cores"));
}

static void print_memory(const json_t *unit)
{
    char bytes[CTSAR__SHOWN];
    const json_t *memory = json_object_get(unit, "memory");
    printf("   memory     %s\n",
           memory ? ctsar__show_bytes(bytes, (size_t)json_integer_value(memory)) : "unlimited");
}

static void print_line(const json_t *unit, const char *label, const char *key)
{
    if (*text_of(unit, key))
        printf("   %-10s %s\n", label, text_of(unit, key));
}

static void print_width(const json_t *unit)
{
    int width = (int)json_integer_value(json_object_get(unit, "width"));
    if (width)
        printf("   width      %d elements\n", width);
    else
        printf("   width      as a core's\n");
}

static void print_unit(const json_t *unit)
{
    char launch[CTSAR__SHOWN], copy[CTSAR__SHOWN];
    const char *error = text_of(unit, "error");
    printf("%s:%d  %s%s\n", text_of(unit, "backend"),
           (int)json_integer_value(json_object_get(unit, "number")), text_of(unit, "model"),
           json_is_true(json_object_get(unit, "used"))
               ? ""
               : "  (not used: CTSAR_DEVICES does not name it)");
    if (*error) {
        printf("   cannot be opened: %s\n", error);
        return;
    }
    print_width(unit);
    print_memory(unit);
    print_line(unit, "driver", "driver");
    print_line(unit, "windows", "windows");
    print_line(unit, "copies", "copies");
    ctsar__show_seconds(launch, json_real_value(json_object_get(unit, "launch")));
    ctsar__show_seconds(copy, json_real_value(json_object_get(unit, "copy")));
    printf("   overheads  %s a launch, %s a copy\n", launch, copy);
    print_line(unit, "PCI", "pci");
    print_line(unit, "NUMA node", "numa");
    print_line(unit, "cores near", "cores");
}

static void print_variables(const json_t *info)
{
    size_t i;
    int width = 0;
    const json_t *v, *all = json_object_get(info, "variables");
    json_array_foreach(all, i, v)
    {
        int length = (int)strlen(text_of(v, "name"));
        width = length > width ? length : width;
    }
    printf("\nVariables\n");
    json_array_foreach(all, i, v)
    {
        const char *value = text_of(v, "value");
        printf("   %-*s  %s%s%s%s\n", width, text_of(v, "name"), text_of(v, "meaning"),
               *value ? "   [" : "", value, *value ? "]" : "");
    }
}

void table_print(const json_t *info)
{
    size_t i;
    const json_t *entry;
    printf("ctsar %s\n\n", text_of(info, "version"));
    print_cores(info);
    printf("\nAccelerators\n");
    json_array_foreach(json_object_get(info, "units"), i, entry) print_unit(entry);
    json_array_foreach(json_object_get(info, "absent"), i, entry)
        printf("%s: none: %s\n", text_of(entry, "backend"), text_of(entry, "why"));
    print_variables(info);
}
