"""Everything that turns numbers of one game into words."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.dsl.ir.validation import seen_whole

from ..errors import Refused
from ..texts.sentences import Texts
from .decisions import Offers
from .log import Logs
from .rules import Rules


class Words:
    """Texts, offers and logs for one set of seat names and one language."""

    def __init__(self, ruleset: Rules, names: Sequence[str], language: str | None = None) -> None:
        if odd := next((name for name in names if not seen_whole(name) or "\n" in name), None):
            raise Refused(f"the name {odd!r} holds a character that cannot be seen")
        self.names = tuple(names)
        self.language = ruleset.language if language is None else language
        self.texts = Texts(ruleset.compiled, self.language, self.names)
        self.offers = Offers(ruleset.compiled, self.texts, ruleset.machine.reference, ruleset.onlookers)
        self.logs = Logs(ruleset.compiled, self.texts, self.offers)
