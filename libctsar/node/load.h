/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finding the plugin. */
#ifndef CTSAR_NODE_LOAD_H
#define CTSAR_NODE_LOAD_H

#include "base/status.h"
#include "node/transport.h"

/* The transport for the MPI library that the launcher or the program says.  ENODEV: there is none
 * in this build, or it cannot be loaded. */
int ctsar__transport_load(const ctsar__transport **transport) CTSAR__MUST_CHECK;

#endif
