"""Signs and words of other languages and of word processors, and what the language has for them."""

from __future__ import annotations

import re
from itertools import takewhile

from regelwerk.dsl.diagnostics import Diagnostic, Fix

from ..build.expressions import SPREADSHEET
from ..indentation_errors import brace_of_a_block
from .situation import Mishap, place

_FOREIGN = {
    "//": ("#", "A comment begins with `#`."),
    "/*": ("#", "A comment begins with `#`."),
    "$": ("", "What is paid has a name of its own: `pay 1 coin`."),
    "€": ("", "What is paid has a name of its own: `pay 1 coin`."),
    "£": ("", "What is paid has a name of its own: `pay 1 coin`."),
    "===": ("=", "Equal is written `=`."),
    "!==": ("!=", "Unequal is written `!=`."),
    "==": ("=", "Equal is written `=`."),
    "&&": (" and ", "Write `and`."),
    "||": (" or ", "Write `or`."),
    "!": ("not ", "Write `not`, or `!=` for unequal."),
    "≠": ("!=", "Unequal is written `!=`."),
    "≤": ("<=", "Write `<=`."),
    "≥": (">=", "Write `>=`."),
    "<>": ("!=", "Unequal is written `!=`."),
    "×": ("*", "Multiply with `*`."),
    "·": ("*", "Multiply with `*`."),
    "÷": ("/", "Divide with `/`."),
    "%": (" mod ", "The rest of a division is `a mod b`."),
    "–": ("-", "Write the plain hyphen `-`."),
    "—": ("-", "Write the plain hyphen `-`."),
    "−": ("-", "Write the plain hyphen `-`."),
    "…": ("..", "A range is written `1..6`."),
    "?": ("", "Something must stand there; a value that no rulebook prints gets the mark `reconstructed` behind it."),
    "^": ("*", "There are no powers: write `x * x`."),
    ";": ("", "One thing per line; join several on one line with `then`."),
    "'": ('"', 'Texts stand between `"`.'),
    "‘": ('"', 'Texts stand between `"`.'),
    "’": ('"', 'Texts stand between `"`.'),
    "`": ('"', 'Texts stand between `"`.'),
}
# The first word of a line in another language: what stands for it, and how to say it here.
_FOREIGN_WORDS = {
    "for": ("each", "Go through a set with `each x in …`."),
    "foreach": ("each", "Go through a set with `each x in …`."),
    "while": ("", "Repeat with `repeat until …`."),
    "return": ("give", "The result of an effect is `give …`."),
    "print": ("say", "Tell the table something with `say …`."),
    "elif": ("else if", "Write `else if …`."),
    "elseif": ("else if", "Write `else if …`."),
    "unless": ("if not", "Write `if not …`."),
    "when": ("if", "Write `if …`."),
    "until": ("repeat until", "Repeat with `repeat until …`."),
    "loop": ("repeat", "Repeat with `repeat until …`."),
    "otherwise": ("else", "Write `else`."),
    "var": ("let", "Name something for the rest of the block with `let x = …`."),
    "const": ("let", "Name something for the rest of the block with `let x = …`."),
    # German
    "jeder": ("each", "Go through a set with `each x in …`."),
    "jede": ("each", "Go through a set with `each x in …`."),
    "jedes": ("each", "Go through a set with `each x in …`."),
    "solange": ("", "Repeat with `repeat until …`, with what ends it."),
    "während": ("", "Repeat with `repeat until …`, with what ends it."),
    "bis": ("repeat until", "Repeat with `repeat until …`."),
    "wiederhole": ("repeat", "Repeat with `repeat until …`."),
    "setze": ("set", "Write `set … to …`."),
    "bewege": ("move", "Write `move … to …`."),
    "lege": ("move", "Write `move … to …`."),
    "entferne": ("remove", "Write `remove … from …`, or `move … to box`."),
    "beende": ("end", "Write `end …`; the game ends with `end flow`."),
    "biete": ("offer", "Write `offer …`."),
    "decke": ("", "A card is turned over by moving it to a place that everybody sees: `move top(deck) to shown`."),
    "gib": ("", "Components are moved: `move c to p.hand`; what is counted is paid by one and gained by the other."),
    "meiste": ("most", "Write `most …`."),
    "wenigste": ("least", "Write `least …`."),
    "verliere": ("pay", "Write `pay …`, or `owe …` for what one has."),
    "kaufe": ("", "What is bought is paid and then moved: `pay 2 coins`, and below it `move c to me.hand`."),
}
# The first word of a declaration in another language.
FOREIGN_DECLARATIONS = {
    "enum": "kind",
    "class": "type",
    "struct": "type",
    "record": "type",
    "def": "effect",
    "function": "effect",
    "func": "effect",
    "fn": "effect",
    "procedure": "effect",
    "rule": "effect",
    "phase": "effect",
    "move": "action",
    "const": "value",
    "formula": "value",
    "global": "table",
    "state": "table",
    "players": "player",
    "start": "setup",
    "turn": "effect turn",
    "card": "type",
    "component": "type",
    "cards": "rows",
    "delete": "remove",
    "drop": "remove",
    "replace": "change",
    "goal": "winner",
    "victory": "winner",
    "test": "scenario",
    "import": "",
    "addon": "mod",
    "extension": "expansion",
    "module": "expansion",
    "errata": "erratum",
    "correction": "erratum",
    "patch": "erratum",
    "houserule": "house",
    "var": "table",
    "variable": "table",
    "slot": "table",
    # German
    "spiel": "game",
    "spieler": "player",
    "tisch": "table",
    "aufbau": "setup",
    "ablauf": "flow",
    "wirkung": "effect",
    "aktion": "action",
    "wert": "value",
    "karte": "type",
    "karten": "rows",
    "wertung": "scoring",
    "sieger": "winner",
    "gewinner": "winner",
    "szenario": "scenario",
}
FOREIGN_TYPES = {
    "int": "number",
    "integer": "number",
    "bool": "flag",
    "boolean": "flag",
    "string": "text",
    "str": "text",
    "deck": "pile",
    "stack": "pile",
    "bag": "pile",
    "hand": "pile",
    "heap": "pile",
}
_FOREIGN_AT = re.compile("|".join(re.escape(k) for k in sorted(_FOREIGN, key=len, reverse=True)))


