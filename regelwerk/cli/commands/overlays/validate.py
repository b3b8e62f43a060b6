"""`regelwerk validate`: what an overlay does to its game, on one page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import click
from rich.text import Text

from regelwerk import library
from regelwerk.dsl import ast
from regelwerk.dsl.book.rulings import Undecided
from regelwerk.dsl.composing import read
from regelwerk.dsl.diagnostics.render import render_text
from regelwerk.dsl.overlays.layers import Layer
from regelwerk.dsl.source import Source, parts_of, sources_of
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.library.finding import HEADING, REQUIRES
from regelwerk.library.sources import applied, texts_of
from regelwerk.overlay_report import Validated, validated
from regelwerk.storage.files import replace_file

from ...progress import working
from ...reports.shrink import as_text
from ...reports.superseding import Written, superseding
from ...reports.validate_games import Play, played
from ...reports.validate_page import Reached, data, page, reached
from ...ruleset_options import Composing, composing
from ...screen import console, engine_option, in_colour, json_option, played_in_python, plural, print_json


def named(overlay: str, ruleset: str | None) -> tuple[Path, str]:
    """Find an overlay, a file or the name of one that lies beside its ruleset or was added, and the ruleset."""
    path = library.heading(Path(overlay))
    if path.is_file():
        return path, game_for(path, ruleset)
    if ruleset is not None:
        return library.overlay(library.find(ruleset), overlay), ruleset
    for entry in library.entries():
        place = library.find(entry.name)
        if found := {**library.added_to(place), **library.overlays_of(place)}.get(overlay.lower().replace("-", "_")):
            return found, entry.name
    if path.suffix or "/" in overlay:
        raise library.Unknown(f"There is no file {overlay}.")
    raise library.Unknown(f"No bundled game has an overlay {overlay}. Name a file, or the ruleset behind it.")


def game_for(overlay: Path, ruleset: str | None) -> str:
    """Find the ruleset of an overlay: as it was named, a bundled one, or one in the same folder."""
    if ruleset is not None:
        return ruleset
    game = library.game_of(overlay)
    if not game:
        raise library.Unknown(f"{overlay} is no overlay: it does not begin with a heading like `mod my_mod for game`.")
    if bundled := library.bundled_for(game):
        return bundled[0]
    beside = [
        file
        for file in sorted(overlay.parent.glob("*.regel"), key=lambda file: (file.stem != game, file))
        if (found := library.GAME.search(file.read_text(encoding="utf-8", errors="replace"))) and found[1] == game
    ]
    if len(beside) > 1 and beside[0].stem != game:
        raise library.Unknown(f"Several files are {game}: {', '.join(map(str, beside))}. Name one behind {overlay}.")
    if beside:
        return str(beside[0])
    raise library.Unknown(f"{overlay} is for {game}, which is no bundled ruleset. Name it: a file or folder.")


def _with_required(place: library.Place, named: Sequence[str], overlay: Sequence[Source]) -> list[Source]:
    """Read the overlays that were named, and those that are required and lie beside the game or were added."""
    known, wanted = {**library.added_to(place), **library.overlays_of(place)}, list(named)
    while True:
        others, _ = applied(place, wanted)
        texts = [source.text for source in (*others, *overlay)]
        have = {found[2] for text in texts if (found := HEADING.search(text))}
        named_there = (name.strip() for text in texts for line in REQUIRES.findall(text) for name in line.split(","))
        more = [name for name in dict.fromkeys(named_there) if name in known and name not in have]
        if not more:
            return others
        wanted += more


def _validated(overlay: Path, ruleset: str, how: Composing, engine: EngineName, more: str = "") -> Validated:
    """Look at an overlay as it lies there, with more lines behind its heading file."""
    place = library.find(ruleset)
    game, _ = read(sources_of(place.path))
    game = [type(s)(place.shown(Path(s.name)), s.text) for s in game]
    sources, problems = texts_of(place, parts_of(overlay))
    others = _with_required(place, how.overlays, sources)
    if more:
        sources[0] = Source(sources[0].name, sources[0].text + more)

    try:
        with working(f"Running the scenarios of {ruleset} with and without it …"):
            done = validated(game, others, sources, place.path, dict(how.rulings), engine)
    except Undecided as undecided:
        raise library.Unknown(str(undecided)) from None
    done.problems = [*problems, *done.problems]
    return done


@click.command()
@click.argument("overlay")
@click.argument("ruleset", required=False)
@composing
@click.option("--games", type=click.IntRange(0), default=20, show_default=True, help="Seeded games to play.")
@click.option("--seconds", type=click.FloatRange(0), default=30.0, show_default=True, help="At most so long for them.")
@click.option("--write", is_flag=True, help="Add the `supersedes` that the file lacks, with what comes out now.")
@engine_option
@json_option
@click.pass_context
def validate(
    ctx: click.Context, overlay: str, ruleset: str | None, how: Composing, games: int, seconds: float, write: bool,
    engine: EngineName, as_json: bool,
) -> None:  # fmt: skip
    """Tell what an OVERLAY does to its game, and whether it says so.

    Does it fit? What does it change, and what do the changes reach? Which scenarios come out otherwise, and are they
    declared with `supersedes`? Which invariants fail in seeded games? RULESET may be left out for bundled games.
    OVERLAY is a file, or the name of one that `regelwerk list RULESET` shows.

    \b
    Examples:
      regelwerk validate nobel
      regelwerk validate second-printing.regel my-game/
      regelwerk validate my-mod.regel my-game/ --with another-mod.regel --json
      regelwerk validate less-money.regel --write
    """

    path, name = named(overlay, ruleset)
    done = _validated(path, name, how, engine)
    if write and not library.heading(Path(overlay)).is_file():
        raise library.Unknown(f"{overlay} comes with its game and is not written to. Copy {path} and name the copy.")
    if write and done.fits:
        again = partial(_validated, path, name, how, engine)
        done = _written(done, path, library.find(name).shown(path), again, quiet=as_json)
    if done.new is not None and engine == "wasm":
        played_in_python(done.new.machine.missing)
    play = played(done, games, seconds) if done.new is not None else Play()
    reach = reached(done) if done.new is not None else Reached()
    wrong = not done.fits or not done.contract.kept or play.wrong
    layer = _layer(done)
    if as_json:
        print_json({"overlay": str(path), "ruleset": name, "ok": not wrong, **data(done, layer, reach, play)})
        ctx.exit(1 if wrong else 0)
    out = console()
    if done.problems:
        sources = done.build.sources.values()
        click.echo(render_text(done.problems, sources, colour=in_colour(sys.stdout)), nl=False, color=True)
    for line in page(done, layer, name, reach, play):
        out.print(line, soft_wrap=True)
    for course, too in play.broken:
        said = " (under the old rules, too)" if too else ""
        out.print(f"{'':11}{course.failure.text}{said}", style="yellow" if too else "red", soft_wrap=True)
        out.print(as_text(done.new, course), soft_wrap=True)  # type: ignore[arg-type]
    verdict = "It does what it says." if not wrong else "Not as it should be: see above."
    out.print(Text(verdict, "bold red" if wrong else "green"))
    ctx.exit(1 if wrong else 0)


def _written(done: Validated, path: Path, file: str, again: Callable[[str], Validated], quiet: bool) -> Validated:
    """Add to a file what it does not say yet about scenarios; look at it as it is then."""
    text = path.read_text(encoding="utf-8")
    ended = "" if text.endswith("\n") else "\n"
    found = superseding(done, file, (text + ended).count("\n"), lambda more: again(ended + more))
    if not found.text:
        return done
    replace_file(path, text + ended + found.text)
    if not quiet:
        for line in _told(found, path):
            console().print(line, soft_wrap=True)
    return again("")


def _told(found: Written, path: Path) -> Iterator[str]:
    if found.told:
        yield f"{path}: {plural(len(found.told), 'scenario')} told again, with what comes out now. Is that meant?"
    if found.dropped:
        yield f"{path}: {plural(len(found.dropped), 'scenario')} dropped; the reason stands above each."


def _layer(done: Validated) -> Layer | None:
    """The overlay itself, if its heading could be read."""
    header = next(iter(done.build.written[-1].decls), None)
    return Layer(header, []) if isinstance(header, ast.Overlay) else None
