"""Reads sentences of the language for tests, and writes expressions with all their brackets."""

from regelwerk.dsl import ast
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.parse import parse, parse_expression, parse_statement


def decls(text: str) -> tuple[ast.Decl, ...]:
    file, problems = parse(Source("test.regel", text))
    assert problems == []
    return file.decls


def step(text: str) -> ast.Step:
    built, problems = parse_statement(text)
    assert problems == []
    assert built is not None
    return built


def do(text: str) -> ast.Stmt:
    return step(text).do


def field(text: str) -> ast.Field:
    (thing,) = decls(f"Card a\n  {text}\n")
    assert isinstance(thing, ast.Thing)
    return thing.fields[0]


def slot(text: str) -> ast.Slot:
    (state,) = decls(f"table\n  {text}\n")
    assert isinstance(state, ast.State)
    return state.slots[0]


def ident(name: str) -> ast.Ident:
    return ast.Ident(name)


def binder(b: ast.Binder) -> str:
    where = f" where {sketch(b.where)}" if b.where else ""
    stop = f" while {sketch(b.stop)}" if b.stop else ""
    return f"{b.name.id} in {sketch(b.source)}{where}{stop}"


def sketch(e: ast.Expr) -> str:
    """Write an expression with all its brackets."""
    match e:
        case ast.Number():
            return str(e.value)
        case ast.Ident() | ast.TypeIdent():
            return e.id
        case ast.TextExpr():
            return f'"{e.text.parts}"'
        case ast.Dot():
            return f"{sketch(e.of)}.{e.name.id}"
        case ast.Index():
            return f"{sketch(e.of)}[{', '.join(map(sketch, e.keys))}]"
        case ast.Call():
            return f"{sketch(e.of)}({', '.join(map(sketch, e.args))})"
        case ast.Unary():
            return f"({e.op} {sketch(e.of)})"
        case ast.Binary():
            return f"({sketch(e.left)} {e.op} {sketch(e.right)})"
        case ast.IfExpr():
            return f"(if {sketch(e.cond)} then {sketch(e.then)} else {sketch(e.other)})"
        case ast.Quant():
            bound = ", ".join(map(binder, (e.binder, *e.more)))
            return f"({e.word} {bound}{f': {sketch(e.result)}' if e.result else ''})"
        case ast.Pairing():
            return f"(pairing {e.first.id}, {binder(e.binder)}: {sketch(e.result)})"
        case ast.Comprehension():
            result = f": {sketch(e.result)}" if e.result else ""
            return f"[{', '.join(map(binder, e.binders))}{result}]"
        case ast.Reach():
            return f"(reach {sketch(e.start)} via {e.via.id}: {sketch(e.next)})"
        case ast.Distance():
            cost = f" cost {e.to.id}: {sketch(e.cost)}" if e.to and e.cost else ""
            return f"(distance {sketch(e.start)} to {sketch(e.goal)} via {e.via.id}: {sketch(e.next)}{cost})"
        case ast.SetLit():
            return "{" + ", ".join(map(sketch, e.items)) + "}"
        case ast.MapLit():
            return "{" + ", ".join(f"{sketch(k)}: {sketch(v)}" for k, v in e.entries) + "}"


def bracketed(text: str) -> str:
    built, problems = parse_expression(text)
    assert problems == []
    assert built is not None
    return sketch(built)
