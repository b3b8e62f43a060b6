"""Overlays: what they do to a game, and what they must not do."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.dsl import ast
from regelwerk.dsl.compose import compose, merge, origin
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.parse import parse
from regelwerk.dsl.source import Source

SAMPLES = Path(__file__).with_name("samples")

CORE = """\
game demo
  players 2..4

kind Suit red, blue, green

type Card
  price 0..9 = 3
  suits set of Suit
  play effect
  power ability while it in me.awake

rows Card: price, suits
  ace: 1, {red}
  two: 2, {blue}

Card king "King"
  suits red, blue
  play
    gain 1 coin
    extra: gain 2 coin
  power
    action bow "Bow" once per turn
      gain 1 coin

Card fool
  price 4
  play jest
  power instead of pay_fee(s) once per year may "Skip {s}": nothing

table
  pot 0..20 = 5

ruling late "May one be late?"
  default no
  choices yes, no

value limit number = 7

value worth(s in Suit) number by s
  red is 1
  otherwise is 2

setup
  first: gain 1 coin

effect jest
  say "Ha"
  if pot > 3
    inner: gain 1 coin
    last: gain 2 coin
  outer: each p in players
    deep: gain 3 coin

action bet "Bet" once per turn
  gain 1 coin

scenario "one bets"
  seats ann, bob
  then pot = 5
