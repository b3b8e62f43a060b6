"""What an overlay does to its game: does it fit, what does it change, and does it say so?

The scenarios of a game are a contract. An overlay that changes the outcome of one says so with `supersedes`; one that
says so has to change it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .dsl import ast, ir
from .dsl.ast.tree import title
from .dsl.ast.visitor import nodes
from .dsl.diagnostics import Diagnostic
from .dsl.editing.session import Session
from .dsl.overlays.compare import Difference, differences
from .dsl.pipeline import Build, lowered
from .dsl.source import Source, Span
from .interpreter.engine.machine import EngineName
from .interpreter.game.game import Ruleset
from .interpreter.scenarios.affected import marks
from .interpreter.scenarios.run import Outcome, run_scenario

_TESTS = (ast.Scenario, ast.Invariant)


@dataclass(slots=True)
class Contract:
    """How the scenarios come out, by title."""

    changed: list[str] = field(default_factory=list)  # superseded, and rightly
    silent: list[Outcome] = field(default_factory=list)  # another outcome, and nobody says so
    removed: list[str] = field(default_factory=list)  # taken away without a word
    idle: list[tuple[str, Span]] = field(default_factory=list)  # superseded, but nothing changes
    failed: list[Outcome] = field(default_factory=list)  # what the overlay itself expects does not come about
    before: list[str] = field(default_factory=list)  # failed without the overlay, too
    elsewhere: int = 0  # for numbers of players for which the game is not played any more
    same: int = 0
    own: int = 0  # scenarios that the overlay adds

    @property
    def kept(self) -> bool:
        return not (self.silent or self.removed or self.idle or self.failed)


@dataclass(slots=True)
class Validated:
    """Everything known about an overlay. Without `compiled` rules only `problems` count."""

    base: Build
    build: Build
    problems: list[Diagnostic]
    session: Session
    old: Ruleset | None = None  # ready to play
    new: Ruleset | None = None
    changes: list[Difference] = field(default_factory=list)
    uncited: list[Span] = field(default_factory=list)  # operations of an edition or erratum that cite nothing
    contract: Contract = field(default_factory=Contract)

    @property
    def fits(self) -> bool:
        return self.build.compiled is not None


def validated(
    game: Sequence[Source], others: Sequence[Source], overlay: Sequence[Source], near: Path, rulings: Mapping[str, str],
    engine: EngineName = "auto",
) -> Validated:  # fmt: skip
    """Compile a game with and without an overlay (all its files), and compare rules and scenarios."""
    session = Session(settled=True)  # most of it is the same every time

    def compiled(*more: Source) -> Build:
        build = session.check(game, [*others, *more], near=near, rulings=rulings)
        lowered(build)
        return build

    names = [source.name for source in overlay]
    base, build = compiled(), compiled(*overlay)
    known = {(d.code, d.message) for d in base.diagnostics}
    fresh = [d for d in build.diagnostics if (d.code, d.message) not in known or d.at.file in names]
    if base.compiled is None:  # the game itself is at fault
        fresh = [d for d in base.diagnostics if d.is_error]
    done = Validated(base, build, fresh, session)
    if base.compiled is None or build.compiled is None:
        return done
    old, new = ([d for d in b.files[0].decls if not isinstance(d, ast.Scenario)] for b in (base, build))
    done.changes = differences(old, new)
    done.uncited = _uncited(_own(build, names))
    done.old, done.new = Ruleset(base.compiled, engine), Ruleset(build.compiled, engine)
    said = _superseded(_own(build, names))
    bare: Ruleset | None = done.new
    if said:
        silent = compiled(*_silent(said, overlay))
        if silent.compiled is None:  # some scenarios cannot even be read under the new rules
            silent = compiled(*_silent(said, overlay, _unreadable(silent)))
        bare = Ruleset(silent.compiled, engine) if silent.compiled is not None else None
    done.contract = _contract(done.old, done.new, bare, said)
    return done


def _own(build: Build, names: Sequence[str]) -> list[ast.Decl]:
    """Give what the files of an overlay declare, its heading first."""
    return [d for name in names for f in build.written if f.name == name for d in f.decls]


def _uncited(own: Sequence[ast.Decl]) -> list[Span]:
    header, *ops = own
    if not isinstance(header, ast.Overlay) or header.layer not in ("edition", "erratum"):
        return []
    cited = (*_TESTS, ast.Seats, ast.Supersedes, ast.Texts)
    return [d.at for d in ops if not _cites(d) and not isinstance(d, cited) and not _names_edition(d)]


def _cites(d: ast.Decl) -> bool:
    """Tell whether a declaration or one of its lines cites something."""
    marks = (getattr(node, "marks", None) for _, node in nodes(d))
    return any(m is not None and m.cites for m in marks)


def _names_edition(d: ast.Decl) -> bool:
    """The heading says which rulebook is followed: that is no rule."""
    return isinstance(d, ast.Change) and d.path.parts == ("game", "edition")


def _superseded(own: Sequence[ast.Decl]) -> dict[str, Span]:
    return {title(d.scenario): d.at for d in own if isinstance(d, ast.Supersedes)}


def _unreadable(build: Build) -> set[str]:
    """The scenarios in which something is wrong."""
    wrong = [d.at for d in build.diagnostics if d.is_error]
    told = [d for f in build.written for d in f.decls if isinstance(d, ast.Scenario)]
    return {title(d.title) for d in told if any(_inside(at, d.at) for at in wrong)}


def _inside(inner: Span, outer: Span) -> bool:
    return inner.file == outer.file and outer.line <= inner.line <= outer.end_line


def _silent(said: Mapping[str, Span], overlay: Sequence[Source], dropped: Collection[str] = ()) -> list[Source]:
    """The overlay without what it says about scenarios, but for those dropped; all lines stay where they are."""
    texts = {source.name: list(source.lines) for source in overlay}
    for name, at in said.items():
        lines = texts[at.file]
        kept = lines[at.line - 1] if name in dropped else ""
        lines[at.line - 1 : at.end_line] = [kept] + [""] * (at.end_line - at.line)
    return [Source(name, "\n".join(lines) + "\n") for name, lines in texts.items()]


def _contract(old: Ruleset, new: Ruleset, bare: Ruleset | None, said: Mapping[str, Span]) -> Contract:
    """Compare the outcomes; `bare` is what came of the overlay without its words about scenarios."""
    done = Contract()
    before, after = _marked(old), _marked(bare) if bare is not None else {}
    for name, (scenario, mark) in before.items():
        if not new.compiled.players[0] <= len(scenario.seats) <= new.compiled.players[1]:
            done.elsewhere += 1
        elif bare is None or name not in after:  # it cannot even be told any more
            (done.changed if _of(name, said) else done.removed).append(name)
        elif (mark is not None and mark == after[name][1]) or (outcome := run_scenario(bare, after[name][0])).ok:
            done.same += 1
        elif not run_scenario(old, scenario).ok:
            done.before.append(name)
        elif _of(name, said):
            done.changed.append(name)
        else:
            done.silent.append(outcome)
    told = {_of(name, said) for name in (*done.changed, *done.before)}
    done.idle = [(name, at) for name, at in said.items() if name not in told]
    for s in new.compiled.scenarios:
        done.own += s.title not in before
        if s.title not in before or _of(s.title, said):
            outcome = run_scenario(new, s)
            done.failed += [] if outcome.ok else [outcome]
    return done


def _of(name: str, said: Mapping[str, Span]) -> str | None:
    """Give the scenario that was superseded: this one, or the one whose case it is (`title: case`)."""
    return name if name in said else next((each for each in said if name.startswith(f"{each}: ")), None)


def _marked(rules: Ruleset) -> dict[str, tuple[ir.Scenario, int | None]]:
    return {s.title: (s, m) for s, m in zip(rules.compiled.scenarios, marks(rules.compiled), strict=True)}
