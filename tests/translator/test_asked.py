# SPDX-License-Identifier: BSD-3-Clause
"""What is asked when a loop is reached is asked once, and what is known is not."""

from types import SimpleNamespace

import pytest

from ctsarcc.analyse.algebra import asked
from ctsarcc.syntax import IntegerType, Variable

INT = IntegerType("int", "int", 4)
UNSIGNED = IntegerType("unsigned", "unsigned", 4, signed=False)


def body():
    scope = {
        name: Variable(name, key, "function", kind)
        for key, (name, kind) in enumerate({"n": INT, "m": INT, "u": UNSIGNED, "g": INT}.items())
    }
    return SimpleNamespace(
        parsed=SimpleNamespace(scope=scope), values=SimpleNamespace(behind={"g->nx": INT})
    )


@pytest.mark.parametrize(
    ("texts", "left"),
    [
        (["(long)(g->nx) >= 1", "g->nx >= 1"], ["(long)(g->nx) >= 1"]),
        (["1 <= n", "n >= 1", "n > 0", "0 < n"], ["1 <= n"]),
        (["n - 1 >= 1", "n >= 1"], ["n - 1 >= 1"]),
        (["((n)-1) < n"], []),
        (["(long double)(-n) + ((long)(n)) >= 0"], []),
        (["((long)(n) - 2) < n - 1", "m < n"], ["m < n"]),
    ],
)
def test_what_says_no_more_is_left_out(texts, left):
    assert asked.simplified(texts, body()) == tuple(left)


def test_the_strongest_stands_where_the_first_one_did():
    """What is asked behind it may divide by the number."""
    texts = ["n >= 1", "m / n >= 2", "(long)(n) >= 3"]
    assert asked.simplified(texts, body()) == ("(long)(n) >= 3", "m / n >= 2")


@pytest.mark.parametrize(
    "texts",
    [
        ["u - 1 >= 1", "u >= 1"],  # 0 - 1 is large
        ["(u - 1) < u"],
        ["n >= 1", "-n >= 1"],
        ["n >= 1", "n + m >= 1"],
        ["n + 1 < n"],
        ["n >= 1", "x >= 1", "n % 2 == 0"],
        ["g->ny >= 1", "g->ny - 1 >= 1"],  # whose type is not known
    ],
)
def test_what_says_something_else_is_kept(texts):
    assert asked.simplified(texts, body()) == tuple(texts)
