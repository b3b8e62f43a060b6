"""A page for every command, from what `--help` says."""

from __future__ import annotations

import inspect

import click

from regelwerk.cli.group import COMMANDS, main


def pages() -> dict[str, str]:
    """Give the page of every command."""
    return {f"commands/{name}.md": _page(name) for name in COMMANDS}


def _page(name: str) -> str:
    top = click.Context(main, info_name="regelwerk")
    command = main.get_command(top, name)
    assert command is not None
    parts = [f"# regelwerk {name}", *_command(command, click.Context(command, top, info_name=name))]
    if isinstance(command, click.Group):
        ctx = click.Context(command, top, info_name=name)
        for inner in command.list_commands(ctx):
            found = command.get_command(ctx, inner)
            assert found is not None
            parts += [f"## regelwerk {name} {inner}", *_command(found, click.Context(found, ctx, info_name=inner))]
    parts.append("[All commands](../reference/commands.md)")
    return "\n\n".join(parts) + "\n"


def _command(command: click.Command, ctx: click.Context) -> list[str]:
    usage = " ".join([ctx.command_path, *command.collect_usage_pieces(ctx)])
    parts = [f"```text\n{usage}\n```", *_help(command.help or "")]
    records = [found for p in command.params if (found := p.get_help_record(ctx)) and p.param_type_name == "option"]
    if records:
        rows = [f"| `{name}` | {told.replace('|', chr(92) + '|')} |" for name, told in records]
        parts.append("\n".join(["| option | does |", "|---|---|", *rows]))
    return parts


def _help(text: str) -> list[str]:
    """The paragraphs of a help text; those that click keeps as they are become code, below their heading."""
    parts = []
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if not paragraph.startswith("\b"):
            parts.append(" ".join(paragraph.split()))
            continue
        heading, _, body = paragraph.removeprefix("\b\n").partition("\n")
        parts += [heading, f"```text\n{inspect.cleandoc(body)}\n```"]
    return parts
