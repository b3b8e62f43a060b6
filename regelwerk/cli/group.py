"""The command itself: its parts, and what happens when one of them goes wrong."""

from __future__ import annotations

import errno
import os
import sys
from typing import Any

import click

from regelwerk import RulesetError, __version__
from regelwerk.dsl.diagnostics.render import render_text
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.library import Unknown

from .check import check
from .compile import compile_
from .list import list_
from .play import play
from .replay import replay
from .schema import schema
from .screen import in_colour, sentence
from .simulate import simulate
from .test import test
from .why import why

INTERRUPTED = 130
NO_OUTPUT = {errno.EPIPE, errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG}


class Guarded(click.Group):
    """Turns everything that can go wrong into a message and an exit code."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command; an output that takes nothing ends it with one line."""
        if sys.stdout is None:
            click.echo("The output is closed.", err=True)
            sys.exit(1)
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
        except (Refused, RuleError) as refused:
            raise click.ClickException(sentence(str(refused))) from None
        except Exception as unexpected:
            if isinstance(unexpected, OSError) and unexpected.errno in NO_OUTPUT and unexpected.filename is None:
                raise
            if os.environ.get("REGELWERK_TRACEBACK"):
                raise
            said = f"RW9000: something went wrong inside: {type(unexpected).__name__}: {unexpected}"
            click.echo(said.splitlines()[0], err=True)
            click.echo("This is a bug. Set REGELWERK_TRACEBACK=1 to see where it happened.", err=True)
            ctx.exit(1)


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


for command in (list_, check, test, play, simulate, replay, why, compile_, schema):
    main.add_command(command)
