"""Saved games: JSON with the fingerprint of the ruleset. A crash leaves the old file or the new one."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, StrictInt, ValidationError

from regelwerk.dsl import ir
from regelwerk.storage.files import write_whole

from ...engine.context import State
from ...errors import Refused, RuleError
from ..course import Stop, begin, go_on
from ..history import Moment, Position, Step
from ..playing import Inside
from ..rules import Rules
from ..veils import NONE
from ..wording import Words
from .state_validation import flaws

G = TypeVar("G")
FORMAT: Literal["regelwerk/game/1"] = "regelwerk/game/1"
CLOSED = ConfigDict(extra="forbid", defer_build=True)  # made when they are wanted: few games are saved
SAFE = 2**53  # larger numbers are written as text: other languages would round them
Cell = StrictInt | str
Supplied = StrictInt | str | list[StrictInt]


class SavedStep(BaseModel):
    model_config = CLOSED

    kind: Literal["choose", "together", "call"]
    code: StrictInt = 0
    answers: dict[int, list[StrictInt]] = {}
    proc: StrictInt = 0
    args: list[StrictInt] = []
    supplied: list[Supplied] = []
    logged: StrictInt = 0


class SavedSecrets(BaseModel):
    """Answers to a simultaneous decision that is not complete."""

    model_config = CLOSED

    answers: dict[int, list[int]] = {}
    committed: list[int] = []


class SavedGame(BaseModel):
    """Everything needed to go on, take back and explain."""

    model_config = CLOSED

    format: Literal["regelwerk/game/1"]
    ruleset: str
    hash: str
    lock: str = ""
    parts: list[ir.Part] = []  # what the rules were made of
    players: StrictInt
    seed: StrictInt
    names: list[str] = []
    state: list[Cell]
    aside: list[Cell] | None = None
    start: list[Cell] | None = None  # where the steps begin, if not at the first decision of the game
    first: list[Cell] = []
    before: list[Cell] = []
    checks: bool = False
    steps: list[SavedStep] = []
    secrets: SavedSecrets | None = None
    supplied: list[Supplied] = []
    events: list[list[Any]] = []


def _out(cells: list[int]) -> list[Cell]:
    return [cell if -SAFE < cell < SAFE else str(cell) for cell in cells]


def _in(cells: list[Cell]) -> list[int]:
    return [int(cell) for cell in cells]


def save(game: Inside) -> dict[str, Any]:
    """Give a game as JSON."""
    position = game.position
    canonical = game.machine.canonical
    secrets = secrets_of(game)
    saved = SavedGame(
        format=FORMAT,
        ruleset=game.ruleset.name,
        hash=game.ruleset.hash,
        lock=game.ruleset.lock,
        parts=game.ruleset.compiled.parts,
        players=game.players,
        seed=game.seed,
        names=list(game.words.names),
        state=_out(canonical(position.S)),
        aside=None if position.aside is None else _out(position.aside),
        start=_start(game),
        first=_out(canonical(game._first)),
        before=_out(canonical(game._before)),
        checks=game.checks,
        steps=[_step(moment) for moment in game.past.chain()[1:]],
        secrets=secrets,
        supplied=game.supplied,
        events=[list(event) for event in game.past.log()],
    )
    return saved.model_dump(mode="json")


def secrets_of(game: Inside) -> SavedSecrets | None:
    """Give the answers to a simultaneous decision that is not complete."""
    together = game._simultaneous
    if together is None:
        return None
    answers = {seat: list(branch.answers) for seat, branch in together.branches.items()}
    committed = [seat for seat, branch in together.branches.items() if branch.committed]
    return SavedSecrets(answers=answers, committed=committed)


def answer_in_secret(game: Inside, secrets: SavedSecrets) -> None:
    """Give answers in secret again; refuse what could not have been answered."""
    together = game._simultaneous
    try:
        for seat, answers in secrets.answers.items():
            if together is None or seat not in together.branches:
                raise ValueError(f"seat {seat + 1} has nothing to answer in secret")
            for code in answers:
                asked = next((decision for decision in game.decisions() if decision.seat == seat), None)
                if asked is None or code not in (option.code for option in asked.options):
                    raise ValueError(f"seat {seat + 1} cannot have answered that")
                together.answer(seat, code)
                game._decisions = None
            if seat in secrets.committed:
                if any(decision.seat == seat for decision in game.decisions()):
                    raise ValueError(f"seat {seat + 1} has not answered everything")
                together.commit(seat)
                game._decisions = None
        if together is not None and together.complete:
            raise ValueError("everybody has answered in secret, and nothing was played")
    except (RuleError, ValueError, TypeError, LookupError, AttributeError, OverflowError) as broken:
        raise Refused(f"the log is damaged: {str(broken) or type(broken).__name__}") from None


def _start(game: Inside) -> list[Cell] | None:
    """Give the position from which the game has been played, unless a new game begins there."""
    root = game.past.chain()[0].position
    assert root is not None
    start = game.machine.canonical(root.S)
    begun, _ = begin(game.ruleset, game.words, game.players, game.seed)
    return None if start == game.machine.canonical(begun.S) else _out(start)


def ruleset_of(data: dict[str, Any]) -> str:
    """Give the name of the ruleset a file belongs to."""
    name = data.get("ruleset") if isinstance(data, dict) else None
    if not isinstance(name, str) or not name:
        raise Refused("the file does not say which ruleset it belongs to")
    return name


def damage(broken: ValidationError) -> str:
    """Say the first thing that is wrong with data."""
    first = broken.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc'])) or 'all of it'}: {first['msg'][:1].lower()}{first['msg'][1:]}"


def fits(ruleset: Rules, players: int, names: list[str]) -> None:
    """Refuse a number of players the rules do not know, or names for others."""
    low, high = ruleset.compiled.players
    if not low <= players <= high:
        raise Refused(f"{ruleset.compiled.title} is for {low} to {high} players, not {players}")
    if names and len(names) != players:
        raise Refused(f"the file is damaged: {players} players, but {len(names)} names")


@dataclass(frozen=True, slots=True)
class Restored:
    """A saved game that has been played again, to be put together."""

    seed: int
    position: Position
    words: Words
    past: Moment
    first: State
    before: State
    checks: bool
    supplied: tuple[Any, ...]
    secrets: SavedSecrets | None


def load(ruleset: Rules, data: dict[str, Any], put_together: Callable[[Restored], G]) -> G:
    """Go on with a saved game; refuse what belongs to another ruleset or is damaged."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused(f"this is not a saved game of the format {FORMAT}")
    if (name := ruleset_of(data)) != ruleset.name:
        raise Refused(f"this is a game of {name}, not of {ruleset.name}")
    if data.get("hash") != ruleset.hash:
        raise Refused(_other_rules(ruleset, data))
    try:
        saved = SavedGame.model_validate(data)
    except ValidationError as broken:
        raise Refused(f"the saved game is damaged: {damage(broken)}") from None
    fits(ruleset, saved.players, saved.names)
    size = len(ruleset.compiled.state)
    given = (saved.state, saved.first, saved.before, saved.aside, saved.start)
    states = [state for state in given if state is not None]
    if any(len(state) != size for state in states):
        raise Refused("the saved game is damaged: its state has the wrong size")
    try:
        return put_together(_restored(ruleset, saved))
    except (RuleError, ValueError, TypeError, LookupError, AttributeError, OverflowError) as broken:
        raise Refused(f"the saved game is damaged: {str(broken) or type(broken).__name__}") from None


