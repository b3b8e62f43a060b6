"""The lowering: from the checked core to the compiled ruleset.

`lower` is the way in. Reads the core, writes the IR; knows neither syntax nor machine. Layout first, then
expressions, statements, decisions and procedures, each in its own module; `validate` tests the result.
"""

from ..validation import validate
from .program import Lowering, lower, lowering

__all__ = ["Lowering", "lower", "lowering", "validate"]
