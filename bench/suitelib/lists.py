# SPDX-License-Identifier: BSD-3-Clause
"""The library's lists of policies and backends, read where they stand."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def rows(header: str, name: str) -> list[list[str]]:
    """The words that each row X(...) of the list begins with."""
    text = (ROOT / header).read_text()
    (macro,) = re.findall(rf"^#define {name}\(X\)((?:.*\\\n)*.*)$", text, re.M)
    found = re.findall(r"\bX\((\w+(?:, \w+)*)", macro)
    assert found, f"{header}: {name} has no rows"
    return [row.split(", ") for row in found]


# In the order of their numbers, which is the paper's.
POLICIES = tuple(
    name
    for _, name, _ in sorted(
        rows("include/ctsar.h", "CTSAR_POLICY_LIST"), key=lambda row: int(row[2])
    )
)
# In the order in which they are asked for devices.
BACKENDS = tuple(row[0] for row in rows("libctsar/device/registry.h", "CTSAR__BACKEND_LIST"))
