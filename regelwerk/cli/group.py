"""The command itself: its parts, and what happens when one of them goes wrong."""

from __future__ import annotations

import errno
import gc
import os
import re
import sys
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from regelwerk import __version__
from regelwerk.dsl.diagnostics.render import render_text
from regelwerk.errors import Refused, RuleError, RulesetError, Unknown

from .screen import in_colour, sentence, unexpected

# Every command with its line, below the heading it has in the list of commands and in the folder of `commands` it lies
# in. A command is loaded when it is called: most need little of the package, and a program that starts at once is used
# more often.
SECTIONS = {
    ("Play", "playing"): {
        "list": "List the bundled rulesets; with RULESET, its editions, errata, mods and other overlays.",
        "play": "Play a game: you against bots, or several people at one terminal.",
        "serve": "Play in the browser: tables with a link for every seat, people and bots.",
        "replay": "Replay a saved game or log; under changed rules, tell where the game would first go another way.",
        "why": "Tell why an OPTION (or action) is not offered, or how a value comes about.",
        "simulate": "Play many games, at random or with bots, and tell what came of them.",
    },
    ("Write rules", "writing"): {
        "check": "Check a ruleset and print every message.",
        "explain": "Explain a message by its CODE, with a wrong and a right example; without CODE, list all.",
        "test": "Run the scenarios of a ruleset.",
        "fmt": "Lay out rulesets in one style.",
        "new": "Write the beginning of a game, a card, an action, a scenario or an overlay.",
    },
    ("Keep to the rulebook", "rulebook"): {
        "rulings": "List the rulings of a ruleset: question, value, alternatives, reason, ledger ids.",
        "gaps": "List what is marked `reconstructed`, by gap of the ledger, with what is known of it.",
        "cite": "Show an entry of a ledger, where a ruleset cites it, and which tests guard it.",
        "coverage": "Tell which entries of the ledger a ruleset cites, and which are exercised.",
    },
    ("Change rules", "overlays"): {
        "merged": "Print the rules with overlays applied; lines that an overlay has written say so.",
        "origin": "Tell where what stands at an ADDRESS comes from: the game itself, and every overlay that"
        " touched it.",
        "touches": "Tell what a change at an ADDRESS reaches: rules that use it, scenarios, texts, overlays.",
        "diff": "Tell what differs between two compositions: addresses, the lines that differ, citations, who"
        " wrote them.",
        "validate": "Tell what an OVERLAY does to its game, and whether it says so.",
        "impact": "Tell what a change of rules does to games: the same seeds are played with it and without it.",
        "pack": "Pack an overlay with its version and fingerprint into one file.",
        "add": "Add a packed overlay (or a plain one with a version) to your own, so that `--with NAME` finds it.",
        "remove": "Remove an overlay that was added; without NAME, list those that were.",
    },
    ("For programs", "programs"): {
        "worker": "Work for a cluster: what `--on ADDRESS` hands out is done here.",
        "compile": "Compile a ruleset to JSON.",
        "lsp": "Answer an editor about `.regel` files: the language server.",
        "schema": "Print a JSON Schema of something that crosses a boundary; without NAME, list them.",
    },
}
COMMANDS = {name: line for commands in SECTIONS.values() for name, line in commands.items()}
FOLDERS = {name: folder for (_, folder), commands in SECTIONS.items() for name in commands}

INTERRUPTED = 130
NO_OUTPUT = {errno.EPIPE, errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG}


class Guarded(click.Group):
    """Loads its commands when they are called; turns everything that can go wrong into a message and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the names of all commands in the order of the list."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Load a command: `name` of the module `name`, or `name_` where Python needs the word itself."""
        if name not in COMMANDS:
            return None
        module = import_module(f".commands.{FOLDERS[name]}.{name}", __package__)
        found = getattr(module, f"{name}_", None) or getattr(module, name)
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; suggest one for a slip of the pen."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f"Did you mean `{near[0]}`?" if near else "See `regelwerk --help`."
            ctx.fail(f"There is no command {args[0]}. {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        for (title, _), commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command; an output that takes nothing ends it with one line."""
        if sys.stdout is None:
            click.echo("The output is closed.", err=True)
            sys.exit(1)
        gc.set_threshold(100_000, 20, 20)  # trees stay: looking through them takes a third of a check
        try:
            try:
                return super().main(*args, **kwargs)
            finally:
                sys.stdout.flush()  # a full disk shows here, not after the handlers are gone
        except OSError as error:
            if error.errno not in NO_OUTPUT or error.filename is not None:
                raise
            _forget_output()
            if not isinstance(error, BrokenPipeError):
                click.echo(f"The output cannot be written: {error.strerror}.", err=True)
                sys.exit(1)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # a closed pipe shows here, not after the handlers are gone
            return result
        except click.BadParameter as wrong:
            said = _number_wanted(wrong.message)
            if said == wrong.message:
                raise
            raise click.BadParameter(said, wrong.ctx, wrong.param, wrong.param_hint) from None
        except (click.ClickException, click.exceptions.Exit):
            raise
        except (KeyboardInterrupt, click.Abort):
            click.echo("\nStopped.", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _forget_output()
            ctx.exit(0)
        except Unknown as unknown:
            raise click.UsageError(str(unknown.args[0])) from None
        except RulesetError as broken:
            text = render_text(broken.diagnostics, broken.sources, colour=in_colour(sys.stderr))
            click.echo(text, err=True, nl=False, color=True)
            ctx.exit(1)
        except MemoryError:
            said = "There is not enough memory for this. Fewer --jobs need less; what a journal (--resume) holds stays."
            raise click.ClickException(said) from None
        except Exception as error:
            if isinstance(error, Refused | RuleError):
                raise click.ClickException(sentence(str(error))) from None
            if isinstance(error, OSError) and error.errno in NO_OUTPUT and error.filename is None:
                raise
            if os.environ.get("REGELWERK_TRACEBACK"):
                raise
            click.echo(unexpected(error), err=True)
            ctx.exit(1)


def _number_wanted(said: str) -> str:
    """What click says of numbers, in plain words."""
    if lost := re.fullmatch(r"('.*') is not a valid (integer|float)(?: range)?\.", said, re.DOTALL):
        return f"{lost[1]} is no {'whole number' if lost[2] == 'integer' else 'number'}."
    if beyond := re.fullmatch(r"(\S+) is not in the range (?:(\S+?)<=)?x(?:([<>])=(\S+?))?\.", said):
        value, low, sign, high = beyond.groups()
        if low and high:
            return f"{value} is not from {low} to {high}."
        return f"{value} is too {'little' if sign == '>' else 'much'}: at {'least' if sign == '>' else 'most'} {high}."
    return said


def _forget_output() -> None:
    """Let what is still to be written go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=Guarded, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="regelwerk")
def main() -> None:
    """Check, explain and play board games whose rules are data.

    RULESET is the name of a bundled ruleset (see `regelwerk list`), `name@edition`, or the path of a `.regel`
    file or folder.

    \b
    Examples:
      regelwerk list
      regelwerk play connect-four
      regelwerk check my-game/ --format github
      regelwerk simulate pig --games 1000 --players 3

    Exit codes: 0 all is well, 1 something was found or failed, 2 the command was used wrongly.

    \b
    Completion of commands, options and names in your shell:
      bash   eval "$(_REGELWERK_COMPLETE=bash_source regelwerk)"
      zsh    eval "$(_REGELWERK_COMPLETE=zsh_source regelwerk)"
      fish   _REGELWERK_COMPLETE=fish_source regelwerk | source
    """
