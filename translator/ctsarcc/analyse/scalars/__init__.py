# SPDX-License-Identifier: BSD-3-Clause
"""Variables that are no arrays of the region."""
