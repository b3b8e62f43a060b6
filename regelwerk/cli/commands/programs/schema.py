"""`regelwerk schema`: the published JSON Schemas."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import resources

import click


def _schemas() -> dict[str, str]:
    files = sorted(resources.files("regelwerk.schemas").iterdir(), key=lambda file: file.name)
    return {
        file.name.removesuffix(".json").removesuffix(".schema"): file.read_text(encoding="utf-8")
        for file in files
        if file.name.endswith(".json")
    }


@click.command()
@click.argument("name", required=False, shell_complete=lambda c, p, i: [n for n in _schemas() if n.startswith(i)])
def schema(name: str | None) -> None:
    """Print a JSON Schema of something that crosses a boundary; without NAME, list them.

    \b
    Examples:
      regelwerk schema
      regelwerk schema log > log.schema.json
    """
    known = _schemas()
    if name is None:
        click.echo("\n".join(known) if known else "No schemas are published.")
        return
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(known) or 'none'}."
        raise click.UsageError(f"There is no schema called {name}. {hint}")
    click.echo(known[name].rstrip("\n"))
