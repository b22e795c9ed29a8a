# SPDX-License-Identifier: BSD-3-Clause
"""What a body does, as it stands."""
