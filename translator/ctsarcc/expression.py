# SPDX-License-Identifier: BSD-3-Clause
"""C text that ctsarcc has put together (extents from types and subscripts), as the same trees that
parse/ makes of code."""

import re

from .source import TOKEN
from .syntax import Binary, Call, Cast, Index, Member, Name, Node, Number, Select, Sizeof, Unary

# How closely operators bind.
BINDS = {
    op: level
    for level, ops in enumerate(
        [
            ("?",),
            ("||",),
            ("&&",),
            ("|",),
            ("^",),
            ("&",),
            ("==", "!="),
            ("<", ">", "<=", ">="),
            ("<<", ">>"),
            ("+", "-"),
            ("*", "/", "%"),
        ]
    )
    for op in ops
}


FLOATING = re.compile(
    r"(\d+\.?\d*([eE][-+]?\d+)?|\.\d+([eE][-+]?\d+)?|0[xX][\da-fA-F.]+[pP][-+]?\d+)[fFlL]?"
)


class Unparsable(Exception):
    pass


class _Reader:
    def __init__(self, text, scope):
        self.text, self.scope, self.at = text, scope, 0
        self.tokens = list(TOKEN.finditer(text))

    def peek(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self, wanted=None):
        if self.at >= len(self.tokens) or (wanted and self.peek() != wanted):
            raise Unparsable(self.text)
        self.at += 1
        return self.tokens[self.at - 1]

    def binary(self, level):
        """What operators of this level, or closer ones, join."""
        node = self.unary()
        while BINDS.get(self.peek(), -1) >= level:
            op = self.take()[0]
            if op == "?":
                middle = self.binary(0)
                self.take(":")
                last = self.binary(0)
                node = Select(node.start, last.end, (node, middle, last))
            else:
                right = self.binary(BINDS[op] + 1)
                node = Binary(node.start, right.end, (node, right), op=op)
        return node

    def unary(self):
        token = self.take()
        word, start = token[0], token.start()
        if word in ("-", "+", "!", "~", "*", "&"):
            operand = self.unary()
            if word in ("*", "&") and isinstance(operand, Number):
                raise Unparsable(self.text)
            return operand if word == "+" else Unary(start, operand.end, (operand,), op=word)
        if word == "(":
            return self.parenthesis(start)
        if word == "sizeof":
            return Sizeof(start, self.skip())
        if word[0].isdigit() or word[0] == ".":
            digits = word.rstrip("uUlL")
            try:
                value = (
                    int(digits, 8)
                    if digits[0] == "0" and digits.isdigit() and len(digits) > 1
                    else int(digits, 0)
                )
            except ValueError:
                value = None
                if not FLOATING.fullmatch(word):
                    raise Unparsable(self.text) from None
            return self.postfix(Number(start, token.end(), value=value))
        if word[0] == "'":
            return Number(start, token.end(), value=None)
        if not (word[0].isalpha() or word[0] == "_"):
            raise Unparsable(self.text)
        if word in ("true", "TRUE", "false", "FALSE") and word not in self.scope:
            return Number(start, token.end(), value=int(word.lower() == "true"))
        variable = self.scope.get(word)
        if isinstance(variable, int):
            return self.postfix(Number(start, token.end(), value=variable, name=word))
        return self.postfix(
            Name(
                start,
                token.end(),
                name=word,
                variable=variable,
                type=variable.type if variable else None,
            )
        )

    def parenthesis(self, start):
        """`(expression)`, or a cast, which is told by a name before another operand."""
        first = self.at
        try:
            inner = self.binary(0)
            end = self.take(")").end()
            if not (
                isinstance(inner, Name)
                and inner.variable is None
                and self.peek()
                and (self.peek()[0].isalnum() or self.peek()[0] in "_(")
            ):
                from dataclasses import replace

                return self.postfix(replace(inner, start=start, end=end))
        except Unparsable:
            pass
        self.at = first
        while self.take()[0] != ")":
            pass
        operand = self.unary()
        return Cast(start, operand.end, (operand,))

    def postfix(self, node: Node) -> Node:
        while True:
            word = self.peek()
            if word == "[":
                self.take()
                subscript = self.binary(0)
                node = Index(node.start, self.take("]").end(), (node, subscript))
            elif word in (".", "->"):
                self.take()
                name = self.take()
                node = Member(node.start, name.end(), (node,), op=word, name=name[0])
            elif word == "(":
                arguments = []
                self.take()
                while self.peek() != ")":
                    arguments.append(self.binary(0))
                    if self.peek() != ")":
                        self.take(",")
                end = self.take(")").end()
                node = Call(
                    node.start,
                    end,
                    (node, *arguments),
                    name=node.name if isinstance(node, Name) and node.variable is None else "",
                )
            else:
                return node

    def skip(self):
        """Past the operand of sizeof; returns its end."""
        if self.peek() != "(":
            return self.unary().end
        depth = 0
        while True:
            token = self.take()
            depth += (token[0] == "(") - (token[0] == ")")
            if depth == 0:
                return token.end()


def read(text, scope):
    """The tree of C text, its offsets within `text`. Names that `scope` lacks have no variable.
    None: not understood."""
    reader = _Reader(text, scope)
    try:
        node = reader.binary(0)
    except (Unparsable, RecursionError):
        return None
    return node if reader.at == len(reader.tokens) else None


def variables(node: Node):
    return [n.variable for n in node.walk() if isinstance(n, Name) and n.variable is not None]
