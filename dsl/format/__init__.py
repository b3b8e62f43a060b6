"""The formatter: one way to lay out a ruleset.

It moves nothing but white space. Lines (`lines`) are read as tokens, set anew (`spacing`, `columns`, `setting`), given
their notes (`notes`) and joined with one blank line between declarations (`document`). Where a line ends is the
author's choice; only what is far too long is broken. The result is read again and compared before it is used (`same`).
"""

from .document import Formatted, format_source, format_text

__all__ = ["Formatted", "format_source", "format_text"]
