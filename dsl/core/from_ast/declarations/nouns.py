"""Reading the nouns: kinds, boards, component types and their instances, slots, resources, rulings."""

from __future__ import annotations

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Expr
from regelwerk.dsl.core.type_rules import fold
from regelwerk.dsl.diagnostics import Fix, Label

from ..context import Callable_, Scope, World, attempt, fresh_type, plain
from ..errors import SILENT, Mistake, between, lost, mistake, unknown
from ..expressions import boards
from ..expressions import read as ex
from .components import declare_instances, declare_types
from .reserved_names import refuse_taken
from .slots import declare_slots

LANGUAGE = 1


def declare(w: World, every: list[ast.Decl]) -> None:
    """Take in all nouns and the names of all verbs."""
    for step in (_game, _kinds, _boards, declare_types, declare_instances, _rulings, declare_slots, _resources, _verbs):
        step(w, every)
    refuse_taken(w, every)


def _field(fields: tuple[ast.Field, ...], name: str) -> ast.Field | None:
    return next((f for f in fields if f.name.id == name), None)


def _game(w: World, every: list[ast.Decl]) -> None:
    games = [d for d in every if isinstance(d, ast.Game)]
    if not games:
        at = every[0].at if every else core.NOWHERE
        w.report(
            mistake(
                "RW4010",
                "No file of this ruleset has a `game` line.",
                at,
                'Begin one file with `game name "Title"`, or check the folder it belongs to.',
            )
        )
        w.program.players = (1, 1)
    else:
        g = games[0]
        for other in games[1:]:
            w.report(
                mistake(
                    "RW4011",
                    "A ruleset has one `game` line.",
                    other.name.at,
                    "Leave one of them out; another game is another folder.",
                    others=(Label(g.name.at, "the first one"),),
                )
            )
        w.program.name, w.program.title = g.name.id, plain(g.title, g.name.id.replace("_", " ").title())
        w.program.players = (1, 6)  # whatever the mistake, the rest can be read
        with attempt(w, "players"):
            _players(w, g)
    top = w.program.players[1]
    seats = tuple(f"player_{i + 1}" for i in range(top))
    w.program.domains["Player"] = core.Domain("Player", "player", seats, tuple(f"Player {i + 1}" for i in range(top)))


def _players(w: World, g: ast.Game) -> None:
    f = _field(g.fields, "players")
    if f is None or not f.values:
        said = "The `game` line does not say how many players there are."
        missing = mistake("RW4012", said, g.name.at, "Add for example `players 2..4`.")
        raise lost("RW4012", said, "players", g.fields, missing)
    v = f.values[0]
    if len(f.values) > 1:
        help = "From two to four players is `players 2..4`."
        raise mistake("RW4012", "The numbers of players are a range.", f.values[0].at.to(f.values[-1].at), help)
    if isinstance(v, ast.Binary) and v.op == "-":
        fixes = (Fix(between(v.left.at, v.right.at), ".."),)
        raise mistake(
            "RW4012",
            "This is a subtraction, not a range.",
            v.at,
            "From two to four players is `players 2..4`.",
            fixes=fixes,
        )
    lo, hi = (
        (w.constant(v.left), w.constant(v.right))
        if isinstance(v, ast.Binary) and v.op == ".."
        else (w.constant(v),) * 2
    )
    if not 1 <= lo <= hi <= 16:
        help = f"Write `players {hi}..{lo}`." if 1 <= hi < lo <= 16 else "Write for example `players 2..4`."
        swapped = (Fix(v.at, f"{hi}..{lo}"),) if 1 <= hi < lo <= 16 else ()
        said = "A game is for 1 to 16 players, the smaller number first."
        raise mistake("RW4013", said, v.at, help, fixes=swapped)
    w.program.players = (lo, hi)
    version = _field(g.fields, "language")
    if version is not None and version.values:
        n = w.constant(version.values[0])
        if n > LANGUAGE:
            raise mistake(
                "RW4014",
                f"This file is written in version {n} of the language; this program knows version {LANGUAGE}.",
                version.at,
                f"Get a newer version of this program, or write `language {LANGUAGE}`.",
            )


