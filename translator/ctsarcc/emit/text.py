# SPDX-License-Identifier: BSD-3-Clause
"""Copies of the user's text with some places replaced."""

from dataclasses import dataclass

from ..syntax import Binary, Call, Index, IntegerType, Member, Name, Number, String


@dataclass(frozen=True)
class Edit:
    """text[start:end] becomes `parts`: strings, and Spans of the text, to which the edits apply in
    turn."""

    start: int
    end: int
    parts: tuple


@dataclass(frozen=True)
class Span:
    start: int
    end: int


def rewrite(text, start, end, edits):
    """text[start:end] after `edits`. Of nested ones the outer is applied; the inner where a Span of
    it leads there."""
    inside = sorted(
        (
            e
            for e in edits
            if (start <= e.start and e.end <= end and (e.start, e.end) != (start, end))
            or (e.start, e.end) == (start, end)
        ),
        key=lambda e: (e.start, -e.end),
    )
    result, at = [], start
    for edit in inside:
        if edit.start < at:
            continue
        result.append(text[at : edit.start])
        others = [e for e in edits if e is not edit]
        for part in edit.parts:
            result.append(
                rewrite(text, part.start, part.end, others) if isinstance(part, Span) else part
            )
        at = edit.end
    return "".join(result) + text[at:end]


ATOMIC = (Number, Name, Index, Member, Call, String)


def factor(node):
    """Parts of an Edit for a node that is multiplied: in parentheses unless it needs none."""
    if isinstance(node, Name) and node.start == node.end:
        return (node.name,)  # it stands nowhere
    span = Span(node.start, node.end)
    return (span,) if isinstance(node, ATOMIC) else ("(", span, ")")


def summand(node):
    """Parts for a node that is added."""
    span = Span(node.start, node.end)
    sum_of_signed = isinstance(node, Binary) and node.op in ("+", "-", "*") and not _wraps(node)
    return (span,) if isinstance(node, ATOMIC) or sum_of_signed else ("(", span, ")")


def _wraps(node):
    """Whether arithmetic without a sign is in it: it wraps around in its own type, so nothing of a
    wider one may be added to a part of it."""
    kinds = [part.type for part in node.walk() if isinstance(part, Binary)]
    return any(isinstance(kind, IntegerType) and not kind.signed for kind in kinds)


def product(term, text):
    """Parts for an affine.Product without its sign; `text` decides whether a tree stands in
    parentheses already."""
    parts: list = []
    if abs(term.factor) != 1 or not term.trees:
        parts.append(str(abs(term.factor)))
    for tree in term.trees:
        bracketed = (
            text[tree.start : tree.end].startswith("(")
            and text[tree.start : tree.end].endswith(")")
            and _matched(text[tree.start : tree.end])
        )
        parts += [" * "] if parts else []
        parts += [Span(tree.start, tree.end)] if bracketed else factor(tree)
    return parts


def _matched(text):
    depth = 0
    for index, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return index == len(text) - 1
    return False


def subscript(access, strides, text):
    """Parts of the subscript of a flat array: the sum over dimensions of index * stride. `strides`
    are C texts of all dimensions but the innermost."""
    use = access.use
    parts: list = []
    nested = len(use.subscripts) == len(access.terms)
    for dimension, terms in enumerate(access.terms):
        stride = f" * {strides[dimension]}" if dimension < len(strides) else ""
        if nested:
            node = use.subscripts[dimension]
            unsaid = node.start == node.end  # as in *a
            if isinstance(node, Number) and node.value == 0 and (parts or stride or unsaid):
                continue
            bracketed = (
                _matched(text[node.start : node.end])
                if text[node.start : node.end].startswith("(")
                else False
            )
            pieces = (
                (Span(node.start, node.end),)
                if bracketed
                else (factor(node) if stride else summand(node))
            )
            parts += ([" + "] if parts else []) + list(pieces) + [stride]
            continue
        for term in terms:
            if term.factor == 0:
                continue
            sign = (
                (" - " if term.factor < 0 else " + ") if parts else ("-" if term.factor < 0 else "")
            )
            parts += [sign, *product(term, text), stride]
    return parts or ["0"]
