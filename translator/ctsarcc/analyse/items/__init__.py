# SPDX-License-Identifier: BSD-3-Clause
"""Which items of an array go with an iteration, and whether they are there."""
