"""The public face of a game: decisions, secrets, undo, saving, views."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.game import Game, Ruleset
from regelwerk.interpreter.game.replay import log_file, replay
from regelwerk.interpreter.game.saving.save import read_file, write_file
from tests.interpreter.cards import card_game
from tests.interpreter.tables import three_in_a_row


@pytest.fixture(scope="module", params=["python", "reference"])
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return Ruleset(card_game(), engine=request.param)


@pytest.fixture(scope="module")
def row() -> Ruleset:
    return Ruleset(three_in_a_row())


def answer_all(game: Game, random: Random, most: int = 1000) -> Game:
    """Answer decisions at random, also secret ones."""
    for _ in range(most):
        decisions = game.decisions()
        if not decisions:
            break
        decision = random.choice(decisions)
        game.choose(random.choice(decision.options), decision.seat)
        if decision.secret and decision.seat in game.waiting():
            game.commit(decision.seat)
    return game


def bidding_done(rules: Ruleset, seed: int = 1, bids: tuple[int, int] = (1, 2)) -> Game:
    game = rules.new_game(2, seed)
    for seat, bid in enumerate(bids):
        game.choose(bid, seat)
        game.commit(seat)
    return game


# ------------------------------------------------------------------------------------------------ decisions


def test_an_option_has_an_id_and_a_sentence(row: Ruleset) -> None:
    decision = row.new_game(2, 1).decision()
    assert (decision.seat, decision.site, len(decision.options)) == (0, "mark", 9)
    assert (decision.options[0].id, decision.options[0].text) == ("mark(a3)", "Mark a3")


@pytest.mark.parametrize("answer", ["mark(b2)", "mark( b2 )", 4])
def test_an_answer_is_an_id_or_a_code(row: Ruleset, answer: str | int) -> None:
    game = row.new_game(2, 1)
    game.choose(answer)
    assert game.view(0)["slots"]["table.mark"]["b2"] == "seat1"


def test_what_is_not_offered_is_refused(row: Ruleset) -> None:
    game = row.new_game(2, 1)
    game.choose("mark(b2)")
    with pytest.raises(Refused, match="not offered"):
        game.choose("mark(b2)")


def test_who_has_three_in_a_row_wins(row: Ruleset) -> None:
    game = row.new_game(2, 1)
    for cell in ("a3", "a1", "b3", "b1", "c3"):
        game.choose(f"mark({cell})")
    assert game.over
    assert game.result is not None
    assert game.result.winners == (0,)
    assert game.decisions() == []


def test_a_draw_is_shared(row: Ruleset) -> None:
    game = row.new_game(2, 1)
    for cell in ("a3", "b3", "c3", "b2", "a2", "c2", "b1", "a1", "c1"):
        if not game.over:
            game.choose(f"mark({cell})")
    assert game.result is not None
    assert game.result.winners == (0, 1)


def test_the_last_cell_is_marked_without_asking(row: Ruleset) -> None:
    game = row.new_game(2, 1)
    for cell in ("a3", "b3", "c3", "b2", "a2", "c2", "b1", "a1"):
        game.choose(f"mark({cell})")
    assert game.over
    assert game.log[-1]["kind"] == "forced"


# ------------------------------------------------------------------------------------------------ secrets


def test_both_bid_at_once(rules: Ruleset) -> None:
    decisions = rules.new_game(2, 1).decisions()
    assert [(d.seat, d.site, d.secret) for d in decisions] == [(0, "bid", True), (1, "bid", True)]
    assert decisions[0].question == "How much do you bid?"


def test_a_secret_answer_can_be_revised_until_it_is_final(rules: Ruleset) -> None:
    game = rules.new_game(2, 1)
    game.choose("3", 0)
    assert game.waiting() == [0]
    game.revise(0)
    game.choose("0", 0)
    game.commit(0)
    with pytest.raises(Refused, match="committed"):
        game.revise(0)
    assert game.view(0)["slots"]["bid"] == {"seat1": 0, "seat2": None}
    assert game.view(1)["slots"]["bid"] == {"seat1": None, "seat2": 0}
    assert [d.seat for d in game.decisions()] == [1]
    assert game.log_for(1) == game.log_for(None)


def test_the_order_of_secret_answers_does_not_matter(rules: Ruleset) -> None:
    games = []
    for order in ((0, 1), (1, 0)):
        game = rules.new_game(2, 5)
        for seat in order:
            game.choose(seat + 1, seat)
        for seat in reversed(order):
            game.commit(seat)
        games.append(game)
    assert games[0].hash == games[1].hash
    assert games[0].log == games[1].log


def test_nobody_commits_before_deciding(rules: Ruleset) -> None:
    with pytest.raises(Refused, match="not decided"):
        rules.new_game(2, 1).commit(0)


def test_the_log_keeps_secrets(rules: Ruleset) -> None:
    game = bidding_done(rules)
    bids = [e for e in game.log_for(1) if e["kind"] == "decision" and e["site"] in ("bid", None)]
    assert [(e["seat"], e["option"]) for e in bids] == [(1, "2")]  # who else was asked is not told
    shuffles = [e for e in game.log_for(1) if e["kind"] == "chance"]
    assert [e["result"] for e in shuffles] == [None]


# ------------------------------------------------------------------------------------------------ chance


def test_results_can_be_supplied(rules: Ruleset) -> None:
    game = rules.new_game(2, 1)
    game.supply([5, 0])
    for seat in (0, 1):
        game.choose(0, seat)
        game.commit(seat)
    game.choose(game.decision().options[0])
    assert game.view(None)["slots"]["points"] == {"seat1": 5, "seat2": 0}
    assert game.supplied == [0]
    assert game.log[-1] == {
        "kind": "chance", "site": "die", "of": 6, "result": 5, "means": "6", "supplied": True, "seen_by": None,
    }  # fmt: skip


def test_an_impossible_result_leaves_everything_as_it_was(rules: Ruleset) -> None:
    game = bidding_done(rules)
    before = game.hash, game.log, game.decisions()
    game.supply([9])
    with pytest.raises(Exception, match="10 is not one of"):
        game.choose(game.decision().options[0])
    assert (game.hash, game.log, game.decisions()) == before
    assert game.supplied == []
    game.choose(game.decision().options[0])  # nothing of it is in the way


# ------------------------------------------------------------------------------------------------ time


def test_undo_gives_every_earlier_position_back(rules: Ruleset) -> None:
    game = rules.new_game(2, 3)
    passed = [(game.hash, game.log)]
    while not game.over:
        answer_all(game, Random(2), most=2 if game.decisions()[0].secret else 1)
        if (game.hash, game.log) != passed[-1]:
            passed.append((game.hash, game.log))
    for earlier in reversed(passed[:-1]):
        game.undo()
        assert (game.hash, game.log) == earlier
    with pytest.raises(Refused):
        game.undo()


def test_undo_stops_at_what_was_revealed(rules: Ruleset, row: Ruleset) -> None:
    game = bidding_done(rules)
    with pytest.raises(Refused, match="secret"):
        game.undo(past_reveals=False)
    game.choose(game.decision().options[0])
    with pytest.raises(Refused, match="chance"):
        game.undo(past_reveals=False)
    open_game = row.new_game(2, 1)
    open_game.choose("mark(b2)")
    open_game.undo(past_reveals=False)
    assert len(open_game.decision().options) == 9


def test_a_clone_goes_its_own_way(rules: Ruleset) -> None:
    game = bidding_done(rules)
    before = game.hash
    twin = game.clone()
    answer_all(twin, Random(1))
    assert twin.over
    assert game.hash == before
    assert not game.over


# ------------------------------------------------------------------------------------------------ saving


@pytest.mark.parametrize("answers", range(8))
def test_a_saved_game_goes_on_as_if_nothing_had_happened(rules: Ruleset, answers: int) -> None:
    game = answer_all(rules.new_game(2, 7, names=["Ada", "Ben"]), Random(4), most=answers)
    again = rules.load(json.loads(json.dumps(game.save())))
    assert again.hash == game.hash
    assert again.decisions() == game.decisions()
    assert again.save() == game.save()
    for seat in (0, 1):
        assert again.view(seat) == game.view(seat)
    answer_all(game, Random(9))
    answer_all(again, Random(9))
    assert (again.hash, again.log, again.result) == (game.hash, game.log, game.result)


def test_a_seat_that_has_answered_in_secret_is_saved(rules: Ruleset) -> None:
    game = rules.new_game(2, 7)
    game.choose(3, 1)
    again = rules.load(json.loads(json.dumps(game.save())))
    assert again.waiting() == [1]
    again.commit(1)
    final = rules.load(again.save())
    with pytest.raises(Refused, match="committed"):
        final.revise(1)


def test_a_saved_game_with_a_wrong_number_is_refused(rules: Ruleset) -> None:
    game = answer_all(rules.new_game(2, 7), Random(4), most=5)
    saved = game.save()
    for cell in range(len(saved["state"])):
        wrong = saved | {"state": [*saved["state"]]}
        wrong["state"][cell] = int(wrong["state"][cell]) + 1
        with pytest.raises(Refused, match="the saved game is damaged"):
            rules.load(wrong)
    for change in ({"events": saved["events"][:-1]}, {"steps": saved["steps"][:-1]}, {"seed": 8}):
        with pytest.raises(Refused, match="the saved game is damaged"):
            rules.load(saved | change)


@pytest.mark.parametrize("name", ["start", "first", "before"])
def test_a_number_no_state_can_hold_is_refused(rules: Ruleset, name: str) -> None:
    game = answer_all(rules.new_game(2, 7), Random(4), most=5).determinize(0, 3)
    saved = json.loads(json.dumps(game.save()))
    assert rules.load(saved).hash == game.hash
    for slot in (s for s in rules.compiled.slots if s.kind == "cell"):
        wrong = saved | {name: [*saved[name]]}
        wrong[name][slot.addr] = 10**30
        with pytest.raises(Refused, match=f"the saved game is damaged: {slot.address} cannot be so"):
            rules.load(wrong)
    for cell in range(len(saved[name])):  # no cell, whatever stands there, makes it stumble
        wrong = saved | {name: [*saved[name]]}
        wrong[name][cell] = 10**30
        with suppress(Refused):
            rules.load(wrong).decisions()


def test_a_game_of_other_rules_is_refused(rules: Ruleset, row: Ruleset) -> None:
    saved = rules.new_game(2, 1).save()
    with pytest.raises(Refused, match="not of three"):
        row.load(saved)
    with pytest.raises(Refused, match="changed"):
        rules.load(saved | {"hash": "0"})
    with pytest.raises(Refused, match="format"):
        rules.load({"format": "something"})
    with pytest.raises(Refused, match="damaged"):
        rules.load(saved | {"state": [1, 2, 3]})
    with pytest.raises(Refused, match="damaged"):
        rules.load(saved | {"state": "x"})


def test_a_file_is_written_as_a_whole(rules: Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    saved = rules.new_game(2, 1).save()
    write_file(file, saved)
    assert rules.load(read_file(file)).save() == saved
    with pytest.raises(TypeError):
        write_file(file, {"bad": object()})
    assert read_file(file) == saved
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


WRITER = """
import sys
from regelwerk.interpreter.game.saving.save import write_file
number = 0
while True:
    number += 1
    write_file(sys.argv[1], {"number": number, "long": [number] * 5000})
