# SPDX-License-Identifier: BSD-3-Clause
"""ctsarcc: lowers hetero() and part_copy() clauses to calls of libctsar. README.md says what is
where."""
