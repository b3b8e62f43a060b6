"""What is declared in a way that cannot be read: names of two words, missing names, numbers without a range."""

from __future__ import annotations

import re

from regelwerk.dsl.diagnostics import Diagnostic, Fix

from ..words import keywords
from .situation import ENDS, Mishap, inside

_NAME = r"[^\W\d]\w*"
_VERBS = "as|each|if|else|may|choose|let|gain|pay|owe|move|set|add|draw|say|after|before"
_LAYERS = "mod|variant|house|erratum|expansion|edition"
_PART = re.compile(
    rf"( +|(?:action|effect|value|resource|ruling|{_LAYERS}|[A-Z]\w*) +)([a-zß-ö]\w*)(?: +|-)([a-zß-ö]\w*)"
)


def two_words(m: Mishap) -> Diagnostic | None:
    """`iron ingot "iron ingot": …`, `on-sale …`: a name is one word."""
    if "THEN" in m.accepts and not _field(m):
        return None  # a line of an effect: nearly everything could be its name
    line, begin = m.line()
    found = _PART.match(line)
    if found is None or {found[2], found[3]} & (keywords() - {"on", "at", "to"}) or found[3] in ("on", "at", "to"):
        return None
    new, first, last = f"{found[2]}_{found[3]}", begin + found.start(2), begin + found.end(3)
    if m.pos < first or m.readable_with((first, last, new)) is not None:
        return None
    at = m.span(first, last)
    if "-" in found[0]:
        return Diagnostic("RW1025", "There is no hyphen in a name.", at, f"Write `{new}`.", fixes=(Fix(at, new),))
    return Diagnostic("RW1023", f"{inside(m)}A name is one word.", at, f"Write `{new}`.", fixes=(Fix(at, new),))


def no_columns(m: Mishap) -> Diagnostic | None:
    """`rows Card`: which fields the values of the rows are for is missing."""
    of = re.fullmatch(r"rows +([A-Z]\w*) *:? *", m.line()[0])
    if of is None or m.kind not in ENDS or m.line()[1] != m.start:
        return None
    said = "It is not said which columns the rows have."
    return m.say("RW1001", said, f"Write `rows {of[1]}: …` with the fields of `type {of[1]}` that stand in them.")


def two_word_column(m: Mishap) -> Diagnostic | None:
    """`rows Card: colour, victory points`: one column, if the rows have no value for a further one."""
    line, begin = m.line()
    found = re.match(r"rows +[A-Z]\w* *: *((?:[\w ]+,)*[\w ]+)$", line.split("@")[0].rstrip())
    words = re.search(rf"({_NAME}) +({_NAME})(?= *(?:,|$))", found[1]) if found is not None else None
    row = re.match(r' +\w+ *(?:"[^"\n]*")? *:([^\n#@]*)', m.clean[begin + len(line) + 1 :])
    if found is None or words is None or row is None or "{" in row[1]:
        return None
    if row[1].count(",") != found[1].count(","):
        return None
    new, first = f"{words[1]}_{words[2]}", begin + found.start(1) + words.start()
    at = m.span(first, first + len(words[0]))
    if m.readable_with((first, first + len(words[0]), new)) is not None:
        return None
    return Diagnostic("RW1023", "A name is one word.", at, f"Write `{new}`.", fixes=(Fix(at, new),))


_ALONE = re.compile(r" +(?:default|copies|players|language|from|to|(\w+)) +((?:\d+\.\.)?\d+)( +([a-z]\w*)) *$")


