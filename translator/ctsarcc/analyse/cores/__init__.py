# SPDX-License-Identifier: BSD-3-Clause
"""Loops that stay on the cores."""
