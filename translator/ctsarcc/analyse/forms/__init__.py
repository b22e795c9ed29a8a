# SPDX-License-Identifier: BSD-3-Clause
"""What emitters need besides: inner loops, versions, tasks."""
