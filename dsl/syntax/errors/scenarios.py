"""Parts of a scenario that are missing, stand there twice, or in another order."""

from __future__ import annotations

import re

from regelwerk.dsl.diagnostics import Diagnostic, Fix

from .situation import Mishap, inside

PARTS = ("seats", "breaks", "setup", "given", "when", "then", "cases")
_COURSE = ("when", "then")  # these two take turns, all others stand there once


def in_scenario(m: Mishap) -> bool:
    """Say whether the place is in a scenario."""
    return re.compile(r"scenario\b").match(m.clean, m.start) is not None


def _indent(m: Mishap) -> str:
    """Return what the parts of the scenario are indented by."""
    first = re.compile(r"\n( +)\S").search(m.clean, m.start)
    return first[1] if first else "  "


def _above(m: Mishap) -> list[str]:
    """Return the parts that were read, in their order."""
    begun = re.compile(rf"^{_indent(m)}(\w+)\b", re.MULTILINE).finditer(m.clean, m.start, m.pos)
    return [part[1] for part in begun if part[1] in PARTS]


def part_with_more(m: Mishap, above: str) -> str | None:
    """Return the part above that has its first line beside it, if this seems to be its second."""
    part = re.match(rf"{_indent(m)}(given|when|then) +(?=\S)", above)
    return part[1] if part is not None and in_scenario(m) else None


def no_outcome(m: Mishap) -> Diagnostic | None:
    """A scenario without `then`."""
    if not in_scenario(m) or "THEN" not in m.accepts or "_NL" in m.accepts:
        return None
    if m.kind not in ("_DEDENT", "$END") and m.word != "cases":
        return None
    above = _above(m)
    if not above or "then" in above:
        return None
    help = "Write `then` below its other parts, and below that what must hold in the end, a condition in each line."
    where = m if m.word else m.behind()
    return where.say("RW1001", f"{inside(m)}Nothing says what comes out.", help)


def part_out_of_place(m: Mishap) -> Diagnostic | None:
    """`seats` below `breaks`, a second `given`."""
    if not in_scenario(m) or m.word not in PARTS or m.line()[0][: m.pos - m.line()[1]] != _indent(m):
        return None
    above = _above(m)
    if not above:
        return None
    if above[-1] == m.word or (m.word in above and m.word not in _COURSE):
        help = "Write these lines below the first one."
        if m.word == "when":
            help += " If something has to hold in between, say it with a `then` between them."
        return m.say("RW1001", f"{inside(m)}`{m.word}` stands there twice.", help)
    after = ("cases",) if m.word in _COURSE else PARTS[PARTS.index(m.word) + 1 :]
    later = next((part for part in above if part in after), None)
    if later is None:
        return None
    help = f"The parts of a scenario come in this order: {', '.join(f'`{part}`' for part in PARTS)}."
    if m.word == "given":
        help += " What changes the table on the way stands under `when`."
    return m.say("RW1001", f"{inside(m)}`{m.word}` stands above `{later}`, not below it.", help)


def comma_between(m: Mishap) -> Diagnostic | None:
    """`then ann.coins = 3, bob.coins = 4`."""
    if m.kind != "_COMMA" or m.open_token("LPAR", "LSQB", "LBRACE") or not in_scenario(m) or _above(m)[-1:] != ["then"]:
        return None
    help = "Join conditions with `and`, or write each of them in a line of its own."
    return m.say("RW1001", f"{inside(m)}No comma stands between conditions.", help, (Fix(m.at, " and"),))


def had(m: Mishap) -> Diagnostic | None:
    """`given ann has 3 coins`; of `1 coin` nothing tells what is kept under which name."""
    line, begin = m.line()
    found = re.match(r" +(?:given +)?((\w+) +ha[sd] +(\d\d+|[02-9]) +([^\W\d]\w*))(?= *(?:@\w|$))", line)
    if found is None or not in_scenario(m) or _above(m)[-1:] not in (["given"], ["when"]):
        return None
    first, last, new = begin + found.start(1), begin + found.end(1), f"set {found[2]}.{found[4]} to {found[3]}"
    if m.readable_with((first, last, new)) is not None:
        return None
    at = m.span(first, last)
    return Diagnostic(
        "RW1023", f"`{found[1]}` is not how the language says it.", at, f"Write `{new}`.", fixes=(Fix(at, new),)
    )
