"""The command line: one module per command, collected in the group `main`.

May import everything below it; nothing below imports it.
"""

import click

from regelwerk import __version__


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="regelwerk")
def main() -> None:
    """Check, explain and play board games whose rules are data."""
