"""Branch Lines against plain Python, decision by decision."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from regelwerk.interpreter.game.game import Game
from tests.oracle.library import ruleset
from tests.ports.plain_branch_lines import BranchLines

# by the shortest ways on the map: what a ticket is worth
TICKETS = """au12 eq14 ap11 bq8 bt9 cu9 cr7 dl10 ds7 ef11 fs7 gp8 gu9 hq8 kl10 im5 dn5 ar6 dq12 ru7"""
WORTH = {entry[:2]: int(entry[2:]) for entry in TICKETS.split()}


def slot(game: Game, name: str, seat: int) -> Any:
    """What a seat sees of a slot of its own, or of one of the table."""
    seen = game.view(seat)["slots"]
    return seen[f"table.{name}"] if f"table.{name}" in seen else list(seen[f"player.{name}"].values())[seat]


def colours(cards: list[str]) -> list[str]:
    return [card.partition("_")[0] for card in cards]


def short(name: str) -> str:
    """A route or ticket by the first letters of its towns."""
    return name[0] + name.rpartition("_")[2][0]


def way(option: str) -> tuple[str, str, int]:
    """Read a route, a colour and a number of engines from an option to build."""
    route, colour, engines = f"{option.partition('(')[2]}, 0".split(", ")[:3]
    return short(route), colour, int(engines)


def asked(game: Game) -> tuple[int, dict[str, int]]:
    (decision,) = game.decisions()
    return decision.seat, {o.id.partition("#")[0].rstrip(")"): o.code for o in decision.options}


def choose_tickets(game: Game, seat: int, random: Random, least: int) -> None:
    """Keep some of the tickets that were drawn; fewer than the least are not allowed."""
    drawn = len(slot(game, "drawn", seat))
    for n in range(drawn):
        mine = [d for d in game.decisions() if d.seat == seat]
        if not mine or mine[0].question != "Which tickets do you keep?":
            return
        options = {o.id: o.code for o in mine[0].options}
        assert ("done" in options) == (n >= least) and len(options) - ("done" in options) == drawn - n
        pick = random.choice(sorted(options))
        game.choose(options[pick], seat)
        if pick == "done":
            return


def one_turn(game: Game, plain: BranchLines, random: Random) -> bool:
    seat, options = asked(game)
    market, deck = colours(slot(game, "market", seat)), slot(game, "deck", seat)["size"] + len(slot(game, "heap", seat))
    expected = {f"take({c}_card" for c in market} | ({"draw_one"} if deck else set())
    expected |= {"ask_tickets"} if slot(game, "office", seat)["size"] else set()
    expected |= set() if market else {"pass"}
    builds = {b for b in options if b.startswith("build")}
    assert seat == plain.seat and options.keys() - builds == expected
    ways = {b: way(b) for b in builds}
    assert {*ways.values()} == plain.builds()
    assert len(market) == 5 or deck == 0
    pick = random.choice(sorted(random.choice([expected, builds or expected])))
    before = Counter(colours(slot(game, "hand", seat)))
    assert before == plain.hands[seat]
    game.choose(options[pick], seat)
    if pick in builds:
        plain.build(*ways[pick])
    elif pick == "ask_tickets":
        choose_tickets(game, seat, random, 1)
    elif pick != "pass":
        taken = pick[5:].partition("_")[0] if pick != "draw_one" else ""
        drew = Counter(colours(slot(game, "hand", seat))) - before  # nothing, if the second card came by itself
        if taken != "engine" and drew.total() == 1:
            _, more = asked(game)
            market = colours(slot(game, "market", seat))
            wanted = {f"take_another({c}_card" for c in market if c != "engine"} | {"draw_another"}
            assert more.keys() == wanted and (not taken or drew == Counter({taken: 1}))
            second = random.choice(sorted(more))
            game.choose(more[second], seat)
            taken = taken if second == "draw_another" else second[13:].partition("_")[0]
        after = Counter(colours(slot(game, "hand", seat)))
        assert after[taken] > before[taken] if taken else True
        assert (after - before).total() == (1 if taken == "engine" else 2)
        plain.hands[seat] = after
    return plain.end_turn()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_course_and_the_same_points(players: int) -> None:
    for seed in range(2):
        game, random = ruleset("branch_lines").new_game(players, seed), Random(seed)
        plain = BranchLines(colours(slot(game, "hand", seat)) for seat in range(players))
        for seat in range(players):
            choose_tickets(game, seat, random, 2)
            if seat in game.waiting():
                game.commit(seat)
        over = False
        while not over:
            over = one_turn(game, plain, random)
            assert [slot(game, "track", s) for s in range(players)] == plain.track
            if not over:
                assert [slot(game, "points", s) for s in range(players)] == plain.points
                assert [Counter(colours(slot(game, "hand", s))) for s in range(players)] == plain.hands
        kept = [[short(t) for t in slot(game, "tickets", s)] for s in range(players)]
        winners = plain.finish([[(t[0], t[1], WORTH["".join(sorted(t))]) for t in mine] for mine in kept])
        result = game.result
        assert game.over and result is not None and list(result.winners) == winners
        assert [slot(game, "points", s) for s in range(players)] == plain.points
