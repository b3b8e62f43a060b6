"""What happens at once and in secret (`as all`): nobody's part may depend on, or disturb, that of another.

The body may write only what belongs to the player who acts, may leave nothing to chance, asks nobody else, and reads
of the others only what nobody writes in it. Then the order of the answers cannot matter.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from regelwerk.dsl import core
from regelwerk.dsl.diagnostics import Diagnostic, Label, sort_key
from regelwerk.dsl.source import Span

from .. import Program, Ref, Var
from ..from_ast.incremental import Memory
from ..visitor import inside, nodes, parts

MOST = 3  # further places that are shown


def find_leaks(program: Program, memory: Memory) -> list[Diagnostic]:
    """Report everything in simultaneous parts that is not the acting player's own business."""
    found: list[Diagnostic] = []
    for proc in program.procs:
        for node in memory.of("at once", proc, partial(_at_once, proc)):
            found += _Part(program, node).judge()
    return found


def _at_once(proc: core.Proc) -> list[core.AsAll]:
    return [node for node in inside(proc.body) if isinstance(node, core.AsAll)]


class _Part:
    """One `as all` with everything it runs and asks."""

    def __init__(self, program: Program, start: core.AsAll) -> None:
        self.program = program
        self.start = start
        self.own: set[int] = set()  # variables that are the acting player, or something only that player has
        self.seen: set[tuple[str, int, tuple[bool, ...]]] = set()
        self.running: set[int] = set()
        self.written: dict[int, Span] = {}
        self.read: list[tuple[int, Span]] = []  # slots read of somebody who may be another player
        self.found: dict[tuple[str, Span], Diagnostic] = {}

    def judge(self) -> list[Diagnostic]:
        body = self.program.procs[self.start.proc]
        self.enter("proc", body.id, body.params, body.body, (True, *([False] * (len(body.params) - 1))), True)
        for slot, at in self.read:
            if slot in self.written:
                name = self.program.slots[slot].name
                self.complain(
                    "RW4042", f"This looks at the `{name}` of another player, who decides about it in secret.", at,
                    "Look at it after `as all`, when all have decided.",
                )  # fmt: skip
        return self.joined(list(self.found.values()))

    def joined(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """Several such things in one part are one mistake: the players were meant to act one after the other."""
        if len(found) < 2:
            return found
        first, *rest = sorted(found, key=sort_key)
        more = tuple(Label(d.at, "this neither") for d in rest[:MOST])
        help = f"{first.help} If they act one after the other, write `as each` instead of `as all`."
        return [replace(first, help=help, others=(*first.others, *more))]

    def complain(self, code: str, message: str, at: Span, help: str) -> None:
        here = Label(self.start.at, "happens at once and in secret here")
        self.found.setdefault((code, at), Diagnostic(code, message, at, help, others=(here,)))

    # -------------------------------------------------------------------------------------------- whose it is

    def mine(self, e: Any) -> bool:
        """Is this surely the acting player, or a thing (or set of things) that only this player has?"""
        if isinstance(e, core.Local):
            return e.var.id in self.own
        if isinstance(e, core.Widen | core.Narrow):
            return self.mine(e.of)
        if isinstance(e, core.Unary) and e.op in ("some", "only", "low", "bit"):
            return self.mine(e.of)
        if isinstance(e, core.Lookup):
            table = self.program.tables[e.table]
            return table.keys == (Ref(("Player",)),) and table.name.endswith(" of player") and self.mine(e.keys[0])
        if isinstance(e, core.Binary) and e.op in ("inter", "minus"):
            return self.mine(e.left)
        if isinstance(e, core.PileAt | core.PileSet):
            return self.own_place(e.place)
        if isinstance(e, core.Load):
            return self.program.slots[e.slot].kind == "holder" and self.own_slot(e.slot, e.keys)
        if isinstance(e, core.Quant) and e.word == "collect" and isinstance(e.result, core.Local):
            return any(lp.var.id == e.result.var.id and self.mine_source(lp.source) for lp in e.loops)
        return False

    def mine_source(self, source: Any) -> bool:
        if isinstance(source, core.FromSet):
            return self.mine(source.set)
        return isinstance(source, core.FromPile) and self.own_place(source.place)

    def own_slot(self, slot: int, keys: tuple[Any, ...]) -> bool:
        return self.program.slots[slot].owner != "table" and bool(keys) and self.mine(keys[0])

    def own_place(self, place: core.Place) -> bool:
        return place.slot >= 0 and self.own_slot(place.slot, place.keys)

    # -------------------------------------------------------------------------------------------- walking

    def enter(
        self, what: str, number: int, params: tuple[Var, ...], body: Any, own: tuple[bool, ...], acts: bool
    ) -> None:
        key = (what if acts else what + "?", number, own)
        if key in self.seen:
            return
        self.seen.add(key)
        kept = self.own
        self.own = {p.id for p, mine in zip(params, own, strict=False) if mine}
        if what == "proc" and acts:
            self.running.add(number)
        self.walk(body, acts)
        self.own = kept
        if what == "proc" and acts:
            self.running.discard(number)

    def walk(self, value: Any, acts: bool) -> None:
        for node in nodes(value):
            if isinstance(node, core.Loop):
                self.walk(node.source, acts)
                if self.mine_source(node.source):
                    self.own.add(node.var.id)
                self.walk((node.where, node.stop), acts)
                continue
            if isinstance(node, core.Let):
                self.walk(node.value, acts)
                if self.mine(node.value):
                    self.own.add(node.var.id)
                continue
            if acts:
                self.acts(node)
            self.looks(node)
            self.walk(parts(node), acts)
            self.calls(node, acts)

    def calls(self, node: Any, acts: bool) -> None:
        program = self.program
        if isinstance(node, core.CallFunc):
            func = program.funcs[node.func]
            self.enter("func", func.id, func.params, func.body, tuple(map(self.mine, node.args)), False)
        elif isinstance(node, core.Run | core.Can):
            proc = program.procs[node.proc]
            really = acts and isinstance(node, core.Run)
            self.enter("proc", proc.id, proc.params, proc.body, tuple(map(self.mine, node.args)), really)
        elif isinstance(node, core.Entry):
            proc = program.procs[node.proc]
            self.enter("proc", proc.id, proc.params, proc.body, tuple(map(self.mine, node.args)), acts)

    def looks(self, node: Any) -> None:
        """Note what is read of somebody who may be another player."""
        places: list[core.Place | None] = []
        if isinstance(node, core.Load) and not self.own_slot(node.slot, node.keys):
            self.read.append((node.slot, node.at))
        elif isinstance(node, core.PileSize | core.PileAt | core.PileSet | core.InPlace | core.FromPile):
            places = [node.place]
        for p in places:
            if p is not None and p.slot >= 0 and not self.own_place(p):
                self.read.append((p.slot, getattr(node, "at", self.start.at)))

    def acts(self, node: Any) -> None:
        if isinstance(node, core.Store | core.Reveal):
            self.writes(node.slot, node.keys, node.at)
        elif isinstance(node, core.Move | core.MoveTop):
            self.moves(node)
        elif isinstance(node, core.Draw | core.Shuffle):
            self.complain(
                "RW4041", "Nothing can be left to chance while all decide at once and in secret.", node.at,
                "Draw before `as all`, or after it.",
            )  # fmt: skip
        elif isinstance(node, core.Choose | core.Options | core.Offer):
            if not self.mine(node.who):
                self.complain(
                    "RW4044", "Here somebody else is asked while all decide at once and in secret.", node.at,
                    "Only `me` decides inside `as all`.",
                )  # fmt: skip
        elif isinstance(node, core.AsAll):
            self.complain(
                "RW4046",
                "`as all` cannot stand inside `as all`.",
                node.at,
                "Leave the inner one out: all are deciding.",
            )
        elif isinstance(node, core.End) and node.proc not in self.running:
            name = self.program.procs[node.proc].name
            self.complain(
                "RW4045", f"One player cannot end `{name}` while the others are still deciding in secret.", node.at,
                "Note the wish in a slot of `me`, and end it after `as all`.",
            )  # fmt: skip

    def writes(self, slot: int, keys: tuple[Any, ...], at: Span) -> None:
        if self.own_slot(slot, keys):
            self.written.setdefault(slot, at)
            return
        name = self.program.slots[slot].name
        self.complain(
            "RW4040", f"`{name}` is not `me`'s own; it cannot be changed while all decide at once and in secret.", at,
            f"Keep the answer in a slot of the player, and change `{name}` after `as all`.",
        )  # fmt: skip

    def moves(self, node: core.Move | core.MoveTop) -> None:
        if node.to.slot >= 0:
            self.writes(node.to.slot, node.to.keys, node.at)
        own = self.own_place(node.source) if isinstance(node, core.MoveTop) else self.mine(node.what)
        if not own:
            self.complain(
                "RW4043", "Another player could move the same thing at the same moment.", node.at,
                "Inside `as all`, move only what lies with `me`; name the wish, and move it after `as all`.",
            )  # fmt: skip