def foreign_sign(m: Mishap) -> Diagnostic | None:
    """Signs of other languages and of word processors."""
    back = 1 if m.word in ("=", "&", "/") and m.clean[m.pos - 1 : m.pos] == m.word else 0
    found = _FOREIGN_AT.match(m.clean, m.pos - back)
    if found is None:
        if m.word == ">" and m.clean[m.pos - 1 : m.pos] == "<":
            back, sign = 1, "<>"
        else:
            return None
    else:
        sign = found[0]
    if sign in ("==", "===") and not back:
        return None
    new, help = _FOREIGN[sign]
    if sign == "%" and re.match(r"% *(?:(?:else|then|and|or|of)\b|[^\w( ]|$)", m.clean[m.pos :]):
        new, help = "", "There are no percentages: half of it is `x / 2`."
    if (apostrophe := _APOSTROPHE.search(m.line()[0])) and sign in "'’" and "NAME" not in m.accepts:
        return _inside_name(m, apostrophe)
    if sign == ";" and _FORMULA.search(m.line()[0]):
        return m.say("RW1003", *SPREADSHEET)
    if sign in "$€£" and (m.clean.startswith("rows", m.start) or m.clean[m.start : m.start + 1].isupper()):
        help = "Write the number alone; what it counts is said where the field is used."
    if sign == ";" and m.clean.startswith("rows", m.start):
        new, help = ",", "The values of a row stand side by side, with commas."
    at = place(m.source, m.clean, m.pos - back, len(sign))
    if m.clean[m.pos - back - 1 : m.pos - back] == " ":
        new = new.strip()
    fixes: tuple[Fix, ...] = () if sign == "^" or not new else (Fix(at, new),)
    if new == '"':  # both marks of the text
        line, begin = m.line()
        fixes = tuple(Fix(m.span(begin + i, begin + i + 1), '"') for i, c in enumerate(line) if c in "'‘’`")
    return Diagnostic("RW1003", f"The language does not know `{sign}`.", at, help, fixes=fixes)


_FORMULA = re.compile(r"\b[A-Z]{2,}\([^();]*;")
_APOSTROPHE = re.compile(r"[^\W\d]\w*['’]\w+")


def _inside_name(m: Mishap, found: re.Match[str]) -> Diagnostic:
    """`adam's "Adam's"`: letters, digits and `_` make a name."""
    at = m.span(m.line()[1] + found.start(), m.line()[1] + found.end())
    new = re.sub("['’]", "", found[0])
    said = "A name is made of letters, digits and `_`."
    return Diagnostic("RW1003", said, at, f"Write `{new}`.", fixes=(Fix(at, new),))


