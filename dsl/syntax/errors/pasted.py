"""What comes from elsewhere: rows of a spreadsheet, notes without their `#`, texts with marks inside."""

from __future__ import annotations

import re

from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.source import Source, Span, begins_as_overlay

from ..words import keywords
from .situation import Mishap, inside

_CELLS = re.compile(r"[^\s|;,:]+")
_NOTE = re.compile(r"(?<= )\((?:[^\W\d]+[,;]? +){2,20}[^()\d]{0,120}\)")
_SENTENCE = re.compile(r"[^\W\d][\w'’-]*(?:,? +[\w'’(-][\w'’)-]*){3,}[.:!?]?")
_RULED = re.compile(r"(?:-{3,}|={3,}|\*{3,}|<!--)")


def lost_note(line: str) -> bool:
    """Say whether a line at the margin is a sentence for readers, or a line of dashes that parts the file."""
    return bool(_RULED.match(line) or (_SENTENCE.fullmatch(line.strip()) and not re.match(r"[a-z]\w* {2,}", line)))


def pasted_row(m: Mishap) -> Diagnostic | None:
    """`plum "plum" blue 4 3`, `| plum | blue | 4 |`, `plum; blue; 4`, `plum: blue, 4, "plum"`."""
    columns = _columns(m)
    line, begin = m.line()
    own = line.split("@")[0].rstrip()
    if not columns or own[:1] != " " or re.search(r"[(){}\[\]]", own):
        return None
    title = re.search(r'"[^"]*"', own)
    name, *cells = _CELLS.findall(own.replace(title[0], " ") if title else own) or [""]
    if len(cells) != len(columns) or _one_sign(own, len(columns)):
        return None
    new = f"{name}{' ' + title[0] if title else ''}: {', '.join(cells)}"
    first, last = begin + len(own) - len(own.lstrip()), begin + len(own)
    if m.readable_with((first, last, new)) is not None:
        return None
    at = m.span(first, last)
    said = f"{inside(m)}A colon stands behind the name and its title, and commas between the values."
    return Diagnostic("RW1023", said, at, f"Write `{new}`.", fixes=(Fix(at, new),))


_DONE = re.compile(r"(?:gain|pay|owe|move|draw|add|set|as|if|may|choose|say|score|shuffle|after|change|before)\b")


def doing_row(m: Mishap) -> Diagnostic | None:
    """`quince: blue, 5, 2, gain 3 coins`: values that do something stand in no row, but on a card by itself."""
    columns, (line, begin) = _columns(m), m.line()
    row = re.match(r' +(\w+(?: *"[^"]*")?) *: *(.*\S)', line.split("@")[0])
    if not columns or row is None or not re.search(r"\b" + _DONE.pattern, row[2]):
        return None
    cells = re.split(r", *(?![^{(]*[})])", row[2])
    at = next((i for i, cell in enumerate(cells) if _DONE.match(cell)), 0)
    of = re.match(r"rows +(\w+)", m.clean[m.start :])
    if (
        of is None
        or len(cells[:at]) != len(columns)
        or not re.search(rf"^type +{of[1]}\b", m.source.whole, re.MULTILINE)
    ):
        return None
    code = _code_of(of[1], m.source.whole)
    if code is None:
        return None
    fields = [f"  {name} {value}" for name, value in zip(columns, cells, strict=False)]
    told = "\n".join([f"  {of[1]} {row[1]}", *(f"  {f}" for f in fields), f"    {code} {', '.join(cells[at:])}"])
    where = m.span(begin + len(line) - len(line.lstrip()), begin + len(line.rstrip()))
    said = f"{inside(m)}In a row stand values; what a card does stands on a card by itself."
    return Diagnostic("RW1023", said, where, f"Write below the table, from the left margin:\n{told}")


def _code_of(of: str, whole: str) -> str | None:
    """The first field of a type that does something."""
    block = re.search(rf"^type +{of}\b[^\n]*\n((?: [^\n]*\n|\n)*)", whole, re.MULTILINE)
    found = re.search(r"^ +(\w+) +(?:effect|ability)\b", block[1], re.MULTILINE) if block else None
    return found[1] if found else None


def _one_sign(row: str, columns: int) -> bool:
    """Say whether a row lacks a single colon or comma; that can be said in fewer words."""
    begins = re.match(r' *\w+(?: *"[^"]*")? *(:?)', row)
    lacking = (not begins or not begins[1]) + abs(columns - 1 - row.count(","))
    return lacking == 1 and not re.search(r"[|;]", row)