def _kinds(w: World, every: list[ast.Decl]) -> None:
    for d in every:
        if isinstance(d, ast.Kind) and fresh_type(w, d.name):
            w.kinds[d.name.id] = d
            ids = tuple(m.name.id for m in d.members)
            for i, m in enumerate(d.members):
                if m.name.id in ids[:i]:
                    first = (Label(d.members[ids.index(m.name.id)].at, "first here"),)
                    w.report(
                        mistake("RW2041", f"`{m.name.id}` stands twice in {d.name.id}.", m.at, "Leave one out.", first)
                    )
                w.things.setdefault(m.name.id, []).append((d.name.id, i))
            titles = tuple(plain(m.title, m.name.id.replace("_", " ")) for m in d.members)
            w.program.domains[d.name.id] = core.Domain(d.name.id, "kind", ids, titles, at=d.at)


def _boards(w: World, every: list[ast.Decl]) -> None:
    for d in every:
        if isinstance(d, ast.Board) and fresh_type(w, d.name):
            if d.width * d.height > 4096 or d.width < 1 or d.height < 1:
                w.report(mistake("RW4015", "A board has between 1 and 4096 cells.", d.at, "Write for example `8 x 8`."))
                continue
            w.boards[d.name.id] = d
            boards.declare_board(w, d.name.id)


AMBIGUOUS = "RW2003"


def _rulings(w: World, every: list[ast.Decl]) -> None:
    for d in every:
        if isinstance(d, ast.Ruling):
            with attempt(w, d.name.id):
                _ruling(w, d)


def _ruling(w: World, d: ast.Ruling) -> None:
    f = _field(d.fields, "default")
    if f is None or not f.values:
        help = "Add the line `default …`: what holds unless somebody decides otherwise."
        said = f"The ruling `{d.name.id}` has no `default`."
        raise lost("RW4016", said, "default", d.fields, mistake("RW4016", said, d.name.at, help))
    try:
        e = ex.expr(w, f.values[0], Scope(), _answers(w, d))
    except Mistake as m:
        if m is SILENT or m.diagnostic.code == AMBIGUOUS:
            raise
        e = None
    if e is None or fold(e) is None:
        help = "Write for example `default yes` or `default 3`."
        raise mistake("RW4017", "A ruling is settled before play: a number, yes or no, or a name.", f.at, help)
    w.rulings[d.name.id] = e
    _among_choices(w, d, e, f)


def _among_choices(w: World, d: ast.Ruling, default: Expr, f: ast.Field) -> None:
    choices = _field(d.fields, "choices")
    known = [ex.expr(w, v, Scope(), _answers(w, d)) for v in (choices.values or () if choices else ())]

    def plain_value(e: Expr) -> tuple[object, object]:
        return fold(e), e.type.domains if isinstance(e.type, core.Ref) else None

    if known and plain_value(default) not in [plain_value(e) for e in known]:
        help = "Add it to `choices`, or take one of them."
        raise mistake("RW4064", f"The `default` of `{d.name.id}` is none of its `choices`.", f.at, help)


def _answers(w: World, d: ast.Ruling) -> core.Ref | None:
    """The kind of the answers: other rulings may have one of the same name, but not all of them."""
    f = _field(d.fields, "choices")
    owners = [{o for o, _ in w.things.get(v.id, ())} for v in (f.values or () if f else ()) if isinstance(v, ast.Ident)]
    common = set.intersection(*owners) if owners else set()
    return core.Ref((common.pop(),)) if len(common) == 1 else None


def _resources(w: World, every: list[ast.Decl]) -> None:
    for d in every:
        if isinstance(d, ast.Resource):
            if d.name.id[0].isupper() and d.name.id not in w.program.domains:
                w.report(unknown("RW2001", "kind", d.name.id, w.kinds, d.name.at))
                continue
            w.resources[d.name.id] = d
            if d.plural is not None:
                w.resources[d.plural.id] = d


def _verbs(w: World, every: list[ast.Decl]) -> None:
    for d in every:
        if not isinstance(d, ast.Value | ast.Effect | ast.Action | ast.Proc):
            continue
        table = w.values if isinstance(d, ast.Value) else w.actions if isinstance(d, ast.Action) else w.effects
        if d.name.id in table:
            first = Label(table[d.name.id].decl.name.at, "first here")
            help = "Rename one of them, or leave one out."
            w.report(mistake("RW2048", f"`{d.name.id}` is declared twice.", d.name.at, help, others=(first,)))
        else:
            table[d.name.id] = Callable_(d)
