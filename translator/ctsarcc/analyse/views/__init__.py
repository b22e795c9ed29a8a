# SPDX-License-Identifier: BSD-3-Clause
"""A body as checks look at it: with what names, steps and calls mean in their place."""
