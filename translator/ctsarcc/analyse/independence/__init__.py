# SPDX-License-Identifier: BSD-3-Clause
"""Whether iterations may be divided, and what must hold for that."""
