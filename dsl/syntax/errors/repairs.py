"""A sign or small word too few or too many: what would make the line readable."""

from __future__ import annotations

import re

from regelwerk.dsl.diagnostics import Diagnostic, Fix

from ..words import terminals
from .misspelt import words
from .situation import ENDS, Mishap, heading, inside, read, short


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


def and_then(m: Mishap) -> Diagnostic | None:
    """Recognise `gain 1 coin and draw d in 1..6`: a second thing to do."""
    doing = words({"TRADE", "MOVE", "SET", "REMOVE", "DRAW", "SHUFFLE", "SAY", "END", "OFFER", "CHOOSE"})
    after = re.match(r" +([a-z]+)", m.clean[m.pos + len(m.word) :])
    if m.word not in ("and", "&") or "THEN" not in m.accepts or after is None or after[1] not in (*doing, "add"):
        return None
    said = f"What is done one after the other is joined with `then`, not with `{m.word}`."
    return m.say("RW1023", said, "Write `then`.", (Fix(m.at, "then"),))


def colon_before_block(m: Mishap) -> Diagnostic | None:
    """Recognise `if c:` with its lines below."""
    before = m.clean[: m.pos].rstrip(" \x01\n")
    if m.kind not in ("_NL", "_INDENT") or not before.endswith(":"):
        return None
    own = m.source.lines[before.count("\n")]
    below = next((line for line in m.source.lines[before.count("\n") + 1 :] if line.strip()), "")
    indent = len(own) - len(own.lstrip())
    if len(below) - len(below.lstrip()) == indent and re.match(r" +(?:if|else|as|each|repeat|may)\b", own):
        return _not_deeper(m, before, own, below)
    if len(below) - len(below.lstrip()) <= indent:
        return None
    at = m.span(len(before) - 1, len(before))
    said = "What stands on lines of its own below needs no colon here."
    return Diagnostic("RW1022", said, at, "Leave it out.", fixes=(Fix(at, ""),))


def _not_deeper(m: Mishap, before: str, own: str, below: str) -> Diagnostic | None:
    """`if c:` with its lines below, which are indented like it."""
    if re.match(r" *(?:else|when|then)\b", below):
        return None
    said = f"`{own.strip().rstrip(':')}` has nothing below it."
    help = f"Indent `{below.strip()}` by two spaces more, and whatever else belongs to it; the colon can go."
    at = m.span(len(before) - 1, len(before))
    number = before.count("\n") + 2
    while not m.source.lines[number - 1].strip():
        number += 1
    margin = at._replace(line=number, end_line=number, column=1, end_column=1)
    return Diagnostic("RW1013", said, at, help, fixes=(Fix(at, ""), Fix(margin, "  ")))


def comma_at_end(m: Mishap) -> Diagnostic | None:
    """Recognise a list that ends with a comma."""
    before = m.clean[: m.pos].rstrip(" \x01\n")
    if m.kind not in ENDS or not before.endswith(","):
        return None
    at = m.span(len(before) - 1, len(before))
    return Diagnostic("RW1022", "Nothing follows this comma.", at, "Leave it out.", fixes=(Fix(at, ""),))


def below_the_verb(m: Mishap) -> Diagnostic | None:
    """Recognise what belongs behind a word and stands below it, or the other way round."""
    last = m.last_token()
    if last is None or (m.kind not in (*ENDS, "_INDENT") and last.type != "WINNER"):
        return None
    if last.type == "OFFER":
        return m.behind().say(
            "RW1001", "It is not said what is offered.", "Write the actions on the same line: `offer a, b`."
        )
    if last.type == "END":
        own = re.match(r"(?:action|effect) +(\w+)", m.clean[m.start :])
        way = f"`end {own[1]}` leaves these lines, " if own else ""
        return m.behind().say("RW1001", "It is not said what ends.", f"Write its name: {way}`end flow` ends the game.")
    if last.type == "WINNER" and m.kind not in (*ENDS, "COLON"):
        help = "Write what decides on lines of its own below `winner`, indented by two spaces."
        return m.say("RW1001", "Nothing stands behind `winner`.", help)
    return None


