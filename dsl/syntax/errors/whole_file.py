"""Messages that only a whole file, or all files together, can word: what looks like several mistakes is one."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic, Fix, Label
from regelwerk.dsl.source import LAYERS, Source, Span

from ..indentation_errors import no_ruleset
from .foreign import FOREIGN_DECLARATIONS
from .headings import declaring

_UNKNOWN = ("RW1001", "RW1002", "RW1017")
_TABLE_ROW = re.compile(r'\w+ *(?:"[^"]*")? *:.*\S')


def together(
    sources: Mapping[str, Source], files: Sequence[ast.File], problems: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """Word what was found in all files: files that are no ruleset, small types, lines that were not indented."""
    decls = [d for f in files for d in f.decls]
    types = {d.name.id for d in decls if isinstance(d, ast.TypeDecl | ast.Kind | ast.Board)}
    things = {d.name.id for d in decls if isinstance(d, ast.TypeDecl)}
    titles = _titles(decls)
    game = next((d.name.id for d in decls if isinstance(d, ast.Game)), "")
    out: list[Diagnostic] = []
    for file in files:
        source = sources[file.name]
        found = _prose(source, file, [d for d in problems if d.at.file == file.name])
        found = [_capital_heading(_small_type(d, source, types, things), source, things) for d in found]
        overlay = any(isinstance(d, ast.Overlay) for d in file.decls)
        found = [_changed(d, source) if overlay else d for d in found]
        found = [_printed(_for_game(d, game), source, titles) for d in found]
        found = [_columns(_card(d, source, decls), decls) for d in found]
        rows = [d for d in decls if isinstance(d, ast.Rows)]
        out += _at_the_margin(source, _tables(sources, source, rows, found))
    return out


def _titles(decls: Sequence[ast.Decl]) -> dict[str, str]:
    """Return the names of what is printed with a title."""
    named = [(d.title, d.name.id) for d in decls if isinstance(d, ast.Thing)]
    named += [(m.title, m.name.id) for d in decls if isinstance(d, ast.Kind) for m in d.members]
    named += [(row.title, row.name.id) for d in decls if isinstance(d, ast.Rows) for row in d.rows]
    whole = [(title.parts[0], name) for title, name in named if title is not None and len(title.parts) == 1]
    return {title.casefold(): name for title, name in whole if isinstance(title, str)}


def _printed(d: Diagnostic, source: Source, titles: Mapping[str, str]) -> Diagnostic:
    """`move Old Hans to me.crew`: a title, as it is printed, where a name is wanted."""
    line = source.lines[d.at.line - 1] if 0 < d.at.line <= len(source.lines) else ""
    if d.code == "RW1023" and d.about.startswith('"'):
        words = d.about.strip('"').casefold()
        name = titles.get(words) or (words if words in titles.values() else None)
        return d if name is None else replace(d, help=f"Write `{name}`.", fixes=(Fix(d.at, name),))
    said = re.sub(r'"[^"]*"', lambda text: " " * len(text[0]), line.split("#")[0]).casefold()
    if not d.code.startswith("RW1") or len(said) != len(line.split("#")[0]):
        return d
    for title, name in titles.items():
        if " " in title and (start := said.find(title)) >= 0 and not said[start - 1 : start].isalnum():
            at = Span(source.name, d.at.line, start + 1, d.at.line, start + len(title) + 1)
            words = line[start : start + len(title)]
            message = f"`{words}` is a title; rules speak of it by the name in front of it."
            return Diagnostic("RW1023", message, at, f"Write `{name}`.", fixes=(Fix(at, name),))
    return d


def _card(d: Diagnostic, source: Source, decls: Sequence[ast.Decl]) -> Diagnostic:
    """`card lena "Lena"`: a card begins with its type; the field below tells which."""
    found = re.match(r'(?:card|tile|component) +(\w+ +"[^"]*")', _line(source, d)) if d.code == "RW1002" else None
    below = re.match(r" +(\w+)", source.lines[d.at.line]) if found and d.at.line < len(source.lines) else None
    types = [t for t in decls if isinstance(t, ast.TypeDecl)]
    fitting = [t.name.id for t in types if below and any(s.name.id == below[1] for s in t.slots)]
    if found is None or not types:
        return d
    type_ = (fitting or [types[0].name.id])[0]
    fixes = (Fix(d.at, type_),)
    return replace(d, help=f"A card begins with the name of its type: `{type_} {found[1]}`.", fixes=fixes)


_NO_COLUMNS = re.compile(r"Write `rows (\w+): …`")


def _columns(d: Diagnostic, decls: Sequence[ast.Decl]) -> Diagnostic:
    """`rows Card` alone: the columns of another table of that type are most probably meant."""
    of = _NO_COLUMNS.match(d.help) if d.code == "RW1001" else None
    table = next((r for r in decls if of and isinstance(r, ast.Rows) and r.type.id == of[1]), None)
    if table is None:
        return d
    heading = f"rows {table.type.id}: {', '.join(c.id for c in table.columns)}"
    return replace(d, help=f"Write for example `{heading}`, with the fields whose values stand in the rows.")


def _for_game(d: Diagnostic, game: str) -> Diagnostic:
    """Name the game an overlay is for, where it is known."""
    if d.code != "RW1001" or not game:
        return d
    help = d.help.replace("for the_game`, with the name behind `game` in its rules.", f"for {game}`.")
    return replace(d, help=help.replace("for example `for old_fox`", f"here `for {game}`"))


def _small_type(d: Diagnostic, source: Source, types: Collection[str], things: Collection[str]) -> Diagnostic:
    """Turn an unknown word into a type with a small letter or a plural, if there is such a type."""
    word = _word(source, d)
    if d.code == "RW1015" and word in things and re.search(r"\b(?:gain|pay|owe)\b", source.lines[d.at.line - 1]):
        said = f"`{word}` is the name of a type: such things are moved, not gained or paid."
        return replace(d, code="RW1023", message=said, help="Write `move … to …`.", fixes=())
    if d.code not in _UNKNOWN or not d.about:
        return d
    heads = d.code == "RW1002"
    if heads and d.fixes and re.match(r"\w+ +[A-Z]\w* *:", _line(source, d)):
        return d  # `cards Card: …`
    big = d.about[:1].upper() + d.about[1:]
    for name in (big, big.removesuffix("s"), big.removesuffix("es")):
        if name in (things if heads else types):
            said = f"The name of a type begins with a capital, `{d.about}` with a small letter."
            return replace(d, code="RW1015", message=said, help=f"Write `{name}`.", fixes=(Fix(d.at, name),))
    swapped = (
        re.match(r"(\w+) +([A-ZÀ-ÖØ-Þ]\w*)(?= *(?:[\"@#]|$))", _line(source, d)) if heads and not d.fixes else None
    )
    if swapped is not None and swapped[2] in things:
        new, at = f"{swapped[2]} {swapped[1]}", d.at._replace(end_column=swapped.end() + 1)
        return replace(
            d, message="The type stands before the name.", help=f"Write `{new}`.", at=at, fixes=(Fix(at, new),)
        )
    return d


def _changed(d: Diagnostic, source: Source) -> Diagnostic:
    """`set player.coins to 5` in an overlay: it changes rules, and says what it expects to find."""
    found = re.match(r"set +([\w.]+) +to +([^#@]+)", _line(source, d)) if d.code == "RW1002" else None
    if found is None:
        return d
    said = "An overlay changes the rules themselves, and says what it expects to find."
    help = f"Write `change {found[1]}`, and below it, indented, `from …` and `to {found[2].strip()}`."
    return replace(d, code="RW1023", message=said, help=help, fixes=())


def _capital_heading(d: Diagnostic, source: Source, things: Collection[str]) -> Diagnostic:
    """`Winner`: the word that begins a declaration, with a capital."""
    line = min(d.at.line, len(source.lines))
    while line > 1 and not source.lines[line - 1][:1].strip(" #"):
        line -= 1
    first = re.match(r"[A-Z]\w*", source.lines[line - 1]) if source.lines else None
    if first is None or first[0] in things or first[0].lower() not in declaring() or not d.code.startswith("RW1"):
        return d
    return capital_heading(first[0], Span(source.name, line, 1, line, first.end() + 1))


def capital_heading(word: str, at: Span) -> Diagnostic:
    """Say that a word of the language begins with a capital."""
    small = word.lower()
    said = f"`{small}` begins with a small letter."
    return Diagnostic("RW1015", said, at, f"Write `{small}`.", fixes=(Fix(at, small),))


def _word(source: Source, d: Diagnostic) -> str:
    """Return what stands at the place of a message."""
    line = source.lines[d.at.line - 1] if 0 < d.at.line <= len(source.lines) else ""
    return line[d.at.column - 1 : d.at.end_column - 1] if d.at.line == d.at.end_line else ""


def _line(source: Source, d: Diagnostic) -> str:
    """Return the line of a message, if it is about a declaration that begins there."""
    return source.lines[d.at.line - 1] if d.at.column == 1 and d.at.line <= len(source.lines) else ""


_BEGINS = re.compile(r"^([^\s#]\w*)", re.MULTILINE)


def _prose(source: Source, file: ast.File, problems: list[Diagnostic]) -> list[Diagnostic]:
    """One message for a file that is something else altogether."""
    begins = _BEGINS.findall(source.text)
    if file.decls or len(problems) < 2 or set(begins) & declaring():
        return problems
    if begins and (new := FOREIGN_DECLARATIONS.get(begins[0])):
        help = f"Here it is `{new}`; what belongs to it is indented, without brackets around it."
        return [replace(problems[0], code="RW1002", message=f"No declaration begins with `{begins[0]}`.", help=help)]
    return [no_ruleset(problems[0].at, len(begins))]


def _tables(
    sources: Mapping[str, Source], source: Source, rows: Sequence[ast.Rows], problems: list[Diagnostic]
) -> list[Diagnostic]:
    """A row of a table that stands by itself."""
    own = [r for r in rows if r.at.file == source.name] or rows
    out = []
    for d in problems:
        if (
            d.code == "RW1002"
            and d.about
            and _TABLE_ROW.fullmatch(_line(source, d))
            and ((above := _heading(source, d, ())) is None or _is_header(source, above))
        ):
            heading = "rows Card: rank, copies"
            if own:
                heading = sources[own[-1].at.file].lines[own[-1].at.line - 1].split("#")[0].strip()
            help = f"It belongs below `{heading}`, indented by two spaces."
            d = replace(d, message="A row of a table cannot stand by itself.", help=help, about="")
        out.append(d)
    return out


def _is_header(source: Source, above: Span) -> bool:
    """Say whether this is the heading of an overlay, below which nothing is indented but its own fields."""
    return source.lines[above.line - 1].split(" ")[0] in LAYERS


def _at_the_margin(source: Source, problems: list[Diagnostic]) -> list[Diagnostic]:
    """Lines that begin nothing, right below a declaration: they were not indented. One message for all of them."""
    out: list[Diagnostic] = []
    heads: tuple[int, Span] | None = None  # the last of such lines, and the heading they belong to
    none = {d.at.line for d in problems if d.code == "RW1002"}
    for d in problems:
        begins = d.code == "RW1002" and not any(fix.text.strip() for fix in d.fixes)  # no word of another language
        above = _heading(source, d, none) if begins and (d.about or d.fixes) else None
        if above is None:
            out.append(d)
        elif heads is not None and above.line == heads[1].line and d.at.line > heads[0]:
            said = "These lines belong to the heading above them, but are not indented."
            help = "Indent them by two spaces."
            out[-1] = replace(out[-1], message=said, help=help, fixes=(*out[-1].fixes, _indent(d)))
            heads = (d.at.line, above)
        else:
            out = [e for e in out if e.code != "RW1013" or e.at.line != above.line]
            said = "This line belongs to the heading above it, but is not indented."
            at = (Label(above, "the heading"),)
            out.append(replace(d, message=said, help="Indent it by two spaces.", others=at, fixes=(_indent(d),)))
            heads = (d.at.line, above)
    return out


def _indent(d: Diagnostic) -> Fix:
    return Fix(d.at._replace(column=1, end_line=d.at.line, end_column=1), "  ")


def _heading(source: Source, d: Diagnostic, none: Collection[int]) -> Span | None:
    """Return the heading to which a line right below other lines, without a blank one between, seems to belong;
    `none` are lines that are no headings."""
    line = d.at.line - 1
    while line > 0 and (above := source.lines[line - 1]).strip() and not above.startswith("#"):
        line -= 1
        first = re.match(r"[^\W\d]\w*", above)
        if first is not None and line + 1 not in none and (first[0] in declaring() or first[0][0].isupper()):
            return Span(source.name, line + 1, 1, line + 1, len(above.split("#")[0].rstrip()) + 1)
    return None
