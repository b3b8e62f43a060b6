"""`regelwerk lsp`: the language server for editors."""

from __future__ import annotations

import gc
import logging
import os
import sys
from typing import Any

import click

MISSING = "The language server needs pygls. Install it with: pip install 'regelwerk[lsp]'"


FORM = "%(levelname)s %(name)s: %(message)s"


class _Brief(logging.Formatter):
    """Tells what went wrong in one line."""

    def formatException(self, ei: Any) -> str:
        """Name the error; `--verbose` shows where it happened."""
        return f"{ei[0].__name__ if ei[0] else 'Error'}: {ei[1]}"


@click.command()
@click.option("--verbose", is_flag=True, help="Log what happens to the error output.")
@click.option("--stdio", is_flag=True, hidden=True)  # editors like to say so; there is no other way
def lsp(verbose: bool, stdio: bool) -> None:
    """Answer an editor about `.regel` files: the language server.

    Editors start this themselves and talk to it over standard input and output; see editors/README.md for VS Code,
    Neovim, Helix and others.
    """
    try:
        from regelwerk.lsp.server import make_server  # for a fast start, and pygls may be missing
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] not in ("pygls", "lsprotocol", "attrs", "cattrs"):
            raise
        raise click.ClickException(MISSING) from None
    if sys.stdin.isatty():
        raise click.UsageError("This is for editors: they talk to it over standard input.")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter(FORM) if verbose else _Brief(FORM))
    logging.basicConfig(level=logging.INFO if verbose else logging.ERROR, handlers=[handler])
    # Trees of rules live long and die together: looking for garbage less often halves the time of a check.
    gc.set_threshold(100_000, 20, 20)
    # The server closes what it writes to; and nothing else may write into the conversation.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    make_server().start_io(stdout=out)
