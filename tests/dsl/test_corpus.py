"""What designers get wrong: each mistake gets one message, at its line, with a way out that names the right word.

`everyday.txt` and `rulebooks.txt` (sentences as they are printed) stand on the small game of the explanations,
`edits.txt` makes mistakes in real rulesets, `ferry.txt` in the first game of somebody who has never programmed,
`fox.txt` in the game of the tutorial and in mods for it, `guild.txt`, `fresh.txt` and `third.txt` in a game whose
cases were all written before the checker was asked, `mix.txt`, `words.txt` and `evening.txt` in small games, as
mistakes come in practice, `mods.txt` in overlays of people who have read nothing but how overlays are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.source import LAYERS, Source
from tests.dsl.examples import BASE, UNUSED

HERE = Path(__file__).parent / "mistakes"
RULESETS = Path(__file__).parents[2] / "rulesets"
SESSION = Session()


@dataclass
class Case:
    title: str
    base: tuple[Source, ...]
    text: Source
    overlay: bool
    line: int
    code: str
    way: str

    def messages(self, text: str) -> list[Diagnostic]:
        """Check the ruleset with this text; somebody who writes rules does it again and again, too."""
        written = Source(self.text.name, text)
        own = [*self.base] if self.overlay else [*self.base, written]
        build = SESSION.check(own, [written] if self.overlay else [], near=RULESETS)
        return [d for d in build.diagnostics if d.code != UNUSED or "never" in self.title]

    @cached_property
    def found(self) -> list[Diagnostic]:
        return self.messages(self.text.text)


def everyday() -> Iterator[Case]:
    texts = [(HERE / file).read_text(encoding="utf-8") for file in ("everyday.txt", "rulebooks.txt")]
    for case in (case for text in texts for case in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]):
        heading, _, text = case.partition("\n")
        told = re.fullmatch(r"(?:\[(\w+)\] )?(.*) :: (\d+) (RW\d{4}) -> (.*)", heading)
        assert told is not None, heading
        where, title, line, code, way = told.groups()
        base = () if where in ("whole", "alone") else (BASE,)
        yield Case(title, base, Source("case", text), where == "overlay", int(line), code, way)


def edits(file: str) -> Iterator[Case]:
    """Mistakes in whole games: `- ` lines of the file become `+ ` lines; the message is at the first of them. A case
    without such lines is an overlay, or is added to the game; without a code, any will do, and of ways out parted by
    ` | ` one."""
    name, whole = "", ""
    for case in re.split(r"^(?==== |@@@ )", (HERE / file).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, body = case.partition("\n")
        if heading.startswith("@@@ "):
            name = heading[4:]
            own = HERE / name
            whole = (own if own.exists() else RULESETS / name).read_text(encoding="utf-8")
            continue
        told = re.fullmatch(r"=== (.*) :: \+?(-?\d+) (?:(RW\d{4}) )?-> (.*)", heading)
        assert told is not None, heading
        lines = body.rstrip("\n").split("\n")
        if not lines[0].startswith(("- ", "+ ")):
            mod = re.search(rf"^(?:{'|'.join(LAYERS)})\b", body, re.MULTILINE) is not None
            game = Source(name, whole)
            yield Case(told[1], (game,), Source("mod", body), mod, int(told[2]), told[3] or "", told[4])
            continue
        old = [line[2:].split() for line in lines if line.startswith("- ")]
        new = [line[2:] for line in lines if line.startswith("+ ")]
        place = re.compile("\\n".join(rf"^ *{' +'.join(map(re.escape, words))}(.*)" for words in old), re.MULTILINE)
        (found,) = place.finditer(whole)
        new[0] += found[1] if len(old) == 1 else ""
        line = whole.count("\n", 0, found.start()) + int(told[2])
        text = whole[: found.start()] + "\n".join(new) + whole[found.end() :]
        yield Case(told[1], (), Source(name, text), False, line, told[3] or "", told[4])


CASES = [
    *everyday(),
    *edits("edits.txt"),
    *edits("ferry.txt"),
    *edits("fox.txt"),
    *edits("guild.txt"),
    *edits("fresh.txt"),
    *edits("third.txt"),
    *edits("mix.txt"),
    *edits("words.txt"),
    *edits("evening.txt"),
    *edits("mods.txt"),
]


def verdict(case: Case) -> str:
    """Say what is wrong with the messages of a case; nothing if they are as they should be."""
    found = case.found
    shown = [(d.at.line, d.code, d.message, d.help) for d in found]
    if [(d.at.line, d.code) for d in found] != [(case.line, case.code or (found[0].code if found else ""))]:
        return f"wanted line {case.line}, {case.code}; got {shown}"
    told = f"{found[0].message} {found[0].help}"
    return "" if any(way in told for way in case.way.split(" | ")) else f"{case.way} is not named: {shown}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_mistake_gets_one_message_that_leads_out(case: Case) -> None:
    assert not (said := verdict(case)), said


def test_there_are_enough_mistakes_and_no_title_twice(capsys: pytest.CaptureFixture[str]) -> None:
    titles = [case.title for case in CASES]
    assert len(titles) == len(set(titles)) >= 200
    score = sum(not verdict(case) for case in CASES)
    repaired = sum(any(d.fixes for d in case.found) for case in CASES)
    with capsys.disabled():
        print(f"\n{score} of {len(CASES)} everyday mistakes get their one message; {repaired} come with a fix")


def applied(text: str, fixes: tuple[Fix, ...]) -> str:
    """Apply fixes from the last to the first."""
    lines = text.split("\n")
    for fix in sorted(fixes, key=lambda f: (f.at.line, f.at.column), reverse=True):
        assert fix.at.line == fix.at.end_line
        line = lines[fix.at.line - 1]
        lines[fix.at.line - 1] = line[: fix.at.column - 1] + fix.text + line[fix.at.end_column - 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_fix_takes_its_message_away(case: Case) -> None:
    for d in case.found:
        if not d.fixes:
            continue
        assert all(fix.at.file == case.text.name for fix in d.fixes)
        after = case.messages(applied(case.text.text, d.fixes))
        assert not [x for x in after if x.code == d.code and x.message == d.message and x.at == d.at], after
