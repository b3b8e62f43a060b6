"""Answers in words: why an option is not offered, and how a rule value comes about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import islice, product

from regelwerk.dsl import ir

from ..analysis.code import all_statements
from ..engine.context import Context
from ..errors import Refused, RuleError, Unmet
from .decisions import Decision, plain
from .playing import Playing
from .sight.onlookers import unnumbered
from .unseen import Unseen, seen_by
from .view import eyes

Place = tuple[str, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Reason:
    """A requirement that does not hold."""

    text: str
    cites: tuple[str, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class ValueStep:
    """One step of a rule value: by how much, to what, and through what; the first is the printed value."""

    change: int
    value: int
    by: str

    def __str__(self) -> str:
        return f"{self.value} {self.by}" if self.by == PRINTED else f"{self.change:+} by {self.by}"


PRINTED = "printed"
WAYS = 300  # of one action that are looked at
NOT_AMONG = "is not among what can be chosen here."


def named(things: Sequence[ir.Named], name: str) -> ir.Named:
    """Find a value, action or effect by its name."""
    found = next((thing for thing in things if thing.name == name), None)
    if found is None:
        raise Refused(f"there is no {name}{suggestion(name, [thing.name for thing in things])}")
    return found


def suggestion(name: str, known: Sequence[str]) -> str:
    """Ask whether something else was meant, if it looks like it."""
    near = get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def read_args(game: Playing, thing: ir.Named, args: Sequence[int | str], seat: int) -> list[int]:
    """Read arguments given as ids or numbers; `me` is put in front."""
    types = thing.types[1:] if thing.me else thing.types
    if len(types) != len(args):
        takes = "no arguments" if not types else f"{len(types)} argument{'s' * (len(types) != 1)}"
        listed = f" ({', '.join(types)})" if types else ""
        raise Refused(f"`{thing.name}` takes {takes}{listed}, not {len(args)}")
    values = [_value(game, written, arg) for written, arg in zip(types, args, strict=True)]
    return [seat, *values] if thing.me else values


def _value(game: Playing, written: str, arg: int | str) -> int:
    texts = game.words.texts
    if isinstance(arg, int):
        if not in_type(game, written, arg):
            raise Refused(f"{arg} is not one of {written}")
        return int(arg)
    try:
        value = texts.value_of(written, arg)
    except KeyError:
        ids = [id for domain in texts.type(written).domains for id in domain.ids]
        if copy := next((id for id in ids if plain(id) == arg), ""):
            return texts.value_of(written, copy)
        raise Refused(f"`{arg}` is not known as {written}{suggestion(arg, ids)}") from None
    if not in_type(game, written, value):
        raise Refused(f"`{arg}` is not one of {written}")
    return value


def in_type(game: Playing, written: str, value: int) -> bool:
    """Tell whether a value belongs to a type, as far as this game has it; none always does."""
    kind = game.words.texts.type(written)
    if kind.kind == "set":
        return 0 <= value < 1 << kind.size
    if value == ir.NONE_NUM or (kind.kind == "ref" and value == ir.NONE):
        return True
    if written == "number":
        return ir.NONE_NUM < value < -ir.NONE_NUM
    if written == "Player":
        return 0 <= value < game.players
    return 0 <= value < kind.size if kind.domains else kind.lo <= value <= kind.hi


SEVERAL = "There are several of these, and it is not the same for all that you see."
UNSEEN = "That depends on something you cannot see."


class Asker:
    """A seat that asks, with what it sees; it may ask several things of one position."""

    def __init__(self, game: Playing, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.machine = game.machine
        self.S = seen_by(game, seat)

    def reason(self, text: int, args: tuple[int, ...], span: int, cites: Sequence[str]) -> Reason:
        said = self.game.words.texts.obstacle(text, args, span)
        return Reason(said, tuple(cites), self.machine.compiled.spans[span])

    def guard(self, entry: ir.Entry, chosen: Sequence[int]) -> list[Reason]:
        """Collect the leading requirements that do not hold."""
        if entry.guard < 0:
            return []
        X = Context()
        X.unmet = []
        # Past an unmet requirement the rest need not make sense, nor be visible.
        with suppress(RuleError, Unmet, IndexError, ValueError):
            try:
                self.machine.reference.call(entry.guard, self.S, X, (self.seat, *chosen))
            except Unseen:
                if not X.unmet:
                    raise
        return [self.reason(*unmet, entry.cites) for unmet in X.unmet]

    def trial(self, proc: int, args: Sequence[int], cites: Sequence[str]) -> list[Reason]:
        """Try the whole action and tell what stops it."""
        try:
            unmet = self.machine.trials.obstacle(self.S, proc, args)
        except RuleError as error:
            error = self.machine.explained(error)
            return [Reason(error.message, tuple(cites), error.at)]
        return [] if unmet is None else [self.reason(unmet.text, unmet.args_of_text, unmet.span, cites)]

    def entry(self, site: int, entry: ir.Entry, chosen: list[int]) -> list[Reason]:
        """Look through what an entry wants, in order: its parameters, its card, its requirements, the rest."""
        outside = self.outside(entry, chosen)
        if outside:
            return [Reason(outside, tuple(entry.cites), _at(self, site))]
        if not in_force(self, site, entry):
            return [Reason(self.not_in_force(entry), tuple(entry.cites), _at(self, site))]
        found = self.guard(entry, chosen)
        if found:
            return found
        if entry.proc >= 0:
            R = [self.seat, *chosen, 0]
            args = self.machine.reference.values(entry.call, self.S, R, Context())
            return self.trial(entry.proc, args, entry.cites)
        return []

    def asked(self, site: int, entry: ir.Entry, chosen: list[int]) -> list[Reason]:
        """Tell why one way to take an entry is not offered; nothing if it is possible."""
        code = self.game.words.offers.code(site, entry, chosen)
        if any(o.code == code for d in self.game.decisions() if d.seat == self.seat for o in d.options):
            return []
        nothing = Reason("That cannot be chosen now.", tuple(entry.cites), _at(self, site))
        try:
            return self.entry(site, entry, chosen) or _carried(self.game, self, site, entry, chosen) or [nothing]
        except Unseen:
            return [Reason(UNSEEN, tuple(entry.cites), _at(self, site))]

    def outside(self, entry: ir.Entry, chosen: Sequence[int]) -> str:
        """Tell which chosen element is not in the set of its parameter."""
        texts = self.game.words.texts
        R = [self.seat, *chosen, 0]
        offsets = entry.offsets or [0] * len(chosen)
        for n, (written, element, offset) in enumerate(zip(entry.types, chosen, offsets, strict=True)):
            digit = element - offset
            fits = in_type(self.game, written, element) and 0 <= digit < entry.radix[n]
            if fits and n < len(entry.domain):
                fits = bool(self.machine.reference.value(entry.domain[n], self.S, R, Context()) >> digit & 1)
            if not fits:
                return f"{texts.title(written, element)} {NOT_AMONG}"
        return ""

    def not_in_force(self, entry: ir.Entry) -> str:
        """Speak of an action on a card that does not help this seat now."""
        card = entry.name.partition(".")[0]
        texts = self.game.words.texts
        title = next((texts.title(d.name, d.ids.index(card)) for d in texts.domains.values() if card in d.ids), card)
        return f"{title} does not help you now: it is not yours, not in force, or used already."


def in_force(asker: Asker, site: int, entry: ir.Entry) -> bool:
    """Tell whether the card of an action is in force: the outermost condition under which the action is listed."""
    if "." not in entry.name:
        return True
    compiled, reference = asker.machine.compiled, asker.machine.reference
    asked = compiled.sites[site]
    function = compiled.functions[asked.options]
    count, number = len(asked.entries), asked.entries.index(entry)
    R, X = [0] * (function.registers + 1), Context()
    for s in function.body:
        if s[0] == "set":
            R[s[1]] = reference.value(s[2], asker.S, R, X)
        elif any(x[0] == "opt" and _entry_of(x[1], count) == number for x in all_statements([s])):
            return s[0] != "if" or bool(reference.value(s[1], asker.S, R, X))
    return True


def _entry_of(code: ir.Code, count: int) -> int:
    """Give the number of the entry an offered code belongs to."""
    if isinstance(code, int):
        return code % count
    return int(code[2]) % count if code[0] == "add" and isinstance(code[2], int) else 0


def _at(asker: Asker, site: int) -> Place:
    compiled = asker.machine.compiled
    return compiled.spans[compiled.sites[site].span]


def why(game: Playing, option: str, seat: int | None = None, asker: Asker | None = None) -> list[Reason]:
    """Tell why an option or action is not offered; nothing if it is. Who asks often can be handed over."""
    texts = game.words.texts
    option = _without_numbers(game, option)
    return [replace(reason, text=texts.words(reason.text)) for reason in _why(game, option, seat, asker)]


def _without_numbers(game: Playing, option: str) -> str:
    """Leave out the numbers of copies that must not be told apart: which of them one holds nobody is told."""
    alike = [domain for domain in game.ruleset.compiled.domains if domain.name in game.ruleset.onlookers.alike]
    for word in re.findall(r"\w+#\d+(?:@\d+)?", option):
        if any(word in domain.ids for domain in alike):
            option = option.replace(word, unnumbered(word))
    return option


def _why(game: Playing, option: str, seat: int | None, asker: Asker | None) -> list[Reason]:
    decision = next((d for d in game.decisions() if seat is None or d.seat == seat), None)
    if decision is not None and decision.option(option) is not None:
        return []
    who = seat if seat is not None else decision.seat if decision else 0
    asker = asker or Asker(game, who)
    compiled = game.ruleset.compiled
    if decision is not None:
        site = next(i for i, s in enumerate(compiled.sites) if s.name == decision.site)
        try:
            return asker.asked(site, *game.words.offers.read(site, option))
        except Refused:
            if (found := _open(asker, decision, site, option)) is not None:
                return found
    return _elsewhere(game, asker, option)


def _open(asker: Asker, decision: Decision, site: int, option: str) -> list[Reason] | None:
    """Read what names no single option: a card with copies, an action without its arguments, a sentence."""
    offers = asker.game.words.offers
    same = list(_copies(asker, site, option))
    if same:
        each = [asker.asked(site, entry, chosen) for entry, chosen in same]
        return _of_copies(each)
    ways = [way for entry in asker.machine.compiled.sites[site].entries for way in _ways(asker, entry)]
    ids = {offers.id(site, offers.code(site, *way)): way for way in ways}
    if any(entry.name == option.strip() for entry, _ in ways):
        ids = {id: way for id, way in ids.items() if way[0].name == option.strip()}
        told = {id: asker.asked(site, *way) for id, way in ids.items() if decision.option(id) is None}
        near = {plain(id): r for id, r in reversed(told.items()) if not any(NOT_AMONG in x.text for x in r)}
        if not near and len(told) == len(ids):
            at = next(iter(told.values()))[0]
            return [Reason("There is nothing here that could be picked.", at.cites, at.at)]
        return [Reason(f"{id}: {r.text}", r.cites, r.at) for id, reasons in reversed(near.items()) for r in reasons]
    said = {id: _text(asker, site, way).lower() for id, way in ids.items()}
    meant = [id for id, text in said.items() if text == option.strip().lower()]
    if len({plain(id) for id in meant}) != 1:
        return None
    return _why(asker.game, plain(meant[0]), asker.seat, asker)


def _text(asker: Asker, site: int, way: tuple[ir.Entry, list[int]]) -> str:
    offers = asker.game.words.offers
    with suppress(RuleError, Unmet, Unseen, IndexError, ValueError):
        return offers.option(asker.S, site, asker.seat, offers.code(site, *way)).text
    return ""


def _ways(asker: Asker, entry: ir.Entry) -> Iterator[tuple[ir.Entry, list[int]]]:
    """Give the ways to take an entry: what its parameters can be at all."""
    offsets = entry.offsets or [0] * len(entry.types)
    spans = [range(low, low + size) for low, size in zip(offsets, entry.radix, strict=True)]
    for chosen in islice(product(*spans), WAYS):
        if all(in_type(asker.game, written, x) for written, x in zip(entry.types, chosen, strict=True)):
            yield entry, list(chosen)


def _copies(asker: Asker, site: int, option: str) -> Iterator[tuple[ir.Entry, list[int]]]:
    """Read an id whose things have copies, as one way for every copy."""
    texts = asker.game.words.texts
    asked = asker.machine.compiled.sites[site]
    name, bracket, rest = option.strip().removesuffix(")").partition("(")
    words = [word.strip() for word in (rest if bracket else name).split(",") if word.strip()]
    for entry in asked.entries:
        named = entry.name == name.strip() if bracket else asked.kind == "choose"
        if not named or len(entry.types) != len(words):
            continue
        meant = []
        for written, word in zip(entry.types, words, strict=True):
            ids = [id for domain in texts.type(written).domains for id in domain.ids]
            meant.append([texts.value_of(written, id) for id in ids if word in (id, unnumbered(id), plain(id))])
        yield from ((entry, list(chosen)) for chosen in islice(product(*meant), WAYS))


def _carried(game: Playing, asker: Asker, site: int, entry: ir.Entry, chosen: list[int]) -> list[Reason]:
    """Try the option where it would be taken."""
    code = game.words.offers.code(site, entry, chosen)
    try:
        unmet = asker.machine.trials.obstacle_of(asker.S, site, code)
    except RuleError as error:
        error = asker.machine.explained(error)
        return [Reason(error.message, tuple(entry.cites), error.at)]
    return [] if unmet is None else [asker.reason(unmet.text, unmet.args_of_text, unmet.span, entry.cites)]


def _elsewhere(game: Playing, asker: Asker, option: str) -> list[Reason]:
    """Look at an action that is no part of the pending decision at all."""
    compiled = game.ruleset.compiled
    name, _, rest = option.strip().removesuffix(")").partition("(")
    action = named(compiled.actions, name.strip())
    words: list[int | str] = [word.strip() for word in rest.split(",") if word.strip()]
    not_now = Reason("That is not offered now.", tuple(action.cites), compiled.spans[action.span])
    if not words and len(action.types) > action.me:
        return [not_now]
    each = []
    for named_so in islice(product(*_meant(game, action, words)), WAYS):
        args = read_args(game, action, named_so, asker.seat)
        try:
            each.append(asker.trial(action.number, args, action.cites) or [not_now])
        except Unseen:
            each.append([not_now])
    return _of_copies(each)


def _meant(game: Playing, action: ir.Named, words: Sequence[int | str]) -> list[list[int | str]]:
    """Give for each argument what it may mean: a card that has copies stands for all of them."""
    found: list[list[int | str]] = []
    types = action.types[1:] if action.me else action.types
    for n, word in enumerate(words):
        written = types[n] if n < len(types) else ""
        alike = [d for d in game.words.texts.type(written).domains if d.name in game.ruleset.onlookers.alike]
        copies: list[int | str] = [id for domain in alike for id in domain.ids if word in (unnumbered(id), plain(id))]
        found.append(copies or [word])
    return found


def _of_copies(each: list[list[Reason]]) -> list[Reason]:
    """Of the reasons for several copies, give those of one that can be picked; which of them, no number decides."""
    near = [reasons for reasons in each if not any(NOT_AMONG in r.text for r in reasons)]
    return min(near or each, key=lambda reasons: [reason.text for reason in reasons])


def why_value(game: Playing, name: str, args: Sequence[int | str], seat: int) -> list[ValueStep]:
    """Tell step by step how a rule value comes about."""
    compiled = game.ruleset.compiled
    if name not in (each.name for each in compiled.values):
        if name in (sheet.name for sheet in compiled.scorings):
            raise Refused(f"`{name}` is a scoring, not a value: its sheet is shown when it is scored")
        if name in (action.name for action in compiled.actions):
            raise Refused(f"`{name}` is an action, not a value: ask with `? {name}` why it is not offered")
    value = named(compiled.values, name)
    types = value.types[1:] if value.me else value.types
    if len(types) != len(args):
        read_args(game, value, args, seat)  # says how many there should be
    told: list[list[ValueStep]] = []
    each = (_called(game, written, arg, seat) for written, arg in zip(types, args, strict=True))
    for meant in islice(product(*each), WAYS):
        steps = value_steps(game, value, read_args(game, value, meant, seat), seat)
        told += [] if steps in told else [steps]
    if len(told) > 1:
        raise Refused(SEVERAL)
    return told[0]


def _called(game: Playing, written: str, arg: int | str, seat: int) -> list[int | str]:
    """Give what an argument may mean to a seat: of copies, by number or without one, all those that it sees, or else
    all; by the letter of its view, that one."""
    kind = game.words.texts.type(written)
    if isinstance(arg, int):
        found = game.words.texts.element(kind, arg) if kind.kind == "ref" and in_type(game, written, arg) else None
        arg = found[0].ids[found[1]] if found else arg
    aliases = eyes(game.ruleset, game.words.texts, game.seen_state(seat), seat).aliases
    for domain in kind.domains if isinstance(arg, str) else ():
        if domain.name not in game.ruleset.onlookers.alike:
            continue
        called = [id for n, id in enumerate(domain.ids) if aliases.id(domain, n) == arg]
        same = [n for n, id in enumerate(domain.ids) if unnumbered(id) == unnumbered(str(arg)) or plain(id) == arg]
        if found_so := called if len(called) == 1 else [domain.ids[n] for n in same if aliases.seen(domain, n)]:
            return [*found_so]
        if same:
            return [domain.ids[n] for n in same]
    return [arg]


def value_steps(game: Playing, value: ir.Named, given: Sequence[int], seat: int) -> list[ValueStep]:
    """Tell step by step how a value comes about of arguments that the seat may name: what it is asked itself."""
    compiled, X = game.ruleset.compiled, Context()
    try:
        result = game.machine.reference.noted(value.number, seen_by(game, seat), X, given)
    except Unseen:
        raise Refused(UNSEEN) from None
    except RuleError as error:
        raise game.machine.explained(error) from None
    steps: list[ValueStep] = []
    so_far = 0
    for change, after in X.notes or ():
        by = compiled.changes[change] if 0 <= change < len(compiled.changes) else PRINTED
        if not steps or after != so_far:
            steps.append(ValueStep(after - so_far, after, by or PRINTED))
        so_far = after
    if not steps or so_far != result:
        steps.append(ValueStep(result - so_far, result, PRINTED))
    return steps