def unit_of_number(m: Mishap) -> Diagnostic | None:
    """`me.coins - 1 coin`, `copies 2 cards`: what is counted needs no name behind the number."""
    line, begin = m.line()
    field = _ALONE.match(line.split("@")[0])
    if field is not None and begin + field.start(3) <= m.pos <= begin + field.end(3):
        same = field[1] is None or field[4].rstrip("s") == field[1].rstrip("s")
        if same and m.readable_with((begin + field.start(3), begin + field.end(3), "")) is None:
            at = m.span(begin + field.start(3), begin + field.end(3))
            return Diagnostic("RW1023", "A number stands alone.", at, f"Write `{field[2]}`.", fixes=(Fix(at, ""),))
    for found in re.finditer(r"(?:[-+*/<>=(]|\bto) +(\d+)( +([a-z]\w*))(?= *(?:$|[-+*/)@:]|else\b|and\b|or\b))", line):
        if not begin + found.start(2) <= m.pos <= begin + found.end(2):
            continue
        if re.search(rf"^resource +(?:\w+ *, *)?{found[3]}\b", m.source.whole, re.MULTILINE):
            at = m.span(begin + found.start(2), begin + found.end(2))
            return Diagnostic("RW1023", "A number stands alone.", at, f"Write `{found[1]}`.", fixes=(Fix(at, ""),))
    return None


def _field(m: Mishap) -> bool:
    """Say whether the place is in a field of a card, and not in the lines of an effect."""
    return _card(m) and bool(re.match(r"  \S", m.line()[0]))


def _card(m: Mishap) -> bool:
    return m.clean[m.start : m.start + 1].isupper()


def missing_name(m: Mishap) -> Diagnostic | None:
    """`Card "old fox"`, `game Old Fox`: a text where its name ought to stand."""
    titled = re.match(r"game +([A-ZÀ-Ö][^\"@\n]*?) *$", m.line()[0])
    if titled is not None and m.line()[1] == m.start:
        name = "_".join(re.findall(r"[^\W_]+", titled[1].lower()))
        at, new = m.span(m.start + titled.start(1), m.start + titled.end(1)), f'{name} "{titled[1]}"'
        return Diagnostic(
            "RW1001", "This is a title; a game has a name, too.", at, f"Write `game {new}`.", fixes=(Fix(at, new),)
        )
    if m.kind != "STRING" or "NAME" not in m.accepts or "STRING" in m.accepts or m.open_token("FOR") is not None:
        return None
    if {"LPAR", "LBRACE"} <= m.accepts:  # not what is declared, but what is spoken of
        said = f"{m.word} is a title; rules speak of it by the name in front of it."
        return Diagnostic("RW1023", said, m.at, "Write that name, without quotation marks.", about=m.word)
    bare = re.match(r"((?:action|effect) +\w+) *\( *(\"[^\"]*\") *\)", m.line()[0])
    if bare is not None and m.line()[1] == m.start:  # `action roll ("Roll the die")`
        whole, new = m.span(m.start, m.start + bare.end()), f"{bare[1]} {bare[2]}"
        said = "The sentence stands behind the name, without brackets."
        return Diagnostic("RW1023", said, whole, f"Write `{new}`.", fixes=(Fix(whole, new),))
    words = _offered_only(m) or re.findall(r"[^\W_]+", m.word.lower())
    new = "_".join(words) if words and not words[0][0].isdigit() else "name"
    help = f"Write `{new} {m.word}`."
    at = m.at._replace(end_column=m.at.column)
    said = f"{inside(m)}{m.word} is a title; a name is missing before it."
    return m.say("RW1001", said, help, (Fix(at, f"{new} "),))


def _offered_only(m: Mishap) -> list[str]:
    """The name of the one action that is offered and not declared in a file."""
    if not m.clean.startswith("action", m.start):
        return []
    lines = re.findall(r"\boffer +([\w, ]+)", m.source.whole)
    names = {name for line in lines for name in re.findall(r"\w+", line)} - {"abilities"}
    names -= set(re.findall(r"^action +(\w+)", m.source.whole, re.MULTILINE))
    return list(names) if len(names) == 1 else []


def digit_first(m: Mishap) -> Diagnostic | None:
    """`2nd_card "…"`: a name that begins with a digit."""
    found = re.match(r"\d+(?=[^\W\d])\w*", m.clean[m.pos :])
    if m.kind != "NUMBER" or "NAME" not in m.accepts or "NUMBER" in m.accepts or found is None:
        return None
    at = m.span(m.pos, m.pos + found.end())
    rest = found[0].lstrip("0123456789_")
    new = f"{rest}_{found[0][: -len(rest)].strip('_')}"
    return Diagnostic("RW1001", "A name begins with a letter.", at, f"Write `{new}`.", fixes=(Fix(at, new),))


