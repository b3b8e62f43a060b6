"""The command line: one module per command, collected in the group `main`.

May import everything below it; nothing below imports it.
"""

from .starting import quietly

quietly()  # before the rest is loaded

from .group import main  # noqa: E402

__all__ = ["main"]
