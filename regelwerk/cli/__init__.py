"""The command line: one module per command, collected in the group `main`.

May import everything below it; nothing below imports it.
"""

from regelwerk.cli.group import main

__all__ = ["main"]