def braced(m: Mishap) -> Diagnostic | None:
    """`if x > 3 {`: a brace that opens a block."""
    written = m.source.lines[m.at.line - 1][m.at.column - 1 :]
    return brace_of_a_block(m.at) if m.word == "{" and _OPENS_BLOCK.fullmatch(written) else None


_OPENS_BLOCK = re.compile(r"\{ *(?:#.*)?")


def decimal(m: Mishap) -> Diagnostic | None:
    """Recognise a number with a fraction."""
    last = m.last_token()
    line, begin = m.line()
    for many in re.finditer(r"(?<![\w.])\d{1,3}(?:\.\d{3})+(?![\d.])", line):
        if begin + many.start() <= m.pos <= begin + many.end():
            at, new = m.span(begin + many.start(), begin + many.end()), many[0].replace(".", "")
            return Diagnostic(
                "RW1003", "Numbers are written without dots.", at, f"Write `{new}`.", fixes=(Fix(at, new),)
            )
    if m.kind == "NUMBER" and last is not None and last.type == "DOT":
        return m.say("RW1003", "Numbers are whole.", "Write a range as `1..6`, a half as `x / 2`.")
    return None


def lone_word(m: Mishap, above: str) -> Diagnostic | None:
    """`otherwise` with its lines below: read as the name of an effect, it opens no block."""
    word = above.strip()
    if word not in _FOREIGN_WORDS:
        return None
    new, help = _FOREIGN_WORDS[word]
    start = m.clean.rfind(word, 0, m.pos)
    at = m.span(start, start + len(word))
    return Diagnostic("RW1003", f"No line begins with `{word}`.", at, help, fixes=(Fix(at, new),) if new else ())


_EVERY_PLAYER = re.compile(r" *for(?:each)? +(?:each +|every +|all +)?(\w+) +in +(players|others)(?= *(?::|$))")


def _named_below(m: Mishap, name: str, rest: str) -> bool:
    """Say whether the lines of a loop speak of what it goes through by this name."""
    line, begin = m.line()
    indent = len(line) - len(line.lstrip())
    below = m.clean[begin + len(line) :].lstrip("\n").split("\n")
    own = [rest, *takewhile(lambda each: each.startswith(" " * (indent + 1)) or not each.strip(), below)]
    return re.search(rf"\b{name}\b", "\n".join(own)) is not None


def foreign_word(m: Mishap) -> Diagnostic | None:
    """A line that begins like one of another language."""
    line, begin = m.line()
    first = re.match(r" *(\w+)(?: +each\b)?", line)
    if first is None or first[1] not in _FOREIGN_WORDS or first[1] not in (m.word, m.last_token()):
        return None
    new, help = _FOREIGN_WORDS[first[1]]
    if first[1] == "while" and (asked := re.match(r" *while +([^:]+?) *(?=:|$)", line)) is not None:
        at = m.span(begin + first.start(1), begin + asked.end())
        new = f"repeat until not ({asked[1]})"
        said = "No line begins with `while`: it is said when a loop ends, not how long it goes on."
        return Diagnostic("RW1003", said, at, f"Write `{new}`.", fixes=(Fix(at, new),))
    if (every := _EVERY_PLAYER.match(line)) is not None and not _named_below(m, every[1], line[every.end() :]):
        at = m.span(begin + first.start(1), begin + every.end())
        help = f"What each of them does stands below `as each {every[2]}`: whoever acts is `me`."
        return Diagnostic("RW1003", "No line begins with `for`.", at, help, fixes=(Fix(at, f"as each {every[2]}"),))
    if re.match(r" *for(?:each)? *(?:each|every|all)? +(?:players?|others?)\b", line):
        all_ = "others" if "other" in line else "players"
        new, help = "as each", f"Write `as each {all_}: …` for what each of them does."
    if first[1] == "for" and m.clean.startswith(("invariant", "value", "winner"), m.start):
        new, help = "", "What holds for all of them is asked with `all x in …: …`."
    if first[1] == "return" and re.search(r"\b(?:to|into|under)\b", line):
        new, help = "move", "Components go back by `move … to …`; what is paid goes back by `pay`."
    if first[1] == "when" and m.clean.startswith("scenario", m.start):
        new, help = "", "In a scenario `when` stands above `then`: what happens, and then what comes of it."
    at = m.span(begin + first.start(1), begin + first.end())
    return Diagnostic("RW1003", f"No line begins with `{first[1]}`.", at, help, fixes=(Fix(at, new),) if new else ())
