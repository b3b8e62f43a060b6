"""A sign or small word too few or too many: what would make the line readable."""

from __future__ import annotations

import re

from .diagnostics import Diagnostic, Fix
from .syntax_mishap import ENDS, Mishap, heading, inside, read, short
from .words import terminals


def then_after_if(m: Mishap) -> Diagnostic | None:
    """Recognise `if c then do` as a line."""
    if m.kind != "THEN" or "COLON" not in m.accepts or m.open_token("IF") is None:
        return None
    at = m.span(len(m.clean[: m.pos].rstrip(" ")), m.pos + 4)
    said = "A line that begins with `if` goes on with a colon, not with `then`."
    return m.say("RW1023", said, "Write `if …: …`.", (Fix(at, ":"),))


def offered(m: Mishap) -> Diagnostic | None:
    """Recognise `offer a or b`."""
    if m.word not in ("or", "and") or "_COMMA" not in m.accepts or {"AND", "ADD"} & m.accepts:
        return None
    at = m.span(len(m.clean[: m.pos].rstrip(" ")), m.pos + len(m.word))
    return m.say(
        "RW1023",
        f"What belongs together stands side by side, with commas, not with `{m.word}`.",
        "Write `,`.",
        (Fix(at, ","),),
    )


def members_below(m: Mishap) -> Diagnostic | None:
    """Recognise a kind without members on its line."""
    if m.open_token("KIND") is None or m.kind not in ENDS or m.accepts != {"NAME"}:
        return None
    if m.clean[: m.pos].rstrip().endswith(","):
        at = m.span(m.pos - 1, m.pos)
        return Diagnostic("RW1022", "Nothing follows this comma.", at, "Leave it out.", fixes=(Fix(at, ""),))
    example = "red, blue"
    return m.say(
        "RW1001",
        "The members of a kind are missing.",
        f"They stand on the same line: `{heading(m).strip('`')} {example}`.",
    )


def untyped(m: Mishap) -> Diagnostic | None:
    """`value v(n) number = n`."""
    last = m.last_token()
    if m.kind not in ("RPAR", "_COMMA") or last is None or not {"COLON", "IN"} <= m.accepts:
        return None
    help_ = f"Write for example `{last}: 0..9` or `{last}: Card`; an action picks with `{last} in …`."
    return m.say("RW1001", f"It is not said what `{last}` is.", help_)


def untyped_value(m: Mishap) -> Diagnostic | None:
    """`value rich = me.gold > 5`."""
    named = re.match(r"value +(\w+)", m.clean[m.start : m.pos])
    if m.word != "=" or named is None or "BASIC" not in m.accepts:
        return None
    help_ = f"Write `value {named[1]} number = …`, or `flag` for yes or no, or the name of a type."
    return m.say("RW1001", f"It is not said what kind of thing `{named[1]}` is.", help_)


def full_stop(m: Mishap) -> Diagnostic | None:
    """`end turn.`"""
    before = m.clean[: m.pos + len(m.word)].rstrip()
    if not before.endswith(".") or before.endswith("..") or m.clean[len(before) :].lstrip(" ")[:1] not in ("", "\n"):
        return None
    at = m.span(len(before) - 1, len(before))
    return Diagnostic("RW1022", "No full stop belongs at the end of a line.", at, "Leave it out.", fixes=(Fix(at, ""),))


_SIGNS = {"COLON": ":", "_COMMA": ",", "EQUAL": "=", "TO": "to", "ELSE": "else", "OF": "of", "IN": "in"} | {
    "FOR": "for", "AT": "at", "IS": "is", "INTO": "into"
}  # fmt: skip


def missing_sign(m: Mishap) -> Diagnostic | None:
    """One sign or small word that makes the line readable as far as here."""
    if m.kind in ENDS or m.kind in ("", "_INDENT") or m.open_token("_RESULT") is not None:
        return None
    for kind, sign in _SIGNS.items():
        if kind == "IN" and "ADD" in m.accepts:
            continue  # after a whole value it would be a guess
        if kind in m.accepts and m.could_follow(kind, m.kind):
            end = len(m.clean[: m.pos].rstrip(" \x01\n"))
            text = f" {sign}" if sign.isalpha() or sign == "=" else sign
            before = read(m)
            shown = f"{before.strip('`')}{text} {m.word}"
            at = m.span(end, end)
            if not _leads_on(m, end, text):
                continue
            said = f"{inside(m)}`{sign}` is missing between {before} and `{short(m.word)}`."
            plain = sign == "," and m.kind in ("NAME", "TYPE")
            more = " A text stands between quotation marks." if plain and m.names_in_field() else ""
            return m.say("RW1021", said, f"Write `{shown}`.{more}", (Fix(at, text),))
    return None


def _leads_on(m: Mishap, end: int, text: str) -> bool:
    """Say whether the line can be read with the sign, put also between the like words that follow."""
    changes = [(end, end, text)]
    for _ in range(9):
        stopped = m.readable_with(*changes)
        if stopped is None:
            return True
        if stopped.kind != m.kind or stopped.kind in ENDS:
            return False
        added = len(text) * len(changes)
        place = len(stopped.clean[: stopped.pos].rstrip(" \x01\n")) - added
        if place <= changes[-1][0]:
            return False
        changes.append((place, place, text))
    return False


_NEXT = re.compile(r' *(?:(\n|$)|(\d)|(")|([A-ZÀ-ÖØ-Þ])|([a-zß-öø-ÿ_]\w*)|(.))')


def extra_sign(m: Mishap) -> Diagnostic | None:
    """A colon or an equals sign out of habit: `effect a:`, `rank = 3`."""
    colon = m.clean.find(":", m.pos)
    if m.kind == "LABEL" and colon >= 0 and m.could_follow("NAME"):  # `rank: 3` where lines of a block could stand
        said = f"{inside(m)}No `:` belongs after `{m.word}`."
        at = m.span(colon, colon + 1)
        return Diagnostic("RW1022", said, at, "Leave it out.", fixes=(Fix(at, ""),))
    if m.word not in (":", "=", ","):
        return None
    if m.word == "=" and "BASIC" in m.accepts and not re.match(r"= *(?:\w+ *\.\.|[A-Z])", m.clean[m.pos :]):
        return None  # a type is missing
    follows = _NEXT.match(m.clean, m.pos + 1)
    if follows is None or follows.lastindex is None:
        return None
    kinds = {1: ["_NL"], 2: ["NUMBER"], 3: ["STRING"], 4: ["TYPE"], 5: ["NAME"], 6: []}[follows.lastindex]
    kinds += [t for t, words in terminals().items() if follows[5] in words] if follows[5] else []
    signs = {"(": "LPAR", "[": "LSQB", "{": "LBRACE", "-": "MINUS", "@": "CITE"}
    kinds += [signs[follows[6]]] if follows[6] in signs else []
    if not any(m.could_follow(kind) for kind in kinds):
        return None
    said = f"{inside(m)}No `{m.word}` belongs after {read(m)}."
    return m.say("RW1022", said, "Leave it out.", (Fix(m.at, ""),))
