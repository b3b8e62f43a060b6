"""Expressions as phrases. What has no plain words becomes an ellipsis."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.dsl import ast
from regelwerk.dsl.ast.tree import words

from ..model import Phrase
from .names import UNSAID, Names, Scope

_BINARY = {
    "+": "{0} + {1}", "-": "{0} − {1}", "*": "{0} × {1}", "/": "{0} ÷ {1}", "/up": "{0} ÷ {1}, rounded up",
    "..": "{0} to {1}", "=": "{0} is {1}", "!=": "{0} is not {1}", "<": "{0} is less than {1}",
    "<=": "{0} is at most {1}", ">": "{0} is more than {1}", ">=": "{0} is at least {1}", "in": "{0} is in {1}",
    "not in": "{0} is not in {1}", "and": "{0} and {1}", "or": "{0} or {1}", "implies": "if {0}, then {1}",
    "at least": "{0}, at least {1}", "at most": "{0}, at most {1}", "&": "what is in {0} and {1}",
}  # fmt: skip
_BUILT_IN = {
    "top": "the top of {0}", "bottom": "the bottom of {0}", "left": "who sits left of {0}",
    "right": "who sits right of {0}", "next": "what follows {0}", "only": "{0}",
}  # fmt: skip
_ALWAYS = {
    "me": "you", "it": "this", "none": "nothing", "players": "all players", "box": "the box", "yes": "yes", "no": "no"
}  # fmt: skip
_QUANTIFIERS = {
    "any": "there is one in {0}", "no": "there is none in {0}", "count": "the number of {0}",
    "sum": "the sum of {1} over {0}", "max": "the highest {1} of {0}", "min": "the lowest {1} of {0}",
    "most": "those of {0} with the most: {1}", "least": "those of {0} with the least: {1}", "first": "the first of {0}",
    "all": "for each of {0}: {1}",
}  # fmt: skip


def joined(parts: Sequence[Phrase], pattern: str = "{0}, {1}") -> Phrase:
    """Put phrases behind each other."""
    found = parts[0] if parts else UNSAID
    for part in parts[1:]:
        found = ["", pattern, found, part]
    return found


def expression(names: Names, e: ast.Expr, scope: Scope) -> Phrase:
    """Say an expression."""
    match e:
        case ast.Number():
            return e.value
        case ast.Ident():
            return _name(names, e.id, scope)
        case ast.TypeIdent():
            return words(e.id)
        case ast.Dot():
            return _dot(names, e, scope)
        case ast.Index():
            return _with(expression(names, e.of, scope), [expression(names, key, scope) for key in e.keys])
        case ast.Call():
            return _call(names, e, scope)
        case ast.Unary():
            return ["", "−{0}" if e.op == "-" else "not: {0}", expression(names, e.of, scope)]
        case ast.Binary() if e.right == ast.Ident("none") and e.op in ("=", "!="):
            return ["", "there is no {0}" if e.op == "=" else "there is {0}", expression(names, e.left, scope)]
        case ast.Binary() if e.op in _BINARY:
            return ["", _BINARY[e.op], expression(names, e.left, scope), expression(names, e.right, scope)]
        case ast.IfExpr():
            parts = (expression(names, part, scope) for part in (e.then, e.cond, e.other))
            return ["", "{0} if {1}, otherwise {2}", *parts]
        case ast.Quant() if not e.more and e.by is None:
            source, inner = binder(names, e.binder, scope)
            result = [] if e.result is None else [expression(names, e.result, inner)]
            return ["", _QUANTIFIERS[e.word], source, *result]
        case ast.Comprehension() if len(e.binders) == 1:
            return binder(names, e.binders[0], scope)[0]
        case ast.SetLit() if e.items:
            return joined([expression(names, item, scope) for item in e.items])
        case _:
            return UNSAID


def text(names: Names, t: ast.Text, scope: Scope, address: str = "") -> Phrase:
    """Say a sentence that the ruleset gives."""
    args = [expression(names, part, scope) for part in t.parts if not isinstance(part, str)]
    numbers = iter(range(len(args)))
    pattern = "".join(part if isinstance(part, str) else f"{{{next(numbers)}}}" for part in t.parts)
    return [address, pattern, *args] if args or address else pattern


def binder(names: Names, b: ast.Binder, scope: Scope) -> tuple[Phrase, Scope]:
    """Say where something is looked for, and what it is called in what is said about it."""
    inner = {**scope, b.name.id: "it"}
    source = expression(names, b.source, scope)
    return (["", "{0} with {1}", source, expression(names, b.where, inner)] if b.where is not None else source), inner


def _name(names: Names, name: str, scope: Scope) -> Phrase:
    if name in scope:
        return scope[name]
    if name in _ALWAYS:
        return _ALWAYS[name]
    return names.thing(name) or names.noun(name)


def _dot(names: Names, e: ast.Dot, scope: Scope) -> Phrase:
    if e.name.id == "size":
        return ["", "the number of {0}", expression(names, e.of, scope)]
    noun = names.noun(e.name.id)
    if isinstance(e.of, ast.Ident) and e.of.id == "me":
        return ["", "your {0}", noun]
    owner = expression(names, e.of, scope)
    return noun if owner == UNSAID else ["", "{0} of {1}", noun, owner]


def _call(names: Names, e: ast.Call, scope: Scope) -> Phrase:
    args = [UNSAID if _open(arg, scope) else expression(names, arg, scope) for arg in e.args]
    if isinstance(e.of, ast.Ident) and e.of.id in _BUILT_IN and args:
        return ["", _BUILT_IN[e.of.id], args[0]]
    if isinstance(e.of, ast.Ident):
        noun = names.noun(e.of.id, args)
        return noun if isinstance(noun, list) or e.of.id in names.given else _with(noun, args)
    return _with(expression(names, e.of, scope), args)


def _open(e: ast.Expr, scope: Scope) -> bool:
    """Tell whether an argument is what a hook was called with: it goes without saying."""
    return isinstance(e, ast.Ident) and f"{e.id}?" in scope


def _with(noun: Phrase, args: Sequence[Phrase]) -> Phrase:
    known = [arg for arg in args if arg != UNSAID]
    return ["", "{0} ({1})", noun, joined(known)] if known else noun
