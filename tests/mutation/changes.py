"""How a function could be wrong: one small slip in its source, made in the syntax tree of Python."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

FLIPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SWAPS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Slip:
    """One change: in which function, at which line, what it is, and the whole module with it."""

    function: str
    line: int
    what: str
    tree: ast.Module


def slips(source: str, wanted: frozenset[str] = frozenset()) -> Iterator[Slip]:
    """List the changes of all functions of a module, or of those named (`f`, `Class.f`, `Class`)."""
    tree = ast.parse(source)
    for name, at in _functions(tree):
        if wanted and not (name in wanted or name.split(".")[0] in wanted):
            continue
        count = sum(1 for node in _nodes(at) for _ in _ways(node))
        for number in range(count):
            changed = copy.deepcopy(tree)
            function = dict(_functions(changed))[name]
            what, line = _make(function, number)
            yield Slip(name, line, what, ast.fix_missing_locations(changed))


def code_of(tree: ast.Module, function: str, file: str) -> CodeType:
    """Compile a module and take out the code of one function, by its qualified name."""
    code = compile(tree, file, "exec")
    for part in function.split("."):
        code = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == part)
    return code


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{f.name}", f) for f in node.body if isinstance(f, ast.FunctionDef))


def _nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """List what a function does: nothing of its signature, nor of those in it, nor what is only said of types."""
    todo: list[ast.AST] = [*function.body]
    while todo:
        node = todo.pop(0)
        yield node
        said = (node.args, node.returns) if isinstance(node, ast.FunctionDef) else (getattr(node, "annotation", None),)
        todo += [child for child in ast.iter_child_nodes(node) if child not in said]


def _make(function: ast.FunctionDef, number: int) -> tuple[str, int]:
    for node in _nodes(function):
        for way in _ways(node):
            if number == 0:
                return way[0], _apply(node, way)
            number -= 1
    raise IndexError(number)


Way = tuple[str, str, object]


def _ways(node: ast.AST) -> Iterator[Way]:
    """Tell in which ways a node could be wrong: what, which field, and what it becomes."""
    match node:
        case ast.BoolOp(op=ast.And()):
            yield "`or` instead of `and`", "op", ast.Or()
        case ast.BoolOp(op=ast.Or()):
            yield "`and` instead of `or`", "op", ast.And()
        case ast.Compare(ops=[op], comparators=[right]) if type(op) in FLIPS:
            if not (isinstance(right, ast.Constant) and right.value is None):
                yield f"{_sign(FLIPS[type(op)])} instead of {_sign(type(op))}", "ops", [FLIPS[type(op)]()]
        case ast.UnaryOp(op=ast.Not()):
            yield "`not` dropped", "", node.operand
        case ast.BinOp(op=ast.Sub()) if not isinstance(node.right, ast.Constant):
            yield "a difference turned round", "turn", None
        case ast.BinOp() if type(node.op) in SWAPS:
            yield f"{_sign(SWAPS[type(node.op)])} instead of {_sign(type(node.op))}", "op", SWAPS[type(node.op)]()
        case ast.Subscript(slice=ast.Constant(value=0)):
            yield "the last instead of the first", "slice", ast.UnaryOp(ast.USub(), ast.Constant(1))
        case ast.Subscript(slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))):
            yield "the first instead of the last", "slice", ast.Constant(0)
        case ast.Constant(value=bool(flag)):
            yield f"{not flag} instead of {flag}", "value", not flag
        case ast.Constant(value=int(number)):
            yield f"{number + 1} instead of {number}", "value", number + 1
        case ast.If() | ast.IfExp() | ast.While():
            if not isinstance(node, ast.While):
                yield "always", "test", ast.Constant(True)
            yield "never", "test", ast.Constant(False)
        case ast.Call(func=ast.Name(id="any" | "all" as word)):
            other = "all" if word == "any" else "any"
            yield f"`{other}` instead of `{word}`", "func", ast.Name(other, ast.Load())
        case ast.comprehension(ifs=[_, *_]):
            yield "without its condition", "ifs", []
        case ast.Continue():
            yield "`break` instead of `continue`", "", ast.Break()


def _sign(op: type[ast.AST]) -> str:
    return op.__name__


def _apply(node: ast.AST, way: Way) -> int:
    _, field, new = way
    line = getattr(node, "lineno", 0)
    if field == "turn":
        assert isinstance(node, ast.BinOp)
        node.left, node.right = node.right, node.left
    elif field:
        setattr(node, field, new)
    else:  # it becomes another node altogether, in its place
        assert isinstance(new, ast.AST)
        kept = {name: getattr(node, name) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")}
        node.__class__ = new.__class__
        node.__dict__.clear()
        node.__dict__.update({**kept, **vars(new)})
    return line or getattr(node, "lineno", 0)
