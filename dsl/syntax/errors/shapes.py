"""Lines whose shape is known although a word is not: they need the names of the file to be said rightly."""

from __future__ import annotations

import re

from regelwerk.dsl.diagnostics import Diagnostic, Fix

from .situation import Mishap

_MOVED = re.compile(
    r"\bmove +(?:an? +|the +|one +)?([a-z]\w*) +(?:from|out +of) +([\w.]+(?:\[[^\]]*\])?) +(?:to|into|onto) +(\S+)"
)
_DRAWN = re.compile(
    r"\bdraw +([a-z]\w*) +(?:from|in|out +of) +(?:the +)?((?:[a-z]\w*\.)?([a-z]\w*))(?= *(?:$|then\b|@))"
)
_OFFERED = re.compile(r"(?:^ *|: *)([a-z]\w*(?:(?: *, *| +or +)(?:or +)?[a-z]\w*)+)(?= *(?:$|@))")
_SCORED = re.compile(r"\bscore +(\d+|[a-z]\w*\.\w+)(?: +points?)?(?= *(?:$|then\b|@))")
_CHANCE = re.compile(
    r"(?:random\.?)?(?:randint|rand|random|roll|dice|die)\w*\( *(?:(\d+) *,)? *(\d+)? *\)(?= *$)|(?:roll|dice|die) *\Z"
)


def shaped(m: Mishap) -> Diagnostic | None:
    """Recognise one of these lines."""
    for read in (_moved, _drawn, _offered, _scored, _cleared, _keyed):
        if (said := read(m)) is not None:
            return said
    return None


def _moved(m: Mishap) -> Diagnostic | None:
    """`move worker from me.house to field`: one of those that lie there, and not all that are called so."""
    found, begin = _here(m, _MOVED)
    if found is None:
        return None
    what, source, goal = found.groups()
    whole = m.source.whole
    if re.search(rf"^type +{what}\b", whole, re.MULTILINE | re.IGNORECASE) and not _row(whole, what):
        new = f"move top({source}) to {goal}"
    elif _row(whole, what) and re.search(r"^rows\b.*\bcopies\b|^ +copies +\d", whole, re.MULTILINE):
        new = f"move first c in {source} where c in {what}: c to {goal}"
    else:
        return None
    return _instead(m, begin, found, new, "Which one of those that lie there is moved has to be said.")


def _row(whole: str, name: str) -> bool:
    return re.search(rf'^ +{name}(?: +"[^"\n]*")? *:|^[A-Z]\w* +{name}\b', whole, re.MULTILINE) is not None


def _drawn(m: Mishap) -> Diagnostic | None:
    """`draw c from deck`: what lies on top of a pile is no matter of chance any more."""
    found, begin = _here(m, _DRAWN)
    if found is None or not re.search(rf"^ +{found[3]} +pile +of\b", m.source.whole, re.MULTILINE):
        return None
    new = f"let {found[1]} = top({found[2]})"
    return _instead(m, begin, found, new, "What lies on top of a pile is named; `draw` lets chance pick one of all.")


def _offered(m: Mishap) -> Diagnostic | None:
    """`raise or doubt`, `roll, hold`: actions, of which the player takes one."""
    line, begin = m.line()
    if "OFFER" not in m.wide and not {"SHUFFLE", "THEN"} & m.accepts:
        return None
    for found in _OFFERED.finditer(line.split("#")[0].rstrip()):
        names = re.split(r"(?: *, *| +or +)(?:or +)?", found[1])
        if begin + found.start(1) <= m.pos <= begin + found.end() and all(_action(m, name) for name in names):
            at = m.span(begin + found.start(1), begin + found.end(1))
            new = f"offer {', '.join(names)}"
            said = "A player takes one of several actions if they are offered."
            return Diagnostic("RW1023", said, at, f"Write `{new}`.", fixes=(Fix(at, new),))
    return None


def _action(m: Mishap, name: str) -> bool:
    return re.search(rf"^action +{name}\b", m.source.whole, re.MULTILINE) is not None


def _scored(m: Mishap) -> Diagnostic | None:
    """`score 3`, `score t.points`: what decides who wins is added to."""
    found, begin = _here(m, _SCORED)
    decides = re.search(r"^winner\n(?: *#.*\n)* +most me\.([a-z]\w*) *(?:#.*)?$", m.source.whole, re.MULTILINE)
    if found is None or decides is None:
        return None
    new = f"add {found[1]} to me.{decides[1]}"
    return _instead(m, begin, found, new, "Points are a number that is added to; `score` reckons a `scoring`.")


_CLEARED = re.compile(
    r"\b(?:clear|empty|erase|unset|wipe) +(?:the +)?((?:\w+\.)?([a-z]\w*)(?:\[[^\]]*\])?)(?= *(?:$|then\b|@))"
)


def _cleared(m: Mishap) -> Diagnostic | None:
    """`clear piece[a]`: nothing is there any more, as what is kept there can be none, 0, no or an empty place."""
    found, begin = _here(m, _CLEARED)
    kept = re.search(rf"^ +{found[2]} +(.*)", m.source.whole, re.MULTILINE) if found is not None else None
    if found is None or kept is None:
        return None
    kinds = {r"pile +of|holds\b": "", r".*\bor none\b": "none", r"-?\d+ *\.\.": "0", r"flag\b": "no", r"set +of": "{}"}
    value = next((new for pattern, new in kinds.items() if re.match(pattern, kept[1])), None)
    if value is None:
        return None
    new = f"set {found[1]} to {value}" if value else f"move {found[1]} to box"
    return _instead(m, begin, found, new, "`clear` is no verb of the language.")


_KEYED = re.compile(r"(?<=  )((?:var +)?([a-z]\w*)) *[\[(] *([A-Z]\w*) *[\])] *:? *(\S.*?)(?= *(?:=|$))")


def _keyed(m: Mishap) -> Diagnostic | None:
    """`disc[Cell] Player or none`: what a slot is kept for stands behind its type."""
    found, begin = _here(m, _KEYED)
    if found is None or "BASIC" not in m.accepts:
        return None
    new = f"{found[1]} {found[4]} per {found[3]}"
    return _instead(m, begin, found, new, "What is kept for each of several has `per` behind its type.")


def range_of(written: str) -> str | None:
    """Return the range that `random(1, 6)` or `roll()` means."""
    found = _CHANCE.fullmatch(written.strip())
    return None if found is None else f"{found[1] or '1'}..{found[2] or '6'}"


def _here(m: Mishap, pattern: re.Pattern[str]) -> tuple[re.Match[str] | None, int]:
    """Find a pattern that covers the place where reading stopped."""
    line, begin = m.line()
    text = line.split("#")[0].rstrip()
    return next((f for f in pattern.finditer(text) if begin + f.start() <= m.pos <= begin + f.end() + 1), None), begin


def _instead(m: Mishap, begin: int, found: re.Match[str], new: str, said: str) -> Diagnostic | None:
    """Propose other words if the line can be read with them as far as they go."""
    first, last = begin + found.start(), begin + found.end()
    stopped = m.readable_with((first, last, new))
    if stopped is not None and stopped.pos <= first + len(new):
        return None
    at = m.span(first, last)
    return Diagnostic("RW1023", said, at, f"Write `{new}`.", fixes=(Fix(at, new),))
