"""Write expressions, binders, types and texts."""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk.dsl import ast

# How tightly an operator binds, as the levels of the grammar.
_CLAMP, _IMPLIES, _OR, _AND, _NOT, _CMP, _RANGE, _ADD, _MUL, _UNARY, _POST = range(1, 12)
_LEVELS = {
    "at least": _CLAMP, "at most": _CLAMP, "implies": _IMPLIES, "or": _OR, "and": _AND, "..": _RANGE,
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">=", "in", "not in"), _CMP),
    "+": _ADD, "-": _ADD, **dict.fromkeys(("*", "/", "/up", "mod", "&"), _MUL),
}  # fmt: skip
_LEFT = (_CLAMP, _OR, _AND, _ADD, _MUL)  # a + b + c is (a + b) + c
COND, RANGE, TERM, POST = _IMPLIES, _RANGE, _ADD, _POST


def expr(e: ast.Expr, level: int = 0) -> str:
    """Write an expression so that it can stand where the grammar wants at least this level."""
    match e:
        case ast.Number():
            return str(e.value)
        case ast.Ident() | ast.TypeIdent():
            return e.id
        case ast.TextExpr():
            return text(e.text)
        case ast.Dot():
            return f"{expr(e.of, _POST)}.{e.name.id}"
        case ast.Index():
            return f"{expr(e.of, _POST)}[{exprs(e.keys)}]"
        case ast.Call():
            return f"{expr(e.of, _POST)}({exprs(e.args)})"
        case ast.Unary(op="-"):
            return _within(f"-{expr(e.of, _UNARY)}", _UNARY, level)
        case ast.Unary():
            return _within(f"not {expr(e.of, _NOT)}", _NOT, level)
        case ast.Binary():
            return _binary(e, level)
        case ast.SetLit():
            return f"{{{exprs(e.items)}}}"
        case ast.MapLit():
            return "{" + ", ".join(f"{expr(k, _RANGE)}: {expr(v)}" for k, v in e.entries) + "}"
        case ast.Comprehension():
            result = "" if e.result is None else f": {expr(e.result)}"
            return f"[{binders(e.binders)}{result}]"
        case ast.Quant(result=None):
            # It has no colon of its own and may end a condition.
            said = f"{e.word} {binders((e.binder, *e.more))}"
            return f"({said})" if e.more else _within(said, _IMPLIES, level)
        case _:
            return _within(_quantified(e), 0, level)


def _within(said: str, own: int, level: int) -> str:
    return said if own >= level else f"({said})"


def _binary(e: ast.Binary, level: int) -> str:
    own = _LEVELS[e.op]
    left = expr(e.left, own if own in _LEFT else own + 1)
    if isinstance(e.left, ast.Quant):
        left = f"({expr(e.left)})"
    if own == _CLAMP:
        return _within(f"{left} but {e.op} {_operand(e.right, _ADD)}", own, level)
    right = _operand(e.right, own + 1)
    if e.op == "..":
        return _within(f"{left}..{right}", own, level)
    if e.op == "/up":
        return _within(f"{left} / {right} rounded up", own, level)
    return _within(f"{left} {e.op} {right}", own, level)


def _operand(e: ast.Expr, level: int) -> str:
    return f"({expr(e)})" if isinstance(e, ast.Quant) else expr(e, level)


def _quantified(e: ast.Expr) -> str:
    match e:
        case ast.IfExpr():
            return f"if {expr(e.cond, COND)} then {expr(e.then, 1)} else {expr(e.other)}"
        case ast.Quant() if e.result is not None:
            by = "" if e.by is None else f" by {expr(e.by, TERM)}"
            return f"{e.word} {binders((e.binder, *e.more))}{by}: {expr(e.result)}"
        case ast.Pairing():
            return f"pairing {e.first.id}, {binder(e.binder)}: {expr(e.result)}"
        case ast.Reach():
            return f"reach {expr(e.start, POST)} via {e.via.id}: {expr(e.next)}"
        case ast.Distance():
            way = f"distance {expr(e.start, POST)} to {expr(e.goal, POST)} via {e.via.id}: "
            if e.cost is None or e.to is None:
                return way + expr(e.next)
            return f"{way}{expr(e.next, _CLAMP)} cost {e.to.id}: {expr(e.cost)}"
    raise AssertionError(e)


def exprs(many: Iterable[ast.Expr]) -> str:
    """Write a list of expressions."""
    return ", ".join(expr(e) for e in many)


def binder(b: ast.Binder) -> str:
    """Write `x in S where c while d`."""
    said = f"{b.name.id} in {_operand(b.source, _RANGE)}"
    if b.where is not None:
        said += f" where {_operand(b.where, COND)}"
    if b.stop is not None:
        said += f" while {_operand(b.stop, COND)}"
    return said


def binders(many: Iterable[ast.Binder]) -> str:
    """Write several binders."""
    return ", ".join(binder(b) for b in many)


def text(t: ast.Text) -> str:
    """Write a text in quotes."""
    parts = (p.replace("{", "{{").replace("}", "}}") if isinstance(p, str) else f"{{{expr(p)}}}" for p in t.parts)
    return '"' + "".join(parts) + '"'


def params(many: tuple[ast.Param, ...]) -> str:
    """Write parameters in brackets; nothing if there are none."""
    if not many:
        return ""
    said = (binder(p.binder) if p.binder is not None else f"{p.name.id}: {_type(p.type)}" for p in many)
    return f"({', '.join(said)})"


def _type(t: ast.Type | None) -> str:
    assert t is not None
    return type_(t)


def type_(t: ast.Type) -> str:
    """Write a type."""
    match t:
        case ast.NamedType():
            return t.name
        case ast.RangeType():
            return f"{expr(t.low)}..{expr(t.high)}"
        case ast.UnionType():
            return " or ".join(type_(p) for p in t.parts)
        case ast.SetType():
            return f"set of {type_(t.element)}"
        case ast.ListType():
            return f"list of {type_(t.element)}"
        case ast.PileType():
            return f"pile of {type_(t.element)}"
        case ast.HoldsType():
            return f"holds {type_(t.element)}"
        case ast.PerType():
            return " per ".join(type_(part) for part in (t.value, *t.keys))
        case ast.CodeType():
            return (type_(t.result) if t.result is not None else "effect") + params(t.params)
