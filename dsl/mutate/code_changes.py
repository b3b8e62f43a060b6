"""Changes of code: expressions, lines and blocks, from a declaration downwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from .. import ast
from ..ast.visitor import Walk, said
from ..source import Span
from . import variants
from .change import EXPRESSION, INSERT, OWN, STEP, Mutant, cited
from .flow import NEXT, ORDER, Edges, both, in_turn, names_something
from .variants import NO, WHETHER, YES, Variant

_TYPES = (
    ast.NamedType, ast.RangeType, ast.UnionType, ast.SetType, ast.ListType, ast.PileType, ast.HoldsType, ast.PerType,
    ast.CodeType,
)  # fmt: skip
_LEFT_ALONE = (*_TYPES, ast.Name, ast.Text, ast.Say, ast.Marks)
_NOT_IN = {ast.Call: ("of",), ast.Case: ("patterns",), ast.Offer: ("actions",), ast.Amount: ("unit",)}
_CONDITIONS = {
    (ast.Needs, "cond"), (ast.If, "cond"), (ast.IfExpr, "cond"), (ast.Binder, "where"), (ast.Binder, "stop"),
    (ast.OptionLine, "when"), (ast.ChangeLine, "when"), (ast.Hook, "when"), (ast.Repeat, "until"), (ast.Slot, "force"),
    (ast.May, "when"),
}  # fmt: skip
_BRANCHES = {(ast.If, "cond"), (ast.IfExpr, "cond")}
_TARGETS = {(ast.Assign, "target"), (ast.Reveal, "target"), (ast.Move, "to")}  # places, which no condition can choose
_SWITCHED_OFF = {
    (ast.Needs, "cond"): ("left out", YES),
    (ast.OptionLine, "when"): ("left out", NO),
    (ast.ChangeLine, "when"): ("left out", NO),
    (ast.Hook, "when"): ("left out", NO),
}


class Code:
    """Finds the changes of code in one ruleset. `me` tells whether somebody acts there."""

    def __init__(self, decls: Sequence[ast.Decl]) -> None:
        self.edges = Edges(decls)

    def extra(self, n: int, walk: Walk, block: ast.Block, ids: tuple[str, ...], of: ast.Node) -> Iterator[Mutant]:
        """Put a line too many into a block."""
        for i, v in self.edges.extra(block, isinstance(of, ast.Action)):
            yield Mutant(0, INSERT, n, walk, (i, v.new), None, of.at, v.what, ids, sort=v.sort)

    def parts(self, n: int, walk: Walk, node: ast.Node, ids: tuple[str, ...], me: bool = True) -> Iterator[Mutant]:
        """Go on with the parts of a node."""
        skipped = _NOT_IN.get(type(node), ())
        for name in said(type(node)):
            if name in skipped:
                continue
            child, below, key = getattr(node, name), (*walk, name), (type(node), name)
            if key in _SWITCHED_OFF:
                what, new = _SWITCHED_OFF[key]
                yield Mutant(0, EXPRESSION, n, below, new, None, node.at, what, ids, sort=WHETHER)
            if isinstance(node, ast.Hook) and name == "once" and node.once is not None:
                what = f"without `once per {node.once.id}`"
                yield Mutant(0, OWN, n, below, None, None, node.at, what, ids, sort=WHETHER)
            if isinstance(node, ast.Hook) and name == "may" and node.may:
                yield Mutant(0, OWN, n, below, False, None, node.at, "compulsory", ids, sort=WHETHER)
            if isinstance(node, ast.ScoreLine) and name == "value":
                nothing = ast.Number(0, at=node.at)
                yield Mutant(0, EXPRESSION, n, below, nothing, None, node.at, "left out", ids, sort=WHETHER)
                for v in self.edges.of_line(node.value):
                    yield Mutant(0, EXPRESSION, n, below, v.new, None, node.at, v.what, ids, sort=v.sort)
            if isinstance(node, ast.Choose | ast.Param) and name == "binder" and node.binder is not None:
                for v in self.edges.of_choice(node.binder):
                    where = (*below, "where")
                    yield Mutant(0, EXPRESSION, n, where, v.new, None, node.at, v.what, ids, sort=v.sort)
            if isinstance(child, ast.Expr) and key in _CONDITIONS and key != (ast.Slot, "force"):
                for v in self.edges.of_condition(child, me, key in _BRANCHES):
                    if not (isinstance(node, ast.Needs) and v.new == YES):  # which is to leave it out
                        yield Mutant(0, EXPRESSION, n, below, v.new, None, child.at, v.what, ids, sort=v.sort)
            acts = isinstance(node, ast.As | ast.Hook | ast.Action) and name == "body"
            found = self.inside(n, below, child, ids, key in _CONDITIONS, me or acts, key not in _TARGETS)
            if isinstance(node, ast.As) and in_turn(node):  # where everybody's turn comes, the next player's does, too
                found = (m for m in found if m.what != NEXT or len(m.walk) > len(below) + 1)
            yield from found

    def inside(
        self, n: int, walk: Walk, node: object, ids: tuple[str, ...], condition: bool = False, me: bool = True,
        read: bool = True,
    ) -> Iterator[Mutant]:  # fmt: skip
        """Change a node in all ways there are, and then its parts; `read` is no place that is written."""
        if isinstance(node, tuple) and not isinstance(node, Span):
            if len(node) > 1 and all(isinstance(each, ast.Step) for each in node):
                yield from self._swapped(n, walk, node, ids)
            for i, child in enumerate(node):
                yield from self.inside(n, (*walk, i), child, ids, me=me, read=read)
        elif isinstance(node, ast.Node) and not isinstance(node, _LEFT_ALONE):
            ids = cited(node, ids)
            found: Iterator[Variant] = iter(())
            kind = EXPRESSION
            if isinstance(node, ast.Step):
                found, kind = variants.of_step(node), OWN if names_something(node) else STEP
                found = chain(found, self.edges.of_step(node, me))
            elif isinstance(node, ast.Expr):
                more = variants.of_condition(node) if condition else iter(())
                edges = self.edges.of_expression(node, me) if read else iter(())
                found = chain(variants.of_expression(node), more, edges)
            for v in found:
                yield Mutant(0, kind, n, walk, v.new, v.other, node.at, v.what, ids, v.or_else, v.sort)
            below = self.parts(n, walk, node, ids, me)
            # What is drawn from must stay fixed, or given results would be read otherwise.
            yield from (replace(m, kind=OWN) for m in below) if isinstance(node, ast.Draw) else below

    def _swapped(self, n: int, walk: Walk, block: ast.Block, around: tuple[str, ...]) -> Iterator[Mutant]:
        """Let two lines change places."""
        for i in self.edges.swaps(block):
            one, two = block[i], block[i + 1]
            nothing = ast.Step(None, ast.Nothing(at=two.at), at=two.at)
            ids = cited(one, cited(two, around))
            also = ((*walk, i + 1), nothing)
            what = "after the next line instead"
            yield Mutant(0, STEP, n, (*walk, i), both(two, one), None, one.at, what, ids, sort=ORDER, also=also)


def run(field: ast.Field) -> ast.Block:
    """Give the lines of an effect that may be written as a list of calls."""
    if field.block is not None:
        return field.block
    return tuple(ast.Step(None, ast.Run(v, at=field.at), at=field.at) for v in field.values or ())
