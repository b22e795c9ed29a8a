/* SPDX-License-Identifier: BSD-3-Clause
 *
 * NUMA nodes and nearest cores, from hwloc where the build has it. */
#include "info.h"

#ifdef INFO_WITH_HWLOC
#include <hwloc.h>
#include <stdlib.h>

struct places {
    hwloc_topology_t topology;
};

places *places_find(void)
{
    places *p = calloc(1, sizeof *p);
    if (!p || hwloc_topology_init(&p->topology)) {
        free(p);
        return NULL;
    }
    hwloc_topology_set_io_types_filter(p->topology, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
    if (hwloc_topology_load(p->topology)) {
        hwloc_topology_destroy(p->topology);
        free(p);
        return NULL;
    }
    return p;
}

void places_free(places *p)
{
    if (p)
        hwloc_topology_destroy(p->topology);
    free(p);
}

/* "0-3,8" */
static json_t *listed(hwloc_const_bitmap_t set)
{
    char text[256] = "";
    hwloc_bitmap_list_snprintf(text, sizeof text, set);
    return json_string(text);
}

json_t *places_nodes(const places *p)
{
    json_t *nodes = json_array();
    hwloc_obj_t node = NULL;
    while (p && (node = hwloc_get_next_obj_by_type(p->topology, HWLOC_OBJ_NUMANODE, node)) != NULL)
        json_array_append_new(nodes, json_pack("{s:i, s:o, s:I}", "numa", (int)node->os_index,
                                               "cores", listed(node->cpuset), "memory",
                                               (json_int_t)node->attr->numanode.local_memory));
    return nodes;
}

void places_of(const places *p, const char *pci, json_t *unit)
{
    hwloc_obj_t bus = p && *pci ? hwloc_get_pcidev_by_busidstring(p->topology, pci) : NULL;
    hwloc_obj_t near = bus ? hwloc_get_non_io_ancestor_obj(p->topology, bus) : NULL;
    if (!near)
        return;
    json_object_set_new(unit, "numa", listed(near->nodeset));
    json_object_set_new(unit, "cores", listed(near->cpuset));
}

#else

places *places_find(void)
{
    return NULL;
}

void places_free(places *p)
{
    (void)p;
}

json_t *places_nodes(const places *p)
{
    (void)p;
    return json_array();
}

void places_of(const places *p, const char *pci, json_t *unit)
{
    (void)p, (void)pci, (void)unit;
}
#endif
