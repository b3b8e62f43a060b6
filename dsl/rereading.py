"""Lines that could not be read, read again as sentences of a rulebook: what is proposed was checked in its place.

The declaration with the proposed lines is parsed and checked with all others, whose results are remembered. Whatever
the checker refuses is not proposed, and a message whose own fix leads to a rule stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from . import afterwards, ast
from .core.check import check
from .core.from_ast.incremental import Memory
from .diagnostics import Diagnostic
from .in_place import placed
from .overlays import merge
from .prose.advice import mended, proposals, told
from .prose.former import Former, formers
from .prose.forms import Example, examples, shown, vague
from .source import Source
from .syntax.parse import parse

_ROUNDS = 3  # how often what fixes lead to is checked
_SHOWN = 3  # messages beside which examples are shown
_TRIED = 4  # how often other lines of the same declaration that cannot be read are left out


@dataclass(frozen=True, slots=True)
class _Trial:
    """A declaration with other lines in it, in the place of the one that begins at a line of a file."""

    found: Diagnostic
    file: str
    begins: int
    decls: tuple[ast.Decl, ...]


@dataclass(frozen=True, slots=True)
class Rereading:
    """What a ruleset consists of, to try other lines in it."""

    written: Sequence[ast.File]
    sources: Mapping[str, Source]
    decls: Sequence[ast.Decl]
    memory: Memory
    unread: Callable[[list[Diagnostic]], frozenset[str]]

    def __call__(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """Put what can be proposed in the place of messages about lines that were not understood."""
        found = placed(found, self.sources, self.decls)
        read = self._reread([afterwards.closed(d, self.sources) for d in found])
        told = self._shown(self._led_on(read))
        return [old if new.is_error and not new.help else new for old, new in zip(read, told, strict=True)]

    def _reread(self, found: list[Diagnostic]) -> list[Diagnostic]:
        made = proposals(found, self.sources, self.decls)
        old = formers(found, self.sources, self.decls)
        if not made and not old:
            return found
        own = dict[str, _Trial]()
        for n, p in enumerate(made):
            source = self.sources[p.at.file]
            if (fixed := mended(p.found, source)) is not None:
                self._add(own, f"fix {n}", p.found, fixed[0], fixed[1], (fixed[2], fixed[2]), ())
        kept = {id(own[name].found) for name in self._accepted(own, found)}
        new = dict[str, _Trial]()
        for n, p in enumerate(made):
            if id(p.found) not in kept:
                self._add(new, f"proposal {n}", p.found, list(p.declaration), p.begins, (p.first, p.last), p.declare)
        better = {
            id(made[int(name.split()[1])].found): told(made[int(name.split()[1])])
            for name in self._accepted(new, found)
        }
        return [
            better.get(id(d), d) for d in self._without_refused(found, [f for f in old if id(f.found) not in better])
        ]

    def _without_refused(self, found: list[Diagnostic], old: Sequence[Former]) -> list[Diagnostic]:
        """Leave out what messages propose that the checker would refuse."""
        trials = dict[str, _Trial]()
        for n, f in enumerate(old):
            if f.declaration:
                self._add(trials, f"former {n}", f.found, list(f.declaration), f.begins, (f.first, f.last), ())
        good = {id(trials[name].found) for name in self._accepted(trials, found)}
        less = {id(f.found): f.withdrawn for f in old if id(f.found) not in good}
        return [less.get(id(d), d) for d in found]

    def _led_on(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """Follow the fixes of messages until nothing is wrong with their lines, or what is wrong has no fix."""
        ways = afterwards.ways(found, self.sources)
        going = list(enumerate(ways))
        for _ in range(_ROUNDS):
            trials = dict[str, _Trial]()
            for n, way in going:
                if way.read():
                    own = (way.at, way.at)
                    self._add(trials, f"way {n}", way.found, list(way.lines), way.begins, own, ())
            said = self._said(trials, found) if trials else {}
            going = [(n, way) for n, way in going if said.get(f"way {n}")]
            for n, way in going:
                wrong = [d for d in said[f"way {n}"] if d.at.line == way.at]
                if wrong:
                    way.follow(wrong[0])
        better = {id(way.found): afterwards.worded(way) for way in ways}
        return [better.get(id(d), d) for d in found]

    def _shown(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """Show beside messages that propose nothing how such lines are written; the checker accepts what is shown."""
        left = {
            id(d): [*examples(d, self.sources[d.at.file], self.decls)]
            for d in [d for d in found if vague(d) and d.at.file in self.sources][:_SHOWN]
        }
        good: dict[int, list[Example]] = {}
        while any(left.values()):
            trials = dict[str, _Trial]()
            now = {f"example {n}": some.pop(0) for n, some in enumerate(left.values()) if some}
            for name, e in now.items():
                self._add(trials, name, e.found, list(e.declaration), e.begins, (e.first, e.last), ())
            said = self._said(trials, found) if trials else {}
            for name in trials:
                e = now[name]
                if not any(e.first <= d.at.line <= e.last for d in said[name]):  # of other lines it says nothing
                    good.setdefault(id(e.found), []).append(e)
                    left[id(e.found)] = []
        return [shown(d, good[id(d)]) if id(d) in good else d for d in found]

    def _add(
        self,
        trials: dict[str, _Trial],
        name: str,
        d: Diagnostic,
        lines: list[str],
        begins: int,
        own: tuple[int, int],
        declare: Sequence[tuple[str, str]],
    ) -> None:
        """Try a declaration if it can be read."""
        whole = self.sources[d.at.file].whole
        if (decls := _parsed(name, lines, own, declare, whole)) is not None:
            trials[name] = _Trial(d, d.at.file, begins, tuple(decls))

    def _accepted(self, trials: dict[str, _Trial], found: list[Diagnostic]) -> list[str]:
        """Check all of them at once; return those of whose lines nothing is said."""
        said = self._said(trials, found) if trials else {}
        return [name for name in trials if not said[name]]

    def _said(self, trials: dict[str, _Trial], found: list[Diagnostic]) -> dict[str, list[Diagnostic]]:
        """Check all of them at once; return the errors of each."""
        left = [d for d in found if not any(t.found is d for t in trials.values())]
        kept = Memory()
        kept.now = dict(self.memory.now)
        files = [_with(file, trials) for file in self.written]
        over = [f for f in files if any(isinstance(d, ast.Overlay) for d in f.decls)]
        composed = merge([f for f in files if f not in over], over)
        scenarios = any(isinstance(d, ast.Scenario) for t in trials.values() for d in t.decls)
        whole = [ast.File("", tuple(composed.decls))]
        _, said = check(whole, with_scenarios=scenarios, broken=self.unread(left), memory=kept)
        wrong = [d for d in [*composed.problems, *said] if d.is_error]
        return {name: [d for d in wrong if d.at.file == name] for name in trials}


def _with(file: ast.File, trials: dict[str, _Trial]) -> ast.File:
    """A file with the declarations that are tried in the place of those that stand there."""
    new = [t for t in trials.values() if t.file == file.name]
    gone = {t.begins for t in new}
    kept = [d for d in file.decls if d.at.line not in gone]
    return replace(file, decls=(*kept, *(d for t in new for d in t.decls)))


def _parsed(
    name: str, lines: list[str], own: tuple[int, int], declare: Sequence[tuple[str, str]], whole: str
) -> list[ast.Decl] | None:
    """Read a declaration; its lines that are not tried and cannot be read do nothing."""
    for _ in range(_TRIED):
        file, problems = parse(Source(name, "\n".join(lines), whole=whole))
        wrong = [d for d in problems if d.is_error]
        if not wrong:
            more = "\n".join(f"{heading}\n  {slot}" for heading, slot in declare)
            extra, bad = parse(Source(name, more)) if more else (ast.File(name, ()), [])
            return None if bad else [*file.decls, *extra.decls]
        at = wrong[0].at.line
        if own[0] <= at <= own[1] or not lines[at - 1].startswith(" "):
            return None
        lines[at - 1] = " " * (len(lines[at - 1]) - len(lines[at - 1].lstrip())) + "nothing"
    return None
