"""Why something is not possible, in sentences with the place of the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, product

from regelwerk import Game
from regelwerk.interpreter.errors import Refused, RuleError, Unmet
from regelwerk.interpreter.game.decisions import Decision, plain
from regelwerk.interpreter.game.explain import NOT_AMONG, Asker, Reason, why
from regelwerk.interpreter.game.unseen import Unseen, seen_by

from .options import called, framed
from .speech import speaker

TRIED = 200  # ways of one action that are looked at
EXAMPLES = 4
NOWHERE = "", 0, 0, 0, 0
Where = Callable[[Sequence[str]], str]  # citations -> their place in the rulebook


def unplaced(cites: Sequence[str]) -> str:
    """Know no rulebook."""
    return ""


def _elements(game: Game, written: str) -> list[str]:
    kind = game.words.texts.type(written)
    values = range(kind.lo, kind.hi + 1) if not kind.domains else range(kind.size)
    if written == "Player":
        values = range(game.players)
    return [game.words.texts.id(written, value) for value in islice(values, TRIED)]


def _ways(game: Game, name: str, types: Sequence[str], bare: bool) -> Iterator[str]:
    """Give the ids of all ways to take an entry."""
    for words in islice(product(*(_elements(game, written) for written in types)), TRIED):
        inner = ", ".join(words)
        yield name if not inner else inner if bare else f"{name}({inner})"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that is not possible now: an action in one way, in several, or at all."""

    ids: tuple[str, ...]  # those named in the title first
    title: str
    reason: Reason
    several: bool = False  # there are other reasons for other ways

    @property
    def text(self) -> str:
        return f"{self.reason.text}{' …' if self.several else ''}"


def refused(game: Game, decision: Decision) -> list[Refusal]:
    """List the actions that are not possible, or not in every way: each once, with its most common reason."""
    say, outside = speaker(game), game.words.texts.words(f"x {NOT_AMONG}").removeprefix("x ")
    compiled = game.ruleset.compiled
    site = next(site for site in compiled.sites if site.name == decision.site)
    asker = Asker(game, decision.seat)
    found: dict[str, dict[Reason, list[str]]] = {}  # action -> reason -> ids
    for entry in site.entries:
        for id in _ways(game, entry.name, entry.types, site.kind == "choose"):
            if decision.option(id) is None:
                for reason in asked(game, id, decision.seat, asker)[:1]:
                    found.setdefault(entry.name, {}).setdefault(reason, []).append(id)
    offered = {option.id.partition("(")[0] for option in decision.options}
    bare = [name for name, reasons in found.items() if all(outside in reason.text for reason in reasons)]
    tried = {name: [id for ids in reasons.values() for id in ids] for name, reasons in found.items()}
    others: list[Refusal] = []
    for reasons in found.values():  # what cannot be picked anyway says little
        left = [reason for reason in reasons if outside in reason.text]
        if site.kind != "choose" or len(left) > EXAMPLES:
            ids = [id for reason in left for id in reasons.pop(reason)]
            if site.kind == "choose":
                what = Reason(say("They are not among what can be chosen here."), left[0].cites, left[0].at)
                others.append(Refusal(tuple(ids), say("All others"), what))
    spoken = Spoken(game, decision)
    told = [_most_common(game, reasons, spoken.sentences) for reasons in found.values() if reasons] + others
    if site.kind != "choose" and (none := [name for name in bare if name not in offered]):
        nothing = Reason(say("There is nothing here that could be picked."), (), NOWHERE)
        names = dict.fromkeys(spoken.action(name, tried[name]) for name in none)
        told.append(Refusal(tuple(none), "; ".join(names), nothing))
    here = {entry.proc for entry in site.entries}
    elsewhere: dict[Reason, list[str]] = {}
    for action in compiled.actions:
        if action.number not in here:
            reasons_ = asked(game, action.name, decision.seat, asker) if len(action.types) == action.me else []
            not_now = Reason(say("That is not offered now."), (), NOWHERE)
            elsewhere.setdefault(reasons_[0] if reasons_ else not_now, []).append(action.name)
    return told + [_most_common(game, {reason: names}, spoken.names) for reason, names in elsewhere.items()]


def _most_common(
    game: Game, reasons: dict[Reason, list[str]], spoken: Callable[[Sequence[str]], str]
) -> Refusal:  # fmt: skip
    reason, ids = max(reasons.items(), key=lambda each: len(each[1]))
    count = sum(map(len, reasons.values()))
    shown = ids[:EXAMPLES] if len(reasons) == 1 else ids[:1]
    more = speaker(game)(" and {number} more", number=count - len(shown)) if count > len(shown) else ""
    every = dict.fromkeys((*shown, *ids, *(id for other in reasons.values() for id in other)))
    return Refusal(tuple(every), spoken(shown) + more, reason, len(reasons) > 1)


class Spoken:
    """Says options and actions that are not offered, as far as the seat can know what they would say."""

    def __init__(self, game: Game, decision: Decision) -> None:
        self.offers, self.texts, self.seat = game.words.offers, game.words.texts, decision.seat
        self.site = next(i for i, site in enumerate(game.ruleset.compiled.sites) if site.name == decision.site)
        self.state = seen_by(game, decision.seat)

    def sentence(self, id: str) -> str:
        """Say an option as the menu would; its id if that cannot be done."""
        with suppress(Refused, RuleError, Unmet, Unseen, IndexError, ValueError):
            code = self.offers.code(self.site, *self.offers.read(self.site, id))
            return self.offers.option(self.state, self.site, self.seat, code).text or id
        return id

    def sentences(self, ids: Sequence[str]) -> str:
        """Say options one after the other; words that all begin and end with are said once."""
        texts = list(dict.fromkeys(map(self.sentence, ids)))
        if (frame := framed(texts)) is None:
            return "; ".join(texts)
        first, tail = frame
        return first + ", ".join(text[len(first) : len(text) - len(tail)] for text in texts) + tail

    def action(self, name: str, ids: Sequence[str]) -> str:
        """Say an action of which no way is possible: the words that all ways have in common."""
        texts = list(dict.fromkeys(map(self.sentence, ids)))
        frame = framed(texts)
        return "…".join(frame) if frame else self.name(name)

    def name(self, action: str) -> str:
        """Say an action of which nothing is picked yet."""
        return called(self.texts, action)

    def names(self, actions: Sequence[str]) -> str:
        return "; ".join(dict.fromkeys(map(self.name, actions)))


def asked(game: Game, id: str, seat: int | None, asker: Asker | None = None) -> list[Reason]:
    """Ask why an option is not offered; what does not exist has no reasons."""
    try:
        return why(game, id, seat, asker)
    except Refused:
        return []


def guessed(game: Game, typed: str, decision: Decision) -> list[Reason]:
    """Ask about something typed: an option or action, or what would stand in the brackets of one."""
    entries = [entry for s in game.ruleset.compiled.sites if s.name == decision.site for entry in s.entries]
    words = [plain(word.strip()) for word in typed.split(",")]
    fitting = sorted(
        {
            entry.name
            for entry in entries
            if len(entry.types) == len(words)
            and all(word in map(plain, _elements(game, kind)) for word, kind in zip(words, entry.types, strict=True))
        }
    )
    tries = [typed, typed.strip().lower().replace(" ", "_"), *(f"{name}({typed})" for name in fitting)]
    return next((found for id in dict.fromkeys(tries) if (found := asked(game, id, decision.seat))), [])
