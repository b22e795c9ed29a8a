#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Heat in a plate: each pass computes a new plate from the old one, row by row, and sums up the
heat. Prints how far it is from NumPy alone."""

import numpy as np

import ctsar

ROWS, COLUMNS, STEPS = 200, 120, 10


def around(plate: np.ndarray, lo: int, hi: int) -> np.ndarray:
    """Rows lo to hi - 1, without their ends, a step later."""
    sides = plate[lo:hi, :-2] + plate[lo:hi, 2:]
    return (sides + plate[lo - 1 : hi - 1, 1:-1] + plate[lo + 1 : hi + 1, 1:-1]) / 4


def step(lo: int, hi: int, old: np.ndarray, new: np.ndarray, total: np.ndarray) -> None:
    lo, hi = max(lo, 1), min(hi, ROWS - 1)
    if lo < hi:
        new[lo:hi, 1:-1] = around(old, lo, hi)
        total += new[lo:hi].sum()


def main() -> None:
    i, j = np.indices((ROWS, COLUMNS))
    old = ((7 * i + 13 * j) % 100).astype(float)
    new, alone = old.copy(), old.copy()
    for _ in range(STEPS):
        total = np.zeros(1)
        ctsar.loop(ROWS, step, ctsar.read(old, halo=1), ctsar.update(new), ctsar.sum_of(total))
        old[:] = new
    for _ in range(STEPS):
        alone[1:-1, 1:-1] = around(alone, 1, ROWS - 1)
    agree = np.isclose(total[0], alone[1:-1].sum(), rtol=1e-12)
    print(f"largest difference {abs(new - alone).max():.1e}, sums agree: {agree}")


if __name__ == "__main__":
    main()
