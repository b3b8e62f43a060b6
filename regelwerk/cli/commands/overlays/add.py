"""`regelwerk add`: somebody's overlay among one's own."""

from __future__ import annotations

import json
from pathlib import Path

import click

from regelwerk import library
from regelwerk.library.added import Unfit, note_of
from regelwerk.library.packs import Pack, read_pack, where
from regelwerk.storage.files import replace_file


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Put it in the place of another version.")
def add(file: Path, replace: bool) -> None:
    """Add a packed overlay (or a plain one with a version) to your own, so that `--with NAME` finds it.

    \b
    Examples:
      regelwerk add my-mod-1.0.regelmod
      regelwerk add my-mod-1.1.regelmod --replace
    """
    try:
        pack = read_pack(file)
        path = where(pack)
    except Unfit as unfit:
        raise click.ClickException(str(unfit)) from None
    if any(pack.id in library.overlays_of(library.find(name)) for name in library.bundled_for(pack.game)):
        raise click.ClickException(f"{pack.id} is the name of an overlay that comes with {pack.game}.")
    there = note_of(path) if path.exists() else {}
    if path.exists() and there.get("hash") != pack.hash and not replace:
        old = there.get("version") or "another one"
        raise click.ClickException(
            f"{pack.id} {old} is there already. Say --replace to put {pack.version} in its place."
        )
    try:
        _keep(pack, path)
    except OSError as error:
        raise click.ClickException(f"{path.parent} cannot be written: {error.strerror}.") from None
    click.echo(f"Added {pack.layer} {pack.id} {pack.version} for {pack.game}. Use it: --with {pack.id}")
    if pack.requires:
        click.echo(f"It requires {', '.join(pack.requires)}.")


def _keep(pack: Pack, path: Path) -> None:
    """Write the text, and its fingerprint beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    note = {key: value for key, value in pack.data().items() if key != "text"}
    replace_file(path, pack.text)
    replace_file(path.with_suffix(".json"), json.dumps(note, ensure_ascii=False, indent=2) + "\n")
