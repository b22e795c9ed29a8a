# SPDX-License-Identifier: BSD-3-Clause
"""Tables of numbers that nothing changes, as `static const int dx[] = {0, 1, -1};`: between which
numbers their elements lie."""

import re

from ...syntax import ArrayType, Index, IntegerType, Node, Variable, variable_of

NUMBERS = re.compile(r"[\s\w{},+-]*")
NUMBER = re.compile(r"([+-]?)\s*(0[xX][\da-fA-F]+|\d+)[uUlL]*")


class Tables:
    """Those of a file's text."""

    def __init__(self, text):
        self.text = text
        self.known: dict = {}

    def has(self, node: Node):
        """Whether an element is a table's."""
        while isinstance(node, Index):
            node = node.base
        variable = variable_of(node)
        return variable is not None and self.extremes(variable) is not None

    def extremes(self, variable: Variable):
        """(least, greatest) of a table's elements, or None where they are no literals."""
        if variable.key not in self.known:
            self.known[variable.key] = self._extremes(variable)
        return self.known[variable.key]

    def _extremes(self, variable):
        kind, count = variable.type, 1
        while isinstance(kind, ArrayType):
            count, kind = count * (kind.extent_value or 0), kind.element
        if not count or not isinstance(kind, IntegerType) or not kind.const or kind.volatile:
            return None
        text = self._initialiser(variable)
        if text is None or not NUMBERS.fullmatch(text):
            return None
        found = [self._number(part) for part in re.split(r"[{},]", text) if part.strip()]
        if None in found or not found or len(found) > count:
            return None
        least = -(1 << (8 * kind.size - 1)) if kind.signed else 0
        greatest = (1 << (8 * kind.size - kind.signed)) - 1
        found += [0] if len(found) < count else []
        low, high = min(found), max(found)
        return (low, high) if least <= low and high <= greatest else None

    def _initialiser(self, variable):
        """The text between the outermost braces that stand behind the declaration's name."""
        if variable.key < 0:
            return None
        name = re.escape(variable.name)
        head = re.compile(rf"{name}\s*(\[[^\]]*\]\s*)+=\s*{{").match(self.text, variable.key)
        if head is None:
            return None
        depth, at = 1, head.end()
        while depth and at < len(self.text):
            depth += {"{": 1, "}": -1}.get(self.text[at], 0)
            at += 1
        return self.text[head.end() : at - 1]

    @staticmethod
    def _number(text):
        match = NUMBER.fullmatch(text.strip())
        if match is None:
            return None
        digits = match[2]
        octal = digits.isdigit() and digits.startswith("0")
        if octal and re.search("[89]", digits):
            return None
        value = int(digits, 8 if octal else 0)
        return -value if match[1] == "-" else value
