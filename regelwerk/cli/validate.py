"""`regelwerk validate`: what an overlay does to its game, on one page."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from regelwerk import Ruleset, library
from regelwerk.dsl.source import sources_of

from .composing import Composing, composing
from .diff import difference_data
from .screen import console, in_colour, json_option, plural, print_json

if TYPE_CHECKING:
    from regelwerk.games import Course
    from regelwerk.validation import Validated

LIMIT = 5000  # decisions of a game


def game_for(overlay: Path, ruleset: str | None) -> str:
    """Find the ruleset of an overlay: as it was named, a bundled one, or one in the same folder."""
    if ruleset is not None:
        return ruleset
    game = library.game_of(overlay)
    if not game:
        raise library.Unknown(f"{overlay} is no overlay: it does not begin with a heading like `mod my_mod for game`.")
    if bundled := library.bundled_for(game):
        return bundled[0]
    for file in sorted(overlay.parent.glob("*.regel")):
        found = library.GAME.search(file.read_text(encoding="utf-8", errors="replace"))
        if found and found[1] == game:
            return str(file)
    raise library.Unknown(f"{overlay} is for {game}, which is no bundled ruleset. Name it: a file or folder.")


def _validated(overlay: Path, ruleset: str, how: Composing) -> Validated:
    from regelwerk.dsl.compile import read
    from regelwerk.dsl.parse import read_source
    from regelwerk.validation import validated

    place = library.find(ruleset)
    game, _ = read(sources_of(place.path))
    game = [type(s)(place.shown(Path(s.name)), s.text) for s in game]
    paths = [*place.overlays, *(library.overlay(place, each) for each in how.overlays)]
    others = [read_source(path, place.shown(path))[0] for path in paths]
    source, problems = read_source(overlay)
    from regelwerk.dsl.rulings import Undecided

    try:
        done = validated(game, others, source, place.path, dict(how.rulings))
    except Undecided as undecided:
        raise library.Unknown(str(undecided)) from None
    done.problems = [*problems, *done.problems]
    return done


def _played(done: Validated, games: int, seconds: float) -> tuple[int, list[tuple[Course, bool]]]:
    """Play seeded games under the new rules: how many, and how some broke. True: under the old rules, too."""
    from regelwerk.games import game_seed, record

    from .shrink import Shrinker

    assert done.build.compiled is not None and done.base.compiled is not None
    new, old = Ruleset(done.build.compiled), Ruleset(done.base.compiled)
    low, high = new.compiled.players
    end, played = time.monotonic() + seconds, 0
    broken: dict[str, tuple[Course, bool]] = {}
    for index in range(games):
        if time.monotonic() > end:
            break
        players, seed = low + index % (high - low + 1), game_seed(0, index)
        course = record(new, players, seed, LIMIT, checks=True)
        played += 1
        if course is None or course.failure.key in broken:
            continue
        low_old, high_old = old.compiled.players
        fits = low_old <= players <= high_old
        before = record(old, players, seed, LIMIT, checks=True) if fits else None
        too = before is not None and before.failure.key == course.failure.key
        broken[course.failure.key] = (Shrinker(new, course, True, min(seconds, 8.0)).shrink(), too)
    return played, list(broken.values())


@click.command()
@click.argument("overlay", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("ruleset", required=False)
@composing
@click.option("--games", type=click.IntRange(0), default=20, show_default=True, help="Seeded games to play.")
@click.option("--seconds", type=click.FloatRange(0), default=30.0, show_default=True, help="At most so long for them.")
@json_option
@click.pass_context
def validate(
    ctx: click.Context, overlay: Path, ruleset: str | None, how: Composing, games: int, seconds: float, as_json: bool
) -> None:
    """Tell what an OVERLAY does to its game, and whether it says so.

    Does it fit? What does it change, and what do the changes reach? Which scenarios come out otherwise, and are they
    declared with `supersedes`? Which invariants fail in seeded games? RULESET may be left out for bundled games.

    \b
    Examples:
      regelwerk validate second-printing.regel my-game/
      regelwerk validate my-mod.regel my-game/ --with another-mod.regel --json
    """
    from .shrink import as_text

    name = game_for(overlay, ruleset)
    done = _validated(overlay, name, how)
    played, broken = _played(done, games, seconds) if done.fits and done.base.compiled is not None else (0, [])
    reach = _reach(done) if done.fits else {}
    wrong = not done.fits or not done.contract.kept or any(not too for _, too in broken)
    if as_json:
        print_json({"overlay": str(overlay), "ruleset": name, "ok": not wrong, **_data(done, played, broken, reach)})
        ctx.exit(1 if wrong else 0)
    out = console()
    if done.problems:
        from regelwerk.dsl.diagnostics.render import render_text

        sources = done.build.sources.values()
        click.echo(render_text(done.problems, sources, colour=in_colour(sys.stdout)), nl=False, color=True)
    for line in _page(done, reach):
        out.print(line, soft_wrap=True)
    if done.fits:
        fine = f"{plural(played, 'seeded game')}: nothing broke." if played else "No games were played."
        out.print(_line("play", fine if not broken else f"{plural(played, 'seeded game')}:"))
        for course, too in broken:
            said = " (under the old rules, too)" if too else ""
            out.print(f"{'':10}{course.failure.text}{said}", style="yellow" if too else "red", soft_wrap=True)
            out.print(as_text(Ruleset(done.build.compiled), course), soft_wrap=True)  # type: ignore[arg-type]
    verdict = "It does what it says." if not wrong else "Not as it should be: see above."
    out.print(Text(verdict, "bold red" if wrong else "green"))
    ctx.exit(1 if wrong else 0)


def _line(head: str, said: str, style: str = "") -> Text:
    return Text.assemble((f"{head:<10}", "bold"), (said, style))


def _reach(done: Validated) -> dict[str, list[str]]:
    """Name the rules that use what was changed, by address."""
    from regelwerk.dsl.check.notes import Notes
    from regelwerk.dsl.citing import heading
    from regelwerk.dsl.compile import check_sources
    from regelwerk.dsl.index import make_index
    from regelwerk.dsl.index.mentions import of_path
    from regelwerk.dsl.index.reach import Reaches

    from .addressing import read_path
    from .touches import is_rule

    notes = Notes()
    sources = list(done.build.sources.values())
    layers = done.build.composition.layers if done.build.composition is not None else []
    own = {layer.header.at.file for layer in layers}
    checked = check_sources(
        [s for s in sources if s.name not in own], [s for s in sources if s.name in own], scenarios=False, notes=notes
    )
    decls = checked.files[0].decls if checked.files else ()
    index = make_index(checked.files, checked.sources, notes)
    reaches = Reaches(index, decls)
    out = {}
    for change in done.changes:
        keys = [key for _, key in of_path(read_path(change.address), index.symbols) if key[0] != "label"]
        found = reaches.of(keys[-1:], None)
        out[change.address] = [heading(decls[i]) for i in sorted(found.direct) if is_rule(decls[i])]
    return out


def _page(done: Validated, reach: dict[str, list[str]]) -> list[Text]:
    if not done.fits:
        return [_line("fits", "no", "red")]
    c = done.contract
    lines = [_line("fits", f"yes, {plural(len(done.changes), 'change')}")]
    for d in done.changes[:20]:
        users = reach.get(d.address, [])
        said = f"{d.address} is {'new' if d.kind == 'added' else 'gone' if d.kind == 'removed' else 'changed'}"
        cites = "".join(f"  @{id}" for id in d.new.cites)
        used = f"; used by {', '.join(users[:4])}{' …' if len(users) > 4 else ''}" if users else ""
        lines.append(Text.assemble(f"{'':10}{said}{used}", (cites, "dim")))
    if len(done.changes) > 20:
        lines.append(Text(f"{'':10}… and {len(done.changes) - 20} more: regelwerk diff"))
    for at in done.uncited:
        lines.append(_line("cites", f"{at.file}:{at.line} cites nothing", "yellow"))
    total = c.same + len(c.changed) + len(c.silent) + len(c.before) + len(c.removed)
    said = f"{c.same} of {plural(total, 'scenario')} of the game come out the same"
    lines.append(_line("scenarios", said + (f"; {c.own} of its own" if c.own else "") + "."))
    lines += [Text(f"{'':10}superseded as declared: “{t}”", "green") for t in c.changed]
    for outcome in c.silent:
        reason = outcome.failures[0].text.splitlines()[0] if outcome.failures else ""
        lines.append(Text(f"{'':10}comes out otherwise, and it does not say so: “{outcome.title}”: {reason}", "red"))
    lines += [Text(f"{'':10}taken away without `supersedes`: “{t}”", "red") for t in c.removed]
    lines += [Text(f"{'':10}superseded, but nothing changes: “{t}” ({at.file}:{at.line})", "red") for t, at in c.idle]
    for outcome in c.failed:
        reason = outcome.failures[0].text.splitlines()[0] if outcome.failures else ""
        lines.append(Text(f"{'':10}does not come out as it says: “{outcome.title}”: {reason}", "red"))
    return lines + [Text(f"{'':10}failed before, too: “{t}”", "yellow") for t in c.before]


def _data(
    done: Validated, played: int, broken: list[tuple[Course, bool]], reach: dict[str, list[str]]
) -> dict[str, Any]:
    from regelwerk.dsl.diagnostics.render import render_json

    c = done.contract
    return {
        "fits": done.fits,
        "messages": json.loads(render_json(done.problems))["diagnostics"],
        "changes": [{**difference_data(d, ""), "used_by": reach.get(d.address, [])} for d in done.changes],
        "uncited": [f"{at.file}:{at.line}" for at in done.uncited],
        "scenarios": {
            "same": c.same, "superseded": c.changed, "silent": [o.title for o in c.silent], "removed": c.removed,
            "idle": [t for t, _ in c.idle], "failed": [o.title for o in c.failed], "failed_before": c.before,
            "own": c.own,
        },
        "play": {
            "games": played,
            "broken": [
                {"text": course.failure.text, "before": too, "players": course.players, "seed": course.seed,
                 "choices": [list(choice) for choice in course.choices]}
                for course, too in broken
            ],
        },
    }  # fmt: skip
