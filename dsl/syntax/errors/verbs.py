"""Lines that begin with the wrong verb, or with whoever does it; lists and lines of tables."""

from __future__ import annotations

import re

from regelwerk.dsl.diagnostics import Diagnostic, Fix

from ..words import keywords, terminals
from .habits import data
from .hints import last_hint, reads_like_prose
from .situation import VALUE_STARTS, Mishap


def other_verb(m: Mishap) -> Diagnostic | None:
    """A verb of rulebooks: `lose 2 coins`."""
    last = m.last_token()
    if last is None or last.type != "NAME" or "THEN" not in m.accepts:
        return None
    word = str(last)
    start = last.start_pos or 0
    at = m.span(start, start + len(word))
    if word not in data()["verbs"]:
        return None
    new: str = data()["verbs"][word]
    if re.search(r"\bor +$", m.line()[0][: start - m.line()[1]]):
        said = "One of several things is chosen below a question, each with a name of its own."
        help = 'Write `choose "Which one?"`, and below it, indented, `one "…": …` and `other "…": …`.'
        return Diagnostic("RW1023", said, at, help)
    if " " not in new and m.readable_with((start, start + len(word), new)) and (hinted := last_hint(m)) is not None:
        return hinted
    if " " in new:
        return Diagnostic("RW1023", f"`{word}` is no verb of the language.", at, f"Write {new}.", fixes=(Fix(at, ""),))
    help = f"Write `{new}`. If there is an effect `{word}`, put what follows in brackets."
    return Diagnostic("RW1023", f"`{word}` is no verb of the language.", at, help, fixes=(Fix(at, new),))


def unknown_verb(m: Mishap) -> Diagnostic | None:
    """A line that begins with a name, and something after it: perhaps an effect without its brackets."""
    last = m.last_token()
    if last is None or last.type != "NAME" or "THEN" not in m.accepts or m.kind not in VALUE_STARTS - {"LPAR", "LSQB"}:
        return None
    start = last.start_pos or 0
    card = m.clean[m.start : m.start + 1].isupper() and m.kind == "NUMBER"
    if not re.search(r"(?:^|: *|\bthen +) *$" + r"|^ +\w+ +$" * card, m.line()[0][: start - m.line()[1]]):
        return None
    at = m.span(start, start + len(last))
    said = f"`{last}` is no verb of the language."
    if str(last) in ("most", "least") and (beside := re.match(r"insert +(?=before|after)", m.clean[m.start :])):
        at = m.span(m.start, m.start + beside.end())
        said = "This is a line of `winner`, not something to do."
        return Diagnostic("RW1023", said, at, "Write `insert line`.", fixes=(Fix(at, "insert line "),))
    if m.clean.startswith("scenario", m.start) and m.kind == "NAME":
        if (name := _action(m.source.whole, m.word)) and re.fullmatch(r" *", m.line()[0][: start - m.line()[1]]):
            whole = m.span(start, m.line()[1] + len(m.line()[0].split("@")[0].rstrip()))
            new = f"as {last}: {name}"
            fixes = () if "(" in new else (Fix(whole, new),)
            said = "Who does something stands before a colon, and behind it the name of an action."
            return Diagnostic("RW1023", said, whole, f"Write `{new}`.", fixes=fixes)
        return Diagnostic("RW1001", said, at, f"If `{last}` does it, write `as {last}: …` with the name of an action.")
    if last in ("winner", "win", "wins", "victory"):
        help = "Who wins is said under `winner`; the game ends with `end flow`."
        return Diagnostic("RW1001", said, at, help)
    if last == "me" or (len(last) == 1 and m.kind == "NAME"):
        help = f"A line begins with a verb like `gain` or `set`; who does it is said with `as {last}: …`."
        if m.word.startswith("win"):
            help = "Who wins is said under `winner`; the game ends with `end flow`."
        return Diagnostic("RW1001", said, at, help)
    help = f"A line begins with a verb like `gain` or `set`. If `{last}` is an effect, write `{last}({m.word})`"
    help += f"; if it has a part `{m.word}`, `{last}.{m.word}`." if m.kind == "NAME" else "."
    return Diagnostic("RW1001", said, at, help)


def _action(whole: str, word: str) -> str:
    """The action of the file that a word is a form of: `take` for `takes`; with `(…)` if something is picked."""
    forms = (word, word.removesuffix("s"), word.removesuffix("es"))
    tried = (re.search(rf"^action +{form}\b *(\(?)", whole, re.MULTILINE) for form in forms)
    found = next(filter(None, tried), None)
    return "" if found is None else found[0].split("(")[0].split()[1] + ("(…)" if found[1] else "")


