"""What stood in the way of games that nobody planned for, each as a small ruleset, played by all engines."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from regelwerk.adapters.observations import Observer
from regelwerk.dsl.pipeline import Build, compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.game.game import Game, Ruleset
from regelwerk.interpreter.scenarios.run import run_scenarios
from regelwerk.scene import scene
from tests.wasm.test_lockstep import lockstep

BLOCKS = sorted((Path(__file__).parent / "blocks").glob("*.regel"))


@cache
def built(path: Path) -> Build:
    return compile_sources([Source(path.name, path.read_text(encoding="utf-8"))])


@pytest.mark.parametrize("path", BLOCKS, ids=lambda p: p.stem)
def test_it_says_what_is_meant(path: Path) -> None:
    assert built(path).diagnostics == []


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("path", BLOCKS, ids=lambda p: p.stem)
def test_all_engines_play_it_alike_and_without_help(path: Path, seed: int) -> None:
    compiled = built(path).compiled
    assert compiled is not None
    steps, native = lockstep(compiled, seed, most=150)
    assert steps > 3 and native == steps


@pytest.mark.parametrize("path", BLOCKS, ids=lambda p: p.stem)
def test_its_scenarios_hold(path: Path) -> None:
    compiled = built(path).compiled
    assert compiled is not None
    outcomes = run_scenarios(Ruleset(compiled))
    assert outcomes and [o for o in outcomes if o.failures] == []


FORBIDDING = """\
house quiet_evening "A quiet evening" for in_order_of

forbid rise else "Nobody rises tonight."
forbid earn when n > 2
"""


def test_an_overlay_forbids_an_action_and_says_why() -> None:
    game = Source("game.regel", (BLOCKS[0].parent / "in_order_of.regel").read_text(encoding="utf-8"))
    made = compile_sources([game], [Source("quiet.regel", FORBIDDING)])
    assert made.compiled is not None and made.diagnostics == []
    table = Ruleset(made.compiled).new_game(2, 1)
    assert [o.id for o in table.decisions()[0].options] == ["earn(1)", "earn(2)"]
    assert [r.text for r in table.why("rise")] == ["Nobody rises tonight."]
    assert [r.text for r in table.why("earn(3)")] == ["“A quiet evening” forbids this."]


ASKING = """\
house generous "Generous" for may_when

change turn.buy.when
  from  me.coins > 0
  to    me.coins > 1
"""


def test_an_overlay_changes_when_something_is_asked() -> None:
    text = (BLOCKS[0].parent / "may_when.regel").read_text(encoding="utf-8")
    text = text.replace('  may "Buy a point"', '  buy: may "Buy a point"')
    made = compile_sources([Source("game.regel", text)], [Source("generous.regel", ASKING)])
    assert made.compiled is not None and made.diagnostics == []
    game = Ruleset(made.compiled).new_game(2, 1)
    game.choose("yes")
    assert game.view(0)["slots"]["player.coins"]["player_1"] == 1
    while game.decision().question != "Buy a point" or game.decision().seat != 1:
        game.choose(game.decision().options[-1])
    assert sum(entry["kind"] == "decision" and entry["text"] == "Buy a point" for entry in game.log) == 1


def own_things() -> Game:
    compiled = built(BLOCKS[0].parent / "own_things_in_secret.regel").compiled
    assert compiled is not None
    return Ruleset(compiled).new_game(2, 1)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_private_field_of_own_things_is_seen_by_their_owner(seat: int | None) -> None:
    game = own_things()
    shows, back = (game.view(seat)["slots"][f"Die.{name}"] for name in ("shows", "back"))
    for whose in (0, 1):
        ids = [f"die#{n}@{whose + 1}" for n in (1, 2, 3)]
        assert all((shows[id] is not None) == (whose == seat) for id in ids)
        assert all((back[id] is not None) == (seat is not None and whose != seat) for id in ids)


def test_what_is_drawn_and_kept_in_secret_is_told_to_nobody() -> None:
    game = own_things()
    assert len([entry for entry in game.log if entry["kind"] == "chance"]) == 2 * 3 * 2
    for seat in (0, 1, None):
        assert [entry for entry in game.log_for(seat) if entry["kind"] == "chance"] == []


def test_observations_tell_each_seat_its_own_things_only() -> None:
    game, observer = own_things(), Observer(own_things().ruleset, 2)
    cells = {cell.name: n for n, cell in enumerate(observer.spec()) if cell.name.startswith("Die.")}
    for seat in (0, 1):
        told, slots = observer.observe(game, seat), game.view(seat)["slots"]
        for n in (1, 2, 3):
            own, other = f"die#{n}@{seat + 1}", f"die#{n}@{2 - seat}"
            assert told[cells[f"Die.shows[die#{n}@me]"]] == slots["Die.shows"][own]
            assert told[cells[f"Die.shows[die#{n}@me+1]"]] == 0  # until it is revealed
            assert told[cells[f"Die.back[die#{n}@me+1]"]] == slots["Die.back"][other]


def test_a_bot_does_not_think_with_the_dice_of_others() -> None:
    game = own_things()
    mine = game.view(0)["slots"]["Die.shows"]
    others = set()
    for seed in range(20):
        dealt = game.determinize(0, seed)
        assert dealt.view(0)["slots"]["Die.shows"] == mine
        others.add(tuple(dealt.view(1)["slots"]["Die.shows"][f"die#{n}@2"] for n in (1, 2, 3)))
    assert len(others) > 5


def test_what_is_shown_of_own_things_stands_with_its_owner() -> None:
    game = own_things()
    held = [part for part in scene(game, 0).parts if part.kind == "holding" and part.owner is not None]
    shown = [[m.text for m in item.marks] for part in held for item in part.items if item.label == "shows"]
    assert shown == [[str(n) for n in list(game.view(0)["slots"]["Die.shows"].values())[:3]]]


def test_copies_that_may_be_taken_from_somebody_are_pointed_out() -> None:
    text = (BLOCKS[0].parent / "handing_out.regel").read_text(encoding="utf-8")
    careless = text.replace("move 3 of [c in penny where c in stock]", "move 3 of penny")
    (found,) = compile_sources([Source("game.regel", careless)]).diagnostics
    assert found.code == "RW4071"
    assert found.help == "Say where from: `move 3 of [c in penny where c in stock] to me.hand`."


def test_what_lies_unseen_among_several_types_is_dealt_anew_and_kept() -> None:
    compiled = built(BLOCKS[0].parent / "two_types_in_a_pile.regel").compiled
    assert compiled is not None
    ruleset, dealt = Ruleset(compiled), set[str]()
    for seed in range(8):
        game, chosen = ruleset.new_game(2, seed), random.Random(seed)
        while game.decisions():
            for seat in (0, 1):
                for deal in range(3):
                    twin = game.determinize(seat, deal)
                    assert twin.view(seat) == game.view(seat)
                    dealt.add(str(twin.view(1 - seat)["slots"]["player.cards"]))
            assert ruleset.load(game.save()).view(0) == game.view(0)
            game.choose(chosen.choice(game.decisions()[0].options).id)
    assert len(dealt) > 20  # what a seat does not see lies otherwise, gems where traps were
