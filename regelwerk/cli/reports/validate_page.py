"""One page about an overlay: what it is, whether it fits, what it changes and reaches, and whether it says so."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from regelwerk.dsl import ast
from regelwerk.dsl.ast.printer import declaration
from regelwerk.dsl.ast.visitor import nodes
from regelwerk.dsl.book.citations import heading, is_rule, plain
from regelwerk.dsl.core.from_ast.for_editors import Notes
from regelwerk.dsl.diagnostics import TITLES
from regelwerk.dsl.diagnostics.render import render_json
from regelwerk.dsl.editing.index import make_index
from regelwerk.dsl.editing.index.mentions import of_path
from regelwerk.dsl.editing.index.reach import Reaches
from regelwerk.dsl.overlays import Touch
from regelwerk.dsl.overlays.compare import Difference
from regelwerk.dsl.overlays.layers import Layer
from regelwerk.dsl.syntax.words import keywords
from regelwerk.interpreter.scenarios.run import Outcome
from regelwerk.overlay_report import Validated

from ..addressing import read_path
from ..screen import plural
from .differences import difference_data
from .validate_games import Play

_CHANGES = 20  # that are listed
_NAMES = 6  # of rules or invariants in one line
_BREAKS = re.compile(r"^(?:The position|After this line the table) breaks “(.*?)”")
_SHORT = 40  # letters of a text that is shown with a change
_DOES = {"added": "new", "removed": "gone", "changed": "changed"}


@dataclass(slots=True)
class Reached:
    """What the changes reach, by name."""

    users: dict[str, list[str]] = field(default_factory=dict)  # address -> rules that use it
    further: list[str] = field(default_factory=list)  # rules that use those
    invariants: list[str] = field(default_factory=list)
    scenarios: list[str] = field(default_factory=list)  # that name what is changed, or a rule that uses it


def reached(done: Validated) -> Reached:
    """Follow the names of all changed addresses through the rules as they are now."""
    notes, build = Notes(), done.build
    own = {layer.header.at.file for layer in build.composition.layers} if build.composition is not None else set()
    sources = list(build.sources.values())
    base, laid = [s for s in sources if s.name not in own], [s for s in sources if s.name in own]
    checked = done.session.check(base, laid, rulings=build.rulings, notes=notes)
    decls = checked.files[0].decls
    index = make_index(checked.files, checked.sources, notes)
    reaches = Reaches(index, decls)
    out, near, far = Reached(), set[int](), set[int]()
    for change in done.changes:
        keys = [key for _, key in of_path(read_path(change.address), index.symbols) if key[0] != "label"]
        found = reaches.of(keys[-1:], None)
        users = [heading(decls[i]) for i in sorted(found.direct) if is_rule(decls[i])]
        bent = _bent(done, change)
        rules = [d for d in decls if isinstance(d, ast.Value | ast.Effect | ast.Action) and d.name.id in bent]
        users += [heading(d) for d in rules if heading(d) not in users]
        out.users[change.address] = users
        near |= {*found.direct, *found.second}
        far |= {*found.direct, *found.second, *found.further}
    named = {name for names in out.users.values() for name in names}
    all_rules = (heading(decls[i]) for i in sorted(far) if is_rule(decls[i]))
    out.further = [name for name in dict.fromkeys(all_rules) if name not in named]
    out.scenarios = [plain(d.title) for i in sorted(near) if isinstance(d := decls[i], ast.Scenario)]
    risky = _slots(done, decls)
    out.invariants = [
        plain(d.title)
        for i, d in enumerate(decls)
        if isinstance(d, ast.Invariant) and (i in near or risky.intersection(_words(d)))
    ]
    return out


def _slots(done: Validated, decls: Sequence[ast.Decl]) -> set[str]:
    """Name what lies on the table or before players and is named by what is changed, or by a resource that is."""
    known = {s.name.id for d in decls if isinstance(d, ast.State) for s in d.slots}
    said = {word for c in done.changes for text in (c.old.text, c.new.text, c.address) for word in _names(text)}
    for d in decls:
        if isinstance(d, ast.Resource) and {d.name.id, d.plural.id if d.plural is not None else ""} & said:
            said |= set(_words(d))
    return known & said


def _words(d: ast.Decl) -> Iterator[str]:
    return (word for line in declaration(d)[1:] for word in _names(line.text))


def _names(text: str) -> Iterator[str]:
    """The names in a text; a word of the language is one only behind a dot."""
    for dot, word in re.findall(r"(\.?)\b([^\W\d]\w*)", text):
        if dot or word not in keywords():
            yield word


def _bent(done: Validated, change: Difference) -> set[str]:
    """Name the rules into which an ability steps, before or after the change."""
    head, _, name = change.address.partition(".")
    both = [
        d for b in (done.base, done.build) for d in b.files[0].decls if isinstance(d, ast.Thing) and d.name.id == head
    ]
    fields = [f for d in both for f in d.fields if f.name.id == name.partition(".")[0]]
    return {n.name.id for f in fields for _, n in nodes(f) if isinstance(n, ast.Hook | ast.ChangeLine)}


def page(done: Validated, layer: Layer | None, game: str, reach: Reached, play: Play) -> list[Text]:
    """Write the page; a game that broke is told below it."""
    lines = [*_heading(layer, game), *_fits(done), *_uncited(done)]
    if done.fits:
        lines += [*_reach(reach), *_scenarios(done), *_play(done, reach, play)]
    return lines


def _line(head: str, said: str, style: str = "") -> Text:
    return Text.assemble((f"{head:<11}", "bold"), (said, style))


def _below(said: str, style: str = "") -> Text:
    return Text(f"{'':11}{said}", style)


def _heading(layer: Layer | None, game: str) -> list[Text]:
    if layer is None:
        return []
    cites = "".join(f"  @{c.id}" for c in layer.header.marks.cites)
    said = f"{layer.header.layer} {layer.id} {layer.said('version')}".rstrip()
    lines = [Text.assemble((said, "bold"), f": {layer.title}, for {game}", (cites, "dim"))]
    return lines + ([Text(because, "italic")] if (because := layer.said("because")) else [])


def _fits(done: Validated) -> list[Text]:
    if not done.fits:
        errors = Counter(d.code for d in done.problems if d.is_error)
        kinds = [f"{n} × {TITLES[code].lower()} ({code})" for code, n in errors.items()]
        return [_line("fits", "no: " + ", ".join(kinds), "red")]
    lines = [_line("fits", f"yes, nothing is stale; {plural(len(done.changes), 'change')}")]
    lines += [_change(done, d) for d in done.changes[:_CHANGES]]
    if len(done.changes) > _CHANGES:
        lines.append(_below(f"… and {len(done.changes) - _CHANGES} more: regelwerk diff"))
    return lines


def _change(done: Validated, d: Difference) -> Text:
    old, new = (" ".join(side.text.split()) for side in (d.old, d.new))
    shown = d.kind == "changed" and "\n" not in d.old.text + d.new.text and max(len(old), len(new)) <= _SHORT
    said = f"{d.address}: {old} → {new}" if shown else f"{d.address} is {_DOES[d.kind]}"
    inner = [a for a in _inside(done, d) if a != d.address] if d.kind == "changed" else []
    said += f", at {_some(inner)}" if inner else ""
    return Text.assemble(_below(said), ("".join(f"  @{id}" for id in _cited(done, d)), "dim"))


def _cited(done: Validated, d: Difference) -> tuple[str, ...]:
    """What the overlay cites for a change."""
    return tuple(dict.fromkeys(id for who in _inside(done, d).values() for touch in who for id in touch.cites))


def _inside(done: Validated, d: Difference) -> dict[str, list[Touch]]:
    """The addresses at a difference and inside it that overlays have touched."""
    origin = done.build.composition.origin if done.build.composition is not None else {}
    return {a: who for a, who in origin.items() if f"{a}.".startswith(f"{d.address}.")}


def _uncited(done: Validated) -> list[Text]:
    return [_line("cites", f"{at.file}:{at.line} cites nothing", "yellow") for at in done.uncited]


def _reach(reach: Reached) -> list[Text]:
    users = list(dict.fromkeys(name for names in reach.users.values() for name in names))
    if not users:
        return [_line("reaches", "no rule names what it changes")]
    more = f"; by way of them {plural(len(reach.further), 'rule')} more" if reach.further else ""
    return [_line("reaches", _some(users) + more)]


def _some(names: list[str]) -> str:
    return ", ".join(names[:_NAMES]) + (f" and {len(names) - _NAMES} more" if len(names) > _NAMES else "")


def _scenarios(done: Validated) -> list[Text]:
    c = done.contract
    total = c.same + len(c.changed) + len(c.silent) + len(c.before) + len(c.removed)
    said = f"{c.same} of {total} of the game come out the same"
    own = f"; {plural(c.own, 'scenario')} of its own" if c.own else "; it brings none of its own"
    lines = [_line("scenarios", f"{said}{own}")]
    if c.elsewhere:
        low, high = done.build.compiled.players if done.build.compiled is not None else (0, 0)
        now = f"{low} to {high}" if low < high else f"{low}"
        lines.append(_below(f"{plural(c.elsewhere, 'scenario')} for other numbers of players than {now}: not told"))
    lines += [_below(f"superseded as declared: “{t}”", "green") for t in c.changed]
    refused, silent = _refused(c.silent)
    for title, many in refused.items():
        lines.append(
            _below(f"{len(many)} break the invariant “{title}”: {_some([f'“{o.title}”' for o in many])}", "red")
        )
        lines.append(_below(f'Say what holds instead, if that is meant: `change "{title}"`, or `remove "{title}"`.'))
    for outcome in silent:
        lines.append(_below(f"comes out otherwise, and it does not say so: {_outcome(outcome)}", "red"))
    if silent:
        way = f'supersedes "{silent[0].title}"'
        lines.append(_below(f"Say so, if it is meant: {way}, and below it `then` with what comes out now."))
    lines += [_below(f"taken away without `supersedes`: “{t}”", "red") for t in c.removed]
    lines += [_below(f"superseded, but nothing changes: “{t}” ({at.file}:{at.line})", "red") for t, at in c.idle]
    lines += [_below(f"does not come out as it says: {_outcome(outcome)}", "red") for outcome in c.failed]
    return lines + [_below(f"failed before, too: “{t}”", "yellow") for t in c.before]


def _refused(silent: Sequence[Outcome]) -> tuple[dict[str, list[Outcome]], list[Outcome]]:
    """Put together what several scenarios break: then the invariant is what no longer holds, not each of them."""
    by: dict[str, list[Outcome]] = {}
    for outcome in silent:
        found = _BREAKS.search(outcome.failures[0].text) if outcome.failures else None
        by.setdefault(found[1] if found else "", []).append(outcome)
    many = {title: each for title, each in by.items() if title and len(each) > 1}
    return many, [outcome for outcome in silent if not any(outcome in each for each in many.values())]


def _outcome(outcome: Outcome) -> str:
    reason = outcome.failures[0].text.splitlines()[0] if outcome.failures else ""
    return f"“{outcome.title}”: {reason}"


def _play(done: Validated, reach: Reached, play: Play) -> list[Text]:
    assert done.new is not None
    total = len(done.new.compiled.invariants)
    lines = []
    if reach.invariants:
        lines.append(
            _line("invariants", f"{len(reach.invariants)} of {total} look at what it reaches: {_some(_quoted(reach))}")
        )
    if not play.games:
        return [*lines, _line("play", "no games were played")]
    fine = f"{plural(play.games, 'seeded game')}, every invariant after every step: "
    lines.append(_line("play", fine + ("nothing broke" if not play.broken else f"{len(play.broken)} broke"), ""))
    if play.paired:
        met = f"{play.otherwise} of {play.paired} went another way than the same game under the old rules"
        never = "" if play.otherwise else ": play did not come by the change, and proves nothing about it"
        lines.append(_below(met + never, "" if play.otherwise else "yellow"))
    for title in play.idle:
        lines.append(_below(f"“{title}” never came into play in {plural(play.watched, 'game')} more", "yellow"))
    if play.idle:
        lines.append(_below("Write a scenario for what it does, or let it lie where players find it."))
    return lines


def _quoted(reach: Reached) -> list[str]:
    return [f"“{title}”" for title in reach.invariants]


def data(done: Validated, layer: Layer | None, reach: Reached, play: Play) -> dict[str, Any]:
    """Give the page for programs."""

    c = done.contract
    head = layer.header if layer is not None else None
    changes = [
        {**difference_data(d, ""), "cites": list(_cited(done, d)), "used_by": reach.users.get(d.address, [])}
        for d in done.changes
    ]
    return {
        "id": layer.id if layer is not None else None,
        "layer": head.layer if head is not None else None,
        "version": layer.said("version") if layer is not None else "",
        "because": layer.said("because") if layer is not None else "",
        "cites": [c.id for c in head.marks.cites] if head is not None else [],
        "fits": done.fits,
        "stale": [f"{d.at.file}:{d.at.line}" for d in done.problems if d.code == "RW5009"],
        "messages": json.loads(render_json(done.problems))["diagnostics"],
        "changes": changes,
        "reaches": {"rules": reach.further, "invariants": reach.invariants, "scenarios": reach.scenarios},
        "uncited": [f"{at.file}:{at.line}" for at in done.uncited],
        "scenarios": {
            "same": c.same, "superseded": c.changed, "silent": [o.title for o in c.silent], "removed": c.removed,
            "idle": [t for t, _ in c.idle], "failed": [o.title for o in c.failed], "failed_before": c.before,
            "own": c.own, "other_players": c.elsewhere,
        },
        "play": {
            "games": play.games,
            "otherwise": play.otherwise,
            "never_in_play": play.idle,
            "broken": [
                {"text": course.failure.text, "before": too, "players": course.players, "seed": course.seed,
                 "choices": [list(choice) for choice in course.choices]}
                for course, too in play.broken
            ],
        },
    }  # fmt: skip
