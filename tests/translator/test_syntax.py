# SPDX-License-Identifier: BSD-3-Clause
"""Trees of C: kinds that do not exist are found at once."""

import pytest

from ctsarcc import expression
from ctsarcc.syntax import Binary, Index, Name, Number, Visitor, integer, variable_of


def test_a_handler_of_a_kind_that_does_not_exist_is_refused():
    with pytest.raises(TypeError, match="on_bynary"):
        type("Misspelt", (Visitor,), {"on_bynary": lambda self, node: None})


def test_a_handler_is_found_by_the_kind():
    class Ops(Visitor):
        def on_binary(self, node):
            return node.op

    node = expression.read("a[i] + 2", {})
    assert Ops().handler(node)(node) == "+"
    assert Ops().handler(node.left) is None


def test_parts_have_names():
    node = expression.read("a[i] + 2", {})
    assert isinstance(node, Binary) and isinstance(node.left, Index)
    assert isinstance(node.left.base, Name) and node.left.subscript.name == "i"
    assert isinstance(node.right, Number) and integer(node.right) == 2
    assert integer(node.left) is None and variable_of(node.left.base) is None
    assert [type(part).__name__ for part in node.walk()] == [
        "Binary",
        "Index",
        "Name",
        "Name",
        "Number",
    ]
