"""Lines that could not be read, taken as sentences of a rulebook: what could stand in their place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from .. import ast
from ..diagnostics import Diagnostic, Fix
from ..source import Source, Span
from ..syntax.parse import parse
from .asked import question
from .clauses.lines import under
from .faithful import faithful
from .lexicon.german import english, german
from .lexicon.vocabulary import Vocabulary, vocabulary
from .lexicon.words import LONGEST, words
from .parts.comparing import locals_of
from .parts.nouns import Scene, TooLong, Unread
from .sentences.elsewhere import scenario, slot, winner
from .sentences.sentences import sentence

HEADINGS = re.compile(r"(effect|action|setup|flow|insert|except|change|winner|player|table|scenario|[A-Z]\w*)\b")
_LOCAL = re.compile(r"\b(?:let|choose(?: [^\n]*? of)?|draw|each|var) +([a-z_]\w*)(?: +in +([^\n\"]*))?")
_FIELD = re.compile(r"( +)([a-z_]\w*)( +)(?=\S)(.*)")
_SIGNS = re.compile(r"[/=<>+*@#\[\]{}%&|\\^~]|\w\(")  # nobody prints these in a sentence
_AFTER = re.compile(r"(?:else if|if|else|as|each|repeat|may|[a-z_]\w*)\b.*(?=: +\S)")  # `if d = 1: the game ends`
_TAIL = re.compile(r"(?: *(?:@\w[\w-]*|reconstructed\b))*\s*(?:#.*)?$")  # citations and comments
_OTHERWISE = re.compile(r"(?:otherwise|else)\b(?! +if\b) *,? *(?=\w)")
_WORDY = 5  # words: so many are no effect without its brackets
_MOST = 12  # lines of one file that are looked at


@dataclass(frozen=True, slots=True)
class Proposal:
    """What to write instead of a line."""

    found: Diagnostic
    at: Span  # the sentence
    lines: tuple[str, ...]
    declare: tuple[tuple[str, str], ...]
    declaration: tuple[str, ...]  # with these lines in it
    begins: int  # in the file
    first: int  # of the lines, in the declaration
    last: int
    fixes: tuple[Fix, ...]
    field: str = ""  # of a card, in which the sentence stands
    when: str = ""


def proposals(found: Iterable[Diagnostic], sources: Mapping[str, Source], decls: Sequence[ast.Decl]) -> list[Proposal]:
    """Propose lines for what could not be read."""
    made: list[Proposal] = []
    for d in found:
        if (
            not d.is_error
            or not (d.code.startswith(("RW0", "RW1")) or d.code == "RW2040")
            or d.at.file not in sources
            or len(made) >= _MOST
        ):
            continue
        proposed = _proposed(d, sources[d.at.file], decls)
        if proposed is not None:
            made.append(proposed)
    return made


_SENTENCE = "This is a sentence as in a rulebook; rules say it with the verbs of the language."
_UNDECLARED = "` is not declared, and this is a sentence as in a rulebook."


def proposed(d: Diagnostic) -> bool:
    """Say whether a message is one of these."""
    return d.code == "RW1023" and (d.message == _SENTENCE or d.message.endswith(_UNDECLARED))


def told(p: Proposal) -> Diagnostic:
    """Word a proposal."""
    said = _SENTENCE
    way = f"Write `{p.lines[0]}`." if len(p.lines) == 1 else "Write:\n" + "\n".join(f"  {line}" for line in p.lines)
    if p.field and len(p.lines) > 1:
        way = f"Write below `{p.field}`, indented:" + way.removeprefix("Write:")
    if p.when:
        way += (
            f" They stand where it happens: {p.when}."
            if len(p.lines) > 1
            else f" It stands where it happens: {p.when}."
        )
    if p.declare:
        head, line = p.declare[0]
        said = f"`{line.split()[0]}{_UNDECLARED}"
        way = f"Write `{line}` under `{head}`, and here " + way[0].lower() + way[1:]
    return Diagnostic("RW1023", said, p.at, way, fixes=p.fixes, about=p.found.about)


def mended(d: Diagnostic, source: Source) -> tuple[list[str], int, int] | None:
    """The declaration of a message with its fixes in it, and the lines of it that they change; None without fixes."""
    if not d.fixes or any(f.at.file != source.name or f.at.line != f.at.end_line for f in d.fixes):
        return None
    begins, after = _first(source.lines, d.at.line), d.at.line
    while after < len(source.lines) and not source.lines[after][:1].strip(" \t#"):
        after += 1
    if not all(begins <= f.at.line <= after for f in d.fixes):
        return None
    lines = source.lines[begins - 1 : after]
    for f in sorted(d.fixes, key=lambda f: (f.at.line, f.at.column), reverse=True):
        at = f.at.line - begins
        lines[at] = lines[at][: f.at.column - 1] + f.text + lines[at][f.at.end_column - 1 :]
    first = d.at.line - begins
    lines[first : first + 1] = lines[first].split("\n")
    return lines, begins, first + 1


def _proposed(d: Diagnostic, source: Source, decls: Sequence[ast.Decl]) -> Proposal | None:
    """Read the whole line, or the field of a card; if that is none, what stands behind its colon, or what it asks."""
    if _heads_lines(source.lines, d.at.line):
        return _read_question(d, source, decls)
    return _read_from(d, source, decls, False) or _read_from(d, source, decls, True) or _read_question(d, source, decls)


def _heads_lines(lines: Sequence[str], number: int) -> bool:
    """Say whether a line asks something for those below it."""
    line, below = lines[number - 1 : number], lines[number : number + 1]
    if not line or not below or question(_TAIL.sub("", line[0])) is None:
        return False
    return len(below[0]) - len(below[0].lstrip()) > len(line[0]) - len(line[0].lstrip())


def _read_question(d: Diagnostic, source: Source, decls: Sequence[ast.Decl]) -> Proposal | None:
    """Read only what a line asks, and leave the rest of it as it stands."""
    number = d.at.line
    if not 1 <= number <= len(source.lines):
        return None
    text = _TAIL.sub("", source.lines[number - 1])
    place = question(text)
    if place is None or not text.startswith(" ") or len(text) > LONGEST:
        return None
    if d.at.column > place.end + 2 or d.at.end_column <= place.begin:
        return None
    above = source.lines[_first(source.lines, number) - 1 : number - 1]
    scene = _scene(vocabulary(decls), above)
    try:
        read = place.read(scene)
    except (Unread, TooLong):
        return None
    if read is None:
        return None
    said, new = read
    if not faithful(scene, said, [new]) or scene.declare:
        return None
    line = text[: place.begin] + new + text[place.end :]
    at = Span(source.name, number, place.begin + 1, number, place.end + 1)
    where = instead(source, number, [line])
    _, wrong = parse(Source(source.name, "\n".join(where[0])))
    if any(w.is_error and where[2] <= w.at.line <= where[3] for w in wrong):
        return None
    return Proposal(d, at, (" ".join(line.split()),), (), *where, (Fix(at, new),))


def _read_from(d: Diagnostic, source: Source, decls: Sequence[ast.Decl], behind: bool) -> Proposal | None:
    number = d.at.line
    if not 1 <= number <= len(source.lines):
        return None
    line = source.lines[number - 1]
    head = _heading(source.lines, number)
    text = _TAIL.sub("", line)
    begin = len(text) - len(text.lstrip())
    if not begin or head is None or ('"' in text and "…" in text):
        return None
    field = _FIELD.match(text) if head[0].isupper() else None
    if field is not None:
        if not _does(vocabulary(decls), head, field[2]):
            return None
        begin = field.start(4)
    start = begin
    if behind:
        rule = _AFTER.match(text, begin)
        if rule is None or d.at.column <= rule.end():
            return None
        begin = len(text) - len(text[rule.end() + 1 :].lstrip())
    # a sign that the language does not know has its own message
    otherwise = _OTHERWISE.match(text, begin)
    if len(text) > LONGEST or _SIGNS.search(text[begin:]) or (d.code == "RW1003" and otherwise is None):
        return None
    said = words(english(text[begin:]) if german(text[begin:]) else text[begin:])
    if len(said) < 2:
        return None
    if any(t.name == said[0] and t.of == "params" for t in vocabulary(decls).things) and len(said) < _WORDY:
        return None  # an effect without its brackets
    above = source.lines[_first(source.lines, number) - 1 : number - 1]
    scene = _scene(vocabulary(decls), [*above, text[start:begin]] if behind else above)
    scene.v.taken |= {name for below in _below(source.lines, number) for name, _ in _LOCAL.findall(below)}
    try:
        lines = _read(scene, head, above, said)
    except (Unread, TooLong):
        return None
    if (
        head in ("flow", "setup")
        and not _within([*above, text[:begin]], begin)
        and re.search(r"\bme\b", _of_nobody(lines))
    ):
        lines = under("as each players", lines)  # nobody acts there yet, and a rulebook speaks to everybody
    if otherwise is not None:
        lines = under("else", lines)
    if not faithful(scene, said, lines) or (scene.declare and d.code == "RW2040"):
        return None
    at = Span(source.name, number, begin + 1, number, len(text) + 1)
    indent = " " * begin
    new = [text[:begin] + lines[0], *(indent + each for each in lines[1:])]
    if field is not None and len(lines) > 1:
        new = [text[: field.start(3)], *(f"    {each}" for each in lines)]
    fix = Fix(at, ("\n" + indent).join(lines))
    if field is not None and len(lines) > 1:
        fix = Fix(at._replace(column=field.start(3) + 1), "".join(f"\n    {each}" for each in lines))
    below = text[start:begin].rstrip(" :")
    if behind and len(lines) > 1:
        if field is not None:
            return None
        inner = " " * (start + 2)
        new = [text[:start] + below, *(inner + each for each in lines)]
        fix = Fix(at._replace(column=start + len(below) + 1), "".join(f"\n{inner}{each}" for each in lines))
    where = instead(source, number, new)
    fixes = (fix, *(_declaring(source, heading, line) for heading, line in scene.declare))
    name = below if behind else field[2] if field is not None else ""
    return Proposal(d, at, tuple(lines), tuple(scene.declare), *where, fixes, name, scene.when)


def instead(source: Source, number: int, new: Sequence[str]) -> tuple[tuple[str, ...], int, int, int]:
    """A declaration with other lines in the place of one, where it begins, and the first and last of those lines."""
    begins = _first(source.lines, number)
    after = number
    while after < len(source.lines) and not source.lines[after][:1].strip(" \t#"):
        after += 1
    above = source.lines[begins - 1 : number - 1]
    return (*above, *new, *source.lines[number:after]), begins, len(above) + 1, len(above) + len(new)


def _below(lines: Sequence[str], number: int) -> list[str]:
    """The lines of a declaration below one of them."""
    return list(takewhile(lambda line: not line[:1].strip(" \t#"), lines[number:]))


def _declaring(source: Source, heading: str, line: str) -> Fix:
    """Add a slot below its heading, or with a heading at the end of the file."""
    lines = source.lines
    last = len(lines)
    if heading in (each.split("#")[0].rstrip() for each in lines):
        last = next(i for i, each in enumerate(lines, 1) if each.split("#")[0].rstrip() == heading)
        while last < len(lines) and lines[last].startswith(" "):
            last += 1
        line = f"\n  {line}"
    else:
        line = f"\n\n{heading}\n  {line}"
    column = len(lines[last - 1]) + 1
    return Fix(Span(source.name, last, column, last, column), line)


def _read(scene: Scene, head: str, above: Sequence[str], said: list[str]) -> list[str]:
    """Read a sentence as what may stand under a heading."""
    if head == "winner":
        return winner(scene, said)
    if head in ("player", "table"):
        return slot(scene, head, said)
    if head == "scenario":
        sections = [
            line.split()[0] for line in above if line.split()[:1] and line.split()[0] in ("given", "when", "then")
        ]
        seats = next((line for line in above if line.strip().startswith("seats")), "")
        scene.seats = tuple(re.findall(r"\w+", seats)[1:])
        return scenario(scene, sections[-1] if sections else "given", said)
    if head == "type":
        raise Unread(head)
    return sentence(scene, said)


def _does(v: Vocabulary, of: str, name: str) -> bool:
    """Say whether something can be done in a field of a type: it is an effect or ability, or not declared."""
    known = [t for t in v.things if t.owner == of and t.name == name]
    return name != "copies" and all(t.sort == "code" or t.of in ("ability", "effect") for t in known)


def _first(lines: Sequence[str], number: int) -> int:
    first = number
    while first > 1 and not lines[first - 1][:1].strip(" \t#"):
        first -= 1
    return first


def _within(above: Sequence[str], indent: int) -> bool:
    """Say whether a line of that indentation stands below an `as`."""
    for line in reversed(above):
        own = len(line) - len(line.lstrip())
        if line.strip() and own < indent:
            indent = own
            if line.lstrip().startswith("as "):
                return True
    return False


def _of_nobody(lines: Sequence[str]) -> str:
    """The lines that do not say who acts."""
    return "\n".join(line for line in lines if not line.startswith(("as ", " ")))


def _heading(lines: Sequence[str], number: int) -> str | None:
    found = HEADINGS.match(lines[_first(lines, number) - 1])
    return found[0] if found else None


def _scene(v: Vocabulary, above: Sequence[str]) -> Scene:
    """Remember the local names that stand above a line."""
    scene = Scene(v)
    scene.local = locals_of(scene, above)
    for name, of in re.findall(r"[(,] *([a-z_]\w*)(?::| in) *([\w.]+)", above[0] if above else ""):
        v.taken.add(name)
        scene.member[of] = name
        if _people(v, of):
            scene.chosen = name
        for t in v.things:
            if (t.sort == "pile" and of.endswith(t.name)) or (t.sort == "type" and t.name == of):
                scene.it, scene.it_type = name, t.of or t.name
    for line in above:
        for name, of in _LOCAL.findall(line):
            v.taken.add(name)
            of = of.strip()
            if _people(v, re.split(r" where\b", of)[0].strip()):
                scene.chosen = name
            if ("draw" in line and ".." in of) or (" from " in line and name in ("n", "d", "roll")):
                scene.die = name
            elif of and any(t.name == of for t in v.all("kind")):
                scene.member[of] = name
            for t in v.all("pile"):
                if re.search(rf"\b{t.name}\b", of):
                    scene.it, scene.it_type = name, t.of
    return scene


def _people(v: Vocabulary, of: str) -> bool:
    """Say whether players are picked from it."""
    return of in ("others", "players", "Player") or any(t.name == of and t.of == "Player" for t in v.all("value"))
