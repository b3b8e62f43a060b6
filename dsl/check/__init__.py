"""The checker: reads a syntax tree, reports mistakes, and makes the core program.

Imports the tree, the core and diagnostics; knows nothing of the machine.
"""

from . import express  # noqa: F401  (the readers of expressions import each other through it)
from .program import check

__all__ = ["check"]
