"""`regelwerk lsp`: the language server for editors."""

from __future__ import annotations

import logging
import os
import sys

import click

MISSING = "The language server needs pygls. Install it with: pip install 'regelwerk[lsp]'"


@click.command()
@click.option("--verbose", is_flag=True, help="Log what happens to the error output.")
@click.option("--stdio", is_flag=True, hidden=True)  # editors like to say so; there is no other way
def lsp(verbose: bool, stdio: bool) -> None:
    """Answer an editor about `.regel` files over standard input and output.

    Editors start this themselves; see editors/README.md for VS Code, Neovim, Helix and others.
    """
    try:
        from regelwerk.lsp.server import make_server
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] not in ("pygls", "lsprotocol", "attrs", "cattrs"):
            raise
        raise click.ClickException(MISSING) from None
    if sys.stdin.isatty():
        raise click.UsageError("This is for editors: they talk to it over standard input.")
    logging.basicConfig(
        level=logging.INFO if verbose else logging.ERROR,
        stream=sys.stderr,
        format="%(levelname)s %(name)s: %(message)s",
    )
    # The server closes what it writes to; and nothing else may write into the conversation.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    make_server().start_io(stdout=out)
