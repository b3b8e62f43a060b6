"""Pictures that come with a ruleset: looked through, carried along, shown as images."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from regelwerk import Ruleset, load
from regelwerk.dsl.book.drawings import MOST, Unfit, drawing
from regelwerk.dsl.pipeline import compile_paths, compile_sources
from regelwerk.dsl.source import Source
from regelwerk.library.packs import packed, read_pack
from regelwerk.scene import scene
from regelwerk.scene.pictures import pictures_of

from .running import serving

GOOD = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='3' fill='red'/></svg>"
GAME = """game drawn "Drawn"
  players 2
type Card
  worth 1..3
rows Card: worth, copies
  ace "Ace": 3, 4
table
  deck pile of Card = Card
player
  hand pile of Card
setup
  each p in players: move top(deck, 2) to p.hand
action keep "Keep"
  move top(me.hand) to box
flow
  as each players: offer keep
winner
  most me.hand.size
display
  own hand
  others hand
"""


def inside(shape: str) -> str:
    return GOOD.replace("<circle", f"{shape}<circle")


@pytest.mark.parametrize(
    "bad",
    [
        inside("<script>alert(1)</script>"),
        inside("<script href='https://evil.example/x.js'/>"),
        inside("<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>x</p></foreignObject>"),
        inside("<image href='https://evil.example/x.png'/>"),
        inside("<image href='data:image/png;base64,AAAA'/>"),
        inside("<use href='other.svg#a'/>"),
        inside("<use xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='https://evil.example/#a'/>"),
        inside("<a href='javascript:alert(1)'><rect width='9' height='9'/></a>"),
        inside("<style>@import url(https://evil.example/x.css);</style>"),
        inside("<rect width='9' height='9' style='fill:url(https://evil.example/)'/>"),
        inside("<rect width='9' height='9' fill='url(https://evil.example/#a)'/>"),
        inside("<rect width='9' height='9' fill='url( &quot;//evil.example/#a&quot; )'/>"),
        inside("<rect width='9' height='9' fill='u&#114;l(https://evil.example/#a)'/>"),
        inside("<rect width='9' height='9' onclick='alert(1)'/>"),
        inside("<rect width='9' height='9' ONLOAD='alert(1)'/>"),
        inside("<animate attributeName='href' to='javascript:alert(1)'/>"),
        inside("<set attributeName='onload' to='alert(1)'/>"),
        inside("<svg viewBox='0 0 1 1'/>"),
        inside("<g>" * 100 + "</g>" * 100),
        GOOD.replace("<svg", "<svg onload='alert(1)'"),
        GOOD.replace("svg'", "html'").replace("svg", "html"),
        "<?xml-stylesheet href='https://evil.example/x.css'?>" + GOOD,
        "<!DOCTYPE svg [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]>" + inside("<text>&b;</text>"),
        GOOD.replace("viewBox", "class"),
        GOOD[:-3],
        "no drawing at all",
        "<svg>" + " " * MOST + "</svg>",
    ],
)  # fmt: skip
def test_whatever_could_do_more_than_be_seen_is_refused(bad: str) -> None:
    with pytest.raises(Unfit):
        drawing(bad)


def test_what_is_left_is_written_anew_and_can_stand_in_a_text() -> None:
    written = "<?xml version='1.0'?><!-- by me -->" + inside('<text>{"a"} &lt;b></text>').replace("'", '"')
    found = drawing(written.replace('""', '"'.join(["", ""])).replace('{"a"}', "{a}"))
    assert found == drawing(found)
    assert not set('"{}') & set(found) and "by me" not in found and "&lt;b" in found


def test_a_file_beside_the_rules_is_taken_along(tmp_path: Path) -> None:
    (tmp_path / "pictures" / "cards").mkdir(parents=True)
    (tmp_path / "pictures" / "cards" / "ace.svg").write_text(GOOD)
    rules = tmp_path / "drawn.regel"
    rules.write_text(GAME + '  picture ace "cards/ace.svg"\n')
    compiled = compile_paths(rules).compiled
    assert compiled is not None
    again = type(compiled).model_validate_json(compiled.model_dump_json())
    assert pictures_of(again) == {"ace": drawing(GOOD)}
    game = Ruleset(again).new_game(2, 1)
    cards = [
        card for part in scene(game, 0).parts if part.kind == "holding" for held in part.items for card in held.cards
    ]
    assert cards and {(card.title, card.picture) for card in cards} == {("Ace", "ace")}


def test_a_picture_changes_nothing_about_how_a_game_runs(tmp_path: Path) -> None:
    plain = compile_sources([Source("drawn.regel", GAME)]).compiled
    drawn = compile_sources([Source("drawn.regel", f'{GAME}  picture Card "{GOOD}"\n')]).compiled
    assert plain is not None and drawn is not None
    assert Ruleset(plain).hash == Ruleset(drawn).hash


@pytest.mark.parametrize("name", ["../secret.svg", "/etc/secret.svg", "a/b/c.svg", "secret.txt", "link.svg", "..svg"])
def test_a_name_leads_nowhere_else(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.svg").write_text(GOOD)
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "link.svg").symlink_to(tmp_path / "secret.svg")
    rules = tmp_path / "drawn.regel"
    rules.write_text(f'{GAME}  picture ace "{name}"\n')
    built = compile_paths(rules)
    assert [d.code for d in built.diagnostics if d.code.startswith("RW6")] == ["RW6004"]
    assert built.compiled is not None and pictures_of(built.compiled) == {}


def test_a_drawing_in_rules_compiled_elsewhere_is_looked_through_again() -> None:
    compiled = compile_sources([Source("drawn.regel", f'{GAME}  picture ace "{GOOD}"\n')]).compiled
    assert compiled is not None
    show = next(show for show in compiled.shows if show.word == "picture")
    show.picture = show.picture.replace("<circle", "<script/><circle")
    assert pictures_of(compiled) == {}


def test_a_pack_carries_its_pictures(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "ace.svg").write_text(GOOD)
    mod = tmp_path / "seen.regel"
    mod.write_text('mod seen "Seen" for drawn\n  version "1.0"\n\ndisplay\n  picture ace "ace.svg"\n')
    text = packed(read_pack(mod).text, "seen").text
    built = compile_sources([Source("drawn.regel", GAME)], [Source("elsewhere.regel", text)])
    assert built.compiled is not None, [d.message for d in built.diagnostics]
    assert pictures_of(built.compiled) == {"ace": drawing(GOOD)}


def test_a_table_gives_its_pictures_to_whoever_has_a_link(tmp_path: Path) -> None:
    with serving(tmp_path / "tables") as server:
        table = server.new_table("sushi-go", 2)
        own = {seat: table.seat(seat).get("/pictures") for seat in (0, 1)}
        assert own[0].json() == own[1].json() == table.watcher.get("/pictures").json()
        assert own[0].headers["content-type"] == "application/json"
        assert len(own[0].json()) == 12 and all(svg == drawing(svg) for svg in own[0].json().values())
        hand = [
            item for part in table.seat(0).state()["scene"]["parts"] if part.get("owner") == 0 for item in part["items"]
        ]
        assert all(card["picture"] in own[0].json() for held in hand for card in held["cards"] if not card["face_down"])
        assert server.client.get(f"{table.path}/pictures").status_code == 401


def test_the_bundled_pictures_are_small_and_all_used() -> None:
    folder = Path(__file__).parents[2] / "rulesets" / "pictures"
    files = sorted(folder.rglob("*.svg"))
    rules = "".join(path.read_text() for path in folder.parent.rglob("*.regel"))
    assert files and all(f'"{file.relative_to(folder).as_posix()}"' in rules for file in files)
    assert sum(len(drawing(file.read_text())) for file in files) < 12_000
    assert json.dumps(pictures_of(load("sushi-go").compiled))
