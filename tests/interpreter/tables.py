"""Small rulesets written by hand in compiled form."""

from __future__ import annotations

from typing import Any

from regelwerk.dsl import ir

Code = Any
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

SEATS = ir.Domain(name="Player", kind="player", ids=["seat1", "seat2"], titles=["Seat 1", "Seat 2"])
CELLS = ir.Domain(
    name="Cell",
    kind="cell",
    ids=[f"{c}{r}" for r in "321" for c in "abc"],
    titles=[f"{c}{r}" for r in "321" for c in "abc"],
)


def ld(address: int, index: Code = 0) -> Code:
    return ("ld", address, index)


def raw(code: Code) -> Code:
    """Give code whose inner lists a type checker cannot follow."""
    return code


def v(n: int) -> Code:
    return ("v", n)


def compiled(**parts: Any) -> ir.Compiled:
    """Fill in what a small ruleset does not need."""
    whole: dict[str, Any] = {
        "name": "mini",
        "title": "Mini",
        "players": (2, 2),
        "domains": [SEATS],
        "texts": [],
        "slots": [],
        "movables": [],
        "places": [],
        "state": [0] * 64,
        "tables": [],
        "lists": [],
        "functions": [],
        "procs": [],
        "main": 0,
        "sites": [],
        "chances": [],
        "spans": [("", 0, 0, 0, 0), ("mini.regel", 7, 3, 7, 9)],
    }
    made = ir.Compiled.model_validate(whole | parts)
    made._sound = True  # only what a test is about is there: places without slots, texts with other arguments
    return made


def three_in_a_row() -> ir.Compiled:
    """Two seats mark cells in turn; three in a row wins. Cells at 9 .. 17, frame at 24."""
    mark, winner, base = 9, 20, 24
    player, free = base + 2, base + 3
    through = [[line for line in range(8) if cell in LINES[line]] for cell in range(9)]
    flat = [cell for line in LINES for cell in line]
    offered = ir.Function(
        name="offered",
        params=0,
        registers=1,
        effects=True,
        body=raw(
            [
                ("tick", 9, 1),
                ("for", 0, 0, 9, [("if", ("eq", ld(mark, v(0)), -1), [("opt", v(0))], [])]),
            ]
        ),
    )
    line = ("mul", v(2), 3)
    same = [("eq", ld(mark, ("tab", 0, ("add", line, i))), v(1)) for i in range(3)]
    won = ir.Function(
        name="won",
        params=2,
        registers=3,
        effects=False,
        body=raw(
            [
                ("tick", 3, 1),
                ("row", 2, 0, v(0), [("if", ("and", ("and", same[0], same[1]), same[2]), [("ret", 1)], [])]),
                ("ret", 0),
            ]
        ),
    )
    blocks = [
        ir.Block(code=[("st", player, 0, 0), ("st", free, 0, 9)], term=("goto", 1)),
        ir.Block(code=[("tick", 1, 1)], term=("ask", 0, 2)),
        ir.Block(
            code=[
                ("set", 0, ld(ir.CHOSEN)),
                ("st", mark, v(0), ld(player)),
                ("st", free, 0, ("chk", ("sub", ld(free), 1), 0, 9, 1)),
            ],
            term=("br", ("call", 1, [v(0), ld(player)]), 3, 4),
        ),
        ir.Block(code=[("st", winner, 0, ld(player))], term=("ret", 0)),
        ir.Block(
            code=[("st", player, 0, ("sub", 1, ld(player)))],
            term=("br", ("eq", ld(free), 0), 5, 1),
        ),
        ir.Block(term=("ret", 0)),
    ]
    state = [0] * 28
    state[mark : mark + 9] = [-1] * 9
    state[winner] = -1
    return compiled(
        name="three",
        title="Three in a row",
        domains=[SEATS, CELLS],
        texts=[ir.Text(parts=["Mark ", 0], types=["Cell"], address="mark")],
        state=state,
        slots=[
            ir.Slot(
                name="mark", address="table.mark", owner="table", kind="cell", addr=mark, keys=["Cell"],
                sizes=[9], offsets=[0], type="Player", lo=-1, hi=1,
            ),
            ir.Slot(
                name="winner", address="table.winner", owner="table", kind="cell", addr=winner, keys=[],
                sizes=[], offsets=[], type="Player", lo=-1, hi=1,
            ),
        ],
        tables=[[*flat, -1]],
        lists=[[*through, []]],
        functions=[
            offered,
            won,
            ir.Function(
                name="rank", params=1, registers=1, effects=False, body=[("ret", ("eq", ld(winner), v(0)))]
            ),
        ],
        procs=[
            ir.Proc(name="flow", address="flow", params=0, base=base, size=4, registers=1, blocks=blocks)
        ],
        sites=[
            ir.Site(
                name="mark",
                kind="offer",
                who=ld(player),
                options=0,
                entries=[
                    ir.Entry(name="mark", text=0, args=[v(1)], types=["Cell"], radix=[9], offsets=[0])
                ],
                span=1,
            )
        ],
        ranks=[ir.Rank(word="most", function=2)],
    )  # fmt: skip
