/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the plugin offers. */
#ifndef CTSAR_NODE_MPI_H
#define CTSAR_NODE_MPI_H

#include "node/transport.h"

extern const ctsar__transport ctsar__transport_of_plugin;

#endif
