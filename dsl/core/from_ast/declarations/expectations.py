"""What a failed expectation can show: its comparisons with both sides, each as written and as something to evaluate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from regelwerk.dsl import ast, core
from regelwerk.dsl.ast.printer.expressions import TERM
from regelwerk.dsl.ast.printer.expressions import expr as written
from regelwerk.dsl.ast.visitor import walk
from regelwerk.dsl.core import (
    Binary,
    Can,
    Expr,
    FromPile,
    FromSet,
    InPlace,
    Local,
    Loop,
    PileSet,
    Quant,
    Ref,
    SetOf,
    Side,
    Unary,
)
from regelwerk.dsl.core.type_rules import FLAG, fold, with_none
from regelwerk.dsl.source import Span

COMPARED = {"eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
Around = tuple[Loop, ...]


def comparisons(said: ast.Expr, cond: Expr) -> tuple[core.Comparison, ...]:
    """List the comparisons a condition is made of, with what each should be for the condition to hold."""
    words: dict[Span, ast.Expr] = {}
    for node in walk(said):
        if isinstance(node, ast.Binary | ast.Quant | ast.Ident | ast.Dot | ast.Index | ast.Call):
            words.setdefault(node.at, node)
    return tuple(_parts(cond, words, True, ()))


def _parts(e: Expr, words: dict[Span, ast.Expr], wanted: bool, around: Around) -> Iterator[core.Comparison]:
    """`around`: the loops that lead to the first element for which the condition comes out wrong."""
    node = words.get(e.at)
    if isinstance(e, Unary) and e.op == "not":
        yield from _parts(e.of, words, not wanted, around)
    elif isinstance(node, ast.Binary) and node.op in (*COMPARED.values(), "in", "not in"):
        yield from _compared(e, node, wanted, around)
    elif isinstance(e, Binary) and e.op in ("and", "or"):
        yield from _parts(e.left, words, wanted, around)
        yield from _parts(e.right, words, wanted, around)
    elif isinstance(e, Quant) and isinstance(node, ast.Quant):
        yield from _quantified(e, node, words, wanted, around)
    elif isinstance(e, Can) and node is not None and not around:
        args = tuple(Side("", arg) for arg in e.args)
        yield core.Comparison("can", Side(written(node), e), None, wanted, args, e.proc)
    elif node is not None and fold(e) is None and isinstance(e.type, core.Flag):
        yield core.Comparison("flag", _side(node, e, around), None, wanted, _elements(around))


def _compared(e: Expr, node: ast.Binary, wanted: bool, around: Around) -> Iterator[core.Comparison]:
    if isinstance(e, Binary) and e.op in COMPARED and node.op in COMPARED.values():
        yield _comparison(e.op, node, e.left, e.right, wanted, around)
    elif isinstance(e, Binary) and e.op == "has":
        yield _comparison("in", node, e.right, e.left, wanted, around)
    elif isinstance(e, InPlace) and e.place is not None and isinstance(e.what.type, Ref):
        there = PileSet(e.place, type=SetOf(replace(e.what.type, none=False)))
        yield _comparison("in", node, e.what, there, wanted, around)
    elif isinstance(e, Binary) and e.op == "and" and isinstance(e.left, Binary):  # x in 1..3
        yield core.Comparison("", _side(node.left, e.left.left, around), None, wanted, _elements(around))
    elif (
        isinstance(e, Binary) and isinstance(e.left, Binary) and isinstance(e.left.right, PileSet)
    ):  # one of its copies
        yield core.Comparison("", _side(node.right, e.left.right, around), None, wanted, _elements(around))


def _comparison(op: str, node: ast.Binary, left: Expr, right: Expr, wanted: bool, around: Around) -> core.Comparison:
    sides = _side(node.left, left, around), _side(node.right, right, around)
    return core.Comparison(op, *sides, wanted, _elements(around))


def _elements(around: Around) -> tuple[Side, ...]:
    return tuple(Side(loop.var.name, _first(Local(loop.var, type=loop.var.type), around)) for loop in around)


def _side(node: ast.Expr, e: Expr, around: Around) -> Side:
    fixed = isinstance(node, ast.Number) or fold(e) is not None
    return Side("" if fixed else written(node, TERM), _first(e, around) if around else e)


def _first(e: Expr, around: Around) -> Expr:
    return Quant("first", around, e, type=with_none(e.type), at=e.at)


def _quantified(
    e: Quant, node: ast.Quant, words: dict[Span, ast.Expr], wanted: bool, around: Around
) -> Iterator[core.Comparison]:
    """Show the first element that spoils it; where none fits, show what was there to choose from."""
    if (e.word, wanted) in (("all", True), ("no", True), ("any", False)):
        last = e.loops[-1]
        held = last.where if e.word != "all" else None
        if e.word == "all" and e.result is not None:
            spoils = Unary("not", e.result, type=FLAG)
            where = spoils if last.where is None else Binary("and", last.where, spoils, type=FLAG)
            last, held = replace(last, where=where), e.result
        inner = (*around, *e.loops[:-1], last)
        found = list(_parts(held, words, e.word == "all", inner)) if held is not None else []
        yield from found
        if not found:
            yield core.Comparison("", _elements(inner)[-1], None, True)
    elif (e.word, wanted) in (("any", True), ("no", False)) and not around:
        source = e.loops[0].source
        if isinstance(source, FromSet):
            yield core.Comparison("", Side(written(node.binder.source), source.set), None, True)
        elif isinstance(source, FromPile) and isinstance(kind := e.loops[0].var.type, Ref):
            there = PileSet(source.place, type=SetOf(replace(kind, none=False)))
            yield core.Comparison("", Side(written(node.binder.source), there), None, True)
