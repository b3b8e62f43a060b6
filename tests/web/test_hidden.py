"""What travels to a seat is the same whatever others hold."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from websockets.sync.client import connect

from regelwerk import load, rulesets
from regelwerk.dsl import ir
from regelwerk.telling.cards import card
from regelwerk.telling.previews import preview
from regelwerk.telling.reasons import refused
from regelwerk.telling.stories import told_lines
from regelwerk.web.tables import seeing
from regelwerk.web.tables.course import Course, adopt, begun, carried_out
from regelwerk.web.tables.steps import Step
from tests.web.running import Server, Table

GAMES = [entry.name for entry in rulesets()]
SECRETIVE = ("leduc-poker", "wallenstein", "isle-of-skye")
LOOKS = 3  # moments of a game that are looked at
APART = {"auf-der-walz": 17, "wallenstein": 29}  # decisions between them; else 7


def told(course: Course, seat: int | None, data: dict[str, Any]) -> dict[str, Any]:
    """Give everything that the calls of a table would answer to a seat."""
    game, asked = course.game, seeing.decision_of(course, seat)
    found: dict[str, Any] = {
        "state": seeing.position(course, seat),
        "seats": seeing.seats(course, data, seat, ()),
        "log": [(line.n, line.seat, line.text) for line in told_lines(game, seat)],
    }
    if asked is not None:
        found["refused"] = [(each.ids, each.title, each.text) for each in refused(game, asked)]
        found["previews"] = [preview(game, asked, option) for option in asked.options[:2]]
    things = [id for domain in game.ruleset.compiled.domains for id in domain.ids[:2]]
    found["cards"] = [card(game, seat, id) for id in things[:8]]
    return found


def play_on(course: Course, decisions: int, dice: random.Random) -> None:
    """Take any options; secret parts are committed when they are complete."""
    for _ in range(decisions):
        if course.game.over:
            return
        waited = course.waited_for[0]
        branch = course.branch(waited)
        if branch is not None and branch.done:
            step = Step("commit", waited)
        else:
            asked = course.game.decision(waited)
            chosen = dice.choice(asked.options).code
            step = Step("choose", waited, {"code": chosen, **({"secret": True} if branch is not None else {})})
        adopt(course, step, carried_out(course, step))


@pytest.mark.parametrize("name", [*GAMES, *(name for name in SECRETIVE if name not in GAMES)])
def test_everything_told_is_the_same_in_every_deal_a_seat_thinks_possible(name: str) -> None:
    ruleset, dice = load(name), random.Random(name)
    players = max(2, ruleset.compiled.players[0])
    course = begun(ruleset, players, dice.getrandbits(255) | 1 << 255, None)
    data = {"seats": [{"kind": "human", "bot": ""}] * players}
    for look in range(LOOKS):
        play_on(course, APART.get(name, 7) if look else 1, dice)
        if course.game.over:
            break
        for seat in range(players):
            told_now = told(course, seat, data)
            for deal in range(2):
                other = course.game.determinize(seat, deal)
                if other.codes(seat) != course.game.codes(seat):
                    continue  # no deal was found in which the seat is asked the same
                twin = replace(course, game=other)
                told_then = told(twin, seat, data)
                for what in ("state", "seats", "log", "refused", "previews", "cards"):
                    assert told_then.get(what) == told_now.get(what), (what, seat, deal)


def test_the_state_of_no_stream_is_told() -> None:
    """Neither the words of the streams nor the seed stand anywhere in what is told."""
    ruleset = load("leduc-poker")
    course = begun(ruleset, 2, 2**255 + 3, None)
    said = json.dumps(told(course, 0, {"seats": [{"kind": "human", "bot": ""}] * 2}), default=str)
    words = [course.game.state[site.addr] for site in ruleset.compiled.chances]
    assert not [word for word in (course.game.seed, *words) if str(word) in said or f"{word:x}" in said]
    assert course.game.state[ir.PLAYERS] == 2


def seeds_alike(name: str, players: int, seat: int) -> tuple[int, int]:
    """Find two seeds that begin alike for a seat and differently for another."""
    ruleset = load(name)
    seen: dict[str, tuple[int, str]] = {}
    for seed in range(500):
        game = ruleset.new_game(players, seed)
        mine, theirs = (json.dumps(game.view(each), sort_keys=True) for each in (seat, 1 - seat))
        if mine in seen and seen[mine][1] != theirs:
            return seen[mine][0], seed
        seen.setdefault(mine, (seed, theirs))
    raise AssertionError("no two seeds are alike")


def traffic(server: Server, table: Table, seat: int, moves: list[str]) -> str:
    """Write down everything that travels to a seat while others and it itself play."""
    written: list[str] = []
    address = server.address.replace("http", "ws") + table.path.removeprefix("/") + "/news"
    with connect(address) as socket:
        socket.send(json.dumps({"key": table.seat(seat).key}))
        written.append(str(socket.recv(10)))
        for move in moves:
            me = table.seat(seat)
            for path, query in (("", {}), ("/log", {}), ("/refused", {}), ("/why", {"about": "raise"})):
                answer = me.get(path, **query)
                written.append(f"{answer.status_code} {sorted(answer.headers)} {answer.text}")
            (turn,) = table.watcher.state()["waiting"]
            table.seat(turn).choose(move)
            written.append(str(socket.recv(10)))
    hidden = (table.made["table"], table.made["seed_hash"])
    return "\n".join(written).replace(hidden[0], "TABLE").replace(hidden[1], "HASH")


def test_everything_that_travels_is_the_same_whatever_others_hold(server: Server) -> None:
    one, other = seeds_alike("leduc-poker", 2, 0)
    tables = [server.new_table("leduc-poker", 2, seed=seed) for seed in (one, other)]
    theirs = [table.seat(1).get().text.replace(table.made["table"], "") for table in tables]
    assert theirs[0] != theirs[1], "the other seat does hold something else"
    recorded = [traffic(server, table, 0, ["raise", "raise"]) for table in tables]
    assert recorded[0] == recorded[1]
