"""Who is who in a ruleset: every declared name with its place, and every place where it is used.

Reads the tree and what the checker noted; for editors. Nothing of the road to the compiled ruleset imports it.
"""

from .names import Index, Use, make_index
from .symbols import Symbol

__all__ = ["Index", "Symbol", "Use", "make_index"]
