"""What the verbs do to one declaration, each with what it expects to find."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from .. import ast
from ..ast.printer import first_line
from ..ast.tree import alone, below, filled, get, marked, put, stretch, title
from ..source import Span
from . import messages
from .addresses import label, pattern, places, spelled, worded
from .messages import Misfit
from .working_copy import Target, offers

_VALUE = {ast.ScoreLine: "value", ast.Rank: "value", ast.Case: "result"}  # what a line says
MARKING = ("field", "line", "step", "option", "body")  # what `change` puts marks on by itself
_NEEDED = (ast.ScoreLine, ast.Say, ast.TextLine)  # without their text there is nothing left of them


def present(decl: ast.Decl, t: Target) -> ast.Fragment | None:
    """Return what stands at a place, or None if it is nothing that can be written in a `from`."""
    node = get(decl, t.walk)
    match t.form:
        case "field":
            return ast.Fragment(node.values, node.block, at=stretch(node.values or node.block or (node,)))
        case "cell" | "expr" | "when":
            return ast.Fragment((node,), at=node.at)
        case "line":
            value = getattr(node, _VALUE[type(node)])
            return ast.Fragment((value,), side=node.word if isinstance(node, ast.Rank) else "", at=value.at)
        case "values":
            return ast.Fragment(node, at=stretch(node)) if node is not None else None
        case "step":
            return ast.Fragment(block=(node,), at=node.at)
        case "option":
            return ast.Fragment(block=node.body, at=stretch(node.body))
        case "body":
            return ast.Fragment(block=node, at=stretch(node))
        case "once":
            return ast.Fragment((ast.Ident(node.id, at=node.at),), at=node.at)
        case "text":
            return ast.Fragment((ast.TextExpr(node, at=node.at),), at=node.at)
        case "range":
            return ast.Fragment((ast.Binary("..", node.low, node.high, at=node.at),), at=node.at)
        case "number":
            return ast.Fragment((ast.Number(node, at=decl.at),), at=decl.at)
        case "sight":
            at = get(decl, t.walk[:-1]).at
            return ast.Fragment((ast.Ident(node, at=at),), at=at)
        case "names":
            return ast.Fragment(tuple(ast.Ident(n.id, at=n.at) for n in node), at=stretch(node))
        case _:
            return None


def change(decl: ast.Decl, t: Target, new: ast.Fragment, marks: ast.Marks) -> ast.Decl:
    """Put something else in a place."""
    node = get(decl, t.walk)
    if new.side and not isinstance(node, ast.Rank | ast.Winner):
        raise Misfit(
            messages.unfit(f"Only a line of `winner` begins with `{new.side}`.", new.at, "Leave the word out.")
        )
    match t.form:
        case "field":
            changed = replace(node, values=new.values, block=new.block, marks=marks, at=new.at)
        case "cell" | "expr" | "when":
            changed = _one(new)
        case "line":
            said = {_VALUE[type(node)]: _one(new), "marks": marked(marks, node.marks)}
            changed = replace(node, **said)
            if isinstance(changed, ast.Rank) and new.side:
                changed = replace(changed, word=new.side)
        case "values":
            changed = _values(new)
        case "step":
            if alone(new) and new.block is not None and below(node.do):
                new = replace(new, block=(filled(new.block[0], node),))
            return _splice(decl, t, steps(new, marks, node.label))
        case "option":
            changed = replace(node, body=steps(new, marks, None))
        case "body":
            changed = steps(new, marks, None)
        case "once":
            changed = _name(new)
        case "text":
            changed = _text(new)
        case "range":
            changed = _range(new)
        case "number":
            changed = _number(new)
        case "sight":
            changed = _sight(new)
        case "names":
            changed = tuple(_name(ast.Fragment((v,), at=v.at)) for v in _values(new))
        case _:
            raise _unnamed(decl, t, new.at)
    return cast(ast.Decl, put(decl, t.walk, changed))


def remove(decl: ast.Decl, t: Target, at: Span) -> ast.Decl | None:
    """Take a place away; None if nothing of the declaration is left."""
    above, last = t.walk[:-1], t.walk[-1] if t.walk else 0
    match t.form:
        case "whole" if not t.walk:
            return None
        case "field" | "whole":
            rest = _without(get(decl, above), cast(int, last))
            return cast(ast.Decl, put(decl, above, rest)) if rest or t.form == "field" else None
        case "line" | "member" | "option" if len(get(decl, above)) > 1:
            return cast(ast.Decl, put(decl, above, _without(get(decl, above), cast(int, last))))
        case "values" | "once" | "when":
            return cast(ast.Decl, put(decl, t.walk, None))
        case "text" if not isinstance(get(decl, above), _NEEDED):
            return cast(ast.Decl, put(decl, t.walk, None))
        case "step":
            return _splice(decl, t, ())
        case "cell" if last == len(get(decl, above)) - 1:
            return cast(ast.Decl, put(decl, above, get(decl, above)[:-1]))
    raise Misfit(
        messages.unfit(f"`{spelled(t.address)}` cannot be taken away.", at, "Use `change` to say what comes instead.")
    )


def add(decl: ast.Decl, t: Target, part: str, op: ast.Add) -> ast.Decl:
    """Give a thing, an action or an option a part that it does not have; `part` is empty for a default."""
    node, new = get(decl, t.walk), cast(ast.Fragment, op.new)
    match node:
        case ast.Step(do=ast.Action() | ast.Hook() | ast.ChangeLine() | ast.May()):
            if part == "when" and not isinstance(node.do, ast.Action):
                return cast(ast.Decl, put(decl, (*t.walk, "do", "when"), _one(new)))
            if part == "once" and not isinstance(node.do, ast.ChangeLine | ast.May):
                return cast(ast.Decl, put(decl, (*t.walk, "do", "once"), _name(new)))
        case ast.Action() if part == "once":
            return cast(ast.Decl, put(decl, (*t.walk, "once"), _name(new)))
        case ast.Action() | ast.Effect() | ast.Row() | ast.Member() if part == "title":
            return cast(ast.Decl, put(decl, (*t.walk, "title"), _text(new)))
        case ast.OptionLine() if part in ("title", "when"):
            what = ("label", _text(new)) if part == "title" else ("when", _one(new))
            return cast(ast.Decl, put(decl, (*t.walk, what[0]), what[1]))
        case ast.Row():
            columns = [c.id for c in cast(ast.Rows, decl).columns]
            if len(node.values) < len(columns) and columns[len(node.values)] == part:
                return cast(ast.Decl, put(decl, (*t.walk, "values"), (*node.values, _one(new))))
        case ast.Thing() | ast.Game() | ast.Resource() if part == "title" and _is_text(new):
            return replace(node, title=_text(new))
        case ast.Thing() | ast.Game() | ast.Resource() | ast.Ruling():
            name = ast.Name(part, at=op.path.at)
            field = ast.Field(name, new.values, new.block, op.marks, at=op.at)
            return replace(node, fields=(*node.fields, field))
        case None if t.form == "values":
            return cast(ast.Decl, put(decl, t.walk, _values(new)))
    where = spelled(t.address)
    message = f"`{where}` cannot be given `{part}`." if part else f"Nothing can be added at `{where}`."
    raise Misfit(messages.unfit(message, op.path.at, "Use `change`, `insert` or `include`, or declare something new."))


def apart(rows: ast.Rows, name: str) -> tuple[ast.Rows, ast.Thing, ast.Rows]:
    """Take a row out of its table, as a declaration of its own: then it can have fields that are no columns."""
    i = next(i for i, row in enumerate(rows.rows) if row.name.id == name)
    row = rows.rows[i]
    fields = (ast.Field(c, (v,), None, row.marks, at=v.at) for c, v in zip(rows.columns, row.values, strict=False))
    marks = replace(row.marks, reconstructed=row.marks.reconstructed or rows.marks.reconstructed)
    thing = ast.Thing(rows.type, row.name, row.title, tuple(fields), marks=marks, at=row.at)
    return replace(rows, rows=rows.rows[:i]), thing, replace(rows, rows=rows.rows[i + 1 :])


def insert(decl: ast.Decl, t: Target, op: ast.Insert) -> ast.Decl:
    """Put lines before or after a labelled step, an option, or a line of scoring or winner."""
    node = get(decl, t.walk)
    if t.form == "step" and op.block:
        new: tuple[ast.Node, ...] = steps(ast.Fragment(block=op.block), op.marks, None)
    elif t.form in ("line", "option") and op.lines and all(type(n) is type(node) for n in op.lines):
        new = tuple(replace(n, marks=marked(n.marks, op.marks)) for n in op.lines)
    else:
        way = {"line": "Write `insert line` and lines of the same kind.", "option": "Write `insert option`."}
        message = f"Such lines cannot be inserted beside `{spelled(t.address)}`."
        if lines := [spelled(p.address) for p, _ in worded(decl, t.address[0], ())] if t.form == "body" else []:
            way["body"] = f"Name a line of it: {' or '.join(f'`{line}`' for line in lines[:3])}."
        raise Misfit(messages.unfit(message, op.path.at, way.get(t.form, "Name a labelled step.")))
    return _splice(decl, t, (*new, node) if op.where == "before" else (node, *new))


def include(decl: ast.Decl, t: Target, value: ast.Expr) -> tuple[ast.Decl, Span | None]:
    """Add a value to a set, list or offer, or a member to a kind. Also returns where it stands already, if it does."""
    if t.form == "members":
        if not isinstance(value, ast.Ident):
            raise Misfit(messages.unfit("A member of a kind is a name.", value.at))
        members: tuple[ast.Member, ...] = get(decl, t.walk)
        for m in members:
            if m.name.id == value.id:
                return decl, m.at
        member = ast.Member(ast.Name(value.id, at=value.at), None, at=value.at)
        return cast(ast.Decl, put(decl, t.walk, (*members, member))), None
    walk, node = t.walk, get(decl, t.walk)
    if t.form == "field":
        walk, node = (*walk, "values"), node.values
    if t.form == "step" and isinstance(node.do, ast.Offer):
        walk, node = (*walk, "do", "actions"), node.do.actions
    new = _name(ast.Fragment((value,), at=value.at)) if t.form == "names" else value
    if isinstance(node, tuple) and len(node) == 1 and isinstance(node[0], ast.SetLit):
        walk, node = (*walk, 0), node[0]
    if isinstance(node, ast.SetLit):
        walk, node = (*walk, "items"), node.items
    if not isinstance(node, tuple) or t.form == "body":
        message = f"`{spelled(t.address)}` is no list of values."
        lists = offers(decl, t.address[0], ()) if t.form == "body" else []
        way = "Use `change` with `from` and `to`."
        if lists:
            way = f"Actions are offered at {' or '.join(f'`{spelled(a)}`' for a in lists[:3])}."
        raise Misfit(messages.unfit(message, value.at, way))
    for item in node:
        if item == new:
            return decl, item.at
    return cast(ast.Decl, put(decl, walk, (*node, new))), None


def include_line(decl: ast.Decl, line: ast.Case, marks: ast.Marks) -> tuple[ast.Decl, Span | None]:
    """Add a line to a table (before `otherwise`) or to a scoring."""
    first = line.patterns[0]
    match decl:
        case ast.Value() if decl.by is not None:
            for c in decl.cases:
                if c.patterns == line.patterns:
                    return decl, c.at
            at = next((i for i, c in enumerate(decl.cases) if not c.patterns), len(decl.cases))
            new = replace(line, marks=marked(line.marks, marks))
            return replace(decl, cases=(*decl.cases[:at], new, *decl.cases[at:])), None
        case ast.Scoring() if isinstance(first, ast.TextExpr) and len(line.patterns) == 1:
            for s in decl.lines:
                if title(s.title) == title(first.text):
                    return decl, s.at
            score = ast.ScoreLine(first.text, line.result, marked(line.marks, marks), at=line.at)
            return replace(decl, lines=(*decl.lines, score)), None
    way = "Such a line belongs into a table (`value … by …`) or, with its title in quotes, into a scoring."
    raise Misfit(messages.unfit("This is no place for a line with `is`.", line.at, way))


def line_name(line: ast.Case) -> str:
    """The last part of the address that an included line gets."""
    first = line.patterns[0]
    return title(first.text) if isinstance(first, ast.TextExpr) else pattern(line)


def _splice(decl: ast.Decl, t: Target, new: tuple[ast.Node, ...]) -> ast.Decl:
    above, i = t.walk[:-1], cast(int, t.walk[-1])
    old: tuple[ast.Node, ...] = get(decl, above)
    changed = (*old[:i], *new, *old[i + 1 :])
    # A block without lines cannot be written; one that lost its last line does nothing.
    return cast(ast.Decl, put(decl, above, changed or (ast.Step(None, ast.Nothing(), at=old[i].at),)))


def steps(new: ast.Fragment, marks: ast.Marks, kept: ast.Name | None) -> ast.Block:
    """Read a fragment as lines; the first keeps the old label, so that the address stays alive."""
    if alone(new):
        message = f"Nothing stands below `{first_line(new.block[0]) if new.block else ''}`."
        way = "Write what it does below it, indented. A heading alone comes in place of a heading."
        raise Misfit(messages.unfit(message, new.at, way))
    if new.block is not None:
        block = new.block
    elif new.values is not None and len(new.values) == 1 and isinstance(new.values[0], ast.Ident | ast.Dot | ast.Call):
        block = (ast.Step(None, ast.Run(new.values[0], at=new.at), at=new.at),)
    else:
        raise Misfit(
            messages.unfit(
                "Lines are needed here, not a value.", new.at, "Write for example `nothing`, or `gain 1 coin`."
            )
        )
    taken = kept is not None and any(label(s) == kept.id for s in block)
    return tuple(
        replace(s, marks=marked(s.marks, marks), label=kept if i == 0 and s.label is None and not taken else s.label)
        for i, s in enumerate(block)
    )


def _values(new: ast.Fragment) -> tuple[ast.Expr, ...]:
    if new.values is None:
        raise Misfit(messages.unfit("A value is needed here, not lines.", new.at))
    return new.values


def _one(new: ast.Fragment) -> ast.Expr:
    values = _values(new)
    if len(values) != 1:
        raise Misfit(messages.unfit("One value is needed here.", new.at, "Put several values in `{ }`."))
    return values[0]


def _name(new: ast.Fragment) -> ast.Name:
    one = _one(new)
    if not isinstance(one, ast.Ident):
        raise Misfit(
            messages.unfit("A name is needed here.", new.at, "`once per` takes an effect, `stages` any names.")
        )
    return ast.Name(one.id, at=one.at)


def _is_text(new: ast.Fragment) -> bool:
    return new.values is not None and len(new.values) == 1 and isinstance(new.values[0], ast.TextExpr)


def _text(new: ast.Fragment) -> ast.Text:
    if not _is_text(new):
        raise Misfit(messages.unfit("A text in quotes is needed here.", new.at, 'Write it as `"..."`.'))
    return cast(ast.TextExpr, _one(new)).text


def _range(new: ast.Fragment) -> ast.Type:
    one = _one(new)
    if not isinstance(one, ast.Binary) or one.op != "..":
        raise Misfit(messages.unfit("A range is needed here.", new.at, "Write it as `0..9`."))
    return ast.RangeType(one.left, one.right, at=one.at)


def _sight(new: ast.Fragment) -> str:
    one = _one(new)
    if not isinstance(one, ast.Ident) or one.id not in ("public", "private", "hidden"):
        raise Misfit(messages.unfit("This says who sees it.", new.at, "Write `public`, `private` or `hidden`."))
    return one.id


def _number(new: ast.Fragment) -> int:
    one = _one(new)
    if not isinstance(one, ast.Number):
        raise Misfit(messages.unfit("A plain number is needed here.", new.at))
    return one.value


def _without(items: tuple[ast.Node, ...], i: int) -> tuple[ast.Node, ...]:
    return (*items[:i], *items[i + 1 :])


def _unnamed(decl: ast.Decl, t: Target, at: Span) -> Misfit:
    name = spelled(t.address)
    if lines := [f"`{spelled(p.address)}`" for p in places(decl) if p.form == "line" and p.address[0] == "winner"]:
        return Misfit(messages.unfit(f"`{name}` has several lines.", at, f"Name one: {' or '.join(lines)}."))
    anew = "" if name == "game" else f", or write `remove {name}` and declare it anew below"
    return Misfit(messages.unfit(f"`{name}` cannot be changed as a whole.", at, f"Name a part of it{anew}."))