_CHANGE = re.compile(r"change +(\S+?) *(?:from +(?P<old>.+?) +)?(?:to|=) +(?P<new>.+?) *$")
_ARROW = re.compile(r"change +([\w.]+) *:? +(?P<old>\S+) *(?:->|=>|→) *(?P<new>\S.*?) *$")


def change_on_one_line(m: Mishap) -> Diagnostic | None:
    """Recognise `change a.b from 1 to 2`."""
    line, begin = m.line()
    found = _ARROW.match(line.split("@")[0]) or _CHANGE.match(line.split("@")[0])
    if found is None or m.open_token("CHANGE") is None:
        return None
    at = m.span(m.pos, begin + found.end())
    old, new = found["old"], found["new"]
    said = "What was there and what comes stand on lines of their own."
    if old is None:
        help = f"Write below it, indented, `from …` with what is there now, and `to {new}`."
        return Diagnostic("RW1023", said, at, help)
    fixes = (Fix(at, f"\n  from  {old}\n  to    {new}"),)
    return Diagnostic("RW1023", said, at, f"Write below it, indented, `from {old}` and `to {new}`.", fixes=fixes)


def article(m: Mishap) -> Diagnostic | None:
    """Recognise `shuffle the deck`."""
    line, begin = m.line()
    for found in re.finditer(r"(?<=[\w,(:] )(?:an?|the|some) +", line):
        if not begin + found.start() <= m.pos <= begin + found.end():
            continue
        stopped = m.readable_with((begin + found.start(), begin + found.end(), ""))
        if stopped is None or stopped.pos > m.pos - len(found[0]) + len(m.word):
            at = m.span(begin + found.start(), begin + found.end())
            word = found[0].strip()
            return Diagnostic("RW1023", f"Names stand without `{word}`.", at, "Leave it out.", fixes=(Fix(at, ""),))
    return None


def else_on_the_line(m: Mishap) -> Diagnostic | None:
    """Recognise `if c: a else b`."""
    if m.word != "else" or not re.search(r"\bif\b.*:", m.line()[0][: m.pos - m.line()[1]]):
        return None
    said = "An `else` begins a line of its own, below the `if`."
    return m.say("RW1023", said, "Write `if …: …`, and on the next line, indented like it, `else: …`.")


def otherwise_what(m: Mishap) -> Diagnostic | None:
    """Recognise `= if c then a` without its other half, and two winners on one line."""
    if m.kind in ENDS and "ELSE" in m.accepts and m.open_token("THEN") is not None:
        said = "An `if` that is asked needs an `else`: what is it otherwise?"
        return m.say("RW1021", said, "Write `if … then … else …`.")
    asked = re.search(r"\bif\b", m.line()[0][: m.pos - m.line()[1]])
    if m.word == ":" and "THEN" in m.accepts and "COLON" not in m.accepts and asked and m.open_token("IF") is not None:
        return m.say("RW1023", "An `if` that is asked goes on with `then`.", "Write `then`.", (Fix(m.at, " then"),))
    if m.clean.startswith("winner", m.start) and m.word in ("then", "and", ","):
        at = m.span(len(m.clean[: m.pos].rstrip(" ")), m.pos + len(m.word) + 1)
        said = "What breaks ties stands on a line of its own."
        return m.say("RW1023", said, "Begin a new line below.", (Fix(at, "\n  "),))
    return None