def open_range(m: Mishap) -> Diagnostic | None:
    """`points 0..`: the other end is missing."""
    if m.kind not in ENDS or not m.clean[: m.pos].rstrip().endswith("..") or "ADD" in m.accepts:
        return None
    line = m.line()[0].rstrip()
    said = f"{inside(m)}A range has two ends: the lowest and the highest number."
    return m.behind().say("RW1001", said, f"Write for example `{line.strip()}99`, more than is ever needed.")


_TYPED = re.compile(r" +(?:var +)?([^\W\d]\w*) +(\d+)\b *(.*?) *$")


def lone_number(m: Mishap) -> Diagnostic | None:
    """`purse 5`, `price 1, 2, 3`, `market 3 Card`: a number where a type is wanted."""
    last = m.last_token()
    if last is None or last.type != "NUMBER" or "DOTS" not in m.accepts or "ADD" in m.accepts:
        return None
    line, begin = m.line()
    found = _TYPED.fullmatch(line.split("@")[0])
    if found is None:
        return None
    name, number, rest = found.groups()
    if name == "copies" and (own := _own_copies(m)):
        return own
    if not re.match(r"$|[,A-Z]|or\b|(?!(?:to|by|bis|through|till|until|up|und|and)\b)[a-z]", rest):
        return None
    at = m.span(begin + found.start(2), begin + (found.end(3) if rest else found.end(2)))
    if rest[:1].isupper():
        thing = rest.split()[0]
        if not re.search(rf"^type +{thing}\b", m.source.whole, re.MULTILINE):
            thing = thing.removesuffix("s")
        help = f"Write `pile of {thing}`; how many lie there is said under `setup`."
        return Diagnostic("RW1023", f"{inside(m)}A place is a pile, whatever lies there.", at, help)
    numbers = [int(n) for n in re.findall(r"\d+", f"{number},{rest}")] if re.fullmatch(r"[\d, or]*", rest) else []
    if len(numbers) > 1:
        new = f"{min(numbers)}..{max(numbers)}"
        said = f"{inside(m)}Numbers have a range: the lowest and the highest."
        return Diagnostic("RW1023", said, at, f"Write `{new}`.", fixes=(Fix(at, new),))
    start = f"; if it begins with {number}, `{name} 0..{number} = {number}`" if _kept(m) else ""
    help = f"Write `{name} 0..{number}`{start}."
    said = f"{inside(m)}Numbers have a range: the lowest and the highest."
    return Diagnostic("RW1023", said, at, help, fixes=(Fix(at, f"0..{number}"),))


def _own_copies(m: Mishap) -> Diagnostic | None:
    """`copies 1` below a type: it has them anyway, and its rows say how many."""
    of = re.match(r"type +(\w+)", m.clean[m.start :])
    if of is None:
        return None
    help = f"Leave it out; write `rows {of[1]}: copies`, and how many there are in each row."
    return m.say("RW2047", f"{inside(m)}Every type has `copies` already.", help)


def _kept(m: Mishap) -> bool:
    return m.clean.startswith(("player", "table"), m.start)


_GROWING = re.compile(r"coin|gold|money|point|score|fame|cash|victory|turn|round")


def untyped_slot(m: Mishap) -> Diagnostic | None:
    """`purse = 5`, `price`, `me.hold pile of Card`: what may stand there is missing, or whose it is is said twice."""
    last = m.last_token()
    if "BASIC" not in m.accepts or last is None or last.type != "NAME" or m.clean.startswith("value", m.start):
        return None
    if m.word == "." and str(last) == "me":
        at = m.span(m.pos - 2, m.pos + 1)
        said = f"{inside(m)}What stands under `player` belongs to every player."
        return Diagnostic("RW1022", said, at, "Leave `me.` out.", fixes=(Fix(at, ""),))
    if last == "copies" and (own := _own_copies(m)):
        return own
    number = re.match(r"= *(-?\d+)", m.clean[m.pos :]) if m.word == "=" else None
    if number is not None:
        at = m.at._replace(end_column=m.at.column)
        said = f"{inside(m)}It is not said which numbers `{last}` can be."
        counted = number[1] == "0" or _GROWING.search(str(last)) is not None
        high = "99" if counted and len(number[1]) < 3 else number[1]
        help = f"Write for example `{last} 0..{high} = {number[1]}`, with the highest number there can be."
        return Diagnostic("RW1001", said, m.at, help, fixes=(Fix(at, f"0..{high} "),))
    if m.kind in ENDS:
        said = f"{inside(m)}It is not said what `{last}` is."
        help = f"Write for example `{last} 0..6`, `{last} flag` for yes or no, or the name of a type."
        return m.say("RW1001", said, help)
    return None