_WHO = re.compile(
    r"(?<!as )(?<!in )(?<!as each )\b"
    r"(?:(?:each|every|all) +(others?|opponents?|players?)|(others|everyone|everybody|players))"
    r"(?: +([a-z]\w*)| *(:))"
)


def who_does(m: Mishap) -> Diagnostic | None:
    """Recognise `others lose 1 coin`, `each player takes a turn`, `each players: …`."""
    line, begin = m.line()
    if len(line.split()) > 5 and reads_like_prose(line):
        return None  # a whole sentence
    for found in _WHO.finditer(line):
        if begin + found.start(3 if found[3] else 4) != m.pos or found[3] in keywords() - {"gain", "pay"}:
            continue
        all_ = "others" if (found[1] or found[2]).startswith(("other", "opponent")) else "players"
        at = m.span(begin + found.start(), begin + found.end())
        help = f"Write `as each {all_}: …` for what each of them does, `each p in {all_}: …` to speak of each."
        said = "Who does something stands before a colon, and the verb behind it."
        return Diagnostic("RW1023", said, at, help)
    return None


def bullet(m: Mishap) -> Diagnostic | None:
    """`- do this`: options and lines are not listed with dashes."""
    line, begin = m.line()
    found = re.match(r" *([-*•–] *)", line)
    if found is None or begin + found.start(1) != m.pos:
        return None
    at = m.span(m.pos, begin + found.end())
    if m.accepts & {"LABEL"} and "SHUFFLE" not in m.accepts:
        return Diagnostic("RW1023", f"Options are not listed with `{m.word}`.", at, "Give each a name: `name: …`.")
    if m.clean[m.start : m.start + 1].isupper() and (item := re.match(r" *\S+ *(\w+) *$", line)):
        help = f"Several values stand on the line of the field, with commas: `… {item[1]}, …`."
        return Diagnostic("RW1023", f"Values are not listed with `{m.word}`.", at, help)
    return Diagnostic("RW1023", f"Lines are not listed with `{m.word}`.", at, "Leave it out.", fixes=(Fix(at, ""),))


def verb_in_question(m: Mishap) -> Diagnostic | None:
    """`if pay 2 coins`: a verb where only a question may stand."""
    last = m.last_token()
    if last is None or last.type != "NAME" or str(last) not in _doing():
        return None
    start = last.start_pos or 0
    at = m.span(start, start + len(last))
    if re.search(r"\bif\b[^:]*\bthen +$", m.line()[0][: start - m.line()[1]]):
        said = "What is done only sometimes stands behind a colon, not behind `then`."
        return Diagnostic("RW1023", said, at, f"Write `if …: {last} …`.")
    found = re.match(r" *set +([\w.]+(?:\[[^\]]*\])?) +to +(.*\S)", m.line()[0])
    if found is not None and m.clean.startswith("scenario", m.start):
        whole = m.span(m.line()[1] + found.start(1) - 4, m.line()[1] + found.end())
        help = f"Behind `then` stands what must hold: `{found[1]} = {found[2]}`."
        fixes = (Fix(whole, f"{found[1]} = {found[2]}"),)
        return Diagnostic("RW1024", f"`{last}` does something; here something is asked.", at, help, fixes=fixes)
    if m.open_token("NEEDS") is not None and str(last) == "pay":
        help = "`pay` is a requirement itself: write it as a line of its own, without `needs`."
    else:
        help = "Let it happen in a line of its own, and ask about the result."
    return Diagnostic("RW1024", f"`{last}` does something; here something is asked.", at, help)


def _doing() -> frozenset[str]:
    verbs = ("TRADE", "SET", "REMOVE", "MOVE", "LAY", "LIFT", "SHUFFLE", "REVEAL", "CHOOSE", "DRAW", "OFFER", "SCORE")
    return frozenset(word for t in verbs for word in terminals()[t]) | {"add", "say", "give", "roll"}


def table_line(m: Mishap) -> Diagnostic | None:
    """A line of a table with a colon or an arrow; `4+`."""
    if m.open_token("BY") is None:
        return None
    line, begin = m.line()
    if found := re.match(r" *([^\s:>=](?:[^:>=]*[^\s:>=])?) *(?:->|=>|:|=|is +equal +to)(?= *\S)", line):
        at = m.span(begin + found.end(1), begin + found.end())
        help = f"Write `{found[1]} is …`."
        return Diagnostic("RW1023", "A line of a table says `is`.", at, help, fixes=(Fix(at, " is"),))
    if found := re.search(r"(\d+)\+", line):
        at = m.span(begin + found.start(), begin + found.end())
        help = f"Write `{found[1]}..9`, with the greatest number there is, or `otherwise`."
        return Diagnostic("RW1023", f"`{found[0]}` is no range.", at, help, fixes=(Fix(at, "otherwise"),))
    return None
