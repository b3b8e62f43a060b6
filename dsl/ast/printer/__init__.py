"""From the tree back to text: what no source file says, because overlays made it, can be read again.

What is written here means the same when it is parsed; how it looks is left to the formatter.
"""

from .declarations import Written, declaration, first_line, fragment

__all__ = ["Written", "declaration", "first_line", "fragment"]