_COUNTED = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_TENS = {
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "hundred": 100,
}
_IN_WORDS = re.compile(r"( +(?:var +)?[a-z]\w* +)((\w+) +(?:up +)?(?:to|through|till|until|or) +(?:an? +|one +)?(\w+))")


def range_in_words(m: Mishap) -> Diagnostic | None:
    """`players two to four`, `coins zero to sixty`."""
    line, begin = m.line()
    found = _IN_WORDS.match(line)
    ends = [_number(word) for word in (found[3], found[4])] if found is not None else []
    if found is None or None in ends or ends == [] or (found[3] + found[4]).isdigit():
        return None
    at, new = m.span(begin + found.start(2), begin + found.end(2)), f"{ends[0]}..{ends[1]}"
    if not begin + found.start(1) <= m.pos <= begin + found.end(2):
        return None
    said = f"{inside(m)}A range is written in digits."
    return Diagnostic("RW1023", said, at, f"Write `{new}`.", fixes=(Fix(at, new),))


def _number(word: str) -> int | None:
    if word.isdigit():
        return int(word)
    return _COUNTED.index(word) if word in _COUNTED else _TENS.get(word)


def titles_in_a_row(m: Mishap) -> Diagnostic | None:
    """`own coins "Coins", points "Points"`: in a line of `display` a text names one thing."""
    line, begin = m.line()
    found = re.match(r'( +(?:own|others|table|track|row|supply)) +(\w+ *"[^"]*"(?: *, *\w+(?: *"[^"]*")?)+) *$', line)
    if found is None or not m.clean.startswith("display", m.start):
        return None
    each = [" ".join(part.split()) for part in re.split(r", *(?=\w)", found[2])]
    at = m.span(begin + len(found[1]) - len(found[1].lstrip()), begin + found.end(2))
    lines = [f"{found[1].strip()} {part}" for part in each]
    told = "\n".join(f"  {part}" for part in lines)
    said = f"{inside(m)}A text names one thing, which has a line of its own."
    return Diagnostic("RW1023", said, at, f"Write:\n{told}", fixes=(Fix(at, "\n  ".join(lines)),))


_FILLED = re.compile(r"(?:an?|the|one|cell|space|field|on|at) +(?:of +)?([A-Z]\w*)")
_FLAG = re.compile(r"(?:(yes|no)\b(?: *(?:or|/) *(?:yes|no)\b)?)")


def wordy_type(m: Mishap) -> Diagnostic | None:
    """`boat on River`, `done yes or no`: words around a type, or a flag in other words."""
    last = m.last_token()
    if last is None or last.type != "NAME" or "DOTS" not in m.accepts or "ADD" in m.accepts:
        return None
    start = last.start_pos or 0
    filled, flag = _FILLED.match(m.clean, start), _FLAG.match(m.clean, start)
    if filled is not None:
        at = m.span(start, filled.end())
        said = f"{inside(m)}The type stands alone."
        return Diagnostic("RW1023", said, at, f"Write `{filled[1]}`.", fixes=(Fix(at, filled[1]),))
    if flag is not None:
        new = "flag" if flag[0] not in ("yes", "no") else f"flag = {flag[1]}"
        at = m.span(start, flag.end())
        said = f"{inside(m)}Yes or no is a `flag`."
        return Diagnostic("RW1023", said, at, f"Write `{new}`.", fixes=(Fix(at, new),))
    return None


