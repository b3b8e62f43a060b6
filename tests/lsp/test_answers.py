"""What the server answers about the market of the reference: one question, one answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from regelwerk.lsp import answers, navigation, outline, semantic_tokens
from regelwerk.lsp.answers import hover
from regelwerk.lsp.documents import Documents
from regelwerk.lsp.positions import Ruler
from tests.lsp.spots import offset, position, spot

MARKET = Path(__file__).parent.parent.parent / "docs" / "reference" / "bases" / "market.regel"
TEXT = MARKET.read_text(encoding="utf-8")
OVERLAY = 'house dear "Dear" for market\n\nchange apple.price\n  from  2\n  to    3\n'


@pytest.fixture(scope="module")
def documents() -> Documents:
    return Documents()


def asked(documents: Documents, text: str = TEXT) -> str:
    return documents.put(MARKET.as_uri(), text)


def told(documents: Documents, around: str) -> str:
    found = hover(documents, asked(documents), spot(TEXT, around))
    if found is None:
        return ""
    assert isinstance(found.contents, lsp.MarkupContent)
    return found.contents.value


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        ("offer ^buy", ["**buy** – action", 'needs shown != none', "cost: pay"]),
        ("if g.^colour", ["**colour** – field of Good", "colour    Colour"]),
        ("sum g in me.^stall", ["**stall** – slot of every player", "pile of Good"]),
        ("2 * ^g.price", ["**g** – parameter", "Is a Good."]),
        ("top(^deck)", ["slot on the table", "hidden = Good"]),
        ("as each ^players", ["all seats"]),
        ("^sum g in", ["the total"]),
        ("^needs shown", ["is a requirement"]),
        ("gain 1 ^coin", ["resource", "held      me.purse"]),
        ("score ^harvest", ["**harvest** – scoring"]),
        ("move ^top(deck)", ["the component on top"]),
        ("^Good eggplant", ["**Good** – type"]),
    ],
)  # fmt: skip
def test_hover_tells_what_it_is(documents: Documents, around: str, expected: list[str]) -> None:
    said = told(documents, around)
    assert [e for e in expected if e not in said] == []


def test_hover_explains_a_message(documents: Documents) -> None:
    text = TEXT.replace("sum g in me.stall", "sum g in me.stahl")
    found = hover(documents, asked(documents, text), spot(text, "in me.^stahl"))
    assert found is not None and isinstance(found.contents, lsp.MarkupContent)
    assert "**RW2009: Unknown field**" in found.contents.value and "Right:" in found.contents.value


def test_hover_says_what_the_rulebook_says(documents: Documents, root: Path) -> None:
    path = root / "rulesets" / "wallenstein" / "wallenstein.regel"
    text = path.read_text(encoding="utf-8")
    name = documents.put(path.as_uri(), text)
    found = re.search(r"@([A-Z]-[A-Z]+-\d+)", text)
    assert found is not None
    said = hover(documents, name, spot(text, found[0]))
    ledger = documents.ledger(documents.study(name))
    assert ledger is not None and said is not None and isinstance(said.contents, lsp.MarkupContent)
    assert ledger.entries[found[1]].says in said.contents.value
    cited = answers.complete(documents, name, spot(text, found[0]))
    assert [i.detail for i in cited if i.label == found[0]] == [ledger.entries[found[1]].says]


@pytest.mark.parametrize(
    ("around", "line"),
    [
        ("offer ^buy", "action buy"),
        ("if g.^colour", "  colour    Colour"),
        ("sum g in me.^stall", "  stall     pile"),
        ("2 * ^g.price", "value worth"),
        ("^worth(g)", "value worth"),
        ("apple: ^red", "kind Colour"),
        ("score ^harvest", "scoring harvest"),
        ("change ^fee", "value fee"),
        ("fee to ^fee", "value fee"),
        ("pay shown.price ^coins", "resource coin"),
        ("rows Good: ^colour", "  colour    Colour"),
        ("as ann: ^pass", "action pass"),
        ("then      ^ann", "  seats ann"),
    ],
)
def test_definition(documents: Documents, around: str, line: str) -> None:
    found = navigation.definition(documents, asked(documents), spot(TEXT, around))
    assert found is not None
    assert TEXT.split("\n")[found.range.start.line].startswith(line)


def complete(documents: Documents, after: str, typed: str) -> list[str]:
    """Type something behind a stretch of the market; give the proposals, best first."""
    at = offset(TEXT, after)
    text = TEXT[:at] + typed + TEXT[at:]
    name = asked(documents, text)
    found = answers.complete(documents, name, position(text, at + len(typed)))
    return [i.label for i in sorted(found, key=lambda i: i.sort_text or i.label)]


IN_TURN = "offer buy, pass"
TWO_TURNS = '\n\nscenario "two turns"\n  seats ben, cleo\n  when\n    as each players: turn'


@pytest.mark.parametrize(
    ("after", "typed", "first", "never"),
    [
        (IN_TURN, "\n  ", ["move", "if", "set"], ["apple", "kind", "scenario"]),
        (IN_TURN, "\n  if round = 1: ", ["move", "if", "set"], ["apple"]),
        (IN_TURN, "\n  set me.", ["basket", "bid", "favourite"], ["bank", "set"]),
        (IN_TURN, "\n  if shown.", ["colour", "helps", "on_sale", "price"], ["purse"]),
        (IN_TURN, "\n  set round to ", ["bank", "fee", "round"], ["shuffle", "buy"]),
        (IN_TURN, "\n  move top(", ["crates", "deck", "me"], ["shuffle"]),
        (IN_TURN, "\n  shuffle ", ["crates", "deck", "me"], ["shuffle"]),
        (IN_TURN, "\n  move 2 of ", ["crates", "deck", "me"], ["shuffle"]),
        (IN_TURN, "\n  gain 2 ", ["coin", "coins"], ["apple"]),
        (IN_TURN, "\n  end ", ["flow", "setup", "turn"], ["apple", "buy"]),
        (IN_TURN, "\n  score ", ["harvest"], ["turn"]),
        (IN_TURN, "\n  each p in players: add p.", ["basket", "bid"], ["bank"]),
        (IN_TURN, "\n  each goods in deck\n    let x = goods.pri", ["colour"], ["purse"]),
        ("offer buy, ", "", ["buy", "pass", "abilities"], ["turn"]),
        ("on_sale   gain 1 coin", "\n  ", ["colour", "copies", "helps"], ["purse", "set"]),
        ("Good fig\n  colour    ", "", ["blue", "green", "red"], []),
        ("rows Crate: room, ", "", ["copies", "room"], ["colour"]),
        ('damson "damson plum": blue,  2', "\n  elder: ", ["blue", "green", "red"], ["purse"]),
        ("value worth(g: ", "", ["Colour", "Crate", "Good"], ["apple", "Red"]),
        (
            "winner\n  most me.points",
            "\n\n",
            ["scenario", "value", "effect", "invariant", "action", "Crate", "Good"],
            ["shuffle", "apple"],
        ),
        ("ann.purse = 5", f"{TWO_TURNS}\n    ", ["ben", "chance", "cleo", "move"], ["ann"]),
        ("ann.purse = 5", f"{TWO_TURNS}\n    ben: ", ["buy", "pass"], []),
        ("ann.purse = 5", f"{TWO_TURNS}\n    ben: pass; cleo: ", ["buy", "pass"], []),
        ("needs shown != ", "", ["me", "apple", "berry"], ["shuffle"]),
        ("then      ann.", "", ["basket", "bid"], ["bank"]),
        ('"Buy {', "", ["me", "Colour"], ["shuffle"]),
        (IN_TURN, "\n  as each others\n    if me.", ["basket", "bid"], ["bank"]),
        ("ann.purse = 5", f"{TWO_TURNS}\n    ben: pass; ", ["ben", "chance", "cleo"], ["ann"]),
        ("most me.points", "\n\ndisplay\n  own       ", ["basket", "bid"], ["bank"]),
        ("most me.points", "\n\ndisplay\n  symbol    ", ["apple"], ["bank"]),
        ("  helps     change ", "", ["fee", "worth"], ["turn"]),
    ],
)
def test_completion_knows_what_may_stand_here(
    documents: Documents, after: str, typed: str, first: list[str], never: list[str]
) -> None:
    found = complete(documents, after, typed)
    assert found[: len(first)] == first
    assert [n for n in never if n in found] == []


def test_a_card_is_found_by_what_is_printed_on_it(documents: Documents) -> None:
    at = offset(TEXT, "needs shown != ")
    items = answers.complete(documents, asked(documents, TEXT), position(TEXT, at))
    (damson,) = [item for item in items if item.label == "damson"]
    assert damson.filter_text == "damson damson plum"
    assert damson.label_details is not None and damson.label_details.description == "damson plum"


def test_an_overlay_finds_the_games_of_the_library(documents: Documents) -> None:
    text = "mod m for "
    found = answers.complete(documents, asked(documents, text), position(text, len(text)))
    assert {"auf_der_walz", "pig"} <= {item.label for item in found}


@pytest.mark.parametrize("typed", ["\nvalue ", "\n# a com", '\neffect x "a tit', "\nkind ", "\n  let "])
def test_completion_is_silent_where_a_name_is_made_up(documents: Documents, typed: str) -> None:
    after = IN_TURN if typed.startswith("\n  ") else "most me.points\n  least me.stall.size"
    assert complete(documents, after, typed) == []


@pytest.mark.parametrize(
    ("around", "new", "refused"),
    [
        ("value ^worth", "price_for_me", ""),
        ("type ^Good", "Ware", ""),
        ("  ^purse     0..50", "money", ""),
        ("kind Colour   ^red", "crimson", ""),
        ("seats ^ann", "eva", ""),
        ("^cost: pay", "price", ""),
        ("value ^worth", "fee", "declared twice"),
        ("value ^worth", "Worth", "small letter"),
        ("type ^Good", "good", "capital letter"),
        ("value ^worth", "then", "word of the language"),
        ("kind Colour   ^red", "green", "stands twice"),
        ("  ^purse     0..50", "points", "declared twice"),
        ("seats ^ann", "bob", "sits here twice"),
        ("^flow\n", "course", "language"),
        ("top(deck", "stack", ""),
        ("^top(deck)", "upper", "no name of this ruleset"),
    ],
)
def test_rename(documents: Documents, around: str, new: str, refused: str) -> None:
    name = asked(documents)
    there = spot(TEXT, around)
    if refused:
        with pytest.raises(navigation.Refused, match=refused):
            navigation.rename(documents, name, there, new)
        return
    before = [d.code for d in documents.messages(documents.project(name))[name]]
    edit = navigation.rename(documents, name, there, new)
    assert edit.changes is not None
    changed = applied(TEXT, list(edit.changes[MARKET.as_uri()]))
    assert changed != TEXT
    asked(documents, changed)
    assert [d.code for d in documents.messages(documents.project(name))[name]] == before


def applied(text: str, edits: list[lsp.TextEdit]) -> str:
    """Apply edits as an editor does."""
    ruler = Ruler(text.split("\n"))
    for edit in sorted(edits, key=lambda e: ruler.offset(e.range.start), reverse=True):
        text = text[: ruler.offset(edit.range.start)] + edit.new_text + text[ruler.offset(edit.range.end) :]
    return text


def test_an_address_of_an_overlay_leads_into_the_game(documents: Documents) -> None:
    asked(documents)
    overlay = MARKET.with_name("dear.regel")
    name = documents.put(overlay.as_uri(), OVERLAY)
    try:
        for around, there in (("change ^apple", "^apple: red"), ("apple.^price", "^price 0..9")):
            found = navigation.definition(documents, name, spot(OVERLAY, around))
            assert found is not None and found.uri == MARKET.as_uri()
            assert found.range.start == spot(TEXT, there)
        with pytest.raises(navigation.Refused, match="in the game itself"):
            navigation.rename(documents, name, spot(OVERLAY, "apple.^price"), "cost_of_it")
    finally:
        documents.drop(overlay.as_uri())


def test_what_an_overlay_breaks_in_its_game_is_told_in_the_overlay(documents: Documents) -> None:
    text = 'house crowd "Crowd" for market\n\nremove table.bank\n'
    asked(documents)
    overlay = MARKET.with_name("crowd.regel")
    name = documents.put(overlay.as_uri(), text)
    try:
        found = documents.messages(documents.project(name))[name]
        assert [(d.code, d.at.line, d.others[0].at.file) for d in found] == [("RW2002", 3, str(MARKET))]
    finally:
        documents.drop(overlay.as_uri())


def test_the_outline_nests_what_belongs_together(documents: Documents) -> None:
    found = {s.name: [c.name for c in s.children or ()] for s in outline.document_symbols(documents, asked(documents))}
    assert found["Colour"] == ["red", "green", "blue"]
    assert found["Good"] == ["colour", "price", "on_sale", "helps"]
    assert "passing is free" in found and "cost" not in found


def test_words_are_coloured_by_what_they_are(documents: Documents) -> None:
    text = TEXT.replace("value fee", "value first").replace("fee", "first")
    name = asked(documents, text)
    lines = text.split("\n")
    found = [
        (lines[line][start : start + length], kind)
        for line, start, length, kind, _ in semantic_tokens.words(documents, name)
    ]
    assert ("first", "function") in found and ("first", "keyword") not in found
    assert {("sum", "keyword"), ("Good", "type"), ("purse", "property"), ("apple", "enumMember")} <= set(found)


def test_columns_count_in_utf_16(documents: Documents) -> None:
    text = 'game dice "🎲🎲"\n  players 2\n\nplayer\n  points 0..9\n\nflow\n  as each players: say "🎲 {me.points}"\n'
    text += "winner\n  most me.points\n"
    name = documents.put("untitled:dice", text)
    try:
        there = spot(text, '🎲 {me.^points}"')
        assert there.character == text.split("\n")[7].index("points}") + 1  # 🎲 takes two units
        uses = navigation.references(documents, name, there, declaration=True)
        assert there in [u.range.start for u in uses]
    finally:
        documents.drop("untitled:dice")
