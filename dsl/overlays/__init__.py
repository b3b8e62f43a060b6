"""Overlays: editions, errata, expansions and mods are merged into the declarations before anything is checked.

Imports the tree and diagnostics; knows nothing of the checker. Nothing here depends on file names or on the order
in which overlays are handed over.
"""

from .merge import Composition, Touch, compose, merge, origin

__all__ = ["Composition", "Touch", "compose", "merge", "origin"]