def asked_for(data: dict[str, Any]) -> list[str]:
    """Write the options with which the rules of a saved game or log were put together."""
    try:
        parts = [ir.Part.model_validate(part) for part in data.get("parts") or ()]
    except (ValidationError, TypeError):
        return []
    out: list[str] = []
    for part in parts[1:]:
        out += ["--ruling", f"{part.id}={part.version}"] if part.layer == "ruling" else ["--with", part.id]
    return out


def _other_rules(ruleset: Rules, data: dict[str, Any]) -> str:
    now = asked_for({"parts": [part.model_dump() for part in ruleset.compiled.parts]})
    then = asked_for(data)
    if sorted(now) == sorted(then):
        return "the rules have changed since this game was saved; replay its log instead"
    how = f"with `{' '.join(then)}`" if then else "without overlays and rulings"
    return f"this game was played {how}, and goes on only so"


def _restored(ruleset: Rules, saved: SavedGame) -> Restored:
    S = _in(saved.state)
    if S[ir.PLAYERS] != saved.players:
        raise ValueError(f"it is for {S[ir.PLAYERS]} players, not {saved.players}")
    first, before = _in(saved.first), _in(saved.before)
    words = Words(ruleset, saved.names)
    start, begun = begin(ruleset, words, saved.players, saved.seed)
    start = start if saved.start is None else Position(_in(saved.start))
    aside = None if saved.aside is None else _in(saved.aside)
    for state in (first, before, start.S, *([aside] if aside else [])):
        if flaw := next(flaws(ruleset.machine, state, state in (start.S, aside)), ""):
            raise ValueError(f"{flaw} cannot be so")
    _callable(ruleset.compiled, saved)
    past, position = _played(ruleset, words, saved, start, begun)
    if ruleset.machine.canonical(position.S) != S or position.aside != aside:
        raise ValueError("its steps lead to another position")
    left = tuple(saved.supplied)
    return Restored(saved.seed, position, words, past, first, before, saved.checks, left, saved.secrets)


