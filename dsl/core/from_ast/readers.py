"""Who reads what: every kind of node, built-in word and line, with its reader.

The one module that knows all readers. A kind that is new gets its line here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from regelwerk.dsl import ast
from regelwerk.dsl.core import Expr, Stmt

from .context import Readers
from .declarations.slots import settle_field
from .effects import changes, decisions, lines, possible, scratch
from .effects.trade import trade
from .effects.values import settle_value
from .expressions import binders, built_ins, identifiers, members, operators, pieces, visibility

EXPRESSIONS: dict[type, Callable[..., Expr]] = {
    ast.Number: operators.number,
    ast.TextExpr: operators.text,
    ast.SetLit: operators.set_literal,
    ast.MapLit: operators.map_literal,
    ast.Unary: operators.unary,
    ast.Binary: operators.binary,
    ast.IfExpr: operators.if_expr,
    ast.Ident: identifiers.ident,
    ast.TypeIdent: identifiers.type_ident,
    ast.Dot: members.dot,
    ast.Index: members.index,
    ast.Call: members.call,
    ast.Quant: binders.quant,
    ast.Comprehension: binders.comprehension,
    ast.Reach: binders.reach,
    ast.Distance: binders.distance,
    ast.Pairing: binders.pairing,
}

BUILT_INS: dict[str, Callable[..., Expr]] = {
    "seat": built_ins.seat,
    "left": built_ins.left,
    "right": built_ins.right,
    "only": built_ins.only,
    "next": built_ins.next_of,
    "top": built_ins.top,
    "bottom": built_ins.bottom,
    "cell": built_ins.cell,
    "go": built_ins.go,
    "neighbours": built_ins.neighbours,
    "apart": built_ins.apart,
    "turned": built_ins.turned,
    "facing": built_ins.facing,
    "can": possible.can,
    "why": possible.why,
    "before": built_ins.was("before"),
    "at_start": built_ins.was("start"),
    "line": built_ins.line,
    "sees": visibility.sees,
    "by_chance": visibility.by_chance,
    **{word: partial(pieces.asked, word) for word in ("fits", "touches", "piece", "label", "cells", "rim")},
}

TAKERS: dict[type, Callable[..., list[Stmt]]] = {
    ast.Choose: decisions.choose,
    ast.Draw: decisions.draw,
    ast.May: decisions.may,
}

LINES: dict[type, Callable[..., list[Stmt]]] = {
    ast.Trade: trade,
    ast.Assign: changes.assign,
    ast.Move: changes.move,
    ast.MoveSome: lines.move_some,
    ast.Lay: pieces.lay,
    ast.Lift: pieces.lift,
    ast.Shuffle: changes.shuffle,
    ast.Reveal: changes.reveal,
    ast.Let: lines.let,
    ast.Var: scratch.var,
    ast.LetFrom: lines.let_from,
    ast.Run: lines.run,
    ast.Sequence: lines.sequence,
    ast.Give: lines.give,
    ast.End: lines.end,
    ast.Say: lines.say,
    ast.ShowTo: lines.show,
    ast.Nothing: lines.nothing,
    ast.Score: lines.score,
    ast.Needs: lines.needs,
    ast.If: lines.if_line,
    ast.Each: lines.each,
    ast.Repeat: lines.repeat,
    ast.As: lines.as_line,
    ast.ChooseOption: decisions.options,
    ast.Offer: decisions.offer,
}

READERS = Readers(EXPRESSIONS, BUILT_INS, LINES, TAKERS, binders.source, settle_value, settle_field)
