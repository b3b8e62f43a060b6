"""`regelwerk pack`: an overlay as one file to share."""

from __future__ import annotations

import json
from pathlib import Path

import click

from regelwerk import RulesetError
from regelwerk.library import building
from regelwerk.library.added import Unfit
from regelwerk.library.packs import read_pack
from regelwerk.storage.files import replace_file, write_new

from .validate import game_for


@click.command()
@click.argument("overlay", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("ruleset", required=False)
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@click.option("--with", "overlays", multiple=True, metavar="FILE", help="An overlay it requires. May be repeated.")
def pack(overlay: Path, ruleset: str | None, output: Path | None, overlays: tuple[str, ...]) -> None:
    """Pack an overlay with its version and fingerprint into one file. It has to fit its game.

    \b
    Examples:
      regelwerk pack my-mod.regel
      regelwerk pack my-mod.regel my-game/ --output my-mod.regelmod
    """
    try:
        made = read_pack(overlay)
    except Unfit as unfit:
        raise click.ClickException(str(unfit)) from None
    build = building.build(game_for(overlay, ruleset), [*overlays, str(overlay)])
    if build.compiled is None:
        raise RulesetError(build.diagnostics, build.sources.values())
    path = output or Path(made.file_name)
    text = json.dumps(made.data(), ensure_ascii=False, indent=2) + "\n"
    try:
        if output is None:
            write_new(path, text)
        else:
            replace_file(path, text)
    except FileExistsError:
        raise click.ClickException(f"{path} exists already: raise the version, or say --output FILE.") from None
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}.") from None
    click.echo(f"{path}: {made.layer} {made.id} {made.version} for {made.game}, {made.hash[:12]}")