def _callable(compiled: ir.Compiled, saved: SavedGame) -> None:
    """Refuse calls of what is not there, or with what its parameters cannot be."""
    for step in saved.steps:
        if step.kind != "call":
            continue
        if not 0 <= step.proc < len(compiled.procs) or compiled.procs[step.proc].params != len(step.args):
            raise ValueError("it calls what is not there")
        for arg, limits in zip(step.args, compiled.procs[step.proc].ranges, strict=False):
            if limits is not None and not limits[0] <= arg <= limits[1] and arg not in (ir.NONE, ir.NONE_NUM):
                raise ValueError("it calls with what cannot be")


def _step(moment: Moment) -> SavedStep:
    assert moment.step is not None
    return SavedStep(**asdict(moment.step), logged=moment.logged - len(moment.events))


def _played(
    ruleset: Rules, words: Words, saved: SavedGame, start: Position, begun: Stop
) -> tuple[Moment, Position]:  # fmt: skip
    """Play the steps of a saved game again: its log must come out."""
    moment = begun.moment
    events = [tuple(_event(event)) for event in saved.events]
    cuts = [step.logged for step in saved.steps] + [len(events)]
    if cuts != sorted(cuts) or cuts[0] < 0 or (saved.start is None and events[: cuts[0]] != moment.events):
        raise ValueError("its steps do not fit its log")
    past = Moment(None, None, events[: cuts[0]], start, moment.veils if saved.start is None else NONE)
    past.fresh = moment.fresh if saved.start is None else None
    position = start.copy()
    for given, lo, hi in zip(saved.steps, cuts, cuts[1:], strict=False):
        step = Step(**given.model_dump(exclude={"logged"}))
        past = go_on(ruleset, words, past, position, step, step.supplied).moment
        if past.events != events[lo:hi]:
            raise ValueError("its steps do not fit its log")
    return past, position


def _event(event: list[Any]) -> list[Any]:
    """Give back the tuples inside an event that JSON made lists."""
    return [*event[:-1], tuple(event[-1])] if event and event[0] in ("say", "event") else event


def write_file(path: Path | str, data: dict[str, Any]) -> None:
    """Write JSON to a file as a whole."""
    write_whole(Path(path), json.dumps(data, ensure_ascii=False).encode())


def read_file(path: Path | str) -> dict[str, Any]:
    """Read JSON from a file."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as broken:
        raise Refused(f"{Path(path).name} cannot be read: {broken.strerror}") from None
    except ValueError:
        raise Refused(f"{Path(path).name} is no saved game, or it is damaged") from None
    except RecursionError:
        raise Refused(f"{Path(path).name} cannot be read: it is nested too deeply") from None
    if not isinstance(data, dict):
        raise Refused(f"{Path(path).name} holds no saved game")
    return data