"""


def test_a_killed_writer_leaves_a_whole_file(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for _ in range(2):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(file)], cwd=root)
        deadline = time.monotonic() + 20
        while not file.exists() and time.monotonic() < deadline:
            os.sched_yield() if hasattr(os, "sched_yield") else None
        writer.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        writer.wait()
        data = read_file(file)
        assert data["long"] == [data["number"]] * 5000
        file.unlink()


# ------------------------------------------------------------------------------------------------ hidden things


def test_hands_are_private_and_the_deck_is_hidden(rules: Ruleset) -> None:
    game = bidding_done(rules)
    mine, theirs = game.view(0)["slots"], game.view(1)["slots"]
    assert len(mine["hand"]["seat1"]) == 2
    assert mine["hand"]["seat2"] == {"size": 2} == theirs["hand"]["seat1"]
    assert mine["deck"] == {"size": 2}
    assert mine["bid"] == {"seat1": 1, "seat2": 2}
    assert "shown" not in mine
    assert json.loads(json.dumps(game.view(0))) == game.view(0)


@pytest.mark.parametrize("seed", range(12))
def test_what_a_seat_cannot_know_does_not_show(rules: Ruleset, seed: int) -> None:
    game = answer_all(rules.new_game(2, seed), Random(seed), most=seed % 7)
    for seat in (0, 1):
        twin = game.determinize(seat, seed)
        assert twin.view(seat) == game.view(seat)
        assert [d for d in twin.decisions() if d.seat == seat] == [d for d in game.decisions() if d.seat == seat]
        assert twin.check() == []
        for other in twin.waiting():
            twin.commit(other)
        answer_all(twin, Random(1))
        assert twin.over


def test_dealing_anew_changes_what_is_unseen(rules: Ruleset) -> None:
    game = bidding_done(rules)
    others = {json.dumps(game.determinize(0, seed).view(1)["slots"]["hand"]) for seed in range(20)}
    assert len(others) > 5


def test_secret_bids_are_given_anew(rules: Ruleset) -> None:
    game = rules.new_game(2, 1)
    game.choose(3, 0)
    game.commit(0)
    bids = set()
    for seed in range(20):
        twin = game.determinize(1, seed)
        assert {d.seat for d in twin.decisions()} == {1}
        bids.add(twin.view(0)["slots"]["bid"]["seat1"])
    assert bids == {0, 1, 2, 3}


# ------------------------------------------------------------------------------------------------ the rest


def test_invariants_are_checked(rules: Ruleset) -> None:
    game = rules.new_game(2, 1, checks=True)
    answer_all(game, Random(1))
    assert game.violations == []
    game.state[19] = 0
    game.state[18] = 1
    assert [violation.title for violation in game.check()] == ["no card is lost"]


def test_scores_have_lines(rules: Ruleset) -> None:
    game = answer_all(rules.new_game(2, 1), Random(1))
    (sheet,) = game.scores
    assert sheet.lines[0].title == "dice"
    assert sheet.totals == tuple(game.view(None)["slots"]["points"].values())


def test_a_log_can_be_replayed(rules: Ruleset) -> None:
    game = answer_all(rules.new_game(2, 11), Random(3))
    log = json.loads(json.dumps(log_file(game)))
    again, divergence = replay(rules, log)
    assert divergence is None
    assert again.hash == game.hash


def test_a_replay_under_other_rules_tells_where_it_leaves_the_old_course(rules: Ruleset) -> None:
    game = answer_all(rules.new_game(2, 11), Random(3))
    log = json.loads(json.dumps(log_file(game)))
    first = next(i for i, e in enumerate(log["entries"]) if e.get("site") == "play" and e["kind"] == "decision")
    log["entries"][first]["option"] = "joker"
    _, divergence = replay(rules, log)
    assert divergence is not None
    assert divergence.entry == first


def test_seats_have_names(rules: Ruleset) -> None:
    game = rules.new_game(2, 1, names=["Ada", "Ben"])
    for seat in (0, 1):
        game.choose(seat, seat)
        game.commit(seat)
    assert "Ben begins." in [entry.get("text") for entry in game.log]
