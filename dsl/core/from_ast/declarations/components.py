"""Component types and their instances: how many things there are, and what each is called."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from regelwerk.dsl import ast, core
from regelwerk.dsl.diagnostics import Diagnostic, Label
from regelwerk.dsl.syntax.errors.headings import declaring
from regelwerk.dsl.syntax.errors.whole_file import capital_heading

from ..context import Instance, TypeInfo, World, attempt, fresh_type, plain
from ..errors import Mistake, mistake, unknown, warning
from . import parts
from .headings import one_value

SEVERAL = 3  # rows from which on one can be told from the others


def declare_types(w: World, every: list[ast.Decl]) -> None:
    for d in every:
        if isinstance(d, ast.TypeDecl) and fresh_type(w, d.name):
            w.types[d.name.id] = TypeInfo(d)
            if d.on is not None and d.on.id not in w.boards:
                w.report(unknown("RW2043", "board", d.on.id, w.boards, d.on.at))
                w.types[d.name.id] = TypeInfo(replace(d, on=None))
                w.broken.add(d.name.id)


def declare_instances(w: World, every: list[ast.Decl]) -> None:
    seen: dict[tuple[str, str], Instance] = {}
    for d in every:
        if isinstance(d, ast.Thing):
            with attempt(w, d.name.id):
                _instance(w, seen, d.type, d.name, d.title, d.fields, d.marks)
        elif isinstance(d, ast.Rows) and (wide := _another_width(d)) is not None:
            w.report(wide)
            w.broken |= {row.name.id for row in d.rows}
        elif isinstance(d, ast.Rows):
            for row in d.rows:
                with attempt(w, row.name.id):
                    _row(w, seen, d, row)
    for info in w.types.values():
        with attempt(w, info.name):
            parts.count(w, info)
    seats = w.program.players[1]
    for info in w.types.values():
        ids: list[str] = []
        titles: list[str] = []
        designs: list[int] = []
        for i in info.instances:
            i.first = len(ids)
            for copy in range(i.copies):
                ids.append(i.name if i.copies == 1 else f"{i.name}#{copy + 1}")
                titles.append(i.title)
                designs.append(i.first)
            w.things.setdefault(i.name, []).append((info.name, i.first))
        if info.decl.per_player:
            info.per_player = n = len(ids)
            ids = [f"{name}@{p + 1}" for p in range(seats) for name in ids]
            titles, designs = titles * seats, [p * n + first for p in range(seats) for first in designs]
        alike = info.decl.part_of is None  # a part is told apart by what it belongs to
        copied = tuple(designs) if alike and any(i.copies > 1 for i in info.instances) else ()
        w.program.domains[info.name] = core.Domain(
            info.name, "component", tuple(ids), tuple(titles), copied, part_of=info.belongs, at=info.decl.at
        )
    w.order.rank = {d: i for i, d in enumerate(w.program.domains)}


def _another_width(d: ast.Rows) -> Mistake | None:
    """One message for a heading that lacks a column of all its rows, or names one that none of them has."""
    counts = {len(row.values) for row in d.rows}
    if len(d.rows) < 2 or len(counts) > 1 or (count := counts.pop()) == len(d.columns):
        return None
    help = "Name the missing field in the heading, for example `copies`; several values of one field stand in braces."
    if count < len(d.columns):
        if not all(_left_out(d, row) for row in d.rows):
            return None
        help = "Give every row its value, also if it is 0, or leave the column out; names and titles have no column."
    named = "one column" if len(d.columns) == 1 else f"{len(d.columns)} columns"
    said = f"Every row has {count} values, but the heading names {named}."
    others = (Label(d.rows[0].at, "the first row"),)
    at = d.columns[0].at._replace(end_column=d.columns[-1].at.end_column) if d.columns else d.at
    return mistake("RW3090", said, at, help, others)


def _row(w: World, seen: dict[tuple[str, str], Instance], d: ast.Rows, row: ast.Row) -> None:
    if len(row.values) > len(d.columns) or _left_out(d, row):
        help = f"The columns are {', '.join(c.id for c in d.columns)}; several values of one column stand in braces."
        count = "1 value" if len(row.values) == 1 else f"{len(row.values)} values"
        if half := _fraction(row.values):
            help = f"Numbers are whole: `{half}` is read as two values. {help}"
        raise mistake("RW3090", f"This row has {count} for {len(d.columns)} columns.", row.at, help)
    fields = tuple(ast.Field(c, (v,), None, row.marks, at=v.at) for c, v in zip(d.columns, row.values, strict=False))
    marks = replace(row.marks, reconstructed=row.marks.reconstructed or d.marks.reconstructed)
    _instance(w, seen, d.type, row.name, row.title, fields, marks)


def _fraction(values: tuple[ast.Expr, ...]) -> str:
    """Two numbers with nothing but a comma between them: `4,5`."""
    for a, b in pairwise(values):
        if isinstance(a, ast.Number) and isinstance(b, ast.Number) and a.at.end_column + 1 == b.at.column:
            return f"{a.value},{b.value}"
    return ""


def _left_out(d: ast.Rows, row: ast.Row) -> bool:
    """Say whether a row lacks the value of a column that has no value otherwise."""
    left = [c.id for c in d.columns[len(row.values) :]]
    return bool(row.values) and "copies" in left


def _instance(
    w: World,
    seen: dict[tuple[str, str], Instance],
    type_: ast.Name,
    name: ast.Name,
    title: ast.Text | None,
    fields: tuple[ast.Field, ...],
    marks: ast.Marks,
) -> None:
    info = w.types.get(type_.id)
    if info is None and type_.id.lower() in declaring():
        raise Mistake(capital_heading(type_.id, type_.at), type_.id)
    if info is None:
        raise unknown("RW2001", "type", type_.id, w.types, type_.at)
    if (type_.id, name.id) in seen:
        first = seen[type_.id, name.id]
        raise mistake(
            "RW2044",
            f"Two of type {type_.id} are called `{name.id}`.",
            name.at,
            "Give one of them another name.",
            others=(Label(first.at, "the other one"),),
        )
    slots = [s.name.id for s in info.decl.slots] + ["copies", "parts", "sides"]
    given: dict[str, ast.Field] = {}
    flawed = False
    for f in fields:
        if f.name.id not in slots:
            flawed = True
            own = ", ".join(f"`{s.name.id}`" for s in info.decl.slots)
            way = f"If every {type_.id} shall have one, declare it below `type {type_.id}`."
            way += f" Now it has: {own}." if own else ""
            w.report(unknown("RW2045", f"{type_.id} field", f.name.id, slots, f.name.at, way))
        elif f.name.id in given:
            w.report(
                mistake(
                    "RW2046",
                    f"`{f.name.id}` stands twice.",
                    f.name.at,
                    "Leave one of them out.",
                    others=(Label(given[f.name.id].name.at, "first here"),),
                )
            )
        else:
            given[f.name.id] = f
    copies = 1
    if "copies" in given and given["copies"].values:
        if len(given["copies"].values) > 1:
            w.report(one_value(given["copies"]))
        copies = w.constant(given["copies"].values[0])
    if not 0 <= copies <= 500:
        help = "Things without differences are a resource: a number that is kept."
        raise mistake("RW3091", "There can be 0 to 500 copies.", name.at, help)
    if copies == 0:
        help = "Write how many there are, or leave it out of the game."
        w.report(warning("RW3100", f"There is no copy of `{name.id}`.", name.at, help))
    it = Instance(type_.id, name.id, plain(title, name.id.replace("_", " ")), given, copies, 0, name.at, marks, flawed)
    seen[type_.id, name.id] = it
    info.instances.append(it)


def other_order(found: list[Diagnostic], every: list[ast.Decl]) -> list[Diagnostic]:
    """One message for a row whose values stand in another order than its columns."""
    out = found
    for rows in (d for d in every if isinstance(d, ast.Rows)):
        for row in rows.rows:
            wrong = [d for d in out if d.code == "RW3001" and any(d.at == v.at for v in row.values)]
            if len(wrong) < 2:
                continue
            columns = ", ".join(c.id for c in rows.columns)
            at = row.values[0].at.to(row.values[-1].at)
            said = f"The values of `{row.name.id}` do not fit the columns."
            one = Diagnostic("RW3001", said, at, f"Write them in the order of the heading: {columns}.")
            out = [d for d in out if d not in wrong] + [one]
    return out


def shorter_rows(found: list[Diagnostic], every: list[ast.Decl]) -> list[Diagnostic]:
    """Warn of the only row that leaves out what all others say, unless it has a message of its own."""
    out = []
    for rows in (d for d in every if isinstance(d, ast.Rows)):
        short = [row for row in rows.rows if len(row.values) < len(rows.columns)]
        if len(rows.rows) < SEVERAL or len(short) != 1 or not short[0].values:
            continue
        row = short[0]
        if not any(d.at.file == row.at.file and d.at.line == row.at.line for d in found):
            left = ", ".join(f"`{c.id}`" for c in rows.columns[len(row.values) :])
            said = f"`{row.name.id}` leaves out {left}; all other rows say it."
            out.append(warning("RW3090", said, row.at, "Write the value, also if it is 0."))
    return out
