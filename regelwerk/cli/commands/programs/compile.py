"""`regelwerk compile`: the compiled ruleset, or the Python made from it."""

from __future__ import annotations

from pathlib import Path

import click

from regelwerk.interpreter.engine.context import Limits
from regelwerk.interpreter.engine.python.engine import source_of

from ...ruleset_options import Composing, composing
from ...screen import ruleset_argument


@click.command("compile")
@ruleset_argument
@composing
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@click.option("--python", "as_python", is_flag=True, help="The Python source the machine runs, for the curious.")
def compile_(ruleset: str, how: Composing, output: Path | None, as_python: bool) -> None:
    """Compile a ruleset to JSON.

    \b
    Examples:
      regelwerk compile pig -o pig.json
      regelwerk compile pig --python | less
    """
    compiled = how.opened(ruleset).compiled
    text = source_of(compiled, Limits())[0] if as_python else compiled.model_dump_json()
    text = text.rstrip("\n") + "\n"
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{output} cannot be written: {error.strerror}.") from None
