# SPDX-License-Identifier: BSD-3-Clause
"""Arrays as matrices: which extents they have, and where in them a use lies."""
