# SPDX-License-Identifier: BSD-3-Clause
"""Subscripts and other integers as polynomials."""