def json_field(m: Mishap) -> Diagnostic | None:
    """`"price": 3,`, `colours ["red", "blue"]`: a field with the marks of a data file."""
    line, begin = m.line()
    found = re.match(r' +(?:"(\w+)" *:|(\w+) *:?) *(\S.*?)[, ]*$', line)
    if (
        found is None
        or not (found[1] or re.match(r'\[ *["\w]', found[3]))
        or not m.clean[m.start : m.start + 1].isupper()
    ):
        return None
    listed = re.findall(r"[\w.]+", found[3]) if found[3].startswith("[") else [found[3].strip('"')]
    new = f"{found[1] or found[2]} {', '.join(listed)}"
    first, last = begin + len(line) - len(line.lstrip()), begin + len(line)
    if m.readable_with((first, last, new)) is not None:
        return None
    at = m.span(first, last)
    said = f"{inside(m)}A field is its name and what it is, without quotation marks and square brackets."
    return Diagnostic("RW1023", said, at, f"Write `{new}`.", fixes=(Fix(at, new),))


def empty_cell(m: Mishap) -> Diagnostic | None:
    """`plum: blue, , 3`, `plum: blue, -, 3`: a row with nothing in one of its columns."""
    columns = _columns(m)
    before = re.search(r'^ *\w+ *(?:"[^"]*")? *:(.*?)-? *$', m.line()[0][: m.pos - m.line()[1]])
    if not columns or m.word != "," or before is None or before[1].rstrip()[-1:] not in (",", ""):
        return None
    number = before[1].count(",")
    which = f" of `{columns[number]}`" if number < len(columns) else ""
    return m.say(
        "RW1001", f"{inside(m)}The value{which} is missing here.", "Write it, also if it is 0, `none` or `{}`."
    )


def _columns(m: Mishap) -> list[str]:
    """The columns of the table this is a row of."""
    head = re.match(r"rows +\w+ *: *([^\n@]*)", m.clean[m.start :])
    return re.findall(r"\w+", head[1]) if head and m.clean.find("\n", m.start) < m.pos else []


def note_in_brackets(m: Mishap) -> Diagnostic | None:
    """`on_take effect (what happens then)`."""
    line, begin = m.line()
    for found in _NOTE.finditer(line):
        first, last = begin + found.start(), begin + found.end()
        if first <= m.pos < last and m.readable_with((first, last, "")) is None:
            at = m.span(first, last)
            new = f"# {found[0][1:-1]}"
            return Diagnostic(
                "RW1023", "A note for readers stands after `#`.", at, f"Write `{new}`.", fixes=(Fix(at, new),)
            )
    return None


def note_at_margin(m: Mishap) -> Diagnostic | None:
    """`A kind is a list of names.`: read as a card, it is none."""
    line, begin = m.line()
    labelled = re.match(r"(?:Example|Note|Important|Reminder|Hint|Tip|Remark|Beispiel|Hinweis|Wichtig)s?:", line)
    if begin != m.start or line[:1].islower() or not (lost_note(line) or labelled):
        return None
    at = m.span(begin, begin + len(line.rstrip()))
    return missing_hash(m.clean[begin : begin + 1], at, m.source)


def missing_hash(sign: str, at: Span, source: Source) -> Diagnostic:
    """Say that a line is for readers, and in an overlay how something is made different."""
    said = "This is a sentence for readers, not a rule."
    if sign in "-=*":
        said = "Such a line parts the file for readers only."
    mark = at._replace(end_line=at.line, end_column=at.column)
    help = "Begin the line with `#`."
    if sign[:1].isalpha() and begins_as_overlay(source.whole):
        help += " What is to be different is said with `change`, `insert`, `include` or `remove`."
    return Diagnostic("RW1002", said, at, help, fixes=(Fix(mark, "# "),))


def quote_in_text(m: Mishap) -> Diagnostic | None:
    """`"Your "purse" is full."`, `"Your \\"purse\\" is full."`: a text ends at the next mark."""
    line, begin = m.line()
    marks = [i for i, c in enumerate(line) if c == '"']
    before = [i for i in marks if begin + i < m.pos]
    if (m.kind not in ("NAME", "TYPE", "NUMBER", "") and m.word not in keywords()) or len(before) % 2 or len(marks) < 4:
        return None
    if not before or (not re.match(r'"(?=[\w\\])', line[before[-1] :]) and "\\" not in line[: before[-1]]):
        return None
    opened, closed = before[-2], marks[-1]
    inner = line[opened + 1 : closed].replace("\\", "").split('"')
    quoted = "".join(part + ("“”"[i % 2] if i < len(inner) - 1 else "") for i, part in enumerate(inner))
    first, last = begin + opened, begin + closed + 1
    new = f'"{quoted}"'
    if m.readable_with((first, last, new)) is not None:
        return None
    at = m.span(first, last)
    said = 'A text ends at the next `"`; inside it, write other marks.'
    return Diagnostic("RW1023", said, at, f"Write `{new}`.", fixes=(Fix(at, new),))
