"""A small card game written by hand in compiled form: hidden deck, private hands, secret bids, a die.

Six cards, two each are dealt; both seats bid 0 .. 3 in secret, the higher bid begins (ties: the first seat). In turn
they lay a card and roll a die for points until the hands are empty.
"""

from __future__ import annotations

from typing import Any

from regelwerk.dsl import ir
from tests.interpreter.tables import SEATS, compiled, ld, raw, v

WORDS, LOC, DECK, HANDS, TABLE, BIDS, SHOWN, POINTS, CURSOR = 8, 11, 18, 26, 41, 49, 52, 55, 58
MAIN, BODY, PLAY = 60, 64, 68
P_DECK, P_HAND, P_TABLE = 1, 2, 4

CARDS = ir.Domain(
    name="Card",
    kind="component",
    ids=["ace", "king", "queen", "jack", "ten", "nine"],
    titles=["Ace", "King", "Queen", "Jack", "Ten", "Nine"],
)


def slot(name: str, addr: int, type: str, **more: object) -> ir.Slot:
    whole: dict[str, object] = {
        "name": name, "address": name, "owner": "table", "kind": "cell", "addr": addr, "keys": [], "sizes": [],
        "offsets": [], "type": type,
    }  # fmt: skip
    return ir.Slot.model_validate(whole | more)


def per_seat(name: str, addr: int, type: str, **more: object) -> ir.Slot:
    keys: dict[str, object] = {"owner": "player", "keys": ["Player"], "sizes": [2], "offsets": [0]}
    return slot(name, addr, type, **(keys | more))


def deal(place: object) -> Any:
    return ("move", 0, ("ptop", P_DECK, 0), place, 0, 0)


def card_game() -> ir.Compiled:
    """Build it."""
    state = [0] * 72
    state[LOC : LOC + 6] = [P_DECK] * 6
    state[DECK : DECK + 7] = [6, 0, 1, 2, 3, 4, 5]
    functions = [
        ir.Function(
            name="bids", params=0, registers=1, effects=True, body=raw([("for", 0, 0, 4, [("opt", v(0))])])
        ),
        ir.Function(
            name="hand", params=0, registers=1, effects=True,
            body=raw([("bits", 0, ("pset", ("add", P_HAND, ld(PLAY + 2))), [("opt", v(0))])]),
        ),
        ir.Function(name="points", params=1, registers=1, effects=False, body=[("ret", ld(POINTS, v(0)))]),
        ir.Function(
            name="all there", params=0, registers=1, effects=False,
            body=[
                ("set", 0, 0),
                *[("set", 0, ("add", v(0), ("psize", place))) for place in range(1, 5)],
                ("ret", ("and", ("eq", v(0), 6), ("ge", ld(POINTS), ("was", 0, ld(POINTS))))),
            ],
        ),
    ]  # fmt: skip
    main = [
        ir.Block(
            code=raw(
                [
                    ("shuffle", P_DECK, 0),
                    *[deal(P_HAND + seat) for seat in (0, 1, 0, 1)],
                    ("st", CURSOR, 0, 3),
                ]
            ),
            term=("goto", 1),
        ),
        ir.Block(term=("all", CURSOR, 1, [], 2)),
        ir.Block(
            code=[
                ("st", SHOWN, 0, 1),
                ("st", SHOWN, 1, 1),
                ("st", MAIN + 2, 0, ("lt", ld(BIDS, 0), ld(BIDS, 1))),
                ("say", 1, [ld(MAIN + 2)]),
            ],
            term=("goto", 3),
        ),
        ir.Block(code=[("tick", 1, 1)], term=("call", 2, [ld(MAIN + 2)], 4)),
        ir.Block(
            code=[("st", MAIN + 2, 0, ("sub", 1, ld(MAIN + 2)))],
            term=("br", ("psize", ("add", P_HAND, ld(MAIN + 2))), 3, 5),
        ),
        ir.Block(term=("ret", 0)),
    ]
    body = [
        ir.Block(term=("ask", 0, 1)),
        ir.Block(code=[("st", BIDS, ld(BODY + 2), ld(ir.CHOSEN))], term=("ret", 0)),
    ]
    play = [
        ir.Block(term=("ask", 1, 1)),
        ir.Block(
            code=[
                ("move", 0, ld(ir.CHOSEN), P_TABLE, 0, 0),
                ("draw", 0, 1, 6),
                ("st", POINTS, ld(PLAY + 2), ("chk", ("add", ld(POINTS, ld(PLAY + 2)), v(0)), 0, 30, 1)),
            ],
            term=("ret", 0),
        ),
    ]
    return compiled(
        name="cards",
        title="Cards",
        domains=[SEATS, CARDS],
        texts=[
            ir.Text(parts=["How much do you bid?"], address="bid"),
            ir.Text(parts=[0, " begins."], types=["Player"], address="begins"),
        ],
        state=state,
        slots=[
            slot("deck", DECK, "Card", kind="pile", stride=7, visibility="hidden", place=P_DECK, movable=0),
            per_seat(
                "hand", HANDS, "Card", kind="pile", stride=7, visibility="private", place=P_HAND, movable=0
            ),
            slot("table", TABLE, "Card", kind="pile", stride=7, place=P_TABLE, movable=0),
            per_seat("bid", BIDS, "number", visibility="private", revealed=4, hi=3),
            per_seat("shown", SHOWN, "flag", shown=False, hi=1),
            per_seat("points", POINTS, "number", hi=30),
        ],
        movables=[ir.Movable(domain="Card", loc=LOC)],
        places=[
            ir.Places(first=P_DECK, count=1, kind="pile", addr=DECK, stride=7, slot=0),
            ir.Places(first=P_HAND, count=2, kind="pile", addr=HANDS, stride=7, slot=1),
            ir.Places(first=P_TABLE, count=1, kind="pile", addr=TABLE, stride=7, slot=2),
        ],
        functions=functions,
        procs=[
            ir.Proc(name="flow", address="flow", params=0, base=MAIN, size=3, blocks=main),
            ir.Proc(name="bid", address="bid", params=1, base=BODY, size=3, blocks=body, secret=True),
            ir.Proc(name="play", address="play", params=1, base=PLAY, size=3, registers=1, blocks=play),
        ],
        sites=[
            ir.Site(
                name="bid", kind="choose", who=ld(BODY + 2), options=0, question=0,
                entries=[ir.Entry(name="bid", types=["0..3"], radix=[4], offsets=[0])],
            ),
            ir.Site(
                name="play", kind="choose", who=ld(PLAY + 2), options=1,
                entries=[ir.Entry(name="play", types=["Card"], radix=[6], offsets=[0])],
            ),
        ],
        chances=[
            ir.Chance(name="deck.shuffle", addr=WORDS, public=False),
            ir.Chance(name="die", addr=WORDS + 1, type="number", offset=1),
        ],
        invariants=[ir.Check(title="no card is lost", function=3)],
        scorings=[ir.ScoreSheet(name="end", address="end", titles=["dice"], slots=[5])],
        ranks=[ir.Rank(word="most", function=2)],
    )  # fmt: skip