"""


def read(text: str, name: str = "t.regel") -> ast.File:
    file, found = parse(Source(name, text))
    assert found == []
    return file


def overlay(body: str, id: str = "x", layer: str = "mod", header: str = "") -> ast.File:
    return read(f"{layer} {id} for demo\n{header}\n{body}", f"{id}.regel")


def merged(*files: ast.File) -> str:
    """Merge without mistakes, and show the result in a form that ignores places."""
    decls, found = compose([read(CORE, "core.regel")], list(files))
    assert found == []
    return shown(decls)


def shown(decls: list[ast.Decl]) -> str:
    return "\n".join(str(bare(d)) for d in decls)


def bare(node: object) -> object:
    if isinstance(node, tuple):
        return tuple(bare(n) for n in node) if not hasattr(node, "end_line") else ()
    if not isinstance(node, ast.Node):
        return node
    inner = [bare(getattr(node, f)) for f in type(node).__dataclass_fields__ if f not in ("at", "marks", "doc")]
    return (type(node).__name__, *inner)


def problems(*files: ast.File) -> list[Diagnostic]:
    return compose([read(CORE, "core.regel")], list(files))[1]


def edited(old: str, new: str) -> str:
    """The core with its text edited by hand: what an overlay should amount to."""
    assert CORE.count(old) == 1
    return shown(list(read(CORE.replace(old, new)).decls))


@pytest.mark.parametrize(
    ("op", "old", "new"),
    [
        ("change game.players\n  from 2..4\n  to 2..5", "2..4", "2..5"),
        ("change ace.price\n  from 1\n  to 4", "ace: 1", "ace: 4"),
        ("change king.suits\n  from red, blue\n  to red", "suits red, blue", "suits red"),
        ("change fool.play\n  from jest\n  to gain 1 coin", "play jest", "play gain 1 coin"),
        ("change king.play.extra\n  from gain 2 coin\n  to gain 5 coin", "extra: gain 2", "extra: gain 5"),
        ("change king.play.extra\n  from more: gain 2 coin\n  to jest", "extra: gain 2 coin", "extra: jest"),
        ("change fool.power.once\n  from year\n  to turn", "once per year", "once per turn"),
        ("change king.power.bow.once\n  from turn\n  to year", "action bow \"Bow\" once per turn",
         "action bow \"Bow\" once per year"),
        ("change bet.once\n  from turn\n  to year", "\"Bet\" once per turn", "\"Bet\" once per year"),
        ("remove bet.once was turn", "\"Bet\" once per turn", "\"Bet\""),
        ("change Card.price\n  from 3\n  to 2", "0..9 = 3", "0..9 = 2"),
        ("change table.pot\n  from 5\n  to 6", "0..20 = 5", "0..20 = 6"),
        ("change late\n  from no\n  to yes", "default no", "default yes"),
        ("change limit\n  from 7\n  to 8", "number = 7", "number = 8"),
        ("change worth.red\n  from 1\n  to 4", "red is 1", "red is 4"),
        ("change worth.otherwise\n  from 2\n  to 4", "otherwise is 2", "otherwise is 4"),
        ("change jest.deep\n  from gain 3 coin\n  to gain 4 coin", "deep: gain 3", "deep: gain 4"),
        ("remove jest.inner was gain 1 coin", "    inner: gain 1 coin\n", ""),
        ("remove jest.deep", "deep: gain 3 coin", "nothing"),
        ("insert before setup.first\n  new: jest", "  first: gain", "  new: jest\n  first: gain"),
        ("insert after jest.inner\n  jest\n  jest", "    last:", "    jest\n    jest\n    last:"),
        ("include green into king.suits", "suits red, blue", "suits red, blue, green"),
        ("include green into ace.suits", "{red}", "{red, green}"),
        ("include gold into Suit", "blue, green", "blue, green, gold"),
        ("remove fool.price was 4", "  price 4\n", ""),
        ("remove limit was 7", "value limit number = 7\n", ""),
        ("remove two", "  two: 2, {blue}\n", ""),
        ('supersedes "one bets"\n  then pot = 6', "then pot = 5", "then pot = 6"),
    ],
)  # fmt: skip
def test_a_verb_does_what_an_editor_would(op: str, old: str, new: str) -> None:
    assert merged(overlay(op + "\n")) == edited(old, new)


def test_additions_come_last_by_id() -> None:
    one, two = overlay("Card joker\n  price 1\n", "zoe"), overlay("Card bishop\n  price 1\n", "abe")
    first = overlay("Card knight\n  price 1\n", "zz", "erratum")
    decls, found = compose([read(CORE)], [one, two, first])
    assert found == []
    assert [d.name.id for d in decls[-3:] if isinstance(d, ast.Thing)] == ["knight", "bishop", "joker"]


def test_a_later_layer_sees_what_an_earlier_one_made() -> None:
    house = overlay("change limit\n  from 8\n  to 9\n", "h", "house")
    edition = overlay("change limit\n  from 7\n  to 8\n", "e", "edition")
    assert merged(house, edition) == edited("number = 7", "number = 9")
    assert [who for who, _ in origin([read(CORE)], [house, edition])["limit"]] == ["e", "h"]


def test_changed_parts_keep_the_place_of_the_overlay() -> None:
    decls, _ = compose([read(CORE)], [overlay("change limit\n  from 7\n  to 8\n")])
    (limit,) = [d for d in decls if isinstance(d, ast.Value) and d.name.id == "limit"]
    assert limit.body is not None
    assert limit.body.at.file == "x.regel"
    assert limit.at.file == "t.regel"


@pytest.mark.parametrize(
    ("op", "code", "text"),
    [
        ("change limit\n  from 6\n  to 8", "RW5009", "not what stands at `limit`"),
        ("remove jest.deep was gain 4 coin", "RW5009", "jest.outer.deep"),
        ("change Card.suits\n  from 1\n  to 2", "RW5009", "nothing stands there"),
        ("change limits\n  from 7\n  to 8", "RW5007", "Did you mean `limit`?"),
        ("change fool.pricy\n  from 4\n  to 8", "RW5007", "Did you mean `fool.price`?"),
        ("insert after jest.inne\n  jest", "RW5007", "inner"),
        ("change ace.price.once\n  from 1\n  to 2", "RW5007", ""),
        ('supersedes "one bet"\n', "RW5007", "one bets"),
        ("change fool\n  from 4\n  to 8", "RW5010", "as a whole"),
        ("change limit\n  from 7\n  to gain 1 coin", "RW5010", "not lines"),
        ("change limit\n  from 7\n  to 1, 2", "RW5010", "One value"),
        ("insert before fool.price\n  jest", "RW5010", "inserted"),
        ("include 2 into limit", "RW5010", "no list"),
        ("remove ace.price", "RW5010", "taken away"),
        ("insert after jest.inner\n  deep: jest", "RW5006", "jest.deep"),
        ("Card fool\n  price 1", "RW5006", "`fool` exists already."),
        ("table\n  pot 0..3", "RW5006", "table.pot"),
        ("include red into king.suits", "RW5012", "already"),
        ("mod y for demo", "RW5001", "one header"),
    ],
)
def test_what_does_not_fit_is_reported_and_left_out(op: str, code: str, text: str) -> None:
    decls, found = compose([read(CORE, "core.regel")], [overlay(op + "\n")])
    assert [d.code for d in found] == [code]
    assert text in found[0].message + found[0].help
    assert found[0].at.file == "x.regel"
    assert shown(decls) == shown(list(read(CORE).decls))


def test_a_stale_overlay_shows_what_is_there_and_by_whom() -> None:
    edition = overlay("change limit\n  from 7\n  to 8\n", "e", "edition")
    (found,) = problems(edition, overlay("change limit   @X-1\n  from 7\n  to 9\n"))
    assert (found.at.line, found.cites) == (4, ("X-1",))
    assert found.others[0].at.file == "e.regel"
    assert "`e`" in found.others[0].text


def test_a_label_at_two_places_is_no_address() -> None:
    core = read(CORE.replace("deep:", "inner:"))
    (found,) = compose([core], [overlay("remove jest.inner\n")])[1]
    assert (found.code, len(found.others)) == ("RW5008", 2)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("change limit\n  from 7\n  to 8", "change limit\n  from 7\n  to 9"),
        ("change jest.outer\n  from jest\n  to jest", "remove jest.deep"),
        ("remove fool", "change fool.price\n  from 4\n  to 5"),
        ("insert after jest.inner\n  jest", 'insert before jest.last\n  say "So."'),
        ("insert after jest.inner\n  a: jest", "insert after jest.last\n  a: jest"),
        ("remove jest.inner", "insert after jest.inner\n  jest"),
        ("include green into king.suits", "remove king.suits"),
        ("Card joker\n  price 1", "Card joker\n  price 2"),
        ("Card joker\n  price 1", "change joker.price\n  from 1\n  to 2"),
        ("change late\n  from no\n  to yes", "change late.default\n  from no\n  to no"),
    ],
)
def test_unordered_overlays_of_a_layer_conflict(one: str, two: str) -> None:
    a, b = overlay(one + "\n", "a"), overlay(two + "\n", "b")
    for files in ([a, b], [b, a]):
        (found,) = problems(*files)
        assert found.code == "RW5011"
        assert (found.at.file, found.others[0].at.file) == ("b.regel", "a.regel")


@pytest.mark.parametrize(
    ("op", "old", "new"),
    [
        ("change limit\n  from 7\n  to 8", "number = 7", "number = 8"),
        ("remove limit", "value limit number = 7\n", ""),
        ("insert after jest.last\n  jest", "    last: gain 2 coin\n", "    last: gain 2 coin\n    jest\n"),
        ("include green into king.suits", "suits red, blue", "suits red, blue, green"),
    ],
)
def test_overlays_that_say_the_same_agree(op: str, old: str, new: str) -> None:
    assert merged(overlay(op + "\n", "a"), overlay(op + "\n", "b")) == edited(old, new)


def test_a_declared_order_settles_a_conflict() -> None:
    b = overlay("change limit\n  from 7\n  to 8\n", "b")
    a = overlay("change limit\n  from 8\n  to 9\n", "a", header="  after b")
    assert merged(a, b) == edited("number = 7", "number = 9")
    assert merged(overlay("include green into king.suits\n", "a"), overlay("include gold into Suit\n", "b"))


@pytest.mark.parametrize(
    ("files", "codes"),
    [
        ([overlay("", "a", header="  requires b")], ["RW5003"]),
        ([overlay("", "a", header="  after b")], []),
        ([overlay("", "a", header="  after b"), overlay("", "b", header="  requires a")], ["RW5004"]),
        ([overlay("", "a", header="  after b"), overlay("", "b", "house")], ["RW5004"]),
        ([overlay("", "a"), overlay("", "a", "house")], ["RW5005"]),
        ([overlay("", "a", header="  require b")], ["RW5013"]),
        ([read("mod a for other\n")], ["RW5002"]),
        ([read("mod a for other\n"), overlay("", "b", header="  requires a")], ["RW5002", "RW5003"]),
        ([read("Card joker\n  price 1\n")], ["RW5001"]),
        ([read("")], ["RW5001"]),
    ],
)
def test_headers(files: list[ast.File], codes: list[str]) -> None:
    assert sorted(d.code for d in problems(*files)) == codes


def test_verbs_do_not_stand_in_the_game_itself() -> None:
    assert [d.code for d in compose([read(CORE), read("remove limit\n")], [])[1]] == ["RW5001"]


def test_sample_overlays_fit_their_games() -> None:
    def sample(name: str) -> ast.File:
        return read((SAMPLES / f"{name}.regel").read_text(encoding="utf-8"), name)

    core = [sample(f"walz_{n}") for n in ("cards", "inn", "map", "tally", "turn")]
    done = merge(core, [sample("overlay_de"), sample("mod_ada")])
    assert done.problems == []
    assert done.origin["ada_lovelace"][0][0] == "ada"
    assert done.origin["belittle_king.power.once"][0][0] == "de"
    # The erratum corrects the English list; on the German edition it is stale, and says who was there first.
    assert merge(core, [sample("erratum_nobel")]).problems == []
    (found,) = merge(core, [sample("overlay_de"), sample("erratum_nobel")]).problems
    assert found.code == "RW5009"
    assert "`de`" in found.others[0].text
    assert merge([sample("hellweg_sale")], [sample("hellweg_passengers")]).problems == []


OPS = [
    "change limit\n  from 7\n  to 8",
    "change limit\n  from 8\n  to 9",
    "change limit\n  from 7\n  to 9",
    "remove limit was 7",
    "include green into king.suits",
    "include gold into king.suits",
    "include gold into Suit",
    "remove jest.inner",
    "insert after jest.inner\n  more: jest",
    "insert before jest.last\n  jest",
    "insert before jest.outer\n  jest",
    "change jest.outer\n  from jest\n  to jest",
    "remove jest.deep was gain 3 coin",
    "Card joker\n  price 1",
    "Card joker\n  price 2",
    "change joker.price\n  from 1\n  to 3",
    "remove fool",
    "change fool.price\n  from 4\n  to 5",
    'supersedes "one bets"\n  then pot = 6',
]
CORE_FILE = read(CORE, "core.regel")
PARSED = [overlay(op + "\n").decls[1] for op in OPS]


@st.composite
def overlay_sets(draw: st.DrawFn) -> list[ast.File]:
    files = []
    for id in draw(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=4)):
        layer = draw(st.sampled_from(["edition", "mod", "mod", "mod"]))
        lines = [f"  {draw(st.sampled_from(['after', 'requires']))} {draw(st.sampled_from('abcdefgh'))}"]
        header = overlay("", id, layer, lines[0] if draw(st.booleans()) else "")
        ops = draw(st.lists(st.sampled_from(PARSED), max_size=3))
        files.append(replace(header, decls=(*header.decls, *(replace(op) for op in ops))))
    return files


def renamed(node: object, name: str) -> object:
    """The same tree as if it had been read from another file."""
    if isinstance(node, tuple):
        if hasattr(node, "end_line"):
            return node._replace(file=name)  # type: ignore[attr-defined]
        return tuple(renamed(n, name) for n in node)
    if not isinstance(node, ast.Node):
        return node
    inner: dict[str, Any] = {f: renamed(getattr(node, f), name) for f in type(node).__dataclass_fields__}
    return replace(node, **inner)


@settings(max_examples=300, deadline=None)
@given(overlay_sets(), st.data())
def test_neither_order_nor_file_names_matter(files: list[ast.File], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(files))
    others = [renamed(f, data.draw(st.sampled_from(["z", "m", "a"])) + str(i)) for i, f in enumerate(shuffled)]
    before = merge([CORE_FILE], files)
    after = merge([CORE_FILE], [f for f in others if isinstance(f, ast.File)])
    assert before.decls == after.decls
    assert verdict(before.problems) == verdict(after.problems)
    assert {a: [who for who, _ in t] for a, t in before.origin.items()} == {
        a: [who for who, _ in t] for a, t in after.origin.items()
    }


def verdict(found: list[Diagnostic]) -> Counter[tuple[str, str]]:
    return Counter((d.code, d.message) for d in found)