def values_only(m: Mishap) -> Diagnostic | None:
    """`ingot: good iron, price 5`: in a row stand the values alone."""
    last = m.last_token()
    if m.open_token("ROWS") is None and not m.clean.startswith("rows", m.start):
        return None
    line, begin = m.line()
    named = re.match(r' +\w+(?: *"[^"]*")? *: *([a-z_]\w*) +(?=[\w{"])', line)
    if named is None or m.pos - begin != named.end() or m.kind in ENDS or (last is not None and last.type == "CITE"):
        return None
    columns = re.match(r"rows +\w+ *: *([^\n#@]*)", m.clean[m.start :])
    if columns is not None and named[1] not in re.findall(r"\w+", columns[1]):
        return None  # a comma is missing
    order = f": {columns[1].strip()}" if columns else ""
    return m.say(
        "RW1023", f"{inside(m)}In a row stand the values alone.", f"Their order is that of the heading{order}."
    )


def one_field_per_line(m: Mishap) -> Diagnostic | None:
    """`good iron, price 6`: two fields of a card on one line."""
    line, begin = m.line()
    if not _field(m) or m.kind not in ("NUMBER", "STRING", "NAME", "TYPE"):
        return None
    found = re.search(rf"(, *)({_NAME}) +$", line[: m.pos - begin])
    if found is None or re.match(rf" +{_NAME} +(?:gain|pay|owe)\b", line):
        return None
    at = m.span(begin + found.start(), begin + found.end(1))
    said = f"{inside(m)}Every field has a line of its own."
    return Diagnostic("RW1023", said, at, f"Begin a new line with `{found[2]}`.", fixes=(Fix(at, "\n  "),))


def lacks_verb(m: Mishap) -> Diagnostic | None:
    """`on_take 2 coins`: an amount without a verb."""
    line, begin = m.line()
    found = re.match(rf" +{_NAME} +(\d+ +[a-z]\w*)", line)
    if not _field(m) or found is None or m.kind != "NAME" or not begin + found.start(1) < m.pos < begin + found.end():
        return None
    at = m.span(begin + found.start(1), begin + found.end(1))
    help = f"Write `gain {found[1]}` or `pay {found[1]}`."
    return Diagnostic("RW1001", f"{inside(m)}It is not said what happens with `{found[1]}`.", at, help)


def prose(m: Mishap) -> Diagnostic | None:
    """`on_take Each other player loses a coin`."""
    line, begin = m.line()
    found = re.match(r" +\w+ +([A-Z]\w*(?: +[\w']+){2,}[.!]?) *$", line.split("@")[0])
    if not _field(m) or found is None or not begin + found.start(1) <= m.pos <= begin + found.end(1):
        return None
    if re.match(r"(?:Gain|Pay|Owe|Move|Draw|Shuffle) ", found[1]):
        return None  # only its letter is wrong
    at = m.span(begin + found.start(1), begin + found.end(1))
    help = 'Say it with verbs like `gain`, `pay` or `move`. A sentence for readers stands in `"…"` or after `#`.'
    return Diagnostic("RW1023", f"{inside(m)}This is a sentence of a rulebook, not a rule.", at, help)


_STEP = re.compile(rf" *(?:{_VERBS})\b(?! *$)")


def below_field(m: Mishap, above: str) -> str | None:
    """Return the field above whose second line this seems to be: it begins with a verb, and the field has one."""
    field = re.match(r"  (\w+) +(?=\S)", above)
    here = m.source.lines[m.at.line - 1]
    return field[1] if field is not None and _card(m) and _STEP.match(here) else None


def step_as_field(m: Mishap) -> Diagnostic | None:
    """A second line of an effect on a card, indented like the field."""
    line, begin = m.line()
    above = m.clean[: max(begin - 1, 0)].rstrip()
    found = re.match(r"  (\w+)\b", line)
    if not _field(m) or found is None or not _STEP.match(line) or m.pos <= begin + found.end():
        return None
    field = re.match(r" +(\w+)", above[above.rfind("\n") + 1 :])
    at = m.span(begin + found.start(1), begin + found.end(1))
    said = f"{inside(m)}`{found[1]}` is a verb, not a field."
    if field is None:
        return None
    help = f"Several lines stand below the field: `{field[1]}` alone, and each of them indented by four spaces."
    return Diagnostic("RW1012", said, at, help)