def half_a_change(m: Mishap) -> Diagnostic | None:
    """Recognise `to` without `from`, or `from` without `to`."""
    if not m.clean.startswith(("change", "except"), m.start):
        return None
    whole, part = (
        re.match(r"\w+ +(\w+) *\n", m.clean[m.start :]),
        re.match(r" +(from|to) +([a-z]\w*) +(\w+) *$", m.line()[0]),
    )
    if whole and part and m.pos == m.line()[1] + part.start(3):
        help = f"Write `change {whole[1]}.{part[2]}`, and below it `{part[1]} {part[3]}`."
        return m.say("RW1023", f"{inside(m)}The part that changes is named in the address.", help)
    if m.kind == "TO" and "FROM" in m.accepts:
        help = "Write `from` above it, with what is there now: then you are told if it becomes something else."
        return m.say("RW1001", f"{inside(m)}It is not said what was there before.", help)
    if m.kind in ENDS and m.accepts == {"TO"}:
        help = "Write `to …` below it, like `from`."
        return m.behind().say("RW1001", f"{inside(m)}It is not said what comes instead.", help)
    return None


def no_game(m: Mishap) -> Diagnostic | None:
    """Recognise the header of an overlay without its game."""
    last = m.last_token()
    if "FOR" in m.accepts and m.kind in ENDS and m.open_token("LAYER") is not None:
        header = m.clean[m.start : m.pos].strip()
        said = "It is not said for which game this is."
        return m.say("RW1001", said, f"Write `{header} for the_game`, with the name behind `game` in its rules.")
    if m.kind == "STRING" and last is not None and last.type == "FOR":
        said = "Behind `for` stands the name of the game, not its title."
        return m.say("RW1001", said, "It is the word behind `game` in its rules, for example `for old_fox`.")
    return None


def members_below(m: Mishap) -> Diagnostic | None:
    """Recognise a kind without members on its line."""
    if m.open_token("KIND") is None or m.kind not in ENDS or m.accepts != {"NAME"}:
        return None
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
    help = f"Write for example `{last}: 0..9` or `{last}: Card`; an action picks with `{last} in …`."
    return m.say("RW1001", f"It is not said what `{last}` is.", help)


def untyped_value(m: Mishap) -> Diagnostic | None:
    """`value rich = me.gold > 5`."""
    named = re.match(r"value +(\w+)", m.clean[m.start : m.pos])
    if m.word != "=" or named is None or "BASIC" not in m.accepts:
        return None
    help = f"Write `value {named[1]} number = …`, or `flag` for yes or no, or the name of a type."
    return m.say("RW1001", f"It is not said what kind of thing `{named[1]}` is.", help)


def full_stop(m: Mishap) -> Diagnostic | None:
    """`end turn.`"""
    line, begin = m.line()
    for dot in re.finditer(r"(?<=\w)\.(?= +(?:else|then|and|or)\b)", line[: m.pos - begin]):
        at = m.span(begin + dot.start(), begin + dot.end())
        if m.readable_with((begin + dot.start(), begin + dot.end(), "")) is None:
            return Diagnostic("RW1022", "No full stop belongs here.", at, "Leave it out.", fixes=(Fix(at, ""),))
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
    for kind, sign in _signs(m):
        if kind == "IN" and "ADD" in m.accepts:
            continue  # after a whole value it would be a guess
        if kind == "COLON" and _heads_block(m):
            continue  # what follows is no line of its own
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
            if sign == "," and m.kind == "NAME" and m.open_token("TRADE") is not None:
                more = " If one of them is no resource, leave it out."
            return m.say("RW1021", said, f"Write `{shown}`.{more}", (Fix(at, text),))
    return None


def _heads_block(m: Mishap) -> bool:
    """Say whether a line that begins a block has its lines below it."""
    line, begin = m.line()
    below = m.clean[begin + len(line) + 1 :].split("\n")[0]
    indent = len(line) - len(line.lstrip())
    deeper = bool(below.strip()) and len(below) - len(below.lstrip()) > indent
    return deeper and re.match(r" +(?:if|else if|each|as|repeat)\b", line) is not None


def _signs(m: Mishap) -> list[tuple[str, str]]:
    """`until day 12` lacks its comparison, not a colon; in a row it is a comma."""
    if m.kind == "NUMBER" and "CMP" in m.accepts and not m.clean.startswith("rows", m.start):
        return [("CMP", "=")]
    return list(_SIGNS.items())


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
