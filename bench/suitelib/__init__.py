# SPDX-License-Identifier: BSD-3-Clause
"""What bench/suite and bench/plot are made of."""
