"""The machine: plays a compiled ruleset.

Imports only `regelwerk.dsl.ir` and `regelwerk.dsl.diagnostics` of the language, and no front end.
"""

from .context import Limits
from .decisions import Decision, Option
from .errors import Refused, RuleError
from .game import Game
from .replaying import Divergence, log_file, replay
from .ruleset import Ruleset
from .saving import load, read_file, save, write_file
from .scores import Result, Sheet
from .why import Reason, ValueStep

__all__ = [
    "Decision", "Divergence", "Game", "Limits", "Option", "Reason", "Refused", "Result", "RuleError",
    "Ruleset", "Sheet", "ValueStep", "load", "log_file", "read_file", "replay", "save", "write_file",
]  # fmt: skip
