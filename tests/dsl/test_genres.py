"""Sentences as rulebooks print them, in games of six genres: what is proposed for them is a rule.

Sets of them, each written before the checker was asked (`mistakes/genres*.txt`). A case passes if its one message is at
its line and what is proposed, written there as it stands, gives a ruleset without errors that has in it what was meant.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.pipeline import check_sources
from regelwerk.dsl.prose.advice import proposals
from regelwerk.dsl.prose.lexicon.phrases import rewrites
from regelwerk.dsl.source import Source, Span

HERE = Path(__file__).parent / "mistakes"
SESSION = Session()
SETS = ("genres.txt", "genres_two.txt", "genres_three.txt", "genres_four.txt", "genres_five.txt")
LED_OUT = dict(zip(SETS, (73, 45, 36, 27, 15), strict=True))  # as many as do today


@dataclass(frozen=True)
class Case:
    file: str
    title: str
    text: Source
    line: int
    way: str

    def errors(self, text: str) -> list[Diagnostic]:
        found = SESSION.check([Source(self.text.name, text)]).diagnostics
        return [d for d in found if d.is_error]


def cases(file: str) -> Iterator[Case]:
    name, whole = "", ""
    for case in re.split(r"^(?==== |@@@ )", (HERE / file).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, body = case.partition("\n")
        if heading.startswith("@@@ "):
            name = heading[4:]
            whole = (HERE / name).read_text(encoding="utf-8")
            continue
        told = re.fullmatch(r"=== (.*) :: (\d+) -> ?(.*)", heading)
        assert told is not None, heading
        text, above = joined(whole, body.rstrip() + "\n")
        yield Case(file, told[1], Source(name, text), above + int(told[2]), told[3])


def joined(whole: str, body: str) -> tuple[str, int]:
    """Add the text of a case to its game; what there is only once takes the place of what stands there, or goes on."""
    head, _, own = body.partition("\n")
    if head not in ("setup", "winner", "flow", "player", "table"):
        return f"{whole.rstrip()}\n\n{body}", whole.rstrip().count("\n") + 2
    found = re.search(rf"^{head}\n((?: .*\n|\n(?= ))*)", whole, re.MULTILINE)
    assert found is not None
    begin = found.start(1) if head in ("winner", "flow") else found.end(1)
    return whole[:begin] + own + whole[found.end(1) :], whole.count("\n", 0, begin) - 1


CASES = [case for file in SETS for case in cases(file)]


def written(case: Case, d: Diagnostic) -> tuple[str, str]:
    """Do what a message proposes: its fixes, or the lines it says to write."""
    lines = case.text.text.split("\n")
    if d.fixes:
        for fix in sorted(d.fixes, key=lambda f: (f.at.line, f.at.column), reverse=True):
            line = lines[fix.at.line - 1]
            lines[fix.at.line - 1] = line[: fix.at.column - 1] + fix.text + line[fix.at.end_column - 1 :]
        return "\n".join(lines), "\n".join(fix.text for fix in d.fixes)
    told = re.findall(r"`([^`]*)`", d.help)
    said = [*told[:1], *re.findall(r"and below it `([^`]*)`", d.help)]
    line = lines[d.at.line - 1]
    lines[d.at.line - 1] = "\n".join(" " * (len(line) - len(line.lstrip())) + each for each in said)
    return "\n".join(lines), "\n".join(said)


def proposed(d: Diagnostic) -> bool:
    return "a sentence as in a rulebook" in d.message


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_sentence_gets_one_message_at_its_line_and_what_is_proposed_is_a_rule(case: Case) -> None:
    (found,) = case.errors(case.text.text)
    assert found.at.line == case.line
    if proposed(found):
        text, said = written(case, found)
        assert not (wrong := case.errors(text)), (said, wrong)


@pytest.mark.parametrize("file", SETS)
def test_as_many_ways_out_as_before_lead_to_what_was_meant(file: str) -> None:
    led = 0
    for case in (case for case in CASES if case.file == file):
        found = case.errors(case.text.text)[0]
        text, said = written(case, found)
        meant = any(all(part.strip() in said for part in way.split(" & ")) for way in case.way.split(" | "))
        led += meant and not case.errors(text)
    assert led >= LED_OUT[file]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_no_message_about_a_sentence_has_whole_lines_that_would_be_refused(case: Case) -> None:
    (found,) = case.errors(case.text.text)
    if found.code == "RW1023" and not found.fixes and "Write `" in found.help:
        text, said = written(case, found)
        heading = said.split(" ")[0].split("\n")[0] in ("winner", "scoring", "action")
        assert not said or "…" in said or heading or not case.errors(text), said


WRONG = (  # what was once proposed for a sentence, and says something else
    ("tricks", "If you took exactly as many tricks as you bid, you score 10 points plus your bid.", "add 1 to me.bid"),
    ("tricks", "Shuffle all cards back into the deck.", "`shuffle deck`"),
    ("tricks", "The winner of the trick leads to the next one.", "set lead to lead"),
    ("tricks", "A player who has not taken a single trick loses 5 points.", "pay 5"),
    ("gallery", "Every time an opponent takes a painting, you gain 1 crown.", "if any"),
    ("village", "Pay 1 coin to the barn.", "pay 1 coin"),
    ("village", "At the start of each round, all players take back their workers.", "add 1 to"),
    ("tricks", "Discard two cards and draw two new ones.", "me.ones"),
    ("realms", "Place 2 armies in a region that you rule.", "me.reserve >= 1"),
)


@pytest.mark.parametrize(("game", "line", "wrong"), WRONG)
def test_rather_no_lines_than_such_as_say_something_else(game: str, line: str, wrong: str) -> None:
    text = (HERE / f"{game}.regel").read_text(encoding="utf-8")
    errors = [d for d in check_sources([Source(game, f"{text}\neffect e\n  {line}\n")]).diagnostics if d.is_error]
    assert errors and not any(wrong in d.help for d in errors)


def test_what_follows_from_an_action_is_the_line_of_an_ability() -> None:
    text = (
        (HERE / "village.regel")
        .read_text(encoding="utf-8")
        .replace("  built     effect\n", "  built     effect\n  gift      ability\n")
    )
    text = text.replace(
        "  built     gain 1 coin\n",
        "  built     gain 1 coin\n  gift      Whenever you build a house, you gain 1 food.\n",
    )
    (found,) = [d for d in check_sources([Source("village", text)]).diagnostics if d.is_error]
    assert "after build(h): gain 1 food" in found.help


def test_a_sentence_that_is_not_understood_whole_is_not_proposed() -> None:
    game = (HERE / "village.regel").read_text(encoding="utf-8")
    for line in ("Gain 2 coins unless the moon is full.", "Each player gains 1 coin on Sundays.", "Pay 1/2 coin."):
        found = check_sources([Source("village", f"{game}\neffect e\n  {line}\n")]).diagnostics
        assert [d for d in found if d.is_error] and not any(proposed(d) for d in found), line


def test_an_overlay_is_told_in_the_names_of_its_game() -> None:
    game = Source("village", (HERE / "village.regel").read_text(encoding="utf-8"))
    mod = 'mod more "More" for village\n\nHouse inn "inn"\n  cost 3\n  worth 2\n  built Gain 2 coins and 1 wood.\n'
    build = check_sources([game], [Source("more", mod)])
    (found,) = [d for d in build.diagnostics if d.is_error]
    assert (found.at.file, found.at.line) == ("more", 6)
    assert "gain 2 coins\n  add 1 to me.stock[wood]" in found.help
    lines = mod.split("\n")
    (fix,) = found.fixes
    lines[5] = lines[5][: fix.at.column - 1] + fix.text
    after = check_sources([game], [Source("more", "\n".join(lines))]).diagnostics
    assert not [d for d in after if d.is_error]


def test_what_a_word_lacks_is_declared_by_the_fix() -> None:
    game = (HERE / "village.regel").read_text(encoding="utf-8")
    text = f"{game}\neffect e\n  Each player gains 2 pebbles.\n"
    case = Case("", "", Source("village", text), 0, "")
    (found,) = case.errors(text)
    assert "`pebbles  0..99` under `player`" in found.help
    assert not case.errors(written(case, found)[0])


def test_reading_a_sentence_comes_to_an_end() -> None:
    game = (HERE / "village.regel").read_text(encoding="utf-8")
    seeds = (
        "if you have 1 coin, ",
        "and ",
        "or ",
        "if ",
        "for each ",
        "gain 1 or 2 ",
        "until ",
        "may ",
        "wenn du ",
        "zu ",
    )
    body = "".join(f"\neffect e{n}\n  {(seed * 300)[:290]}\n" for n, seed in enumerate(seeds))
    build = check_sources([Source("village", game + body)])
    decls = [d for f in build.written for d in f.decls]
    assert not proposals(build.diagnostics, build.sources, decls)
    for pattern, _ in rewrites():
        for seed in seeds:
            pattern.sub("", (seed * 300)[:300])


def test_no_mixture_of_words_makes_reading_fail() -> None:
    chance = random.Random(1)
    told = [case.text.text.split("\n")[case.line - 1].split() for case in CASES]
    game = (HERE / "guild.regel").read_text(encoding="utf-8")
    decls = check_sources([Source("guild", game)]).written[0].decls
    for _ in range(600):
        first, second = chance.choice(told), chance.choice(told)
        mixed = [*first[: chance.randint(0, len(first))], *second[chance.randint(0, len(second)) :]]
        source = Source("guild", f"effect e\n  {' '.join(mixed)}\n")
        found = Diagnostic("RW1023", "", Span("guild", 2, 3, 2, 4))
        for p in proposals([found], {"guild": source}, decls):
            assert p.lines
