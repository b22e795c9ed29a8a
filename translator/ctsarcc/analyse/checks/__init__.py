# SPDX-License-Identifier: BSD-3-Clause
"""Messages about a region."""
